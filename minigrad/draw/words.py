"""The words of a step: a sentence, a card of numbers, a formula, in English and in Russian.

Pure functions of the neutral model. Numbers stand for single values, shapes for arrays; names and expressions are the
learner's own and go through unchanged.
"""

from __future__ import annotations

import math
import re
from typing import Any

from minigrad.draw.fonts import width
from minigrad.i18n import say
from minigrad.trace.graph import Graph, OpNode, Step, TensorNode, Value
from minigrad.trace.notation import as_factor, bracketed, notation, number, shortened, write
from minigrad.trace.values import shape_text

MOST_ROWS = 3      # a larger table would push the formula out of the card
CARD_COLUMN = {"wide": 80, "all": 48}     # px: what a column of the card has in the wide layout, and in every one
UNBROKEN = 16      # so many characters of it are kept on one line
NAMED = 4          # so many names in a row, then "and 3 more"


def step_words(graph: Graph, step: Step, lang: str) -> dict[str, Any]:
    """`badge`, `say` (the whole sentence), `short` (without the verb that the badge says), `card` and `formula`.

    A card is `{"kind": "eq", "cells": [...]}`, a row of labelled numbers with signs between them, or
    `{"kind": "facts", "rows": [[name, value], ...]}`. KeyError for a language without a catalogue.
    """
    return _Words(graph, lang).step(step)


def listed(parts: list[str], lang: str, most: int = NAMED) -> str:
    """Names in a row, as one says them.

    >>> listed(["w", "x"], "en"), listed(["w", "x", "b"], "ru"), listed(list("abcdef"), "en")
    ('w and x', 'w, x и b', 'a, b, c, d and 2 more')
    """
    if len(parts) > most:
        return say("trace.more", lang, first=", ".join(parts[:most]), n=len(parts) - most)
    if len(parts) < 2:
        return "".join(parts)
    return say("trace.and", lang, first=", ".join(parts[:-1]), last=parts[-1])


def first_sentence(message: str) -> str:
    """What an exception says first; the rest explains.

    >>> first_sentence("It failed at 2.5 (see x.grad). Saved values are freed.")
    'It failed at 2.5 (see x.grad).'
    """
    return re.split(r"(?<=[.!?])\s", message.strip(), maxsplit=1)[0]


def expression(graph: Graph, op: OpNode) -> str:
    """The operation as a sentence writes it: with names where every input has one, else with numbers."""
    inputs = [graph[tensor] for tensor in op.inputs]
    numbers = all(spelled(tensor.value) and tensor.value.text != "?" for tensor in inputs)
    named = all(tensor.name for tensor in inputs)
    told = [shortened(tensor.label) if named or not numbers else tensor.value.text for tensor in inputs]
    if len(told) > NAMED:
        told[NAMED - 1:] = ["…"]
    out = graph[op.outputs[0]].label if op.outputs else ""
    return write(notation(op.op).forward, told, out, op.settings)


def lone(data: Any) -> bool:
    """Whether an array holds a single number in a row, as in `torch.tensor([2.0])`: it is read as easily as a number.

    >>> lone([2.0]), lone([2.0, 3.0]), lone([[2.0]]), lone(None)
    (True, False, False, False)
    """
    return isinstance(data, list) and len(data) == 1 and not isinstance(data[0], list)


def spelled(value: Value) -> bool:
    """Whether a sentence says the value itself, and not its shape."""
    return value.shape is None or lone(value.data)


def cell(label: str, value: str, role: str, **more: Any) -> dict[str, Any]:
    return {"label": label, "value": value, "role": role, **more}


def matrix(data: Any) -> list | None:
    """Nested numbers as texts, None for what is no table of at most two axes."""
    if not isinstance(data, list) or not data:
        return None
    if isinstance(data[0], list):
        if any(isinstance(part, list) for row in data for part in row):
            return None
        return [[_text(x) for x in row] for row in data]
    return [_text(x) for x in data]


