"""What a learner types for a number or a tensor: `3/4`, `2*3`, `(1 + 2) * 4`, `−0,5`, `[[1, 2], [3, 4]]`.

The same little language is read by `shared.js` on a page.
"""

from __future__ import annotations

import math
import re
from typing import Any

MOST = 200  # letters: nobody types more for one answer
_TOKEN = re.compile(r"\s*(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+|\*\*|[-+*/()\[\],;])", re.ASCII)


class Unreadable(ValueError):
    """Not a number, an expression of numbers, or nested lists of them."""


def read(text: str) -> Any:
    """The number, or nested lists of numbers, that `text` says. Unreadable for anything else.

    Inside brackets a comma parts numbers, unless a semicolon does; elsewhere it is a decimal comma.

    >>> read("3/4"), read("2*(1+2)"), read("−0,5"), read("[1, 2/4]"), read("[0,5; 1]")
    (0.75, 6.0, -0.5, [1.0, 0.5], [0.5, 1.0])
    """
    if len(text) > MOST:
        raise Unreadable(text)
    plain = re.sub("[−–]", "-", text).replace("×", "*").replace("·", "*").replace("÷", "/").strip()
    if "[" not in plain or ";" in plain:
        plain = re.sub(r"(\d),(?=\d)", r"\1.", plain, flags=re.ASCII)
    reader = _Reader(plain)
    try:
        value = reader.item()
    except (ZeroDivisionError, OverflowError, RecursionError) as fault:
        raise Unreadable(text) from fault
    if reader.token or not _finite(value):
        raise Unreadable(text)
    return value


def as_nested(value: Any) -> Any:
    """A number, nested lists or tuples, an array or a tensor as nested lists of numbers. Unreadable for the rest."""
    try:
        value = value.tolist() if hasattr(value, "tolist") else value
        nested = [as_nested(part) for part in value] if isinstance(value, (list, tuple)) else float(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as fault:
        raise Unreadable(type(value).__name__) from fault
    if not _finite(nested):
        raise Unreadable(type(value).__name__)
    return nested


def _finite(value: Any) -> bool:
    return all(map(_finite, value)) if isinstance(value, list) else math.isfinite(value)


def shape_of(value: Any) -> list[int]:
    """The shape of nested lists; [] for a number.

    >>> shape_of([[1, 2, 3]]), shape_of(4)
    ([1, 3], [])
    """
    return [len(value), *(shape_of(value[0]) if value else [])] if isinstance(value, list) else []


class _Reader:
    """Reads from left to right: a sum of products of signed numbers, brackets and lists."""

    def __init__(self, text: str):
        self.text, self.at, self.token = text, 0, ""
        self.next()

    def next(self) -> None:
        if not self.text[self.at :].strip():
            self.token = ""
            return
        found = _TOKEN.match(self.text, self.at)
        if not found:
            raise Unreadable(self.text)
        self.token, self.at = found[1], found.end()

    def take(self, token: str) -> bool:
        if self.token != token:
            return False
        self.next()
        return True

    def item(self) -> Any:
        if not self.take("["):
            return self.sum()
        parts: list[Any] = []
        while not self.take("]"):
            if parts and not (self.take(",") or self.take(";")):
                raise Unreadable(self.text)
            parts.append(self.item())
        return parts

    def sum(self) -> float:
        value = self.product()
        while self.token in ("+", "-"):
            sign = 1 if self.token == "+" else -1
            self.next()
            value += sign * self.product()
        return value

    def product(self) -> float:
        value = self.power()
        while self.token in ("*", "/"):
            times = self.take("*") or not self.take("/")
            value = value * self.power() if times else value / self.power()
        return value

    def power(self) -> float:
        if self.take("-"):
            return -self.power()
        if self.take("+"):
            return self.power()
        base = self.atom()
        if not self.take("**"):
            return base
        value = base ** self.power()
        if isinstance(value, complex):
            raise Unreadable(self.text)
        return value

    def atom(self) -> float:
        if self.take("("):
            value = self.sum()
            if not self.take(")"):
                raise Unreadable(self.text)
            return value
        try:
            value = float(self.token)
        except ValueError as fault:
            raise Unreadable(self.text) from fault
        self.next()
        return value
