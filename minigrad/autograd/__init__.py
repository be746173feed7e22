"""Gradients: the backward pass, the modes that say what is recorded, and Functions with rules of their own.

What is used now and then (functional, gradcheck, anomaly) is loaded when first asked for.
"""
from importlib import import_module

from .. import absent
from . import graph
from .engine import backward, grad
from .function import Function
from .modes import enable_grad, inference_mode, no_grad, set_grad_enabled

__all__ = ["Function", "backward", "enable_grad", "grad", "graph", "inference_mode", "no_grad", "set_grad_enabled"]

LATER = {"Variable": "variable", "functional": "functional", "anomaly_mode": "anomaly_mode",
         "detect_anomaly": "anomaly_mode", "set_detect_anomaly": "anomaly_mode",
         "gradcheck": "gradcheck", "gradgradcheck": "gradcheck", "profiler": "profiler"}


def __getattr__(name):
    if name not in LATER:
        raise absent.no_attribute("module 'minigrad.autograd'", name, [*__all__, *LATER])
    module = import_module(f"{__name__}.{LATER[name]}")
    globals()[name] = getattr(module, name, module)     # gradcheck: the function, not the module of that name
    return globals()[name]