def tabled(data: Any) -> dict[str, Any]:
    """An array for a card: `heat` (−4 … 4 a cell) and, where a few numbers fit, `matrix` with the widths it `fits`.

    >>> tabled([[1.0, -2.0], [0.0, 4.0]])
    {'heat': [[1, -2], [0, 4]], 'matrix': [['1', '−2'], ['0', '4']], 'fits': 'all'}
    >>> tabled([[0.1] * 5]), tabled([[[1.0]]])
    ({'heat': [[4, 4, 4, 4, 4]]}, {})
    """
    rows = matrix(data)
    if rows is None:
        return {}
    rows, data = (rows, data) if isinstance(rows[0], list) else ([rows], [data])
    told: dict[str, Any] = {"heat": _strengths(data)}
    if len(rows) > MOST_ROWS or len(rows[0]) > MOST_ROWS:
        return told
    for digits in (4, 3, 2):
        table = [[_brief(x, digits) for x in row] for row in data]
        needed = sum(max(width(text, 10.5, bold=True) for text in column) + 6 for column in zip(*table))
        if needed <= CARD_COLUMN["wide"]:
            return told | {"matrix": table, "fits": "all" if needed <= CARD_COLUMN["all"] else "wide"}
    return told


def _strengths(rows: list[list[Any]]) -> list[list[int]]:
    """Signs and strengths of the numbers, in four steps, as the cards of the picture have them."""
    finite = [[0.0 if isinstance(x, str) else float(x) for x in row] for row in rows]
    most = max((abs(x) for row in finite for x in row), default=0.0) or 1.0
    return [[0 if not x else int(math.copysign(1 + int(abs(x) / most * 3.999), x)) for x in row] for row in finite]


def _brief(x: Any, digits: int) -> str:
    if isinstance(x, (str, bool)):
        return str(x)
    return re.sub(r"e\+?(-?)0*", r"e\1", f"{x:.{digits}g}").replace("-", "−")


def _text(x: Any) -> str:
    return x if isinstance(x, str) else number(x)


