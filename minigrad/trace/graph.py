"""The neutral model of one recorded graph and its timeline: plain data, the same for every engine and every picture.

Nothing here knows NumPy, a language or a drawing. A `Graph` goes to JSON and comes back equal, so that a saved page can
replay what a kernel recorded.

**Ids** are `n0, n1, …` in the order of creation, never memory addresses.

**Lines**: `line`, `span[0]`, `span[2]` and the first item of a note are positions in `Graph.code` (from 0), since the
lines of two cells may carry the same number; what a reader is told is `code[line].n`. Columns count characters.

**Keys** name one moving part of a picture; a step lists changes `[key, state]`, and `[key + ".text", text]` for words.

| key                  | before the first step | states                                                     |
|----------------------|-----------------------|------------------------------------------------------------|
| `n3`                 | ghost                 | ghost, shown; passing: current                             |
| `n3.floor`           | none                  | none, recorded, found, pushing, done, error                |
| `n3.wait`, `.text`   | hidden                | hidden, waiting, ready                                     |
| `n3.d0`, `n3.d1` …   | absent                | absent, full, open, freed, missing                         |
| `n3.slot`, `.text`   | empty / hidden        | pocket (a leaf): empty, waiting, filled; pill: hidden, shown |
| `n3.lamp0` …         | hidden                | hidden, awaited, arrived (only where ≥ 2 contributions meet) |
| `n3.value.text`      | the recorded value    | a value overwritten in place                               |
| `e:n5:0`, `e:n5:out0` | ghost                | ghost, shown; passing: current                             |
| `g:n5:0`, `g:n5:out0` | hidden               | hidden, done, error, cut; passing: current                 |
| `g:n5:0.chip`, `.text` | hidden              | hidden; passing: shown                                     |

The picture at step k is that column, then `set` of the steps 0 … k one after another, then `now` of step k alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

FORMAT = 1


def _plain(item: Any) -> Any:
    """`item` as JSON-able data. Fields that still hold their default are left out: it keeps a long trace small."""
    if isinstance(item, (list, tuple)):
        return [_plain(part) for part in item]
    if not hasattr(item, "__dataclass_fields__"):
        return item
    plain = {}
    for spot in fields(item):
        value = getattr(item, spot.name)
        default = spot.default_factory() if spot.default_factory is not MISSING else spot.default
        if value != default or spot.default is MISSING and spot.default_factory is MISSING:
            plain[spot.name.rstrip("_")] = _plain(value)
    return plain


@dataclass
class CodeLine:
    """One line of the learner's code: its number in its cell, its text, and the number of the cell."""

    n: int
    text: str
    cell: int = 0


@dataclass
class Value:
    """A number or an array as it was when it was recorded.

    `text` is what a card shows. `shape` is None for a single number. Up to 64 elements are all in `data` (nested lists;
    nan and infinities are strings, as JSON has none); of larger arrays `min`, `max`, `mean` and `thumb`, a thumbnail of
    at most 16 × 16, are kept.
    """

    text: str
    shape: list[int] | None = None
    data: Any = None
    min: float | str | None = None
    max: float | str | None = None
    mean: float | str | None = None
    thumb: list | None = None


@dataclass
class Drawer:
    """A value that an operation keeps for the way back. `name` is PyTorch's (`self`), `label` the learner's (`w`)."""

    name: str
    label: str
    value: Value
    of: str | None = None


@dataclass
class TensorNode:
    """A tensor, or a plain number that an operation was given.

    `kind`: `leaf` (requires grad, made by no operation: it has a pocket), `const` (nothing goes back to it), `result`.
    `name` is the learner's name or None; `label` is the name or else the expression that made it.
    `lamps`: how many contributions meet in this leaf's pocket in one backward, 0 when there is nothing to add up.
    """

    id: str
    kind: str
    name: str | None
    label: str
    value: Value
    shape: list[int] = field(default_factory=list)
    dtype: str | None = None
    requires_grad: bool = False
    line: int | None = None
    op: str | None = None
    lamps: int = 0


@dataclass
class OpNode:
    """One operation that ran, and what stays of it for the way back.

    `tracked`: it has a node in the autograd graph. `cut`: a gradient could have gone further back, but here the way
    stops (`detach`, `no_grad`). `next` is PyTorch's `next_functions` with our ids, as the *Stored* view shows it;
    `ways` says which inputs get a gradient. `error`: the operation raised, or a backward stopped here.
    """

    id: str
    op: str
    symbol: str
    title: str
    inputs: list[str]
    outputs: list[str]
    grad_fn: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    line: int | None = None
    span: list[int] | None = None
    tracked: bool = False
    cut: bool = False
    drawers: list[Drawer] = field(default_factory=list)
    factor: str | None = None
    ways: list[int] = field(default_factory=list)
    next: list[list] = field(default_factory=list)
    error: bool = False


