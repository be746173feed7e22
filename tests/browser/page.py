"""Standalone pages: the module that notebooks get, inlined, and nothing else."""

import json
from functools import cache
from pathlib import Path

from minigrad.trace.graph import Graph
from minigrad.widgets.esm import css, esm
from minigrad.widgets.stepper import Stepper

ARTICLE_A = Path(__file__).parents[1] / "data" / "article_a.graph.json"
PROBES = Path(__file__).with_name("probes.js")


@cache
def _article_a(lang: str) -> str:
    graph = Graph.from_json(json.loads(ARTICLE_A.read_text(encoding="utf-8")))
    return json.dumps(Stepper(graph, lang=lang, predict=False).payload)


def article_a(lang: str = "en") -> dict:
    """The payload of article A's stepper as a notebook gets it, to read or to change."""
    return json.loads(_article_a(lang))


def page_text(script: str, payload: dict, body: str = "<div id=host></div>", attributes: str = "") -> str:
    """A page whose `script` may use `payload`, `mount`, `render` as if inside the module, and the probes."""
    data = json.dumps(payload).replace("</", "<\\/").replace("<!--", "<\\!--")
    return "\n".join(
        [
            '<!doctype html><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<style>body{{margin:8px}}{css('stepper')}</style>",
            f"<body {attributes}>{body}<script>{PROBES.read_text(encoding='utf-8')}</script>",
            f'<script type="module">{esm("stepper")}\nconst payload = {data};\n{script}</script>',
        ]
    )
