"""What is known of the tensors that were seen: which record is whose, where it was made, what it is called.

Tensors are held weakly. An operation that ran while nobody watched is read off its node.
"""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from minigrad.autograd.packing import Packed
from minigrad.core.node import AccumulateGrad, Node, gone
from minigrad.tensor import Tensor
from minigrad.trace.notation import TABLE
from minigrad.trace.records import CellRecord, ChangeRecord, OpRecord, TensorRecord
from minigrad.trace.source import Place, Places, Source, learner_frame
from minigrad.trace.values import Snapshot, snapshot


class Memory:
    """The bookkeeping of a session: tensors by identity, operations by the sequence number of their node."""

    def __init__(self):
        self.cells: list[CellRecord] = []
        self.sources: dict[str, Source] = {}
        self.by_seq: dict[float, OpRecord] = {}
        self._known: dict[int, TensorRecord] = {}
        self._ends: WeakKeyDictionary[AccumulateGrad, TensorRecord] = WeakKeyDictionary()
        self.reach: int | None = None            # so many operations back an unrecorded graph is read; None: all
        self._clock = 0
        self._kept = 0                           # bytes, in this cell
        self.new_places()

    def new_places(self) -> None:
        """Forget frames and namespaces, at the beginning and the end of a cell."""
        self._places = Places()
        self._placed: dict[tuple[CodeType, int], Place | None] = {}
        self._names_of: dict[str, str] = {}
        self._namespaces: dict[int, dict] = {}
        self._last: tuple | None = None          # frame, place and depth of the operation before

    # ---- what is known of a tensor ----

    def knows(self, tensors: Tensor | list[Tensor]) -> bool:
        """Are the operations that made these tensors on record?"""
        tensors = tensors if isinstance(tensors, (list, tuple)) else [tensors]
        nodes = [tensor.node for tensor in tensors if tensor.node is not None]
        return all(node.is_end or node.source.seq in self.by_seq for node in nodes)

    def record_of(self, tensor: Tensor) -> TensorRecord:
        """The record of `tensor`; one made now for a tensor that was not seen before, or whose value changed unseen."""
        known = self._known.get(id(tensor))
        if known is None or known.ref() is not tensor:
            return self._meet(tensor)
        seen, array = known.seen, tensor.array
        if seen is not None and seen.whole is not None and not _same(seen.whole, array):
            known.seen = snapshot(array)          # written behind our back: through `.data`, an alias, NumPy
            if self.cells:
                self.cells[-1].changes.append(
                    ChangeRecord(self._now(), known, seen, known.seen, None, None))
        if known.leaf is not tensor.is_leaf or known.requires_grad is not tensor.requires_grad:
            self._reclassify(known, tensor)
        return known

    def _meet(self, tensor: Tensor) -> TensorRecord:
        node = tensor.node
        op = None if node is None or node.is_end else self.by_seq.get(node.source.seq)
        if op is None and node is not None and not node.is_end:
            op = self.adopt(node.source)
        if node is not None and node.is_end and node in self._ends and self._ends[node].ref is None:
            self._tie(self._ends[node], tensor)
            return self._ends[node]
        if op is not None and node.output_nr < len(op.outputs):
            record = op.outputs[node.output_nr]
            if record.ref is None or record.ref() is None or record.seen is None:
                self._tie(record, tensor)
                record.seen = record.seen or self._see(tensor.array)
                return record
        record = TensorRecord(self._now(), self._cell_number(), self._see(tensor.array), dtype_name(tensor.array.dtype),
                              op=op)
        self._tie(record, tensor)
        self._reclassify(record, tensor)
        return record

    def _tie(self, record: TensorRecord, tensor: Tensor) -> None:
        key, known = id(tensor), self._known

        def forget(dead, key=key, known=known, record=record):
            if known.get(key) is record:
                del known[key]

        record.ref = ref(tensor, forget)
        record.dtype = dtype_name(tensor.array.dtype)
        known[key] = record

    def _reclassify(self, record: TensorRecord, tensor: Tensor) -> None:
        node = tensor.node
        record.requires_grad = node is not None
        record.leaf = node is None or node.is_end
        if node is not None and node.is_end:
            self._ends[node] = record

    def leaf_of(self, end: AccumulateGrad) -> TensorRecord:
        """The record of the leaf that this AccumulateGrad adds to."""
        record = self._ends.get(end)
        if record is not None:
            return record
        leaf = end.leaf()
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

    # ---- where and under which name ----

    def _here(self) -> tuple[FrameType | None, int, Place | None]:
        frame, depth = learner_frame(sys._getframe(3))
        if frame is None:
            return None, depth, None
        space = frame.f_globals
        self._namespaces[id(space)] = space
        key = frame.f_code, frame.f_lasti
        if key not in self._placed:
            self._placed[key] = self._filed(self._places.of(frame))
        return frame, depth, self._placed[key]

    def _filed(self, place: Place | None) -> Place | None:
        """The place under a name of its own: two cells that run as `<string>` are two sources."""
        if place is None:
            return None
        name = self._names_of.get(place.file)
        if name is None:
            cell = self.cells[-1] if self.cells else CellRecord(0, None)
            known = bool(linecache.getlines(place.file))
            name = self._names_of[place.file] = place.file if known else f"{place.file} {cell.number}"
            if name not in self.sources:
                self.sources[name] = Source.of_file(place.file, cell.source, cell.number)
        return place if name == place.file else replace(place, file=name)

    def source(self, place: Place) -> Source:
        """The text that holds `place`."""
        return self.sources[place.file]

    def _name(self, records: list[TensorRecord], frame: FrameType | None, place: Place | None, depth: int) -> None:
        """Give results the names that their statement assigns, and take back a name that a later part of it claims."""
        if place is None:
            self._last = None
            return
        names = self.source(place).names(place.key)
        for record, name in zip(records, names):
            record.name = name
        for record in records:
            record.place = place
        last, self._last = self._last, (id(frame), place, depth, records)
        if last is None or not (last[0] == id(frame) and last[1] == place and last[2] and depth):
            return
        if not _bound(frame, last[3]):
            _unname(last[3])

    def _take_back_name(self, frame: FrameType, place: Place | None) -> None:
        """What a failed statement had made by then is not what the statement was to name."""
        if self._last is not None and self._last[1] == place and not _bound(frame, self._last[3]):
            _unname(self._last[3])

    def _name_operands(self, records: Iterable[Any], tensors: Iterable[Any], frame: FrameType | None,
                       place: Place | None) -> None:
        """A variable that stands in the expression names the tensor that it holds, if that has no name yet."""
        nameless = [(record, tensor) for record, tensor in zip(records, tensors)
                    if isinstance(record, TensorRecord) and record.name is None]
        if not nameless or place is None:
            return
        for name in self.source(place).operands(place.key):
            held = frame.f_locals.get(name, frame.f_globals.get(name))
            for record, tensor in nameless:
                if record.name is None and held is tensor:
                    record.name = name

    def _label_operands(self, records: list[Any], place: Place | None) -> None:
        """`w.grad` in `w - w.grad` is called by its text: a tensor that no line made and no variable holds."""
        if place is None:
            return
        texts = self.source(place).operand_texts(place.key)
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
        for space in (*self._namespaces.values(), *spaces):
            for variable, held in list(space.items()):
                for name, tensor in () if variable.startswith("_") else _tensors_in(variable, held):
                    record = self._held(tensor)
                    if record is not None and record.name is None:
                        record.name = name

    def _held(self, tensor: Tensor) -> TensorRecord | None:
        """The record of a tensor that a variable holds, if it belongs to what was recorded."""
        known = self._known.get(id(tensor))
        if known is not None and known.ref() is tensor:
            return known
        node = tensor.node
        if node is None:
            return None
        recorded = node in self._ends if node.is_end else node.source.seq in self.by_seq
        return self._meet(tensor) if recorded else None


