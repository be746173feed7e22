"""The two lanes between the blocks, in a plan's coordinates: x from rank to rank, y beside each other.

A line runs straight through a rank and bends in the gap between two. A function's second input enters beside
its first. A tensor that is read beyond the next rank gets a track for each lane in a free band of every rank that
it passes, near where Graphviz led its edge; all who read it branch off from there, and the two lanes never share
a line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from minigrad.draw.dot import SIZES
from minigrad.trace.graph import Graph, OpNode

if TYPE_CHECKING:
    from minigrad.draw.layout import Plan

CLEAR = 12  # px from a passing line to a block
TRACK = 14  # px from one passing line to the next

Point = tuple[float, float]
Tracks = dict[tuple[str, str, int], float]  # (tensor, lane "e" or "g", rank passed) → y


@dataclass(frozen=True)
class Line:
    """A drawn edge: an SVG path, its ends, and where a number on it rests."""

    d: str
    start: Point
    end: Point
    middle: Point

    def extents(self) -> list[tuple[float, float, float, float]]:
        """The boxes (left, top, right, bottom) of its pieces: no piece leaves the box of its ends."""
        at, found = (0.0, 0.0), []
        for sign, told in re.findall(r"([MHVC])([^MHVC]*)", self.d):
            numbers = [float(word) for word in told.replace(",", " ").split()]
            x = at[0] if sign == "V" else numbers[-2] if sign in "MC" else numbers[0]
            y = at[1] if sign == "H" else numbers[-1]
            if sign != "M":
                found.append((min(at[0], x), min(at[1], y), max(at[0], x), max(at[1], y)))
            at = (x, y)
        return found


def roads(graph: Graph, plan: Plan, tracks: Tracks) -> dict[str, list[Point]]:
    """The stops of every line by key: values from tensor to function to tensor, gradients the other way."""
    lines: dict[str, list[Point]] = {}
    for key, tail, head in graph.value_edges():
        lines[key] = _stops(plan, (tail, plan.boxes[tail].cy), (head, plan.boxes[head].cy), tracks, (tail, "e"))
    for key, start, end in graph.gradient_edges():
        lines[key] = _stops(plan, _lower(plan, end), _lower(plan, start), tracks, (end, "g"))
    for op in graph.ops:
        _enter_beside(op, plan, lines)
    return {key: line[::-1] if key[0] == "g" else line for key, line in lines.items()}


def _lower(plan: Plan, id: str) -> tuple[str, float]:
    """A node's part on the lane of gradients, and where that lane runs through it."""
    part = f"{id}.slot" if f"{id}.slot" in plan.boxes else f"{id}.floor"
    slot = SIZES[plan.direction].slot
    return part, plan.boxes[part].y + (slot[1] if plan.direction == "LR" else slot[0]) / 2


def _stops(
    plan: Plan, tail: tuple[str, float], head: tuple[str, float], tracks: Tracks, track: tuple[str, str]
) -> list[Point]:
    (out, y1), (into, y2) = tail, head
    x1, x2 = plan.boxes[out].right, plan.boxes[into].x
    leaving, entering = plan.rank_of[out], plan.rank_of[into]
    stops = [(x1, y1)]
    if leaving != entering and x1 < plan.ranks[leaving].end:
        stops.append((plan.ranks[leaving].end, y1))
    for number in range(leaving + 1, entering):
        y = tracks[*track, number]
        stops += [(plan.ranks[number].start, y), (plan.ranks[number].end, y)]
    if leaving != entering and x2 > plan.ranks[entering].start:
        stops.append((plan.ranks[entering].start, y2))
    return [*stops, (x2, y2)]


# ---- a function's inputs


def _enter_beside(op: OpNode, plan: Plan, lines: dict[str, list[Point]]) -> None:
    """Inputs that come from above or below enter above or below the lane, in the order in which they come."""
    keys = [f"e:{op.id}:{i}" for i in range(len(op.inputs))]
    lane = plan.boxes[op.id].cy
    come = {key: lines[key][-2][1] - lane for key in keys}
    level = [key for key in keys if abs(come[key]) < 2]
    above = sorted((key for key in keys if come[key] <= -2), key=come.get)
    below = sorted((key for key in [*level[1:], *keys] if come[key] >= 2 or key in level[1:]), key=come.get)
    below = list(dict.fromkeys(below))
    floor = plan.boxes.get(f"{op.id}.floor")
    for keys, sign in ((above[::-1], -1), (below, 1)):
        for rank, key in enumerate(keys):
            _bend(lines, key, sign * _aside(rank, len(keys), plan.boxes[op.id].h / 2 - 5))
            back = "g" + key[1:]
            if back in lines and floor:
                _, y = _lower(plan, op.id)
                room = floor.bottom - y if sign > 0 else y - floor.y
                _bend(lines, back, sign * _aside(rank, len(keys), min(room - 5, 16)))


def _aside(rank: int, count: int, most: float) -> float:
    """How far beside the lane the `rank`-th of `count` lines enters."""
    if count == 1:
        return min(14, most)
    return 6 + (most - 6) * rank / (count - 1)


def _bend(lines: dict[str, list[Point]], key: str, dy: float) -> None:
    """Move the end of a line sideways, with the straight piece that leads to it."""
    line, y = lines[key], lines[key][-1][1]
    straight = [n for n in range(1, len(line)) if line[n][1] == y and n >= len(line) - 2]
    for n in straight:
        if n == len(line) - 1 or line[n][0] != line[n - 1][0]:
            lines[key][n] = (line[n][0], y + dy)


# ---- tensors that are read beyond the next rank


