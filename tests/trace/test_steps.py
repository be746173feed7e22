"""The timeline: the right steps in the right order, with numbers typed by hand."""

import json
from pathlib import Path

import numpy as np
import pytest

import minigrad
from minigrad.trace import Graph, capture, graph_of
from minigrad.trace.history import Freed, Landed, Made, Pass, Pushed, Ran, Sent
from minigrad.trace.steps import state, timeline
from minigrad.trace.values import snapshot
from tests.trace.cells import Session, by_label, end_state, graph_of_cell, op, sentences

ARTICLE_A = Graph.from_json(json.loads(
    (Path(__file__).parents[1] / "data" / "article_a.graph.json").read_text(encoding="utf-8")))
CODE_A = "\n".join(line.text for line in ARTICLE_A.code)


def verbs(graph):
    return [step.verb for step in graph.steps]


def seen(number):
    return snapshot(np.float32(number))


def test_article_a_from_events_typed_by_hand():
    graph = Graph(ARTICLE_A.code, ARTICLE_A.nodes, [], ["n11"])
    events = [
        Freed("n10"), Pushed("n10", [seen(1)], [Sent(0, seen(4), seen(4))]),
        Pushed("n8", [seen(4)], [Sent(0, seen(4), seen(1))]),
        Pushed("n5", [seen(4)], [Sent(0, seen(4), seen(1)), Sent(1, seen(4), seen(1))]), Landed("n2", seen(4), seen(4)),
        Pushed("n3", [seen(4)], [Sent(0, seen(8), seen(2)), Sent(1, seen(12), seen(3))]), Freed("n3"),
        Landed("n1", seen(8), seen(8)), Landed("n0", seen(12), seen(12)),
    ]
    history = [Made("n0"), Made("n1"), Made("n2"), Ran("n3"), Ran("n5"), Ran("n8"), Ran("n10"),
               Pass([("n11", "n10")], [seen(1)], ["n10", "n8", "n5", "n3"], events, line=5, span=[5, 0, 5, 15])]
    assert timeline(graph, history) == ARTICLE_A.steps


def test_article_a_from_the_engine():
    session = Session()
    session.recorder.begin_cell(CODE_A, 0)
    exec(compile(CODE_A, "<cell>", "exec"), session.names)
    session.recorder.end_cell()
    assert capture(session.recorder) == ARTICLE_A


def test_article_a_gradients():
    final = state(ARTICLE_A.steps)
    assert [final[f"{by_label(ARTICLE_A, name).id}.slot.text"] for name in "xwb"] == ["12", "8", "4"]
    assert [final[f"{node.id}.floor"] for node in ARTICLE_A.ops] == ["done"] * 4
    assert {final[f"n3.d{k}"] for k in (0, 1)} | {final["n10.d0"]} == {"freed"}


def test_any_step_can_be_reached_by_folding():
    assert state(ARTICLE_A.steps, 18)["g:n3:1.chip.text"] == "12"
    assert "g:n3:1.chip" not in state(ARTICLE_A.steps, 19)
    assert state(ARTICLE_A.steps, 3) == {"n0": "shown", "n1": "shown", "n2": "current"}


def test_fan_out_adds_four_and_three():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = tensor(3., requires_grad=True)\n"
                          "z = x * y + x ** 2\nz.backward()")
    x, y = by_label(graph, "x"), by_label(graph, "y")
    assert (x.lamps, y.lamps) == (2, 0)
    pushes = [step for step in graph.steps if step.verb == "push" and step.args["to"] == x.id]
    assert [(step.args["gives"]["text"], step.args["sum"]) for step in pushes] == [("4", "4"), ("3", "4 + 3")]
    assert [change for step in pushes for change in step.set if "lamp" in change[0]] == [
        [f"{x.id}.lamp0", "arrived"], [f"{x.id}.lamp1", "arrived"]]
    assert end_state(graph)[f"{x.id}.slot.text"] == "7" and end_state(graph)[f"{y.id}.slot.text"] == "2"
    order = next(step for step in graph.steps if step.verb == "order")
    assert order.args["waits"] == [[1, [op(graph, "Pow").id, op(graph, "Mul").id, y.id]], [2, [x.id]]]
    assert verbs(graph)[9:] == ["push", "push", "push", "free", "push", "push", "free", "accumulate", "accumulate",
                                "done"]


