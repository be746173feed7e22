"""The two lanes between the blocks, in a plan's coordinates: x from rank to rank, y beside each other.

A line runs straight through a rank and bends in the gap between two. A function's second input enters beside its first.
An edge that passes other blocks gets a track for each of its lanes in the free band that Graphviz found for it, so that
lanes never share a line.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minigrad.draw.dot import SIZES, Box
from minigrad.trace.graph import Graph, OpNode

if TYPE_CHECKING:
    from minigrad.draw.layout import Plan

CLEAR = 12  # px from a passing line to a block
TRACK = 14  # px from one passing line to the next
CROSS = 12  # half the size of a cut's ⨯ and the air around it

Point = tuple[float, float]
Way = dict[int, float]  # rank passed → y


@dataclass(frozen=True)
class Line:
    """A drawn edge: an SVG path, its ends, and where a number on it rests."""

    d: str
    start: Point
    end: Point
    middle: Point


def roads(graph: Graph, plan: Plan) -> dict[str, list[Point]]:
    """The stops of every line by key: values from tensor to function to tensor, gradients the other way."""
    ways = _ways(graph, plan)
    lines: dict[str, list[Point]] = {}
    for key, tail, head in graph.value_edges():
        lines[key] = _stops(plan, (tail, plan.boxes[tail].cy), (head, plan.boxes[head].cy), ways.get(key, {}))
    for key, start, end in graph.gradient_edges():
        tail, head = (_lower(plan, end), _lower(plan, start))
        lines[key] = _stops(plan, tail, head, ways.get(key, {}))
    for op in graph.ops:
        _enter_beside(op, plan, lines)
    return {key: line[::-1] if key[0] == "g" else line for key, line in lines.items()}


def _lower(plan: Plan, id: str) -> tuple[str, float]:
    """A node's part on the lane of gradients, and where that lane runs through it."""
    part = f"{id}.slot" if f"{id}.slot" in plan.boxes else f"{id}.floor"
    slot = SIZES[plan.direction].slot
    return part, plan.boxes[part].y + (slot[1] if plan.direction == "LR" else slot[0]) / 2


def _stops(plan: Plan, tail: tuple[str, float], head: tuple[str, float], way: Way) -> list[Point]:
    (out, y1), (into, y2) = tail, head
    x1, x2 = plan.boxes[out].right, plan.boxes[into].x
    stops = [(x1, y1)]
    leaving, entering = _rank(plan, out), _rank(plan, into)
    if leaving != entering and x1 < plan.ranks[leaving].end:
        stops.append((plan.ranks[leaving].end, y1))
    for number, y in sorted(way.items()):
        stops += [(plan.ranks[number].start, y), (plan.ranks[number].end, y)]
    if leaving != entering and x2 > plan.ranks[entering].start:
        stops.append((plan.ranks[entering].start, y2))
    return [*stops, (x2, y2)]


def _rank(plan: Plan, part: str) -> int:
    x = plan.boxes[part].cx
    return next(number for number, rank in enumerate(plan.ranks) if x <= rank.end)


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


# ---- long edges


def _ways(graph: Graph, plan: Plan) -> dict[str, Way]:
    """Where each line crosses the ranks that it passes."""
    home = {part: block.id for block in plan.blocks.values() for part in block.parts}
    rank_of = {id: number for number, rank in enumerate(plan.ranks) for id in rank.blocks}
    lower = {key for key, _, _ in graph.gradient_edges()}
    spread = _lower_distance(plan.direction)
    wishes = defaultdict(list)
    for key, tail, head in graph.value_edges():
        start, end = home[tail], home[head]
        if start == end:
            continue
        spline = _curve(plan.splines[start, end].pop())
        own = plan.boxes[tail].cy
        for number in range(rank_of[start] + 1, rank_of[end]):
            y = _at(spline, plan.ranks[number].seen)
            y = own if abs(y - own) < CLEAR else y
            band = _band(plan, number, y)
            wishes[number, band].append((y, 0, key))
            if "g" + key[1:] in lower:
                wishes[number, band].append((y, spread, "g" + key[1:]))
    ways: dict[str, Way] = defaultdict(dict)
    for (number, band), wanted in wishes.items():
        wanted.sort()
        tracks = _tracks([y + aside for y, aside, _ in wanted], *band)
        for (_, _, key), y in zip(wanted, tracks, strict=True):
            ways[key][number] = y
    return ways


def _lower_distance(direction: str) -> float:
    """From the lane of values to the lane of gradients."""
    sizes = SIZES[direction]
    side = 1 if direction == "LR" else 0
    return sizes.card[side] / 2 + sizes.lane_gap + sizes.slot[side] / 2


def _band(plan: Plan, number: int, y: float) -> Point:
    """The free band of a rank at `y`, or nearest to it."""
    walls = [float("-inf")]
    for boxes in sorted(([plan.boxes[p] for p in plan.blocks[id].parts] for id in plan.ranks[number].blocks), key=_top):
        walls += [_top(boxes), max(box.bottom for box in boxes)]
    walls.append(float("inf"))
    bands = list(zip(walls[0::2], walls[1::2], strict=True))
    return min(bands, key=lambda band: max(band[0] - y, y - band[1], 0))


def _top(boxes: list[Box]) -> float:
    return min(box.y for box in boxes)


def _tracks(wanted: list[float], first: float, last: float) -> list[float]:
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
    points = [control[0]]
    for a, b, c, d in zip(control[0::3], control[1::3], control[2::3], control[3::3], strict=False):
        for n in range(1, 9):
            t, s = n / 8, 1 - n / 8
            weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
            points.append(tuple(sum(w * p[i] for w, p in zip(weights, (a, b, c, d), strict=True)) for i in (0, 1)))
    return points


def _at(points: list[Point], x: float) -> float:
    """The y of a curve at x."""
    for (x1, y1), (x2, y2) in zip(points, points[1:], strict=False):
        if x1 <= x <= x2:
            return y1 + (y2 - y1) * ((x - x1) / (x2 - x1) if x2 > x1 else 0)
    return points[-1][1] if x > points[-1][0] else points[0][1]


# ---- paths


def draw(stops: list[Point], flat: bool) -> Line:
    """The path through a line's stops; `flat` says that x runs to the right, else it runs down."""
    say = (lambda x, y: f"{_short(x)} {_short(y)}") if flat else (lambda x, y: f"{_short(y)} {_short(x)}")
    straight = "H" if flat else "V"
    d = [f"M{say(*stops[0])}"]
    for (x1, y1), (x2, y2) in zip(stops, stops[1:], strict=False):
        if abs(y1 - y2) > 0.05:
            half = (x2 - x1) / 2
            d.append(f"C{say(x1 + half, y1)} {say(x2 - half, y2)} {say(x2, y2)}")
        elif d[-1][0] == straight:
            d[-1] = f"{straight}{_short(x2)}"
        else:
            d.append(f"{straight}{_short(x2)}")
    (x1, y1), (x2, y2) = next(
        (pair for pair in zip(stops, stops[1:], strict=False) if abs(pair[1][0] - pair[0][0]) > CLEAR), stops[:2]
    )
    ends = (stops[0], stops[-1], ((x1 + x2) / 2, (y1 + y2) / 2))
    return Line("".join(d), *((x, y) if flat else (y, x) for x, y in ends))


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
