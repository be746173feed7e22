"""The SVG: well-formed, complete, safe, small, and told apart from its neighbour on the page."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from minigrad.draw.fonts import fit, plain, width
from minigrad.draw.layout import layout
from minigrad.draw.svg import number, render, standalone
from minigrad.trace.graph import OpNode, Step
from minigrad.trace.steps import state
from tests.draw.graphs import ALL, NASTY, Maker, article_a, cut, fan_out, finished, nasty_names, tensors

SVG = "{http://www.w3.org/2000/svg}"
SHEET = Path(__file__).parents[2] / "minigrad" / "widgets" / "static" / "tokens.css"


def picture(graph, states=None, direction="LR", **settings):
    return render(graph, layout(graph, direction), states, **settings)


def parts(svg):
    """Every keyed element by its key."""
    return {e.get("data-key"): e for e in ET.fromstring(svg).iter() if e.get("data-key")}


def texts(element):
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("direction", ["LR", "TB"])
@pytest.mark.parametrize("name", ALL)
def test_every_picture_is_xml_and_small(name, direction):
    graph = ALL[name]()
    svg = picture(graph, finished(graph), direction)
    ET.fromstring(svg)
    assert len(svg.encode("utf-8")) <= 1500 * len(graph.nodes) + 4096
    assert len(standalone(svg)) - len(svg) <= 6144, "the style that goes with it"


def keys_of(graph):
    """The table of keys in trace/graph.py, written out for a graph."""
    for node in graph.nodes:
        yield node.id, "ghost"
        if isinstance(node, OpNode):
            if node.tracked and not node.cut:
                yield f"{node.id}.floor", "none"
                yield f"{node.id}.wait", "hidden"
                yield f"{node.id}.wait.text", None
                yield from ((f"{node.id}.d{k}", "absent") for k in range(len(node.drawers)))
            continue
        if node.kind == "leaf" or node.requires_grad:
            yield f"{node.id}.slot", "empty" if node.kind == "leaf" else "hidden"
            yield f"{node.id}.slot.text", None
        yield from ((f"{node.id}.lamp{k}", "hidden") for k in range(node.lamps))
    yield from ((key, "ghost") for key, _, _ in graph.value_edges())
    for key, _, _ in graph.gradient_edges():
        yield key, "hidden"
        if ":out" not in key:
            yield f"{key}.chip", "hidden"
            yield f"{key}.chip.text", None


@pytest.mark.parametrize("name", ["article_a", "fan_out", "cut", "wide_inputs", "tensors"])
def test_before_the_first_step_all_keys_are_there_and_hidden(name):
    graph = ALL[name]()
    found = parts(picture(graph))
    for key, initial in keys_of(graph):
        assert key in found, key
        assert found[key].get("data-state") == initial, key
    assert [text for key, e in found.items() if key.endswith(".text") and ".value" not in key for text in texts(e)] == [
        ""
    ] * sum(key.endswith(".text") and ".value" not in key for key in found)


def test_every_key_of_the_timeline_is_in_the_picture():
    graph = article_a()
    found = parts(picture(graph))
    for step in graph.steps:
        for key, _ in [*step.set, *step.now]:
            assert key in found, key


def test_a_moment_is_the_states_of_its_steps():
    """Step 18 of article A: Mul pushes 12 to x; the numbers are those of the visual specification."""
    graph = article_a()
    found = parts(picture(graph, state(graph.steps, 18)))
    seen = {key: e.get("data-state") or "".join(e.itertext()) for key, e in found.items()}
    assert seen["n3"] == "current" and seen["n3.floor"] == "pushing"
    assert (seen["n3.d0"], seen["n3.d1"]) == ("open", "full")
    assert (seen["g:n3:1"], seen["g:n3:1.chip"], seen["g:n3:1.chip.text"]) == ("current", "shown", "12")
    assert (seen["g:n3:0"], seen["g:n3:0.chip"]) == ("done", "hidden")
    assert (seen["n0.slot"], seen["n0.slot.text"]) == ("waiting", "12")
    assert (seen["n2.slot"], seen["n2.slot.text"]) == ("filled", "4")
    assert seen["n10.d0"] == "freed" and seen["n6.slot"] == "shown"
    last = parts(picture(graph, state(graph.steps)))
    assert {k: last[f"{k}.slot.text"].text for k in ("n0", "n1", "n2")} == {"n0": "12", "n1": "8", "n2": "4"}


def test_two_pictures_on_a_page_share_no_id():
    graph = fan_out()
    ids = [re.findall(r'\bid="([^"]*)"', picture(graph, prefix=prefix)) for prefix in ("lg-1", "lg-2")]
    assert ids[0] and not set(ids[0]) & set(ids[1])
    root = ET.fromstring(picture(graph, prefix="lg-1"))
    assert set(root.get("aria-labelledby").split()) == set(ids[0])
    assert "url(#" not in picture(graph) and "href" not in picture(graph)


def test_it_says_what_it_is():
    root = ET.fromstring(picture(article_a()))
    assert root.get("role") == "img" and root.get("lang") == "en"
    assert root.find(f"{SVG}title").text == "Computational graph of loss"
    assert root.find(f"{SVG}desc").text.startswith("4 operations, 3 leaves")
    russian = ET.fromstring(picture(article_a(), lang="ru"))
    assert russian.find(f"{SVG}title").text == "Граф вычислений: loss"
    assert russian.find(f"{SVG}desc").text.startswith("4 операции, 3 листа")
    assert "пусто" in texts(russian) and "freed" not in texts(russian)


@pytest.mark.parametrize("direction", ["LR", "TB"])
def test_nasty_names_are_text_and_nothing_else(direction):
    graph = nasty_names()
    svg = picture(graph, finished(graph), direction)
    root = ET.fromstring(svg)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "g", "title", "desc", "rect", "path", "text", "circle",
    }  # fmt: skip
    titles = {e.text for e in root.iter(f"{SVG}title")}
    for name in NASTY:
        assert any((title or "").startswith(plain(name)) for title in titles), name


def test_a_name_in_an_attribute_cannot_break_out():
    svg = picture(article_a(), prefix='"><script>')
    assert "<script>" not in svg
    ET.fromstring(svg)


def font_sizes():
    """Size and weight of a class of text, read from the style sheet."""
    sheet = SHEET.read_text(encoding="utf-8")
    return {name: float(size) for name, size in re.findall(r"\.lg-svg \.([\w.]+) \{[^}]*font-size: ([\d.]+)px", sheet)}


@pytest.mark.parametrize("name", ["nasty_names", "tensors", "skip_connection", "article_a", "dag_30"])
@pytest.mark.parametrize("direction", ["LR", "TB"])
def test_no_text_leaves_its_part(name, direction):
    """Every text on a node lies within the block of the node's parts, by the metric of the widest common font."""
    graph = ALL[name]()
    found, sizes = layout(graph, direction), font_sizes()
    root = ET.fromstring(render(graph, found, finished(graph)))
    for node in graph.nodes:
        group = next(e for e in root.iter() if e.get("data-key") == node.id)
        box = found.boxes[node.id]
        reach = found.boxes.get(f"{node.id}.slot") or found.boxes.get(f"{node.id}.floor") or box
        far = max(box.right, reach.right) - box.x
        for text in group.iter(f"{SVG}text"):
            classes = (text.get("class") or "").split()
            said = "".join(text.itertext())
            if not classes or "ct" in classes:
                continue  # the wait badge and the word at a cut stand out of their part on purpose
            named = classes[-1] if classes[-1][0] == "z" else ".".join(classes[-2:])
            size = sizes.get(named) or sizes.get(classes[0]) or 11
            mono = classes[0] in ("nm", "sh", "dl", "dv")
            size = 9.5 if classes[0] == "df" else size
            wide = width(said, size, mono=mono, bold=classes[0] in ("vl", "gv", "sy"))
            x = float(text.get("x"))
            ends = {"end": (x - wide, x), "middle": (x - wide / 2, x + wide / 2), "start": (x, x + wide)}
            anchor = "end" if classes[0] in ("vl", "gv", "sh", "dv", "df") else "start"
            anchor = "middle" if classes[0] in ("sy", "su", "lc") or "pin" in classes else anchor
            first, last = ends[anchor]
            assert first >= -0.5 and last <= far + 0.5, (node.id, classes, said)


