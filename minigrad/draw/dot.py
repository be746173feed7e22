"""The graph as a `graphviz.Digraph`: what Graphviz lays out, and what a learner may keep as a `.dot` file.

A picture is a two-lane road: values on the upper lane, gradients on the lower one. So a tensor is a **block** of a
card and, under it, a slot for its gradient; a function is a block of a box and, under it, a floor that holds what
stays for the way back. A function with a single result makes one block with that result: they belong together.
Graphviz sees a block as one node of a fixed size, a record whose fields are ports: `v` and `r` on the lane of values
(`r` is the result's), `g` and `s` on the lane of gradients. Gradients go back along the same edges, so only the edges
of values are laid out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import graphviz

from minigrad.draw.fonts import fit, plain, width
from minigrad.draw.palette import LIGHT
from minigrad.trace.graph import Graph, OpNode, TensorNode

DIRECTIONS = ("LR", "TB")
POINTS_PER_INCH = 72


@dataclass(frozen=True)
class Box:
    """A rectangle in px; y grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def moved(self, dx: float, dy: float) -> Box:
        return Box(round(self.x + dx, 1), round(self.y + dy, 1), self.w, self.h)


@dataclass(frozen=True)
class Sizes:
    """The measures of one direction, in px: (width, height) of each part and the free space between blocks."""

    card: tuple[int, int]
    slot: tuple[int, int]
    op: tuple[int, int]
    lane_gap: int  # card to slot, box to floor
    link: int  # a function to its own result
    rank_gap: int
    rank_gap_least: int
    node_gap: int


DRAWER_PITCH = 18
FIELD_ROOM = 68
MANY_READERS = 3
SIDES = {"LR": "ew", "TB": "sn"}  # compass points where a line leaves and enters
PIN = (40, 28)
CUT_ROOM = 40
SIZES = {
    "LR": Sizes((76, 46), (76, 22), (66, 46), lane_gap=4, link=12, rank_gap=34, rank_gap_least=18, node_gap=21),
    "TB": Sizes((74, 38), (64, 38), (74, 32), lane_gap=4, link=6, rank_gap=26, rank_gap_least=26, node_gap=30),
}


@dataclass
class Block:
    """Parts that move together, and where they sit from the block's upper left corner.

    `parts` maps a node's id to its card or box, and `id.slot`, `id.floor` to what lies under it on the lower lane.
    """

    id: str
    op: OpNode | None = None
    tensor: TensorNode | None = None
    parts: dict[str, Box] = field(default_factory=dict)

    @property
    def w(self) -> float:
        return max(part.right for part in self.parts.values())

    @property
    def h(self) -> float:
        return max(part.bottom for part in self.parts.values())

    @property
    def entry(self) -> str:
        """The part where values come in."""
        return self.op.id if self.op else self.tensor.id

    @property
    def exit(self) -> str:
        """The part where values go out."""
        return self.tensor.id if self.tensor else self.op.id

    def lane(self, direction: str) -> float:
        """How far the lane of values runs from the block's first edge."""
        return self.parts[self.entry].cy if direction == "LR" else self.parts[self.entry].cx


def has_slot(tensor: TensorNode) -> bool:
    """A leaf has a pocket and a tracked result a pill; nothing comes back to the others."""
    return tensor.kind == "leaf" or (tensor.kind == "result" and tensor.requires_grad)


def is_pin(tensor: TensorNode) -> bool:
    """A plain number that an operation was given: drawn small."""
    return tensor.kind == "const" and not tensor.shape and tensor.op is None and tensor.name is None


def blocks(graph: Graph, direction: str = "LR") -> dict[str, Block]:
    """The blocks of a graph by id, in the order in which the operations need them.

    A block is named after its operation, or after its tensor where there is none.
    """
    made = {id for op in graph.ops for id in op.outputs}
    found: dict[str, Block] = {}
    joined: set[str] = set()
    for op in graph.ops:
        for id in op.inputs:
            if id not in made and id not in found:
                found[id] = _block(direction, tensor=graph[id])
        result = op.outputs[0] if len(op.outputs) == 1 and op.outputs[0] not in joined else None
        found[op.id] = _block(direction, op, graph[result] if result else None)
        if result:
            joined.add(result)
    for tensor in graph.tensors:
        if tensor.id not in joined and tensor.id not in found:
            found[tensor.id] = _block(direction, tensor=tensor)
    return found


