"""From what the recorder kept to a `Graph`: which part is meant, ids and names for it, and its history in order."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from minigrad.tensor import Tensor
from minigrad.trace.graph import CodeLine, Drawer, Graph, OpNode, TensorNode, Value
from minigrad.trace.history import Changed, Failed, Freed, Landed, Made, Pass, Pushed, Ran
from minigrad.trace.notation import TABLE, notation, number, shortened, symbol, write
from minigrad.trace.record import Recorder
from minigrad.trace.records import CellRecord, ChangeRecord, OpRecord, PassRecord, TensorRecord
from minigrad.trace.source import Place, learner_frame
from minigrad.trace.steps import timeline
from minigrad.trace.values import snapshot, value

MOST_NODES = 300
MOST_LINES = 60          # of a longer file only the lines around what ran
WIDEST = 160             # characters of a line of code, whose columns stay true
LABEL = 32               # characters of a name or an expression: a label of a label must not grow


def capture(recorder: Recorder, roots: Tensor | list[Tensor] | None = None, cell: int | CellRecord | None = None,
            most: int | None = MOST_NODES, rehearse: bool = True, depth: int | None = None) -> Graph:
    """The graph of a cell (the newest, unless `cell` says which), with what it uses from cells before.

    With `roots` it is the graph of these tensors, from whatever cell; and if no backward from them was recorded, the
    timeline ends with a private pass that leaves `.grad`, drawers, versions and hooks as they are (`rehearse=False`:
    without one, for a still picture of what has happened).
    A graph of more than `most` nodes keeps its newest part, has no timeline, and says so in `truncated`, with what
    the whole has. `depth`: only what lies at most so many operations back from the roots, without a timeline.
    IndexError for a cell that was not recorded.
    """
    recorder.understand()
    frame, _ = learner_frame(sys._getframe(1))
    spaces = [] if frame is None else [frame.f_globals, frame.f_locals]
    if roots is None:
        record = _cell(recorder, cell)
        recorder.name_from_namespaces()
        return _Builder(recorder, *_of_cell(record), most=most, cell=record).graph()
    tensors = list(roots) if isinstance(roots, (list, tuple)) else [roots]
    records = [recorder.record_of(tensor) for tensor in tensors]
    recorder.name_from_namespaces(*spaces)
    ops = _ancestors([record.op for record in records if record.op is not None], tracked_only=False)
    passes = _passes_from(recorder, records) or (_private(recorder, tensors) if rehearse else [])
    return _Builder(recorder, ops, [], passes, records, most=most, depth=depth).graph()


def graph_of(tensor: Tensor | list[Tensor], recorder: Recorder | None = None, most: int | None = MOST_NODES,
             rehearse: bool = True, depth: int | None = None) -> Graph:
    """The graph of a tensor from its autograd graph alone, with names from the caller's variables.

    Values that no node has kept and no variable holds are unknown: `?`. With a `recorder`, what it knows is used.
    With a `depth`, a graph that nobody recorded is read no further than that.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> graph = graph_of(x * x)
    >>> [(op.title, [graph[i].label for i in op.inputs]) for op in graph.ops]
    [('Mul', ['x', 'x'])]
    """
    recorder = recorder or Recorder()
    if depth is not None and not recorder.knows(tensor):
        recorder = Recorder()
        recorder.reach = depth
    return capture(recorder, tensor, most=most, rehearse=rehearse, depth=depth)


def _cell(recorder: Recorder, cell: int | CellRecord | None) -> CellRecord:
    if isinstance(cell, CellRecord):
        return cell
    for record in reversed(recorder.cells):
        if cell is None or record.number == cell:
            return record
    raise IndexError("nothing was recorded yet" if cell is None else f"no cell {cell} was recorded")


def _of_cell(cell: CellRecord) -> tuple[list[OpRecord], list[TensorRecord], list[PassRecord], list[TensorRecord]]:
    """Operations, loose leaves, passes and roots of one cell."""
    own = [op for op in cell.ops if not op.inside]
    needed = [*own, *(op for run in cell.passes for op in run.nodes), *([cell.failed] if cell.failed else [])]
    ops = _ancestors(needed, tracked_only=True)
    used = {id(part) for op in ops for part in op.inputs}
    loose = [record for record in dict.fromkeys(cell.made) if record.requires_grad and record.name]
    roots = [root for run in cell.passes for root, _ in run.roots]
    if not roots:
        roots = [out for op in own for out in op.outputs if id(out) not in used]
    return ops, loose, cell.passes, list(dict.fromkeys(roots))


def _ancestors(ops: list[OpRecord], tracked_only: bool) -> list[OpRecord]:
    """These operations and all that their inputs came from, oldest first. Not recursive."""
    found = dict.fromkeys(ops)
    waiting = list(found)
    for op in waiting:
        for part in op.inputs:
            made = part.op if isinstance(part, TensorRecord) else None
            if made is not None and made not in found and (made.tracked or not tracked_only):
                found[made] = None
                waiting.append(made)
    return sorted(found, key=lambda op: op.order)


def _passes_from(recorder: Recorder, roots: list[TensorRecord]) -> list[PassRecord]:
    wanted = set(map(id, roots))
    return [run for cell in recorder.cells for run in cell.passes if any(id(root) in wanted for root, _ in run.roots)]


def _private(recorder: Recorder, tensors: list[Tensor]) -> list[PassRecord]:
    tracked = [tensor for tensor in tensors if tensor.node is not None]
    run = recorder.private_pass(tracked) if tracked else None
    return [run] if run is not None and run.error is None else []


class _Builder:
    """Puts one selection of records into a `Graph`."""

    def __init__(self, recorder: Recorder, ops: list[OpRecord], loose: list[TensorRecord], passes: list[PassRecord],
                 roots: list[TensorRecord], most: int | None, cell: CellRecord | None = None,
                 depth: int | None = None):
        self.recorder, self.passes, self.roots, self.cell = recorder, passes, roots, cell
        self.ops, self.loose = ops, loose
        self.truncated = cell.truncated if cell is not None else None
        self.names = self.unique_names()              # of the whole: a part is numbered as the whole is
        self.timed = depth is None
        if depth is not None:
            self.cut_to_depth(depth)
        self.cut_to(most)
        self.ids: dict[int, str] = {}
        self.nodes: list[TensorNode | OpNode] = []
        self.files: dict[str, list[int]] = {}
        self.changes = self.changes_here()

    def cut_to(self, most: int | None) -> None:
        """Keep the newest operations when there are too many nodes for a picture."""
        count = sum(1 + len(op.outputs) for op in self.ops) + len(self.sources())
        if most is None or count <= most:
            return
        self.truncated = {**(self.truncated or {"reason": "nodes", "count": count}), "whole": self.counts()}
        self.timed = False
        kept, room = [], most
        for op in reversed(self.ops):
            room -= 1 + len(op.outputs) + len(op.inputs)
            if room < 0:
                break
            kept.append(op)
        self.ops, self.passes, self.loose = kept[::-1], [], []
        made = {id(out) for op in self.ops for out in op.outputs}
        self.roots = [root for root in self.roots if id(root) in made]

    def cut_to_depth(self, depth: int) -> None:
        """Keep the operations that lie at most `depth` back from the roots."""
        kept: dict[OpRecord, None] = {}
        edge = [root.op for root in self.roots if root.op is not None]
        for _ in range(depth):
            if not edge:
                break
            kept |= dict.fromkeys(edge)
            makers = [part.op for op in edge for part in op.inputs if isinstance(part, TensorRecord)]
            edge = [op for op in dict.fromkeys(makers) if op is not None and op not in kept]
        self.ops, self.passes, self.loose = [op for op in self.ops if op in kept], [], []

    def counts(self) -> dict[str, int]:
        """What a reader is told of the whole graph when only a part of it is shown."""
        used = {id(part) for op in self.ops for part in op.inputs}
        return {"leaves": sum(_kind(source) == "leaf" for source in self.sources()), "ops": len(self.ops),
                "results": sum(id(out) not in used for op in self.ops for out in op.outputs)}

    def sources(self) -> list[TensorRecord]:
        """Tensors that no operation of the selection made: leaves, constants, results of what is not shown."""
        made = {id(out) for op in self.ops for out in op.outputs}
        parts = [part for op in self.ops for part in op.inputs if isinstance(part, TensorRecord)]
        parts += [*self.loose, *self.roots, *(leaf for run in self.passes for leaf in run.before)]
        return [part for part in dict.fromkeys(parts) if id(part) not in made]

    def changes_here(self) -> list[ChangeRecord]:
        shown = {id(part) for part in self.sources()} | {id(out) for op in self.ops for out in op.outputs}
        cells = [self.cell] if self.cell is not None else self.recorder.cells
        return [change for cell in cells for change in cell.changes if id(change.tensor) in shown]

    # ---- the graph ----

    def graph(self) -> Graph:
        self.read_code()
        self.number()
        graph = Graph(self.code, self.nodes, [], [self.ids[id(root)] for root in self.roots if id(root) in self.ids],
                      self.truncated)
        error = self.error()
        if error is not None:
            graph.error = {"node": error.op, "type": error.type, "message": error.message, "key": error.key}
        if self.timed:
            in_pass = any(run.error is not None for run in self.passes)
            graph.steps = timeline(graph, self.history(), None if in_pass else error, self.pockets())
        return graph

    def pockets(self) -> dict[str, Any]:
        """Pockets that hold something else at the end of the cell than the last backward left there."""
        if self.cell is None or self.cell.error is not None:
            return {}
        last = {}
        for run in self.passes:
            last |= run.before
            last |= {event[1]: event[3] for event in run.events if event[0] == "land"}
        return {self.ids[id(leaf)]: held for leaf, held in self.cell.pockets.items()
                if id(leaf) in self.ids and value(held) != value(last.get(leaf))}

    def error(self) -> Failed | None:
        """What stopped a backward, or the cell."""
        for run in self.passes:
            if run.error is not None:
                op = self.ids.get(id(run.failed)) if run.failed else None
                if op:
                    self.by_id[op].error = True
                return Failed(run.error.type, run.error.message, run.error.key, op)
        if self.cell is None or self.cell.error is None:
            return None
        error = self.cell.error
        op = self.ids.get(id(self.cell.failed)) if self.cell.failed else None
        if op:
            self.by_id[op].error = True
        return Failed(error.type, error.message, error.key, op, None, self.line(self.cell.stopped),
                      self.span(self.cell.stopped))

    # ---- code ----

    def read_code(self) -> None:
        """The lines of every cell or file in which something shown ran, and where each stands in `code`."""
        places = [op.place for op in self.ops] + [run.place for run in self.passes] + [c.place for c in self.changes]
        if self.cell is not None:
            places.append(self.cell.stopped)
            places += [leaf.place for leaf in self.sources() if leaf.created and leaf.cell == self.cell.number]
        lines: dict[str, set[int]] = defaultdict(set)
        for place in filter(None, places):
            lines[place.file] |= {place.line, place.end_line}
        self.code: list[CodeLine] = []
        self.at: dict[tuple[str, int], int] = {}
        for file in sorted(lines, key=lambda file: (self.recorder.sources[file].cell, min(lines[file]))):
            source = self.recorder.sources[file]
            first, last = 1, len(source.lines)
            if last > MOST_LINES or Path(file).is_file():
                first, last = self.window(file, lines[file])
            for n in range(first, last + 1):
                self.at[file, n] = len(self.code)
                self.code.append(CodeLine(n, _line(source.lines[n - 1]), source.cell))

    def window(self, file: str, lines: set[int]) -> tuple[int, int]:
        """Of a long file, from the first line that made or used something shown to the last."""
        lines |= {part.place.line for part in self.sources() if part.place is not None and part.place.file == file
                  and min(lines) - MOST_LINES < part.place.line <= max(lines)}
        return min(lines), min(max(lines), min(lines) + 5 * MOST_LINES)

    def line(self, place: Place | None) -> int | None:
        return None if place is None else self.at.get((place.file, place.line))

    def span(self, place: Place | None) -> list[int] | None:
        if place is None or (place.file, place.line) not in self.at or (place.file, place.end_line) not in self.at:
            return None
        columns = self.recorder.source(place).columns(place)
        if columns is None:
            return None
        return [self.at[place.file, columns[0] + 1], columns[1], self.at[place.file, columns[2] + 1], columns[3]]

    # ---- nodes ----

    def number(self) -> None:
        """Ids in the order of creation; a plain number comes right before the operation that uses it."""
        self.by_id: dict[str, TensorNode | OpNode] = {}
        self.labels: dict[int, str] = {}
        self.by_seq = {op.seq: op for op in self.ops if op.seq is not None}
        items: list[TensorRecord | OpRecord] = [*self.sources(), *self.ops]
        items.sort(key=lambda item: (item.order, isinstance(item, OpRecord)))
        for item in items:
            if isinstance(item, OpRecord):
                self.add_operation(item)
            elif id(item) not in self.ids:
                self.add_tensor(item)
        for op in self.ops:
            node = self.by_id[self.ids[id(op)]]
            node.next = [self.stored(goal, index) for goal, index in op.next]
            node.drawers = [self.drawer(name, kept, node) for name, kept in op.drawers]

    def unique_names(self) -> dict[int, str]:
        """Learner's names; where one name was given several times, `h·1`, `h·2`, … in order."""
        holders = defaultdict(list)
        for record in [*self.sources(), *(out for op in self.ops for out in op.outputs)]:
            if record.name:
                holders[record.name].append(record)
        names = {}
        for name, records in holders.items():
            records.sort(key=lambda record: record.order)
            for k, record in enumerate(records, 1):
                names[id(record)] = _bounded(name if len(records) == 1 else f"{name}·{k}")
        return names

    def new_id(self, record: Any, node: TensorNode | OpNode) -> str:
        self.ids[id(record)] = node.id
        self.by_id[node.id] = node
        self.nodes.append(node)
        return node.id

    def add_tensor(self, record: TensorRecord, op: str | None = None) -> str:
        name = self.names.get(id(record))
        label = name or self.label(record)
        self.labels[id(record)] = label
        kind = "result" if op is not None else _kind(record)
        seen = self.first_value(record)
        kept = value(seen)
        return self.new_id(record, TensorNode(
            f"n{len(self.nodes)}", kind, name, label, kept, list(seen.shape) if seen is not None else [],
            record.dtype, record.requires_grad, self.line(record.place), op))

    def first_value(self, record: TensorRecord):
        """The value that the card starts with: from before the first overwriting that the timeline shows."""
        change = next((change for change in self.changes if change.tensor is record), None)
        return record.seen if change is None or change.before is None else change.before

    def label(self, record: TensorRecord) -> str:
        """What a nameless tensor is called: the expression that made it, else the operation, else its value."""
        op = record.op
        text = record.label
        if text is None and record.place is not None and not (op is not None and op.composed):
            text = self.recorder.source(record.place).label(record.place.key)
        if text is None and op is not None:
            labels = [self.labels.get(id(part), "…") if isinstance(part, TensorRecord) else _number(part)
                      for part in op.inputs]
            text = write(notation(op.name).code, labels, "", op.settings)
        if text is None:
            text = value(record.seen).text
        if op is not None and len(op.outputs) > 1:
            text = f"{text}[{op.outputs.index(record)}]"
        return _bounded(text)

    def add_operation(self, op: OpRecord) -> None:
        inputs = [self.input(part, op) for part in op.inputs]
        style = notation(op.name)
        title = style.title
        if op.grad_fn and op.name.rstrip("_") not in TABLE:
            title = op.grad_fn.rpartition("::")[2].partition("Backward")[0] or title
        settings = {name: told for name, told in op.settings.items() if told is not None and told is not False}
        node = OpNode(f"n{len(self.nodes)}", op.name, symbol(op.name, settings), title, inputs, [], op.grad_fn,
                      settings, self.line(op.place), self.span(op.place), op.tracked, op.cut, ways=op.ways,
                      factor=_factor(op))
        self.new_id(op, node)
        node.outputs = [self.add_tensor(out, node.id) for out in op.outputs]

    def input(self, part: Any, op: OpRecord) -> str:
        """The id of an input; a plain number or array gets a constant of its own."""
        if isinstance(part, TensorRecord):
            return self.ids.get(id(part)) or self.add_tensor(part)
        kept = value(snapshot(part)) if isinstance(part, (np.ndarray, np.generic)) else Value(_number(part))
        node = TensorNode(f"n{len(self.nodes)}", "const", None, kept.text, kept, kept.shape or [],
                          line=self.line(op.place))
        self.by_id[node.id] = node
        self.nodes.append(node)
        return node.id

    def drawer(self, name: str, kept: Any, op: OpNode) -> Drawer:
        if not isinstance(kept, TensorRecord):
            text = _number(kept)
            of = next((id for id in op.inputs if self.by_id[id].label == text), None)
            return Drawer(name, text, Value(text), of)
        id_ = self.ids.get(id(kept))
        seen = value(kept.seen)
        label = self.by_id[id_].label if id_ else _bounded(kept.name) if kept.name else self.label(kept)
        return Drawer(name, label, Value(seen.text, seen.shape), id_)

    def stored(self, goal: float | TensorRecord | None, index: int) -> list:
        if isinstance(goal, TensorRecord):
            return [self.ids.get(id(goal)), 0]
        made = self.by_seq.get(goal) if goal is not None else None
        return [self.ids[id(made)] if made else None, index if made else 0]

    # ---- history ----

    def history(self) -> list:
        inside = {id(event[1]) for run in self.passes for event in run.events if event[0] == "ran"}
        told: list[tuple[tuple, Any]] = []
        for record in self.sources():
            if record.created and self.line(record.place) is not None:
                told.append((record.order, Made(self.ids[id(record)])))
        told += [(op.order, Ran(self.ids[id(op)])) for op in self.ops if id(op) not in inside and not op.failed]
        told += [(change.order, self.changed(change)) for change in self.changes if change.before is not None]
        told += [(run.order, self.backward(run)) for run in self.passes]
        told.sort(key=lambda item: item[0])
        return [event for _, event in told]

    def changed(self, change: ChangeRecord) -> Changed:
        return Changed(self.ids[id(change.tensor)], change.before, change.after, self.line(change.place),
                       self.span(change.place), change.version)

    def backward(self, run: PassRecord) -> Pass:
        shown = {id(other) for other in self.passes}
        nodes = [self.ids[id(op)] for op in run.nodes if id(op) in self.ids]
        empty = [self.ids[id(op)] for op in run.nodes
                 if op.freed is not None and id(op.freed) not in shown and op.freed.order < run.order]
        error = None
        if run.error is not None:
            op = self.ids.get(id(run.failed)) if run.failed else None
            error = Failed(run.error.type, run.error.message, run.error.key, op, self.guilty(run))
        return Pass([(self.ids[id(root)], self.ids[id(op)] if op else None) for root, op in run.roots], run.seeds,
                    nodes, list(filter(None, map(self.event, run.events))),
                    {self.ids[id(leaf)]: held for leaf, held in run.before.items()}, empty, run.keep,
                    self.line(run.place), self.span(run.place), error)

    def guilty(self, run: PassRecord) -> tuple[int, ...] | None:
        """Of a node that kept several values, those that were overwritten since."""
        if run.error.key != "changed" or run.failed is None:
            return None
        changed = {id(change.tensor) for cell in self.recorder.cells for change in cell.changes
                   if change.order > run.failed.order}
        return tuple(k for k, (_, kept) in enumerate(run.failed.drawers) if id(kept) in changed) or None

    def event(self, event: tuple):
        kind, record = event[0], event[1]
        if id(record) not in self.ids:
            return None
        id_ = self.ids[id(record)]
        if kind == "push":
            return Pushed(id_, event[2], event[3])
        if kind == "free":
            return Freed(id_)
        if kind == "land":
            return Landed(id_, event[2], event[3])
        return Ran(id_)


