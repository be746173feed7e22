"""The words: the sentences of the visual specification, in both languages, on recorded graphs."""

import json
import re
import string
from pathlib import Path

import pytest

from minigrad.draw.words import first_sentence, listed, matrix, step_words
from minigrad.i18n import catalogue, languages, places, plural, say
from minigrad.trace import Graph
from minigrad.trace.notation import TABLE, as_factor, shortened, write
from tests.trace.cells import Session, graph_of_cell, op, sentences

ARTICLE_A = Graph.from_json(json.loads(
    (Path(__file__).parents[1] / "data" / "article_a.graph.json").read_text(encoding="utf-8")))

FAN_OUT = "x = tensor(2., requires_grad=True)\ny = tensor(3., requires_grad=True)\nz = x * y + x ** 2\nz.backward()"
CUT = ("x = tensor(2., requires_grad=True)\nw = tensor(3., requires_grad=True)\nh = x * w\nc = h.detach()\ny = c * w\n"
       "y.backward()")
SECOND = "x = tensor(7., requires_grad=True)\nloss = (x - 5) ** 2\nloss.backward()\nloss.backward()"


@pytest.mark.parametrize("k, english, russian", [
    (0, "Before line 1. The dotted shapes show where the graph will grow.",
     "До строки 1. Пунктир показывает, где вырастет граф."),
    (1, "Line 1. Leaf x holds 2. It requires grad, so it has a pocket.",
     "Строка 1. Лист x хранит 2. Ему нужен градиент, поэтому у него есть карман."),
    (4, "Line 4. w × x = 6. Mul keeps w and x for the way back.",
     "Строка 4. w × x = 6. Узел Mul сохраняет w и x на обратный путь."),
    (5, "Line 4. 6 + 1 = 7. Add needs to remember nothing.", "Строка 4. 6 + 1 = 7. Узлу Add запоминать нечего."),
    (7, "Line 5. 2² = 4. Pow keeps y-5 for the way back.",
     "Строка 5. 2² = 4. Узел Pow сохраняет y-5 на обратный путь."),
    (8, "Collect. Walking back from loss: 4 nodes and 3 pockets found.",
     "Собрать. Идём назад от loss: найдены 4 узла и 3 кармана."),
    (9, "Order. Each node counts who must finish before it. Only Pow is ready.",
     "Упорядочить. Каждый узел считает, кого он ждёт. Готов только Pow."),
    (10, "Seed. The gradient of loss by loss itself is 1.", "Затравить. Градиент loss по самому loss равен 1."),
    (11, "Push through Pow to y-5: 1 from above times 2·2 gives 4.",
     "Передать через Pow в y-5: сверху 1, умножаем на 2·2, получаем 4."),
    (12, "Free. The drawers of Pow are emptied; the node stays.",
     "Освободить. Ящики узла Pow опустели; сам узел остаётся."),
    (18, "Push through Mul to x: 4 from above times w\xa0=\xa03 gives 12.",
     "Передать через Mul в x: сверху 4, умножаем на w\xa0=\xa03, получаем 12."),
    (21, "Accumulate. The pocket x.grad was empty; now it holds 12.",
     "Накопить. Карман x.grad был пуст, теперь в нём 12."),
    (22, "Done. b.grad 4, w.grad 8, x.grad 12. Nodes stay, drawers are empty.",
     "Готово. b.grad 4, w.grad 8, x.grad 12. Узлы на месте, ящики пусты."),
])
def test_article_a(k, english, russian):
    assert step_words(ARTICLE_A, ARTICLE_A.steps[k], "en")["say"] == english
    assert step_words(ARTICLE_A, ARTICLE_A.steps[k], "ru")["say"] == russian


def test_the_badge_says_the_verb_the_screen_does_not():
    words = step_words(ARTICLE_A, ARTICLE_A.steps[9], "en")
    assert words["badge"] == "Order"
    assert words["short"] == "Each node counts who must finish before it. Only Pow is ready."