def test_a_node_waits_for_all_who_use_its_result():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\nh = x * 3\nz = h * h + h\nz.backward()")
    product = op(graph, "Mul")
    badge = f"{product.id}.wait.text"
    assert [told for step in graph.steps for key, told in step.set if key == badge] == ["2", "1", "0", ""]
    assert end_state(graph)[f"{by_label(graph, 'h').id}.slot.text"] == "13"      # d(h² + h)/dh at 6


def test_a_broadcast_is_summed_back():
    graph = graph_of_cell("x = tensor([[1., 2., 3.], [4., 5., 6.]])\nw = tensor([1., 2., 3.], requires_grad=True)\n"
                          "b = tensor(1., requires_grad=True)\n(x * w + b).sum().backward()")
    pushes = {step.args["to"]: step.args for step in graph.steps if step.verb == "push"}
    w, b = by_label(graph, "w").id, by_label(graph, "b").id
    assert pushes[w]["summed"] and pushes[w]["gives"]["data"] == [5.0, 7.0, 9.0]
    assert pushes[b]["summed"] and pushes[b]["gives"]["text"] == "6"
    assert end_state(graph)[f"{w}.slot.text"] == "[5, 7, 9]"


def test_a_mean_divides_by_what_it_took_together():
    graph = graph_of_cell("x = torch.ones(2, 3, requires_grad=True)\nrows = x.mean(1)\nall_of_it = x.mean()\n"
                          "(rows.sum() + all_of_it).backward()")
    assert [node.factor for node in graph.ops] == ["× 1/3", "× 1/6", "× 1", "× 1"]
    assert {step.args["local"]["text"] for step in graph.steps if step.verb == "push" and step.args["to"] == "n0"} == {
        "1/3", "1/6"}
    assert end_state(graph)["n0.slot.text"] == "(2, 3)"


def test_local_factors_come_from_the_rule_of_the_engine():
    graph = graph_of_cell("x = tensor(0.5, requires_grad=True)\ny = x.sin()\nz = y * 0\nz.backward()")
    push = next(step for step in graph.steps if step.verb == "push" and step.node == op(graph, "Sin").id)
    assert push.args["upstream"]["text"] == "0" and push.args["gives"]["text"] == "0"
    assert push.args["local"] == {"text": "0.8776", "symbol": "cos(x)", "of": "cos(x)"}       # cos(0.5) = 0.87758


def test_detach_cuts_the_way_back():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\nw = tensor(3., requires_grad=True)\nh = x * w\n"
                          "c = h.detach()\ny = c * w\ny.backward()")
    cut = op(graph, "Detach")
    assert cut.cut and not cut.tracked and end_state(graph)[f"g:{cut.id}:0"] == "cut"
    assert end_state(graph)[f"{by_label(graph, 'w').id}.slot.text"] == "6"
    assert f"{by_label(graph, 'x').id}.slot" not in end_state(graph)
    assert graph[cut.outputs[0]].requires_grad is False
    assert len(op(graph, "Mul", 1).drawers) == 1


def test_no_grad_cuts_every_operation_inside():
    graph = graph_of_cell("w = tensor(3., requires_grad=True)\nwith torch.no_grad():\n    v = w * 2 + 1")
    assert [(node.tracked, node.cut) for node in graph.ops] == [(False, True), (False, False)]


def test_a_second_backward_stops_at_the_empty_drawer():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = (x - 5) ** 2\ny.backward()\ny.backward()",
                          RuntimeError)
    last, power = graph.steps[-1], op(graph, "Pow")
    assert (last.verb, last.node, last.pass_, last.line) == ("error", power.id, 2, 3)
    freed = last.args["freed_at"]
    assert graph.steps[freed].verb == "free" and graph.steps[freed].node == power.id
    assert end_state(graph)[f"{power.id}.floor"] == "error" and end_state(graph)[f"{power.id}.d0"] == "missing"
    assert end_state(graph)[f"g:{power.id}:0"] == "error"
    assert graph.error["key"] == "freed" and power.error


