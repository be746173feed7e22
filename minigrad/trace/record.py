"""The recorder: an onlooker that keeps what happened in a cell, and changes nothing.

It holds copies of small values and weak references to tensors, so that it keeps none alive. One recorder serves a whole
session: what a later cell sends back is joined, by the sequence numbers of the nodes, to what an earlier cell computed.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from types import CodeType, FrameType
from typing import Any
from weakref import WeakKeyDictionary, ref

import numpy as np

from minigrad.autograd.engine import watch
from minigrad.core.node import AccumulateGrad, Node, gone
from minigrad.core.observe import Observer, observers
from minigrad.tensor import Tensor
from minigrad.trace.notation import TABLE, fixed
from minigrad.trace.records import CellRecord, ChangeRecord, OpRecord, PassRecord, TensorRecord
from minigrad.trace.source import Place, Places, Source, is_ours, learner_frame
from minigrad.trace.steps import Failed, Sent
from minigrad.trace.values import Snapshot, snapshot

MOST_OPS = 20_000
MOST_BYTES = 64 * 2**20
SMALL_LOCAL = 16                       # so many elements: the local factor is worked out whole


def onlooker(hear: Callable) -> Callable:
    """A fault of the recorder must not become one of the learner's cell: the recorder falls silent instead."""

    @wraps(hear)
    def guarded(self, *told):
        if self.broken is not None:
            return
        try:
            hear(self, *told)
        except Exception as fault:
            self.broken = fault
            if self.cells:
                self.cells[-1].truncated = {"reason": "fault", "count": len(self.cells[-1].ops)}
            if self.strict:
                raise

    return guarded


