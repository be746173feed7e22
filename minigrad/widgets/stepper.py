"""The stepper: a recorded cell as a timeline, forward op by op and back node by node."""

from __future__ import annotations

from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from minigrad.draw import svg, text, views, words
from minigrad.draw.engines import LayoutError
from minigrad.draw.layout import Layout, layout
from minigrad.draw.still import footed, renamed, still
from minigrad.i18n import catalogue, say
from minigrad.trace.graph import Graph
from minigrad.trace.steps import state
from minigrad.widgets import predictions
from minigrad.widgets.esm import css, esm
from minigrad.widgets.free_order import free_order
from minigrad.widgets.inspector import facts
from minigrad.widgets.saving import described, save, with_page

MOST_NODES = 300
WIDE = 858  # px inside the frame; a wider picture is panned
MIDDLE = (759, 831)  # what frames of 638 and of 698 px can show when the picture shrinks to 84 %
ORDERS = ("engine", "free")

_pictures = count(1)


class Stepper(anywidget.AnyWidget):
    """A timeline of `graph`: its code, its picture, one sentence a step. It replays; nothing is computed.

    Folded (the default) it is the finished picture and one line with a button that opens the timeline in
    place, without a kernel; with `line` it is only this line and the button. `index` is the step, the same in
    Python and on the page.

    `predict`: before a number is shown, it is asked for; True chooses what is asked, or name one kind of question:
    contribution, sign, shape, node. `order="free"`: the learner chooses which node runs next. `view`: values, tensors,
    operations or stored.

    It works headless, too:

    >>> from minigrad.trace.graph import Graph
    >>> Stepper(Graph())
    Stepper(0 steps, index=0)

    Raises IndexError for a step that is not in the timeline, KeyError for a language that has no catalogue,
    ValueError for an unknown kind of question, order or view.
    """

    _esm = esm("stepper")
    _css = css("stepper")

    payload = traitlets.Dict().tag(sync=True)
    rest = traitlets.Dict().tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)
    opened = traitlets.Bool(False).tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)

    def __init__(self, graph: Graph, lang: str = "en", opened: bool = False, line: str | None = None,
                 most: int = MOST_NODES, predict: bool | str = True, order: str = "engine", view: str = "values"):
        _known("predict", predict, (True, False, *predictions.KINDS), lang)
        _known("order", order, ORDERS, lang)
        _known("view", view, views.VIEWS, lang)
        self.graph = graph
        self.lang = lang
        self._most = most
        self._view = view
        self._asked = predict if isinstance(predict, str) else True
        self._misses: dict[int, int] = {}
        self._wide, notice = _wide_layout(graph, lang, most)
        self._wide_picture = self._draw(self._wide)
        ways = {"line": line, "predict": bool(predict), "free": order == "free", "view": view}
        folded = {**_sight(graph, lang, notice), **ways, "last": len(self._replayed) - 1, "whole": False}
        large = len(graph.nodes) > svg.LARGE and self._wide_picture and not opened
        payload = {**folded, "still": self._still} if large else {**folded, **self._rest()}
        super().__init__(payload=payload, opened=opened)
        self.on_msg(self._answer_the_page)

    @traitlets.validate("index")
    def _within_the_timeline(self, proposal: dict) -> int:
        last = max(0, self.payload["last"])
        if not 0 <= proposal["value"] <= last:
            raise IndexError(say("widgets.no_step", self.lang, k=proposal["value"], last=last))
        return proposal["value"]

    # ---- what a page is sent

    def payload_for_saving(self) -> dict[str, Any]:
        """The whole payload, for a page without a kernel: all widths, all views, all questions. Plain data."""
        seen = {name: value for name, value in self.payload.items() if name != "still"}
        return seen if seen["whole"] else seen | self._rest()

    def _answer_the_page(self, _: Any, message: Any, buffers: Any) -> None:
        if isinstance(message, dict) and message.get("ask") == "rest" and not self.rest:
            self.rest = self._rest()

    def _rest(self) -> dict[str, Any]:
        """What a large graph's finished picture can do without: the timeline, other widths and views, questions."""
        layouts = self._layouts
        drawn = {size: self._wide_picture if size == "wide" else self._draw(place) for size, place in layouts.items()}
        playable = bool(self._replayed)
        return {
            "whole": True,
            "code": [{"n": line.n, "text": line.text, "cell": line.cell} for line in self.graph.code],
            "steps": self._steps,
            "svg": drawn or None,
            "views": {size: views.overlay(self.graph, place, self.lang) for size, place in layouts.items()} or None,
            "twins": views.twins(self.graph, self.lang),
            "facts": facts(self.graph, self.lang),
            "asks": {str(k): ask for k, ask in self._questions.items()} if playable else {},
            "order": free_order(self.graph, self.lang) if playable else None,
        }

    @property
    def _replayed(self) -> list:
        """The steps of the timeline; none where the graph is above the limits."""
        return [] if self.graph.truncated or len(self.graph.nodes) > self._most else self.graph.steps

    @cached_property
    def _steps(self) -> list[dict[str, Any]]:
        return [_step(self.graph, step, self.lang) for step in self._replayed]

    @cached_property
    def _questions(self) -> dict[int, dict[str, Any]]:
        return predictions.questions(self.graph, self.lang, self._asked)

    @cached_property
    def _layouts(self) -> dict[str, Layout]:
        if self._wide is None:
            return {}
        return {"wide": self._wide, "narrow": layout(self.graph, "TB"), **_closer(self.graph, self._wide)}

    def _draw(self, place: Layout | None) -> str | None:
        """The picture before the first step, with ids that no other picture of this session has."""
        return place and svg.render(self.graph, place, lang=self.lang, prefix=f"lg-s{next(_pictures)}")

    # ---- without a page

    @property
    def step(self) -> dict[str, Any] | None:
        """The current step: verb, badge, sentence, card, line. None for a graph that has no timeline."""
        return self._steps[self.index] if self._steps else None

    @property
    def question(self) -> dict[str, Any] | None:
        """What the current step asks for before it shows itself; None when it asks nothing, or was answered."""
        if not self.payload["predict"] or not self.step or str(self.index) in self.answers:
            return None
        return self._questions.get(self.index)

    def answer(self, value: Any) -> str:
        """Answer the question of the current step; returns what is said to that. After two misses it is shown.

        `value`: a number, nested lists, a tensor, or text as it is typed: `3/4`, `2*3`, `[1, 2]`.
        LookupError when nothing is asked here.
        """
        question = self.question
        if question is None:
            raise LookupError(say("widgets.predict.nothing", self.lang, k=self.index))
        verdict, said = predictions.judge(question, value, self.lang)
        if verdict == "right":
            self.answers = self.answers | {str(self.index): "right"}
        elif verdict == "wrong":
            self._misses[self.index] = self._misses.get(self.index, 0) + 1
            if self._misses[self.index] == predictions.MISSES:
                self.answers = self.answers | {str(self.index): "shown"}
                return f"{said} {self.step['say']}"
        return said

    @property
    def predicted(self) -> tuple[int, int]:
        """(answered rightly, asked in all)."""
        return sum(how == "right" for how in self.answers.values()), len(self._questions)

    def describe(self) -> str:
        """The current step as plain text: where it is, the sentence, the line of code, the numbers.

        While the step asks for something, its answer is not in it.
        """
        if not self.step:
            return "\n".join(filter(None, [self.payload["notice"], self.payload["twin"]]))
        step = self.step | (self.question or {})
        place = {"k": self.index, "last": self.payload["last"], "badge": step["badge"]}
        told = [say("widgets.describe.position", self.lang, **place), step["say"]]
        if step.get("line") is not None:
            line = self.graph.code[step["line"]]
            told.append(say("widgets.describe.line", self.lang, n=line.n, text=line.text))
        if self.answers:
            right, asked = self.predicted
            told.append(say("widgets.describe.predicted", self.lang, right=right, asked=asked))
        formula = None if self.question else step.get("formula")
        return "\n".join([*told, *_card_lines(step["card"]), *filter(None, [formula])])

    def snapshot(self) -> str | None:
        """The picture at the current step as a standalone SVG; None when there is no picture."""
        if self._wide_picture is None:
            return None
        now = state(self.graph.steps, self.index) if self.graph.steps else {}
        now |= dict((self.question or {}).get("hide", []))
        return svg.standalone(still(self._wide_picture, now, f"lg-s{next(_pictures)}"))

    def save(self, file: str | Path, title: str | None = None) -> Path:
        """Write the stepper as a page of its own, which needs neither a kernel nor a network. Returns its place.

        Folders on the way are made. OSError when the file can't be written, TypeError for what names no file.
        """
        title = str(title or self.payload["summary"])
        return save(file, described("stepper", self), self.payload["twin"], title, self.lang)

    def __repr__(self) -> str:
        return f"Stepper({max(0, self.payload['last'])} steps, index={self.index})"

    def _repr_mimebundle_(self, **kwargs: Any):
        """The widget, and for a page without one: the finished picture, the text twin."""
        bundle = super()._repr_mimebundle_(**kwargs)
        shown, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        view = self._view
        told = [self.payload["twin"] if view == "values" else views.twins(self.graph, self.lang)[view]]
        told.append(self.payload["notice"])
        picture = {}
        if self._wide_picture is not None:
            foot = say("widgets.run_the_cell", self.lang) if self._replayed else ""
            finished = renamed(self._still, f"lg-s{next(_pictures)}")
            picture["image/svg+xml"] = svg.standalone(footed(finished, foot))
        bundle = {**shown, **picture, "text/plain": "\n".join(filter(None, told))}
        return with_page((bundle, metadata), lambda: described("stepper", self))

    @cached_property
    def _still(self) -> str:
        """The finished picture, for a place that does not replay it."""
        picture = self._wide_picture
        if self._view != "values":
            picture = views.seen(picture, views.overlay(self.graph, self._wide, self.lang), self._view)
        return still(picture, state(self.graph.steps), f"lg-s{next(_pictures)}")


