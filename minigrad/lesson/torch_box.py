"""“The same in PyTorch”: code and what real PyTorch printed, recorded by `tools/record_torch.py`."""

import json
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from minigrad.i18n import say


@dataclass(frozen=True)
class TorchBox:
    """One recording. Text in a terminal and for nbval, two blocks in a page."""

    code: str
    output: str
    version: str
    lang: str = "en"

    def _words(self) -> tuple[str, str]:
        return say("lesson.torch_box.head", self.lang, version=self.version), say(
            "lesson.torch_box.prints", self.lang
        )

    def __repr__(self) -> str:
        head, prints = self._words()
        return f"{head}\n\n{_indent(self.code)}\n\n{prints}:\n\n{_indent(self.output)}"

    def _repr_html_(self) -> str:
        head, prints = self._words()
        return (
            f"<div lang='{self.lang}'><p><b>{escape(head)}</b></p><pre><code>{escape(self.code)}</code></pre>"
            f"<p>{escape(prints)}:</p><pre>{escape(self.output)}</pre></div>"
        )


def recordings(lesson: str) -> dict[str, TorchBox]:
    """All recordings of a lesson by id, in English.

    >>> "00-a" in recordings("00")
    True
    """
    text = (files(__package__) / "recorded" / f"{lesson}.json").read_text(encoding="utf-8")
    recorded = json.loads(text)
    return {
        box_id: TorchBox("\n".join(box["code"]), "\n".join(box["output"]), recorded["torch"])
        for box_id, box in recorded["boxes"].items()
    }


def _indent(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
