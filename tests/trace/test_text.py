"""The text twin, typed by hand: what the picture shows, in a list that reads well."""

import json
from pathlib import Path

import pytest

import minigrad
from minigrad.draw.text import steps_text, twin
from minigrad.trace import Graph, graph_of
from tests.trace.cells import Session, graph_of_cell

ARTICLE_A = Graph.from_json(json.loads(
    (Path(__file__).parents[1] / "data" / "article_a.graph.json").read_text(encoding="utf-8")))


def test_article_a_in_english():
    assert twin(ARTICLE_A, "en") == """\
Graph: 3 pockets, 4 operations, 1 result.
1. leaf x = 2; grad 12
2. leaf w = 3; grad 8
3. leaf b = 1; grad 4
4. w*x = Mul(w, x) = 6; kept w and x, now freed; gradient 4
5. y = Add(w*x, b) = 7; gradient 4
6. y-5 = Sub(y, 5) = 2; gradient 4
7. loss = Pow(y-5, 2) = 4; kept y-5, now freed; gradient 1"""


def test_article_a_in_russian():
    assert twin(ARTICLE_A, "ru") == """\
Граф: 3 кармана, 4 операции, 1 результат.
1. лист x = 2; grad 12
2. лист w = 3; grad 8
3. лист b = 1; grad 4
4. w*x = Mul(w, x) = 6; хранил w и x, теперь пусто; градиент 4
5. y = Add(w*x, b) = 7; градиент 4
6. y-5 = Sub(y, 5) = 2; градиент 4
7. loss = Pow(y-5, 2) = 4; хранил y-5, теперь пусто; градиент 1"""


def test_before_backward_drawers_are_full():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = x * x")
    assert twin(graph, "en").splitlines()[1:] == ["1. leaf x = 2", "2. y = Mul(x, x) = 4; keeps x"]


def test_arrays_cuts_and_constants():
    graph = graph_of_cell("x = tensor([[1., -2.]], requires_grad=True)\nt = torch.ones(3, 3)\n"
                          "y = (x.detach() * 2).sum() * t.mean()")
    assert twin(graph, "en") == """\
Graph: 1 pocket, 5 operations, 1 result.
1. leaf x = [[1, −2]]
2. constant t = shape (3, 3)
3. x.detach() = Detach(x) = [[1, −2]]; cut: no gradient goes further back
4. x.detach()*2 = Mul(x.detach(), 2) = [[2, −4]]
5. (x.detach()*2).sum() = Sum(x.detach()*2) = −2
6. t.mean() = Mean(t) = 1
7. y = Mul((x.detach()*2).sum(), t.mean()) = −2"""


def test_names_that_occur_twice_are_told_apart_by_their_line():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = (x * x) + (x * x)")
    assert twin(graph, "en").splitlines()[2:] == [
        "2. x*x = Mul(x, x) = 4; keeps x", "3. x*x = Mul(x, x) = 4; keeps x", "4. y = Add(x*x [2], x*x [3]) = 8"]


def test_errors_are_told():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = x ** 2\ny.backward()\ny.backward()", RuntimeError)
    assert twin(graph, "en").splitlines()[2:] == [
        "2. y = Pow(x, 2) = 4; kept x, now freed; gradient 1; backward stopped here with RuntimeError",
        "Stopped with RuntimeError: Trying to backward through the graph a second time (or directly access saved "
        "tensors after they have already been freed)."]
    graph = graph_of_cell("a = torch.ones(2)\nb = torch.ones(3)\na * b", RuntimeError)
    assert twin(graph, "ru").splitlines()[3] == "3. Mul(a, b): остановка, RuntimeError"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_long_graph_keeps_forty_lines_and_says_so(lang):
    session = Session(x=minigrad.tensor(1.0, requires_grad=True))
    graph = session.graph("h = x\nfor i in range(70):\n    h = h.tanh() + 1")
    lines = twin(graph, lang).splitlines()
    assert len(lines) == 40
    left_out = next(line for line in lines if line.startswith("…"))
    assert "103" in left_out and "× Tanh" in left_out and "× Add" in left_out     # 141 lines − 38 + … are not shown
    assert lines[-1].startswith("141. h·71 = Add(")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_cut_recording_says_so(lang):
    session = Session(x=minigrad.tensor(1.0, requires_grad=True))
    session.recorder.most_ops = 3
    told = twin(session.graph("h = x\nfor i in range(9):\n    h = h + 1"), lang).splitlines()
    assert "3" in told[-1] and told[-1].startswith(("Recording stopped", "Запись остановилась"))


def test_an_empty_graph():
    assert twin(Graph(), "en") == "Graph: nothing was recorded." and twin(Graph(), "ru") == "Граф: ничего не записано."


def test_equal_cells_give_equal_text():
    source = "x = tensor([1., 2.], requires_grad=True)\ny = (x * x).sum()\ny.backward()"
    assert twin(graph_of_cell(source), "en") == twin(graph_of_cell(source), "en")


def test_unknown_values_are_left_out():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = (x + 1) * 2
    assert twin(graph_of(y), "en").splitlines()[1:3] == ["1. leaf x = 2; grad 2", "2. x+… = Add(x, …); gradient 2"]


def test_steps_as_a_list():
    told = steps_text(ARTICLE_A, "en").splitlines()
    assert len(told) == 23 and told[18] == "18. Push through Mul to x: 4 from above times w\xa0=\xa03 gives 12."
