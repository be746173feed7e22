"""docs/ops.md is what the docstrings and declarations say today."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_of_operations_is_fresh():
    run = subprocess.run([sys.executable, ROOT / "tools" / "build_ops_page.py", "--check"], cwd=ROOT)
    assert run.returncode == 0, "python tools/build_ops_page.py writes docs/ops.md again"


def test_the_page_says_what_a_node_saves():
    lines = (ROOT / "docs" / "ops.md").read_text("utf-8").splitlines()
    (row,) = [line for line in lines if line.startswith("| `mul` |")]
    assert "a: `g * b`<br>b: `g * a`" in row and "`other`, `self`" in row.replace("`self`, `other`", "`other`, `self`")
    assert row.endswith("| MulBackward0 |")


def test_a_rule_that_is_a_function_is_named():
    page = (ROOT / "docs" / "ops.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `gelu` |")]
    (row,) = [line for line in rows if line.endswith("| GeluBackward0 |")]
    assert "x: `gelu_slope(g, x, approximate)`" in row
