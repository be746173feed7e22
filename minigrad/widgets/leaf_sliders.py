"""Sliders for the leaves of a function: the result, its graph and its slopes are computed again at every move."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from inspect import signature
from itertools import count
from math import isclose
from time import monotonic
from typing import Any

import ipywidgets
import traitlets

from minigrad.core.observe import observers
from minigrad.create import tensor
from minigrad.draw import svg
from minigrad.draw.engines import LayoutError
from minigrad.draw.layout import Layout, layout
from minigrad.i18n import say
from minigrad.tensor import Tensor
from minigrad.trace import Graph, Recorder, capture
from minigrad.trace.steps import state
from minigrad.widgets.keys import BOX, KeepKeys

GESTURE = 0.8  # seconds: moves of one slider that follow each other sooner are one nudge
ROUNDING = 1e-5  # float32 keeps seven digits: a smaller gap is not the function's
STEPS = 100  # from one end of a slider to the other, unless a step is given

_pictures = count(1)


class LeafSliders(ipywidgets.VBox):
    """One slider and one field for each leaf of `fn`, a function of tensors that returns a single number.

    `sliders` holds `(start, low, high)` or `(start, low, high, step)` by the name of the argument; `at` fixes the
    other arguments, as numbers without gradient. After each nudge the change of the result stands beside what the
    slope at the start of the nudge promised: `slope · Δ`. Headless: `move(w=2.0)`, `at`, `result`, `slopes`.

    >>> sliders = LeafSliders(lambda w, x: (w * x - 5) ** 2, {"w": (3.0, -5, 5)}, at={"x": 2.0})
    >>> sliders.result, sliders.slopes
    (1.0, {'w': 4.0})
    >>> sliders.move(w=2.0)
    >>> sliders.result, sliders.slopes
    (1.0, {'w': -4.0})

    ValueError for a start outside its ends, TypeError for a name that `fn` does not take or one that is missing.
    What `fn` raises at the start comes through; raised at a later move it is told beside the sliders.
    """

    def __init__(
        self,
        fn: Callable[..., Tensor],
        sliders: dict[str, tuple],
        at: dict[str, float] | None = None,
        lang: str = "en",
    ):
        self._fn, self._lang = fn, lang
        self._start = {name: float(place[0]) for name, place in sliders.items()}
        self._fixed = {name: float(value) for name, value in (at or {}).items()}
        _check(fn, sliders, self._fixed)
        self._place: tuple[list, Layout] | None = None
        self._nudge: dict[str, Any] | None = None
        self._sliders = {name: _slider(name, place, lang) for name, place in sliders.items()}
        self._tables = {name: ipywidgets.HTML() for name in sliders}
        self._status, self._picture = ipywidgets.HTML(), ipywidgets.HTML()
        self._compute()
        self._show(say("widgets.leaves.ready", lang))
        buttons = ipywidgets.HBox([self._reset_button(), KeepKeys()])
        super().__init__([*self._rows(), buttons, self._status, self._picture])
        self.add_class(BOX)
        for name, slider in self._sliders.items():
            slider.observe(lambda change, name=name: self._moved(name, change.old, change.new), "value")

    # ---- headless

    @property
    def at(self) -> dict[str, float]:
        """Where every argument of the function stands now."""
        return {name: slider.value for name, slider in self._sliders.items()} | self._fixed

    def move(self, **places: float) -> None:
        """Move sliders. KeyError for a name without a slider, ValueError for a place outside its ends."""
        for name, place in places.items():
            slider = self._sliders[name]
            if not slider.min <= place <= slider.max:
                ends = f"from {slider.min:g} to {slider.max:g}"
                raise ValueError(f"{name} = {place:g} is outside its slider, which goes {ends}")
            self._nudge = None
            slider.value = place

    def reset(self) -> None:
        """Back to the start."""
        for name, place in self._start.items():
            self._sliders[name].value = place
        self._nudge = None
        self._show(say("widgets.leaves.ready", self._lang))

    def describe(self) -> str:
        """The state in words: the result, each leaf with its slope, the last nudge."""
        leaves = [f"{name} = {_short(value)}" + self._slope_of(name) for name, value in self.at.items()]
        return "\n".join([f"{self._name} = {_short(self.result)}", *leaves, self._said])

    def snapshot(self) -> str | None:
        """The graph at this place as a standalone SVG; None without a layout engine."""
        return self._svg

    # ---- computing

    def _compute(self) -> None:
        """Run the function and its backward once, unheard by whoever watches the cell."""
        others, observers[:] = list(observers), []
        try:
            # Made before anybody watches: else the leaves would be named after the statement that makes the widget.
            given = {name: tensor(value, requires_grad=name in self._sliders) for name, value in self.at.items()}
            with Recorder() as recorder:
                out = self._fn(**given)
                if not isinstance(out, Tensor):
                    raise TypeError(f"the function must return a tensor of one number, not {type(out).__name__}")
                out.backward()
        finally:
            observers[:] = others
        graph = capture(recorder)
        self.result = float(out.item())
        grads = {name: given[name].grad for name in self._sliders}
        self.slopes = {name: 0.0 if grad is None else float(grad.item()) for name, grad in grads.items()}
        self._name = graph[graph.roots[0]].name or say("widgets.leaves.out", self._lang)
        self._svg = self._draw(graph)

    def _draw(self, graph: Graph) -> str | None:
        """The picture; the layout of the move before serves as long as the graph has the same shape."""
        form = [(node.id, getattr(node, "op", None), getattr(node, "inputs", None)) for node in graph.nodes]
        try:
            if self._place is None or self._place[0] != form:
                self._place = form, layout(graph)
        except LayoutError:
            return None
        prefix = f"lg-w{next(_pictures)}"
        return svg.standalone(svg.render(graph, self._place[1], state(graph.steps), self._lang, prefix))

    def _moved(self, name: str, before: float, after: float) -> None:
        nudge = self._nudge
        if nudge is None or nudge["name"] != name or monotonic() - nudge["seen"] > GESTURE:
            nudge = {"name": name, "from": before, "result": self.result, "slope": self.slopes[name]}
        try:
            self._compute()
        except Exception as error:  # the learner's function may fail at this place; the next move may be fine
            self._nudge = None
            self._tell(say("widgets.leaves.failed", self._lang, error=f"{type(error).__name__}: {error}"))
            return
        self._nudge = nudge | {"seen": monotonic()}
        self._show(self._told(nudge, after))

    def _told(self, nudge: dict[str, Any], after: float) -> str:
        """What the slope promised and what happened."""
        step, change = after - nudge["from"], self.result - nudge["result"]
        promised = nudge["slope"] * step
        gap = 0.0 if isclose(change, promised, rel_tol=ROUNDING) else change - promised
        numbers = {"step": step, "slope": nudge["slope"], "promised": promised, "change": change, "gap": gap}
        shown = {key: _short(value) for key, value in numbers.items()}
        return say("widgets.leaves.nudge", self._lang, name=nudge["name"], **shown)

    # ---- showing

    def _rows(self) -> list[ipywidgets.HBox]:
        rows = []
        for name, slider in self._sliders.items():
            box = ipywidgets.BoundedFloatText(
                value=slider.value,
                min=slider.min,
                max=slider.max,
                step=slider.step,
                layout={"width": "6em"},
                tooltip=say("widgets.leaves.box", self._lang, name=name),
            )
            traitlets.link((slider, "value"), (box, "value"))
            parts = [slider, box, self._tables[name]]
            rows.append(ipywidgets.HBox(parts, layout={"flex_flow": "row wrap", "overflow": "visible"}))
        return rows

    def _reset_button(self) -> ipywidgets.Button:
        button = ipywidgets.Button(
            description=say("widgets.leaves.reset", self._lang), tooltip=say("widgets.leaves.reset_tip", self._lang)
        )
        button.on_click(lambda _: self.reset())
        return button

    def _show(self, sentence: str) -> None:
        for name, place in self._tables.items():
            place.value = f'<code style="margin-left:8px">{escape(name)}.grad = {_short(self.slopes[name])}</code>'
        self._tell(sentence)
        self._picture.value = "" if self._svg is None else f'<div style="overflow-x:auto">{self._svg}</div>'

    def _tell(self, sentence: str) -> None:
        self._said = sentence
        self._status.value = (
            f'<p role="status" aria-live="polite" lang="{self._lang}" style="line-height:1.4;margin:0">'
            f"<b>{escape(self._name)} = {_short(self.result)}</b><br>{escape(sentence)}</p>"
        )

    def _slope_of(self, name: str) -> str:
        if name not in self.slopes:
            return ""
        return f", {say('widgets.leaves.gradient', self._lang)} {_short(self.slopes[name])}"

    def __repr__(self) -> str:
        return f"LeafSliders({', '.join(f'{name}={value:g}' for name, value in self.at.items())})"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget, and for a page without one: the picture, the state in words."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        picture = {"image/svg+xml": self._svg} if self._svg else {}
        return {**bundle, **picture, "text/plain": self.describe()}


def _check(fn: Callable, sliders: dict[str, tuple], fixed: dict[str, float]) -> None:
    for name, (start, low, high, *_) in sliders.items():
        if not low <= start <= high or low == high:
            raise ValueError(f"the slider of {name} goes from {low:g} to {high:g}, and {start:g} is not on it")
    given = {**sliders, **fixed}
    try:
        signature(fn).bind(**given)
    except TypeError as error:
        raise TypeError(f"{fn.__name__} can't be called with {', '.join(given)}: {error}") from None


def _slider(name: str, place: tuple, lang: str) -> ipywidgets.FloatSlider:
    start, low, high, *step = map(float, place)
    return ipywidgets.FloatSlider(
        value=start,
        min=low,
        max=high,
        step=step[0] if step else (high - low) / STEPS,
        description=name,
        description_allow_html=False,
        readout=False,
        tooltip=say("widgets.leaves.slider", lang, name=name),
        style={"description_width": "2em"},
        layout={"flex": "0 1 18em", "min_width": "9em"},
    )


def _short(value: float) -> str:
    """Four digits and a real minus sign; a zero is a zero.

    >>> _short(-12.0), _short(0.30000000000000004), _short(-0.0)
    ('−12', '0.3', '0')
    """
    return svg.number(f"{value + 0.0:.4g}")
