"""Run a notebook in a fresh kernel with a home of its own: for its outputs in the repository, and for its page."""

import os
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
CELL_SECONDS = 120


def execute(notebook: nbformat.NotebookNode, **more: str) -> nbformat.NotebookNode:
    """Run all cells; an error stops it. `more` goes into the kernel's environment."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "MINIGRAD_HOME": home,
            "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
            "PYTHONHASHSEED": "0",
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MPLBACKEND": "Agg",
            **more,
        }
        client = NotebookClient(
            notebook,
            timeout=CELL_SECONDS,
            kernel_name="python3",
            coalesce_streams=True,
            store_widget_state=False,
            resources={"metadata": {"path": home}},
        )
        client.execute(env=environment)
    return notebook
