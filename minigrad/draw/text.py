"""The text twin: what a picture shows, as a numbered list that reads well in a terminal, on a page and aloud."""

from __future__ import annotations

from collections import Counter
from typing import Any

from minigrad.draw.words import first_sentence, listed, step_words
from minigrad.i18n import say
from minigrad.trace.graph import Graph, OpNode, TensorNode, Value
from minigrad.trace.notation import number, shortened
from minigrad.trace.steps import state
from minigrad.trace.values import shape_text

LINES = 40
FEW = 8            # an array of so few elements is written out


def twin(graph: Graph, lang: str) -> str:
    """The finished graph in at most 40 lines: values, names, who feeds whom, what is kept, where gradients arrived.

    A longer list keeps its beginning and its end and says what it left out. Equal graphs give equal text.

    >>> from minigrad.trace.graph import Value
    >>> print(twin(Graph(nodes=[TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True)]), "en"))
    Graph: 1 pocket, 0 operations, 0 results.
    1. leaf x = 2
    """
    return "\n".join(_Twin(graph, lang).lines())


def steps_text(graph: Graph, lang: str) -> str:
    """Every step of the timeline as one numbered sentence, from 0 (before the first line)."""
    return "\n".join(say("trace.step", lang, k=k, sentence=step_words(graph, step, lang)["say"])
                     for k, step in enumerate(graph.steps))


def value_text(value: Value, lang: str) -> str:
    """A value written out while it is short, else its shape.

    >>> value_text(Value("(2, 2)", [2, 2], [[1, 2], [3, -4]]), "en"), value_text(Value("(9,)", [9]), "en")
    ('[[1, 2], [3, −4]]', 'shape (9,)')
    """
    if value.shape is None:
        return value.text
    count = 1
    for side in value.shape:
        count *= side
    if value.data is not None and 0 < count <= FEW:
        return _written(value.data)
    return say("trace.twin.shape", lang, shape=shape_text(value.shape))


def _written(data: Any) -> str:
    if isinstance(data, list):
        return "[" + ", ".join(_written(part) for part in data) + "]"
    return data if isinstance(data, str) else number(data)


def _settings(op: OpNode) -> list[str]:
    """What an operation was told besides its inputs: the exponent as a number, the rest with its name."""
    told = []
    for name, setting in op.settings.items():
        if name == "exponent" and isinstance(setting, (int, float)):
            told.append(number(setting))
        elif setting is not None and setting is not False:
            told.append(f"{name}={shortened(str(setting))}")
    return told


