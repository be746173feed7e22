"""Watch a cell, and make of it a neutral model: a graph and its timeline.

PyTorch calls the sum of a diagonal `trace`, so this package can be called as that too:

>>> import minigrad
>>> minigrad.trace(minigrad.tensor([[1, 2], [3, 4]]))
tensor(5)
"""

import sys
from types import ModuleType

from minigrad.ops.diagonals import trace as _sum_of_diagonal
from minigrad.trace.capture import capture, graph_of
from minigrad.trace.graph import Graph
from minigrad.trace.record import Recorder
from minigrad.trace.records import CellRecord

__all__ = ["CellRecord", "Graph", "Recorder", "capture", "graph_of"]


class _Callable(ModuleType):
    def __call__(self, input):
        return _sum_of_diagonal(input)


sys.modules[__name__].__class__ = _Callable
