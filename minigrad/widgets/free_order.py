"""Free order: what a page must know so that the learner may choose which node of a backward pass runs next."""

from __future__ import annotations

from typing import Any

from minigrad.draw.svg import shown
from minigrad.trace.graph import Graph, OpNode, Step
from minigrad.widgets.predictions import node_names


def free_order(graph: Graph, lang: str) -> dict[str, Any] | None:
    """The nodes of the first backward pass, whom each waits for, what each sends; None without a whole pass.

    `from`: the step after which the choosing begins. A node's `steps` are those in which it pushed and was freed;
    `needs` says who must run before it and to which tensor that contribution goes; `sends` is what it hands on.
    """
    collect = graph.collect(1)
    if collect is None or any(step.verb == "error" for step in graph.steps):
        return None
    own = [(k, step) for k, step in enumerate(graph.steps) if step.pass_ == 1]
    seeds = [k for k, step in own if step.verb == "seed"]
    pushes = [(k, step) for k, step in own if step.verb == "push"]
    if not seeds or len(collect.args["nodes"]) < 2 or not pushes:
        return None
    names = node_names(graph)
    inside = set(collect.args["nodes"])
    nodes = [_node(graph, graph[id], names, own, inside) for id in collect.args["nodes"]]
    expects: dict[str, int] = {}
    for _, step in pushes:
        expects[step.args["to"]] = expects.get(step.args["to"], 0) + 1
    targets = {id: {"expects": n, "leaf": graph[id].kind == "leaf", "final": _final(id, own),
                    "name": graph[id].label} for id, n in expects.items()}
    return {"from": seeds[-1], "nodes": nodes, "targets": targets}


def _node(graph: Graph, op: OpNode, names: dict[str, str], own: list[tuple[int, Step]], inside: set[str]) -> dict:
    needs = [{"id": other.id, "name": names[other.id], "to": graph[other.inputs[i]].label}
             for other in graph.ops if other.id in inside for i in other.ways if graph[other.inputs[i]].op == op.id]
    pushes = [(k, step) for k, step in own if step.verb == "push" and step.node == op.id]
    sends = []
    for _, step in pushes:
        chip = f"g:{op.id}:{step.args['input']}.chip.text"
        text = shown(chip, step.args["gives"]["text"])
        sends.append({"edge": chip.split(".")[0], "to": step.args["to"], "text": text})
    steps = [k for k, step in own if step.verb in ("push", "free") and step.node == op.id]
    return {"id": op.id, "name": names[op.id], "needs": needs, "sends": sends, "steps": steps}


def _final(id: str, own: list[tuple[int, Step]]) -> str:
    """What stands in the slot when everything has arrived."""
    texts = [text for _, step in own for key, text in step.set if key == f"{id}.slot.text" and text]
    return shown(f"{id}.slot.text", texts[-1]) if texts else ""
