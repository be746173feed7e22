"""One widget, one JavaScript module: its own file joined with the parts that all widgets share."""

from __future__ import annotations

import re
from importlib.resources import files

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)


def static(name: str) -> str:
    """The text of one of the files beside the widgets."""
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


def esm(widget: str) -> str:
    """The module of `widget` with the files that it imports put before it, each once: a page loads nothing else.

    >>> "export default { render }" in esm("stepper"), "import" in esm("stepper").split()
    (True, False)
    """
    if "shared" not in _IMPORT.findall(static(f"{widget}.js")):
        raise ImportError(f"{widget}.js must import its shared parts in one line from ./shared.js")
    return "\n".join(_joined(widget, {}).values())


def _joined(name: str, found: dict[str, str]) -> dict[str, str]:
    """File → its text without imports; a file comes after those that it imports."""
    if name not in found:
        text = static(f"{name}.js")
        for other in _IMPORT.findall(text):
            _joined(other, found)
        found[name] = _IMPORT.sub("", text)
    return found


def css(widget: str) -> str:
    """The colours and the states of a picture (`tokens.css`), then the widget's own rules."""
    return f"{static('tokens.css')}\n{static(f'{widget}.css')}"
