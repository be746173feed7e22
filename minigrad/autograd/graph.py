"""The classes that a graph is made of, for looking at it. PyTorch: `torch.autograd.graph`."""
from ..core.hooks import RemovableHandle
from ..core.node import AccumulateGrad, Node

__all__ = ["AccumulateGrad", "Node", "RemovableHandle"]
