"""The house has floors: a file imports only from its own floor and those below, and never in a circle."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# From the ground up. "" is minigrad/__init__.py itself: the whole engine, spelled out.
FLOORS = [
    ["errors", "absent"],
    ["dtypes"],
    ["core"],
    ["ops"],
    ["autograd"],
    ["printing"],
    ["tensor", "create", "random"],
    ["nn", "optim", "func", "linalg", "sparse", "jit", "profiler", "profiles", "utils", "serialization", "limits",
     "cuda", "backends", "machine"],
    [""],
    ["i18n"],
    ["trace"],
    ["draw", "bridge"],
    ["widgets"],
    ["lesson"],
]
LEVEL = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}


def module_name(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_package(package: Path) -> dict[str, set[str]]:
    """{module: the modules of the package that it imports}, read from the source."""
    files = {module_name(path, package): path for path in sorted(package.rglob("*.py"))}
    return {name: imports_of(name, path, set(files)) for name, path in files.items()}


def imports_of(name: str, path: Path, modules: set[str]) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    found = set()
    for node in ast.walk(without_type_checking(tree)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute(node, name, path)
            inner = {f"{origin}.{alias.name}" for alias in node.names}
            found.update(inner & modules)
            if inner - modules:  # a name that is no module: it comes out of the origin itself
                found.add(origin)
    return (found & modules) - {name}


def absolute(node: ast.ImportFrom, name: str, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *filter(None, [node.module])])


def without_type_checking(tree: ast.Module) -> ast.Module:
    """Names for annotations alone are never imported when the program runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = [ast.Pass()]
    return tree


def room(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def too_high(imports: dict[str, set[str]]) -> list[str]:
    return [
        f"{module} imports {other}, which stands above it"
        for module, others in imports.items()
        for other in sorted(others)
        if LEVEL[room(other)] > LEVEL[room(module)]
    ]


def circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.fixture(scope="module")
def imports():
    return read_package(ROOT / "minigrad")


def test_every_file_has_a_floor(imports):
    assert {room(module) for module in imports} <= set(LEVEL)


def test_nothing_is_imported_from_above(imports):
    assert too_high(imports) == []


def test_no_circle(imports):
    assert circle(imports) == []


# The reader of imports is itself put to the test, on a small house with known faults.


@pytest.fixture
def crooked(tmp_path):
    def build(**files: str) -> dict[str, set[str]]:
        package = tmp_path / "minigrad"
        for name, text in {"__init__": "", **files}.items():
            path = package / (name.replace("__in__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return read_package(package)

    return build


def test_an_import_from_above_is_found_even_inside_a_function(crooked):
    imports = crooked(errors="def f():\n    from minigrad.tensor import Tensor\n", tensor="")
    assert too_high(imports) == ["minigrad.errors imports minigrad.tensor, which stands above it"]


def test_a_relative_import_from_above_is_found(crooked):
    imports = crooked(core__in__node="from ..ops import mul\n", core__in____init__="", ops="mul = 1\n")
    assert too_high(imports) == ["minigrad.core.node imports minigrad.ops, which stands above it"]


def test_a_circle_is_found(crooked):
    imports = crooked(create="from minigrad import random\n", random="import minigrad.create\n")
    assert set(circle(imports)) == {"minigrad.create", "minigrad.random"}


def test_an_import_for_annotations_is_allowed(crooked):
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from minigrad.tensor import Tensor\n"
    assert too_high(crooked(errors=text, tensor="")) == []


# What an import costs.

LIST_MODULES = """
import sys
# Modules that Cython makes up have no spec: they are part of NumPy.
before = set(sys.modules)
import minigrad
new = {name for name in set(sys.modules) - before if getattr(sys.modules[name], '__spec__', None)}
known = {*sys.stdlib_module_names, "minigrad", "numpy"}
print(sorted({name.partition(".")[0] for name in new} - known))
upstairs = ("i18n", "trace", "draw", "widgets", "lesson")
print(sorted(name for name in new if name.startswith(tuple("minigrad." + room for room in upstairs))))
"""


def test_importing_minigrad_brings_numpy_and_the_standard_library_only():
    run = subprocess.run(
        [sys.executable, "-c", LIST_MODULES], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert run.stdout.splitlines() == ["[]", "[]"], run.stderr
