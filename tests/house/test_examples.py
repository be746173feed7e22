"""Every `>>>` example in a docstring prints what it says."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
# Read from the source, since an op that a decorator has written is not found by doctest itself.
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def examples(path: Path):
    """(name, line, docstring) of every docstring of the file that holds an example."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
        if text and ">>>" in text:
            yield getattr(node, "name", path.stem), getattr(node, "lineno", 1), text


FILES = [path for path in sorted((ROOT / "minigrad").rglob("*.py")) if any(examples(path))]


def module_of(path: Path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_of_a_file(path):
    import minigrad

    names = {**vars(module_of(path)), "minigrad": minigrad}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report = []
    for name, line, text in examples(path):
        test = doctest.DocTestParser().get_doctest(text, names, name, str(path), line)
        runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)
