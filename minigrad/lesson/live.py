"""Live mode: below each cell that recorded an operation or ran backward, that cell's graph.

IPython calls `before_cell` and `after_cell`; whatever goes wrong in them is said in one sentence, and the
learner's cell never knows.
"""

import re
from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any

from minigrad import trace
from minigrad.draw import text
from minigrad.i18n import say
from minigrad.lesson.explain import explain
from minigrad.lesson.picture import Picture
from minigrad.trace.graph import Graph

GRAPH_MAGIC = re.compile(r"\s*%%graph\b.*")
MAGICS = re.compile(r"(?:\s*%%.*\n?)*")


def _show(shown: Any) -> None:
    from IPython.display import display  # here, since plain Python needs no IPython

    display(shown)


def _never_break(hook: Callable) -> Callable:
    @wraps(hook)
    def safe(self, *arguments):
        try:
            hook(self, *arguments)
        except KeyboardInterrupt:
            print(say("lesson.live.interrupted", self.lang))
        except Exception as problem:
            print(say("lesson.live.broken", self.lang, reason=type(problem).__name__))

    return safe


class Live:
    """Watches the cells of one IPython shell.

    `on`: draw below every cell; when off, only below cells that begin with `%%graph`. `by_hand` is set by
    the explicit forms, so that a cell which already shows its graph does not show it twice.
    """

    def __init__(self, shell: Any, lang: str):
        self.shell = shell
        self.lang = lang
        self.on = True
        self.by_hand = False
        self.recorder = trace.Recorder()
        self._asked = self._recording = False
        self._count = self._ahead = 0  # newer versions of IPython count a cell before they run it
        self._seen: set[str] = set()

    def start(self) -> None:
        self._count = self.shell.execution_count
        self.shell.events.register("pre_run_cell", self.before_cell)
        self.shell.events.register("post_run_cell", self.after_cell)
        self.shell.input_transformers_cleanup.append(_hide_magic)

    def stop(self) -> None:
        """Let go of the shell: a second `start()` brings its own hooks."""
        if self._recording:
            self.recorder.end_cell()
        self.shell.events.unregister("pre_run_cell", self.before_cell)
        self.shell.events.unregister("post_run_cell", self.after_cell)
        self.shell.input_transformers_cleanup.remove(_hide_magic)

    @_never_break
    def before_cell(self, info) -> None:
        source = info.raw_cell
        self.by_hand = False
        self._count = self.shell.execution_count
        self._asked = any(map(GRAPH_MAGIC.match, MAGICS.match(source)[0].splitlines()))
        if self.on or self._asked:
            number = self._count - self._ahead if info.store_history else None
            self.recorder.begin_cell("".join(_hide_magic(source.splitlines(keepends=True))), number)
            self._recording = True

    @_never_break
    def after_cell(self, result) -> None:
        error = result.error_in_exec
        if result.execution_count is not None:
            self._ahead = self._count - result.execution_count
        if self._recording:
            self._recording = False
            cell = self.recorder.end_cell(error)
            if cell.drew and not self.by_hand:
                self._draw(trace.capture(self.recorder, cell=cell))
        if error is not None and (words := explain(error, self.lang)):
            _show(words)

    def _draw(self, graph: Graph) -> None:
        seen = f"{text.twin(graph, self.lang)}\n{len(graph.steps)} {graph.truncated}"
        if seen in self._seen and not self._asked:
            _show(Repeated(graph, self.lang))
            return
        self._seen.add(seen)
        _show(stepper(graph, self.lang, predict=False))  # the finished picture is there: nothing is left to ask


class Repeated:
    """One line for a picture that stands above already, with the stepper's button; without a kernel it unfolds."""

    def __init__(self, graph: Graph, lang: str):
        self.picture = Picture(graph, lang)
        self.line = say("lesson.live.repeated", lang, n=len(graph.ops))
        self.stepper = stepper(graph, lang, line=self.line, predict=False)

    def __repr__(self) -> str:
        return self.line

    def _repr_mimebundle_(self, **kwargs: Any):
        bundle = self.stepper._repr_mimebundle_(**kwargs)
        views, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        still = {"text/plain": self.line, "text/html": self._unfolding()}
        return {kind: view for kind, view in views.items() if kind != "image/svg+xml"} | still, metadata

    def _unfolding(self) -> str:
        return (
            f"<details lang='{self.picture.lang}'><summary>{escape(self.line)}</summary>"
            f"{self.picture.svg or escape(repr(self.picture))}</details>"
        )


def stepper(graph: Graph, lang: str, opened: bool = False, line: str | None = None, **how: Any) -> Any:
    """The stepper of `graph`; without the packages it needs, one sentence and the still picture."""
    try:
        from minigrad.widgets.stepper import Stepper
    except ImportError:
        print(say("lesson.live.no_widgets", lang))
        return Picture(graph, lang)
    return Stepper(graph, lang, opened=opened, line=line, **how)


def _hide_magic(lines: list[str]) -> list[str]:
    """`%%graph` in the first line is for us: Python sees a comment, and every line keeps its number.

    Another cell magic must stand first, so it changes places with the comment.
    """
    if not lines or not GRAPH_MAGIC.match(lines[0]):
        return lines
    comment, rest = f"# {lines[0].lstrip()}", lines[1:]
    if rest and rest[0].lstrip().startswith("%%"):
        return [rest[0], comment, *rest[1:]]
    return [comment, *rest]
