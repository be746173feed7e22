"""A Function of the learner is one node in a picture; what was packed or will be computed again fills no drawer."""

import pytest

import minigrad
from minigrad import trace
from minigrad.draw.text import twin
from minigrad.trace.record import Recorder
from minigrad.utils.checkpoint import checkpoint


class Scale(minigrad.autograd.Function):
    @staticmethod
    def forward(ctx, x, k, label):
        out = x * k
        ctx.k = k
        ctx.save_for_backward(x, out)
        return out, x + 1

    @staticmethod
    def backward(ctx, g, h):
        return g * ctx.k + h, None, None


@pytest.fixture
def recorded(monkeypatch):
    monkeypatch.setattr(Recorder, "strict", True)

    def record(run):
        with Recorder() as recorder:
            run()
        return trace.capture(recorder)

    return record


def test_a_function_is_one_node(recorded):
    def run():
        x = minigrad.tensor(3.0, requires_grad=True)
        a, b = Scale.apply(x, 2, "text")
        (a * b).backward()

    graph = recorded(run)
    assert [op.title for op in graph.ops] == ["Scale", "Mul"]
    scale = graph.ops[0]
    assert scale.grad_fn == "ScaleBackward"
    assert scale.settings == {"label": "text"}
    assert [graph[i].value.text for i in scale.inputs] == ["3", "2"]
    assert [(drawer.name, drawer.label) for drawer in scale.drawers] == [("x", "x"), ("result", "a")]
    assert "a, b = Scale(x, 2, label=text) = 6, 4" in twin(graph, "en")
    verbs = [step.verb for step in graph.steps]
    assert verbs.count("push") == 3
    assert verbs[-1] == "done"


def test_a_function_is_found_without_a_recording():
    x = minigrad.tensor(3.0, requires_grad=True)
    a, _ = Scale.apply(x, 2, "text")
    graph = trace.graph_of(a * 1)
    assert [op.title for op in graph.ops] == ["Scale", "Mul"]
    assert graph.ops[0].drawers[0].value.text == "3"


@pytest.mark.parametrize("kind", ["packed", "again"])
def test_what_is_not_kept_fills_no_drawer(recorded, kind):
    def run():
        x = minigrad.tensor(0.5, requires_grad=True)
        if kind == "again":
            y = checkpoint(lambda t: t.exp().sin(), x, use_reentrant=False)
        else:
            with minigrad.autograd.graph.saved_tensors_hooks(lambda t: t.item(), minigrad.tensor):
                y = x.exp().sin()
        y.backward()

    graph = recorded(run)
    assert [(op.title, op.drawers) for op in graph.ops] == [("Exp", []), ("Sin", [])]
    assert "accumulate" in [step.verb for step in graph.steps]


def test_a_reentrant_checkpoint_is_one_node_with_a_pass_of_its_own(recorded):
    def run():
        x = minigrad.tensor(0.5, requires_grad=True)
        checkpoint(lambda t: t.exp(), x, use_reentrant=True).backward()

    graph = recorded(run)
    assert [op.grad_fn for op in graph.ops] == ["CheckpointFunctionBackward", "ExpBackward0"]
    assert [step.verb for step in graph.steps].count("seed") == 2
