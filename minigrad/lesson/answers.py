"""From what a learner hands in to plain numbers, or a clear word on why that can't be done."""

import math
import re
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np


class Unreadable(Exception):
    """The answer is not the numbers that were asked for. `key` names the sentence that says so."""

    def __init__(self, key: str, **values: Any):
        super().__init__(key)
        self.key = key
        self.values = values


def given(answer: Any) -> Any:
    """`answer` itself. Raises `Unreadable` for what is none yet: `...`, or the None of a function without a return."""
    if answer is ...:
        raise Unreadable("unfinished")
    if answer is None:
        raise Unreadable("none")
    return answer


def read(answer: Any, count: int) -> tuple[float, ...]:
    """`answer` as `count` floats: a number, a Fraction, a list or tuple, a NumPy array, a Tensor, or a
    mixture.

    Only the numbers count, not how they are nested. Raises `Unreadable` for text, None, nan, a wrong number
    of them, and anything else; a part that is still `...` makes the whole answer unfinished.

    >>> from fractions import Fraction
    >>> read([Fraction(3, 2), np.float32(2)], 2)
    (1.5, 2.0)
    """
    parts = list(_flatten(answer))
    if any(part is ... for part in parts):
        raise Unreadable("unfinished")
    numbers = tuple(_number(part) for part in parts)
    if len(numbers) != count:
        raise Unreadable("wrong_count", wanted=count, got=len(numbers))
    return numbers


def read_words(answer: Any, count: int) -> tuple[float | str | None, ...]:
    """`answer` as `count` parts, each a number, None, or a name without what only PyTorch writes at its end.

    True and False are 1 and 0, also as the words `"True"` and `"F"`; `"None"` is None; `MulBackward0`, its name and
    the node itself are all `Mul`. Raises `Unreadable` as `read` does.

    >>> read_words([True, "False", "none", "MulBackward0", 2], 5)
    (1.0, 0.0, None, 'Mul', 2.0)
    """
    parts = list(_flatten(_rows(answer)))
    if any(part is ... for part in parts):
        raise Unreadable("unfinished")
    if len(parts) != count:
        raise Unreadable("wrong_count", wanted=count, got=len(parts))
    return tuple(map(_word, parts))


def _rows(answer: Any) -> Any:
    """A table with named rows, and maybe named columns, as its rows."""
    return [_rows(part) for part in answer.values()] if isinstance(answer, dict) else answer


_SAID = {"true": 1.0, "t": 1.0, "false": 0.0, "f": 0.0, "none": None, "nonetype": None}


def _word(part: Any) -> float | str | None:
    if part is None:
        return None
    if isinstance(part, type):
        part = part.__name__
    elif callable(getattr(part, "name", None)):
        part = part.name()
    if not isinstance(part, str):
        return _number(part)
    name = part.strip().removeprefix("<").partition(" ")[0].rstrip(">")
    if name.casefold() in _SAID:
        return _SAID[name.casefold()]
    bare = re.sub(r"(Backward)?\d*$", "", name)
    return bare[:1].upper() + bare[1:]


def _flatten(answer):
    if hasattr(answer, "detach"):  # a tensor, minigrad's or PyTorch's
        answer = answer.detach().numpy()
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if not isinstance(answer, (list, tuple)):
        yield answer
        return
    for part in answer:
        yield from _flatten(part)


def _number(part) -> float:
    if part is None:
        raise Unreadable("none")
    if isinstance(part, (str, bytes)):
        raise Unreadable("text", text=repr(part[:40])[:40])
    if not isinstance(part, (Real, Decimal, np.bool_)):
        raise Unreadable("not_a_number", type=type(part).__name__)
    try:
        number = float(part)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Unreadable("not_finite", number=number)
    return number
