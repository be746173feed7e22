"""Observers hear of every op and every step backwards, and an op asks only whether there are any."""

import pytest

import minigrad
from minigrad.core.observe import Observer, observers
from minigrad.core.primitive import registry, source


class Notes(Observer):
    def __init__(self):
        self.notes = []

    def on_create(self, tensor):
        self.notes.append(("create", tensor.tolist()))

    def on_op(self, op, inputs, settings, out):
        self.notes.append(("op", op.__name__, len(inputs), settings))

    def on_inplace(self, op, target, inputs, settings):
        self.notes.append(("inplace", target.tolist()))

    def on_backward_start(self, run):
        self.notes.append(("start", [node.name() for node in run.order], [float(s) for s in run.seeds], run.keep))

    def on_node(self, node, upstream, sent):
        self.notes.append(("node", node.name(), float(upstream)))

    def on_accumulate(self, node, gradient):
        self.notes.append(("accumulate", node.variable.grad.tolist()))

    def on_free(self, node):
        self.notes.append(("free", node.name()))

    def on_backward_end(self, error):
        self.notes.append(("end", error))


@pytest.fixture
def notes():
    observer = Notes()
    observers.append(observer)
    yield observer.notes
    observers.remove(observer)


def test_a_whole_computation_is_heard(notes):
    w = minigrad.tensor(3.0, requires_grad=True)
    y = w * w + 1
    y.backward()
    assert notes == [
        ("create", 3.0),
        ("op", "mul", 2, {}),
        ("op", "add", 2, {}),
        ("start", ["AddBackward0", "MulBackward0"], [1.0], False),
        ("node", "AddBackward0", 1.0),
        ("node", "MulBackward0", 1.0),
        ("free", "MulBackward0"),
        ("accumulate", 6.0),
        ("end", None),
    ]


def test_settings_are_heard(notes):
    minigrad.ones(2, 2).sum(1, keepdim=True)
    assert notes[-1] == ("op", "sum", 1, {"dim": (1,), "keepdim": True})


def test_what_stopped_a_pass_is_heard(notes):
    x = minigrad.tensor(3.0, requires_grad=True)
    y = x * x
    y.backward()
    with pytest.raises(RuntimeError) as caught:
        y.backward()
    assert notes[-1] == ("end", caught.value) and caught.value.node is y.grad_fn


def test_no_grad_is_heard_too(notes):
    x = minigrad.tensor(3.0, requires_grad=True)
    with minigrad.no_grad():
        y = x * 2
    assert notes[-1] == ("op", "mul", 2, {}) and y.grad_fn is None


def test_an_unwatched_op_pays_one_falsy_test():
    for op in registry.values():
        text = source(op)
        assert text.count("observers") == text.count("if observers: announce(this,") == 1
