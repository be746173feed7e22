"""What a picture writes has room: whole numbers, a chip that hides nothing, callout and legend where it is free."""

import re
import xml.etree.ElementTree as ET

import pytest

from minigrad.draw.layout import FRAME, layout
from minigrad.draw.svg import render, shown
from minigrad.trace.steps import state
from tests.draw.graphs import article_a
from tests.trace.cells import graph_of_cell

SVG = "{http://www.w3.org/2000/svg}"
TENSORS = """\
X = torch.randn(4, 3)
W = torch.randn(3, 2, requires_grad=True)
c = torch.zeros(2, requires_grad=True)
h = torch.tanh(X @ W + c)
loss = (h * h).mean()
loss.backward()
"""
SMALL = """\
x = torch.tensor(3.1415927, requires_grad=True)
h = torch.sin(x)
loss = torch.tanh(h) * h * -0.00047151
loss.backward()
"""
AGAIN = """\
x = torch.tensor(2.0, requires_grad=True)
loss = (x * x - 5) ** 2
loss.backward()
loss.backward()
"""


def drawn(graph, direction="LR", states=None, lang="en"):
    place = layout(graph, direction)
    return ET.fromstring(render(graph, place, states, lang)), place


def words(element):
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("direction", ["LR", "TB"])
def test_no_number_is_cut_by_an_ellipsis_at_any_step(direction):
    graph = graph_of_cell(SMALL)
    picture, _ = drawn(graph, direction, state(graph.steps))
    later = [shown(key, told) for step in graph.steps for key, told in step.set if key.endswith(".text")]
    numbers = [told for told in [*words(picture), *later] if re.search(r"\d", told)]
    assert "−8.7e−8" in numbers
    assert [told for told in numbers if "…" in told] == []
    assert [told for told in later if len(told) > 7] == []


@pytest.mark.parametrize("text, told", [
    ("-8.742e-08", "−8.7e−8"), ("−0.03314", "−0.0331"), ("1.235e+12", "1.24e12"), ("-0.0004715", "−4.7e−4"),
    ("3.142", "3.142"), ("123456", "123456"), ("nan", "nan"), ("-inf", "−inf"), ("4 + 3", "4 + 3"),
])
def test_a_long_number_keeps_as_many_digits_as_seven_signs_allow(text, told):
    assert shown("n1.slot.text", text) == told


@pytest.mark.parametrize("direction", ["LR", "TB"])
def test_a_chip_with_a_shape_leaves_drawer_and_pill_to_be_read(direction):
    graph = graph_of_cell(TENSORS)
    picture, place = drawn(graph, direction)
    chips = [group for group in picture.iter(f"{SVG}g") if (group.get("data-key") or "").endswith(".chip")]
    around = {inner: outer for outer in picture.iter() for inner in outer}
    assert len(chips) > 5
    for chip in chips:
        x, y = map(float, re.findall(r"[-\d.]+", around[chip].get("transform")))
        rect = chip.find(f"{SVG}rect")
        w, h = float(rect.get("width")), float(rect.get("height"))
        for part, box in place.boxes.items():
            across = min(x + w / 2, box.right) - max(x - w / 2, box.x)
            down = min(y + h / 2, box.bottom) - max(y - h / 2, box.y)
            assert across <= 8 or down <= 8, f"{chip.get('data-key')} covers {part}"


def test_a_drawer_that_was_emptied_shows_its_name_beside_the_word():
    graph = graph_of_cell("hidden = torch.tensor(2.0, requires_grad=True)\n(hidden * hidden).backward()")
    picture, _ = drawn(graph)
    whole = next(text for text in picture.iter(f"{SVG}text") if text.get("class") == "dl o")
    beside = next(text for text in picture.iter(f"{SVG}text") if text.get("class") == "dn")
    assert (whole.text, beside.text) == ("hidden", "hi…")


@pytest.mark.parametrize("lang, told", [
    ("en", ["The drawer is empty", "needed: x*x-5", "emptied at step 9"]),
    ("ru", ["Ящик пуст", "нужно: x*x-5", "опустел на шаге 9"]),
])
def test_the_place_of_a_second_backward_has_a_callout(lang, told):
    graph = graph_of_cell(AGAIN, raises=RuntimeError)
    picture, _ = drawn(graph, states=state(graph.steps), lang=lang)
    callout = next(group for group in picture.iter(f"{SVG}g") if group.get("class") == "co")
    assert callout.get("data-state") == "error"
    assert words(callout) == told
    step = graph.steps[int(told[2].split()[-1])]
    assert (step.verb, graph[step.node].title) == ("free", "Pow")


def legend_of(graph):
    picture, place = drawn(graph)
    group = next((group for group in picture.iter(f"{SVG}g") if group.get("class") == "lgd"), None)
    return None if group is None else [float(n) for n in re.findall(r"[-\d.]+", group.get("transform"))], place


def test_the_legend_of_a_wide_picture_is_seen_without_panning_and_lies_on_no_line():
    spot, place = legend_of(graph_of_cell(TENSORS))
    assert place.width > FRAME["LR"] >= spot[0] + 208
    for line in place.lines.values():
        for left, top, right, bottom in line.extents():
            assert right < spot[0] or left > spot[0] + 208 or bottom < spot[1] or top > spot[1] + 34
    assert legend_of(article_a())[0] is not None


def test_a_line_knows_the_boxes_of_its_pieces():
    line = next(line for key, line in layout(article_a()).lines.items() if key == "e:n5:1")
    (left, top, right, bottom) = line.extents()[-1]
    assert (right, line.start[1] > line.end[1]) == (line.end[0], True)
    assert top == line.end[1] and bottom == line.start[1] and left < right


CHANGED = """\
w = torch.tensor(3.0, requires_grad=True)
h = w * 2
y = h * h
h.add_(1)
y.backward()
"""


@pytest.mark.parametrize("lang, word, told", [
    ("en", "stale", ["The drawer is out of date", "needed: h·1"]),
    ("ru", "сменён", ["Содержимое ящика устарело", "нужно: h·1"]),
])
def test_a_drawer_that_was_overwritten_is_not_called_empty(lang, word, told):
    graph = graph_of_cell(CHANGED, raises=RuntimeError)
    picture, place = drawn(graph, states=state(graph.steps), lang=lang)
    callout = next(group for group in picture.iter(f"{SVG}g") if group.get("class") == "co")
    assert words(callout) == told
    missing = [group for group in picture.iter(f"{SVG}g") if group.get("data-state") == "missing"]
    assert len(missing) == 2 and all(words(drawer)[-1] == word for drawer in missing)
    assert callout.find(f"{SVG}path") is None, "a line to it would cross the box below"


def test_a_drawer_whose_name_is_cut_still_shows_its_number():
    made = "{} = torch.tensor({}.0, requires_grad=True)\n"
    leaves = "".join(made.format(*leaf) for leaf in zip("xwbt", (-1, 2, 3, 4)))
    picture, _ = drawn(graph_of_cell(leaves + "loss = (w * x + b - t) ** 2\nloss.backward()"))
    texts = [(text.get("class", "").split()[:1], text.text) for text in picture.iter(f"{SVG}text")]
    told = {kind: [text for classes, text in texts if classes == [kind]] for kind in ("dl", "dv")}
    assert any(name.startswith("w*") and name.endswith("…") for name in told["dl"]), told
    assert "−3" in told["dv"]
