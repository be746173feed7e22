"""Four views of one graph. Nothing moves between them: parts of the picture go, and a layer over it fills the gaps.

`values` is the picture itself. In `tensors` the boxes of operations go and the symbol sits on the line; in `operations`
the cards go and the number sits on the line; `stored` is what PyTorch keeps: function nodes, AccumulateGrad, None for
what needs no gradient, and an arrow for each entry of `next_functions`, with its position at the start.

The parts of the layer carry the keys of the nodes that they stand for, so a player moves them with all others.
`widgets/static/tokens.css` says which part is seen in which view.
"""

from __future__ import annotations

from html import escape

from minigrad.draw.dot import Box
from minigrad.draw.fonts import fit, plain, width
from minigrad.draw.layout import Layout
from minigrad.draw.numbers import is_one_number, number, short_number
from minigrad.draw.roads import Point
from minigrad.draw.roads import short as _n
from minigrad.draw.text import LINES
from minigrad.i18n import say
from minigrad.trace.graph import Graph, OpNode, TensorNode

VIEWS = ("values", "tensors", "operations", "stored")
BACK = {"LR": "l7-3.5v7z", "TB": "l-3.5 7h7z"}  # heads of arrows
FORTH = {"LR": "l-7-3.5v7z", "TB": "l-3.5-7h7z"}


def overlay(graph: Graph, layout: Layout, lang: str) -> str:
    """The layer as one SVG group, as it is before the first step."""
    return _Layer(graph, layout, lang).svg()


def seen(picture: str, layer: str, view: str) -> str:
    """A picture in one of the views, for a place without a player.

    >>> seen('<svg class="lg-svg"><g/></svg>', "<g></g>", "stored")
    '<svg data-view="stored" class="lg-svg"><g/><g></g></svg>'
    """
    return picture.removesuffix("</svg>").replace("<svg ", f'<svg data-view="{view}" ', 1) + layer + "</svg>"


