"""Copies of values small enough to keep: whole up to 64 elements, beyond that a summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from minigrad.trace.graph import Value
from minigrad.trace.notation import number

WHOLE = 64
SIDE = 16


@dataclass(slots=True)
class Snapshot:
    """What is kept of an array at the moment it is seen. `whole` is a copy, or None for a large array."""

    shape: tuple[int, ...]
    whole: np.ndarray | None
    low: Any = None
    high: Any = None
    mean: Any = None
    thumb: np.ndarray | None = None

    @property
    def dtype(self) -> np.dtype:
        return self.low.dtype if self.whole is None else self.whole.dtype

    @property
    def nbytes(self) -> int:
        kept = self.whole if self.whole is not None else self.thumb
        return 64 + (kept.nbytes if kept is not None else 0)


def snapshot(array: Any) -> Snapshot:
    """A copy of `array` (anything NumPy takes), or a summary of it when it has more than 64 elements."""
    array = np.asarray(array)
    if array.size <= WHOLE:
        return Snapshot(array.shape, array.copy())
    with np.errstate(all="ignore"):
        return Snapshot(array.shape, None, array.min(), array.max(), array.mean(), _thumbnail(array))


def seen(taken: Any) -> Snapshot | None:
    """The snapshot of what was taken while hearing: a NumPy number, a copy, or a snapshot already."""
    if taken is None or isinstance(taken, Snapshot):
        return taken
    return Snapshot(taken.shape, np.asarray(taken))


def _thumbnail(array: np.ndarray) -> np.ndarray:
    rows = array.reshape(-1, array.shape[-1]) if array.ndim > 1 else array.reshape(1, -1)
    pick = [np.linspace(0, n - 1, min(n, SIDE)).round().astype(int) for n in rows.shape]
    return rows[np.ix_(*pick)]


def value(seen: Snapshot | None, most: int = WHOLE) -> Value:
    """The snapshot as plain data; arrays of more than `most` elements only by their shape and range.

    >>> value(snapshot(3.0)), value(snapshot([1.0, -2.0])).text, value(snapshot([[1, 2], [3, 4]])).text
    (Value(text='3', shape=None, data=None, min=None, max=None, mean=None, thumb=None), '[1, −2]', '(2, 2)')
    """
    if seen is None:
        return Value("?")
    if seen.shape == ():
        return Value(number(seen.whole[()]))
    shape = list(seen.shape)
    if seen.whole is None:
        return Value(shape_text(shape), shape, min=_plain(seen.low), max=_plain(seen.high), mean=_plain(seen.mean),
                     thumb=_nested(seen.thumb) if most == WHOLE else None)
    if seen.whole.size > most:
        return Value(shape_text(shape), shape, min=_plain(seen.whole.min()), max=_plain(seen.whole.max()))
    return Value(_text(seen.whole), shape, _nested(seen.whole))


def shape_text(shape: list[int] | tuple[int, ...]) -> str:
    """A shape as PyTorch's users write it.

    >>> shape_text([2, 3]), shape_text([3])
    ('(2, 3)', '(3,)')
    """
    return str(tuple(shape))


def _text(array: np.ndarray) -> str:
    """A short row of numbers, or the shape: what fits a card."""
    if array.ndim == 1 and array.size <= 3:
        row = "[" + ", ".join(number(x) for x in array) + "]"
        if len(row) <= 12:
            return row
    return shape_text(array.shape)


def _nested(array: np.ndarray) -> Any:
    if array.ndim == 0:
        return _plain(array[()])
    return [_nested(part) for part in array]


def _plain(x: Any) -> Any:
    """A JSON number of six significant digits; a string for what JSON has no number for."""
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, np.integer)):
        return int(x)
    if isinstance(x, (complex, np.complexfloating)):
        return str(complex(x))
    x = float(x)
    if np.isfinite(x):
        return float(f"{x:.6g}")
    return str(x)
