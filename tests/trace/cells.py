"""Run a cell as a notebook would, with a recorder that shows its own faults."""

import json

import minigrad
from minigrad.trace import Graph, Recorder, capture
from minigrad.trace.steps import state


class Session:
    """Cells that share one namespace and one recorder."""

    def __init__(self, **names):
        self.recorder = Recorder()
        self.recorder.strict = True
        self.names = {"torch": minigrad, "tensor": minigrad.tensor, **names}
        self.count = 0

    def run(self, source, raises=None):
        """Run `source` as the next cell; returns its record. `raises` is the exception type that it must end with."""
        self.count += 1
        self.recorder.begin_cell(source, self.count)
        error = None
        try:
            exec(compile(source, "<cell>", "exec"), self.names)
        except Exception as raised:
            error = raised
        record = self.recorder.end_cell(error)
        assert type(error) is (raises or type(None)), repr(error)
        return record

    def graph(self, source, raises=None, **options) -> Graph:
        self.run(source, raises)
        return checked(capture(self.recorder, **options))


def graph_of_cell(source, raises=None, **options) -> Graph:
    return Session().graph(source, raises, **options)


def checked(graph: Graph) -> Graph:
    """What must hold of every graph: it survives JSON, its keys speak of nodes it has, it starts and ends properly."""
    assert Graph.from_json(json.loads(json.dumps(graph.to_json()))) == graph
    ids = {node.id for node in graph.nodes}
    assert len(ids) == len(graph.nodes)
    for step in graph.steps:
        assert step.node is None or step.node in ids
        for key, told in [*step.set, *step.now]:
            assert isinstance(told, str)
            assert set(key.replace(":", ".").split(".")) & ids, key
    if graph.steps:
        assert graph.steps[0].verb == "start"
        assert graph.steps[-1].verb in ("done", "error")
    return graph


def sentences(graph, lang="en", verb=None):
    from minigrad.draw.words import step_words

    return [step_words(graph, step, lang)["say"] for step in graph.steps if verb in (None, step.verb)]


def end_state(graph):
    return state(graph.steps)


def by_label(graph, label):
    return next(node for node in graph.tensors if node.label == label)


def op(graph, title, k=0):
    return [node for node in graph.ops if node.title == title][k]
