"""Hearing is cheap: what happens is written down as it comes, in rows of plain things. Understanding comes late.

A row holds what would be gone later, and no more: weak references to tensors, numbers as they are (a NumPy number never
changes), copies of small arrays, summaries of large ones, the names of variables. It keeps no tensor and no node alive.
Each row begins with the name of the method of `Recorder` that understands it and the count of what follows. All rows
stand in one flat list: objects of their own would keep Python's collector of cycles busier than all the hearing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import Any
from weakref import ref

import numpy as np
from numpy import generic

from minigrad.core.node import AccumulateGrad, Node, Port
from minigrad.core.observe import Observer
from minigrad.core.primitive import on_save
from minigrad.tensor import Tensor
from minigrad.trace.rows import carried_out, failure, flat, names_read, plain, saved_in, small, values_read
from minigrad.trace.sites import Site, Sites
from minigrad.trace.values import WHOLE, snapshot

NONE = {}
LISTS = frozenset({tuple, list})
NUMBERS = frozenset({int, float, bool})
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
            self.fall_silent(fault)

    return guarded


class Hearing(Sites, Observer):
    """Writes rows into `heard`. What cannot be put off (a graph made while nobody watched) is understood at once."""

    def __init__(self):
        super().__init__()
        self.heard: list = []
        self._kept = self._ops = 0               # bytes and operations, in this cell
        self._met: dict[int, tuple] = {}         # what the rows say of tensors, by the address of their reference
        self._named: set[int] = set()            # … those among them that have a name
        self._grown: set[float] = set()          # sequence numbers of the nodes of which the rows speak
        self._open: list[bool] = []              # backwards under way: is this one recorded?
        self._private = False
        self._kinds: dict[type, str] = {}        # what nodes of a class are called
        self._readable: dict[Any, type] = {}     # op -> its nodes' class, if what they keep follows from the inputs
        self._pockets: dict[int, ref] = {}       # the AccumulateGrads that a backward of this cell went to

    def begin_hearing(self) -> None:
        self._kept = self._ops = 0
        self._open, self._pockets = [], {}
        self.forget_rows()
        self.new_places()

    def forget_rows(self) -> None:
        """What the rows spoke of is on record by now."""
        self._met, self._named, self._grown = {}, set(), set()

    def hear_the_end(self) -> None:
        """What only the end of a cell tells: which variables hold what, and what the pockets hold."""
        pockets = [end for end in [weak() for weak in self._pockets.values()] if end is not None]
        held = [(self._leaf(end), None if end.grad is None else self._gradient(end.grad)) for end in pockets]
        self.write("closed", self._variables(), held)

    def write(self, *row: Any) -> None:
        """Add a row: a method's name, and what it will be given."""
        name, *told = row
        self.heard += name, len(told)
        self.heard += told

    @onlooker
    def on_create(self, tensor: Tensor) -> None:
        if self.full():
            return
        _, site = self._here()
        self.write("created", self._fact(tensor), site)
        if site is not None and site.names_some:
            self._named.add(id(ref(tensor)))

    def on_op(self, op: Any, inputs: tuple, settings: dict, out: Any) -> None:
        if self.broken is not None or (self._ops >= self.most_ops or self._kept >= self.most_bytes) and self.full():
            return
        try:
            frame, site = self._here()
            parts, met = [], self._met
            for part in inputs:
                if type(part) in NUMBERS:
                    parts.append(part)
                elif type(part) is Tensor or isinstance(part, Tensor):
                    fact = met.get(id(ref(part)))         # as in `_fact`, which would be one call more
                    known = fact is not None and fact[1] is part.array and (fact[2] is None) is (part.node is None)
                    parts.append(fact if known else self._fact(part))
                elif type(part) in LISTS:
                    inputs = flat(inputs)
                    parts = [self._fact(part) if isinstance(part, Tensor) else small(part) for part in inputs]
                    break
                else:
                    parts.append(small(part))
            names, claims, named = (), False, False
            if site is not None:
                if site.operands:
                    names = self._names(inputs, parts, frame, site)
                claims = self._last is not None and self._last[1] is site and self._claims(frame, site)
                named = site.names_some
            if type(out) in LISTS:
                node, results = _grown(out), [self._new(part, named) for part in out]
            else:
                node, results = out.node, self._new(out, named)
                if node is not None and (node.is_end or type(node) is Port):
                    node = _grown((out,))
            kind = seq = None
            if node is not None:
                kind, seq = type(node), node.seq
                if self._readable.get(op) is not kind or on_save:
                    kind = self._node(node, op)
                self._grown.add(seq)
            self._last = id(frame), site, results
            self._ops += 1
            self._kept += 256
            heard = self.heard
            heard += ("ran", 8 + len(parts), op, plain(settings) if settings else NONE, results, site, names, claims,
                      kind, seq)
            heard += parts
        except Exception as fault:
            self.fall_silent(fault)

    # ---- tensors ----

    def _fact(self, tensor: Tensor) -> tuple:
        """(reference, value, end): the value as it is now, None for a large one that was seen before; `end` is None
        without gradient, False for a result, else a reference to the leaf's AccumulateGrad."""
        weak, node, array = ref(tensor), tensor.node, tensor.array
        fact = self._met.get(id(weak))
        if fact is not None and fact[1] is array and (fact[2] is None) is (node is None):
            return fact                           # a number that is still the same
        end = None if node is None else ref(node) if node.is_end else False
        met = fact is not None or self.known(weak) is not None
        if not met and end is False:
            self.understand()
            self._meet(tensor)
        large = met and not isinstance(array, generic) and array.size > WHOLE
        fact = self._met[id(weak)] = weak, None if large else self._take(array), end
        return fact

    def _spoken_of(self, weak: ref) -> bool:
        return id(weak) in self._met or self.known(weak) is not None

    def _new(self, tensor: Tensor, named: bool) -> tuple:
        """The same for a result, which nobody can have seen before."""
        weak, node, array = ref(tensor), tensor.node, tensor.array
        if named:
            self._named.add(id(weak))
        fact = self._met[id(weak)] = (
            weak, array if isinstance(array, generic) else self._take(array),
            None if node is None else ref(node) if node.is_end else False)
        return fact

    def _take(self, array: Any) -> Any:
        """What will be shown of an array."""
        if isinstance(array, generic):
            return array
        taken = np.array(array) if np.size(array) <= WHOLE else snapshot(array)
        self._kept += 64 + taken.nbytes
        return taken

    def _gradient(self, g: Any) -> Any:
        return None if g is None else self._take(getattr(g, "array", g))

    def _leaf(self, end: AccumulateGrad) -> Any:
        """Whose pocket this is: a reference, or a record where the leaf itself is gone."""
        weak = end.leaf
        if self._spoken_of(weak):
            return weak
        leaf = weak()
        if leaf is not None:
            return self._fact(leaf)
        self.understand()
        return self.leaf_of(end)

    # ---- names ----

    def _names(self, given: Any, facts: list, frame: FrameType, site: Site) -> tuple:
        """(which operand, the variable that holds it, which operand, …), for operands that have no name yet."""
        found, named, local = (), self._named, None
        for i, fact in enumerate(facts):
            if type(fact) is not tuple or id(fact[0]) in named:
                continue
            if local is None:
                local = frame.f_locals
            tensor = given[i]
            for name in site.operands:
                if (local[name] if name in local else frame.f_globals.get(name)) is tensor:
                    named.add(id(fact[0]))
                    found = (*found, i, name) if found else (i, name)
                    break
        return found

    def _claims(self, frame: FrameType, site: Site) -> bool:
        """Is this a later part of the expression that the operation before belongs to, and not its next turn?"""
        if site is None or self._last[0] != id(frame):
            return False
        return not site.names or not carried_out(frame, site, self._last[2])

    # ---- nodes ----

    def _node(self, node: Node, op: Any = None) -> tuple:
        """What a node knows of its surroundings, and what it keeps. Where an op left the node that its declaration
        says, all this can be read off its inputs later."""
        kind, edges, kept = type(node), [], []
        if op is not None and kind.op is op and kind.places:
            self._readable[op] = kind
        for edge in node.edges:
            if edge is None:
                edges.append(None)
            elif edge.is_end:
                edges.append(self._leaf(edge))
            else:
                edges.append((edge.node.seq, edge.output_nr) if type(edge) is Port else (edge.seq, 0))
        for name, value in saved_in(node):
            kept.append((name, None if name == "out" or name in node.outputs else self._saved(value)))
        name = self._kinds.get(kind)
        if name is None:
            name = self._kinds[kind] = node.name()
        return name, node.seq, node.places, edges, kept, node.titles, node.outputs

    def _saved(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            weak = ref(value)
            return weak if id(weak) in self._met else self._fact(value)
        if isinstance(value, tuple):
            return [self._fact(part) for part in value if isinstance(part, Tensor)]
        return value if isinstance(value, (int, float)) else None

    def _knows(self, node: Node) -> bool:
        return node.seq in self._grown or node.seq in self.by_seq

    # ---- backward ----

    @onlooker
    def on_backward_start(self, run: Any) -> None:
        if not self._private and self.full():
            self._open.append(False)
            return
        _, site = self._here()
        order = run.order
        numbers = [node.seq for node in order]
        if not self._grown.issuperset(numbers):
            for node in order:
                if not self._knows(node):
                    self.understand()
                    self.adopt(node)
        roots = [(self._fact(tensor), None if node.is_end else node.seq)
                 for tensor, (node, _) in zip(run.root_tensors, run.roots)]
        before = [(self._leaf(end), None if end.grad is None else self._gradient(end.grad)) for end in run.waits]
        if not self._private:
            self._pockets |= {id(end): ref(end) for end in run.waits}
        self._open.append(True)
        self.write("began", roots, [self._gradient(seed) for seed in run.seeds], numbers, before,
                   site and site.place, run.keep, self._private)

    def on_node(self, node: Node, upstream: Any, sent: list) -> None:
        if not self._open or not self._open[-1] or self.broken is not None:
            return
        try:
            told = []
            for _, index, g in sent:
                if g is not None:
                    told += index, g if isinstance(g, generic) else self._gradient(g)
            self._kept += 128 * len(told)
            if isinstance(upstream, generic):
                above, few = upstream, True
            else:
                parts = upstream if isinstance(upstream, tuple) else (upstream,)
                above = [self._gradient(g) for g in parts]
                few = parts is not upstream and isinstance(above[0], np.ndarray) and above[0].size <= SMALL_LOCAL
            names = names_read(node, len(sent)) if few else None
            heard = self.heard
            heard += ("pushed", 5 + len(told), node.seq, above, type(node), names,
                      values_read(node, names) if names else names)
            heard += told
        except Exception as fault:
            self.fall_silent(fault)

    def on_free(self, node: Node) -> None:
        if self._open and self._open[-1]:
            self.heard += "freed", 1, node.seq

    @onlooker
    def on_accumulate(self, node: AccumulateGrad, gradient: Any) -> None:
        if self._open and self._open[-1]:
            now = None if node.grad is None else self._gradient(node.grad)
            self.write("landed", self._leaf(node), self._gradient(gradient), now, self._private)

    @onlooker
    def on_backward_end(self, error: BaseException | None) -> None:
        recorded = self._open.pop() if self._open else False
        if recorded:
            stopped = getattr(getattr(error, "node", None), "seq", None)
            self.write("ended", None if error is None else failure(error), stopped)


def _grown(outs: tuple | list) -> Node | None:
    """The node that an operation left behind."""
    for part in outs:
        node = part.node
        if node is not None and not node.is_end:
            return node.node if type(node) is Port else node
    return None
