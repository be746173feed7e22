"""The files that a lesson asks people to read stay short enough to be read."""

import ast
import io
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MINIGRAD = ROOT / "minigrad"
READING_PATH = [
    MINIGRAD / "errors.py",
    *sorted((MINIGRAD / "core").glob("*.py")),
    MINIGRAD / "ops" / "elementwise.py",
    MINIGRAD / "ops" / "reduce.py",
    MINIGRAD / "autograd" / "engine.py",
    MINIGRAD / "tensor.py",
]
SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def lines_of_code(source: str) -> int:
    """Lines that hold code: no docstrings, comments or blank lines.

    >>> lines_of_code('"about"\\n\\n# a note\\nx = (1,\\n     2)  # two lines\\n')
    2
    """
    docstrings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if ast.get_docstring(node) is not None and first is not None:
                docstrings.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    code = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SILENT:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - docstrings)


def test_lines_are_counted_as_promised():
    source = 'def f(x):\n    """Two\n    lines."""\n    # why\n\n    return [x,\n            x]\n'
    assert lines_of_code(source) == 3


def test_the_reading_path_is_at_most_1500_lines_of_code():
    count = {path.name: lines_of_code(path.read_text("utf-8")) for path in READING_PATH}
    assert sum(count.values()) <= 1500, count
