"""The neutral model: it comes back from JSON equal, and it answers what pictures ask."""

import json
from pathlib import Path

import pytest

from minigrad.trace.graph import Graph, OpNode, TensorNode, Value

ARTICLE_A = Path(__file__).parents[1] / "data" / "article_a.graph.json"


@pytest.fixture
def article():
    return Graph.from_json(json.loads(ARTICLE_A.read_text(encoding="utf-8")))


def test_article_a_round_trip(article):
    assert Graph.from_json(json.loads(json.dumps(article.to_json()))) == article
    assert article.to_json() == json.loads(ARTICLE_A.read_text(encoding="utf-8"))


def test_other_formats_are_refused():
    with pytest.raises(ValueError, match="format 2"):
        Graph.from_json({"version": 2})


def test_edges_of_the_two_lanes(article):
    values = {key: (start, end) for key, start, end in article.value_edges()}
    assert values["e:n3:0"] == ("n1", "n3") and values["e:n3:1"] == ("n0", "n3") and values["e:n3:out0"] == ("n3", "n4")
    assert len(values) == 4 + 7
    gradients = {key: (start, end) for key, start, end in article.gradient_edges()}
    assert gradients["g:n8:0"] == ("n8", "n6") and "g:n8:1" not in gradients      # nothing goes to the plain 5
    assert gradients["g:n10:out0"] == ("n11", "n10")
    assert len(gradients) == 4 + 6


def test_contributions_meet_at_a_fork():
    graph = Graph(nodes=[
        TensorNode("n0", "leaf", "x", "x", Value("2"), requires_grad=True),
        OpNode("n1", "mul", "×", "Mul", ["n0", "n0"], ["n2"], tracked=True, ways=[0, 1]),
        TensorNode("n2", "result", "y", "y", Value("4"), requires_grad=True, op="n1"),
    ])
    assert graph.contributions("n0") == [("n1", 0), ("n1", 1)]


@pytest.mark.parametrize("name", ["a<b", "a|b", "{x}", '"q"', "back\\slash", "имя", "two\nlines", "nan"])
def test_names_survive(name):
    graph = Graph(nodes=[TensorNode("n0", "leaf", name, name, Value("nan"), requires_grad=True)])
    assert Graph.from_json(json.loads(json.dumps(graph.to_json())))["n0"].name == name
