"""The recorder: an onlooker that keeps what happened in a cell, and changes nothing.

While a cell runs it only listens (`hearing.py`); what was heard is understood when somebody looks (`understanding.py`).
It holds copies of small values and weak references to tensors, so that it keeps none alive. One recorder serves a whole
session: what a later cell sends back is joined, by the sequence numbers of the nodes, to what an earlier cell computed.
"""

from __future__ import annotations

from itertools import islice
from threading import RLock
from types import FrameType

from minigrad.autograd.engine import watch
from minigrad.core.observe import observers
from minigrad.tensor import Tensor
from minigrad.trace.memory import op_name, unname
from minigrad.trace.records import CellRecord, OpRecord, PassRecord
from minigrad.trace.rows import carried_out, failure, flat, plain
from minigrad.trace.source import Place, is_ours
from minigrad.trace.understanding import Understanding

MOST_OPS = 20_000
MOST_BYTES = 64 * 2**20


class Recorder(Understanding):
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
        self._one_at_a_time = RLock()
        self._busy = False

    # ---- cells ----

    @property
    def cell(self) -> CellRecord | None:
        """The newest cell."""
        return self.cells[-1] if self.cells else None

    def begin_cell(self, source: str | None = None, number: int | None = None) -> CellRecord:
        """Start watching. `source` is the cell's text, for code that Python keeps no text of."""
        self.understand()
        self._forget_oldest()
        self.forget_the_dead()
        self._begun += 1
        self.cells.append(CellRecord(self._begun if number is None else number, source, self.understand))
        self.begin_hearing()
        self.broken = None
        if self not in observers:
            observers.append(self)
        return self.cells[-1]

    def end_cell(self, error: BaseException | None = None) -> CellRecord:
        """Stop watching. `error` is what ended the cell, if something did: the guilty operation joins the record."""
        if self in observers:
            observers.remove(self)
        if error is not None:
            self.understand()
            self._note_error(self.cells[-1], error)
        self.hear_the_end()
        self.new_places()
        return self.cells[-1]

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

    def full(self) -> bool:
        """Has this cell reached a ceiling? Then it is noted, once, and nothing more is heard."""
        if self._ops < self.most_ops and self._kept < self.most_bytes:
            return False
        told = self.cells[-1].told
        if told.truncated is None and self._ops >= self.most_ops:
            told.truncated = {"reason": "ops", "count": self._ops}
        elif told.truncated is None:
            told.truncated = {"reason": "bytes", "count": self._kept}
        return True

    # ---- from what was heard to records ----

    def understand(self) -> None:
        """Make records of all that was heard and not yet understood. It costs many times what hearing did."""
        if not self.heard:
            return
        with self._one_at_a_time:
            if self._busy:
                return
            self._busy = True
            rows, self.heard = self.heard, []
            try:
                rest = iter(rows)
                for name in rest:
                    getattr(self, name)(*islice(rest, next(rest)))
            except Exception as fault:
                self.fall_silent(fault)
            finally:
                self._busy = False
                self.forget_rows()

    def fall_silent(self, fault: Exception) -> None:
        """The recorder is at fault: it says so in the cell's record, and listens no more."""
        self.broken = fault
        if self.cells:
            told = self.cells[-1].told
            told.truncated = {"reason": "fault", "count": len(told.ops)}
        if self.strict:
            raise fault

    def private_pass(self, roots: list[Tensor]) -> PassRecord | None:
        """What backward would do from these roots, on a private account; None where backward could not even begin."""
        self.understand()
        self._private, self._newest = True, None
        try:
            watch(roots, observer=self)
        except RuntimeError:                      # recorded in the pass; or there is nothing to send back
            pass
        finally:
            self._private = False
        self.understand()
        return self._newest

    # ---- an error in the cell ----

    def _note_error(self, cell: CellRecord, error: BaseException) -> None:
        cell.told.error = failure(error)
        if any(run.error is not None for run in cell.told.passes):
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
        cell.told.stopped = place
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
        given = flat(tuple(frame.f_locals.get(name) for name in op.inputs))
        self._take_inputs(record, op, [self._fact(part) if isinstance(part, Tensor) else part for part in given])
        record.settings |= plain({name: frame.f_locals.get(name) for name in op.settings})
        del given
        cell.told.failed = record

    def _take_back_name(self, frame: FrameType, place: Place | None) -> None:
        """What a failed statement had made by then is not what the statement was to name."""
        if self._last is None or self._last[1] is None or self._last[1].place != place:
            return
        if not carried_out(frame, self._last[1], self._last[2]):
            unname(self._named_last)
