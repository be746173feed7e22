"""What a lesson answers: plain text in a terminal and for nbval, the same words as HTML in a page."""

from dataclasses import dataclass, field
from html import escape
from typing import Any


@dataclass(frozen=True)
class Said:
    """Lines of words, the first one a heading, then maybe code: a block in a notebook, plain text elsewhere."""

    lines: tuple[str, ...]
    lang: str = "en"
    code: str = ""

    def __repr__(self) -> str:
        return "\n".join([*self.lines, *self.code.splitlines()])

    def _repr_html_(self) -> str:
        head, *rest = (_code_marked(line) for line in self.lines)
        body = "".join(f"<p style='margin:2px 0'>{line}</p>" for line in rest)
        body += f"<pre><code>{escape(self.code)}</code></pre>" if self.code else ""
        return f"<div lang='{self.lang}' role='status'><p style='margin:2px 0'><b>{head}</b></p>{body}</div>"


@dataclass(frozen=True)
class Result(Said):
    """What `nb.check` answers.

    `status` is one of ok, almost, wrong, error, todo; `message_key` names the sentence that was chosen,
    whatever the language; `details` are the values in it.
    """

    status: str = "todo"
    message_key: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    __repr__ = Said.__repr__

    def __bool__(self) -> bool:
        return self.status == "ok"


def _code_marked(line: str) -> str:
    """Backticks become `<code>`; everything else is text."""
    parts = escape(line).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
