"""A prediction beside what was seen."""

from dataclasses import dataclass
from typing import Any

from minigrad.i18n import say
from minigrad.lesson.said import Said
from minigrad.widgets.saving import MIME, saving

WORDS = ("missing", "right", "differs")


@dataclass(frozen=True)
class Revealed(Said):
    """What is said to a prediction. In a saved page it waits for the prediction that is made there."""

    key: str = ""
    seen: float = 0.0

    __repr__ = Said.__repr__

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {MIME: {"widget": "quiz", "payload": self._payload(), "state": {}}} if saving() else {}

    def _payload(self) -> dict[str, Any]:
        values = {"predicted": "{predicted}", "observed": shown(self.seen)}
        labels = {word: compared(self.key, word, self.lang, **values) for word in WORDS[1:]}
        labels["missing"] = say("lesson.reveal.missing_here", self.lang)
        return {"kind": "reveal", "key": self.key, "number": self.seen, "lang": self.lang, "labels": labels}


def compared(key: str, word: str, lang: str, **values: str) -> str:
    """What is said when a prediction was `right` or `differs`: the lesson's own sentence for it, or the common one."""
    try:
        return say(f"lesson{key[:2]}.reveal.{key}.{word}", lang, **values)
    except KeyError:
        return say(f"lesson.reveal.{word}", lang, **values)


def shown(value: float) -> str:
    """The number as all machines show it."""
    return f"{value:.4g}"
