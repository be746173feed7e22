"""The recorder watches and changes nothing; it knows where to stop; it serves a whole session."""

import gc
import weakref

import pytest

import minigrad
from minigrad.core.observe import observers
from minigrad.draw.text import twin
from minigrad.trace import Recorder, capture, graph_of
from tests.trace.cells import Session, by_label, checked, end_state, op


def whole_state(tensors):
    """Everything of these tensors and of the graph behind them that a learner could see."""
    nodes, waiting = {}, [t.grad_fn for t in tensors if t.grad_fn is not None]
    for node in waiting:
        if id(node) not in nodes:
            nodes[id(node)] = node
            waiting += [target for target, _ in node.next_functions if target is not None]
    told = []
    for node in nodes.values():
        saved = [] if node.freed or node.is_end else [(name, str(value)) for name, value in node.saved_items()]
        told.append((id(node), node.name(), node.freed, saved, node.hooks is None))
        if node.is_end:
            told.append((str(node.grad), id(node.grad), id(node.variable), node.variable._version))
    return told, [(t.tolist(), t._version, id(t.node), t.requires_grad, t.is_leaf) for t in tensors]


def graph_with_everything():
    fired = []
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    w = minigrad.tensor(3.0, requires_grad=True)
    (w * 2).backward()
    h = (x * w).exp()
    h.register_hook(lambda g: fired.append("tensor"))
    x.register_hook(lambda g: fired.append("leaf"))
    h.retain_grad()
    loss = (h.tanh() + x).sum()
    return [x, w, h, loss], fired


def test_a_private_pass_leaves_everything_as_it_was():
    tensors, fired = graph_with_everything()
    before = whole_state(tensors)
    graph = checked(graph_of(tensors[-1]))
    assert any(step.verb == "accumulate" for step in graph.steps)
    assert whole_state(tensors) == before and fired == []
    tensors[-1].backward()                                    # and the graph can still be run
    assert fired == ["tensor", "leaf"]


def test_watching_changes_no_result():
    source = ("x = tensor([1., 2.], requires_grad=True)\nh = x * 2 + 1\nh.retain_grad()\nloss = h.log().sum()\n"
              "loss.backward(retain_graph=True)\nwith torch.no_grad():\n    x -= x.grad\n")
    watched, alone = Session(), Session()
    watched.run(source)
    exec(source, alone.names)
    for name in ("x", "h"):
        a, b = watched.names[name], alone.names[name]
        assert (a.tolist(), a._version, str(a.grad)) == (b.tolist(), b._version, str(b.grad))
    assert whole_state([watched.names["loss"]])[0][0][1:4] == whole_state([alone.names["loss"]])[0][0][1:4]


def test_nothing_is_watched_between_cells():
    session = Session()
    session.run("x = tensor(1., requires_grad=True)")
    assert session.recorder not in observers
    session.names["y"] = session.names["x"] * 2
    assert session.recorder.cell.ops == []


def test_no_tensor_is_kept_alive():
    session = Session()
    session.run("x = tensor([1.] * 100, requires_grad=True)\ny = x * 2\nz = y.exp()\nw = weak(z)\nw2 = weak(y)"
                .replace("weak(", "__import__('weakref').ref("))
    w, w2 = session.names["w"], session.names["w2"]
    for name in ("x", "y", "z"):
        del session.names[name]
    gc.collect()
    assert w() is None and w2() is None


def test_a_later_cell_finds_what_an_earlier_one_computed():
    session = Session()
    session.run("x = tensor(2., requires_grad=True)")
    session.run("y = x * 3")
    session.run("print('something else')")
    graph = session.graph("y.backward()")
    assert [(line.cell, line.text) for line in graph.code] == [(2, "y = x * 3"), (4, "y.backward()")]
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "3"
    assert end_state(graph)[by_label(graph, "x").id] == "shown"


def test_operations_from_before_the_recording_are_adopted():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = x * 3 + 1
    session = Session(x=x, y=y)
    graph = session.graph("y.backward()")
    assert [node.title for node in graph.ops] == ["Mul", "Add"]
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "3"
    assert by_label(graph, "y").value.text == "7"
    assert graph.ops[0].line is None


