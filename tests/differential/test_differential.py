"""Each public operator against PyTorch: see table.txt for what is tried and check.py for what is compared."""

import re
from pathlib import Path

import pytest

import minigrad
from minigrad.absent import present

from .check import Case, compare

pytestmark = pytest.mark.slow

LINES = [line for name in ("table.txt", "functional.txt")
         for line in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()]
CASES = [Case(line) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_as_pytorch(torch, case):
    wrong = compare(torch, case)
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:6])


# ---- complete by construction


def spoken_of():
    """Every name that the table uses."""
    found = set()
    for case in CASES:
        found |= set(re.findall(r"[A-Za-z_]\w*", case.text))
        if case.name:
            found.add(case.name + "_")
    for line in LINES:
        if line.startswith("# - "):
            found |= set(line.removeprefix("# - ").partition(":")[0].split())
    return found


def public():
    """Names of functions of minigrad, minigrad.linalg and nn.functional, and of methods of a tensor."""
    for module in (minigrad, minigrad.linalg, minigrad.nn.functional):
        for name in dir(module):
            value = getattr(module, name)
            source = getattr(value, "__module__", None) or ""
            ours = source.startswith(("minigrad.ops", "minigrad.nn.functional"))
            if ours and callable(value) and not name.startswith("_"):
                yield name
    for name in present(minigrad.Tensor):
        if not name.startswith("_"):
            yield name


def test_every_public_operator_is_in_the_table():
    assert sorted(set(public()) - spoken_of()) == []


def test_what_is_left_out_exists():
    """A reason in the table for a name that is gone is stale."""
    left_out = {name for line in LINES if line.startswith("# - ")
                for name in line.removeprefix("# - ").partition(":")[0].split()}
    known = set(public()) | set(dir(minigrad))
    assert sorted(left_out - known) == []