class _Layer:
    def __init__(self, graph: Graph, layout: Layout, lang: str):
        self.graph, self.layout, self.lang = graph, layout, lang
        self.flat = layout.direction == "LR"

    def svg(self) -> str:
        parts = [self.tensor(node) if isinstance(node, TensorNode) else self.op(node) for node in self.graph.nodes]
        kept = (op for op in self.graph.ops if op.tracked)
        parts += [self.pointer(op, i, *entry) for op in kept for i, entry in entries(self.graph, op)]
        return f'<g class="v">{"".join(parts)}</g>'

    # what stands for a node

    def op(self, op: OpNode) -> str:
        box = self.layout.boxes[op.id]
        symbol = fit(plain(op.symbol), box.w, 15, bold=True)
        sign = self.text("sy", box.cx, box.cy + 6, symbol, halo=width(symbol, 15, bold=True) + 8)
        bridges = [self.across(box, self.layout.lines[f"e:{op.id}:{i}"].end) for i in range(len(op.inputs))]
        lanes = self.through(op) if op.tracked else ""
        inner = "".join(f'<path class="vl" d="{d}"/>' for d in dict.fromkeys(bridges))
        heads = "".join(self.head(self.layout.lines[f"e:{op.id}:out{j}"].end, FORTH) for j in range(len(op.outputs)))
        tensors = f'<g class="vt" data-key="{op.id}" data-state="ghost">{inner}{heads}{sign}</g>{lanes}'
        if not op.tracked:
            return tensors
        first, _, last = (op.grad_fn or op.title).partition("Backward")
        rows = [first, f"Backward{last}"] if last else [first]
        return tensors + self.named(op.id, box, rows)

    def tensor(self, tensor: TensorNode) -> str:
        box = self.layout.boxes[tensor.id]
        told = number(plain(tensor.value.text))
        short = short_number(told) if is_one_number(tensor.shape) else "×".join(map(str, tensor.shape))
        made = tensor.op is not None
        label = short if made or tensor.name is None else f"{tensor.name} {short}"
        label = fit(label, box.w + 20, 13, bold=True)
        line = self.across(box, self.entry(box)) if made else ""
        over = f'<path class="vl" d="{line}"/>' if line else ""
        words = self.text("vn", box.cx, box.cy + 5, label, halo=width(label, 13, bold=True) + 8)
        operations = f'<g class="vo" data-key="{tensor.id}" data-state="ghost">{over}{words}</g>'
        if made:
            operations += self.lane(tensor.id, f"{tensor.id}.slot", "vo")
        if tensor.kind == "leaf":
            name = fit(plain(tensor.label), 30, 10.5)
            return operations + self.named(tensor.id, box, ["Accumulate", f"Grad · {name}"])
        return operations

    def named(self, id: str, box: Box, rows: list[str]) -> str:
        top = box.cy + 4 - 6.5 * (len(rows) - 1)
        fitted = (fit(plain(row), box.w - 4, 10.5) for row in rows)
        lines = "".join(self.text("vb", box.cx, top + 13 * n, row) for n, row in enumerate(fitted))
        return f'<g class="vs" data-key="{id}" data-state="ghost">{lines}</g>'

    # lines that run where a box was

    def entry(self, box: Box) -> Point:
        return (box.x, box.cy) if self.flat else (box.cx, box.y)

    def across(self, box: Box, at: Point) -> str:
        """From where a line meets a box to where the box's own line leaves it."""
        if self.flat:
            return f"M{_n(box.x)} {_n(at[1])}L{_n(box.right)} {_n(box.cy)}"
        return f"M{_n(at[0])} {_n(box.y)}L{_n(box.cx)} {_n(box.bottom)}"

    def lane(self, id: str, part: str, view: str = "vt") -> str:
        """The lane of gradients through a floor or a pill that is not seen in this view."""
        box = self.layout.boxes.get(part)
        if box is None:
            return ""
        y = box.y + min(box.h, 22) / 2
        d = f"M{_n(box.right)} {_n(y)}H{_n(box.x)}" if self.flat else f"M{_n(box.cx)} {_n(box.bottom)}V{_n(box.y)}"
        return f'<g class="{view} vg" data-key="{part}" data-state="none"><path d="{d}"/></g>'

    def through(self, op: OpNode) -> str:
        """From where the gradient comes to where each of its contributions leaves: through a floor that is not seen."""
        floor = self.layout.boxes[f"{op.id}.floor"]
        starts = dict.fromkeys(self.layout.lines[f"g:{op.id}:{i}"].start for i in op.ways)
        y = floor.y + min(floor.h, 22) / 2
        at = f"{_n(floor.right)} {_n(y)}" if self.flat else f"{_n(floor.x + min(floor.w, 64) / 2)} {_n(floor.bottom)}"
        d = "".join(f"M{at}L{_n(x)} {_n(y)}" for x, y in starts)
        return f'<g class="vt vg" data-key="{op.id}.floor" data-state="none"><path d="{d}"/></g>' if d else ""

    # the stored pointers

    def pointer(self, op: OpNode, i: int, place: int, target: str | None) -> str:
        """One entry of `next_functions`: a line back, its head, its position at the start; or the word `None`."""
        line = self.layout.lines[f"e:{op.id}:{i}"]
        box = self.layout.boxes[op.inputs[i]]
        ways, end = [line.d], line.start
        made = self.graph[op.inputs[i]].op
        if target is not None and made:
            j = self.graph[made].outputs.index(op.inputs[i])
            ways += [self.across(box, self.entry(box)), self.layout.lines[f"e:{made}:out{j}"].d]
            end = self.exit(self.layout.boxes[made])
        x, y = (line.end[0] - 9, line.end[1] - 4) if self.flat else (line.end[0] + 4, line.end[1] - 4)
        word = self.text("vb", box.cx, box.cy + 4, "None") if target is None else ""
        drawn = f'<path class="vl" d="{"".join(ways)}"/>' + self.head(end) + self.text("vi", x, y, str(place)) + word
        return f'<g class="vs" data-key="{op.id}" data-state="ghost">{drawn}</g>'

    def exit(self, box: Box) -> Point:
        return (box.right, box.cy) if self.flat else (box.cx, box.bottom)

    def head(self, at: Point, heads: dict[str, str] = BACK) -> str:
        return f'<path class="vh" d="M{_n(at[0])} {_n(at[1])}{heads[self.layout.direction]}"/>'

    def text(self, classes: str, x: float, y: float, words: str, halo: float = 0) -> str:
        """Words, on a line with a piece of the ground behind them."""
        left, top = _n(x - halo / 2), _n(y - 14)
        ground = f'<rect class="vr" x="{left}" y="{top}" width="{_n(halo)}" height="18" rx="4"/>' if halo else ""
        return f'{ground}<text class="{classes}" x="{_n(x)}" y="{_n(y)}">{escape(words, quote=False)}</text>'