def test_graph_of_a_tensor_alone():
    weight = minigrad.tensor(3.0, requires_grad=True)
    inner = weight * weight
    outer = inner.exp()
    graph = checked(graph_of(outer))
    assert [t.label for t in graph.tensors] == ["weight", "inner", "outer"]
    assert [t.value.text for t in graph.tensors] == ["3", "9", "8103"]
    assert op(graph, "Exp").drawers[0].label == "outer"
    weight_id = by_label(graph, "weight").id
    assert end_state(graph)[f"{weight_id}.slot.text"] == "4.862e+04"       # 2·3·e⁹ = 48618.5
    assert weight.grad is None


def test_graph_of_a_tensor_without_a_graph():
    plain = minigrad.tensor(5.0)
    graph = checked(graph_of(plain))
    assert [(t.kind, t.label) for t in graph.tensors] == [("const", "plain")]
    assert [step.verb for step in graph.steps] == ["start", "done"]


def test_values_that_nobody_kept_are_unknown_not_invented():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = (x + 1) * 2
    graph = graph_of(y)
    assert [t.value.text for t in graph.tensors if t.op == op(graph, "Add").id] == ["?"]


def test_a_used_up_graph_replays_its_recorded_run():
    session = Session()
    session.run("x = tensor(2., requires_grad=True)\ny = x * x\ny.backward()")
    graph = checked(capture(session.recorder, session.names["y"]))
    assert [step.verb for step in graph.steps][-3:] == ["free", "accumulate", "done"]
    assert session.names["x"].grad.item() == 4


def test_a_used_up_graph_that_nobody_recorded_has_no_backward():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = x * x
    y.backward()
    graph = checked(graph_of(y))
    assert "push" not in [step.verb for step in graph.steps] and x.grad.item() == 4


def test_explicit_form_for_several_roots():
    x = minigrad.tensor(2.0, requires_grad=True)
    a, b = x * 3, x * 5
    graph = checked(graph_of([a, b]))
    assert [graph[root].label for root in graph.roots] == ["a", "b"]
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "8"


def test_ceiling_of_operations():
    session = Session()
    session.recorder.most_ops = 5
    record = session.run("x = tensor(1., requires_grad=True)\nfor i in range(9):\n    x = x * 2\nx.backward()")
    assert record.truncated == {"reason": "ops", "count": 5} and len(record.ops) == 5
    assert session.names["x"].item() == 512
    assert capture(session.recorder).truncated["reason"] == "ops"


def test_ceiling_of_bytes():
    session = Session()
    session.recorder.most_bytes = 4000
    record = session.run("x = torch.ones(64, requires_grad=True)\nfor i in range(9):\n    x = x * 2")
    assert record.truncated["reason"] == "bytes" and 0 < len(record.ops) < 9


def test_a_long_training_loop_is_recorded_up_to_the_ceiling():
    session = Session(w=minigrad.tensor(1.0, requires_grad=True))
    session.recorder.most_ops = 20
    record = session.run("for i in range(50):\n    (w * 2).backward()")
    assert session.names["w"].grad.item() == 100
    assert (len(record.ops), len(record.passes), record.truncated["reason"]) == (20, 19, "ops")
    graph = checked(capture(session.recorder))
    assert sum(step.verb == "seed" for step in graph.steps) == 19


def test_too_many_nodes_for_a_picture():
    session = Session(x=minigrad.tensor(1.0, requires_grad=True))
    graph = session.graph("h = x\nfor i in range(200):\n    h = h + 1\nh.backward()")
    assert graph.truncated == {
        "reason": "nodes", "count": 401,                             # 200 operations, their results, and x
        "whole": {"leaves": 1, "ops": 200, "results": 1}}
    assert graph.steps == [] and 200 < len(graph.nodes) <= 300
    assert graph.nodes[-1].label == "h·201" and graph.nodes[-1].value.text == "201"
    listed = twin(graph, "en").splitlines()
    assert listed[0] == "Graph: 1 pocket, 200 operations, 1 result; this list is about the newest 75 operations."
    assert listed[-2] == "75. h·201 = Add(h·200, 1) = 201"
    assert twin(graph, "ru").startswith(
        "Граф: 1 карман, 200 операций, 1 результат; в списке — последние 75 операций.\n1. h·127 = ")


