"""A tensor's values as a map: + blue, − orange with a dash, 0 empty; the stronger, the larger.

Cells of one strength share a path, so a map of 64 values stays small.
"""

from __future__ import annotations

from minigrad.draw.dot import Box
from minigrad.draw.roads import short
from minigrad.trace.graph import Value

LEAST_CELL = 4.5  # px: smaller cells of a small tensor would not be told apart


def heat(value: Value, room: Box, least: float = LEAST_CELL) -> str:
    """A map of a tensor's values in `room`: + and − in four strengths, 0 empty. Nothing when cells would be too small.

    A thumbnail of a large tensor may be as small as it likes.
    """
    rows = _rows(value.data if value.data is not None else value.thumb)
    if not rows or not rows[0]:
        return ""
    cell = min(11.0, room.w / len(rows[0]), room.h / len(rows))
    if value.data is not None and cell < min(least, room.h / len(rows)):
        return ""
    most = max((abs(v) for row in rows for v in row), default=0.0) or 1.0
    levels: dict[str, list[str]] = {}
    dashes = []
    for i, row in enumerate(rows):
        for j, v in enumerate(row):
            if not v:
                continue
            at = f"M{short(room.x + j * cell)} {short(room.y + i * cell)}"
            name = f"{'hp' if v > 0 else 'hn'} h{1 + int(abs(v) / most * 3.999)}"
            levels.setdefault(name, []).append(f"{at}h{short(cell)}v{short(cell)}h-{short(cell)}z")
            if v < 0 and cell >= 7:
                dashes.append(
                    f"M{short(room.x + (j + 0.3) * cell)} {short(room.y + (i + 0.5) * cell)}h{short(cell * 0.4)}"
                )
    drawn = "".join(f'<path class="{name}" d="{"".join(cells)}"/>' for name, cells in sorted(levels.items()))
    drawn += f'<path class="hg" d="{_grid(room.x, room.y, len(rows[0]), len(rows), cell)}"/>'
    return drawn + (f'<path class="hm" d="{"".join(dashes)}"/>' if dashes else "")


def _rows(data: list | float | None) -> list[list[float]]:
    """Nested lists as rows; leading dimensions are stacked, strings (nan, inf) count as empty."""
    if not isinstance(data, list) or not data:
        return []
    if not isinstance(data[0], list):
        return [[_finite(v) for v in data]]
    if data[0] and isinstance(data[0][0], list):
        return [row for part in data for row in _rows(part)]
    return [[_finite(v) for v in row] for row in data]


def _finite(value: float | str | bool) -> float:
    return 0.0 if isinstance(value, str) else float(value)


def _grid(x: float, y: float, across: int, down: int, cell: float) -> str:
    """The lines between cells, or the frame alone around a thumbnail's tiny ones."""
    w, h = across * cell, down * cell
    if cell < LEAST_CELL:
        return f"M{short(x)} {short(y)}h{short(w)}v{short(h)}h-{short(w)}z"
    lines = [f"M{short(x + j * cell)} {short(y)}v{short(h)}" for j in range(across + 1)]
    return "".join(lines + [f"M{short(x)} {short(y + i * cell)}h{short(w)}" for i in range(down + 1)])
