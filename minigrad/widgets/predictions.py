"""Questions of the stepper: what is asked before a step shows itself, and what each wrong answer is told.

Everything that a page needs is worked out here: the right answer, a table of wrong ones with a sentence each, the card
with its `?`, and what the picture must hide. A page only reads a number, compares it and looks it up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from minigrad.draw.words import step_words
from minigrad.i18n import say
from minigrad.trace.graph import Graph, OpNode, Step
from minigrad.trace.notation import number
from minigrad.widgets.typed import Unreadable, as_nested, read, shape_of

KINDS = ("contribution", "sign", "shape", "node")
MISSES = 2  # after so many wrong answers the step shows itself
MOST = 24  # questions on one timeline
MOST_TYPED = 6  # numbers: of a larger tensor only the shape is asked
DIGITS = 3  # a number of more digits is not worked out by hand: its sign is asked
CLOSE = 5e-3  # how far, of its size, a typed number may be from the recorded one

Nested = Any  # a number, or nested lists of numbers
Question = dict[str, Any]


def questions(graph: Graph, lang: str, kind: str | bool = True) -> dict[int, Question]:
    """Step → its question. `kind`: one of KINDS for all; True asks for the contribution where a hand can find it."""
    asked = _Asked(graph, lang)
    found: dict[int, Question] = {}
    for k, step in enumerate(graph.steps):
        question = asked.at(k, step, kind)
        if question and len(found) < MOST:
            found[k] = question
    return found


def judge(question: Question, typed: Any, lang: str) -> tuple[str, str]:
    """("right" | "wrong" | "unreadable", what is said to that): the same comparison that a page makes."""
    if "choices" in question:
        return _chosen(question, str(getattr(typed, "name", typed)), lang)
    try:
        given = read(typed) if isinstance(typed, str) else as_nested(typed)
    except Unreadable:
        return "unreadable", say("widgets.stepper.unreadable", lang)
    if close(given, question["value"]):
        return "right", say("widgets.stepper.right", lang)
    if shape_of(given) != shape_of(question["value"]):
        return "wrong", question["misshapen"]
    hints = (hint for wrong, hint in question["wrong"] if close(given, wrong))
    return "wrong", next(hints, question["hint"])


def close(a: Nested, b: Nested) -> bool:
    """Equal within what four printed digits can say, element by element."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, list) or isinstance(b, list):
        return False
    return abs(a - b) <= CLOSE * abs(b) + 1e-9


def _chosen(question: Question, typed: str, lang: str) -> tuple[str, str]:
    given = {"-": "−", "0": "0", "+": "+"}.get(typed.strip(), typed.strip())
    known = [value for value, _ in question["choices"]]
    if given not in known:
        return "unreadable", say("widgets.predict.choose", lang, known=", ".join(known))
    if given == question["value"]:
        return "right", say("widgets.stepper.right", lang)
    return "wrong", question["hint"]


