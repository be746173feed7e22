"""What is committed under notebooks/ is compared by nbval, spoils nothing and stays small."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT = sorted((ROOT / "notebooks").glob("*/*.ipynb"))
LARGEST = 1_000_000
SHARE_COMPARED = 0.7
TAGS_THAT_COMPARE_NOTHING = {"nbval-skip", "nbval-ignore-output"}
COMMENTS_THAT_COMPARE_NOTHING = re.compile(
    r"#\s*(NBVAL_SKIP|NBVAL_IGNORE_OUTPUT|PYTEST_VALIDATE_IGNORE_OUTPUT)"
)
MOST_NOT_COMPARED = 3


def label(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def read(path: Path) -> dict:
    return json.loads(path.read_text("utf-8"))


def code_cells(path: Path) -> list[dict]:
    return [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]


def text(value) -> str:
    return value if isinstance(value, str) else "".join(value)


def compared(cell: dict) -> bool:
    """Whether nbval finds text to compare in this cell."""
    return any(output.get("text") or "text/plain" in output.get("data", {}) for output in cell["outputs"])


def not_compared(cell: dict) -> bool:
    tags = set(cell["metadata"].get("tags", []))
    return bool(
        tags & TAGS_THAT_COMPARE_NOTHING or COMMENTS_THAT_COMPARE_NOTHING.search(text(cell["source"]))
    )


def test_both_languages_have_the_same_lessons():
    names = {path.parent.name: set() for path in BUILT}
    for path in BUILT:
        names[path.parent.name].add(path.name)
    assert set(names) == {"en", "ru"}
    assert names["en"] == names["ru"]


each = pytest.mark.parametrize("path", BUILT, ids=label)


@each
def test_every_cell_has_run_or_nbval_would_compare_nothing(path):
    assert [cell["id"] for cell in code_cells(path) if cell["execution_count"] is None] == []


@each
def test_most_cells_have_text_to_compare(path):
    cells = code_cells(path)
    assert sum(map(compared, cells)) >= SHARE_COMPARED * len(cells)
    assert [cell["id"] for cell in cells if not_compared(cell)][MOST_NOT_COMPARED:] == []


@each
def test_no_widget_state_address_or_error_is_committed(path):
    notebook = read(path)
    assert "widgets" not in notebook["metadata"]
    for cell in code_cells(path):
        outputs = json.dumps(cell["outputs"])
        assert "application/vnd.jupyter.widget-view+json" not in outputs, cell["id"]
        assert not re.search(r"\b0x[0-9a-fA-F]{6,}\b", outputs), cell["id"]
        assert '"output_type": "error"' not in outputs, cell["id"]


@each
def test_no_answer_is_on_the_page(path):
    for cell in code_cells(path):
        assert "BEGIN SOLUTION" not in text(cell["source"]), cell["id"]
        assert "BEGIN HIDDEN TESTS" not in text(cell["source"]), cell["id"]


@each
def test_a_notebook_is_small(path):
    assert path.stat().st_size <= LARGEST


@each
def test_ids_are_unique(path):
    ids = [cell["id"] for cell in read(path)["cells"]]
    assert len(ids) == len(set(ids))