def test_a_long_name_is_cut_and_whole_in_the_title():
    make = Maker()
    make.leaf("hidden_layer_weight", "2")
    svg = picture(make.graph())
    assert "hidden_layer_weight = 2" in svg
    name = texts(ET.fromstring(svg))[0]
    assert name.endswith("…") and "hidden_layer_weight".startswith(name[:-1]) and len(name) > 5


def test_numbers_keep_their_digits_as_long_as_they_fit():
    make = Maker()
    for value in ("3", "-0.25", "1.0743", "-0.03200013", "1.23456789e-08", "−1e−07", "nan", "-inf"):
        make.leaf("x", value)
    shown = [e.text for key, e in parts(picture(make.graph())).items() if key.endswith(".value.text")]
    assert shown == ["3", "−0.25", "1.0743", "−0.032", "1.23e−8", "−1e−07", "nan", "−inf"]


def test_letters_are_small_enough_for_all_that_the_timeline_will_say():
    make = Maker()
    x = make.leaf("x", "2")
    graph = make.graph(x)
    short = parts(picture(graph))[f"{x}.slot.text"].get("class")
    graph.steps = [Step("push", "backward", set=[[f"{x}.slot.text", "4"]], now=[[f"{x}.slot.text", "-0.0349 + 1"]])]
    long = parts(picture(graph))[f"{x}.slot.text"].get("class")
    assert short == "gv" and long != short