def test_card_and_formula_of_a_push():
    words = step_words(ARTICLE_A, ARTICLE_A.steps[18], "ru")
    assert words["card"] == {"kind": "eq", "cells": [
        {"label": "сверху", "value": "4", "role": "in"}, "×",
        {"label": "локальная", "value": "3", "role": "local", "note": "w"}, "=",
        {"label": "вклад", "value": "12", "role": "result"}, "→",
        {"label": "x.grad", "value": "None", "role": "sum"}]}
    assert words["formula"] == "∂loss/∂x  =  ∂loss/∂(w*x) · w"
    assert step_words(ARTICLE_A, ARTICLE_A.steps[11], "en")["formula"] == "∂loss/∂(y-5)  =  1 · 2 · (y-5)"


def test_fork():
    graph = graph_of_cell(FAN_OUT)
    assert sentences(graph, verb="order") == ["Order. Pocket x waits for two contributions: x is used twice."]
    assert sentences(graph, "ru", "order") == ["Упорядочить. Карман x ждёт два вклада: x используется дважды."]
    assert sentences(graph, verb="accumulate")[0] == "Accumulate. Two roads met in pocket x: 4 + 3 = 7."
    assert sentences(graph, "ru", "accumulate")[0] == "Накопить. В кармане x сошлись два пути: 4 + 3 = 7."
    step = next(step for step in graph.steps if step.verb == "accumulate")
    cells = step_words(graph, step, "en")["card"]["cells"]
    assert [cell if isinstance(cell, str) else (cell["label"], cell["value"]) for cell in cells] == [
        ("via ( )²", "4"), "+", ("via ×", "3"), "=", ("x.grad", "7")]


def test_cut():
    graph = graph_of_cell(CUT)
    assert sentences(graph)[0] == "Before line 1. Line 4 will cut the way back."
    assert sentences(graph)[4] == "Line 4. The value 6 passes; the way back is cut."
    assert sentences(graph, "ru")[4] == "Строка 4. Значение 6 проходит, обратный путь перерезан."
    assert sentences(graph)[5].endswith("Mul keeps only c: nothing will go back to c.")


def test_second_backward():
    graph = graph_of_cell(SECOND, RuntimeError)
    words = step_words(graph, graph.steps[-1], "en")
    freed = next(k for k, step in enumerate(graph.steps) if step.verb == "free")
    assert words["say"] == f"Stopped at Pow. It needs x-5, but that drawer was emptied at step {freed}."
    assert words["card"]["message"] == (
        "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they "
        "have already been freed).")
    assert words["card"]["rows"] == [
        ["Why", "Pow multiplies by 2 · (x-5), and the drawer x-5 is empty."],
        ["Try", "Run line 2 again, or call the first backward with retain_graph=True."]]
    russian = step_words(graph, graph.steps[-1], "ru")
    assert russian["say"] == f"Остановка на Pow. Ему нужно x-5, но этот ящик опустел на шаге {freed}."


def test_an_error_on_the_way_forward():
    graph = graph_of_cell("a = torch.ones(2, 3, requires_grad=True)\nb = torch.ones(4)\nc = a + b", RuntimeError)
    words = step_words(graph, graph.steps[-1], "en")
    assert words["say"] == "Line 3. a + b stopped with RuntimeError."
    assert words["card"]["rows"] == [["a", "(2, 3)"], ["b", "(4,)"]]


def test_a_number_alone_in_a_row_is_said_as_it_is():
    graph = graph_of_cell("x = torch.tensor([2.0], requires_grad=True)\nz = x * 3 + x**2\nz.backward()")
    said = sentences(graph)
    assert "Line 1. Leaf x holds [2]. It requires grad, so it has a pocket." in said
    assert "Line 2. [6] + [4] = [10]. Add needs to remember nothing." in said
    assert "Seed. The gradient of z by z itself is 1." in said
    assert "Accumulate. Two roads met in pocket x: [4] + [3] = [7]." in said
    assert not any("has shape" in sentence for sentence in said)


