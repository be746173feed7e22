"""What is written into a row: plain data taken from tensors, nodes and settings, which may be gone when it is read."""

from __future__ import annotations

from functools import cache
from types import FrameType
from typing import Any

import numpy as np
from numpy import generic

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


def names_read(node: Node, wanted: int) -> tuple[str, ...]:
    """What the rules of a node read: of all of them, or of those whose gradients are wanted, if not all are."""
    kind = type(node)
    if wanted == len(kind.rules) or not kind.places:
        return _names_of(kind)
    return _names_of(kind, *[edge is not None for edge in node.edges])


@cache
def _names_of(kind: type[Node], *live: bool) -> tuple[str, ...]:
    rules = [rule for i, rule in enumerate(kind.rules) if not live or live[i]]
    return tuple(dict.fromkeys([name for _, _, names in rules for name in names]))


def values_read(node: Node, names: tuple[str, ...]) -> tuple:
    """These values as arrays and numbers; `gone` for what is too large to be copied."""
    values = []
    for name in names:
        value = getattr(node, name, gone)
        if type(value) is Tensor:
            value = value.array
        values.append(value if isinstance(value, generic) else _bare(value))
    return tuple(values)


def _bare(value: Any) -> Any:
    value = value.array if isinstance(value, Tensor) else value
    if isinstance(value, np.ndarray):
        return value.copy() if value.size <= WHOLE else gone
    return tuple([_bare(part) for part in value]) if isinstance(value, (tuple, list)) else value


def facts_of(results: Any) -> list:
    """What a row says of the results of an op: one fact, or a list of them."""
    return results if isinstance(results, list) else [results]


def carried_out(frame: FrameType | None, site: Site, results: Any) -> bool:
    """Does the frame by now hold one of these tensors under its name: was their statement carried out?"""
    if frame is None or not site.names_some:
        return False
    variables = frame.f_locals
    return any(name and variables.get(name, gone) is fact[0]() for name, fact in zip(site.names, facts_of(results)))


def failure(error: BaseException) -> Failed:
    return Failed(type(error).__name__, str(error), getattr(error, "key", None))
