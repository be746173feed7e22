"""Where in the learner's code an operation ran: the line, the columns, the expression, the name it was given."""

from __future__ import annotations

import ast
import io
import linecache
import os
import re
import site
import sysconfig
import tokenize
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, TracebackType

_OURS = tuple({str(folder) + os.sep for folder in (Path(__file__).parents[1], Path(__file__).resolve().parents[1])})
_LIBRARIES = tuple({path + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib")
                    if (path := sysconfig.get_path(name))} | {path + os.sep for path in site.getsitepackages()})


MODULES = ("torch", "minigrad", "nn", "F")    # how learners call the modules whose functions they use


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a source file as Python counts it: lines from 1, columns in bytes of UTF-8."""

    file: str
    line: int
    start: int
    end_line: int
    end: int

    @property
    def key(self) -> tuple[int, int, int, int]:
        return self.line, self.start, self.end_line, self.end


@lru_cache(maxsize=1024)
def is_ours(file: str) -> bool:
    """Is this file minigrad itself, or code that minigrad generated?"""
    return file.startswith(_OURS) or file.startswith("<minigrad")


@lru_cache(maxsize=1024)
def is_library(file: str) -> bool:
    """Is this file an installed package or part of Python?"""
    return file.startswith(_LIBRARIES) or file.startswith("<frozen")


@lru_cache(maxsize=1024)
def is_foreign(file: str) -> bool:
    """Is this file none of the learner's?"""
    return is_ours(file) or is_library(file)


def learner_frame(frame: FrameType | None) -> tuple[FrameType | None, int]:
    """The nearest frame of the learner's own code, and how many frames of ours or of libraries lay before it."""
    depth = 0
    while frame is not None:
        if not is_foreign(frame.f_code.co_filename):
            return frame, depth
        frame, depth = frame.f_back, depth + 1
    return None, depth