def test_an_earlier_cell_emptied_the_drawers():
    session = Session()
    session.run("x = tensor(2., requires_grad=True)\ny = x * x\ny.backward()")
    graph = session.graph("y.backward()", RuntimeError)
    assert "freed_at" not in graph.steps[-1].args
    collect = next(step for step in graph.steps if step.verb == "collect")
    product = op(graph, "Mul").id
    assert [f"{product}.d0", "freed"] in collect.set
    x = by_label(graph, "x").id
    assert end_state(graph)[f"{x}.slot.text"] == "4"            # what the first backward left there


def test_an_overwritten_value_stops_backward():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = x * x\nz = y ** 2\n"
                          "with torch.no_grad():\n    y.add_(1)\nz.backward()", RuntimeError)
    assert graph.error["key"] == "changed" and graph.steps[-1].node == op(graph, "Pow").id
    changed = next(step for step in graph.steps if step.node == by_label(graph, "y").id and "before" in step.args)
    assert (changed.args["before"]["text"], changed.args["after"]["text"], changed.line) == ("4", "5", 4)


def test_several_backwards_are_numbered():
    graph = graph_of_cell("w = tensor(3., requires_grad=True)\n(w * 2).backward()\n(w * 5).backward()")
    assert [step.pass_ for step in graph.steps if step.verb == "seed"] == [1, 2]
    assert [step.args.get("held") for step in graph.steps if step.verb == "push"] == [None, "2"]
    landed = [step for step in graph.steps if step.verb == "accumulate"]
    assert [(step.args["before"], step.args["after"]["text"]) for step in landed] == [(None, "2"), ({"text": "2"}, "7")]


def test_emptied_pockets_are_empty_in_the_end():
    graph = graph_of_cell("w = tensor(3., requires_grad=True)\n(w * 2).backward()\nw.grad = None")
    assert end_state(graph)[f"{by_label(graph, 'w').id}.slot"] == "empty"


def test_retained_graphs_keep_their_drawers():
    graph = graph_of_cell("w = tensor(3., requires_grad=True)\n(w * w).backward(retain_graph=True)")
    assert "free" not in verbs(graph) and "freed" not in graph.steps[-1].args
    assert end_state(graph)[f"{op(graph, 'Mul').id}.d0"] == "full"


def test_grad_hands_out_and_leaves_pockets_alone():
    graph = graph_of_cell("x = tensor(3., requires_grad=True)\ny = x ** 3\n"
                          "g, = torch.autograd.grad(y, x, create_graph=True)\ng.backward()")
    done = [step for step in graph.steps if step.verb == "done"]
    assert done[0].args["handed"] == [[by_label(graph, "x").id, "27"]]
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "18"      # the second derivative, 6x


def test_what_create_graph_records_appears_while_it_runs():
    graph = graph_of_cell("x = tensor(3., requires_grad=True)\ny = x ** 3\n"
                          "g, = torch.autograd.grad(y, x, create_graph=True)\ng.backward()")
    shown = [key for step in graph.steps if step.verb == "push" and step.pass_ == 1 for key, told in step.set
             if told == "shown"]
    assert {op(graph, "Mul").id, op(graph, "Pow", 1).id} <= set(shown)


def test_a_backward_from_a_leaf():
    graph = graph_of_cell("x = tensor(1., requires_grad=True)\nx.backward()")
    assert verbs(graph) == ["start", "run", "collect", "order", "seed", "accumulate", "done"]


def test_a_list_of_inputs_gets_a_push_each():
    graph = graph_of_cell("a = tensor([1.], requires_grad=True)\nb = tensor([2., 3.], requires_grad=True)\n"
                          "torch.cat([a, b]).sum().backward()")
    cat = op(graph, "Cat")
    assert [step.args["to"] for step in graph.steps if step.verb == "push" and step.node == cat.id] == cat.inputs
    assert end_state(graph)[f"{cat.inputs[1]}.slot.text"] == "[1, 1]"


def test_nan_and_inf_pass_through():
    graph = graph_of_cell("x = tensor(float('nan'), requires_grad=True)\ny = x * float('inf')\ny.backward()")
    assert by_label(graph, "x").value.text == "nan"
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "inf"