def _known(name: str, value: Any, known: tuple, lang: str) -> None:
    if value not in known:
        told = {"name": name, "value": repr(value)[:40], "known": ", ".join(map(repr, known))}
        raise ValueError(say("widgets.unknown_setting", lang, **told))


def _wide_layout(graph: Graph, lang: str, most: int) -> tuple[Layout | None, str | None]:
    """The layout of a wide page; or none, and the sentence that says why."""
    if graph.truncated:
        return None, _why_truncated(lang, graph.truncated["reason"], graph.truncated["count"])
    if len(graph.nodes) > most:
        return None, say("widgets.too_many", lang, count=len(graph.nodes))
    try:
        return layout(graph, "LR"), None
    except LayoutError:
        return None, say("widgets.no_engine", lang)


def _why_truncated(lang: str, reason: str, count: int) -> str:
    if reason == "bytes":
        return say("widgets.cut_short_bytes", lang, count=round(count / 2**20))
    return say(
        {"nodes": "widgets.too_many", "fault": "widgets.fault"}.get(reason, "widgets.cut_short"), lang, count=count
    )


def _closer(graph: Graph, wide: Layout) -> dict[str, Layout]:
    """For the middle width: the same road with its gaps closed, where that spares panning."""
    if not MIDDLE[0] < wide.width <= WIDE:
        return {}
    tried = (layout(graph, "LR", frame=frame) for frame in MIDDLE)
    return next(({"middle": closer} for closer in tried if closer.width < wide.width), {})