class Places:
    """Where the instruction of a frame stands. Reads each code object's table once."""

    def __init__(self):
        self.tables: dict[CodeType, list] = {}

    def of(self, frame: FrameType) -> Place | None:
        return self.at(frame.f_code, frame.f_lasti, frame.f_lineno)

    def of_traceback(self, traceback: TracebackType) -> Place | None:
        return self.at(traceback.tb_frame.f_code, traceback.tb_lasti, traceback.tb_lineno)

    def at(self, code: CodeType, instruction: int, line: int | None) -> Place | None:
        table = self.tables.get(code)
        if table is None:
            table = self.tables[code] = list(code.co_positions())
        place = table[instruction // 2] if 0 <= instruction // 2 < len(table) else (None,) * 4
        line, end_line, start, end = place[0] or line, place[1], place[2], place[3]
        if line is None:
            return None
        if end_line is None or start is None or end is None:
            return Place(code.co_filename, line, 0, line, 0)
        return Place(code.co_filename, line, start, end_line, end)


class Source:
    """One cell or file of the learner: its lines, and what its syntax tree says about a stretch of it.

    Of a function's name the module before it is left out: `torch.sin(h)` is `sin(h)`.

    >>> Source("torch.sin(h) * h").label((1, 0, 1, 16))
    'sin(h)*h'
    >>> source = Source("loss = (w*x + b - 5)**2")
    >>> source.label((1, 8, 1, 15)), source.names((1, 7, 1, 23))
    ('w*x+b', ['loss'])
    """

    def __init__(self, text: str, cell: int = 0):
        self.text, self.cell = text, cell
        self.lines = _lines(text)
        self._labels: dict[tuple, str | None] = {}
        self._texts: dict[tuple, list[str]] = {}
        self.expressions: dict[tuple, ast.expr] = {}
        self.targets: dict[tuple, list[str | None]] = {}
        self.modules = set(MODULES)
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):         # a cell with magics, or no Python at all: lines still serve
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.expr):
                self.expressions.setdefault(_span(node), node)
            if isinstance(node, ast.Import):
                self.modules |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
            self.read_assignment(node)

    @classmethod
    def of_file(cls, file: str, fallback: str | None, cell: int) -> Source:
        """The text that Python knows under this name (notebook cells too), else the text that the cell was given."""
        lines = linecache.getlines(file)
        return read("".join(lines) if lines else fallback or "", cell)

    def read_assignment(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=made):
                for target in targets:
                    self.bind(target, made)
            case ast.AnnAssign(target=target, value=ast.expr() as made) | ast.NamedExpr(target=target, value=made):
                self.bind(target, made)
            case ast.AugAssign(target=target):
                self.targets[_span(node)] = [_name(target)]

    def bind(self, target: ast.expr, made: ast.expr) -> None:
        """What the value of `made` will be called; for several values, one name each."""
        if not isinstance(target, (ast.Tuple, ast.List)):
            self.targets.setdefault(_span(made), [_name(target)])
        elif isinstance(made, (ast.Tuple, ast.List)) and len(made.elts) == len(target.elts):
            for part, value in zip(target.elts, made.elts):
                self.bind(part, value)
        else:
            self.targets.setdefault(_span(made), [_name(part) for part in target.elts])

    def names(self, span: tuple) -> list[str | None]:
        """The names that the statement gives to what is computed exactly there."""
        return self.targets.get(span, [])

    def label(self, span: tuple) -> str | None:
        """The expression there, without the blanks, None when there is no expression."""
        if span not in self._labels:
            self._labels[span] = self._written(self.expressions.get(span))
        return self._labels[span]

    def _written(self, node: ast.expr | None) -> str | None:
        return self._without_modules(compact(self._segment(node))) if node is not None else None

    def _segment(self, node: ast.expr) -> str:
        """What `ast.get_source_segment` gives, which reads the whole text anew each time. Columns count bytes."""
        rows = [line.encode("utf-8") for line in self.lines[node.lineno - 1 : node.end_lineno]]
        rows[-1] = rows[-1][: node.end_col_offset]
        rows[0] = rows[0][node.col_offset :]
        return "\n".join(row.decode("utf-8") for row in rows)

    def _without_modules(self, text: str) -> str:
        """`torch.nn.functional.relu(h)` → `relu(h)`; what is in quotes stays."""
        prefix = rf"(?<![\w.])(?:{'|'.join(map(re.escape, sorted(self.modules)))})\.(?:[a-z_]+\.)*(?=[A-Za-z_]\w*\()"
        if not any(name in text for name in self.modules):
            return text
        pieces = re.split(r"""("[^"]*"|'[^']*')""", text)
        return "".join(piece if n % 2 else re.sub(prefix, "", piece) for n, piece in enumerate(pieces))

    def operands(self, span: tuple) -> list[str]:
        """Names of variables that stand directly in the expression there."""
        parts = self._parts(span)
        found = [part.elts if isinstance(part, (ast.List, ast.Tuple)) else [part] for part in parts]
        return [part.id for row in found for part in row if isinstance(part, ast.Name)]

    def operand_texts(self, span: tuple) -> list[str]:
        """The two sides of a binary operation there, without blanks; nothing for anything else."""
        if span not in self._texts:
            binary = isinstance(self.expressions.get(span), ast.BinOp)
            self._texts[span] = [self._written(part) or "" for part in self._parts(span)] if binary else []
        return list(self._texts[span])

    def _parts(self, span: tuple) -> list[ast.expr]:
        match self.expressions.get(span):
            case ast.BinOp(left=a, right=b):
                return [a, b]
            case ast.Call(func=ast.Attribute(value=owner), args=arguments):
                return [owner, *arguments]
            case ast.Call(args=arguments):
                return list(arguments)
            case ast.Compare(left=a, comparators=others):
                return [a, *others]
            case ast.UnaryOp(operand=a) | ast.Subscript(value=a) | ast.Attribute(value=a):
                return [a]
        return []

    def columns(self, place: Place) -> list[int] | None:
        """[line, column, line, column] from 0, in characters; None where Python kept no columns."""
        if place.end == 0 or place.end_line > len(self.lines):
            return None
        return [place.line - 1, self.characters(place.line, place.start),
                place.end_line - 1, self.characters(place.end_line, place.end)]

    def characters(self, line: int, column: int) -> int:
        return len(self.lines[line - 1].encode("utf-8")[:column].decode("utf-8", "ignore"))


read = lru_cache(maxsize=64)(Source)    # a file is read once, however many recorders see code of it


def _lines(text: str) -> list[str]:
    """The lines as Python counts them: a form feed does not end one."""
    lines = re.split(r"\r\n|[\r\n]", text)
    return lines if lines[-1] else lines[:-1]


def _span(node: ast.expr | ast.stmt) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _name(target: ast.expr) -> str | None:
    if isinstance(target, (ast.Name, ast.Attribute, ast.Subscript)):
        return compact(ast.unparse(target))
    return None


def compact(text: str) -> str:
    """Source text without the blanks that Python does not need; strings stay as they are.

    >>> compact("a if (y - 5)  else  b [0]"), compact("f( x,  'a  b' )")
    ('a if(y-5)else b[0]', "f(x, 'a  b')")
    """
    try:
        tokens = [token for token in tokenize.generate_tokens(io.StringIO(f"({text}\n)").readline)
                  if token.string.strip()][1:-1]
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return " ".join(text.split())
    row = ""
    for token in tokens:
        if token.type == tokenize.COMMENT:
            continue
        words = _in_word(row[-1:]) and _in_word(token.string[:1])
        row += (" " if words or row.endswith(",") and token.string not in ")]}" else "") + token.string
    return row


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"
