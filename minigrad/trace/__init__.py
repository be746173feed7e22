"""Watch a cell, and make of it a neutral model: a graph and its timeline."""

from minigrad.trace.capture import capture, graph_of
from minigrad.trace.graph import Graph
from minigrad.trace.record import CellRecord, Recorder

__all__ = ["CellRecord", "Graph", "Recorder", "capture", "graph_of"]