def _sight(graph: Graph, lang: str, notice: str | None) -> dict[str, Any]:
    """What is read and heard before anything is opened."""
    return {
        "lang": lang,
        "twin": text.twin(graph, lang),
        "summary": _summary(graph, lang),
        "notice": notice,
        "labels": {
            name.removeprefix("stepper."): label
            for name, label in catalogue("widgets", lang).items()
            if name.startswith("stepper.")
        },
    }


def _step(graph: Graph, step, lang: str) -> dict[str, Any]:
    """One step for the page: where it is, what changes, what is said."""
    said = words.step_words(graph, step, lang)
    return {
        "verb": step.verb,
        "phase": step.phase,
        "pass": step.pass_,
        "line": step.line,
        "span": step.span,
        "set": _drawn(step.set),
        "now": _drawn(step.now),
        "notes": step.notes,
        **said,
    }


def _drawn(changes: list[list[str]]) -> list[list[str]]:
    """Changes as a picture shows them: its numbers are short and have a real minus sign."""
    return [[key, svg.shown(key, value) if key.endswith(".text") else value] for key, value in changes]


def _summary(graph: Graph, lang: str) -> str:
    counts = {
        "ops": len(graph.ops),
        "pockets": sum(tensor.kind == "leaf" for tensor in graph.tensors),
        "steps": max(0, len(graph.steps) - 1),
    }
    whole = (graph.truncated or {}).get("whole", {})
    counts |= {"ops": whole["ops"], "pockets": whole["leaves"]} if whole else {}
    names = [graph[root].name for root in graph.roots if graph[root].name]
    if not names:
        return say("widgets.summary", lang, **counts)
    return say("widgets.summary_named", lang, root=", ".join(names), **counts)


def _card_lines(card: dict[str, Any]) -> list[str]:
    """A card in plain text: one row of an equation, or one line a fact."""
    if card["kind"] != "eq":
        return [f"{name}: {value}" for name, value in card["rows"]]
    cells = (cell if isinstance(cell, str) else f"{cell['label']} {cell['value']}" for cell in card["cells"])
    return [" ".join(cell.strip() for cell in cells)]
