"""Where everything stands. Graphviz ranks and orders the blocks; this module puts them into a frame.

Graphviz's answer is read for three things: which blocks share a rank, where a block's lane of values runs, and which way a
long edge takes past other blocks. Ranks then move together until the picture fits its frame, and `roads` draws the lanes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from minigrad.draw.dot import SIZES, Block, Box, blocks, digraph
from minigrad.draw.engines import LayoutError, ask, engine_in_use, warm
from minigrad.draw.roads import Line, Point, draw, roads
from minigrad.trace.graph import Graph

__all__ = ["Layout", "LayoutError", "Plan", "Rank", "engine_in_use", "layout", "warm"]

MARGIN = {"LR": (12, 18), "TB": (14, 16)}  # px along x and y: room for halo and marker
FOOT = 12  # px under everything
ROUNDING = 3  # px within which two lanes are meant to be one
FRAME = {"LR": 858, "TB": None}  # the stepper's inner width: ranks move together before anything is scaled


@dataclass(frozen=True)
class Layout:
    """Boxes by part (`n3`, `n3.floor`, `n4.slot`) and lines by key (`e:n3:0`, `g:n3:out0`), in px from the upper left."""

    direction: str
    width: float
    height: float
    boxes: dict[str, Box]
    lines: dict[str, Line]


@dataclass
class Rank:
    """Blocks that stand beside each other. `seen` is where Graphviz put the rank, `start` to `end` where it goes."""

    seen: float
    blocks: list[str] = field(default_factory=list)
    start: float = 0.0
    end: float = 0.0


@dataclass
class Plan:
    """A layout in the making, always from left to right: for `"TB"`, x and y change places until the last moment.

    `splines` are Graphviz's own edges as points, by (block, block).
    """

    direction: str
    blocks: dict[str, Block]
    ranks: list[Rank] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)
    splines: dict[tuple[str, str], list[list[Point]]] = field(default_factory=lambda: defaultdict(list))


def layout(graph: Graph, direction: str = "LR", engine: str = "auto", frame: float | None = None) -> Layout:
    """Lay a graph out from left to right (`"LR"`) or from top to bottom (`"TB"`).

    `frame`: the width in px that `"LR"` tries to keep, as far as ranks may move together; the stepper's by default.
    LayoutError when no engine answers; ValueError for another direction or engine.

    >>> from minigrad.trace.graph import Graph, TensorNode, Value
    >>> x = TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True)
    >>> layout(Graph(nodes=[x])).boxes["n0"]
    Box(x=12.0, y=18.0, w=76, h=46)
    """
    answer = ask(digraph(graph, direction).source, engine)
    plan = _plan(graph, direction, answer, frame or FRAME[direction])
    return _framed(plan, roads(graph, plan))


def _plan(graph: Graph, direction: str, answer: dict, frame: float | None) -> Plan:
    plan = Plan(direction, blocks(graph, direction))
    height = float(answer["bb"].split(",")[3])

    def seen(x: float, y: float) -> Point:
        """Graphviz's y grows upwards."""
        return (x, height - y) if direction == "LR" else (height - y, x)

    names = {thing["_gvid"]: thing["name"] for thing in answer.get("objects", [])}
    first: dict[str, float] = {}
    ranks: dict[int, Rank] = {}
    for thing in answer.get("objects", []):
        block = plan.blocks[thing["name"]]
        x1, y1, x2, y2 = map(float, thing["rects"].split()[0].split(","))
        lane = seen((x1 + x2) / 2, (y1 + y2) / 2)[1]
        first[block.id] = lane - turned(block.parts[block.entry], direction).cy
        along = seen(*map(float, thing["pos"].split(",")))[0]
        ranks.setdefault(round(along), Rank(along)).blocks.append(block.id)
    for edge in answer.get("edges", []):
        control = [seen(*map(float, xy.split(","))) for xy in edge["pos"].split(";")[0].split() if xy[0] not in "es"]
        plan.splines[names[edge["tail"]], names[edge["head"]]].append(control)
    plan.ranks = [ranks[along] for along in sorted(ranks)]
    _set_ranks(plan, _straightened(plan, first), frame)
    return plan


def _straightened(plan: Plan, first: dict[str, float]) -> dict[str, float]:
    """`first` with lanes that differ by Graphviz's rounding made one."""
    lanes = {id: y + turned(plan.blocks[id].parts[plan.blocks[id].entry], plan.direction).cy for id, y in first.items()}
    straight, lane = {}, float("-inf")
    for id in sorted(lanes, key=lanes.get):
        lane = lanes[id] if lanes[id] > lane + ROUNDING else lane
        straight[id] = first[id] + lane - lanes[id]
    return straight


def _set_ranks(plan: Plan, first: dict[str, float], frame: float | None) -> None:
    """Give every rank its place: functions at its start, lone tensors at its end, near whoever reads them."""
    parts = {id: {p: turned(box, plan.direction) for p, box in block.parts.items()} for id, block in plan.blocks.items()}
    deep = {id: max(box.right for box in boxes.values()) for id, boxes in parts.items()}
    sizes = [max(deep[id] for id in rank.blocks) for rank in plan.ranks]
    gap, at = _gap(plan.direction, sizes, frame), 0.0
    for rank, size in zip(plan.ranks, sizes, strict=True):
        rank.start, rank.end = at, at + size
        at = rank.end + gap
        for id in rank.blocks:
            start = rank.end - deep[id] if plan.blocks[id].tensor else rank.start
            plan.boxes |= {part: box.moved(start, first[id]) for part, box in parts[id].items()}


def _gap(direction: str, sizes: list[float], frame: float | None) -> float:
    wanted, least = SIZES[direction].rank_gap, SIZES[direction].rank_gap_least
    if frame is None or len(sizes) < 2:
        return wanted
    fitting = (frame - 2 * MARGIN[direction][0] - sum(sizes)) / (len(sizes) - 1)
    return max(least, min(wanted, fitting))


def turned(box: Box, direction: str) -> Box:
    """A box of a block in a plan's coordinates, and back."""
    return box if direction == "LR" else Box(box.y, box.x, box.h, box.w)


def _framed(plan: Plan, stops: dict[str, list[Point]]) -> Layout:
    """Margins around everything, and for `"TB"` the turn."""
    flat = plan.direction == "LR"
    right, down = MARGIN[plan.direction]
    along, across = (right, down) if flat else (down, right)
    everything = [y for line in stops.values() for _, y in line]
    everything += [y for box in plan.boxes.values() for y in (box.y, box.bottom)]
    top = min(everything, default=0)
    length, breadth = (plan.ranks[-1].end if plan.ranks else 0, max(everything, default=0) - top)
    boxes = {part: turned(box.moved(along, across - top), plan.direction) for part, box in plan.boxes.items()}
    lines = {key: draw([(x + along, y + across - top) for x, y in line], flat) for key, line in stops.items()}
    width, height = (length, breadth) if flat else (breadth, length)
    return Layout(plan.direction, round(width + 2 * right, 1), round(height + down + FOOT, 1), boxes, lines)
