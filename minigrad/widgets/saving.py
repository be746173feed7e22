"""Widgets in a page without a kernel: their code in one script, what they show as data, and a model that only
remembers.

A lesson that is executed for a page runs with `MINIGRAD_SAVING=1`; each widget then adds all that it needs to its
output, under `MIME`. Notebooks never hold that.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from minigrad.draw.page import data, page
from minigrad.i18n import say
from minigrad.widgets.esm import css, esm, static

MIME = "application/vnd.living-graph.widget+json"
WIDGETS = ("stepper", "quiz", "parsons")
NOT_OURS = {"payload", "rest", "layout", "tabbable", "tooltip"}  # what every widget of ipywidgets has


def saving() -> bool:
    """Whether outputs are being collected for a page."""
    return os.environ.get("MINIGRAD_SAVING") == "1"


def described(kind: str, widget: Any) -> dict[str, Any]:
    """What a page needs to show a widget: which one, its payload, and how it stands.

    A widget whose page needs more than a notebook's view has `payload_for_saving()`.
    """
    payload = widget.payload_for_saving() if hasattr(widget, "payload_for_saving") else widget.payload
    own = [name for name in widget.trait_names(sync=True) if not name.startswith("_") and name not in NOT_OURS]
    return {"widget": kind, "payload": payload, "state": {name: getattr(widget, name) for name in own}}


def with_page(bundle: Any, saved: Callable[[], dict[str, Any]]) -> Any:
    """An output of a widget; when a page is being made, with `saved()`, what the page needs, too."""
    if not saving():
        return bundle
    views, *metadata = bundle if isinstance(bundle, tuple) else (bundle or {},)
    views = {**views, MIME: saved()}
    return (views, *metadata) if metadata else views


@cache
def script() -> str:
    """All widgets, each in a room of its own, and what puts them into the page."""
    rooms = (f"const {widget} = {_room(esm(widget))};" for widget in WIDGETS)
    return "\n".join(['"use strict";', *rooms, static("page.js")])


def _room(module: str) -> str:
    """A module as a function that is called once: what it exports by default comes out."""
    body, found = re.subn(r"^export default (\{.*?\});$", r"return \1;", module, flags=re.MULTILINE)
    if found != 1:
        raise ImportError("a widget's module exports its adapter in one line: export default { render };")
    return "(() => {\n" + re.sub(r"^export ", "", body, flags=re.MULTILINE) + "\n})()"


@cache
def style() -> str:
    """The sheets of all widgets, and that of the page. Paper is white, however dark the screen."""
    tokens = static("tokens.css")
    own = (css(widget).removeprefix(tokens) for widget in WIDGETS)
    light = re.search(r"^\.lg, \.lg-svg \{.*?^\}", tokens, flags=re.MULTILINE | re.DOTALL)[0]
    paper = f"@media print {{\n:root :is(.lg, .lg-svg){light.removeprefix('.lg, .lg-svg')}\n}}"
    return "\n".join([tokens, *own, static("page.css"), paper])


def holder(saved: dict[str, Any], fallback: str) -> str:
    """The place of one widget: its data, and until the script has run the text `fallback`."""
    kind = escape(saved["widget"])
    return f'<div class="lg-widget" data-widget="{kind}">{data(saved)}<pre>{escape(fallback)}</pre></div>'


def save(file: str | Path, saved: dict[str, Any], fallback: str, title: str, lang: str) -> Path:
    """Write a page with one widget. Returns where it stands.

    OSError when it can't be written, and then a page that stood there is still there; TypeError for what names no file.
    """
    if not isinstance(file, (str, Path)):
        raise TypeError(say("widgets.no_file", lang, type=type(file).__name__))
    body = f"<main><h1>{escape(title)}</h1>{holder(saved, fallback)}</main>"
    target = Path(file)
    text = page(title, lang, body, script(), style())
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        kind = type(problem) if isinstance(problem, OSError) else OSError
        raise kind(say("widgets.not_saved", lang, file=str(target)[:80], reason=reason)) from None
    return target

