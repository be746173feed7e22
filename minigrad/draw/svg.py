"""Our own SVG of a laid-out graph: everything that a timeline may ever show is in it, and states decide what is seen.

Each moving part carries `data-key` and `data-state`; the keys, states and initial states are those listed in
`trace/graph.py`. `widgets/static/tokens.css` turns classes and states into looks, so a player only sets `data-state`
and `textContent`, and a saved picture is the same SVG rendered with another `state`. Nothing was added to that list.

For a player: the class `go` on the `<svg>` lets what changes in a step forward fade; without it all changes are there
at once. In a picture of the class `big`, hidden parts take no room in a browser's layout and no time to paint.
`data-state` lies on groups whose own `data-key` may be a prefix of others': match keys whole.

Learner's text is escaped, cut to its place with an ellipsis, and whole in the `<title>` of its node. Ids begin with
`prefix`; give each picture of a page its own.
"""

from __future__ import annotations

from html import escape

from minigrad.draw.dot import DRAWER_PITCH, Box, is_pin, role
from minigrad.draw.fonts import fit, plain, width
from minigrad.draw.heat import heat
from minigrad.draw.layout import FRAME, Layout
from minigrad.draw.numbers import few_digits, is_number, is_one_number, number, short_number, shown
from minigrad.draw.palette import SHORT
from minigrad.draw.roads import Line, Point
from minigrad.draw.roads import short as _n
from minigrad.draw.style import standalone
from minigrad.i18n import say
from minigrad.trace.graph import Drawer, Graph, OpNode, TensorNode, Value

__all__ = ["State", "number", "render", "shown", "standalone"]

State = dict[str, str]
Edges = tuple[float, float, float, float]  # left, top, right, bottom

ARROWS = {"right": "l-7-3.5v7z", "left": "l7-3.5v7z", "down": "l-3.5-7h7z", "up": "l-3.5 7h7z"}
LEGEND = (208, 34)
FOOT = 22
LEAST_SIZE = 4  # half px; tokens.css has a class for each size from here on
LARGE = 60  # nodes; in a larger picture hidden parts are not there at all, and nothing fades
WIDEST_LEFT = 858 - LEGEND[0]  # px: from there on a legend would hang over the frame


def render(
    graph: Graph, layout: Layout, state: State | None = None, lang: str = "en", prefix: str = "lg", foot: str = ""
) -> str:
    """The picture as an SVG element. `state`: what `trace.steps.state` returns; by default nothing has run yet.

    `foot` is a line of words under it.

    >>> from minigrad.draw.layout import layout
    >>> from minigrad.trace.graph import Graph, TensorNode, Value
    >>> graph = Graph(nodes=[TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True)], roots=["n0"])
    >>> picture = render(graph, layout(graph), prefix="lg-1")
    >>> picture[:4], 'data-key="n0" data-state="ghost"' in picture
    ('<svg', True)
    """
    return _Picture(graph, layout, state or {}, lang, prefix).svg(foot)


