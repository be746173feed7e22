"""An engine for single numbers, small enough to read in class: lesson 04 takes it apart.

A `Scalar` keeps its inputs, each with the local derivative. Two ways back use them: `backward` waits until all
contributions of a node are in, `bfs_backward` does not, and is sometimes wrong.

>>> x = Scalar(1)
>>> b = 2 * x
>>> d = b + 3 * b
>>> backward(d)[x], bfs_backward(d)[x]
(8.0, 2.0)
"""

import math
from itertools import count
from numbers import Real

_made = count()


class Scalar:
    """A number with a memory: `data`, and `inputs` as pairs (the Scalar that went in, local derivative)."""

    def __init__(self, data: float, inputs: tuple = ()):
        self.data = float(data)
        self.inputs = tuple((source, float(local)) for source, local in inputs if isinstance(source, Scalar))
        self.born = next(_made)

    def __repr__(self) -> str:
        return f"Scalar({self.data:g})"

    def __add__(self, other):
        return _made_by(self, other, lambda a, b: (a + b, 1, 1))

    def __radd__(self, other):
        return _made_by(other, self, lambda a, b: (a + b, 1, 1))

    def __sub__(self, other):
        return _made_by(self, other, lambda a, b: (a - b, 1, -1))

    def __rsub__(self, other):
        return _made_by(other, self, lambda a, b: (a - b, 1, -1))

    def __mul__(self, other):
        return _made_by(self, other, lambda a, b: (a * b, b, a))

    def __rmul__(self, other):
        return _made_by(other, self, lambda a, b: (a * b, b, a))

    def __truediv__(self, other):
        return _made_by(self, other, lambda a, b: (a / b, 1 / b, -a / b**2))

    def __rtruediv__(self, other):
        return _made_by(other, self, lambda a, b: (a / b, 1 / b, -a / b**2))

    def __neg__(self):
        return Scalar(-self.data, ((self, -1),))

    def __pow__(self, exponent):
        if not isinstance(exponent, Real):
            return NotImplemented
        n = float(exponent)
        return Scalar(self.data**n, ((self, n * self.data ** (n - 1) if n else 0.0),))

    def exp(self):
        return Scalar(math.exp(self.data), ((self, math.exp(self.data)),))

    def sin(self):
        return Scalar(math.sin(self.data), ((self, math.cos(self.data)),))


def _made_by(a, b, rule):
    """`rule` gives the value and both local derivatives; a plain number is not remembered."""
    if not all(isinstance(each, (Scalar, Real)) for each in (a, b)):
        return NotImplemented
    value, *slopes = rule(*(each.data if isinstance(each, Scalar) else float(each) for each in (a, b)))
    return Scalar(value, tuple(zip((a, b), slopes)))


def collect(root: Scalar) -> list[Scalar]:
    """Every node that `root` was made from, each once, in the order in which a walk back meets them."""
    found, seen = [root], {root}
    for node in found:
        for source, _ in node.inputs:
            if source not in seen:
                seen.add(source)
                found.append(source)
    return found


def order(nodes: list[Scalar]) -> list[Scalar]:
    """Newest first: a node then comes after everything that used it."""
    return sorted(nodes, key=lambda node: -node.born)


def backward(root: Scalar) -> dict[Scalar, float]:
    """The gradient of `root` by every node: a node pushes once all its contributions are in."""
    grad = dict.fromkeys(order(collect(root)), 0.0)
    grad[root] = 1.0
    for node in grad:
        for source, local in node.inputs:
            grad[source] += grad[node] * local
    return grad


def bfs_backward(root: Scalar) -> dict[Scalar, float]:
    """The same, but each node pushes when the walk from `root` first meets it: right only by luck."""
    grad = dict.fromkeys(collect(root), 0.0)
    grad[root] = 1.0
    for node in grad:
        for source, local in node.inputs:
            grad[source] += grad[node] * local
    return grad
