"""The style sheet for pictures that stand alone: in a saved notebook, on GitHub, in a file."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

SMALLEST = 0.7  # of its size: below that a picture's words can't be read, and the page scrolls it


def standalone(svg: str) -> str:
    """The picture with its own style, for places without ours: a saved notebook, GitHub, a file.

    In a narrow place it shrinks to seven tenths of its size, then it is scrolled.
    Only the rules that it needs go in; they follow the theme of JupyterLab or VS Code, else that of the system.
    """
    head, rest = svg.split(">", 1)
    width = float(re.search(r' width="([\d.]+)"', head)[1])
    fitted = f"max-width:100%;min-width:{width * SMALLEST:.0f}px;height:auto"
    return f'{head} style="{fitted}"><style>{_style_for(svg)}</style>{rest}'


def _style_for(svg: str) -> str:
    classes = {name for names in re.findall(r' class="([^"]*)"', svg) for name in names.split()}
    states = set(re.findall(r'data-state="(\w+)"', svg))
    rules = (rule for needs, rule in _rules() if any(c <= classes and (not s or s & states) for c, s in needs))
    return "".join(rule for rule in rules if "data-view" in svg or "data-view" not in rule)


Needs = tuple[frozenset[str], frozenset[str]]  # all of these classes, one of these states


@lru_cache
def _rules() -> tuple[tuple[tuple[Needs, ...], str], ...]:
    """The style sheet without its motion, rule by rule: what each of its selectors needs, and its text."""
    sheet = files("minigrad").joinpath("widgets/static/tokens.css").read_text(encoding="utf-8")
    sheet = sheet[: sheet.index("/* ---- motion")]
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", sheet))  # a blank before `:is` must stay
    sheet = sheet.replace(": ", ":").replace(";}", "}").strip()
    return tuple((_needs(rule), rule) for rule in re.findall(r"@[^{]*\{[^{}]*\{[^}]*\}\}|[^{}]*\{[^}]*\}", sheet))


def _needs(rule: str) -> tuple[Needs, ...]:
    if "--leaf:" in rule:  # the tokens: every picture needs them
        return ((frozenset(), frozenset()),)
    return tuple(map(_selector_needs, rule.split("{")[0].split(",.lg-svg")))


def _selector_needs(selector: str) -> Needs:
    sure = re.sub(r":is\(\.[^)]*\)", "", selector.replace(".lg-svg", ""))
    wanted = selector.split(":not(")[0]
    return frozenset(re.findall(r"\.([a-z]\w*)", sure)), frozenset(re.findall(r'data-state="(\w+)"', wanted))