class _Picture:
    """One SVG in the making."""

    def __init__(self, graph: Graph, layout: Layout, state: State, lang: str, prefix: str):
        self.graph, self.layout, self.state, self.lang = graph, layout, state, lang
        self.prefix = escape(prefix)
        self.flat = layout.direction == "LR"
        self.longest = self._longest_texts()
        self.callouts: list[Box] = []
        self.taken = [(box.x, box.y, box.right, box.bottom) for box in layout.boxes.values()]

    def svg(self, foot: str = "") -> str:
        callout = self._callout()
        lowest = max((box.bottom + 12 for box in self.callouts), default=0)
        under = max(self.layout.height, lowest)
        w, h = _n(self.layout.width), _n(under + (FOOT if foot else 0))
        roots = ", ".join(plain(self.graph[id].label) for id in self.graph.roots)
        title = say("draw.title", self.lang, root=roots) if roots else say("draw.title.none", self.lang)
        leaves = sum(tensor.kind == "leaf" for tensor in self.graph.tensors)
        desc = say("draw.desc", self.lang, ops=len(self.graph.ops), leaves=leaves)
        p = self.prefix
        classes = "lg-svg big" if len(self.graph.nodes) > LARGE else "lg-svg"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img" lang="{self.lang}" ',
            f'aria-labelledby="{p}-t {p}-d" viewBox="0 0 {w} {h}" width="{w}" height="{h}" ',
            f'data-direction="{self.layout.direction}">',
            f'<title id="{p}-t">{escape(title)}</title><desc id="{p}-d">{escape(desc)}</desc>',
            *(self._edge(key) for key, _, _ in self.graph.value_edges()),
            *(self._edge(key) for key, _, _ in self.graph.gradient_edges()),
            *(self._tensor(node) if isinstance(node, TensorNode) else self._op(node) for node in self.graph.nodes),
            *(self._chip(key) for key, _, _ in self.graph.gradient_edges() if not key.split(":")[2].startswith("out")),
            callout,
            self._legend(),
            f'<g class="lgd">{self._text(12, under + FOOT - 9, "", foot)}</g>' if foot else "",
            "</svg>",
        ]
        return "".join(parts)

    # states and texts

    def _keyed(self, classes: str, key: str, initial: str) -> str:
        """The attributes of a part with a state."""
        return f'class="{classes}" data-key="{key}" data-state="{self.state.get(key, initial)}"'

    def _longest_texts(self) -> dict[str, str]:
        """The widest text that each `.text` key ever shows: what its letters must fit."""
        longest = {key: text for key, text in self.state.items() if key.endswith(".text")}
        for step in self.graph.steps:
            for key, text in (*step.set, *step.now):
                if key.endswith(".text") and len(shown(key, text)) >= len(shown(key, longest.get(key, ""))):
                    longest[key] = text
        return longest

    def _text(self, x: float, y: float, classes: str, text: str, key: str = "") -> str:
        keyed = f' data-key="{key}"' if key else ""
        named = f'class="{classes}" ' if classes else ""
        return f'<text {named}x="{_n(x)}" y="{_n(y)}"{keyed}>{escape(text, quote=False)}</text>'

    def _dynamic(
        self, x: float, y: float, classes: str, key: str, now: str, longest: str, room: float, sizes: dict[str, float]
    ) -> str:
        """A text that the timeline changes, in the largest letters in which all that it will say fits."""
        told = shown(key, longest)
        fitting = (name for name, size in sizes.items() if width(told, size, bold=True) <= room)
        name = next(fitting, list(sizes)[-1])
        needed = width(told, sizes[name], bold=True)
        squeezed = _size(sizes[name] * room / needed) if needed > room else ""
        return self._text(x, y, " ".join(filter(None, [classes, name, squeezed])), shown(key, plain(now)), key)

    # nodes

    def _tensor(self, tensor: TensorNode) -> str:
        box = self.layout.boxes[tensor.id]
        kind = SHORT[role(tensor)]
        inside = f"<title>{escape(self._tensor_title(tensor))}</title>"
        if is_pin(tensor):
            inside += _rect("bx", 0, 0, box.w, box.h, 14)
            value = short_number(number(plain(tensor.value.text)))
            value = fit(value, box.w - 12, 14, bold=True) if _is_word(value) else value
            size = 14 * (box.w - 12) / width(value, 14, bold=True)
            inside += self._text(box.w / 2, 19, f"vl pin {_size(size)}" if size < 14 else "vl pin", value)
        else:
            inside += _rect("bx", 0, 0, box.w, box.h, 6) + self._card(tensor, box) + self._slot(tensor, box)
        return self._node(f"n {kind}", tensor.id, box, f"{tensor.id}.slot", inside)

    def _node(self, classes: str, id: str, box: Box, lower: str, inside: str) -> str:
        under = self.layout.boxes.get(lower, box)
        w, h = max(box.right, under.right) - box.x, max(box.bottom, under.bottom) - box.y
        halo = _rect("ha", -4, -4, w + 8, h + 8, 9)
        marker = f'<path class="tr" d="M{_n(box.w / 2 - 5)}-11h10l-5 6z"/>'
        place = f'transform="translate({_n(box.x)} {_n(box.y)})"'
        return f"<g {self._keyed(classes, id, 'ghost')} {place}>{inside}{halo}{marker}</g>"

    def _tensor_title(self, tensor: TensorNode) -> str:
        seen = tensor.value
        about = [f"{tuple(tensor.shape)}" if tensor.shape else number(plain(seen.text)), tensor.dtype or ""]
        if seen.min is not None:
            about.append(number(say("draw.range", self.lang, min=few_digits(seen.min), max=few_digits(seen.max))))
        value = ", ".join(part for part in about if part)
        return value if is_pin(tensor) else f"{plain(tensor.label)} = {value}"

    def _card(self, tensor: TensorNode, box: Box) -> str:
        label = plain(tensor.label)
        room = box.w - 16
        small = " s" if width(label, 12, mono=True) > room else ""
        italic = "" if tensor.name else " an"
        if is_one_number(tensor.shape):
            name = self._text(8, 15, f"nm{italic}{small}", fit(label, room, 10.5 if small else 12, mono=True))
            return name + self._number(tensor, box, room)
        shape = "×".join(map(str, tensor.shape))
        tiny = " s" if len(shape) > 5 else ""
        beside = room - 1 - width(shape, 9 if tiny else 10.5, mono=True)
        picture = heat(tensor.value, Box(8, 20 if self.flat else 18, beside, 22 if self.flat else 17))
        if not picture:  # too many columns to be seen beside the shape: the shape goes up, beside the name
            picture = heat(tensor.value, Box(8, 20 if self.flat else 18, room, 22 if self.flat else 17), least=0)
            room = max(14.4, beside)
        cut = fit(label, room, 10.5 if small else 12, mono=True)
        base = 15 if room < box.w - 16 else box.h - (6 if self.flat else 5)
        return self._text(8, 15, f"nm{italic}{small}", cut) + picture + self._text(box.w - 6, base, f"sh{tiny}", shape)

    def _number(self, tensor: TensorNode, box: Box, room: float) -> str:
        key = f"{tensor.id}.value.text"
        now = self.state.get(key, tensor.value.text)
        base = box.h - (9 if self.flat else 6)
        longest = max(now, self.longest.get(key, ""), key=len)
        return self._dynamic(box.w - 8, base, "vl", key, now, longest, room, {"": 18, "m": 15, "s": 12})

    def _slot(self, tensor: TensorNode, box: Box) -> str:
        slot = self.layout.boxes.get(f"{tensor.id}.slot")
        if slot is None:
            return ""
        x, y, w, h = slot.x - box.x, slot.y - box.y, slot.w, slot.h
        key = f"{tensor.id}.slot"
        leaf = tensor.kind == "leaf"
        label = say("draw.grad", self.lang) if leaf else "∂"
        tall = not self.flat and leaf
        base = y + (14 if tall else 15)
        room = w - 16 if tall else w - 20 - width(label, 11)
        crowded = ""
        widest = shown(key, self.longest.get(f"{key}.text", ""))
        if not tall and width(widest, 12 if leaf else 10, bold=True) > room:
            room, crowded = w - 14, " x"
        value_at = y + 31 if tall else base + 1
        sizes = {"": 14, "m": 12, "s": 10, "t": 8.5}
        now, longest = self.state.get(f"{key}.text", ""), self.longest.get(f"{key}.text", "")
        value = self._dynamic(x + w - 8, value_at, "gv", f"{key}.text", now, longest, room, sizes)
        shape = f'<path d="{_pocket(x, y, w, h)}"/>' if leaf else _rect("", x, y + 1, w, h - 2, 10)
        lamps = "".join(self._lamp(tensor, n, x, y, w) for n in range(tensor.lamps))
        inside = shape + self._text(x + 8, base, "gl", label) + value + lamps
        keyed = self._keyed(f"s pk{crowded}", key, "empty") if leaf else self._keyed(f"s pi{crowded}", key, "hidden")
        return f"<g {keyed}>{inside}</g>"

    def _lamp(self, tensor: TensorNode, n: int, x: float, y: float, w: float) -> str:
        pitch = min(12, (w - 16) / max(1, tensor.lamps - 1))
        cx = x + w / 2 + (n - (tensor.lamps - 1) / 2) * pitch
        keyed = self._keyed("lp", f"{tensor.id}.lamp{n}", "hidden")
        return f'<circle {keyed} cx="{_n(cx)}" cy="{_n(y)}" r="3.5"/>'

    def _op(self, op: OpNode) -> str:
        box = self.layout.boxes[op.id]
        wordy = width(op.symbol, 19, bold=True) > box.w - 14 or op.symbol.isidentifier()
        symbol = fit(plain(op.symbol), box.w - 8, 13 if wordy else 19, bold=True)
        alone = not self.flat or plain(op.symbol) == plain(op.title)
        title = f"{op.title} · {op.grad_fn}" if op.grad_fn else op.title
        base = box.h / 2 + (4 if wordy else 7) if alone else 25
        inside = f"<title>{escape(plain(title))}</title>{_rect('bx', 0, 0, box.w, box.h, 14)}"
        inside += self._text(box.w / 2, base, "sy w" if wordy else "sy", symbol)
        if not alone:
            inside += self._text(box.w / 2, box.h - 7, "su", fit(plain(op.title), box.w - 6, 10.5))
        inside += self._cut(op, box) if op.cut else self._floor(op, box)
        return self._node("n op" if op.tracked else "n op nt", op.id, box, f"{op.id}.floor", inside)

    def _floor(self, op: OpNode, box: Box) -> str:
        floor = self.layout.boxes.get(f"{op.id}.floor")
        if floor is None:
            return ""
        x, y, w, h = floor.x - box.x, floor.y - box.y, floor.w, floor.h
        inside = _rect("lo" if op.drawers else "lo em", x, y, w, h, 5)
        if op.drawers:
            first = y + (h - DRAWER_PITCH * len(op.drawers)) / 2
            inside += "".join(
                self._drawer(op, n, drawer, x + 3, first + n * DRAWER_PITCH + 0.5, w - 6)
                for n, drawer in enumerate(op.drawers)
            )
        elif op.factor:
            small = width(op.factor, 12) > w - 6
            factor = fit(number(plain(op.factor)), w - 6, 10 if small else 12)
            inside += self._text(x + w / 2, y + h / 2 + 4, "lc s" if small else "lc", factor)
        elif op.error:
            inside += f'<path class="er" d="M{_n(x + w / 2 - 5)} {_n(y + h / 2 - 5)}l10 10m0-10l-10 10"/>'
        key = f"{op.id}.wait"
        cx, count = x + w + 3, self.state.get(f"{key}.text", "")
        badge = f'<circle cx="{_n(cx)}" cy="{_n(y - 1)}" r="8"/>' + self._text(cx, y + 2.8, "", count, f"{key}.text")
        inside += f"<g {self._keyed('w', key, 'hidden')}>{badge}</g>"
        return f"<g {self._keyed('f', f'{op.id}.floor', 'none')}>{inside}</g>"

    def _drawer(self, op: OpNode, n: int, drawer: Drawer, x: float, y: float, w: float) -> str:
        label, room = short_number(number(plain(drawer.label))), w - 15
        values = [number(plain(_brief(drawer.value, digits))) for digits in (3, 2, 1)]
        needed = width(label, 11, mono=True)
        value = _fitting(values, room - 4 - needed)
        if needed > room and not is_number(label):  # a name that is cut leaves half of the drawer to its number
            value = _fitting(values, room / 2)
            room -= 4 + width(value, 11, mono=True) if value else 0
        base = y + 12.2
        changed = op.error and (self.graph.error or {}).get("key") == "changed"
        freed = say("draw.changed" if changed else "draw.freed", self.lang)
        inside = _rect("", x, y, w, 16.5, 3) + f'<path d="M{_n(x + 5)} {_n(y + 5)}v6.5"/>'
        left = w - 12 - width(freed, 9.5)
        whole = width(label, 9.5, mono=True) <= left
        cut, small = (label, _squeezed(label, room, 11)) if is_number(label) else (fit(label, room, 11, mono=True), "")
        inside += self._text(x + 10, base, ("dl" if whole else "dl o") + small, cut)
        if not whole:  # beside the word `freed` there is room for less of it
            inside += self._beside_freed(x + 5, base, label, left)
        if value:
            inside += self._text(x + w - 5, base, "dv", value)
        inside += self._text(x + w - 4, base, "df", freed)
        return f"<g {self._keyed('d', f'{op.id}.d{n}', 'absent')}>{inside}</g>"

    def _beside_freed(self, x: float, y: float, label: str, room: float) -> str:
        """The name of an emptied drawer: a word is cut, a number is set smaller."""
        if not is_number(label):
            return self._text(x, y, "dn", fit(label, room, 9.5, mono=True))
        label = number(few_digits(label, 1))
        return self._text(x, y, "dn" + _squeezed(label, room, 9.5), label)

    def _cut(self, op: OpNode, box: Box) -> str:
        floor = self.layout.boxes[f"{op.id}.floor"]
        x, y = floor.cx - box.x, floor.y - box.y + (11 if self.flat else floor.h / 2 - 8)
        cross = f'<path class="cx" d="M{_n(x - 6)} {_n(y - 6)}l12 12m0-12l-12 12"/>'
        return cross + self._text(x, y + 21, "ct", say("draw.cut", self.lang))

    # edges

    def _edge(self, key: str) -> str:
        line = self.layout.lines[key]
        lane, id, which = key.split(":")
        inner = which.startswith("out") and len(self.graph[id].outputs) == 1
        arrow = "" if inner else self._arrow(line, lane)
        initial = "ghost" if lane == "e" else "hidden"
        stub = self._stub(line) if lane == "g" and self.graph[id].error else ""
        return f'<g {self._keyed(lane, key, initial)}><path d="{line.d}"/>{arrow}{stub}</g>'

    def _stub(self, line: Line) -> str:
        """How far an error let the gradient come: out of the floor, and no further."""
        x, y = line.start
        return f'<path class="st" d="M{_n(x)} {_n(y)}{"h-22" if self.flat else "v-18"}"/>'

    def _arrow(self, line: Line, lane: str) -> str:
        way = {"e": ("right", "down"), "g": ("left", "up")}[lane][0 if self.flat else 1]
        return f'<path class="ah" d="M{_n(line.end[0])} {_n(line.end[1])}{ARROWS[way]}"/>'

    def _chip(self, key: str) -> str:
        line = self.layout.lines[key]
        name = f"{key}.chip.text"
        longest = shown(name, self.longest.get(name, "0"))
        small = " s" if not is_number(longest) else ""
        w, h = (width(longest, 10, bold=True) + 10, 16) if small else (width(longest, 13, bold=True) + 12, 22)
        w = max(24, w)
        x, y = self._clear_of_boxes(line, w, h)
        text = self._text(0, 3.6 if small else 4.7, "", shown(name, self.state.get(name, "")), name)
        keyed = self._keyed(f"c{small}", f"{key}.chip", "hidden")
        place = f'transform="translate({_n(x)} {_n(y)})"'
        return f"<g {place}><g {keyed}>{_rect('', -w / 2, -h / 2, w, h, h / 2)}{text}</g></g>"

    def _callout_spot(self, floor: Box, w: float, h: float) -> tuple[Box, bool]:
        """The nearest free place under a floor, and whether a line from there reaches it over nothing else."""
        x = max(12, min(floor.cx - w / 2, self.layout.width - w - 12))
        y = floor.bottom + 18
        while self._near(Box(x - 4, y - 4, w + 8, h + 8)):
            y += 8
        return Box(x, y, w, h), not self._near(Box(floor.cx - 2, floor.bottom + 1, 4, y - floor.bottom - 1))

    def _clear_of_boxes(self, line: Line, w: float, h: float) -> Point:
        """The place nearest to the middle of a line where a chip hides little: on the line, else beside it."""
        x, y = line.middle
        aside, along = w / 2 + 6, h / 2 + 15
        near = self._near(Box(x - w / 2 - aside, y - h / 2 - along, w + 2 * aside, h + 2 * along))
        places = [(x, y), (x, y + along), (x - aside, y + along), (x, y - along), (x + aside, y), (x - aside, y)]
        hidden = [_overlap(Box(left - w / 2, top - h / 2, w, h), near) for left, top in places]
        return places[0] if hidden[0] <= 10 * h else places[hidden.index(min(hidden))]

    def _near(self, place: Box) -> list[Edges]:
        """The cards, boxes and slots that a place touches."""
        left, top, right, bottom = place.x, place.y, place.right, place.bottom
        return [box for box in self.taken if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]

    # an error's callout and the legend stand where nothing else does

    def _callout(self) -> str:
        """Under the floor where a backward stopped: what was needed, and what became of it."""
        step = self.graph.steps[-1] if self.graph.steps else None
        if not self.flat or step is None or step.verb != "error" or not step.args.get("drawers"):
            return ""
        op, kind = self.graph[step.node], step.args.get("key")
        if kind not in ("freed", "changed"):
            return ""
        needed = ", ".join(dict.fromkeys(plain(op.drawers[k].label) for k in step.args["drawers"]))
        told = [say(f"draw.callout.{kind}", self.lang), say("draw.callout.needed", self.lang, what=needed)]
        if "freed_at" in step.args:
            told.append(say("draw.callout.freed_at", self.lang, k=step.args["freed_at"]))
        w = min(230, max(width(line, 12, bold=n == 0) for n, line in enumerate(told)) + 24)
        h = 12 + 16 * len(told)
        floor = self.layout.boxes[f"{op.id}.floor"]
        spot, leads = self._callout_spot(floor, w, h)
        self.callouts.append(spot)
        lines = "".join(
            self._text(spot.x + 12, spot.y + 18 + 16 * n, "" if n else "b", fit(line, w - 20, 12, bold=n == 0))
            for n, line in enumerate(told)
        )
        lead = f'<path d="M{_n(floor.cx)} {_n(floor.bottom + 4)}V{_n(spot.y)}"/>' if leads else ""
        keyed = self._keyed("co", f"{op.id}.floor", "none")
        return f"<g {keyed}>{lead}{_rect('', spot.x, spot.y, w, h, 6)}{lines}</g>"

    def _legend(self) -> str:
        spot = self._free_spot()
        if spot is None or not self.graph.ops:
            return ""
        x, y = spot
        words = {name: say(f"draw.legend.{name}", self.lang) for name in ("values", "gradients", "drawer", "pocket")}
        parts = [
            f'<g class="e" data-state="shown"><path d="M0 8H34"/><path class="ah" d="M34 8{ARROWS["right"]}"/></g>',
            f'<g class="g" data-state="done"><path d="M34 26H0"/><path class="ah" d="M0 26{ARROWS["left"]}"/></g>',
            self._text(42, 12, "", words["values"]),
            self._text(42, 30, "", words["gradients"]),
            f'<g class="d" data-state="full">{_rect("", 122, 0, 34, 15, 3)}<path d="M127 4.5v6"/></g>',
            f'<g class="pk" data-state="empty"><path d="{_pocket(122, 19, 34, 14)}"/></g>',
            self._text(164, 12, "", words["drawer"]),
            self._text(164, 30, "", words["pocket"]),
        ]
        return f'<g class="lgd" transform="translate({_n(x)} {_n(y)})">{"".join(parts)}</g>'

    def _free_spot(self) -> Point | None:
        """Below on the right, or as near to that as there is room; in a picture wider than its frame, on the left."""
        if not self.flat:
            return None
        w, h = LEGEND
        right, lowest = self.layout.width - w - 12, self.layout.height - h - 14
        across = list(range(round(right), 11, -24)) if right + w <= FRAME["LR"] else list(range(12, WIDEST_LEFT, 24))
        spots = [(x, y) for y in (lowest, lowest - 16, lowest - 32) for x in across]
        taken = list(self.taken)
        taken += [piece for line in self.layout.lines.values() for piece in line.extents()]
        taken += [(box.x, box.y, box.right, box.bottom) for box in self.callouts]
        low = [piece for piece in taken if piece[3] > lowest - 40]
        return next((spot for spot in spots if _is_free(*spot, w, h, low)), None)