def test_a_graph_is_read_no_deeper_than_asked():
    x = h = minigrad.tensor(1.0, requires_grad=True)
    for _ in range(50):
        h = h * x + 1
    recorder = Recorder()
    assert not recorder.knows(h)
    recorder.reach = 3
    graph = capture(recorder, h, rehearse=False, depth=3)
    assert [op.op for op in graph.ops] == ["add", "mul", "add"] and graph.truncated is None and graph.steps == []
    assert len(recorder.by_seq) == 4                    # three operations, and the one whose result they begin with
    assert twin(graph_of(h, rehearse=False, depth=3), "en") == twin(graph, "en")
    first = graph[graph.ops[0].inputs[0]]
    assert (first.kind, first.label, first.op) == ("result", "…", None)


def test_a_recorded_graph_is_cut_to_a_depth_with_its_names():
    session = Session()
    session.run("x = tensor(1., requires_grad=True)\nh = x\nfor i in range(400):\n    h = h + x")
    graph = graph_of(session.names["h"], session.recorder, rehearse=False, depth=2)
    assert [tensor.label for tensor in graph.tensors] == ["x", "h·398", "h·399", "h·400"]
    assert [tensor.value.text for tensor in graph.tensors] == ["1", "399", "400", "401"]


def test_a_fault_of_the_recorder_is_not_the_learners(monkeypatch):
    session = Session()
    session.recorder.strict = False
    monkeypatch.setattr(Recorder, "_take_inputs", lambda *told: 1 / 0)
    record = session.run("x = tensor(2., requires_grad=True)\ny = x * 3\ny.backward()")
    assert session.names["x"].grad.item() == 3
    assert record.truncated["reason"] == "fault" and isinstance(session.recorder.broken, ZeroDivisionError)


def test_as_a_with_block_in_a_file():
    with Recorder() as recorder:
        left = minigrad.tensor(2.0, requires_grad=True)
        product = left * 4
        product.backward()
    graph = checked(capture(recorder))
    assert [t.label for t in graph.tensors] == ["left", "4", "product"]
    assert [line.text.strip() for line in graph.code][:2] == [
        "left = minigrad.tensor(2.0, requires_grad=True)", "product = left * 4"]


def test_in_place_on_a_leaf_changes_its_card():
    session = Session()
    graph = session.graph("w = tensor(3., requires_grad=True)\nwith torch.no_grad():\n    w -= 1")
    w = by_label(graph, "w")
    assert w.value.text == "3" and end_state(graph)[f"{w.id}.value.text"] == "2"


def test_in_place_on_a_tracked_tensor_is_an_operation():
    session = Session()
    graph = session.graph("x = tensor([1., 2.], requires_grad=True)\nb = x * 2\nb[0] = 5\nb.sum().backward()")
    written = op(graph, "CopySlices")
    assert [graph[i].label for i in written.inputs] == ["b·1", "5"] and graph[written.outputs[0]].label == "b·2"
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "[0, 2]"


def test_cells_that_do_nothing_draw_nothing():
    session = Session()
    assert not session.run("x = 1").drew and not session.run("x = tensor(1.)").drew
    assert session.run("y = x * 2").drew
    with pytest.raises(IndexError, match="no cell 9"):
        capture(session.recorder, cell=9)


def test_an_older_cell_can_be_captured():
    session = Session()
    session.run("a = tensor(1., requires_grad=True)\nb = a * 2")
    session.run("c = b * 3")
    assert [node.title for node in capture(session.recorder, cell=1).ops] == ["Mul"]


def test_a_session_forgets_its_oldest_cells():
    session = Session()
    session.recorder.most_ops = 6
    for _ in range(5):
        session.run("x = tensor(1.)\nfor i in range(4):\n    x = x * 2")
    assert sum(len(cell.ops) for cell in session.recorder.cells) <= 2 * 6


def test_weak_bookkeeping_follows_the_tensors():
    session = Session()
    assert [op.name for op in session.run("t = tensor(1.) * 2").ops] == ["mul"]
    known = weakref.ref(session.names["t"])
    assert any(record.ref() is known() for record in session.recorder._known.values())
    del session.names["t"]
    gc.collect()
    session.run("pass")
    assert all(record.ref() is not None for record in session.recorder._known.values())