class _Twin:
    """One graph in one language, line by line."""

    def __init__(self, graph: Graph, lang: str):
        self.graph, self.lang = graph, lang
        self.state = state(graph.steps)
        self.held = {step.node: step.args["after"] for step in graph.steps if step.verb == "accumulate"}
        used = {tensor for op in graph.ops for tensor in op.inputs}
        self.listed = [node for node in graph.nodes if self.has_line(node)]
        self.place = {}
        for k, node in enumerate(self.listed, 1):
            self.place |= dict.fromkeys([node.id, *(node.outputs if isinstance(node, OpNode) else [])], k)
        self.results = sum(1 for op in graph.ops for out in op.outputs if out not in used)
        labels = Counter(node.label for node in graph.tensors if node.id in self.place)
        self.ambiguous = {label for label, count in labels.items() if count > 1}

    def say(self, key: str, **values: Any) -> str:
        return say(f"trace.twin.{key}", self.lang, **values)

    def has_line(self, node: TensorNode | OpNode) -> bool:
        """Results are written with the operation that made them, plain numbers where they are used."""
        return isinstance(node, OpNode) or node.kind == "leaf" or node.kind == "const" and node.dtype is not None

    def lines(self) -> list[str]:
        graph = self.graph
        if not graph.nodes:
            return [self.say("empty"), *self.ending()]
        head = self.head()
        ending = self.ending()
        room = LINES - 1 - len(ending)
        if len(self.listed) <= room:
            return [head, *(self.numbered(node) for node in self.listed), *ending]
        first = room // 2
        last = room - 1 - first
        left_out = self.listed[first:-last]
        return [head, *(self.numbered(node) for node in self.listed[:first]), self.left_out(left_out),
                *(self.numbered(node) for node in self.listed[-last:]), *ending]

    def head(self) -> str:
        """What the whole graph has, and how much of it the list is about."""
        graph = self.graph
        if graph.truncated and "whole" in graph.truncated:
            whole = graph.truncated["whole"]
            counts = {"pockets": whole["leaves"], "ops": whole["ops"], "results": whole["results"]}
            return self.say("title_part", shown=len(graph.ops), **counts)
        pockets = sum(node.kind == "leaf" for node in graph.tensors)
        return self.say("title", pockets=pockets, ops=len(graph.ops), results=self.results)

    def left_out(self, nodes: list[TensorNode | OpNode]) -> str:
        kinds = Counter(node.title if isinstance(node, OpNode) else node.label for node in nodes)
        titles = [self.say("counted", n=count, title=shortened(kind)) if count > 1 else shortened(kind)
                  for kind, count in kinds.most_common()]
        return self.say("left_out", n=len(nodes), titles=listed(titles, self.lang))

    def ending(self) -> list[str]:
        """What a reader must know about the list as a whole: where it was cut short, what ended the cell."""
        graph, told = self.graph, []
        if graph.truncated:
            told.append(self.say(f"truncated.{graph.truncated['reason']}", count=graph.truncated["count"]))
        if graph.error:
            message = shortened(first_sentence(graph.error["message"]), 200)
            told.append(self.say("error", type=graph.error["type"], message=message))
        return told

    def numbered(self, node: TensorNode | OpNode) -> str:
        return f"{self.place[node.id]}. {self.operation(node) if isinstance(node, OpNode) else self.tensor(node)}"

    # ---- one line ----

    def tensor(self, node: TensorNode) -> str:
        kind = "leaf" if node.kind == "leaf" else "constant"
        if node.value.text == "?":
            line = self.say("unknown", name=shortened(node.label))
        else:
            line = self.say(kind, name=shortened(node.label), value=self.value(node))
        grad = self.gradient(node.id, "filled")
        return self.say("grad", line=line, grad=grad) if grad else line

    def operation(self, op: OpNode) -> str:
        inputs = ", ".join([*(self.ref(tensor) for tensor in op.inputs), *_settings(op)])
        if not op.outputs:
            error = self.graph.error or {"type": "Error"}
            return self.say("stopped", title=op.title, inputs=inputs, type=error["type"])
        outs = [self.graph[id] for id in op.outputs]
        names = ", ".join(shortened(out.label) for out in outs)
        known = [out for out in outs if out.value.text != "?"]
        value = ", ".join(self.value(out) for out in known)
        line = self.say("op" if known else "op_unknown", name=names, title=op.title, inputs=inputs, value=value)
        line = self.kept(op, line)
        for out in outs:
            grad = self.gradient(out.id, "shown")
            if grad:
                line = self.say("gradient", line=line, grad=grad)
        if op.cut:
            line = self.say("cut", line=line)
        if op.error and self.graph.error:
            line = self.say("failed", line=line, type=self.graph.error["type"])
        return line

    def kept(self, op: OpNode, line: str) -> str:
        if not op.drawers:
            return line
        what = listed(list(dict.fromkeys(shortened(drawer.label) for drawer in op.drawers)), self.lang)
        overwritten = bool(self.graph.error) and self.graph.error.get("key") == "changed"
        freed = self.state.get(f"{op.id}.d0") in (("freed",) if overwritten else ("freed", "missing"))
        return self.say("freed" if freed else "saves", line=line, what=what)

    def ref(self, id: str) -> str:
        label = shortened(self.graph[id].label)
        if self.graph[id].label in self.ambiguous and id in self.place:
            return self.say("ref", name=label, k=self.place[id])
        return label

    def value(self, node: TensorNode) -> str:
        return self.state.get(f"{node.id}.value.text") or value_text(node.value, self.lang)

    def gradient(self, id: str, arrived: str) -> str:
        """The gradient in the slot at the end, or nothing."""
        if self.state.get(f"{id}.slot") != arrived:
            return ""
        held = self.held.get(id)
        text = self.state[f"{id}.slot.text"]
        if held is not None and held["text"] == text:
            return value_text(Value(**held), self.lang)
        return self.say("shape", shape=text) if text.startswith("(") else text
