"""Where everything stands. Graphviz ranks and orders the blocks; this module puts them into a frame.

Graphviz's answer is read for three things: which blocks share a rank, where a block's lane of values runs, and which
way a long edge takes past other blocks. Ranks then move together until the picture fits its frame, and `roads` draws
the lanes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from minigrad.draw.dot import SIZES, Block, Box, blocks, digraph
from minigrad.draw.engines import LayoutError, ask, engine_in_use, warm
from minigrad.draw.roads import Line, Point, bends, draw, lay_tracks, roads
from minigrad.trace.graph import Graph

__all__ = ["Layout", "LayoutError", "Plan", "Rank", "engine_in_use", "layout", "warm"]

MARGIN = {"LR": (12, 18), "TB": (14, 16)}  # px along x and y: room for halo and marker
FOOT = 12  # px under everything
ROUNDING = 3  # px within which two lanes are meant to be one
BEND = 6  # px that a gap grows by for each further line that bends in it
WIDEST_GAP = 76
FRAME = {"LR": 858, "TB": None}  # the stepper's inner width: ranks move together before anything is scaled


@dataclass(frozen=True)
class Layout:
    """Boxes by part (`n3`, `n3.floor`, `n4.slot`) and lines by key (`e:n3:0`, `g:n3:out0`).

    In px from the upper left corner.
    """

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

    `home` and `rank_of` say in which block and rank a part is; `splines` are Graphviz's own edges, by (block, block).
    """

    direction: str
    blocks: dict[str, Block]
    ranks: list[Rank] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    rank_of: dict[str, int] = field(default_factory=dict)
    splines: dict[tuple[str, str], list[Point]] = field(default_factory=dict)

    def bands(self, number: int) -> list[Point]:
        """The free bands (y, y) of a rank: above, between and below its blocks."""
        if number not in self._bands:
            boxes = ([self.boxes[part] for part in self.blocks[id].parts] for id in self.ranks[number].blocks)
            taken = sorted((min(box.y for box in block), max(box.bottom for box in block)) for block in boxes)
            walls = [float("-inf"), *(wall for span in taken for wall in span), float("inf")]
            self._bands[number] = list(zip(walls[0::2], walls[1::2], strict=True))
        return self._bands[number]

    def __post_init__(self):
        self._bands: dict[int, list[Point]] = {}


def layout(graph: Graph, direction: str = "LR", engine: str = "auto", frame: float | None = None) -> Layout:
    """Lay a graph out from left to right (`"LR"`) or from top to bottom (`"TB"`).

    `frame`: the width in px that `"LR"` tries to keep, as far as ranks may move together; the stepper's by default.
    LayoutError when no engine answers; ValueError for another direction or engine.

    >>> from minigrad.trace.graph import Graph, TensorNode, Value
    >>> x = TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True)
    >>> layout(Graph(nodes=[x])).boxes["n0"]
    Box(x=12.0, y=18.0, w=76, h=46)
    """
    plan = _plan(graph, direction, ask(digraph(graph, direction, every_edge=False).source, engine))
    if _runs_backwards(graph, plan):
        plan = _plan(graph, direction, ask(digraph(graph, direction).source, engine))
    tracks = lay_tracks(graph, plan)
    _spread(plan, _gaps(plan, bends(graph, plan, tracks), frame or FRAME[direction]))
    return _framed(plan, roads(graph, plan, tracks))


