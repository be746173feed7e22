"""What is known of the tensors that were heard of: which record is whose, what it is called.

Tensors are held weakly. An operation that ran while nobody watched is read off its node.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from minigrad.core.node import AccumulateGrad, Node
from minigrad.tensor import Tensor
from minigrad.trace.hearing import Hearing
from minigrad.trace.notation import TABLE
from minigrad.trace.records import CellRecord, ChangeRecord, OpRecord, TensorRecord
from minigrad.trace.rows import saved_in
from minigrad.trace.sites import Site
from minigrad.trace.values import Snapshot, seen, snapshot


class Memory(Hearing):
    """The bookkeeping of a session: tensors by their references, operations by the sequence number of their node."""

    def __init__(self):
        super().__init__()
        self.cells: list[CellRecord] = []
        self.by_seq: dict[float, OpRecord] = {}
        self._known: dict[int, TensorRecord] = {}     # by the address of the reference that the record holds
        self._ends: WeakKeyDictionary[AccumulateGrad, TensorRecord] = WeakKeyDictionary()
        self.reach: int | None = None            # so many operations back an unrecorded graph is read; None: all
        self._clock = 0
        self._named_last: list[TensorRecord] = []     # the results of the operation before

    # ---- what is known of a tensor ----

    def knows(self, tensors: Tensor | list[Tensor]) -> bool:
        """Are the operations that made these tensors on record?"""
        self.understand()
        tensors = tensors if isinstance(tensors, (list, tuple)) else [tensors]
        nodes = [tensor.node for tensor in tensors if tensor.node is not None]
        return all(node.is_end or node.source.seq in self.by_seq for node in nodes)

    def known(self, weak: ref) -> TensorRecord | None:
        """The record that belongs to this reference. A tensor has but one, so it can stand for the tensor."""
        record = self._known.get(id(weak))
        return record if record is not None and record.ref is weak else None

    def forget_the_dead(self) -> None:
        self._known = {key: record for key, record in self._known.items() if record.ref and record.ref() is not None}

    def record_of(self, tensor: Tensor) -> TensorRecord:
        """The record of `tensor`; one made now for a tensor that was not seen before, or whose value changed unseen."""
        self.understand()
        return self._record(self._fact(tensor))

    def _record(self, fact: Any) -> TensorRecord:
        """The record of what a row speaks of: a fact, a bare reference, or a record already."""
        if isinstance(fact, TensorRecord):
            return fact
        weak, value, end = (fact, None, None) if isinstance(fact, ref) else fact
        known = self.known(weak)
        if known is None:
            return self._first_met(weak, value, end)
        was = known.seen
        if value is not None and was is not None and was.whole is not None and not _same(was.whole, value):
            known.seen = seen(value)              # written behind our back: through `.data`, an alias, NumPy
            if self.cells:
                self.cells[-1].told.changes.append(ChangeRecord(self._now(), known, was, known.seen, None, None))
        if weak is not fact and (known.leaf is (end is False) or known.requires_grad is (end is None)):
            self._reclassify(known, end)
        return known

    def _first_met(self, weak: ref, value: Any, end: Any) -> TensorRecord:
        """A record for a tensor that no operation on record made."""
        node = end() if end else None
        if node is not None and node in self._ends and self._ends[node].ref is None:
            self._tie(self._ends[node], weak, value)
            return self._ends[node]
        record = TensorRecord(self._now(), self._cell_number(), seen(value), None)
        self._tie(record, weak, value)
        self._reclassify(record, end)
        return record

    def _meet(self, tensor: Tensor) -> TensorRecord:
        """The record of a result that was not heard of: its node tells the operation."""
        node = tensor.node
        weak, value = ref(tensor), self._take(tensor.array)
        op = self.by_seq.get(node.source.seq) or self.adopt(node.source)
        if node.output_nr < len(op.outputs):
            record = op.outputs[node.output_nr]
            if record.ref is None or record.ref() is None or record.seen is None:
                self._tie(record, weak, value)
                record.seen = record.seen or seen(value)
                return record
        record = TensorRecord(self._now(), self._cell_number(), seen(value), None, op=op)
        self._tie(record, weak, value)
        self._reclassify(record, False)
        return record

    def _tie(self, record: TensorRecord, weak: ref, value: Any) -> None:
        record.ref = weak
        self._known[id(weak)] = record
        if value is not None:
            record.dtype = dtype_name(value.dtype)

    def _reclassify(self, record: TensorRecord, end: Any) -> None:
        record.requires_grad, record.leaf = end is not None, end is not False
        node = end() if end else None
        if node is not None:
            self._ends[node] = record

    def leaf_of(self, end: AccumulateGrad) -> TensorRecord:
        """The record of the leaf that this AccumulateGrad adds to."""
        record = self._ends.get(end)
        if record is not None:
            return record
        leaf = end.leaf()
        record = self.known(end.leaf)
        if record is not None:
            return record
        if leaf is not None:
            return self.record_of(leaf)
        record = TensorRecord(self._now(), self._cell_number(), self._see(end.array), dtype_name(end.array.dtype),
                              leaf=True, requires_grad=True)
        self._ends[end] = record
        return record

    def adopt(self, node: Node) -> OpRecord:
        """The record of a node that was made while nobody watched, from the autograd graph alone. Not recursive."""
        waiting, found = [(node, 1)], []
        seen = {node.seq}
        for current, depth in waiting:
            if current.seq in self.by_seq:
                continue
            found.append(current)
            for target, _ in current.next_functions:
                if target is not None and not target.is_end and target.seq not in seen:
                    seen.add(target.seq)
                    if self.reach is None or depth < self.reach:
                        waiting.append((target, depth + 1))
                    elif target.seq not in self.by_seq:
                        self._begin(target, label="…")
        for current in sorted(found, key=lambda node: node.seq):
            self._adopt_one(current)
        for current in found:
            self._fill_in(current)
        return self.by_seq[node.seq]

    def _begin(self, node: Node, label: str | None = None) -> OpRecord:
        """The record of a node, with its results and without what led to it."""
        order = (0, node.seq)
        op = OpRecord(order, 0, kernel_name(node), [], {}, grad_fn=node.name(), seq=node.seq, tracked=True)
        op.outputs = [TensorRecord(order, 0, None, None, requires_grad=True, label=label, op=op)
                      for _ in range(getattr(node, "count", 1))]
        self.by_seq[node.seq] = op
        return op

    def _adopt_one(self, node: Node) -> None:
        op = self._begin(node)
        places = getattr(node, "places", ()) or range(len(node.edges))
        for i, ((target, index), place) in enumerate(zip(node.next_functions, places)):
            op.slots[place] = i
            if target is None:
                op.inputs.append(self._constant_of(node, place))
                op.next.append((None, 0))
                continue
            op.ways.append(i)
            if target.is_end:
                op.inputs.append(self.leaf_of(target))
                op.next.append((op.inputs[-1], 0))
            else:
                made = self.by_seq[target.seq].outputs
                op.inputs.append(made[min(index, len(made) - 1)])
                op.next.append((target.seq, index))

    def _constant_of(self, node: Node, place: int) -> TensorRecord | Any:
        """An input without gradient, if the node happens to keep it for another input; else a constant nobody knows."""
        names = getattr(node.op, "inputs", ())
        kept = dict(saved_in(node)).get(names[place]) if place < len(names) else None
        if isinstance(kept, Tensor):
            return self.record_of(kept)
        if isinstance(kept, (int, float)):
            return kept
        return TensorRecord((0, node.seq), 0, None, None, leaf=True, label="…")

    def _fill_in(self, node: Node) -> None:
        """What the node saved tells values: of its inputs, of its result, and settings."""
        op = self.by_seq[node.seq]
        for name, saved in saved_in(node):
            if name in ("exponent", "base") and isinstance(saved, (int, float)):
                op.settings[name] = saved
            elif name == "out" and op.outputs[0].seen is None:
                op.outputs[0].seen, op.outputs[0].dtype = self._see(saved), dtype_name(saved.dtype)
        op.drawers = self._drawers(node, op)

    def _now(self) -> tuple:
        self._clock += 1
        return (1, self._clock)

    def _cell_number(self) -> int:
        return self.cells[-1].number if self.cells else 0

    def _cell_text(self) -> tuple[int, str | None]:
        return (self.cells[-1].number, self.cells[-1].source) if self.cells else (0, None)

    def _see(self, array: Any) -> Snapshot:
        seen = snapshot(array)
        self._kept += seen.nbytes
        return seen

    def _drawers(self, node: Node, op: OpRecord) -> list[tuple[str, Any]]:
        """(PyTorch's name, record or number) of each value that the node keeps and a drawer shows."""
        drawers = []
        for name, saved in saved_in(node):
            title = node.titles.get(name, name)
            if name == "out" or name in node.outputs:
                drawers.append((title, op.outputs[node.outputs.index(name) if name in node.outputs else 0]))
            elif isinstance(saved, Tensor):
                drawers.append((title, self.record_of(saved)))
            elif isinstance(saved, tuple):
                drawers += [(title, self.record_of(part)) for part in saved if isinstance(part, Tensor)]
            elif isinstance(saved, (int, float)) and name not in ("exponent", "base"):
                drawers.append((title, saved))
        return drawers

    # ---- under which name ----

    def _name(self, records: list[TensorRecord], site: Site | None, claims: bool) -> None:
        """Give results the names that their statement assigns, and take back a name that a later part of it claims."""
        if claims:
            unname(self._named_last)
        self._named_last = records
        if site is None or site.place is None:
            return
        for record, name in zip(records, site.names):
            record.name = name
        for record in records:
            record.place = site.place

    def _label_operands(self, records: list[Any], site: Site | None) -> None:
        """`w.grad` in `w - w.grad` is called by its text: a tensor that no line made and no variable holds."""
        if site is None or site.place is None:
            return
        texts = self.source(site.place).operand_texts(site.place.key)
        for part in records:                      # Python turns `0.1 * t` round: numbers are known by their text
            literal = next((text for text in texts if not isinstance(part, TensorRecord) and _writes(text, part)), None)
            if literal is not None:
                texts.remove(literal)
        tensors = [part for part in records if isinstance(part, TensorRecord)]
        if len(texts) == len(tensors):
            for record, text in zip(tensors, texts):
                if record.op is None and record.label is None:
                    record.label = text

    def name_from_namespaces(self, *spaces: dict) -> None:
        """Name what is still nameless after the variables that hold it."""
        self.understand()
        self._name_held(self._variables(*spaces))

    def _variables(self, *spaces: dict) -> list[tuple[str, tuple]]:
        """(variable, fact) for the tensors in these namespaces that belong to what was heard."""
        return [(name, self._fact(tensor)) for space in (*self._namespaces.values(), *spaces)
                for variable, value in list(space.items()) if not variable.startswith("_")
                for name, tensor in _tensors_in(variable, value) if self._belongs(tensor)]

    def _name_held(self, variables: Iterable[tuple[str, tuple]]) -> None:
        for name, fact in variables:
            record = self.known(fact[0]) or self._record(fact)
            if record.name is None:
                record.name = name

    def _belongs(self, tensor: Tensor) -> bool:
        node = tensor.node
        if self._spoken_of(ref(tensor)):
            return True
        return node is not None and (node in self._ends if node.is_end else self._knows(node.source))


def _tensors_in(variable: str, held: Any) -> list[tuple[str, Tensor]]:
    """A tensor under its variable's name; a module's parameters and buffers under theirs: `net[0].weight`."""
    if isinstance(held, Tensor):
        return [(variable, held)]
    nn = sys.modules.get("minigrad.nn")
    if nn is None or not isinstance(held, nn.Module) or "_modules" not in held.__dict__:
        return []
    members = [*held.named_parameters(), *held.named_buffers()]
    return [(re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", f"{variable}.{name}"), tensor) for name, tensor in members]


def unname(records: list[TensorRecord]) -> None:
    """These are parts of an expression, not its result."""
    for record in records:
        record.name = None
        if record.op is not None:
            record.op.composed = True


def kernel_name(node: Node) -> str:
    if node.op is not None:
        return op_name(node.op)
    return node.name().rpartition("::")[2].partition("Backward")[0]


def op_name(op: Any) -> str:
    """`pow`, `sum`, … as PyTorch calls them; three powers are told apart by their kernels."""
    kernel = getattr(getattr(op, "kernel", None), "__name__", "")
    return kernel if kernel in TABLE else getattr(op, "__name__", str(op))


def _same(whole: np.ndarray, array: Any) -> bool:
    if whole.shape == () and np.shape(array) == ():
        now = whole[()]
        return bool(now == array) or bool(now != now and array != array)
    return whole.shape == np.shape(array) and np.array_equal(whole, array, equal_nan=whole.dtype.kind in "fc")


dtype_name = lru_cache(str)             # NumPy takes its time to write one


def _writes(text: str, number: Any) -> bool:
    """Is `text` how the code wrote this number?"""
    return isinstance(number, (int, float)) and _literal(text) == number


@lru_cache(maxsize=4096)
def _literal(text: str) -> Any:
    """The number that `text` is, None for other text."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