def cells(svg, node):
    group = next(e for e in ET.fromstring(svg).iter() if e.get("data-key") == node)
    found = {}
    for path in group.iter(f"{SVG}path"):
        kind = (path.get("class") or "").split(" ")[0]
        if kind in ("hp", "hn", "hm"):
            found[kind] = found.get(kind, 0) + path.get("d").count("M")
    return found


def test_a_heat_map_has_a_cell_a_value_and_a_dash_in_each_negative_one():
    make = Maker()
    make.leaf("W", "tensor", (2, 3), [[0.5, -1.0, 2.0], [0.0, -0.75, -0.5]])
    svg = picture(make.graph())
    assert cells(svg, "n0") == {"hp": 2, "hn": 3, "hm": 3}
    assert "2×3" in texts(ET.fromstring(svg))


def test_strength_follows_the_size_of_a_value():
    make = Maker()
    make.leaf("v", "tensor", (4,), [0.1, 0.3, 0.6, 1.0])
    assert re.findall(r'class="hp (h\d)"', picture(make.graph())) == ["h1", "h2", "h3", "h4"]


def test_tiny_cells_have_no_dash_and_a_large_tensor_says_its_range():
    graph = tensors()
    big = next(tensor for tensor in graph.tensors if tensor.label == "image")
    svg = picture(graph, finished(graph))
    assert "hm" not in cells(svg, big.id) and cells(svg, big.id)["hn"] > 50
    title = next(e for e in ET.fromstring(svg).iter() if e.get("data-key") == big.id).find(f"{SVG}title").text
    assert title == "image = (640, 480), float32, −0.94 … 0.88"


@pytest.mark.parametrize(
    "data", [[], [[]], ["nan", 1.0, "inf"], [[[1.0, -1.0]], [[2.0, 0.0]]], [True, False], [1] * 64]
)
def test_odd_data_is_drawn(data):
    make = Maker()
    make.leaf("t", "tensor", (1,), data)
    ET.fromstring(picture(make.graph()))


def test_a_cut_has_a_cross_a_word_and_no_floor():
    graph = cut()
    detach = next(op for op in graph.ops if op.cut)
    svg = picture(graph, finished(graph))
    group = parts(svg)[detach.id]
    assert "cut" in texts(group) and group.find(f"{SVG}path[@class='cx']") is not None
    assert f"{detach.id}.floor" not in parts(svg)
    assert parts(svg)[f"g:{detach.id}:0"].get("data-state") == "cut"
    assert "разрез" in texts(ET.fromstring(picture(graph, lang="ru")))


def test_an_error_leaves_a_stub_at_the_floor():
    graph = article_a()
    graph["n10"].error = True
    svg = picture(graph, {"g:n10:0": "error", "n10.floor": "error", "n10.d0": "missing"})
    found = parts(svg)
    assert found["g:n10:0"].find(f"{SVG}path[@class='st']") is not None
    assert found["g:n8:0"].find(f"{SVG}path[@class='st']") is None