def test_rows_hold_no_tensor_alive_and_nothing_that_a_node_saved():
    session = Session()
    session.run("import weakref\nx = tensor([1.] * 100, requires_grad=True)\nh = x * x\ny = h.exp() * h\n"
                "i = tensor([0, 1])\npart = y[i]\npart.sum().backward(retain_graph=True)\n"
                "refs = [weakref.ref(t) for t in (x, h, y, i, part, y.grad_fn, h.grad_fn, x.grad)]\n"
                "for name in ('x', 'h', 'y', 'i', 'part'):\n    del globals()[name]\n")
    assert session.recorder.heard                            # nobody has looked yet
    gc.collect()
    assert [weak() for weak in session.names["refs"]] == [None] * 8
    graph = checked(capture(session.recorder))
    assert [node.title for node in graph.ops] == ["Mul", "Exp", "Mul", "Index", "Sum"]


def test_who_never_looks_pays_for_hearing_only():
    session = Session()
    record = session.run("x = tensor(2., requires_grad=True)\n(x * x).backward()")
    assert session.recorder.by_seq == {} and record.told.ops == [] and session.recorder.heard
    assert [op.name for op in record.ops] == ["mul"] and session.recorder.heard == []


def test_what_is_written_after_the_cell_does_not_change_what_it_shows():
    session = Session()
    session.run("x = tensor([1., 2.], requires_grad=True)\nk = tensor([3., 4.])\ny = x * k\ny.sum().backward()")
    with minigrad.no_grad():
        for name in ("x", "k", "y"):
            session.names[name].mul_(100.0)
    session.names["x"].grad.mul_(100.0)
    del session.names["y"]
    session.names["x"] = None
    graph = checked(capture(session.recorder))
    assert [by_label(graph, name).value.text for name in "xky"] == ["[1, 2]", "[3, 4]", "[3, 8]"]
    assert end_state(graph)[f"{by_label(graph, 'x').id}.slot.text"] == "[3, 4]"


def test_the_address_of_a_dead_tensor_is_not_mistaken_for_it():
    session = Session(w=minigrad.tensor(1.0, requires_grad=True))
    record = session.run("for i in range(200):\n    (w * i + i).backward()")
    values = [op.inputs[0].seen.whole.item() for op in record.ops if op.name == "add"]
    assert values == list(range(200))
    assert len({id(out) for op in record.ops for out in op.outputs}) == 400


def test_the_package_is_also_the_function():
    square = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert minigrad.trace(square).item() == 5.0
    assert minigrad.trace.Recorder is Recorder
    with pytest.raises(AttributeError, match="no attribute 'tracer'"):
        minigrad.tracer


def test_a_graph_can_be_asked_for_while_its_cell_still_runs():
    session = Session(capture=capture)
    session.names["recorder"] = session.recorder
    record = session.run("x = tensor(2., requires_grad=True)\ny = x * x\nasked = capture(recorder, y)\nz = y + 1")
    asked = checked(session.names["asked"])
    assert end_state(asked)[f"{by_label(asked, 'x').id}.slot.text"] == "4"
    assert session.names["x"].grad is None
    assert [node.name for node in record.ops] == ["mul", "add"] and record.passes == []


def test_a_used_leaf_keeps_its_first_name():
    session = Session()
    graph = session.graph("def f(a):\n    return a * a\nx = tensor(2., requires_grad=True)\nalias = x\ny = f(alias)")
    assert [t.label for t in graph.tensors] == ["x", "y"]


def test_a_list_element_gets_its_expression():
    session = Session()
    graph = session.graph("ws = [tensor(2., requires_grad=True), tensor(3., requires_grad=True)]\ny = ws[0] * ws[1]")
    assert [t.label for t in graph.tensors if t.kind == "leaf"] == ["ws[0]", "ws[1]"]


def test_a_value_written_behind_our_back_is_noticed():
    session = Session()
    graph = session.graph("w = tensor(3., requires_grad=True)\ny = w * 2\nw.data = tensor(5.)\nz = w * 2")
    w = by_label(graph, "w")
    assert w.value.text == "3" and end_state(graph)[f"{w.id}.value.text"] == "5"
    assert [by_label(graph, name).value.text for name in "yz"] == ["6", "10"]
