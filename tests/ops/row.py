"""One row of the table of ops."""

from collections.abc import Callable
from dataclasses import dataclass

ONE = ((3,), (2, 3), (), (0,))  # one input each


@dataclass
class Row:
    name: str
    call: Callable
    shapes: tuple = tuple((shape,) for shape in ONE)
    span: tuple = (-2.0, 2.0)
    slope: bool = True  # first and second gradients are checked
    dtypes: bool = True  # every pair of dtypes is checked
    once: str = ""  # why PyTorch has no second gradient to compare with
    tolerance: float = 1e-9  # PyTorch keeps some constants in float32
    writes: str = ""  # why a write after use is not compared

    def __repr__(self):
        return self.name


def one(name, call, *shapes, **more):
    """A row for an op with one input, or for the given samples."""
    samples = tuple((shape,) for shape in shapes) or Row.shapes
    return Row(name, call, samples, **more)