def test_an_operation_that_raised_has_a_floor_for_the_error():
    make = Maker()
    a, b = make.const("tensor", "a", (2,)), make.const("tensor", "b", (3,))
    make.nodes.append(OpNode("n2", "add", "+", "Add", [a, b], [], error=True))
    svg = picture(make.graph(), {"n2": "current", "n2.floor": "error"})
    assert parts(svg)["n2.floor"].find(f"{SVG}path[@class='er']") is not None
    assert '.f[data-state="error"]>.er' in standalone(svg)


def test_lamps_stand_only_where_contributions_meet():
    graph = fan_out()
    svg = picture(graph)
    assert svg.count('class="lp"') == 2


def test_the_legend_stands_only_where_there_is_room():
    assert "pocket" in texts(ET.fromstring(picture(article_a())))
    assert "pocket" not in texts(ET.fromstring(picture(fan_out())))
    assert "pocket" not in texts(ET.fromstring(picture(article_a(), direction="TB")))


# ---- the style that goes with a picture


def rules(svg):
    return re.search(r"<style>(.*?)</style>", svg, re.DOTALL)[1]


def test_a_standalone_picture_fits_a_narrow_place_and_stays_readable():
    head = standalone('<svg class="lg-svg" width="800" height="90"></svg>').split(">")[0]
    assert head.endswith('style="max-width:100%;min-width:560px;height:auto"')


def test_a_standalone_picture_has_a_look_for_each_of_its_classes_and_states():
    graph = article_a()
    svg = picture(graph, state(graph.steps))
    style = rules(standalone(svg))
    for needed in (".leaf .bx{", ".op .bx{", '.pk[data-state="filled"]', '[data-state="freed"]', ".lg-svg text{"):
        assert needed in style, needed
    for absent in ("pushing", '"ghost"', '"open"', ".lp", ".hp", "animation", "transition", ".cx", ".st{"):
        assert absent not in style, absent
    ET.fromstring(standalone(svg))


def test_the_style_follows_the_page_and_else_the_system():
    style = rules(standalone(picture(article_a())))
    order = [style.index(mark) for mark in (
        "prefers-color-scheme:dark", '[data-jp-theme-light="true"]', '[data-jp-theme-light="false"]', ".lg-svg text",
    )]  # fmt: skip
    assert order == sorted(order)
    assert style.count("--leaf-fill:#E4F5EF") == 2 and style.count("--leaf-fill:#11352B") == 2


def test_the_small_style_says_what_the_sheet_says():
    """Taken out of the sheet and made small, each rule still selects the same and sets the same."""

    def rules_of(css):
        css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
        for selector, body in re.findall(r"([^{}]*)\{([^{}]*)\}", css):
            if "@media" not in selector:
                words = re.sub(r"\s*([,>])\s*", r"\1", " ".join(selector.split()))
                yield (
                    words,
                    tuple(" ".join(line.split()).replace(": ", ":") for line in body.split(";") if line.strip()),
                )

    graph = ALL["cut"]()
    found = set(rules_of(rules(standalone(picture(graph, finished(graph))))))
    sheet = {
        (selector, tuple(re.sub(r"\s*,\s*", ",", line) for line in body))
        for selector, body in rules_of(SHEET.read_text(encoding="utf-8"))
    }
    assert len(found) > 40 and found <= sheet, found - sheet


def test_no_colour_is_written_into_the_picture():
    svg = picture(tensors(), finished(tensors()))
    assert not re.search(r"#[0-9A-Fa-f]{3,8}\b|\bfill=|\bstroke=", svg)


def test_every_class_of_a_picture_is_known_to_the_sheet():
    sheet = SHEET.read_text(encoding="utf-8")
    graph = ALL["cut"]()
    used = " ".join(re.findall(r'class="([^"]*)"', picture(graph) + picture(tensors()) + picture(fan_out()))).split()
    unstyled = {name for name in used if not re.search(rf"\.{name}\b", sheet)}
    assert unstyled <= {"n"}, unstyled


# ---- the metric


@pytest.mark.parametrize("text", ["", "x", "loss", "длинное имя", "😀", "e\u0301"])
def test_fit_is_within_its_room(text):
    for room in (0, 5, 20, 60, 500):
        fitted = fit(text, room, 12)
        assert width(fitted, 12) <= room or fitted == "…"
    assert fit(text, 500, 12) == text


def test_minus_signs():
    assert number("-1 -2, [-3] 2-1 w-1 1e-05") == "−1 −2, [−3] 2-1 w-1 1e−05"
