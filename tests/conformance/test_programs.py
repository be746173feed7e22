"""Programs written for PyTorch print under minigrad what PyTorch printed (`expected/` was recorded with torch 2.13).

`not_yet.txt` lists the programs whose features are still to come, each with its reason. The list can only shrink:
a program on it that passes fails the suite until its line is deleted.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from . import play
from .compare import difference, line_difference, same_words

pytestmark = pytest.mark.slow

here = Path(__file__).parent
programs = sorted(here.glob("programs/*.py")) + sorted(here.parent.glob("reports/programs/*.py"))


def read_not_yet():
    lines = (here / "not_yet.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(":") for line in lines if line.strip() and not line.startswith("#")]
    return {name.strip(): reason.strip() for name, _, reason in pairs}


not_yet = read_not_yet()


class Stage:
    """The process that plays the programs; a program on it cannot hurt the test-suite."""

    def __enter__(self):
        env = dict(os.environ, PYTHONHASHSEED="0", PYTHONIOENCODING="utf-8", MPLBACKEND="Agg", OMP_NUM_THREADS="1")
        self.process = subprocess.Popen([sys.executable, play.__file__], env=env, encoding="utf-8",
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def play(self, path):
        try:
            print(path, file=self.process.stdin, flush=True)
        except BrokenPipeError:
            pytest.fail("minigrad cannot be imported")
        answer = self.process.stdout.readline()
        if not answer:
            pytest.fail("minigrad cannot be imported")
        return json.loads(answer)


@pytest.fixture(scope="module")
def stage():
    with Stage() as stage:
        yield stage


def verdict(stage, path):
    """Why the program does not conform, or an empty string."""
    played = stage.play(path)
    if played["status"]:
        last = played["stderr"].strip().splitlines()[-1:] or ["no message"]
        return f"exit status {played['status']}: {last[0]}"
    if not played["stdout"].strip():
        return "printed nothing"
    expected = path.parent.parent / "expected" / f"{path.stem}.txt"
    return difference(played["stdout"], expected.read_text(encoding="utf-8"), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", programs, ids=lambda path: path.stem)
def test_prints_what_pytorch_prints(stage, path):
    why = verdict(stage, path)
    if path.stem not in not_yet:
        assert not why, why
        return
    assert why, f"{path.stem} passes now: delete its line from tests/conformance/not_yet.txt"
    pytest.xfail(f"not yet: {not_yet[path.stem]}")


def test_not_yet_names_programs_and_reasons():
    names = {path.stem for path in programs}
    assert set(not_yet) <= names
    assert all(not_yet.values())


def test_every_program_has_a_recorded_output():
    for path in programs:
        assert (path.parent.parent / "expected" / f"{path.stem}.txt").is_file(), path.stem


# --- the comparison itself must be able to say no

@pytest.mark.parametrize("got, want, same", [
    ("x.grad: tensor([1., 2.])", "x.grad:  tensor([1.,  2.])", True),
    ("0.33334", "0.33333", True),
    ("0.3335", "0.3333", False),
    ("7", "8", False),
    ("1", "1.0", False),
    ("True", "False", False),
    ("nan", "nan", True),
    ("tensor([1.])", "tensor([1., 2.])", False),
    ("1.0000e-05", "1.0001e-05", True),
    ("1.0000e-05", "1.1000e-05", False),
])
def test_words(got, want, same):
    assert same_words(got, want) is same


@pytest.mark.parametrize("got, says", [
    ("cat: RuntimeError: Sizes must match, differently put", ""),
    ("cat: ValueError: Sizes must match", "ValueError instead of RuntimeError"),
    ("cat: RuntimeError: something else", "does not say: Sizes must match"),
    ("dog: RuntimeError: Sizes must match", "not the error"),
    ("cat: no error", "not the error"),
])
def test_error_lines(got, says):
    why = line_difference(got, "cat: RuntimeError: Sizes must match", ["Sizes must match"])
    assert says in why if says else not why


def test_lines_are_counted_and_exact_means_exact():
    assert difference("1\n2\n", "1\n", "") == "2 lines instead of 1"
    assert not difference("a  b\n\n", "a b\n", "")
    assert difference("a  b\n", "a b\n", "# compare: exact\n")