def lay_tracks(graph: Graph, plan: Plan) -> Tracks:
    """Where each tensor's lanes cross the ranks that they pass."""
    readers: dict[str, list[str]] = defaultdict(list)
    for _, tail, head in graph.value_edges():
        readers[tail].append(head)
    ways_back = {(end, start) for _, start, end in graph.gradient_edges()}
    wishes = defaultdict(list)
    for tensor, heads in readers.items():
        start = plan.rank_of[tensor]
        far = max(heads, key=plan.rank_of.get)
        lower = max((plan.rank_of[head] for head in heads if (tensor, head) in ways_back), default=0)
        way = _curve(plan.splines.get((plan.home[tensor], plan.home[far]), []))
        y = plan.boxes[tensor].cy
        for number in range(start + 1, plan.rank_of[far]):
            y, band = _pass(plan, number, y, _at(way, plan.ranks[number].seen, y))
            wishes[number, band].append((y, 0, tensor, "e"))
            if number < lower:
                wishes[number, band].append((y, _lane_distance(plan.direction), tensor, "g"))
    tracks = {}
    for (number, band), wanted in wishes.items():
        wanted.sort()
        placed = _apart([y + aside for y, aside, _, _ in wanted], *band)
        tracks |= {(tensor, lane, number): y for (_, _, tensor, lane), y in zip(wanted, placed, strict=True)}
    return tracks


def _pass(plan: Plan, number: int, straight: float, suggested: float) -> tuple[float, Point]:
    """Where to pass a rank, and in which free band: straight on if there is room, else where Graphviz went."""
    bands = [band for band in plan.bands(number) if band[1] - band[0] >= 2 * CLEAR + TRACK]
    for band in bands:
        if band[0] + CLEAR <= straight <= band[1] - CLEAR - TRACK:
            return straight, band
    return suggested, min(bands, key=lambda band: max(band[0] - suggested, suggested - band[1], 0))


def _lane_distance(direction: str) -> float:
    """From the lane of values to the lane of gradients."""
    sizes = SIZES[direction]
    side = 1 if direction == "LR" else 0
    return sizes.card[side] / 2 + sizes.lane_gap + sizes.slot[side] / 2


def _apart(wanted: list[float], first: float, last: float) -> list[float]:
    """`wanted` places in order, moved so that they keep apart from each other and from the walls of their band."""
    first, last = first + CLEAR, last - CLEAR
    apart = min(TRACK, max(0.0, last - first) / max(1, len(wanted) - 1))
    placed, least = [], first
    for y in wanted:
        placed.append(max(y, least))
        least = placed[-1] + apart
    most = last
    for n in reversed(range(len(placed))):
        placed[n] = min(placed[n], most)
        most = placed[n] - apart
    return placed


def _curve(control: list[Point]) -> list[Point]:
    """Points on a piecewise cubic Bézier curve, dense enough to be read off."""
    points = control[:1]
    for a, b, c, d in zip(control[0::3], control[1::3], control[2::3], control[3::3], strict=False):
        for n in range(1, 9):
            t, s = n / 8, 1 - n / 8
            p, q, u, v = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            points.append((p * a[0] + q * b[0] + u * c[0] + v * d[0], p * a[1] + q * b[1] + u * c[1] + v * d[1]))
    return points


def _at(points: list[Point], x: float, otherwise: float) -> float:
    """The y of a curve at x, if it goes there."""
    for (x1, y1), (x2, y2) in zip(points, points[1:], strict=False):
        if x1 <= x <= x2:
            return y1 + (y2 - y1) * ((x - x1) / (x2 - x1) if x2 > x1 else 0)
    return otherwise


def bends(graph: Graph, plan: Plan, tracks: Tracks) -> list[int]:
    """How many values change their height in the gap after each rank: where many do, a wider gap reads better."""
    found = [set() for _ in plan.ranks]
    for _, tail, head in graph.value_edges():
        y = plan.boxes[tail].cy
        for number in range(plan.rank_of[tail], plan.rank_of[head]):
            passed = tracks.get((tail, "e", number + 1), plan.boxes[head].cy)
            if abs(passed - y) > 2:
                found[number].add((y, passed))
            y = passed
    return [len(pairs) for pairs in found]


# ---- paths


def draw(stops: list[Point], flat: bool, back: bool = False) -> Line:
    """The path through a line's stops; `flat` says that x runs to the right, else it runs down.

    A way `back` is drawn from its end: lines that share a track into one slot then share their dashes too.
    """
    drawn = stops[::-1] if back else stops
    pieces = list(zip(stops, stops[1:], strict=False))
    (x1, y1), (x2, y2) = next((piece for piece in pieces if abs(piece[1][0] - piece[0][0]) > CLEAR), pieces[0])
    ends = (stops[0], stops[-1], ((x1 + x2) / 2, (y1 + y2) / 2))
    return Line(_path(drawn, flat), *((x, y) if flat else (y, x) for x, y in ends))


def _path(stops: list[Point], flat: bool) -> str:
    def at(x: float, y: float) -> str:
        return f"{short(x)} {short(y)}" if flat else f"{short(y)} {short(x)}"

    straight = "H" if flat else "V"
    d = [f"M{at(*stops[0])}"]
    for (x1, y1), (x2, y2) in zip(stops, stops[1:], strict=False):
        half = (x2 - x1) / 2
        if abs(y1 - y2) > 0.05:
            d.append(f"C{at(x1 + half, y1)} {at(x2 - half, y2)} {at(x2, y2)}")
        elif d[-1][0] == straight:
            d[-1] = f"{straight}{short(x2)}"
        else:
            d.append(f"{straight}{short(x2)}")
    return "".join(d)


@lru_cache(maxsize=16384)
def short(number: float) -> str:
    """A coordinate with at most one decimal.

    >>> short(12.04), short(0.25 * 3)
    ('12', '0.8')
    """
    return f"{number:.1f}".removesuffix(".0")