def entries(graph: Graph, op: OpNode) -> list[tuple[int, tuple[int, str | None]]]:
    """(input, (position in `next_functions`, where it leads)) for each entry whose input is known."""
    free, found = list(range(len(op.inputs))), []
    for place, (target, _) in enumerate(op.next):
        fits = [i for i in free if target is not None and target in (op.inputs[i], graph[op.inputs[i]].op)]
        if target is None:
            fits = [i for i in free if i not in op.ways]
        if fits:
            free.remove(fits[0])
            found.append((fits[0], (place, target)))
    return found


def twins(graph: Graph, lang: str) -> dict[str, str]:
    """Each of the three other views as a list."""
    return {"tensors": _tensors(graph, lang), "operations": _operations(graph, lang), "stored": _stored(graph, lang)}


def _tensors(graph: Graph, lang: str) -> str:
    rows = []
    for tensor in graph.tensors:
        op = graph[tensor.op] if tensor.op else None
        value = number(plain(tensor.value.text))
        if op is None:
            rows.append(say("draw.view.tensor", lang, label=tensor.label, value=value))
            continue
        inputs = ", ".join(graph[id].label for id in op.inputs)
        rows.append(say("draw.view.made", lang, label=tensor.label, value=value, symbol=op.symbol, inputs=inputs))
    return _numbered(rows, lang)


def _operations(graph: Graph, lang: str) -> str:
    place = {op.id: k for k, op in enumerate(graph.ops, 1)}
    rows = []
    for op in graph.ops:
        inputs = (f"{graph[id].label} {number(plain(graph[id].value.text))}" if graph[id].op not in place
                  else say("draw.view.number", lang, k=place[graph[id].op]) for id in op.inputs)
        outs = ", ".join(number(plain(graph[id].value.text)) for id in op.outputs)
        rows.append(say("draw.view.operation", lang, title=op.title, inputs=", ".join(inputs), value=outs))
    return _numbered(rows, lang)


def _stored(graph: Graph, lang: str) -> str:
    """From the root back, as PyTorch's own pointers lead."""
    kept = [op for op in reversed(graph.ops) if op.tracked]
    place = {op.id: k for k, op in enumerate(kept, 1)}
    rows = []
    for op in kept:
        goals = []
        for target, index in op.next:
            node = None if target is None else graph[target]
            if node is None:
                goals.append("(None, 0)")
            elif isinstance(node, OpNode):
                number_of = say("draw.view.number", lang, k=place.get(target, "?"))
                goals.append(f"({node.grad_fn or node.title} {number_of}, {index})")
            else:
                goals.append(f"(AccumulateGrad · {node.label}, {index})")
        drawers = ", ".join(f"{drawer.name}: {drawer.label}" for drawer in op.drawers)
        key = "draw.view.stored" if drawers else "draw.view.stored_nothing"
        rows.append(say(key, lang, name=op.grad_fn or op.title, next=", ".join(goals), saved=drawers))
    return _numbered(rows, lang)


def _numbered(rows: list[str], lang: str) -> str:
    told = [f"{k}. {row}" for k, row in enumerate(rows, 1)]
    if len(told) <= LINES:
        return "\n".join(told)
    half = LINES // 2
    left = say("draw.view.more", lang, n=len(told) - 2 * half + 1)
    return "\n".join([*told[:half], left, *told[len(told) - half + 1 :]])
