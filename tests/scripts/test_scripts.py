"""Scripts of a course run under torch, then with the import swapped for minigrad, and print the same to 1e-4."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import stage

pytestmark = pytest.mark.slow

NAMES = sorted(path.stem for path in (stage.HERE / "programs").glob("*.py"))
NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:e[+-]?\d+)?|\bnan\b|-?\binf\b")
CLOSE = 1e-4


def play(library):
    env = dict(os.environ, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", PYTHONIOENCODING="utf-8")
    command = [sys.executable, stage.__file__, library]
    run = subprocess.run(command, env=env, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def expected(torch):
    return play("torch")


@pytest.fixture(scope="module")
def printed():
    return play("minigrad")


def words(text):
    """A line without its numbers and without the blanks that their widths need."""
    return " ".join(NUMBER.sub("#", text).split()).replace("[ ", "[")


def unlike(want, got):
    """What is different between two lines, or None."""
    if words(want) != words(got):
        return "words"
    pairs = zip(map(float, NUMBER.findall(want)), map(float, NUMBER.findall(got)))
    for a, b in pairs:
        if a != b and a == a and not abs(a - b) <= CLOSE * (1 + abs(a)):
            return f"{a} and {b}"
    return None


def difference(want, got):
    """The first line that is not the same, or None."""
    want, got = want.splitlines(), got.splitlines()
    for number, (a, b) in enumerate(zip(want, got), start=1):
        if (what := unlike(a, b)) is not None:
            return f"line {number}: {what}\n  torch:    {a}\n  minigrad: {b}"
    return None if len(want) == len(got) else f"{len(want)} lines under torch, {len(got)} under minigrad"


def test_there_are_twenty_and_none_is_short():
    lengths = {name: len((stage.HERE / "programs" / f"{name}.py").read_text("utf-8").splitlines()) for name in NAMES}
    assert len(NAMES) >= 20
    assert min(lengths.values()) >= 40, lengths


@pytest.mark.parametrize("name", NAMES)
def test_it_prints_the_same(name, expected, printed):
    assert expected[name]["error"] is None
    assert len(expected[name]["out"].splitlines()) >= 5
    assert printed[name]["error"] is None, printed[name]["error"]
    assert difference(expected[name]["out"], printed[name]["out"]) is None


# The comparison is itself put to the test.


@pytest.mark.parametrize("want, got", [
    ("loss 0.12345", "loss 0.12349"), ("tensor([ 1., -2.])", "tensor([1., -2.])"), ("[1e-3, nan]", "[0.001, nan]")])
def test_the_same_to_four_digits(want, got):
    assert unlike(want, got) is None


@pytest.mark.parametrize("want, got", [
    ("loss 0.123", "loss 0.124"), ("ok: True", "ok: False"), ("[1., 2.]", "[1., 2., 3.]"), ("5 steps", "6 steps")])
def test_another_number_or_word_is_noticed(want, got):
    assert unlike(want, got) is not None


def test_only_imports_are_swapped():
    text = ("import torch\nimport torch.nn as nn\nfrom torch import nn\nfrom torch.nn import functional as F\n"
            "x = torch.ones(1)\n")
    assert stage.swapped(text) == (
        "import minigrad as torch\nimport minigrad.nn as nn\nfrom minigrad import nn\n"
        "from minigrad.nn import functional as F\nx = torch.ones(1)\n")


def test_the_scripts_import_torch_and_numpy_only():
    lines = [line for name in NAMES for line in Path(stage.HERE / "programs" / f"{name}.py").read_text(
        "utf-8").splitlines() if line.startswith(("import ", "from "))]
    roots = {re.split(r"[ .]", line)[1] for line in lines}
    assert roots <= {"torch", "numpy", "math", "io", "copy"}