def _block(direction: str, op: OpNode | None = None, tensor: TensorNode | None = None) -> Block:
    block = Block((op or tensor).id, op, tensor)
    if op:
        block.parts |= _op_parts(op, direction)
    if tensor:
        box = block.parts[op.id] if op else None
        block.parts |= _tensor_parts(tensor, direction, box)
    return block


def _op_parts(op: OpNode, direction: str) -> dict[str, Box]:
    sizes = SIZES[direction]
    w, h = sizes.op
    if not (op.tracked or op.cut or op.error):
        return {op.id: Box(0, 0, w, h)}
    drawers = DRAWER_PITCH * max(1, len(op.drawers)) + 4
    if direction == "LR":
        floor = Box(0, h + sizes.lane_gap, w, CUT_ROOM if op.cut else drawers)
        return {op.id: Box(0, 0, w, h), f"{op.id}.floor": floor}
    tall = max(h, drawers)
    return {op.id: Box(0, 0, w, tall), f"{op.id}.floor": Box(w + sizes.lane_gap, 0, sizes.slot[0], tall)}


def _tensor_parts(tensor: TensorNode, direction: str, box: Box | None) -> dict[str, Box]:
    """Card and slot; right of, or below, the box of the operation that made the tensor."""
    sizes = SIZES[direction]
    w, h = sizes.card
    if is_pin(tensor):
        wide = width(plain(tensor.value.text), 14, bold=True) + 16
        return {tensor.id: Box(0, 0, round(min(w, max(PIN[0], wide))), PIN[1])}
    dx = box.w + sizes.link if box and direction == "LR" else 0
    dy = box.h + sizes.link if box and direction == "TB" else 0
    parts = {tensor.id: Box(dx, dy, w, h)}
    if has_slot(tensor):
        x, y = (dx, h + sizes.lane_gap) if direction == "LR" else (w + sizes.lane_gap, dy)
        tall = sizes.slot[1] if tensor.kind == "leaf" else SIZES["LR"].slot[1]
        parts[f"{tensor.id}.slot"] = Box(x, y + (sizes.slot[1] - tall) / 2, sizes.slot[0], tall)
    return parts


def digraph(graph: Graph, direction: str = "LR", every_edge: bool = True) -> graphviz.Digraph:
    """The graph in DOT, left to right (`"LR"`) or top to bottom (`"TB"`). The same graph gives the same text.

    `every_edge=False` keeps, of a leaf with many readers, the edges to the first and the last of them: enough to rank
    it and to find its way past other blocks, and a loop that reads one weight 50 times stays quick to lay out.
    ValueError for another direction.

    >>> from minigrad.trace.graph import Graph, TensorNode, Value
    >>> x = TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True)
    >>> print(digraph(Graph(nodes=[x])).source.splitlines()[1])
    digraph {
    """
    if direction not in DIRECTIONS:
        raise ValueError(f"direction must be one of {', '.join(DIRECTIONS)}, not {direction!r}")
    sizes = SIZES[direction]
    picture = graphviz.Digraph(
        comment="Values leave a node by its port r (or v) and enter the next by v; gradients come back by s and g.",
        graph_attr={
            "rankdir": direction,
            "ranksep": _inches(sizes.rank_gap),
            "nodesep": _inches(sizes.node_gap),
        },
        node_attr={
            "shape": "record",
            "style": "filled",
            "fixedsize": "true",
            "fontname": "Helvetica",
            "fontsize": "11",
        },
        edge_attr={"arrowsize": "0.6"},
    )
    all_blocks = blocks(graph, direction)
    for block in all_blocks.values():
        line, fill = LIGHT[role(block.op or block.tensor)][:2]
        size = {"width": _inches(block.w), "height": _inches(_height(block))}
        picture.node(block.id, _label(block), color=line, fillcolor=fill, **size)
    home = {id: block for block in all_blocks.values() for id in (block.entry, block.exit)}
    spare = set() if every_edge else _spare_edges(graph)
    for op in graph.ops:
        road = _road(op, home)
        for i, id in enumerate(op.inputs):
            if (id, op.id) in spare:
                continue
            _edge(picture, home[id], home[op.id], SIDES[direction], i == road)
        for id in op.outputs:
            if home[id] is not home[op.id]:
                _edge(picture, home[op.id], home[id], SIDES[direction], True)
    return picture


