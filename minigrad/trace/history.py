"""What happened in a cell, in order: the events that the recorder tells and of which `steps` writes a timeline."""

from __future__ import annotations

from dataclasses import dataclass, field

from minigrad.trace.values import Snapshot


@dataclass
class Made:
    """A leaf was created by a line of the code."""

    tensor: str


@dataclass
class Ran:
    """An operation ran."""

    op: str


@dataclass
class Changed:
    """A tensor was overwritten in place and stays the same node."""

    tensor: str
    before: Snapshot
    after: Snapshot
    line: int | None = None
    span: list[int] | None = None
    version: int | None = None


@dataclass(slots=True)
class Sent:
    """One contribution: to which input, how much, the local factor if it is known, and which drawers its rule read."""

    input: int
    gradient: Snapshot
    local: Snapshot | None = None
    reads: tuple[str, ...] | None = None


@dataclass
class Pushed:
    """A function node ran: `upstream` for each result, `sent` for each live edge."""

    op: str
    upstream: list[Snapshot | None]
    sent: list[Sent]


@dataclass
class Freed:
    """A function node dropped what it had kept."""

    op: str


@dataclass
class Landed:
    """A leaf's pocket took `gradient`; it now holds `after`."""

    leaf: str
    gradient: Snapshot
    after: Snapshot


@dataclass
class Failed:
    """What stopped a backward: the node, if it is known, and what was the matter with its drawer."""

    type: str
    message: str
    key: str | None = None
    op: str | None = None
    drawers: tuple[int, ...] | None = None        # which drawers were the trouble; None: all
    line: int | None = None
    span: list[int] | None = None


@dataclass
class Pass:
    """One backward. `nodes` are newest first, `before` is what the pockets held when it began."""

    roots: list[tuple[str, str | None]]
    seeds: list[Snapshot]
    nodes: list[str]
    events: list[Pushed | Freed | Landed | Ran]
    before: dict[str, Snapshot | None] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)       # nodes whose drawers an earlier cell has emptied
    keep: bool = False
    line: int | None = None
    span: list[int] | None = None
    error: Failed | None = None


Event = Made | Ran | Changed | Pass