def test_shapes_stand_for_arrays():
    graph = graph_of_cell("X = tensor([[1., 2.], [3., 4.]])\nW = tensor([[1., 0.], [0., 1.]], requires_grad=True)\n"
                          "h = X @ W\nh.sum().backward()")
    pushes = sentences(graph, verb="push")
    assert pushes == ["Push through Sum to h: every element gets 1 from above, in all (2, 2).",
                      "Push through Matmul to W: Xᵀ @ (2, 2) from above gives (2, 2)."]
    step = next(step for step in graph.steps if step.verb == "push" and step.node == op(graph, "Matmul").id)
    words = step_words(graph, step, "en")
    assert words["formula"] == "∂h.sum()/∂W  =  Xᵀ @ ∂h.sum()/∂h"
    assert [cell["matrix"] for cell in words["card"]["cells"] if isinstance(cell, dict) and "matrix" in cell][-1] == [
        ["4", "4"], ["6", "6"]]


def test_functions_show_their_slope():
    graph = graph_of_cell("x = tensor(0., requires_grad=True)\ny = x.cos()\nz = y.exp()\nz.backward()")
    assert sentences(graph, verb="push") == [
        "Push through Exp to y: 1 from above times z\xa0=\xa02.718 gives 2.718.",
        "Push through Cos to x: 2.718 from above times −sin(x)\xa0=\xa00 gives 0."]


def test_a_value_added_to_what_was_there():
    graph = graph_of_cell("w = tensor(3., requires_grad=True)\n(w * 2).backward()\n(w * 5).backward()")
    assert sentences(graph, verb="accumulate")[1] == "Accumulate. The pocket w.grad held 2; 5 more makes 7."
    assert sentences(graph, "ru", "accumulate")[1] == "Накопить. В кармане w.grad было 2, добавилось 5, стало 7."
    assert sentences(graph, verb="collect")[1].startswith("Collect. Backward number 2.")


def test_lines_of_other_cells_are_told_apart():
    session = Session()
    session.run("x = tensor(2., requires_grad=True)\ny = x * 3")
    graph = session.graph("z = y + 1")
    assert sentences(graph, verb="run") == [
        "Cell 1, line 1. Leaf x holds 2. It requires grad, so it has a pocket.",
        "Cell 1, line 2. 2 × 3 = 6. Mul keeps 3 for the way back.", "Line 1. 6 + 1 = 7. Add needs to remember nothing."]


WORKSHOP = [
    FAN_OUT, CUT, "x = tensor([1., -2.], requires_grad=True)\ny = (x.relu() * x).mean()\ny.backward()",
    "w = tensor(3., requires_grad=True)\nwith torch.no_grad():\n    w -= 1\n    v = w * 2",
    "x = torch.arange(40.).reshape(8, 5).requires_grad_()\ny = x[1:3].t().exp().std()\ny.backward()",
    "x = torch.ones(9, 9, requires_grad=True)\np, q, r = x.split(3)\ns = torch.cat([p, q * 2, r]).amax()\ns.backward()",
    "x = tensor(2., requires_grad=True)\nb = torch.zeros(3)\nb[1] = x * 2\nb.sum().backward()",
    "x = tensor(3., requires_grad=True)\ny = x ** 3\ng, = torch.autograd.grad(y, x, create_graph=True)\ng.backward()",
]


@pytest.mark.parametrize("source", WORKSHOP)
@pytest.mark.parametrize("lang", languages)
def test_every_step_can_be_said(source, lang):
    graph = graph_of_cell(source)
    for step in graph.steps:
        words = step_words(graph, step, lang)
        assert set(words) == {"badge", "say", "short", "card", "formula"}
        assert words["say"] and "{" not in words["say"] and "None, None" not in words["say"]
        assert "  " not in words["say"] and " ." not in words["say"]
        if lang == "ru":
            assert any("а" <= letter <= "я" for letter in words["say"].lower())
        json.dumps(words)


@pytest.mark.parametrize("name", ["a<b", "x|y", "{x}", '"q"', "back\\slash", "имя", "two\nlines"])
def test_names_go_through_unchanged(name):
    plain = json.loads(json.dumps(ARTICLE_A.to_json()))
    for node in plain["nodes"]:
        if node.get("name") == "x":
            node["name"] = node["label"] = name
    graph = Graph.from_json(plain)
    said = step_words(graph, graph.steps[1], "en")["say"]
    assert said == f"Line 1. Leaf {' '.join(name.split())} holds 2. It requires grad, so it has a pocket."


