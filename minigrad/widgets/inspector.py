"""The inspector: one node of a picture as a table, in PyTorch's words."""

from __future__ import annotations

from typing import Any

from minigrad.draw.text import value_text
from minigrad.i18n import say
from minigrad.trace.graph import Graph, OpNode, TensorNode
from minigrad.trace.notation import shortened


def facts(graph: Graph, lang: str) -> dict[str, dict[str, Any]]:
    """Id → title (what is said when a reader comes to the node) and rows [name, value]."""
    return {node.id: _Facts(graph, lang).of(node) for node in graph.nodes}


class _Facts:
    def __init__(self, graph: Graph, lang: str):
        self.graph, self.lang = graph, lang

    def say(self, key: str, /, **values: Any) -> str:
        return say(f"widgets.inspect.{key}", self.lang, **values)

    def of(self, node: TensorNode | OpNode) -> dict[str, Any]:
        rows = self.function(node) if isinstance(node, OpNode) else self.tensor(node)
        return {"title": self.title(node), "rows": [[name, value] for name, value in rows if value is not None]}

    def title(self, node: TensorNode | OpNode) -> str:
        if isinstance(node, OpNode):
            return self.say("function", name=node.grad_fn or node.title)
        value = value_text(node.value, self.lang)
        return self.say("result_node" if node.kind == "result" else node.kind, name=node.label, value=value)

    def tensor(self, tensor: TensorNode) -> list[tuple[str, str | None]]:
        made = self.graph[tensor.op] if tensor.op else None
        plain = tensor.dtype is None
        grad_fn = made.grad_fn if made is not None and made.tracked else None
        return [
            (self.say("name"), tensor.name or self.say("no_name", label=tensor.label)),
            (self.say("value"), value_text(tensor.value, self.lang)),
            ("shape", None if plain else str(tuple(tensor.shape))),
            ("dtype", tensor.dtype),
            ("requires_grad", None if plain else str(tensor.requires_grad)),
            ("is_leaf", None if plain else str(not (tensor.requires_grad and grad_fn))),
            ("grad_fn", None if plain else str(grad_fn)),
            ("_version", None if plain else str(self.version(tensor.id))),
            (self.say("line"), self.line(tensor.line)),
        ]

    def function(self, op: OpNode) -> list[tuple[str, str | None]]:
        return [
            ("grad_fn", op.grad_fn or "None"),
            (self.say("operation"), f"{op.title} {op.symbol}" if op.symbol != op.title else op.title),
            (self.say("inputs"), ", ".join(self.graph[id].label for id in op.inputs)),
            (self.say("result"), ", ".join(self.graph[id].label for id in op.outputs) or None),
            (self.say("saved"), self.drawers(op)),
            ("next_functions", ", ".join(f"({self.target(id)}, {index})" for id, index in op.next) or None),
            (self.say("line"), self.line(op.line)),
        ]

    def drawers(self, op: OpNode) -> str | None:
        if not op.tracked:
            return None
        kept = (f"{drawer.name}: {drawer.label}" for drawer in op.drawers)
        return ", ".join(kept) or self.say("nothing")

    def target(self, id: str | None) -> str:
        return stored_name(self.graph, id)

    def version(self, id: str) -> int:
        versions = (step.args["version"] for step in self.graph.steps if step.node == id and "version" in step.args)
        return max(versions, default=0)

    def line(self, line: int | None) -> str | None:
        if line is None:
            return None
        code = self.graph.code[line]
        return f"{code.n}: {shortened(code.text.strip(), 60)}"


def stored_name(graph: Graph, id: str | None) -> str:
    """What `next_functions` holds for this node: a function's name, AccumulateGrad, or None."""
    if id is None:
        return "None"
    node = graph[id]
    return (node.grad_fn or node.title) if isinstance(node, OpNode) else "AccumulateGrad"
