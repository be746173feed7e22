"""The articles are really there: the cells that `docs/coverage.yml` names exist, and hold the articles' own code."""

import ast
import json
from pathlib import Path

import pytest
import yaml

from minigrad.lesson.exercise import exercises, lessons

ROOT = Path(__file__).parents[2]
COVERAGE = yaml.safe_load((ROOT / "docs" / "coverage.yml").read_text(encoding="utf-8"))
BLOCKS = yaml.safe_load((ROOT / "tests" / "lesson" / "articles.yml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "ru")


def cells(lang):
    found = {}
    for file in sorted((ROOT / "notebooks" / lang).glob("[0-9][0-9]_*.ipynb")):
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
            found[cell["id"]] = "".join(cell["source"])
    return found


class WithoutLabels(ast.NodeTransformer):
    """The words of an f-string differ by language; what it shows does not."""

    def visit_JoinedStr(self, node):
        node.values = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        return node


def statements(code):
    """The code's statements in one spelling, without comments, labels and the import that a setup cell makes."""
    tree = WithoutLabels().visit(ast.parse(code))
    return [ast.unparse(part) for part in tree.body if ast.unparse(part) != "import torch"]


def in_order(wanted, given):
    rest = iter(given)
    return all(statement in rest for statement in wanted)


def test_every_part_of_the_articles_is_placed():
    parts = [f"A{n}" for n in range(1, 11)] + [f"B{n}" for n in range(1, 27)] + [f"C{n}" for n in range(1, 14)]
    assert list(COVERAGE) == parts
    assert [part for part, row in COVERAGE.items() if not row.get("cells") and not row.get("planned")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_cells_exist(lang):
    named = {cell for row in COVERAGE.values() for cell in row.get("cells", [])}
    assert named - cells(lang).keys() == set()


def test_the_exercises_exist():
    known = {exercise for lesson in lessons() for exercise in exercises(lesson)}
    assert {exercise for row in COVERAGE.values() for exercise in row.get("assessed", [])} <= known


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", BLOCKS)
def test_the_code_of_a_block_stands_in_its_cells(part, lang):
    there = cells(lang)
    given = [statement for cell in COVERAGE[part]["cells"] for statement in statements(there[cell])
             if cell in there]
    assert in_order(statements(BLOCKS[part]), given)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["python3 -m venv pytorch_env", "source pytorch_env/bin/activate",
                                     "pip install torch torchvision torchaudio --index-url https://download.pytorch.org/whl/cpu",
                                     "sudo apt update && sudo apt upgrade -y", "cu118", "python3-venv"])
def test_the_commands_of_the_setup_are_taught(command, lang):
    there = cells(lang)
    assert any(command in there[cell] for cell in COVERAGE["B5"]["cells"])


def test_a_changed_statement_would_be_noticed():
    assert not in_order(statements("loss = (y - 5) ** 2"), statements("loss = (y - 4) ** 2"))
    assert not in_order(["a", "b"], ["b", "a"])
    assert statements('print(f"Градиент: {x.grad}")') == statements('print(f"d(loss)/dx: {x.grad}")')
