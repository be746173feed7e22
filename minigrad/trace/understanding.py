"""Of the rows that `hearing.py` wrote, records are made here, late. One method for each kind of row."""

from __future__ import annotations

from typing import Any
from weakref import ref

import numpy as np

from minigrad.core.node import Node, gone
from minigrad.core.primitive import running
from minigrad.tensor import Tensor
from minigrad.trace.hearing import onlooker
from minigrad.trace.history import Failed, Sent
from minigrad.trace.memory import Memory, op_name
from minigrad.trace.notation import fixed
from minigrad.trace.records import ChangeRecord, OpRecord, PassRecord, TensorRecord
from minigrad.trace.rows import facts_of, flat, plain
from minigrad.trace.sites import Site
from minigrad.trace.source import Place
from minigrad.trace.values import Snapshot, seen, snapshot


class Understanding(Memory):
    """Makes records of rows, in their order."""

    def __init__(self):
        super().__init__()
        self._runs: list[PassRecord] = []            # backwards under way, as far as the rows are read
        self._newest: PassRecord | None = None

    @property
    def _run(self) -> PassRecord | None:
        """The backward that is under way."""
        return self._runs[-1] if self._runs else None

    # ---- operations ----

    def created(self, fact: tuple, site: Site | None) -> None:
        record = self._record(fact)
        if record.op is not None:                 # requires_grad_() and the like, on a result of an operation
            return
        record.created, record.place = True, site.place if site is not None else None
        if site is not None and site.names and record.name is None:
            record.name = site.names[0]
        self.cells[-1].told.made.append(record)

    def ran(self, op: Any, settings: dict, results: Any, site: Site | None, names: tuple, claims: bool, kind: Any,
            seq: float | None, *parts: Any) -> None:
        record = OpRecord(self._now(), self._cell_number(), op_name(op), [], dict(settings),
                          place=site.place if site is not None else None, inside=self._run is not None)
        self._take_inputs(record, op, parts)
        record.outputs = [self._result(fact, record) for fact in facts_of(results)]
        if seq is not None:
            self._track(record, kind if isinstance(kind, tuple) else self._read_off(op, parts, kind, seq))
        elif getattr(op, "rules", None) or record.name == "detach":
            record.ways = [i for i, part in enumerate(record.inputs)
                           if isinstance(part, TensorRecord) and part.requires_grad]
            record.cut = bool(record.ways)
        for i, name in zip(names[::2], names[1::2]):
            part = self._record(parts[i])
            part.name = part.name or name
        self._label_operands(record.inputs, site)
        self._name(record.outputs, site, claims)
        self.cells[-1].told.ops.append(record)
        if self._run is not None:
            self._run.events.append(("ran", record))

    def _take_inputs(self, record: OpRecord, op: Any, given: tuple) -> None:
        """Fill in the inputs; an exponent or base that is a plain number counts as a setting."""
        names = getattr(op, "inputs", ())
        names = names if len(names) == len(given) else [""] * len(given)
        for place, (name, part) in enumerate(zip(names, given)):
            if part is None:
                continue
            if name in ("exponent", "base") and not isinstance(part, tuple):
                record.settings[name] = part
                continue
            record.slots[place] = len(record.inputs)
            record.inputs.append(self._record(part) if isinstance(part, tuple) else part)

    def _result(self, fact: tuple, op: OpRecord) -> TensorRecord:
        weak, value, end = fact
        record = TensorRecord(op.order, op.cell, seen(value), None, requires_grad=end is not None, op=op)
        self._tie(record, weak, value)
        return record

    def _read_off(self, op: Any, parts: tuple, kind: type[Node], seq: float) -> tuple:
        """What the node of an op keeps and where its gradients go follows from the op's inputs and its rules."""
        edges = [self._way(parts[place]) for place in kind.places]
        names = {name for edge, _, names in kind.rules if edges[edge] is not None for name in names}
        kept = [(name, None if name == "out" or name in kind.outputs else parts[op.inputs.index(name)])
                for name in kind.saves if name in names]
        kept = [(name, value if isinstance(value, (tuple, int, float)) else None) for name, value in kept]
        return self._kinds[kind], seq, kind.places, edges, kept, kind.titles, kind.outputs

    def _way(self, part: Any) -> Any:
        """Where the gradient of this input goes: to a leaf, to an output of an operation, or nowhere."""
        if not isinstance(part, tuple) or part[2] is None:
            return None
        record = self._record(part)
        return record if record.op is None else (record.op.seq, record.op.outputs.index(record))

    def _track(self, record: OpRecord, grown: tuple) -> None:
        record.tracked = True
        record.grad_fn, record.seq, places, edges, kept, titles, outputs = grown
        self.by_seq[record.seq] = record
        live = [place for place, edge in zip(places or range(len(edges)), edges) if edge is not None]
        record.ways = [record.slots.get(place, place) for place in live]
        record.next = [(None, 0) if edge is None else edge if isinstance(edge, tuple) and len(edge) == 2
                       else (self._record(edge), 0) for edge in edges]
        for name, value in kept:
            if name == "out" or name in outputs:
                record.drawers.append((titles.get(name, name), record.outputs[_place(name, outputs)]))
            elif isinstance(value, list):
                record.drawers += [(titles.get(name, name), self._record(part)) for part in value]
            elif isinstance(value, (tuple, ref)):
                record.drawers.append((titles.get(name, name), self._record(value)))
            elif value is not None and name not in ("exponent", "base"):
                record.drawers.append((titles.get(name, name), value))

    @onlooker
    def on_inplace(self, op: Any, target: Tensor, inputs: tuple, settings: dict) -> None:
        """Understood at once: what the tensor was before is on record then."""
        if self.full():
            return
        _, site = self._here()
        place = site.place if site is not None else None
        self.understand()
        before = self.known(ref(target))
        node = target.node
        grown = node is not None and not node.is_end and node.source.seq not in self.by_seq
        if not grown:
            if before is None:
                before = self._record(self._fact(target))
                was = None
            else:
                was = before.seen
            before.seen = self._see(target.array)
            self.cells[-1].told.changes.append(
                ChangeRecord(self._now(), before, was, before.seen, place, target._version))
            return
        record = OpRecord(self._now(), self._cell_number(), op_name(op), [], plain(settings), place=place)
        rest = [part for part in flat(inputs) if part is not target and part is not None]
        record.inputs = [before if before is not None else self._stranger(target)]
        record.inputs += [self.record_of(part) if isinstance(part, Tensor) else part for part in rest]
        name = record.inputs[0].name
        record.outputs = [self._result(self._new(target, False), record)]
        record.outputs[0].name = name
        record.outputs[0].place = place
        self._track(record, self._node(node.source))
        record.ways = [i for i in record.ways if i < len(record.inputs)]
        self.cells[-1].told.ops.append(record)
        self._ops += 1

    def _stranger(self, tensor: Tensor) -> TensorRecord:
        return TensorRecord(self._now(), self._cell_number(), None, str(tensor.array.dtype), leaf=True)

    # ---- backward ----

    def began(self, roots: list, seeds: list, nodes: list, before: list, place: Place | None, keep: bool,
              private: bool) -> None:
        record = PassRecord(
            self._now(), self._cell_number(),
            [(self._record(fact), None if seq is None else self.by_seq[seq]) for fact, seq in roots],
            [seen(seed) for seed in seeds], [self.by_seq[seq] for seq in nodes],
            {self._record(leaf): seen(held) for leaf, held in before}, place, keep)
        self._runs.append(record)
        if self.cells and not private:
            self.cells[-1].told.passes.append(record)
        self._newest = record

    def pushed(self, seq: float, above: Any, kind: type[Node], names: tuple | None, values: Any, *sent: Any) -> None:
        op, rules, told = self.by_seq[seq], kind.rules, []
        above = above if isinstance(above, list) else [above]
        places = kind.places if rules else ()
        for index, gradient in zip(sent[::2], sent[1::2]):
            slot = op.slots.get(index, index)
            rule = next((rule for rule in rules if (places or range(len(rules)))[rule[0]] == index), None)
            local, reads = None, None
            if rule is not None:
                reads = tuple([kind.titles.get(name, name) for name in rule[2] if name in kind.saves])
                if names is not None and len(op.outputs) == 1 and not fixed(op.name, slot):
                    local = _local(rule, above[0], dict(zip(names, values)))
            told.append(Sent(slot, seen(gradient), local, reads))
        self._run.events.append(("push", op, [seen(g) for g in above], told))

    def freed(self, seq: float) -> None:
        op = self.by_seq[seq]
        op.freed = self._run
        self._run.events.append(("free", op))

    def landed(self, leaf: Any, gradient: Any, now: Any, private: bool) -> None:
        record = self._record(leaf)
        held = seen(gradient if now is None else now)
        if private:
            before = self._run.before.get(record)
            known = before is not None and before.whole is not None and not isinstance(gradient, Snapshot)
            held = snapshot(before.whole + gradient) if known else seen(gradient)
        self._run.events.append(("land", record, seen(gradient), held))

    def ended(self, error: Failed | None, stopped: float | None) -> None:
        run = self._runs.pop()
        if error is not None:
            run.failed = self.by_seq.get(stopped) if stopped is not None else self._stopped_at(run)
            run.error = error

    def _stopped_at(self, run: PassRecord) -> OpRecord | None:
        """The node whose turn it was, when the error does not say so."""
        done = {event[1] for event in run.events if event[0] == "push"}
        return next((op for op in run.nodes if op not in done), None)

    def closed(self, variables: list, pockets: list) -> None:
        """The cell is over: variables name what is still nameless, and pockets hold what they hold."""
        self._name_held(variables)
        used = {leaf for run in self.cells[-1].told.passes for leaf in run.before}
        held = {self._record(leaf): seen(gradient) for leaf, gradient in pockets}
        self.cells[-1].told.pockets = {leaf: now for leaf, now in held.items() if leaf in used}


def _place(name: str, outputs: tuple) -> int:
    return outputs.index(name) if name in outputs else 0


def _local(rule: tuple, above: Any, values: dict) -> Snapshot | None:
    """The local factor of one input, from the node's own rule with 1 from above."""
    read = [values[name] for name in rule[2]]
    if any(value is gone for value in read):
        return None
    running.append(None)                          # as in a backward, ops accept plain arrays
    try:
        with np.errstate(all="ignore"):
            factor = rule[1](np.ones_like(above)[()], *read)
        return snapshot(factor) if np.shape(factor) == np.shape(above) else None
    except Exception:                             # a rule that wants more than numbers: the symbol must do
        return None
    finally:
        running.pop()