@dataclass
class Step:
    """One stop of the timeline. `args` holds plain data that `draw.words` turns into a sentence and a card.

    `pass_` is 0 on the way forward, else which backward of the cell this is (from 1).
    """

    verb: str
    phase: str
    line: int | None = None
    span: list[int] | None = None
    node: str | None = None
    pass_: int = 0
    args: dict[str, Any] = field(default_factory=dict)
    set: list[list[str]] = field(default_factory=list)
    now: list[list[str]] = field(default_factory=list)
    notes: list[list] = field(default_factory=list)


@dataclass
class Graph:
    """A recorded graph, its code and its timeline.

    >>> graph = Graph(nodes=[TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True)], roots=["n0"])
    >>> Graph.from_json(graph.to_json()) == graph
    True
    >>> graph["n0"].label
    'x'
    """

    code: list[CodeLine] = field(default_factory=list)
    nodes: list[TensorNode | OpNode] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)
    truncated: dict[str, Any] | None = None
    error: dict[str, Any] | None = None

    def __getitem__(self, id: str) -> TensorNode | OpNode:
        """The node with this id; KeyError if there is none."""
        if len(self._index) != len(self.nodes):
            self._index = {node.id: node for node in self.nodes}
        return self._index[id]

    def __post_init__(self):
        self._index = {node.id: node for node in self.nodes}
        self._collected = -1

    def collect(self, pass_: int) -> Step | None:
        """The step in which backward number `pass_` (from 1) found its nodes; None if there was no such backward."""
        if self._collected != len(self.steps):
            self._collected = len(self.steps)
            self._collects = {step.pass_: step for step in self.steps if step.verb == "collect"}
        return self._collects.get(pass_)

    @property
    def ops(self) -> list[OpNode]:
        return [node for node in self.nodes if isinstance(node, OpNode)]

    @property
    def tensors(self) -> list[TensorNode]:
        return [node for node in self.nodes if isinstance(node, TensorNode)]

    def value_edges(self) -> Iterator[tuple[str, str, str]]:
        """(key, from, to) of each edge of the upper lane, in order."""
        for op in self.ops:
            for i, tensor in enumerate(op.inputs):
                yield f"e:{op.id}:{i}", tensor, op.id
            for j, tensor in enumerate(op.outputs):
                yield f"e:{op.id}:out{j}", op.id, tensor

    def gradient_edges(self) -> Iterator[tuple[str, str, str]]:
        """(key, from, to) of each edge of the lower lane, in order: result's slot → floor, floor → input's slot.

        At a cut the second kind is there too, from the operation that stops the way: its state is `cut`.
        """
        for op in self.ops:
            if op.tracked:
                for j, tensor in enumerate(op.outputs):
                    if self[tensor].requires_grad:
                        yield f"g:{op.id}:out{j}", tensor, op.id
            for i in op.ways:
                yield f"g:{op.id}:{i}", op.id, op.inputs[i]

    def contributions(self, tensor: str) -> list[tuple[str, int]]:
        """(operation, input) of every way on which a gradient comes to `tensor`: a fork where there are two or more."""
        return [(op.id, i) for op in self.ops if op.tracked for i in op.ways if op.inputs[i] == tensor]

    def to_json(self) -> dict[str, Any]:
        """Plain dicts, lists, strings, numbers; `json.dumps` takes it as it is."""
        return {"version": FORMAT, **_plain(self)}

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Graph:
        """The graph that `to_json` wrote. ValueError for another version of the format."""
        if plain.get("version") != FORMAT:
            raise ValueError(f"this graph was written in format {plain.get('version')!r}, not {FORMAT}")
        return cls(
            code=[CodeLine(**line) for line in plain.get("code", [])],
            nodes=[_node(node) for node in plain.get("nodes", [])],
            steps=[_step(step) for step in plain.get("steps", [])],
            roots=list(plain.get("roots", [])),
            truncated=plain.get("truncated"),
            error=plain.get("error"),
        )


def _node(plain: dict[str, Any]) -> TensorNode | OpNode:
    if "kind" in plain:
        return TensorNode(**{**plain, "value": Value(**plain["value"])})
    drawers = [Drawer(**{**drawer, "value": Value(**drawer["value"])}) for drawer in plain.get("drawers", [])]
    return OpNode(**{**plain, "drawers": drawers})


def _step(plain: dict[str, Any]) -> Step:
    rest = {name: value for name, value in plain.items() if name != "pass"}
    return Step(**rest, pass_=plain.get("pass", 0))