def test_catalogues_have_the_same_keys_and_places():
    english, russian = catalogue("trace", "en"), catalogue("trace", "ru")
    assert list(english) == list(russian)
    for key in english:
        assert places(english[key]) == places(russian[key]), key


def test_catalogues_use_only_what_they_can_fill():
    for lang in languages:
        for key, sentence in catalogue("trace", lang).items():
            bare = say(f"trace.{key}", lang, **dict.fromkeys(places(sentence), 2))
            assert "{" not in bare and "}" not in bare and "|" not in bare, key
            for _, place, *_ in string.Formatter().parse(sentence.replace("|", "_")):
                assert place is None or place


def test_unknown_keys_languages_and_missing_values_are_named():
    with pytest.raises(KeyError, match="trace.nothing"):
        say("trace.nothing", "en")
    with pytest.raises(KeyError, match="de"):
        say("trace.badge.run", "de")
    with pytest.raises(KeyError, match="needs 'n'"):
        say("trace.line", "en")


def test_a_value_with_braces_is_not_a_place():
    assert say("trace.verb", "en", badge="{sentence}", sentence="{n|a|b}") == "{sentence}. {n|a|b}"


@pytest.mark.parametrize("n, form", [(0, "узлов"), (1, "узел"), (2, "узла"), (4, "узла"), (5, "узлов"), (11, "узлов"),
                                     (12, "узлов"), (21, "узел"), (22, "узла"), (25, "узлов"), (101, "узел"),
                                     (111, "узлов")])
def test_russian_plurals(n, form):
    assert say("trace.count.nodes", "ru", n=n) == f"{n} {form}"
    assert say("trace.count.nodes", "en", n=n) == f"{n} node{'s' if n != 1 else ''}"


def test_russian_plural_of_a_fraction():
    assert plural(1.5, "ru") == 1


def test_small_parts():
    assert listed([], "en") == "" and listed(["a"], "en") == "a" and listed(["a", "b", "c"], "ru") == "a, b и c"
    assert shortened("x" * 40) == "x" * 19 + "…" + "x" * 8
    assert first_sentence("At 0.5 it broke. Then more.") == "At 0.5 it broke."
    assert matrix([[1.0, -2.5], ["nan", 0]]) == [["1", "−2.5"], ["nan", "0"]]
    assert matrix([[[1]]]) is None and matrix([]) is None


def test_a_factor_that_is_a_sum_stands_in_brackets():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\nh = torch.tanh(x * 3)\n(h * (x - 5)).backward()")
    told = {step.args["input"]: step_words(graph, step, "en") for step in graph.steps
            if step.verb == "push" and graph[step.node].title == "Mul" and step.args["upstream"]["text"] == "1"}
    assert told[0]["formula"] == "∂(h*(x-5))/∂h  =  1 · (x-5)"
    assert "times (x-5)\xa0=\xa0−3 gives" in told[0]["say"]
    tanh = next(step for step in graph.steps if step.verb == "push" and graph[step.node].title == "Tanh")
    assert step_words(graph, tanh, "en")["formula"] == "∂(h*(x-5))/∂(x*3)  =  ∂(h*(x-5))/∂h · (1 − h²)"
    assert "(1\xa0−\xa0h²)" in step_words(graph, tanh, "ru")["say"]


def test_a_negative_factor_stands_in_brackets_in_the_formula_alone():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = 5 - x\ny.backward()")
    push = next(step for step in graph.steps if step.verb == "push")
    words = step_words(graph, push, "en")
    assert words["formula"] == "∂y/∂x  =  1 · (−1)"
    assert "times −1 gives −1" in words["say"]


@pytest.mark.parametrize("op", sorted(TABLE))
def test_every_local_factor_can_stand_beside_a_dot(op):
    for i, template in enumerate(TABLE[op].local):
        if template is None:
            continue
        written = as_factor(write(template, ["p+q", "r-s", "u*v"], "k+m", {"exponent": 3}))
        bare = written
        for _ in range(4):                        # from the innermost brackets outwards
            bare = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", bare)
        assert not re.search(r"[+−-]", bare), (op, i, written)
