"""Read a number as people type it: `5`, `3/4`, `2*3`, `-(1+2)`; a typographic minus, a decimal comma."""

import ast
import math
import operator

_PAIRS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
_SIGNS = {ast.UAdd: operator.pos, ast.USub: operator.neg}


def number(text: str) -> float:
    """The value of a small sum; ValueError for anything that is not numbers joined by `+ - * / ( )`.

    >>> number("3/4"), number("−2,5"), number("2*(1+2)")
    (0.75, -2.5, 6.0)
    """
    cleaned = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    try:
        value = float(_value(ast.parse(cleaned, mode="eval").body))
    except (SyntaxError, ZeroDivisionError, OverflowError, RecursionError, MemoryError) as problem:
        raise ValueError(f"not a number: {text[:40]!r}") from problem
    if not math.isfinite(value):
        raise ValueError(f"not a number: {text[:40]!r}")
    return value


def _value(part: ast.expr) -> float:
    match part:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=sign, operand=inner) if type(sign) in _SIGNS:
            return _SIGNS[type(sign)](_value(inner))
        case ast.BinOp(left=left, op=pair, right=right) if type(pair) in _PAIRS:
            return _PAIRS[type(pair)](_value(left), _value(right))
    raise ValueError("not a number")
