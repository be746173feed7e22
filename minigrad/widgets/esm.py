"""One widget, one JavaScript module: its own file joined with the parts that all widgets share."""

from __future__ import annotations

import re
from importlib.resources import files

_SHARED_IMPORT = re.compile(r'^import \{[^}]*\} from "\./shared\.js";\n', re.MULTILINE)


def _static(name: str) -> str:
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


def esm(widget: str) -> str:
    """The module of `widget` with `shared.js` put before it: a notebook or a saved page loads nothing else.

    >>> "export default { render }" in esm("stepper"), "import" in esm("stepper").split()
    (True, False)
    """
    own, found = _SHARED_IMPORT.subn("", _static(f"{widget}.js"))
    if found != 1:
        raise ImportError(f"{widget}.js must import its shared parts in one line from ./shared.js")
    return f"{_static('shared.js')}\n{own}"


def css(widget: str) -> str:
    """The colours and the states of a picture (`tokens.css`), then the widget's own rules."""
    return f"{_static('tokens.css')}\n{_static(f'{widget}.css')}"
