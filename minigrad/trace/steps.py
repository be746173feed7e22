"""The timeline: what happened in a cell, cut into steps that can be walked forward and back.

A `Graph` says what there is; a history says in which order it came to be and how gradients ran through it. `timeline`
turns both into `Step`s, each with the changes that it makes to the picture (see the key table in `trace.graph`).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from minigrad.trace.graph import Graph, OpNode, Step, TensorNode, Value
from minigrad.trace.history import Changed, Event, Failed, Freed, Landed, Made, Pass, Pushed, Ran, Sent
from minigrad.trace.notation import needs, notation, number, write
from minigrad.trace.values import Snapshot, value

IN_STEP = 16                 # an array of up to so many elements is repeated whole in a step
MOST_LAMPS = 6               # of more contributions a pocket shows only the sum
ONE_LINE = 11                # so many characters fit a slot


def timeline(graph: Graph, history: list[Event], error: Failed | None = None,
             pockets: dict[str, Snapshot | None] | None = None) -> list[Step]:
    """The steps of `graph`, from `start` to `done` (or to the `error` that ended the cell).

    `pockets` is what leaves hold at the end, where code changed that outside of backward. Linear in the size of the
    history; nothing is computed that was not recorded. Also counts the lamps of each leaf.
    """
    writer = _Writer(graph)
    for event, following in zip(history, [*history[1:], None]):
        writer.write(event, following)
    settled = [change for leaf, held in (pockets or {}).items() for change in _pocket(leaf, held)]
    if error is not None:
        writer.forward_error(error)
    elif settled:
        writer.add("done", "forward", args={"results": list(graph.roots)}, set=settled)
    elif writer.steps[-1].verb not in ("done", "error"):
        writer.add("done", "forward", args={"results": list(graph.roots)})
    writer.start(history)
    return writer.steps


def state(steps: list[Step], k: int | None = None) -> dict[str, str]:
    """Every key that is not as the picture was drawn: at step `k`, or after the last one without passing marks.

    >>> state([Step("start", "forward"), Step("run", "forward", set=[["n0", "shown"]], now=[["n0", "current"]])], 1)
    {'n0': 'current'}
    """
    last = len(steps) - 1 if k is None else k
    seen = {key: now for step in steps[: last + 1] for key, now in step.set}
    if k is not None:
        seen |= {key: now for key, now in steps[k].now}
    return seen


class _Writer:
    """Writes steps in the order of the history and remembers what is on the picture."""

    def __init__(self, graph: Graph):
        self.graph = graph
        self.steps = [Step("start", "forward")]
        self.shown: set[str] = set()
        self.freed_at: dict[str, int] = {}
        self.passes = 0

    def add(self, verb: str, phase: str, **parts: Any) -> Step:
        step = Step(verb, phase, **parts)
        self.steps.append(step)
        return step

    def write(self, event: Event, following: Event | None) -> None:
        match event:
            case Made(tensor):
                self.leaf(self.graph[tensor])
            case Ran(op):
                self.operation(self.graph[op], following)
            case Changed():
                self.change(event)
            case Pass():
                self.passes += 1
                _Backward(self, event).write()

    # ---- forward ----

    def start(self, history: list[Event]) -> None:
        """The first step comes last: it counts the others, and shows whatever no step showed."""
        graph, step = self.graph, self.steps[0]
        first = next((event for event in history if isinstance(event, Pass)), None)
        counts = {"lines": len(graph.code), "steps": len(self.steps) - 1, "ops": len(graph.ops)}
        if first is not None:
            counts |= {"nodes": len(first.nodes), "pockets": len(first.before)}
        step.args = counts
        cut = next((op for op in graph.ops if op.cut), None)
        if cut is not None:
            step.args["cut"] = cut.id
        early = [node for node in graph.nodes if node.id not in self.shown]
        for node in early:
            step.set += self.shows(node)
        for leaf, held in (first.before if first else {}).items():
            if held is not None and graph[leaf] in early:
                step.set += _pocket(leaf, held)

    def shows(self, node: TensorNode | OpNode) -> list[list[str]]:
        """The changes that make a node appear, an operation with what it touches."""
        self.shown.add(node.id)
        if isinstance(node, TensorNode):
            return [[node.id, "shown"]]
        new = [tensor for tensor in node.inputs if tensor not in self.shown]
        self.shown.update(new, node.outputs)
        changes = [[tensor, "shown"] for tensor in dict.fromkeys(new)]
        changes += [[id, "shown"] for id in (node.id, *node.outputs, *_edges(node))]
        if node.tracked:
            changes.append([f"{node.id}.floor", "recorded"])
        if node.cut:
            changes += [[f"g:{node.id}:{i}", "cut"] for i in node.ways]
        return changes + [[f"{node.id}.d{k}", "full"] for k in range(len(node.drawers))]

    def leaf(self, leaf: TensorNode) -> None:
        notes = [[leaf.line, f"→ {leaf.value.text}", "value"]] if leaf.line is not None else []
        self.add("run", "forward", line=leaf.line, node=leaf.id, set=self.shows(leaf), now=[[leaf.id, "current"]],
                 notes=notes)

    def operation(self, op: OpNode, following: Event | None) -> None:
        current = [op.id, *op.outputs, *_edges(op)]
        self.add("run", "forward", line=op.line, span=op.span, node=op.id, set=self.shows(op),
                 now=[[id, "current"] for id in current], notes=self.result_note(op, following))

    def result_note(self, op: OpNode, following: Event | None) -> list[list]:
        """`→ 7` beside a line: when its last operation ran, or one whose result got a name."""
        if op.line is None or not op.outputs:
            return []
        out = self.graph[op.outputs[0]]
        same_line = isinstance(following, Ran) and self.graph[following.op].line == op.line
        if same_line and out.name is None:
            return []
        return [[op.line, f"→ {out.value.text}", "value"]]

    def change(self, event: Changed) -> None:
        after = value(event.after, IN_STEP)
        args = {"before": _brief(event.before), "after": _brief(event.after)}
        if event.version is not None:
            args["version"] = event.version
        notes = [[event.line, f"→ {after.text}", "value"]] if event.line is not None else []
        self.add("run", "forward", line=event.line, span=event.span, node=event.tensor, args=args,
                 set=[[f"{event.tensor}.value.text", after.text]], now=[[event.tensor, "current"]], notes=notes)

    def forward_error(self, error: Failed) -> None:
        op = self.graph[error.op] if error.op else None
        step = self.add("error", "forward", node=error.op, args=_told(error), line=error.line, span=error.span)
        if op is None:
            return
        new = [tensor for tensor in dict.fromkeys(op.inputs) if tensor not in self.shown]
        self.shown.update(new, [op.id])
        step.set = [[id, "shown"] for id in (*new, op.id, *_edges(op))] + [[f"{op.id}.floor", "error"]]
        step.now = [[op.id, "current"]]


class _Backward:
    """Writes the steps of one pass: collect, order, seed, then push, free, accumulate as they happened, then done."""

    def __init__(self, writer: _Writer, run: Pass):
        self.writer, self.graph, self.run = writer, writer.graph, run
        self.where = {"phase": "backward", "line": run.line, "span": run.span, "pass_": writer.passes}
        self.inside = set(run.nodes)
        self.waits = self.consumers()
        self.parts: dict[str, list[tuple[str, Snapshot]]] = defaultdict(list)
        self.sums: dict[str, float] = defaultdict(float)
        self.landed: dict[str, Snapshot] = {}
        self.freed = False
        self.grown: list[list[str]] = []

    def add(self, verb: str, **parts: Any) -> Step:
        return self.writer.add(verb, **self.where, **parts)

    def ways(self, op: str) -> list[tuple[int, TensorNode]]:
        node = self.graph[op]
        return [(i, self.graph[node.inputs[i]]) for i in node.ways]

    def consumers(self) -> dict[str, set[str]]:
        """For each node of this pass the nodes that must finish before it."""
        waits: dict[str, set[str]] = {op: set() for op in self.run.nodes}
        for op in self.run.nodes:
            for _, tensor in self.ways(op):
                if tensor.op in waits:
                    waits[tensor.op].add(op)
        return waits

    def arrivals(self) -> dict[str, int]:
        """How many contributions each leaf of this pass will get, in the order in which the walk finds the leaves."""
        count: dict[str, int] = {}
        for op in self.run.nodes:
            for _, tensor in self.ways(op):
                if tensor.kind == "leaf":
                    count[tensor.id] = count.get(tensor.id, 0) + 1
        for root, op in self.run.roots:
            if op is None:
                count[root] = count.get(root, 0) + 1
        return count

    def write(self) -> None:
        self.collect()
        self.order()
        self.seed()
        events = self.run.events
        freed = {event.op for event in events if isinstance(event, Freed)}
        for event in events:
            match event:
                case Pushed(op):
                    self.push(event, op in freed)
                    if op in freed:
                        self.free(op)
                case Landed():
                    self.accumulate(event)
                case Ran(op):                     # create_graph: a rule's own operations, told before its push
                    self.grown += self.writer.shows(self.graph[op])
        self.writer.steps[-1].set += self.grown
        if self.run.error is None:
            self.done()
        else:
            self.error(self.run.error)

    # ---- the six verbs ----

    def collect(self) -> None:
        nodes, arrivals = self.run.nodes, self.arrivals()
        self.run.before = {leaf: self.run.before.get(leaf) for leaf in arrivals}
        changes = [[f"{op}.floor", "found"] for op in nodes]
        changes += [[f"{op}.d{k}", "freed"] for op in self.run.empty for k in range(len(self.graph[op].drawers))]
        if self.writer.passes == 1:
            full = [leaf for leaf, held in self.run.before.items() if held is not None]
            changes += [change for leaf in full for change in self.pocket(leaf)]
        if self.writer.passes > 1:
            changes += self.swept(arrivals)
        args = {"roots": [root for root, _ in self.run.roots], "nodes": nodes, "pockets": list(arrivals)}
        if any(op in self.writer.freed_at for op in nodes):
            args["freed"] = True
        self.add("collect", args=args, set=changes, now=[[op, "current"] for op in nodes])

    def swept(self, arrivals: dict[str, int]) -> list[list[str]]:
        """A later pass begins with pills, edges and badges cleared, and with pockets as the learner left them."""
        changes = []
        for op in self.run.nodes:
            node = self.graph[op]
            changes += [[f"{op}.wait", "hidden"], [f"{op}.wait.text", ""]]
            changes += [[f"g:{op}:{i}", "hidden"] for i in node.ways]
            for j, out in enumerate(node.outputs):
                changes += [[f"g:{op}:out{j}", "hidden"], [f"{out}.slot", "hidden"], [f"{out}.slot.text", ""]]
        for leaf in arrivals:
            changes += self.pocket(leaf)
            changes += [[f"{leaf}.lamp{k}", "hidden"] for k in range(self.graph[leaf].lamps)]
        return changes

    def pocket(self, leaf: str) -> list[list[str]]:
        return _pocket(leaf, self.run.before.get(leaf))

    def order(self) -> None:
        changes, ready, waiting = [], [], defaultdict(list)
        for op in self.run.nodes:
            count = len(self.waits[op])
            (waiting[count] if count else ready).append(op)
            changes += [[f"{op}.wait", "waiting" if count else "ready"], [f"{op}.wait.text", str(count)]]
        for leaf, count in self.arrivals().items():
            waiting[count].append(leaf)
            if 1 < count <= MOST_LAMPS:
                self.graph[leaf].lamps = max(self.graph[leaf].lamps, count)
                changes += [[f"{leaf}.lamp{k}", "awaited"] for k in range(count)]
        args = {"ready": ready, "waits": [[count, waiting[count]] for count in sorted(waiting)]}
        self.add("order", args=args, set=changes, now=[[op, "current"] for op in ready])

    def seed(self) -> None:
        for (root, op), seed in zip(self.run.roots, self.run.seeds):
            self.take(root, root, seed)
            leaf = self.graph[root].kind == "leaf"
            changes = [[f"{root}.slot", "waiting" if leaf else "shown"], [f"{root}.slot.text", slot_text(seed)]]
            self.add("seed", node=root, args={"value": _brief(seed), "to": op}, set=changes, now=[[root, "current"]])

    def push(self, event: Pushed, freed: bool) -> None:
        """One step for each live edge. The node is done after the last, unless its drawers are still to be emptied."""
        op = self.graph[event.op]
        first = [*self.grown, [f"{op.id}.wait", "hidden"], [f"{op.id}.wait.text", ""]]
        self.grown = []
        for j, out in enumerate(op.outputs):
            above = event.upstream[j] if j < len(event.upstream) else None
            if above is not None:
                first.append([f"g:{op.id}:out{j}", "done"])
                if self.parts[out] and self.sum_text(out) != slot_text(above):     # a fork's sum, or what a hook made
                    first.append([f"{out}.slot.text", slot_text(above)])
        for position, sent in enumerate(event.sent):
            i, gradient = sent.input, sent.gradient
            to = self.graph[op.inputs[i]]
            changes = (first if position == 0 else []) + self.arrive(op, i, to, gradient)
            if position == len(event.sent) - 1 and not freed:
                changes += self.finished(op.id)
            args = {"input": i, "to": to.id, "upstream": self.upstream(event), "local": self.local(op, i, sent.local),
                    "gives": _brief(gradient), "sum": self.sum_text(to.id)}
            held = self.run.before.get(to.id)
            if held is not None:
                args["held"] = slot_text(held)
            if _summed(event, gradient, op, i):
                args["summed"] = True
            self.add("push", node=op.id, args=args, set=changes, now=self.pushing(op, sent))

    def take(self, tensor: str, via: str, gradient: Snapshot) -> None:
        self.parts[tensor].append((via, gradient))
        if gradient.shape == ():
            self.sums[tensor] += gradient.whole[()]

    def arrive(self, op: OpNode, i: int, to: TensorNode, gradient: Snapshot) -> list[list[str]]:
        self.take(to.id, op.id, gradient)
        pocket = to.kind == "leaf"
        changes = [[f"g:{op.id}:{i}", "done"], [f"{to.id}.slot", "waiting" if pocket else "shown"],
                   [f"{to.id}.slot.text", self.sum_text(to.id)]]
        if pocket and to.lamps:
            changes.append([f"{to.id}.lamp{len(self.parts[to.id]) - 1}", "arrived"])
        return changes

    def pushing(self, op: OpNode, sent: Sent) -> list[list[str]]:
        edge = f"g:{op.id}:{sent.input}"
        opened = [[f"{op.id}.d{k}", "open"] for k in _drawers(op, sent)]
        return [[op.id, "current"], [f"{op.id}.floor", "pushing"], *opened, [edge, "current"],
                [f"{edge}.chip", "shown"], [f"{edge}.chip.text", slot_text(sent.gradient)]]

    def upstream(self, event: Pushed) -> dict:
        return _brief(next((seen for seen in event.upstream if seen is not None), None))

    def local(self, op: OpNode, i: int, factor: Snapshot | None) -> dict[str, Any]:
        """What this edge multiplies by, for a sentence, a card and a formula."""
        style = notation(op.op)
        template = style.local_of(i)
        single = factor is not None and factor.shape == ()
        if template is None:
            return {"text": number(factor.whole[()])} if single else {}
        labels = [self.graph[tensor].label for tensor in op.inputs]
        out = self.graph[op.outputs[0]].label if op.outputs else ""
        symbol = write(template, labels, out, op.settings, self.share(op))
        told: dict[str, Any] = {"text": symbol, "symbol": symbol}
        if style.way_of(i) != "times":
            told["way"] = style.way_of(i)
        if template in ("{a}", "{b}", "{out}"):
            kept = self.graph[{"{a}": op.inputs[0], "{b}": op.inputs[-1], "{out}": op.outputs[0]}[template]]
            told["of"] = told["symbol"] = kept.label
            told["text"] = kept.value.text
            told |= {"data": kept.value.data} if _small(kept.value) else {}
        elif style.title == "Pow" and single and "{b}" not in template:
            values = [self.graph[tensor].value.text for tensor in op.inputs]
            told["text"] = write(template, values, "", op.settings).replace(" · ", "·")
        elif single and "{" in template:
            told |= {"text": number(factor.whole[()]), "of": symbol}
        return told

    def share(self, op: OpNode) -> int:
        """Of how many elements each result was made: what a mean divides by."""
        sizes = [_product(self.graph[tensor].shape) for tensor in (op.inputs[0], *op.outputs[:1])]
        return sizes[0] // max(sizes[-1], 1)

    def finished(self, op: str) -> list[list[str]]:
        """A node is done: its badge is gone already, and whoever waited for it waits for one less."""
        changes = [[f"{op}.floor", "done"]]
        for target in dict.fromkeys(tensor.op for _, tensor in self.ways(op) if tensor.op in self.waits):
            self.waits[target].discard(op)
            count = len(self.waits[target])
            changes += [[f"{target}.wait", "waiting" if count else "ready"], [f"{target}.wait.text", str(count)]]
        return changes

    def free(self, op: str) -> None:
        drawers = range(len(self.graph[op].drawers))
        self.freed = True
        self.writer.freed_at[op] = len(self.writer.steps)
        if not drawers:                           # it kept only what no drawer shows
            self.writer.steps[-1].set += self.finished(op)
            return
        changes = [[f"{op}.d{k}", "freed"] for k in drawers] + self.finished(op)
        self.add("free", node=op, args={"drawers": list(drawers)}, set=changes, now=[[op, "current"]])

    def accumulate(self, event: Landed) -> None:
        leaf = self.graph[event.leaf]
        before = self.run.before.get(leaf.id)
        self.landed[leaf.id] = event.after
        parts = [{"via": via, "gives": _brief(part)} for via, part in self.parts[leaf.id]]
        args = {"parts": parts, "before": None if before is None else _brief(before), "after": _brief(event.after)}
        text = slot_text(event.after)
        notes = [[leaf.line, f"grad {text}", "grad"]] if leaf.line is not None else []
        self.add("accumulate", node=leaf.id, args=args, now=[[leaf.id, "current"]], notes=notes,
                 set=[[f"{leaf.id}.slot", "filled"], [f"{leaf.id}.slot.text", text]])

    def done(self) -> None:
        pockets = list(self.run.before)
        handed = [leaf for leaf in pockets if leaf not in self.landed and self.parts[leaf]]
        args: dict[str, Any] = {"grads": [[leaf, _brief(self.landed[leaf])] for leaf in pockets if leaf in self.landed]}
        if handed:
            args["handed"] = [[leaf, self.sum_text(leaf)] for leaf in handed]
        if self.freed:
            args["freed"] = True
        self.add("done", args=args, set=[change for leaf in handed for change in self.pocket(leaf)])

    def error(self, error: Failed) -> None:
        op = self.graph[error.op] if error.op else None
        step = self.add("error", node=error.op, args=_told(error))
        if op is None:
            return
        if op.id in self.writer.freed_at:
            step.args["freed_at"] = self.writer.freed_at[op.id]
        empty = range(len(op.drawers)) if error.drawers is None else error.drawers
        step.args["drawers"] = list(empty)
        step.set = [[f"{op.id}.wait", "hidden"], [f"{op.id}.floor", "error"]]
        step.set += [[f"{op.id}.d{k}", "missing"] for k in empty] + [[f"g:{op.id}:{i}", "error"] for i in op.ways]
        step.now = [[op.id, "current"]]

    def sum_text(self, tensor: str) -> str:
        """What stands in a slot while contributions arrive: `4 + 3`, their sum when the row gets long, or a shape."""
        parts = self.parts[tensor]
        if parts[0][1].shape:
            return slot_text(parts[0][1])
        if len(parts) > MOST_LAMPS:
            return number(self.sums[tensor])
        row = " + ".join(slot_text(part) for _, part in parts).replace("+ −", "− ")
        return row if len(row) <= ONE_LINE else number(self.sums[tensor])


def _pocket(leaf: str, held: Snapshot | None) -> list[list[str]]:
    """The changes that make a pocket show what it holds."""
    if held is None:
        return [[f"{leaf}.slot", "empty"], [f"{leaf}.slot.text", ""]]
    return [[f"{leaf}.slot", "filled"], [f"{leaf}.slot.text", slot_text(held)]]


def slot_text(seen: Snapshot) -> str:
    """What a slot or a chip shows of a gradient."""
    return value(seen, IN_STEP).text


def _edges(op: OpNode) -> list[str]:
    ins = [f"e:{op.id}:{i}" for i in range(len(op.inputs))]
    return ins + [f"e:{op.id}:out{j}" for j in range(len(op.outputs))]


def _drawers(op: OpNode, sent: Sent) -> list[int]:
    """Which drawers this push opens: those that its rule read; all, when nobody knows."""
    if sent.reads is not None:
        return [k for k, drawer in enumerate(op.drawers) if drawer.name in sent.reads]
    read = needs(op.op, sent.input, op.inputs, op.outputs)
    return [k for k, drawer in enumerate(op.drawers) if read is None or drawer.of in read]


def _brief(seen: Snapshot | None) -> dict[str, Any]:
    """A value inside a step: text, shape, and the numbers if they are few."""
    kept = value(seen, IN_STEP)
    brief: dict[str, Any] = {"text": kept.text}
    if kept.shape is not None:
        brief["shape"] = kept.shape
    if kept.data is not None:
        brief["data"] = kept.data
    return brief


def _small(kept: Value) -> bool:
    return kept.data is not None and _product(kept.shape or []) <= IN_STEP


def _product(shape: list[int]) -> int:
    count = 1
    for side in shape:
        count *= side
    return count


def _summed(event: Pushed, gradient: Snapshot, op: OpNode, i: int) -> bool:
    """Was a broadcast taken back: is the input smaller than the result, element by element?"""
    upstream = next((seen for seen in event.upstream if seen is not None), None)
    style = notation(op.op)
    if upstream is None or style.local_of(i) is None or style.way_of(i) != "times" or upstream.shape == gradient.shape:
        return False
    return _product(list(upstream.shape)) >= _product(list(gradient.shape)) and upstream.shape != ()


def _told(error: Failed) -> dict[str, Any]:
    told = {"type": error.type, "message": error.message}
    return told | {"key": error.key} if error.key else told
