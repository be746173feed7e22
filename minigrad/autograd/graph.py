"""The classes that a graph is made of, and hooks on what it saves and on several gradients.

PyTorch: `torch.autograd.graph`.
"""
from collections import namedtuple
from weakref import WeakKeyDictionary

from ..core.hooks import RemovableHandle
from ..core.node import AccumulateGrad, Node
from ..core.primitive import running
from . import complaints
from .leaves import register_hook
from .packing import disable_saved_tensors_hooks, save_on_cpu, saved_tensors_hooks

__all__ = ["AccumulateGrad", "GradientEdge", "Node", "RemovableHandle", "disable_saved_tensors_hooks",
           "get_gradient_edge", "increment_version", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks"]


class GradientEdge(namedtuple("GradientEdge", "node output_nr")):
    """Where a tensor's gradient arrives: a node, and which of its outputs the tensor is."""

    __slots__ = ()


def get_gradient_edge(tensor):
    """The `GradientEdge` of a tensor, for looking at it. Raises RuntimeError if no gradient ever arrives there.

    >>> import minigrad
    >>> x = minigrad.ones(1, requires_grad=True)
    >>> minigrad.autograd.graph.get_gradient_edge(x * 2).node.name()
    'MulBackward0'
    """
    if tensor.node is None:
        raise complaints.no_edge()
    return GradientEdge(tensor.node.source, tensor.node.output_nr)


def increment_version(tensors):
    """Count a write in place that happened elsewhere."""
    for tensor in [tensors] if hasattr(tensors, "array") else tensors:
        tensor.share().write()


class _MultiHandle:
    """Several handles as one."""

    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


def register_multi_grad_hook(tensors, hook, *, mode="all"):
    """Call `hook` once in each backward pass.

    mode="all": with the list of the tensors' gradients, once all that the pass reaches are there; None for the rest.
    mode="any": with the first that arrives. Returns a handle. Raises ValueError for another mode.

    >>> import minigrad
    >>> a, b = minigrad.ones(1, requires_grad=True), minigrad.ones(1, requires_grad=True)
    >>> handle = minigrad.autograd.graph.register_multi_grad_hook([a, b], print)
    >>> (a + 2 * b).backward()
    [tensor([1.]), tensor([2.])]
    """
    if mode not in ("all", "any"):
        raise complaints.hook_mode(mode)
    collected = WeakKeyDictionary()             # pass -> [gradients so far, how many are still to come]
    nodes = [tensor.node for tensor in tensors]

    def arrived(index, g):
        run = running[-1]
        if run not in collected:
            others = sum(node in run.inbox for i, node in enumerate(nodes) if i != index)
            collected[run] = [[None] * len(nodes), others + 1]
            if mode == "any":
                hook(g)
        state = collected[run]
        state[0][index] = g
        state[1] -= 1
        if mode == "all" and state[1] == 0:
            hook(state[0])

    return _MultiHandle([register_hook(tensor, lambda g, index=index: arrived(index, g))
                         for index, tensor in enumerate(tensors)])


def called(node, *gradients):
    """What a node makes of gradients of its outputs: one for each input, None for a constant; nothing is freed.

    >>> import minigrad
    >>> y = minigrad.ones(2, requires_grad=True) * 3
    >>> y.grad_fn(minigrad.ones(2))
    (tensor([3., 3.]), None)
    """
    if node.is_end:
        from .engine import accumulate

        accumulate(node, gradients[0].array, False)
        return ()
    sent = iter(node.apply_graph(gradients[0] if len(gradients) == 1 else list(gradients), True))
    found = [None if edge is None else next(sent)[1] for edge in node.edges]
    return found[0] if len(found) == 1 else tuple(found)


Node.__call__ = called