def _plan(graph: Graph, direction: str, answer: dict) -> Plan:
    """Graphviz's answer: lanes and ranks. Nothing is placed along the ranks yet."""
    plan = Plan(direction, blocks(graph, direction))
    height = float(answer["bb"].split(",")[3])

    def seen(xy: str) -> Point:
        """Graphviz's y grows upwards."""
        x, y = map(float, xy.split(","))
        return (x, height - y) if direction == "LR" else (height - y, x)

    names = {thing["_gvid"]: thing["name"] for thing in answer.get("objects", [])}
    lanes: dict[str, float] = {}
    ranks: dict[int, Rank] = {}
    for thing in answer.get("objects", []):
        x1, y1, x2, y2 = thing["rects"].split()[0].split(",")
        lanes[thing["name"]] = (seen(f"{x1},{y1}")[1] + seen(f"{x2},{y2}")[1]) / 2
        along = seen(thing["pos"])[0]
        ranks.setdefault(round(along), Rank(along)).blocks.append(thing["name"])
    for edge in answer.get("edges", []):
        control = [seen(xy) for xy in edge["pos"].split(";")[0].split() if xy[0] not in "es"]
        plan.splines[names[edge["tail"]], names[edge["head"]]] = control
    plan.ranks = [ranks[along] for along in sorted(ranks)]
    rank_of_block = {id: number for number, rank in enumerate(plan.ranks) for id in rank.blocks}
    for id, lane in _straightened(lanes).items():
        block = plan.blocks[id]
        parts = {part: turned(box, direction) for part, box in block.parts.items()}
        plan.boxes |= {part: box.moved(0, lane - parts[block.entry].cy) for part, box in parts.items()}
        plan.home |= dict.fromkeys(parts, id)
        plan.rank_of |= dict.fromkeys(parts, rank_of_block[id])
    return plan


def _straightened(lanes: dict[str, float]) -> dict[str, float]:
    """`lanes` where those that differ by Graphviz's rounding are one."""
    straight, lane = {}, float("-inf")
    for id in sorted(lanes, key=lanes.get):
        lane = lanes[id] if lanes[id] > lane + ROUNDING else lane
        straight[id] = lane
    return straight


def _gaps(plan: Plan, bent: list[int], frame: float | None) -> list[float]:
    """The space after each rank: wider where many lines bend, narrower where that makes the picture fit its frame."""
    sizes = SIZES[plan.direction]
    wanted = [min(WIDEST_GAP, sizes.rank_gap + BEND * max(0, count - 1)) for count in bent]
    count = len(plan.ranks) - 1
    if frame is None or count < 1:
        return wanted
    room = frame - 2 * MARGIN[plan.direction][0] - sum(_deep(plan, rank) for rank in plan.ranks)
    if sum(wanted[:-1]) <= room or room < count * sizes.rank_gap_least:
        return wanted
    spare = (room - count * sizes.rank_gap_least) / (sum(wanted[:-1]) - count * sizes.rank_gap_least)
    return [sizes.rank_gap_least + (gap - sizes.rank_gap_least) * spare for gap in wanted]


def _deep(plan: Plan, rank: Rank) -> float:
    return max(plan.boxes[part].right for id in rank.blocks for part in plan.blocks[id].parts)


def _spread(plan: Plan, gaps: list[float]) -> None:
    """Place the ranks: functions at the start of theirs, lone tensors at its end, near whoever reads them."""
    at = 0.0
    for rank, gap in zip(plan.ranks, gaps, strict=True):
        rank.start, rank.end = at, at + _deep(plan, rank)
        at = rank.end + gap
        for id in rank.blocks:
            parts = plan.blocks[id].parts
            deep = max(plan.boxes[part].right for part in parts)
            start = rank.end - deep if plan.blocks[id].tensor else rank.start
            plan.boxes |= {part: plan.boxes[part].moved(start, 0) for part in parts}


def _runs_backwards(graph: Graph, plan: Plan) -> bool:
    """Whether an edge that was left out of the layout would have kept its ends in order."""
    edges = ((tail, head) for _, tail, head in graph.value_edges() if plan.home[tail] != plan.home[head])
    return any(plan.rank_of[tail] >= plan.rank_of[head] for tail, head in edges)


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
    placed = {key: [(x + along, y + across - top) for x, y in line] for key, line in stops.items()}
    lines = {key: draw(line, flat, back=key[0] == "g") for key, line in placed.items()}
    width, height = (length, breadth) if flat else (breadth, length)
    return Layout(plan.direction, round(width + 2 * right, 1), round(height + down + FOOT, 1), boxes, lines)
