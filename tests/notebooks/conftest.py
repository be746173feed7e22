"""The builder as a module, and which cells of a lesson record an operation."""

import importlib.util
from functools import lru_cache
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from minigrad.lesson import session
from minigrad.trace import Recorder

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def builder():
    """`tools/build_notebooks.py`, which is a program and not part of the package."""
    spec = importlib.util.spec_from_file_location("build_notebooks", ROOT / "tools" / "build_notebooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def recording_cells(builder):
    """lesson → the ids of its code cells in which an operation ran or a backward: found by running them, watched."""

    @lru_cache
    def run(source):
        shell = InteractiveShell.instance()
        recorded = set()
        try:
            for cell in builder.assemble(source, "en").cells:
                if cell.cell_type != "code":
                    continue
                with Recorder() as recorder, capture_output():
                    shell.run_cell(cell.source).raise_error()
                if recorder.cell.drew:
                    recorded.add(cell.id)
        finally:
            session.begin("en", None)
            InteractiveShell.clear_instance()
        return recorded

    return run
