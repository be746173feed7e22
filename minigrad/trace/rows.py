"""What is written into a row: plain data taken from tensors, nodes and settings, which may be gone when it is read."""

from __future__ import annotations

from types import FrameType
from typing import Any
from weakref import ref

import numpy as np

from minigrad.autograd.packing import Packed
from minigrad.core.node import Node, gone
from minigrad.tensor import Tensor
from minigrad.trace.history import Failed
from minigrad.trace.sites import Site
from minigrad.trace.values import WHOLE


def flat(inputs: tuple) -> list:
    """The inputs as one row: an op on a list of tensors gets a tuple."""
    row = []
    for part in inputs:
        if type(part) is tuple or type(part) is list:
            row += part
        else:
            row.append(part)
    return row


def small(part: Any) -> Any:
    """An operand that is no tensor: the learner may write into an array later."""
    return part.copy() if isinstance(part, np.ndarray) and part.size <= WHOLE else part


def plain(settings: dict) -> dict[str, Any]:
    """Settings as plain data; what JSON cannot hold becomes text."""
    return {name: value if value is None or isinstance(value, (bool, int, float, str))
            else [v if isinstance(v, (bool, int, float, str)) else str(v) for v in value]
            if isinstance(value, (tuple, list)) else getattr(value, "__name__", None) or str(value)
            for name, value in settings.items()}


def saved_in(node: Node) -> list[tuple[str, Any]]:
    """What stands in a node's slots, without the checks that reading a saved value makes."""
    kept = [(name, getattr(node, name, gone)) for name in node.saves]
    return [(name, value) for name, value in kept if value is not gone and not isinstance(value, Packed)]


def factors_read(node: Node) -> dict[str, Any]:
    """What the rules of a node read, as arrays and numbers; `gone` for what is too large to be copied."""
    return {name: _bare(getattr(node, name, gone)) for _, _, names in node.rules for name in names}


def _bare(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return tuple([_bare(part) for part in value])
    value = value.array if isinstance(value, Tensor) else value
    if isinstance(value, np.ndarray):
        return value.copy() if value.size <= WHOLE else gone
    return value


def carried_out(frame: FrameType | None, site: Site, results: list[ref]) -> bool:
    """Does the frame by now hold one of these tensors under its name: was their statement carried out?"""
    if frame is None or not any(site.names):
        return False
    variables = frame.f_locals
    return any(name and variables.get(name, gone) is weak() for name, weak in zip(site.names, results))


def failure(error: BaseException) -> Failed:
    return Failed(type(error).__name__, str(error), getattr(error, "key", None))