def _kind(record: TensorRecord) -> str:
    """What a tensor is that no shown operation made."""
    if record.leaf:
        return "leaf" if record.requires_grad else "const"
    return "const" if record.op is None else "result"


def _factor(op: OpRecord) -> str | None:
    """`× 1`, `× −1`, `× 1/6`: what a floor shows when the operation keeps nothing for the way back."""
    if not op.tracked or op.drawers:
        return None
    factors = {notation(op.name).local_of(i) for i in op.ways}
    if factors == {"1", "−1"}:
        return "× ±1"
    if len(factors) != 1 or None in factors:
        return None
    template = factors.pop()
    if any(f"{{{name}}}" in template for name in ("a", "b", "c", "out")):
        return None
    return "× " + write(template, [], "", op.settings, _share(op))


def _share(op: OpRecord) -> int:
    """Of how many elements each result was made."""
    sizes = [int(np.prod(part.seen.shape)) if isinstance(part, TensorRecord) and part.seen is not None else 1
             for part in (*op.inputs[:1], *op.outputs[:1])]
    return sizes[0] // max(sizes[-1], 1)


def _line(text: str) -> str:
    return text if len(text) <= WIDEST else text[:WIDEST] + "…"


def _bounded(label: str) -> str:
    return label if len(label) <= LABEL else shortened(label, LABEL)


def _number(part: Any) -> str:
    return number(part) if isinstance(part, (int, float, complex, np.generic)) else str(part)
