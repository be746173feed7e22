"""PyTorch's older place of the profiler: every name here is that of `minigrad.profiler`."""
from importlib import import_module


def __getattr__(name):
    return getattr(import_module("minigrad.profiler"), name)
