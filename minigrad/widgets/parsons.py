"""A Parsons puzzle on a page: lines that are moved, indented and discarded with buttons, then run against tests."""

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from minigrad.i18n import say
from minigrad.widgets.esm import css, esm
from minigrad.widgets.saving import described, with_page


class Parsons(anywidget.AnyWidget):
    """The lines of a program in a jumble; `run` executes what has been put together and says what came out.

    `program` is the order now, from the top: pairs of a line's key and its depth; lines that are not in it are
    discarded. `judge(program)` returns `{"status", "says"}`. It works headless:

    >>> lines = [("b", "y = x + 1"), ("a", "x = 1")]
    >>> judge = lambda program: {"status": "ok", "says": "Right."} if program[0][0] == "a" else {"says": "Not yet."}
    >>> puzzle = Parsons("Put it in order.", lines, judge, {})
    >>> puzzle.order("a", ("b", 0))
    'Right.'

    A test that fails is named; a line is never called wrong, since another order may do as well.
    """

    _esm = esm("parsons")
    _css = css("parsons")
    payload = traitlets.Dict().tag(sync=True)
    program = traitlets.List().tag(sync=True)
    asked = traitlets.Int(0).tag(sync=True)
    verdict = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        question: str,
        lines: list[tuple[str, str]],
        judge: Callable[[list], dict[str, str]],
        labels: dict[str, str],
        lang: str = "en",
        head: tuple[str, ...] = (),
        foot: tuple[str, ...] = (),
        depth: int = 0,
        recorded: Callable[[], list[tuple[list, dict[str, str]]]] = list,
    ):
        self._judge = judge
        self._recorded = recorded
        shown = [{"key": key, "text": text} for key, text in lines]
        super().__init__(
            payload={
                "kind": "parsons", "lang": lang, "labels": labels, "question": question, "lines": shown,
                "head": list(head), "foot": list(foot), "depth": depth,
            },
            program=[[key, 0] for key, _ in lines],
        )
        self.observe(lambda change: self.run(), names="asked")

    def order(self, *lines: str | tuple[str, int]) -> str:
        """Put these lines into this order, discard the others, run it; returns what the learner reads.

        A line is its key, or its key and its depth. KeyError for a key that is not there or stands twice.
        """
        known = [line["key"] for line in self.payload["lines"]]
        placed = [_pair(line) for line in lines]
        keys = [key for key, _ in placed]
        if any(key not in known or keys.count(key) > 1 for key in keys):
            raise KeyError(say("lesson.parsons.no_order", self.payload["lang"], known=", ".join(known)))
        self.program = placed
        return self.run()

    def run(self) -> str:
        """Run the program as it stands now."""
        # With the count each answer is a new one: the page hears it also when it says the same again.
        self.verdict = {**self._judge([(key, depth) for key, depth in self.program]), "asked": self.asked}
        return self.verdict["says"]

    def reset(self) -> None:
        """All lines are back in the jumble."""
        self.program = [[line["key"], 0] for line in self.payload["lines"]]
        self.verdict = {}

    def payload_for_saving(self) -> dict:
        """The payload with what came out of the orders near the goal, for a page that can't run anything."""
        keys = [line["key"] for line in self.payload["lines"]]
        verdicts: list[dict[str, str]] = []
        orders: dict[str, int] = {}
        for placed, verdict in self._recorded():
            if verdict not in verdicts:
                verdicts.append(verdict)
            orders["".join(f"{chr(97 + keys.index(key))}{depth}" for key, depth in placed)] = verdicts.index(verdict)
        return {**self.payload, "recorded": {"verdicts": verdicts, "orders": orders}}

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        return with_page(bundle, lambda: described("parsons", self))

    @property
    def untouched(self) -> bool:
        """Whether the lines still lie as they were given out."""
        return self.program == [[line["key"], 0] for line in self.payload["lines"]]

    @property
    def code(self) -> str:
        """The program as it stands now."""
        texts = {line["key"]: line["text"] for line in self.payload["lines"]}
        base = self.payload["depth"]
        own = ["    " * (base + depth) + texts[key] for key, depth in self.program]
        return "\n".join([*self.payload["head"], *own, *self.payload["foot"]])

    def describe(self) -> str:
        """The task, the program as it stands, and what was said to it."""
        said = [self.verdict["says"]] if self.verdict else []
        return "\n".join([self.payload["question"], *(f"    {line}" for line in self.code.splitlines()), *said])

    __repr__ = describe


def _pair(line: Any) -> list:
    """A line and its depth; without a key where it can't be read."""
    if isinstance(line, str):
        return [line, 0]
    pair = list(line) if isinstance(line, (list, tuple)) else []
    return pair if len(pair) == 2 else [None, 0]