def _tensors_in(variable: str, held: Any) -> list[tuple[str, Tensor]]:
    """A tensor under its variable's name; a module's parameters and buffers under theirs: `net[0].weight`."""
    if isinstance(held, Tensor):
        return [(variable, held)]
    nn = sys.modules.get("minigrad.nn")
    if nn is None or not isinstance(held, nn.Module) or "_modules" not in held.__dict__:
        return []
    members = [*held.named_parameters(), *held.named_buffers()]
    return [(re.sub(r"\.(\d+)(?=\.|$)", r"[\1]", f"{variable}.{name}"), tensor) for name, tensor in members]


def _unname(records: list[TensorRecord]) -> None:
    """These are parts of an expression, not its result."""
    for record in records:
        record.name = None
        if record.op is not None:
            record.op.composed = True


def _bound(frame: FrameType | None, records: list[TensorRecord]) -> bool:
    """Does the frame by now hold one of these tensors under its name: was their statement carried out?"""
    if frame is None:
        return False
    held = frame.f_locals
    return any(record.name and record.ref and held.get(record.name) is record.ref() is not None for record in records)


def saved_in(node: Node) -> list[tuple[str, Any]]:
    """What stands in a node's slots, without the checks that reading a saved value makes."""
    kept = [(name, getattr(node, name, gone)) for name in node.saves]
    return [(name, value) for name, value in kept if value is not gone and not isinstance(value, Packed)]


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
