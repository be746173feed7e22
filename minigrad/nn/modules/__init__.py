"""Layers, losses and containers, laid out as in `torch.nn.modules`."""
from importlib import import_module


def __getattr__(name):
    """`nn.modules.Linear` is `nn.Linear`, too."""
    return getattr(import_module("minigrad.nn"), name)
