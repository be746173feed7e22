"""Graphs that a learner is shown and asked to build. Letters stand for their tensors: no label gives the code away."""

from string import ascii_lowercase

import minigrad as torch
from minigrad.lesson.unwatched import unwatched
from minigrad.tensor import Tensor
from minigrad.trace.graph import Graph


def _product_and_square() -> Tensor:
    u = torch.tensor(2.0, requires_grad=True)
    v = torch.tensor(3.0, requires_grad=True)
    return u * v + u**2


GOALS = {"03.2": _product_and_square}


def goal(exercise_id: str) -> Tensor:
    """The result whose graph exercise `exercise_id` asks for. KeyError where there is none.

    >>> goal("03.2").item()
    10.0
    """
    with unwatched():
        return GOALS[exercise_id]()


def lettered(graph: Graph) -> Graph:
    """`graph` itself, its tensors and what stands in its drawers renamed to a, b, c … in the order they were made."""
    letters = dict(zip((tensor.id for tensor in graph.tensors), ascii_lowercase))
    for tensor in graph.tensors:
        tensor.name = tensor.label = letters[tensor.id]
    for op in graph.ops:
        for drawer in op.drawers:
            drawer.label = letters.get(drawer.of, drawer.label)
    return graph
