"""Scenes that print the same under PyTorch and under minigrad: Functions, hooks, saved values, checks, checkpoints."""

import re
import warnings
from importlib import import_module

import pytest

import minigrad

AREAS = ("function", "hooks", "functional", "gradcheck", "checkpoint", "func", "more", "asking")
SCENES = [scene for area in AREAS for name, scene in vars(import_module(f"tests.engine.scenes_{area}")).items()
          if name.startswith("scene_")]
ADDRESS = re.compile(r"0x[0-9a-f]+")


def told(scene, torch):
    lines = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene(torch, lambda *said: lines.append(ADDRESS.sub("0x", " ".join(map(str, said)))))
    return lines


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.__module__[20:]}-{scene.__name__[6:]}")
def test_says_what_pytorch_says(torch, scene):
    assert told(scene, minigrad) == told(scene, torch)
