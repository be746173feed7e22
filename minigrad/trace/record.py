"""The recorder: an onlooker that keeps what happened in a cell, and changes nothing.

It holds copies of small values and weak references to tensors, so that it keeps none alive. One recorder serves a whole
session: what a later cell sends back is joined, by the sequence numbers of the nodes, to what an earlier cell computed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import Any

import numpy as np

from minigrad.autograd.engine import watch
from minigrad.core.node import AccumulateGrad, Node
from minigrad.core.observe import Observer, observers
from minigrad.tensor import Tensor
from minigrad.trace.history import Failed, Sent
from minigrad.trace.memory import Memory, dtype_name, op_name
from minigrad.trace.notation import fixed
from minigrad.trace.records import CellRecord, ChangeRecord, OpRecord, PassRecord, TensorRecord
from minigrad.trace.source import Place, is_ours
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


class Recorder(Memory, Observer):
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
        super().__init__()
        self.broken: Exception | None = None
        self.most_ops, self.most_bytes = ops, bytes
        self._begun = 0
        self._runs: list[PassRecord | None] = []     # backwards under way; None: one that is not recorded
        self._private = False
        self._newest: PassRecord | None = None

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
        self._runs = []
        self.new_places()
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
        self.new_places()
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
        record = OpRecord(self._now(), self._cell_number(), op_name(op), [], _plain(settings), place=place,
                          inside=self._run is not None)
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
        if self._run is not None:
            self._run.events.append(("ran", record))

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
        record = OpRecord(self._now(), self._cell_number(), op_name(op), [], _plain(settings), place=place)
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
        return TensorRecord(self._now(), self._cell_number(), None, dtype_name(tensor.array.dtype), leaf=True)

    # ---- backward ----

    @property
    def _run(self) -> PassRecord | None:
        """The backward that is under way and recorded."""
        return self._runs[-1] if self._runs else None

    @onlooker
    def on_backward_start(self, run: Any) -> None:
        if not self._private and self._full():
            self._runs.append(None)
            return
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
        if self._run is None:
            return
        op = self.by_seq[node.seq]
        parts = upstream if isinstance(upstream, tuple) else (upstream,)
        self._kept += 256 * len(sent)
        told = [Sent(op.slots.get(index, index), _seen(g), *self._local(node, index, upstream, op))
                for _, index, g in sent if g is not None]
        self._run.events.append(("push", op, [None if g is None else _seen(g) for g in parts], told))

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
        if self._run is not None:
            op = self.by_seq[node.seq]
            op.freed = self._run
            self._run.events.append(("free", op))

    @onlooker
    def on_accumulate(self, node: AccumulateGrad, gradient: Any) -> None:
        if self._run is None:
            return
        leaf = self.leaf_of(node)
        held = snapshot(_raw(gradient) if node.grad is None else node.grad.array)
        if self._private:
            before = self._run.before.get(leaf)
            known = before is not None and before.whole is not None
            held = snapshot(before.whole + _raw(gradient)) if known else _seen(gradient)
        self._run.events.append(("land", leaf, _seen(gradient), held))

    @onlooker
    def on_backward_end(self, error: BaseException | None) -> None:
        run = self._runs.pop() if self._runs else None
        if run is not None and error is not None:
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
        place, frame, blamed, traceback = None, None, None, error.__traceback__
        while traceback is not None:
            file = traceback.tb_frame.f_code.co_filename
            if not is_ours(file):
                place = self._filed(self._places.of_traceback(traceback))
                frame, blamed = traceback.tb_frame, None
            elif blamed is None and file.startswith("<minigrad "):
                blamed = traceback.tb_frame
            traceback = traceback.tb_next
        cell.stopped = place
        if frame is not None:
            self._take_back_name(frame, place)
        if blamed is not None and place is not None:
            self._blame(cell, blamed, place)

    def _blame(self, cell: CellRecord, frame: FrameType, place: Place) -> None:
        """Add the operation that raised: its generated function stands in the traceback with its inputs."""
        from minigrad.core.primitive import registry

        kernel = frame.f_code.co_filename.removeprefix("<minigrad ").rstrip(">")
        op = registry.get(kernel)
        if op is None or frame.f_code is not op.__code__:
            return
        record = OpRecord(self._now(), cell.number, op_name(op), [], {}, place=place, failed=True)
        given = _flat(tuple(frame.f_locals.get(name) for name in op.inputs))
        tensors = self._take_inputs(record, op, given)
        record.settings |= _plain({name: frame.f_locals.get(name) for name in op.settings})
        del tensors, given
        cell.failed = record


def _flat(inputs: tuple) -> list:
    """The inputs as one row: an op on a list of tensors gets a tuple."""
    row = []
    for part in inputs:
        row += part if isinstance(part, (tuple, list)) else [part]
    return row


def _raw(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_raw(part) for part in value)
    return value.array if isinstance(value, Tensor) else value


def _seen(gradient: Any) -> Snapshot:
    return snapshot(getattr(gradient, "array", gradient))


def _plain(settings: dict) -> dict[str, Any]:
    """Settings as plain data; what JSON cannot hold becomes text."""
    return {name: value if value is None or isinstance(value, (bool, int, float, str))
            else [v if isinstance(v, (bool, int, float, str)) else str(v) for v in value]
            if isinstance(value, (tuple, list)) else getattr(value, "__name__", None) or str(value)
            for name, value in settings.items()}


def _failure(error: BaseException) -> Failed:
    return Failed(type(error).__name__, str(error), getattr(error, "key", None))