class _Asked:
    """The questions of one graph in one language."""

    def __init__(self, graph: Graph, lang: str):
        self.graph, self.lang = graph, lang

    def say(self, key: str, /, **values: Any) -> str:
        return say(f"widgets.predict.{key}", self.lang, **values)

    def at(self, k: int, step: Step, kind: str | bool) -> Question | None:
        if kind == "node":
            return self.node(k, step)
        if step.verb == "accumulate" and kind is True:
            return self.sum(step)
        if step.verb != "push":
            return None
        value = _value(step.args["gives"])
        wanted = self.kind_for(step) if kind is True else kind
        if wanted == "shape":
            return self.shape(step)
        if value is None or not _finite(value):
            return None
        if wanted == "sign":
            return self.sign(step, value)
        return self.contribution(k, step, value) if _count(value) <= MOST_TYPED else self.shape(step)

    def kind_for(self, step: Step) -> str:
        """What a hand can find: a number of few digits or a small tensor of such; else a sign, or a shape."""
        value = _value(step.args["gives"])
        if "shape" in step.args["gives"]:
            easy = value is not None and _count(value) <= MOST_TYPED and all(map(_easy, _flat(value)))
            return "contribution" if easy else "shape"
        return "contribution" if value is not None and _easy(value) else "sign"

    # ---- the kinds of questions

    def contribution(self, k: int, step: Step, value: Nested) -> Question:
        op, to = self.graph[step.node], self.graph[step.args["to"]]
        many = isinstance(value, list)
        wrong = _sorted_out(self.wrong(k, step, op, value), value)
        asked = self.say("push_tensor" if many else "push", title=op.title, to=to.label)
        return {
            "kind": "contribution", "badge": self.say("badge"), "say": asked, "short": asked, "value": value,
            "card": self.card(step), "hide": _hidden(step), "wrong": wrong, "hint": self.say("else"),
            "misshapen": self.misshapen(value, to.label),
        }

    def misshapen(self, value: Nested, name: str) -> str:
        if not isinstance(value, list):
            return self.say("one_number", name=name)
        return self.say("misshapen", name=name, shape=str(tuple(shape_of(value))))

    def sign(self, step: Step, value: float) -> Question:
        op, to = self.graph[step.node], self.graph[step.args["to"]]
        asked = self.say("sign", title=op.title, to=to.label)
        return {
            "kind": "sign", "badge": self.say("badge"), "say": asked, "short": asked, "value": _sign(value),
            "card": self.card(step), "hide": _hidden(step), "hint": self.say("sign_hint"), "wrong": [],
            "choices": [["−", self.say("minus")], ["0", self.say("zero")], ["+", self.say("plus")]],
        }

    def shape(self, step: Step) -> Question | None:
        if "shape" not in step.args["gives"]:
            return None
        op, to = self.graph[step.node], self.graph[step.args["to"]]
        shape = list(step.args["gives"]["shape"])
        asked = self.say("shape", title=op.title, to=to.label)
        above = step.args["upstream"].get("shape", [])
        wrong = [[above, self.say("shape_upstream")]] if above != shape and len(above) == len(shape) else []
        turned = shape[::-1]
        if len(shape) == 2 and turned != shape and turned != above:
            wrong.append([turned, self.say("shape_turned")])
        return {
            "kind": "shape", "badge": self.say("badge"), "say": asked, "short": asked, "value": shape,
            "card": self.card(step), "hide": _hidden(step), "wrong": wrong, "hint": self.say("shape_hint"),
            "misshapen": self.say("shape_length"),
        }

    def sum(self, step: Step) -> Question | None:
        """Where contributions meet in a pocket, or one comes to what is there: what does the pocket hold then?"""
        args, name = step.args, f"{self.graph[step.node].label}.grad"
        parts = [_value(part["gives"]) for part in args["parts"]]
        before = _value(args["before"]) if args["before"] is not None else None
        after = _value(args["after"])
        if isinstance(after, list) or after is None or not _easy(after) or (len(parts) < 2 and before is None):
            return None
        arrived = [part["gives"]["text"] for part in args["parts"]]
        held = [args["before"]["text"]] if before is not None else []
        wrong = [[parts[-1], self.say("overwrote", name=name)], [sum(parts), self.say("forgot_held", name=name)]]
        wrong += [[parts[0], self.say("one_road")], [math.prod(parts), self.say("multiplied")]]
        wrong.append([-after, self.say("sign_wrong")])
        asked = self.say("sum", name=name)
        cells: list[Any] = []
        for text in [*held, *arrived]:
            cells += [{"label": "", "value": text, "role": "in"}, "+"]
        cells = [*cells[:-1], "=", {"label": name, "value": "?", "role": "result", "ask": True}]
        return {
            "kind": "sum", "badge": self.say("badge"), "say": asked, "short": asked, "value": after,
            "card": {"kind": "eq", "cells": cells}, "hide": [[f"{step.node}.slot.text", "?"]],
            "wrong": _sorted_out(wrong, after), "hint": self.say("sum_hint"), "misshapen": self.misshapen(after, name),
        }

    def node(self, k: int, step: Step) -> Question | None:
        """Before a function node pushes for the first time in a pass: which node is the next?"""
        before = self.graph.steps[k - 1]
        if step.verb != "push" or (before.verb == "push" and before.node == step.node):
            return None
        collect = self.graph.collect(step.pass_)
        ran = {at.node for at in self.graph.steps[:k] if at.verb == "push" and at.pass_ == step.pass_}
        left = [op for op in collect.args["nodes"] if op not in ran] if collect else []
        if len(left) < 2:
            return None
        names = node_names(self.graph)
        asked = self.say("node")
        return {
            "kind": "node", "badge": self.say("badge"), "say": asked, "short": asked, "value": names[step.node],
            "card": {"kind": "eq", "cells": [{"label": self.say("next"), "value": "?", "role": "result", "ask": True}]},
            "hide": [*_hidden(step), *([key, "shown"] for key, now in step.now if now == "current" and ":" not in key),
                     *([key, "full"] for key, now in step.now if now == "open"), [f"{step.node}.floor", "found"],
                     [f"g:{step.node}:{step.args['input']}", "hidden"]],
            "choices": [[names[op], names[op]] for op in sorted(left[:4], key=lambda op: names[op])]
            if step.node in left[:4] else [[names[op], names[op]] for op in sorted([step.node, *left[:3]])],
            "wrong": [], "hint": self.say("node_hint"),
        }

    # ---- their parts

    def card(self, step: Step) -> dict[str, Any]:
        """The row of the step up to its result, with `?` where the step will show what is asked: no column moves."""
        cells: list[Any] = []
        for told in step_words(self.graph, step, self.lang)["card"]["cells"]:
            if isinstance(told, str) or told["role"] == "in":
                cells.append(told)
                continue
            asks = {"ask": True} if told["role"] == "result" else {}
            cells.append({"label": told["label"], "value": "?", "role": told["role"]} | asks)
            if asks:
                break
        return {"kind": "eq", "cells": cells}

    def wrong(self, k: int, step: Step, op: OpNode, value: Nested) -> Iterator[list]:
        """Wrong answers that have a reason, the likeliest first."""
        upstream = _value(step.args["upstream"])
        others = [_value(other.args["gives"]) for other in self.graph.steps
                  if other.verb == "push" and other.node == op.id and other.pass_ == step.pass_
                  and other.args["to"] != step.args["to"]]
        yield from ([other, self.say("swapped", symbol=op.symbol)] for other in others if other is not None)
        yield [_map(lambda x: -x, value), self.say("sign_wrong")]
        if isinstance(value, list):
            if upstream is not None:
                yield [upstream, self.say("upstream_alone")]
            local = step.args["local"].get("data")
            if isinstance(local, list):
                yield [local, self.say("forgot_upstream")]
            return
        if isinstance(upstream, list) or upstream is None:
            return
        local = value / upstream if upstream else None
        if local is not None:
            yield [local, self.say("forgot_upstream")]
        yield [upstream, self.say("upstream_alone")]
        if local is not None:
            yield [upstream + local, self.say("added")]
            yield [upstream / local if local else math.inf, self.say("divided")]
        exponent = op.settings.get("exponent")
        if isinstance(exponent, (int, float)) and exponent not in (0, 1):
            yield [value / exponent, self.say("forgot_factor", n=number(exponent))]
        total = _number(step.args.get("sum", ""))
        arrived = self.arrived(k, step)
        if arrived:
            yield [arrived + value, self.say("gave_sum")]
        elif total is not None:
            yield [total, self.say("gave_sum")]
        seen = (self.graph[id] for id in (step.args["to"], *op.outputs))
        yield from ([x, self.say("value_not_slope", name=t.label)] for t in seen
                    if (x := _number(t.value.text)) is not None)

    def arrived(self, k: int, step: Step) -> float:
        """What stands in the target's slot before this contribution."""
        earlier = (at for at in self.graph.steps[:k]
                   if at.verb == "push" and at.pass_ == step.pass_ and at.args["to"] == step.args["to"])
        values = [_value(at.args["gives"]) for at in earlier]
        return sum(x for x in values if isinstance(x, float))