def _spare_edges(graph: Graph) -> set[tuple[str, str]]:
    """(tensor, function) of edges that need not be laid out: from a leaf to readers between its first and its last."""
    depth: dict[str, int] = {}
    readers: dict[str, list[str]] = {}
    for op in graph.ops:
        deep = 1 + max((depth.get(id, 0) for id in op.inputs), default=0)
        depth |= dict.fromkeys([op.id, *op.outputs], deep)
        for id in op.inputs:
            if id not in depth:
                readers.setdefault(id, []).append(op.id)
    spare = set()
    for id, ops in readers.items():
        if len(ops) > MANY_READERS:
            spare |= {(id, op) for op in ops} - {(id, min(ops, key=depth.get)), (id, max(ops, key=depth.get))}
    return spare


def role(node: TensorNode | OpNode) -> str:
    """The name in the palette of what this node is."""
    if isinstance(node, OpNode):
        return "function"
    if node.kind == "leaf":
        return "leaf"
    return "value" if has_slot(node) else "constant"


def _road(op: OpNode, home: dict[str, Block]) -> int:
    """Which input the function stands in line with: the first one that an operation made, else the first."""
    return next((i for i, id in enumerate(op.inputs) if home[id].op), 0)


def _edge(picture: graphviz.Digraph, tail: Block, head: Block, sides: str, straight: bool) -> None:
    out = "r" if tail.op and tail.tensor else "v"
    picture.edge(f"{tail.id}:{out}:{sides[0]}", f"{head.id}:v:{sides[1]}", **({"weight": "8"} if straight else {}))


def _height(block: Block) -> float:
    """A floor of two drawers may reach into the free space below it: only another function's box would come close."""
    tallest_slot = max((box.bottom for part, box in block.parts.items() if part.endswith(".slot")), default=block.h)
    return block.h - 12 if block.op and block.h > tallest_slot + 12 else block.h


def _inches(px: float) -> str:
    return f"{px / POINTS_PER_INCH:.4g}"


def _label(block: Block) -> str:
    """Both lanes as groups of fields: `{<v> × Mul|<r> w*x = 6}|{<g> w, x|<s> ∂}`."""
    values, gradients = [], []
    if block.op:
        values.append(("v", f"{block.op.symbol} {block.op.title}"))
        if f"{block.id}.floor" in block.parts and not block.op.cut:
            gradients.append(("g", ", ".join(drawer.label for drawer in block.op.drawers) or block.op.factor or ""))
    if block.tensor:
        values.append(("r" if block.op else "v", _card_text(block.tensor)))
        if has_slot(block.tensor):
            gradients.append(("s" if block.op else "g", "grad" if block.tensor.kind == "leaf" else "∂"))
    lanes = [lane for lane in (values, gradients) if lane]
    return "|".join("{" + "|".join(f"<{port}> {_field(text)}" for port, text in lane) + "}" for lane in lanes)


def _card_text(tensor: TensorNode) -> str:
    if is_pin(tensor):
        return tensor.value.text
    return f"{tensor.label} = {tensor.value.text}" if not tensor.shape else f"{tensor.label} {tuple(tensor.shape)}"


_RECORD_ESCAPES = str.maketrans({letter: "\\" + letter for letter in "\\{}|<>"} | {"&": "&amp;"})


def _field(text: str) -> str:
    """Text for a field of a record: Graphviz reads braces, bars, angles, backslashes and entities as its own signs."""
    return fit(plain(text), FIELD_ROOM, 11).translate(_RECORD_ESCAPES)
