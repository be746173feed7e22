"""The still picture of one graph, as `nb.graph(t)` shows it."""

from functools import cached_property
from itertools import count

from minigrad.draw import dot, svg, text
from minigrad.draw.engines import LayoutError
from minigrad.draw.layout import layout
from minigrad.i18n import say
from minigrad.trace.capture import MOST_NODES
from minigrad.trace.graph import Graph
from minigrad.trace.steps import state

_pictures = count(1)


class Picture:
    """SVG in a page, the text twin in a terminal, and `dot`, the same graph as a `graphviz.Digraph`.

    A graph of more than 300 nodes, or a machine without a layout engine, gets the text and one sentence on why.
    """

    def __init__(self, graph: Graph, lang: str = "en"):
        self.graph = graph
        self.lang = lang

    @property
    def dot(self):
        """The graph as a `graphviz.Digraph`, to render, save or change."""
        return dot.digraph(self.graph)

    @cached_property
    def _drawn(self) -> tuple[str | None, str | None]:
        """(SVG, None), or (None, the sentence that says why there is none)."""
        if self.graph.truncated or len(self.graph.nodes) > MOST_NODES:
            return None, say("lesson.graph.too_large", self.lang, n=self._size())
        try:
            placed = layout(self.graph)
        except LayoutError:
            return None, say("lesson.graph.no_engine", self.lang)
        finished = state(self.graph.steps)
        prefix = f"lg-g{next(_pictures)}"
        return svg.standalone(svg.render(self.graph, placed, finished, self.lang, prefix)), None

    def _size(self) -> int:
        return self.graph.truncated["count"] if self.graph.truncated else len(self.graph.nodes)

    @property
    def svg(self) -> str | None:
        """The picture as standalone SVG text; None where there is none."""
        return self._drawn[0]

    def __repr__(self) -> str:
        notice = self._drawn[1]
        twin = text.twin(self.graph, self.lang)
        return f"{twin}\n{notice}" if notice else twin

    def _repr_mimebundle_(self, **kwargs):
        bundle = {"text/plain": repr(self)}
        if self.svg:
            bundle["image/svg+xml"] = self.svg
        return bundle