class _Words:
    """One graph in one language. A method for each verb returns its sentence, its card and its formula."""

    def __init__(self, graph: Graph, lang: str):
        self.graph, self.lang = graph, lang

    def say(self, key: str, **values: Any) -> str:
        return say(f"trace.{key}", self.lang, **values)

    def step(self, step: Step) -> dict[str, Any]:
        badge = self.say(f"badge.{step.verb}")
        sentence, card, *formula = getattr(self, step.verb)(step)
        whole = sentence
        if step.verb in ("collect", "order", "seed", "accumulate", "free", "done"):
            whole = self.say("verb", badge=badge, sentence=sentence)
        return {"badge": badge, "say": whole, "short": sentence, "card": card, "formula": "".join(formula)}

    # ---- small parts ----

    def name(self, id: str) -> str:
        return shortened(self.graph[id].label)

    def title(self, id: str) -> str:
        return self.graph[id].title

    def facts(self, *rows: tuple[str, str], message: str | None = None) -> dict[str, Any]:
        card: dict[str, Any] = {"kind": "facts", "rows": [[name, told] for name, told in rows if told]}
        return card | {"message": message} if message else card

    def equation(self, *cells: Any) -> dict[str, Any]:
        return {"kind": "eq", "cells": list(cells)}

    def line(self, line: int | None) -> str:
        """`Line 4.`, with its cell where the code comes from several; nothing when the line is not known."""
        if line is None:
            return ""
        here = self.graph.code[line]
        if here.cell != self.graph.code[-1].cell:
            return self.say("line.cell", cell=here.cell, n=here.n)
        return self.say("line", n=here.n)

    def at_line(self, step: Step, *sentences: str) -> str:
        return " ".join(filter(None, [self.line(step.line), *sentences]))

    def shown(self, label: str, value: Value | dict, role: str, **more: Any) -> dict[str, Any]:
        """A cell for a value: a number, a small table, a map of signs and strengths, or a shape."""
        text, data = (value.text, value.data) if isinstance(value, Value) else (value["text"], value.get("data"))
        array = text[:1] in "([" and not lone(data)
        return cell(shortened(label), text, role, **(tabled(data) if array else {}), **more)

    # ---- forward ----

    def start(self, step: Step):
        code, args = self.graph.code, step.args
        if not code:
            sentence = self.say("start.bare")
        elif "cut" in args and self.graph[args["cut"]].line is not None:
            sentence = self.say("start.cut", n=code[0].n, cut=code[self.graph[args["cut"]].line].n)
        else:
            sentence = self.say("start", n=code[0].n)
        counted = self.say("start.lines" if args["lines"] else "start.steps", **args)
        back = self.say("start.found", **args) if "nodes" in args else ""
        return sentence, self.facts((self.say("start.cell"), counted),
                                    (self.say("start.forward"), self.say("start.ops", **args)),
                                    (self.say("start.backward"), back))

    def run(self, step: Step):
        node = self.graph[step.node]
        if isinstance(node, OpNode):
            return self.operation(step, node)
        if "before" in step.args:
            return self.overwritten(step, node)
        kind = "leaf" if node.kind == "leaf" else "constant"
        if spelled(node.value):
            told = self.say(kind, name=self.name(node.id), value=node.value.text)
        else:
            told = self.say(f"{kind}.tensor", name=self.name(node.id), shape=shape_text(node.shape))
        pocket = f"{self.name(node.id)}.grad = None" if kind == "leaf" else self.say("leaf.none")
        return self.at_line(step, told), self.facts(
            (self.say(f"{kind}.new"), f"{self.name(node.id)} = {node.value.text}"),
            ("requires_grad", str(node.requires_grad)),
            (self.say("leaf.pocket"), pocket))

    def overwritten(self, step: Step, node: TensorNode):
        before, after = step.args["before"], step.args["after"]
        name = self.name(node.id)
        told = self.say("changed", name=name, before=before["text"], after=after["text"]) if "shape" not in after \
            else self.say("changed.tensor", name=name)
        card = self.equation(self.shown(name, before, "in"), "→", self.shown(name, after, "result"))
        return self.at_line(step, told), card

    def operation(self, step: Step, op: OpNode):
        out = self.graph[op.outputs[0]]
        written = expression(self.graph, op)
        if op.op == "detach" and op.cut:
            told = [self.say("op.cut.tensor") if out.value.shape else self.say("op.cut", value=out.value.text)]
            return self.at_line(step, *told), self.detached(op, out)
        if len(op.outputs) > 1:
            told = [self.say("op.several", expression=written, n=len(op.outputs))]
        elif out.value.text == "?":
            told = [self.say("op.unknown", expression=written)]
        elif spelled(out.value):
            told = [self.say("op", expression=written, value=out.value.text)]
        else:
            told = [self.say("op.tensor", expression=written, shape=shape_text(out.shape))]
        return self.at_line(step, *told, self.kept(op)), self.computed(op, out)

    def kept(self, op: OpNode) -> str:
        """What the operation remembers, as a sentence."""
        if op.cut:
            return self.say("op.unrecorded")
        if not op.tracked:
            return self.say("op.untracked")
        if not op.drawers:
            return self.say("op.nothing", title=op.title)
        labels = list(dict.fromkeys(shortened(drawer.label) for drawer in op.drawers))
        if len(op.drawers) == 1 and len(op.inputs) == 2 and op.title == "Mul":
            i = op.inputs.index(op.drawers[0].of) if op.drawers[0].of in op.inputs else None
            if i is not None and i not in op.ways and self.graph[op.inputs[i]].name:
                return self.say("op.keeps_only", title=op.title, what=labels[0])
        return self.say("op.keeps", title=op.title, what=listed(labels, self.lang))

    def detached(self, op: OpNode, out: TensorNode) -> dict[str, Any]:
        name = self.name(out.id)
        return self.facts((f"{name}.requires_grad", str(out.requires_grad)), (f"{name}.grad_fn", "None"),
                          (self.say("op.shared"), self.say("op.shared_with", name=self.name(op.inputs[0]))))

    def computed(self, op: OpNode, out: TensorNode) -> dict[str, Any]:
        inputs = [self.graph[tensor] for tensor in op.inputs]
        result = self.shown(out.label, out.value, "result")
        exponent = op.settings.get("exponent")
        if len(inputs) == 1 and isinstance(exponent, (int, float)):
            power = cell(self.say("op.exponent"), number(exponent), "in")
            return self.equation(self.shown(inputs[0].label, inputs[0].value, "in"), "^", power, "=", result)
        if len(inputs) == 2 and notation(op.op).forward.startswith("{a} "):
            a, b = (self.shown(tensor.label, tensor.value, "in") for tensor in inputs)
            return self.equation(a, op.symbol, b, "=", result)
        cells: list[Any] = []
        for tensor in inputs[:3]:
            cells += [self.shown(tensor.label, tensor.value, "in"), ","]
        cells[-1:] = ["→"] if cells else []
        how = write(notation(op.op).forward, ["·"] * min(len(inputs), 3), "", op.settings, bracket=False)
        return self.equation(*cells, cell(how, "", "local"), "=", result)

    # ---- backward ----

    def root(self, ids: list[str]) -> str:
        return listed([self.name(id) for id in ids], self.lang)

    def collect(self, step: Step):
        nodes, pockets = step.args["nodes"], step.args["pockets"]
        key = "collect" if step.pass_ < 2 else "collect.freed" if step.args.get("freed") else "collect.again"
        counts = {"nodes": len(nodes), "pockets": len(pockets), "pass": step.pass_}
        none = self.say("collect.none")
        card = self.facts((self.say("collect.nodes"), self.row(nodes) or none),
                          (self.say("collect.pockets"), self.row(pockets) or none),
                          (self.say("collect.left"), self.left_out(nodes)))
        return self.say(key, root=self.root(step.args["roots"]), **counts), card

    def row(self, ids: list[str], most: int = 8) -> str:
        names = [self.title(id) if isinstance(self.graph[id], OpNode) else self.name(id) for id in ids]
        return "  ".join(names) if len(names) <= most else listed(names, self.lang, most)

    def left_out(self, nodes: list[str]) -> str:
        """Inputs of the found nodes to which nothing goes back."""
        left = []
        for op in (self.graph[id] for id in reversed(nodes)):
            left += [self.name(tensor) for i, tensor in enumerate(op.inputs) if i not in op.ways]
            left += [number(value) for name, value in op.settings.items() if name == "exponent"
                     and isinstance(value, (int, float))]
        return self.say("collect.plain", what=listed(list(dict.fromkeys(left)), self.lang)) if left else ""

    def order(self, step: Step):
        ready, waits = step.args["ready"], step.args["waits"]
        forks = [(count, id) for count, ids in waits for id in ids
                 if count > 1 and isinstance(self.graph[id], TensorNode)]
        if forks:
            count, leaf = forks[0]
            sentence = self.say("order.fork" if count == 2 else "order.forks", name=self.name(leaf), n=count)
        elif not ready:
            sentence = self.say("order.none", root=self.root([id for _, ids in waits for id in ids]))
        else:
            key = "order.one" if len(ready) == 1 else "order.several"
            sentence = self.say(key, ready=listed([self.title(id) for id in ready], self.lang))
        rows = [(self.say("order.ready"), self.row(ready))]
        rows += [(self.say("order.waits", n=count), self.row(ids)) for count, ids in waits[:2]]
        if len(rows) < 3:
            rows.append((self.say("order.next"), self.say("order.rule")))
        return sentence, self.facts(*rows)

    def seed(self, step: Step):
        root, value = self.name(step.node), step.args["value"]
        plain = value["text"] in ("1", "[1]")
        key = "seed" if plain else "seed.given"
        why = self.say("seed.moves", root=root) if plain else self.say("seed.chosen")
        to = step.args.get("to")
        wrapped = bracketed(root)
        card = self.facts((f"∂{wrapped} / ∂{wrapped}", value["text"]), (self.say("seed.why"), why),
                          (self.say("seed.to"), self.title(to) if to else f"{root}.grad"))
        return self.say(key, root=root, value=value["text"]), card

    def push(self, step: Step):
        args, op = step.args, self.graph[step.node]
        told = {"title": op.title, "to": self.name(args["to"]), "up": args["upstream"]["text"],
                "gives": args["gives"]["text"]}
        local = args["local"]
        of, text = local.get("of", ""), local.get("text", "")
        if of and not text.lstrip("−")[:1].isdigit():      # an array: its name says more than its shape
            text = of
        sentence = self.say(_push_key(args), of=_spoken(of), text=_spoken(text), **told)
        if args.get("summed"):
            sentence += " " + self.say("push.summed")
        return sentence, self.pushed(args), self.formula(step, op)

    def pushed(self, args: dict[str, Any]) -> dict[str, Any]:
        local = args["local"]
        way = local.get("way", "times")
        upstream = self.shown(self.say("push.upstream"), args["upstream"], "in")
        told = {"text": local.get("text", "·"), "data": local.get("data")}
        note = {"note": shortened(local["of"], 12)} if "of" in local and local["of"] != local["text"] else {}
        factor = self.shown(self.say("push.local"), told, "local", **note)
        first, sign, second = upstream, "×", factor
        if way in ("before", "after"):
            sign = "@"
            if way == "before":
                first, second = factor, upstream
        if way in ("move", "outer") or not local:
            first, sign, second = upstream, "", None
        row = [first, *([sign, second] if second else []), "=" if second else "→",
               self.shown(self.say("push.contribution"), args["gives"], "result")]
        return self.equation(*row, *self.landing(args))

    def landing(self, args: dict[str, Any]) -> list[Any]:
        """Where the contribution arrives: a sum on its way, or a pocket that is still to take it."""
        to = self.graph[args["to"]]
        if to.kind == "leaf" and not to.lamps:
            return ["→", cell(f"{self.name(to.id)}.grad", args.get("held", "None"), "sum")]
        return ["→", cell(self.say("push.sum", to=self.name(to.id)), args["sum"], "sum")]

    def formula(self, step: Step, op: OpNode) -> str:
        local, roots = step.args["local"], self.graph.roots
        out = self.graph[op.outputs[0]]
        root = self.root_of(step)
        left = _partial(root, self.graph[step.args["to"]].label)
        above = step.args["upstream"]["text"] if out.id in roots or root == out.label else _partial(root, out.label)
        symbol, way = local.get("symbol"), local.get("way", "times")
        if way == "after":
            return f"{left}  =  {above} @ {symbol}"
        if way == "before":
            return f"{left}  =  {symbol} @ {above}"
        if way == "move":
            return f"{left}  =  {above}"
        if symbol is None:
            symbol = _partial(out.label, self.graph[step.args["to"]].label)
        return f"{left}  =  {above} · {as_factor(symbol)}"

    def root_of(self, step: Step) -> str:
        """The root of the pass that `step` belongs to."""
        collect = self.graph.collect(step.pass_)
        roots = collect.args["roots"] if collect else self.graph.roots
        return self.graph[roots[0]].label if roots else "·"

    def accumulate(self, step: Step):
        args, name = step.args, self.name(step.node)
        parts, before, after = args["parts"], args["before"], args["after"]
        arrays = "shape" in after and not lone(after.get("data"))
        total = self.total(parts)
        told = {"name": name, "after": after["text"], "n": len(parts), "sum": total}
        if arrays:
            told["after"] = shape_text(after["shape"])
        if before is not None:
            key = "accumulate.more_tensor" if arrays else "accumulate.more"
            sentence = self.say(key, before=before["text"], gives=total, **told)
        elif len(parts) > 1:
            key = "accumulate.fork_tensor" if arrays else "accumulate.fork" if len(parts) == 2 else "accumulate.forks"
            sentence = self.say(key, **told)
        else:
            sentence = self.say("accumulate.tensor" if arrays else "accumulate", **told)
        if 1 < len(parts) < 4 and before is None:
            return sentence, self.meeting(parts, name, after)
        held = "None" if before is None else before["text"]
        return sentence, self.facts((f"{name}.grad", f"{held} → {after['text']}"),
                                    (self.say("accumulate.rule"), f"{name}.grad += {total}"),
                                    (self.say("accumulate.queue"), self.say("accumulate.first")))

    def total(self, parts: list[dict]) -> str:
        if any("shape" in part["gives"] and not lone(part["gives"].get("data")) for part in parts):
            return shape_text(parts[0]["gives"]["shape"])
        row = " + ".join(part["gives"]["text"] for part in parts[:NAMED]).replace("+ −", "− ")
        return row + (" + …" if len(parts) > NAMED else "")

    def meeting(self, parts: list[dict], name: str, after: dict) -> dict[str, Any]:
        cells: list[Any] = []
        for part in parts:
            via = self.graph[part["via"]]
            label = self.say("accumulate.via", symbol=via.symbol) if isinstance(via, OpNode) else self.name(via.id)
            cells += [self.shown(label, part["gives"], "in"), "+"]
        return self.equation(*cells[:-1], "=", self.shown(f"{name}.grad", after, "result"))

    def free(self, step: Step):
        op = self.graph[step.node]
        drawers = [op.drawers[k] for k in step.args["drawers"]]
        out = bracketed(self.name(op.outputs[0]))
        names = self.say("free.drawers", n=len(drawers), what=", ".join(shortened(d.label) for d in drawers))
        values = ", ".join(drawer.value.text for drawer in drawers)
        return self.say("free", title=op.title), self.facts(
            (names, self.say("free.empty", values=values)),
            (f"{out}.grad_fn", self.say("free.still", grad_fn=op.grad_fn or op.title)))

    def done(self, step: Step):
        if step.phase == "forward":
            return self.ran(step.args.get("results", []))
        grads = [(self.name(leaf), value["text"]) for leaf, value in step.args["grads"]]
        handed = [(self.name(leaf), text) for leaf, text in step.args.get("handed", [])]
        if handed:
            told = ", ".join(self.say("done.handed_one", name=name, value=value) for name, value in handed[:NAMED])
            return self.say("done.handed", grads=told), self.facts(*handed[:3])
        if not grads:
            told = self.say("done.nothing")
        elif len(grads) > NAMED:
            told = self.say("done.pockets", n=len(grads))
        else:
            told = ", ".join(self.say("done.grad", name=name, value=value) for name, value in grads)
        return self.say(self.left_behind(step), grads=told), self.facts(*((f"{name}.grad", value)
                                                                          for name, value in grads[:4]))

    def left_behind(self, step: Step) -> str:
        if step.args.get("freed"):
            return "done"
        return "done.kept" if any(self.graph[op].drawers for op in self.found(step)) else "done.plain"

    def found(self, step: Step) -> list[str]:
        """The nodes that the collect of this pass found."""
        collect = self.graph.collect(step.pass_)
        return collect.args["nodes"] if collect else []

    def ran(self, ids: list[str]):
        results = [self.graph[id] for id in ids]
        told = [self.say("done.result", name=self.name(out.id), value=out.value.text) if spelled(out.value)
                else self.say("done.result_tensor", name=self.name(out.id), shape=shape_text(out.shape))
                for out in results]
        if self.graph.collect(1) is not None:
            return self.say("done.ran"), self.facts(*((self.name(out.id), out.value.text) for out in results[:4]))
        if not told:
            return self.say("done.empty"), self.facts()
        card = self.facts(*((self.name(out.id), out.value.text) for out in results[:4]))
        return self.say("done.forward", results=listed(told, self.lang)), card

    # ---- errors ----

    def error(self, step: Step):
        args = step.args
        message = f"{args['type']}: {first_sentence(args['message'])}"
        if step.node is None:
            return self.at_line(step, self.say("error.cell", type=args["type"])), self.facts(message=message)
        op = self.graph[step.node]
        if step.phase == "forward":
            sentence = self.say("error.op", expression=expression(self.graph, op), type=args["type"])
            inputs = [(self.name(tensor), self.graph[tensor].value.text) for tensor in op.inputs[:3]]
            return self.at_line(step, sentence), self.facts(*inputs, message=message)
        labels = dict.fromkeys(shortened(op.drawers[k].label) for k in args.get("drawers", []))
        what = listed(list(labels), self.lang)
        told = {"title": op.title, "what": what, "type": args["type"]}
        reason = args.get("key") if what else None
        if reason == "freed":
            key = "error.freed" if "freed_at" in args else "error.freed_before"
            rows = (self.say("error.why"), self.why_freed(op, what)), (self.say("error.try"), self.try_again(step))
            return self.say(key, k=args.get("freed_at"), **told), self.facts(*rows, message=message)
        if reason == "changed":
            rows = ((self.say("error.why"), self.say("error.why_changed", **told)),
                    (self.say("error.try"), self.say("error.try_changed")))
            return self.say("error.changed", **told), self.facts(*rows, message=message)
        return self.say("error.node", **told), self.facts(message=message)

    def why_freed(self, op: OpNode, what: str) -> str:
        style = notation(op.op)
        labels = [self.graph[tensor].label for tensor in op.inputs]
        template = style.local_of(op.ways[0]) if len(op.ways) == 1 else None
        if template is None or style.way_of(op.ways[0]) != "times":
            return self.say("error.why_freed_plain", title=op.title, what=what)
        symbol = write(template, labels, self.graph[op.outputs[0]].label, op.settings)
        return self.say("error.why_freed", title=op.title, symbol=shortened(symbol), what=what)

    def try_again(self, step: Step) -> str:
        """The lines of the forward pass, to be run once more."""
        lines = sorted({self.graph[op].line for op in self.found(step) if self.graph[op].line is not None})
        if not lines:
            return ""
        first, last = self.graph.code[lines[0]].n, self.graph.code[lines[-1]].n
        return self.say("error.try_again" if first == last else "error.try_lines", first=first, last=last)


def _spoken(factor: str) -> str:
    """A factor inside a sentence: a sum in brackets, and no line ends within a short one."""
    positive = factor.removeprefix("−")
    told = shortened(factor if as_factor(positive) == positive else as_factor(factor))
    return told.replace(" ", "\N{NO-BREAK SPACE}") if len(told) <= UNBROKEN else told


def _partial(top: str, bottom: str) -> str:
    return f"∂{bracketed(shortened(top))}/∂{bracketed(shortened(bottom))}"


def _push_key(args: dict[str, Any]) -> str:
    local = args["local"]
    way = local.get("way", "times")
    arrays = "shape" in args["gives"] or "shape" in args["upstream"]
    if way in ("before", "after", "move") and arrays:
        return f"push.{way}"
    if way == "spread" and arrays:
        return "push.spread" if local["text"] == "1" else "push.spread_times"
    if not local or way == "outer":
        return "push.plain"
    if "of" in local and local["text"] != local["of"] and local["text"][:1] not in "([":
        return "push.of"
    return "push.times"
