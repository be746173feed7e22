"""The stepper: a recorded cell as a timeline, forward op by op and back node by node."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from minigrad.draw import svg, text, words
from minigrad.draw.engines import LayoutError
from minigrad.draw.layout import Layout, layout
from minigrad.i18n import catalogue, say
from minigrad.trace.graph import Graph
from minigrad.trace.steps import state
from minigrad.widgets.esm import css, esm
from minigrad.widgets.saving import described, save, with_page

MOST_NODES = 300
WIDE = 858  # px inside the frame; a wider picture is panned
MIDDLE = (759, 831)  # what frames of 638 and of 698 px can show when the picture shrinks to 84 %

_pictures = count(1)


class Stepper(anywidget.AnyWidget):
    """A timeline of `graph`: its code, its picture, one sentence a step. It replays; nothing is computed.

    Folded (the default) it is the finished picture and one line with a button that opens the timeline in
    place, without a kernel; with `line` it is only this line and the button. `index` is the step, the same in
    Python and on the page. It works headless, too:

    >>> from minigrad.trace.graph import Graph
    >>> Stepper(Graph())
    Stepper(0 steps, index=0)

    Raises IndexError for a step that is not in the timeline, KeyError for a language that has no catalogue.
    """

    _esm = esm("stepper")
    _css = css("stepper")

    payload = traitlets.Dict().tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)
    opened = traitlets.Bool(False).tag(sync=True)

    def __init__(self, graph: Graph, lang: str = "en", opened: bool = False, line: str | None = None,
                 most: int = MOST_NODES):
        self.graph = graph
        self.lang = lang
        layouts, notice = _layouts(graph, lang, most)
        self._wide = layouts.get("wide")
        super().__init__(payload={**_payload(graph, lang, layouts, notice, most), "line": line}, opened=opened)

    @traitlets.validate("index")
    def _within_the_timeline(self, proposal: dict) -> int:
        last = max(0, len(self.payload["steps"]) - 1)
        if not 0 <= proposal["value"] <= last:
            raise IndexError(f"step {proposal['value']} does not exist: this timeline has steps 0 to {last}")
        return proposal["value"]

    @property
    def step(self) -> dict[str, Any] | None:
        """The current step: verb, badge, sentence, card, line. None for a graph that has no timeline."""
        steps = self.payload["steps"]
        return steps[self.index] if steps else None

    def describe(self) -> str:
        """The current step as plain text: where it is, the sentence, the line of code, the numbers."""
        if not self.step:
            return "\n".join(filter(None, [self.payload["notice"], self.payload["twin"]]))
        step = self.step
        place = {"k": self.index, "last": len(self.payload["steps"]) - 1, "badge": step["badge"]}
        told = [say("widgets.describe.position", self.lang, **place), step["say"]]
        if step.get("line") is not None:
            line = self.graph.code[step["line"]]
            told.append(say("widgets.describe.line", self.lang, n=line.n, text=line.text))
        return "\n".join([*told, *_card_lines(step["card"]), *filter(None, [step.get("formula")])])

    def snapshot(self) -> str | None:
        """The picture at the current step as a standalone SVG; None when there is no picture."""
        if self._wide is None:
            return None
        now = state(self.graph.steps, self.index) if self.graph.steps else {}
        return svg.standalone(_picture(self.graph, self._wide, self.lang, now))

    def save(self, file: str | Path, title: str | None = None) -> Path:
        """Write the stepper as a page of its own, which needs neither a kernel nor a network. Returns its place.

        OSError when the file can't be written.
        """
        return save(file, described("stepper", self), self.payload["twin"], title or self.payload["summary"], self.lang)

    def __repr__(self) -> str:
        return f"Stepper({max(0, len(self.payload['steps']) - 1)} steps, index={self.index})"

    def _repr_mimebundle_(self, **kwargs: Any):
        """The widget, and for a page without one: the finished picture, the text twin."""
        bundle = super()._repr_mimebundle_(**kwargs)
        views, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        told = [self.payload["twin"], self.payload["notice"]]
        picture = {}
        if self._wide is not None:
            finished = state(self.graph.steps)
            foot = say("widgets.run_the_cell", self.lang) if self.payload["steps"] else ""
            picture["image/svg+xml"] = svg.standalone(_picture(self.graph, self._wide, self.lang, finished, foot))
        still = {**views, **picture, "text/plain": "\n".join(filter(None, told))}
        return with_page((still, metadata), lambda: described("stepper", self))


def _picture(graph: Graph, place: Layout, lang: str, now: dict[str, str], foot: str = "") -> str:
    """The picture in a state, with ids that no other picture of this session has."""
    return svg.render(graph, place, state=now, lang=lang, prefix=f"lg-s{next(_pictures)}", foot=foot)


def _layouts(graph: Graph, lang: str, most: int) -> tuple[dict[str, Layout], str | None]:
    """One layout for each width of the stepper; or none, and the sentence that says why."""
    if graph.truncated:
        return {}, _why_truncated(lang, graph.truncated["reason"], graph.truncated["count"])
    if len(graph.nodes) > most:
        return {}, say("widgets.too_many", lang, count=len(graph.nodes))
    try:
        layouts = {"wide": layout(graph, "LR"), "narrow": layout(graph, "TB")}
    except LayoutError:
        return {}, say("widgets.no_engine", lang)
    return layouts | _closer(graph, layouts["wide"]), None


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


def _payload(
    graph: Graph, lang: str, layouts: dict[str, Layout], notice: str | None, most: int
) -> dict[str, Any]:
    too_long = graph.truncated or len(graph.nodes) > most
    return {
        "lang": lang,
        "code": [{"n": line.n, "text": line.text, "cell": line.cell} for line in graph.code],
        "svg": {size: _picture(graph, place, lang, {}) for size, place in layouts.items()} or None,
        "twin": text.twin(graph, lang),
        "summary": _summary(graph, lang),
        "notice": notice,
        "steps": [] if too_long else [_step(graph, step, lang) for step in graph.steps],
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
        "leaves": sum(tensor.kind == "leaf" for tensor in graph.tensors),
        "steps": max(0, len(graph.steps) - 1),
    }
    whole = (graph.truncated or {}).get("whole", {})
    counts |= {"ops": whole["ops"], "leaves": whole["leaves"]} if whole else {}
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
