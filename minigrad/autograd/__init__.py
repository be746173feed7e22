"""Gradients: the backward pass, and the modes that say what is recorded."""
from . import graph
from .engine import backward, grad
from .function import Function
from .modes import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ["Function", "backward", "enable_grad", "grad", "graph", "inference_mode", "no_grad", "set_grad_enabled"]
