"""Graphs are let go of as soon as nobody holds them: counting references is enough, no garbage collector is needed."""

import gc
import threading
import weakref

import pytest

import minigrad
from minigrad.autograd.graph import saved_tensors_hooks
from minigrad.utils.checkpoint import checkpoint


class Square(minigrad.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = x * x
        ctx.save_for_backward(x, out)
        return out, x + 1

    @staticmethod
    def backward(ctx, g, h):
        return 2 * ctx.saved_tensors[0] * g + h


def packed(x):
    with saved_tensors_hooks(lambda t: t.detach(), lambda t: t):
        return x.exp() * Square.apply(x)[0]


GRAPHS = {
    "op": lambda x: x.exp(),
    "function": lambda x: Square.apply(x)[0],
    "packed": packed,
    "checkpoint": lambda x: checkpoint(lambda a: a.exp().sin(), x, use_reentrant=False),
    "checkpoint in a checkpoint": lambda x: checkpoint(
        lambda a: checkpoint(lambda b: b.exp().sin(), a.exp(), use_reentrant=False), x, use_reentrant=False),
    "reentrant checkpoint": lambda x: checkpoint(lambda a: a.exp(), x, use_reentrant=True),
}


@pytest.fixture(autouse=True)
def uncollected():
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)
def test_a_graph_goes_with_its_result(graph, backward):
    x = minigrad.ones(3, requires_grad=True)
    y = graph(x)
    if backward:
        y.sum().backward(retain_graph=True)
    node = weakref.ref(y.grad_fn)
    del y
    assert node() is None


def test_threads_lose_no_gradient():
    """Large enough that NumPy lets other threads run while it adds."""
    x = minigrad.zeros(200_000, requires_grad=True)

    def work():
        for _ in range(10):
            (x * 1).sum().backward()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert x.grad.min().item() == x.grad.max().item() == 40


def test_a_detached_result_keeps_no_graph():
    x = minigrad.ones(3, requires_grad=True)
    y = x.exp()
    node, kept = weakref.ref(y.grad_fn), y.detach()
    del y
    assert node() is None
    assert kept.shape == (3,)
