"""Recording the ops of one call as a program that can be printed and run again without the Python around it.

`trace` follows an example: which branch was taken, how often a loop ran, is fixed from then on.
"""
from .. import absent
from .tracing import Traced, TracerWarning, trace

__all__ = ["Traced", "TracerWarning", "trace"]


def __getattr__(name):
    if name == "script":
        raise NotImplementedError("minigrad does not compile Python source. The nearest thing is `minigrad.jit.trace`: "
                                  "it records the ops of one example call.")
    raise absent.no_attribute("module 'minigrad.jit'", name, __all__)
