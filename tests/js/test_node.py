"""Runs the JavaScript tests as a part of pytest."""

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.needs("node")
def test_the_core_of_the_widgets_under_node():
    tests = sorted(map(str, Path(__file__).parent.glob("*.test.mjs")))
    assert tests
    run = subprocess.run([shutil.which("node"), "--test", *tests], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stdout + run.stderr
