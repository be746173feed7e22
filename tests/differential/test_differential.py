"""Each public operator against PyTorch: see table.txt for what is tried and check.py for what is compared."""

import re
from pathlib import Path

import pytest

import minigrad

from .check import Case, compare

LINES = (Path(__file__).parent / "table.txt").read_text(encoding="utf-8").splitlines()
CASES = [Case(line) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_as_pytorch(torch, case):
    wrong = compare(torch, case)
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:6])