def test_the_cell_that_raises_shows_the_guilty_operation():
    graph = graph_of_cell("a = torch.ones(2, 3, requires_grad=True)\nb = torch.ones(4)\ns = a * 2\nc = s + b\n"
                          "d = c * 3", RuntimeError)
    guilty = graph.ops[-1]
    assert (guilty.title, guilty.error, guilty.outputs) == ("Add", True, [])
    assert [graph[i].label for i in guilty.inputs] == ["s", "b"]
    last = graph.steps[-1]
    assert (last.verb, last.node, last.line, last.span) == ("error", guilty.id, 3, [3, 4, 3, 9])
    assert end_state(graph)[f"{guilty.id}.floor"] == "error"


def test_an_error_without_an_operation_keeps_the_line():
    graph = graph_of_cell("x = tensor([1., 2.], requires_grad=True)\ny = x * 2\ny.backward()", RuntimeError)
    assert (graph.steps[-1].verb, graph.steps[-1].node, graph.steps[-1].line) == ("error", None, 2)
    assert graph.error["key"] == "not_a_scalar"


@pytest.mark.parametrize("source, leaves", [
    ("y = (x * w).sum()", "xw"), ("y = ((x - w) / (x * x + 1)).exp().mean()", "xw"),
    ("y = (x @ w).tanh() * x.sum()", "xw"),
    ("y = torch.cat([x, w * x]).pow(3).sum()", "xw"), ("y = torch.stack([x, w]).amax(0).prod()", "xw"),
])
def test_steps_add_up_to_what_backward_leaves(source, leaves):
    session = Session(x=minigrad.tensor([1.0, 2.0, 3.0], requires_grad=True),
                      w=minigrad.tensor([0.5, -1.0, 4.0], requires_grad=True))
    graph = session.graph(source + "\ny.backward()")
    totals = {}
    for step in graph.steps:
        if step.verb == "push":
            totals[step.args["to"]] = totals.get(step.args["to"], 0) + np.array(step.args["gives"].get("data", 0))
    for name in leaves:
        expected = session.names[name].grad.numpy()
        np.testing.assert_allclose(totals[by_label(graph, name).id], expected, rtol=1e-4)


def test_a_chain_of_a_thousand_is_walked_without_recursion():
    import sys

    session = Session(x=minigrad.tensor(1.0, requires_grad=True))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(180)
    try:
        graph = session.graph("h = x\nfor i in range(1000):\n    h = h * 1.001\nh.backward()", most=None)
    finally:
        sys.setrecursionlimit(limit)
    assert len(graph.ops) == 1000 and sum(step.verb == "push" for step in graph.steps) == 1000
    assert len(sentences(graph, verb="done")) == 1


def test_a_hundred_nodes_stay_small():
    session = Session(x=minigrad.tensor(1.0, requires_grad=True), w=minigrad.tensor(1.1, requires_grad=True))
    graph = session.graph("h = x\nfor i in range(49):\n    h = h * w\nh.backward()")
    assert len(graph.nodes) == 100
    assert len(json.dumps(graph.to_json())) < 150_000


def test_long_names_and_nested_expressions_do_not_make_a_trace_large():
    long = "name_" * 30
    lines = [f"{long}0 = tensor(1., requires_grad=True)"]
    lines += [f"{long}{k + 1} = {long}{k} * {long}{k}" for k in range(49)]
    graph = graph_of_cell("\n".join([*lines, f"{long}49.backward()"]))
    assert len(graph.nodes) == 99 and len(json.dumps(graph.to_json())) < 150_000
    assert graph[graph.roots[0]].label == "name_name_name_name_nam…_name_49"


def test_the_label_of_a_label_does_not_grow():
    graph = graph_of_cell("def f(t, n):\n    return t if n == 0 else f(t, n - 1) / t\n"
                          "x = tensor(2., requires_grad=True)\ny = x\nfor _ in range(40):\n    y = f(y, 1)\n"
                          "f(x, 40).backward()")
    assert max(len(tensor.label) for tensor in graph.tensors) <= 32
    nested = minigrad.tensor(1.0, requires_grad=True) * 1.5
    for _ in range(60):
        nested = nested * nested * 0.5
    labels = [tensor.label for tensor in graph_of(nested).tensors]
    assert max(map(len, labels)) == 32 and max(label.count("…") for label in labels) == 1
