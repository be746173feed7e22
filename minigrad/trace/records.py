"""What the recorder keeps of a cell: tensors, operations, overwritten values, backwards. Copies, never the things."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from weakref import ref

from minigrad.trace.history import Failed
from minigrad.trace.source import Place
from minigrad.trace.values import Snapshot


@dataclass(slots=True, eq=False, repr=False)
class TensorRecord:
    """A tensor that was seen: its value then, its name, the operation that made it."""

    order: tuple
    cell: int
    seen: Snapshot | None
    dtype: str | None
    leaf: bool = False
    requires_grad: bool = False
    name: str | None = None
    label: str | None = None
    place: Place | None = None
    op: OpRecord | None = None
    created: bool = False              # announced by a line of the code
    ref: ref | None = None


@dataclass(slots=True, eq=False, repr=False)
class OpRecord:
    """An operation that ran. Inputs are records, or plain numbers."""

    order: tuple
    cell: int
    name: str
    inputs: list[TensorRecord | Any]
    settings: dict[str, Any]
    outputs: list[TensorRecord] = field(default_factory=list)
    grad_fn: str | None = None
    seq: float | None = None
    place: Place | None = None
    tracked: bool = False
    cut: bool = False
    drawers: list[tuple[str, TensorRecord | Any]] = field(default_factory=list)
    ways: list[int] = field(default_factory=list)
    next: list[tuple[float | TensorRecord | None, int]] = field(default_factory=list)
    slots: dict[int, int] = field(default_factory=dict)      # place among the op's parameters -> place in `inputs`
    freed: PassRecord | None = None    # the backward that emptied its drawers
    composed: bool = False             # one of several operations behind one expression
    inside: bool = False               # ran during a backward (create_graph)
    failed: bool = False


@dataclass(slots=True, eq=False, repr=False)
class ChangeRecord:
    """A tensor was overwritten and stays what it was in the graph."""

    order: tuple
    tensor: TensorRecord
    before: Snapshot | None
    after: Snapshot
    place: Place | None
    version: int | None


@dataclass(slots=True, eq=False, repr=False)
class PassRecord:
    """One backward: where it began, the nodes it found, and every event in it."""

    order: tuple
    cell: int
    roots: list[tuple[TensorRecord, OpRecord | None]]
    seeds: list[Snapshot]
    nodes: list[OpRecord]
    before: dict[TensorRecord, Snapshot | None]
    place: Place | None
    keep: bool = False
    # ("push", op, upstream, sent) · ("free", op) · ("land", leaf, gradient, sum) · ("ran", op)
    events: list[tuple] = field(default_factory=list)
    error: Failed | None = None
    failed: OpRecord | None = None


@dataclass(slots=True, eq=False, repr=False)
class Told:
    """What one cell did, in order."""

    ops: list[OpRecord] = field(default_factory=list)
    made: list[TensorRecord] = field(default_factory=list)
    changes: list[ChangeRecord] = field(default_factory=list)
    passes: list[PassRecord] = field(default_factory=list)
    error: Failed | None = None
    failed: OpRecord | None = None
    stopped: Place | None = None       # the learner's line that the error came from
    pockets: dict[TensorRecord, Snapshot | None] = field(default_factory=dict)   # what they held in the end
    truncated: dict[str, Any] | None = None


class CellRecord:
    """A cell, and what is told of it (`Told`): whoever looks has everything understood first that was only heard."""

    def __init__(self, number: int, source: str | None, understand: Callable[[], None]):
        self.number, self.source, self.understand = number, source, understand
        self.told = Told()

    def __getattr__(self, name: str) -> Any:
        if name not in Told.__dataclass_fields__:
            raise AttributeError(f"a cell's record has no {name!r}")
        self.understand()
        return getattr(self.told, name)

    @property
    def drew(self) -> bool:
        """Did the cell record an operation or run backward: is there something to draw?"""
        return bool(self.ops or self.passes or self.failed)