class Recorder(Observer):
    """Watches from `begin_cell` to `end_cell`, or as a `with` block.

    It stops at 20 000 operations or 64 MB in one cell and notes that in the cell's `truncated`.

    >>> import minigrad
    >>> with Recorder() as recorder:
    ...     x = minigrad.tensor(3.0, requires_grad=True)
    ...     y = x * x
    >>> [op.name for op in recorder.cell.ops]
    ['mul']
    """

    strict = False                     # tests: let a fault of the recorder be seen

    def __init__(self, ops: int = MOST_OPS, bytes: int = MOST_BYTES):
        self.broken: Exception | None = None
        self.most_ops, self.most_bytes = ops, bytes
        self.cells: list[CellRecord] = []
        self._begun = 0
        self.sources: dict[str, Source] = {}
        self.by_seq: dict[float, OpRecord] = {}
        self._known: dict[int, TensorRecord] = {}
        self._ends: WeakKeyDictionary[AccumulateGrad, TensorRecord] = WeakKeyDictionary()
        self._places = Places()
        self._namespaces: dict[int, dict] = {}
        self._last: tuple | None = None          # frame, place and depth of the operation before
        self._clock = 0
        self._kept = 0
        self._runs: list[PassRecord] = []
        self._private = False
        self._newest: PassRecord | None = None
        self._names_of: dict[str, str] = {}
        self._placed: dict[tuple[CodeType, int], Place | None] = {}

    # ---- cells ----

    @property
    def cell(self) -> CellRecord | None:
        """The newest cell."""
        return self.cells[-1] if self.cells else None

    def begin_cell(self, source: str | None = None, number: int | None = None) -> CellRecord:
        """Start watching. `source` is the cell's text, for code that Python keeps no text of."""
        self._forget_oldest()
        self._begun += 1
        self.cells.append(CellRecord(self._begun if number is None else number, source))
        self._kept = 0
        self._last = None
        self._runs = []
        self._names_of = {}
        self._placed = {}
        self.broken = None
        if self not in observers:
            observers.append(self)
        return self.cells[-1]

    def end_cell(self, error: BaseException | None = None) -> CellRecord:
        """Stop watching. `error` is what ended the cell, if something did: the guilty operation joins the record."""
        if self in observers:
            observers.remove(self)
        cell = self.cells[-1]
        if error is not None:
            self._note_error(cell, error)
        self.name_from_namespaces()
        cell.pockets = {leaf: held for run in cell.passes for leaf, held in self._held_by(run).items()}
        self._namespaces.clear()
        self._places.tables.clear()
        self._placed.clear()
        self._last = None
        return cell

    def _held_by(self, run: PassRecord) -> dict[TensorRecord, Snapshot | None]:
        """What the pockets of this pass hold now: code may have emptied them."""
        ends = {record: end for end, record in self._ends.items()}
        return {leaf: None if ends[leaf].grad is None else snapshot(ends[leaf].grad.array)
                for leaf in run.before if leaf in ends}

    def __enter__(self) -> Recorder:
        self.begin_cell()
        return self

    def __exit__(self, kind, error, traceback) -> None:
        self.end_cell(error)

    def _forget_oldest(self) -> None:
        """Let go of the oldest cells once the session has kept as much as one cell may."""
        total = sum(len(cell.ops) for cell in self.cells)
        while self.cells and total > self.most_ops:
            oldest = self.cells.pop(0)
            total -= len(oldest.ops)
            for op in oldest.ops:
                self.by_seq.pop(op.seq, None)

    # ---- what is known of a tensor ----

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
        if op is not None and node.index < len(op.outputs):
            record = op.outputs[node.index]
            if record.ref is None or record.ref() is None or record.seen is None:
                self._tie(record, tensor)
                record.seen = record.seen or self._see(tensor.array)
                return record
        record = TensorRecord(self._now(), self._cell_number(), self._see(tensor.array), str(tensor.array.dtype),
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
        record.dtype = str(tensor.array.dtype)
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
        record = TensorRecord(self._now(), self._cell_number(), self._see(end.array), str(end.array.dtype), True, True)
        self._ends[end] = record
        return record

    def adopt(self, node: Node) -> OpRecord:
        """The record of a node that was made while nobody watched, from the autograd graph alone. Not recursive."""
        waiting, found = [node], []
        seen = {node.seq}
        for current in waiting:
            if current.seq in self.by_seq:
                continue
            found.append(current)
            for target, _ in current.next_functions:
                if target is not None and not target.is_end and target.seq not in seen:
                    seen.add(target.seq)
                    waiting.append(target)
        for current in sorted(found, key=lambda node: node.seq):
            self._adopt_one(current)
        for current in found:
            self._fill_in(current)
        return self.by_seq[node.seq]

    def _adopt_one(self, node: Node) -> None:
        order = (0, node.seq)
        op = OpRecord(order, 0, _kernel_name(node), [], {}, grad_fn=node.name(), seq=node.seq, tracked=True)
        op.outputs = [TensorRecord(order, 0, None, None, requires_grad=True, op=op)
                      for _ in range(getattr(node, "count", 1))]
        self.by_seq[node.seq] = op
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
        kept = dict(_saved(node)).get(names[place]) if place < len(names) else None
        if isinstance(kept, Tensor):
            return self.record_of(kept)
        if isinstance(kept, (int, float)):
            return kept
        return TensorRecord((0, node.seq), 0, None, None, leaf=True, label="…")

    def _fill_in(self, node: Node) -> None:
        """What the node saved tells values: of its inputs, of its result, and settings."""
        op = self.by_seq[node.seq]
        for name, saved in _saved(node):
            if name in ("exponent", "base") and isinstance(saved, (int, float)):
                op.settings[name] = saved
            elif name == "out" and op.outputs[0].seen is None:
                op.outputs[0].seen, op.outputs[0].dtype = self._see(saved), str(saved.dtype)
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
            for record in last[3]:
                record.name = None
                if record.op is not None:
                    record.op.composed = True

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
            for name, held in list(space.items()):
                if isinstance(held, Tensor) and not name.startswith("_"):
                    record = self._held(held)
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

    # ---- what an observer hears ----

    def _full(self) -> bool:
        """Has this cell reached a ceiling? Then it is noted, once, and nothing more is kept."""
        cell = self.cells[-1]
        if cell.truncated is None:
            if len(cell.ops) >= self.most_ops:
                cell.truncated = {"reason": "ops", "count": len(cell.ops)}
            elif self._kept >= self.most_bytes:
                cell.truncated = {"reason": "bytes", "count": self._kept}
        return cell.truncated is not None

    @onlooker
    def on_create(self, tensor: Tensor) -> None:
        if self._full():
            return
        frame, _, place = self._here()
        known = self._known.get(id(tensor))
        record = known if known is not None and known.ref() is tensor else self._meet(tensor)
        self._reclassify(record, tensor)
        if record.op is not None:                 # requires_grad_() and the like, on a result of an operation
            return
        record.created, record.place = True, place
        if place is not None and record.name is None:
            name = next(iter(self.source(place).names(place.key)), None)
            record.name = name
        self.cells[-1].made.append(record)

    @onlooker
    def on_op(self, op: Any, inputs: tuple, settings: dict, out: Any) -> None:
        if self._full():
            return
        frame, depth, place = self._here()
        outs = list(out) if isinstance(out, (tuple, list)) else [out]
        given = _flat(inputs)
        record = OpRecord(self._now(), self._cell_number(), _op_name(op), [], _plain(settings), place=place,
                          inside=bool(self._runs))
        tensors = self._take_inputs(record, op, given)
        node = next((part.node.source for part in outs if part.node is not None and not part.node.is_end), None)
        record.outputs = [self._result(part, record) for part in outs]
        if node is not None:
            self._track(record, node, given)
        else:
            record.cut = bool(getattr(op, "rules", None) or record.name == "detach") and any(
                isinstance(part, Tensor) and part.node is not None for part in given)
            record.ways = [i for i, part in enumerate(record.inputs)
                           if isinstance(part, TensorRecord) and part.requires_grad] if record.cut else []
        self._name_operands(record.inputs, tensors, frame, place)
        self._label_operands(record.inputs, place)
        self._name(record.outputs, frame, place, depth)
        self.cells[-1].ops.append(record)
        self._kept += 256
        if self._runs:
            self._runs[-1].events.append(("ran", record))

    def _take_inputs(self, record: OpRecord, op: Any, given: list) -> list:
        """Fill in the inputs; an exponent or base that is a plain number counts as a setting. Returns what was kept."""
        names = getattr(op, "inputs", ())
        names = names if len(names) == len(given) else [""] * len(given)
        tensors = []
        for place, (name, part) in enumerate(zip(names, given)):
            if part is None:
                continue
            if name in ("exponent", "base") and not isinstance(part, Tensor):
                record.settings[name] = part
                continue
            record.slots[place] = len(record.inputs)
            record.inputs.append(self.record_of(part) if isinstance(part, Tensor) else part)
            tensors.append(part)
        return tensors

    def _result(self, tensor: Tensor, op: OpRecord) -> TensorRecord:
        record = TensorRecord(op.order, op.cell, self._see(tensor.array), None, requires_grad=tensor.node is not None,
                              op=op)
        self._tie(record, tensor)
        return record

    def _track(self, record: OpRecord, node: Node, given: list) -> None:
        record.tracked, record.grad_fn, record.seq = True, node.name(), node.seq
        self.by_seq[node.seq] = record
        places = getattr(node, "places", ()) or range(len(node.edges))
        record.ways = [record.slots.get(place, place) for place, edge in zip(places, node.edges) if edge is not None]
        for target, index in node.next_functions:
            goal = None if target is None else self._ends.get(target) if target.is_end else target.seq
            record.next.append((goal, index))
        record.drawers = self._drawers(node, record)

    def _drawers(self, node: Node, op: OpRecord) -> list[tuple[str, Any]]:
        """(PyTorch's name, record or number) of each value that the node keeps and a drawer shows."""
        drawers = []
        for name, saved in _saved(node):
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

    @onlooker
    def on_inplace(self, op: Any, target: Tensor, inputs: tuple, settings: dict) -> None:
        if self._full():
            return
        frame, depth, place = self._here()
        known = self._known.get(id(target))
        before = known if known is not None and known.ref() is target else None
        node = target.node
        grown = node is not None and not node.is_end and node.source.seq not in self.by_seq
        if not grown:
            if before is None:
                before = self._meet(target)
                was = None
            else:
                was = before.seen
            before.seen = self._see(target.array)
            self.cells[-1].changes.append(
                ChangeRecord(self._now(), before, was, before.seen, place, target._version))
            return
        record = OpRecord(self._now(), self._cell_number(), _op_name(op), [], _plain(settings), place=place)
        rest = [part for part in _flat(inputs) if part is not target and part is not None]
        record.inputs = [before if before is not None else self._stranger(target)]
        record.inputs += [self.record_of(part) if isinstance(part, Tensor) else part for part in rest]
        name = record.inputs[0].name
        record.outputs = [self._result(target, record)]
        record.outputs[0].name = name
        record.outputs[0].place = place
        self._track(record, node.source, [])
        record.ways = [i for i in record.ways if i < len(record.inputs)]
        self.cells[-1].ops.append(record)

    def _stranger(self, tensor: Tensor) -> TensorRecord:
        return TensorRecord(self._now(), self._cell_number(), None, str(tensor.array.dtype), leaf=True)

    # ---- backward ----

    @onlooker
    def on_backward_start(self, run: Any) -> None:
        _, _, place = self._here()
        for node in run.order:
            if node.seq not in self.by_seq:
                self.adopt(node)
        roots = [(self.record_of(tensor), None if node.is_end else self.by_seq[node.seq])
                 for tensor, (node, _) in zip(run.root_tensors, run.roots)]
        before = {self.leaf_of(end): None if end.grad is None else snapshot(end.grad.array) for end in run.waits}
        record = PassRecord(self._now(), self._cell_number(), roots, [_seen(seed) for seed in run.seeds],
                            [self.by_seq[node.seq] for node in run.order], before, place, run.keep)
        self._runs.append(record)
        if self.cells and not self._private:
            self.cells[-1].passes.append(record)
        self._newest = record

    def private_pass(self, roots: list[Tensor]) -> PassRecord | None:
        """What backward would do from these roots, on a private account; None where backward could not even begin."""
        self._private, self._newest = True, None
        try:
            watch(roots, observer=self)
        except RuntimeError:                      # recorded in the pass; or there is nothing to send back
            pass
        finally:
            self._private = False
        return self._newest

    @onlooker
    def on_node(self, node: Node, upstream: Any, sent: list) -> None:
        if not self._runs:
            return
        op = self.by_seq[node.seq]
        parts = upstream if isinstance(upstream, tuple) else (upstream,)
        told = [Sent(op.slots.get(index, index), _seen(g), *self._local(node, index, upstream, op))
                for _, index, g in sent if g is not None]
        self._runs[-1].events.append(("push", op, [None if g is None else _seen(g) for g in parts], told))

    def _local(self, node: Node, index: int, upstream: Any, op: OpRecord) -> tuple[Snapshot | None, tuple | None]:
        """The local factor of one input, from the node's own rule with 1 from above; and what saved values it reads."""
        for edge, rule, names in node.rules:
            if (node.places or range(len(node.rules)))[edge] != index:
                continue
            reads = tuple(node.titles.get(name, name) for name in names if name in node.saves)
            if fixed(op.name, op.slots.get(index, index)):
                return None, reads
            above = getattr(upstream, "array", upstream)
            several = isinstance(upstream, (tuple, list)) or len(op.outputs) > 1
            if several or above is None or np.size(above) > SMALL_LOCAL:
                return None, reads
            try:
                with np.errstate(all="ignore"):
                    values = [_raw(getattr(node, name)) for name in names]
                    factor = rule(np.ones_like(above)[()], *values)
                return (_seen(factor) if np.shape(factor) == np.shape(above) else None), reads
            except Exception:                     # a rule that wants more than numbers: the symbol must do
                return None, reads
        return None, None

    @onlooker
    def on_free(self, node: Node) -> None:
        if self._runs:
            op = self.by_seq[node.seq]
            op.freed = self._runs[-1]
            self._runs[-1].events.append(("free", op))

    @onlooker
    def on_accumulate(self, node: AccumulateGrad, gradient: Any) -> None:
        if not self._runs:
            return
        leaf = self.leaf_of(node)
        held = snapshot(_raw(gradient) if node.grad is None else node.grad.array)
        if self._private:
            before = self._runs[-1].before.get(leaf)
            known = before is not None and before.whole is not None
            held = snapshot(before.whole + _raw(gradient)) if known else _seen(gradient)
        self._runs[-1].events.append(("land", leaf, _seen(gradient), held))

    @onlooker
    def on_backward_end(self, error: BaseException | None) -> None:
        if not self._runs:
            return
        run = self._runs.pop()
        if error is not None:
            node = getattr(error, "node", None)
            run.failed = self.by_seq.get(getattr(node, "seq", None)) if node is not None else self._stopped_at(run)
            run.error = _failure(error)

    def _stopped_at(self, run: PassRecord) -> OpRecord | None:
        """The node whose turn it was, when the error does not say so."""
        done = {event[1] for event in run.events if event[0] == "push"}
        return next((op for op in run.nodes if op not in done), None)

    # ---- an error in the cell ----

    def _note_error(self, cell: CellRecord, error: BaseException) -> None:
        cell.error = _failure(error)
        if any(run.error is not None for run in cell.passes):
            return
        place, blamed, traceback = None, None, error.__traceback__
        while traceback is not None:
            file = traceback.tb_frame.f_code.co_filename
            if not is_ours(file):
                place = self._filed(self._places.of_traceback(traceback))
                blamed = None
            elif blamed is None and file.startswith("<minigrad "):
                blamed = traceback.tb_frame
            traceback = traceback.tb_next
        cell.stopped = place
        if blamed is not None and place is not None:
            self._blame(cell, blamed, place)

    def _blame(self, cell: CellRecord, frame: FrameType, place: Place) -> None:
        """Add the operation that raised: its generated function stands in the traceback with its inputs."""
        from minigrad.core.primitive import registry

        kernel = frame.f_code.co_filename.removeprefix("<minigrad ").rstrip(">")
        op = registry.get(kernel)
        if op is None or frame.f_code is not op.__code__:
            return
        record = OpRecord(self._now(), cell.number, _op_name(op), [], {}, place=place, failed=True)
        given = _flat(tuple(frame.f_locals.get(name) for name in op.inputs))
        tensors = self._take_inputs(record, op, given)
        record.settings |= _plain({name: frame.f_locals.get(name) for name in op.settings})
        del tensors, given
        cell.failed = record


def _bound(frame: FrameType | None, records: list[TensorRecord]) -> bool:
    """Does the frame by now hold one of these tensors under its name: was their statement carried out?"""
    if frame is None:
        return False
    held = frame.f_locals
    return any(record.name and record.ref and held.get(record.name) is record.ref() is not None for record in records)


def _flat(inputs: tuple) -> list:
    """The inputs as one row: an op on a list of tensors gets a tuple."""
    row = []
    for part in inputs:
        row += part if isinstance(part, (tuple, list)) else [part]
    return row


def _saved(node: Node) -> list[tuple[str, Any]]:
    """What stands in a node's slots, without the checks that reading a saved value makes."""
    kept = [(name, getattr(node, name, gone)) for name in node.saves]
    return [(name, value) for name, value in kept if value is not gone]


def _kernel_name(node: Node) -> str:
    if node.op is not None:
        return _op_name(node.op)
    return node.name().rpartition("::")[2].partition("Backward")[0]


def _op_name(op: Any) -> str:
    """`pow`, `sum`, … as PyTorch calls them; three powers are told apart by their kernels."""
    kernel = getattr(getattr(op, "kernel", None), "__name__", "")
    return kernel if kernel in TABLE else getattr(op, "__name__", str(op))


def _raw(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_raw(part) for part in value)
    return value.array if isinstance(value, Tensor) else value


def _writes(text: str, number: Any) -> bool:
    """Is `text` how the code wrote this number?"""
    try:
        return ast.literal_eval(text) == number
    except (ValueError, SyntaxError):
        return False


def _seen(gradient: Any) -> Snapshot:
    return snapshot(getattr(gradient, "array", gradient))


def _same(whole: np.ndarray, array: Any) -> bool:
    if whole.shape == () and np.shape(array) == ():
        now = whole[()]
        return bool(now == array) or bool(now != now and array != array)
    return whole.shape == np.shape(array) and np.array_equal(whole, array, equal_nan=whole.dtype.kind in "fc")


def _plain(settings: dict) -> dict[str, Any]:
    """Settings as plain data; what JSON cannot hold becomes text."""
    return {name: value if value is None or isinstance(value, (bool, int, float, str))
            else [v if isinstance(v, (bool, int, float, str)) else str(v) for v in value]
            if isinstance(value, (tuple, list)) else str(value) for name, value in settings.items()}


def _failure(error: BaseException) -> Failed:
    return Failed(type(error).__name__, str(error), getattr(error, "key", None))
