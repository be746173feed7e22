"""Graphs that a learner is shown and asked to build: their tensors have no names, so a picture gives no code away."""

import minigrad as torch
from minigrad.lesson.unwatched import unwatched
from minigrad.tensor import Tensor


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