def node_names(graph: Graph) -> dict[str, str]:
    """A name for each operation, none twice: `Mul`, or with its result where there are several: `Mul → h`."""
    titles = [op.title for op in graph.ops]
    return {op.id: op.title if titles.count(op.title) == 1 or not op.outputs
            else f"{op.title} → {graph[op.outputs[0]].label}" for op in graph.ops}


def _hidden(step: Step) -> list[list[str]]:
    """The changes that keep the answer out of the picture."""
    to, edge = step.args["to"], f"g:{step.node}:{step.args['input']}"
    slot = next((text for key, text in step.set if key == f"{to}.slot.text"), "")
    kept = slot.rpartition(" + ")[0]
    return [[f"{edge}.chip.text", "?"], [f"{to}.slot.text", f"{kept} + ?" if kept else "?"]]


def _sorted_out(wrong: Any, value: Nested) -> list[list]:
    """Without those that are right, not finite, or there already."""
    kept: list[list] = []
    for candidate, hint in wrong:
        fits = shape_of(candidate) == shape_of(value) and _finite(candidate)
        if fits and not close(candidate, value) and not any(close(candidate, other) for other, _ in kept):
            kept.append([_rounded(candidate), hint])
    return kept


def _value(brief: dict[str, Any] | None) -> Nested | None:
    """The numbers of a recorded value; None where they were not kept whole."""
    if brief is None:
        return None
    if "shape" not in brief:
        return _number(brief["text"])
    data = brief.get("data")
    return None if data is None or any(isinstance(x, str) for x in _flat(data)) else _map(float, data)


def _number(text: str) -> float | None:
    try:
        return float(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None


def _map(f: Any, value: Nested) -> Nested:
    return [_map(f, part) for part in value] if isinstance(value, list) else f(value)


def _rounded(value: Nested) -> Nested:
    return _map(lambda x: float(f"{x:.6g}"), value)


def _flat(value: Nested) -> list:
    return [x for part in value for x in _flat(part)] if isinstance(value, list) else [value]


def _count(value: Nested) -> int:
    return len(_flat(value))


def _finite(value: Nested) -> bool:
    return all(map(math.isfinite, _flat(value)))


def _easy(x: float) -> bool:
    return math.isfinite(x) and (x == 0 or 1e-3 <= abs(x) < 1e5) and float(f"{x:.{DIGITS}g}") == x


def _sign(x: float) -> str:
    return "0" if x == 0 else "+" if x > 0 else "−"
