"""The root conftest: a wrong number fails, a picture's bytes do not, and nothing is left out in silence."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.shop import ROOT


def cell(source: str, **data: str) -> dict:
    output = {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data}
    return {
        "cell_type": "code",
        "id": f"c{abs(hash(source))}",
        "metadata": {},
        "source": source,
        "execution_count": 1,
        "outputs": [output],
    }


PICTURE = """
class Picture:
    def _repr_mimebundle_(self, **kwargs):
        return {"text/plain": "1. leaf w", "image/svg+xml": "<svg>new</svg>", "text/html": "<b>new</b>"}
Picture()
"""
RIGHT = [
    cell("3 * 7", **{"text/plain": "21"}),
    cell("object()", **{"text/plain": "<object at 0x7f0000001234>"}),
    cell(
        PICTURE, **{"text/plain": "1. leaf w", "image/svg+xml": "<svg>old</svg>", "text/html": "<b>old</b>"}
    ),
    cell("import os; os.path.isdir(os.environ['MINIGRAD_HOME'])", **{"text/plain": "True"}),
    cell("os.environ['OMP_NUM_THREADS']", **{"text/plain": "'1'"}),
]
WRONG = [
    cell("3 * 7 ", **{"text/plain": "6"}),
    cell("'640x480'", **{"text/plain": "'640x481'"}),
    cell("'0x12'", **{"text/plain": "'0x13'"}),
]


@pytest.fixture
def project(tmp_path):
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "elsewhere").mkdir()
    return tmp_path


def write_notebook(folder: Path, cells: list[dict]) -> None:
    kernel = {"kernelspec": {"name": "not-installed-here", "display_name": "x", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "notebooks" / "lesson.ipynb").write_text(json.dumps(notebook), "utf-8")


def outcome(folder: Path, *words: str, **environment: str) -> str:
    """How pytest closes: `8 passed`."""
    plain = () if "--nbval" in words else ("-p", "no:nbval")  # nbval alone takes 3 s to import
    env = {key: value for key, value in os.environ.items() if key != "MINIGRAD_REQUIRE_ALL"}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plain, *words],
        cwd=folder,
        env={**env, **environment},
        capture_output=True,
        encoding="utf-8",
    )
    last_line = (run.stdout + run.stderr).strip().splitlines()[-1]
    return re.sub(r" in [\d.]+s.*", "", last_line)


def test_a_right_notebook_passes_from_the_root_without_flags(project):
    write_notebook(project, RIGHT)
    assert outcome(project, "--nbval", "notebooks/") == "5 passed"


def test_a_wrong_number_fails_from_elsewhere_too(project):
    write_notebook(project, RIGHT + WRONG)
    assert outcome(project / "elsewhere", "--nbval", str(project / "notebooks")) == "3 failed, 5 passed"


LEFT_OUT = "import pytest\ndef test_a():\n    pytest.skip('later')\ndef test_b():\n    pass\n"


def test_a_skipped_test_fails_a_full_run(project):
    (project / "test_x.py").write_text(LEFT_OUT, "utf-8")
    nothing_missing = "PARTS = dict.fromkeys(['node', 'chromium', 'torch', 'dot'], True)\nMISSING = []\n"
    conftest = (project / "conftest.py").read_text("utf-8")
    (project / "conftest.py").write_text(conftest + nothing_missing, "utf-8")
    assert outcome(project, "test_x.py") == "1 passed, 1 skipped"
    assert outcome(project, "test_x.py", MINIGRAD_REQUIRE_ALL="1") == "1 failed, 1 passed"


def test_a_missing_part_stops_a_full_run(project):
    (project / "test_x.py").write_text(LEFT_OUT, "utf-8")
    (project / "conftest.py").open("a", encoding="utf-8").write("MISSING = ['node', 'torch']\n")
    closing = outcome(project, "test_x.py", MINIGRAD_REQUIRE_ALL="1")
    assert closing == "ERROR: MINIGRAD_REQUIRE_ALL is set, and these are not here: node, torch"


def test_a_missing_part_is_said_in_one_line(project):
    (project / "test_x.py").write_text(
        "import pytest\n@pytest.mark.needs('node')\ndef test_a():\n    raise ValueError\n", "utf-8"
    )
    (project / "conftest.py").open("a", encoding="utf-8").write("MISSING = ['node', 'torch']\n")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:nbval", "test_x.py"],
        cwd=project,
        env={**os.environ, "MINIGRAD_REQUIRE_ALL": ""},
        capture_output=True,
        encoding="utf-8",
    )
    assert "Left out, because not found here: node, torch." in run.stdout.splitlines()
    assert run.returncode == 0