def _overlap(chip: Box, boxes: list[Edges]) -> float:
    """How much of the boxes a chip would hide, in square px."""
    left, top, right, bottom = chip.x, chip.y, chip.right, chip.bottom
    return sum(max(0, min(right, r) - max(left, l)) * max(0, min(bottom, b) - max(top, t)) for l, t, r, b in boxes)


def _is_free(x: float, y: float, w: float, h: float, taken: list[Edges]) -> bool:
    return y > 8 and all(r < x - 8 or l > x + w + 8 or b < y - 8 or t > y + h + 8 for l, t, r, b in taken)


def _squeezed(text: str, room: float, size: float) -> str:
    """The class of a mono text that is set smaller, if it must be, and never cut."""
    needed = width(text, size, mono=True)
    return f" {_size(size * room / needed)}" if needed > room else ""


def _size(px: float) -> str:
    """The class of letters of this size, in half px. No `style`: pages under a strict policy refuse it."""
    return f"z{max(LEAST_SIZE, int(px * 2))}"


def _is_word(text: str) -> bool:
    return not any(sign.isdigit() for sign in text)


def _rect(classes: str, x: float, y: float, w: float, h: float, rx: float) -> str:
    named = f'class="{classes}" ' if classes else ""
    return f'<rect {named}x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" rx="{_n(rx)}"/>'


def _pocket(x: float, y: float, w: float, h: float) -> str:
    """A U: a mouth above and round corners below."""
    r = min(9, h / 2)
    side = f"{_n(x)} {_n(y)}h{_n(w)}v{_n(h - r)}q0 {_n(r)} {_n(-r)} {_n(r)}"
    return f"M{side}h{_n(2 * r - w)}q{_n(-r)} 0 {_n(-r)} {_n(-r)}z"


def _fitting(texts: list[str], room: float) -> str:
    """The first of the texts that has room, or none."""
    return next((text for text in texts if width(text, 11, mono=True) <= room), "")


def _brief(value: Value, digits: int) -> str:
    """A value for a drawer: few digits, or a shape."""
    return few_digits(value.text, digits) if is_one_number(value.shape) else "×".join(map(str, value.shape or ()))
