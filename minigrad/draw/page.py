"""A page in one file: it loads nothing, and its policy forbids that anything be loaded or anything foreign be run.

Pure functions from text to text. What may run is one script, named by its hash; what may style is one sheet, named by
its hash; pictures are in the page itself. So there are no `style` attributes and no `onclick`: `tidy` takes them out of
whatever is put in.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from html.parser import HTMLParser
from typing import Any

DROPPED = {"script", "style", "iframe", "object", "embed", "link", "meta", "base", "form", "foreignobject"}
EMPTY = {"br", "hr", "img", "input", "col", "wbr"}
# HTML's parser lowers every name; these are the ones that SVG spells with capitals.
CAPITALS = {
    name.lower(): name
    for name in ("viewBox", "preserveAspectRatio", "clipPath", "linearGradient", "radialGradient", "textPath",
                 "gradientUnits", "gradientTransform", "markerWidth", "markerHeight", "refX", "refY", "textLength")
}
ADDRESSES = ("#", "https:", "http:", "data:image/", "mailto:")


def page(title: str, lang: str, body: str, script: str, style: str) -> str:
    """The whole page. `body` is HTML without scripts, styles and `style` attributes (see `tidy` and `data`).

    >>> text = page("Graph", "en", "<p>3 × 2</p>", "let a = 1;", "p { margin: 0 }")
    >>> text.count("sha256-"), "unsafe" in text
    (2, False)
    """
    if "</script" in script.lower() or "</style" in style.lower():
        raise ValueError("a script or a style that ends its own element can't stand in a page")
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{lang}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            body,
            f"<script>{script}</script>",
            "</body>",
            "</html>\n",
        ]
    )


def policy(script: str, style: str) -> str:
    """What the page may do: run this script, use this sheet, show pictures that it holds; nothing else."""
    return f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:"


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def data(content: Any) -> str:
    """Plain data for the script to read. No browser runs it, and nothing in it can end it.

    >>> data({"a": "</script>"})
    '<script type="application/json">{"a":"\\\\u003c/script>"}</script>'
    """
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json">{text}</script>'


def tidy(html: str) -> str:
    """HTML or SVG without what the policy forbids: scripts, styles, handlers, forms, addresses of other kinds.

    >>> tidy("<p style='margin:0' onclick='a()' class='k'>1 &lt; 2<script>x</script></p>")
    '<p class="k">1 &lt; 2</p>'
    """
    reader = _Tidy()
    reader.feed(html)
    reader.close()
    return "".join(reader.kept)


class _Tidy(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.kept: list[str] = []
        self.inside = 0  # how many dropped elements are open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in DROPPED:
            self.inside += tag not in EMPTY | {"link", "meta", "base", "embed"}
        elif not self.inside:
            self.kept.append(f"<{CAPITALS.get(tag, tag)}{''.join(map(_attribute, attrs))}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in DROPPED or self.inside:
            return
        end = "" if tag in EMPTY else f"</{CAPITALS.get(tag, tag)}>"
        self.kept.append(f"<{CAPITALS.get(tag, tag)}{''.join(map(_attribute, attrs))}>{end}")

    def handle_endtag(self, tag: str) -> None:
        if tag in DROPPED:
            self.inside = max(0, self.inside - 1)
        elif not self.inside and tag not in EMPTY:
            self.kept.append(f"</{CAPITALS.get(tag, tag)}>")

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.kept.append(escape(data, quote=False))


def _attribute(attribute: tuple[str, str | None]) -> str:
    name, value = attribute
    if name == "style" or name.startswith("on") or (name in ("href", "src", "xlink:href") and not _harmless(value)):
        return ""
    name = CAPITALS.get(name, name)
    return f" {name}" if value is None else f' {name}="{escape(value)}"'


def _harmless(address: str | None) -> bool:
    """Within the page, on the web (a link, which is only followed by hand), a picture, or beside the page."""
    text = (address or "").strip().lower()
    return text.startswith(ADDRESSES) or ":" not in text.partition("/")[0]
