"""The stepper without a page: the same model, the same words."""

import json
from pathlib import Path

import pytest

from minigrad.draw.engines import LayoutError
from minigrad.trace.graph import Graph, TensorNode, Value
from minigrad.widgets import stepper as module
from minigrad.widgets.stepper import Stepper

DATA = Path(__file__).parents[1] / "data" / "article_a.graph.json"


@pytest.fixture
def article_a() -> Graph:
    return Graph.from_json(json.loads(DATA.read_text(encoding="utf-8")))


@pytest.fixture
def no_engine(monkeypatch):
    def fail(*args, **kwargs):
        raise LayoutError("neither engine answered")

    monkeypatch.setattr(module, "layout", fail)


def leaves(n: int) -> Graph:
    nodes = [TensorNode(f"n{i}", "leaf", f"x{i}", f"x{i}", Value("1"), requires_grad=True) for i in range(n)]
    return Graph(nodes=nodes, roots=[f"n{n - 1}"])


def test_the_step_is_told_in_words(article_a):
    stepper = Stepper(article_a, predict=False)
    stepper.index = 18
    assert stepper.step["verb"] == "push"
    assert stepper.step["say"] == "Push through Mul to x: 4 from above times w\xa0=\xa03 gives 12."
    assert stepper.describe().splitlines() == [
        "Step 18 of 22, Push.",
        "Push through Mul to x: 4 from above times w\xa0=\xa03 gives 12.",
        "Line 6: loss.backward()",
        "upstream 4 × local 3 = contribution 12 → x.grad None",
        "∂loss/∂x  =  ∂loss/∂(w*x) · w",
    ]


def test_the_same_step_in_russian(article_a):
    stepper = Stepper(article_a, lang="ru", predict=False)
    stepper.index = 18
    assert stepper.describe().splitlines()[:3] == [
        "Шаг 18 из 22, «Передать».",
        "Передать через Mul в x: сверху 4, умножаем на w\xa0=\xa03, получаем 12.",
        "Строка 6: loss.backward()",
    ]
    assert stepper.payload["summary"].replace("\xa0", " ") == "loss: 4 операции, 3 кармана, 22 шага"
    assert stepper.payload["labels"].keys() == Stepper(article_a).payload["labels"].keys()


@pytest.mark.parametrize("k", [-1, 23, 1000])
def test_a_step_that_does_not_exist(article_a, k):
    stepper = Stepper(article_a)
    stepper.index = 7
    with pytest.raises(IndexError, match=f"There is no step {k}: this timeline goes from 0 to 22"):
        stepper.index = k
    assert stepper.index == 7


def test_a_language_that_has_no_catalogue(article_a):
    with pytest.raises(KeyError, match="'de'"):
        Stepper(article_a, lang="de")


def test_the_snapshot_is_the_picture_at_this_step(article_a):
    stepper = Stepper(article_a, predict=False)
    stepper.index = 18
    assert 'data-key="g:n3:1.chip" data-state="shown"' in stepper.snapshot()
    stepper.index = 0
    assert 'data-key="n3" data-state="ghost"' in stepper.snapshot()


def test_what_a_page_without_widgets_shows(article_a):
    stepper = Stepper(article_a)
    bundle, _ = stepper._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == stepper.payload["twin"]
    assert bundle["image/svg+xml"].startswith("<svg") and "<style>" in bundle["image/svg+xml"]
    assert 'data-key="n0.slot" data-state="filled"' in bundle["image/svg+xml"]  # the end of the story
    assert "current" not in bundle["image/svg+xml"].split("</style>")[1]


def test_the_short_form_holds_no_address(article_a):
    stepper = Stepper(article_a)
    stepper.index = 3
    assert repr(stepper) == "Stepper(22 steps, index=3)"


def test_two_pictures_never_share_an_id(article_a):
    pictures = [picture for _ in range(2) for picture in Stepper(article_a).payload["svg"].values()]
    found = [part.split('"')[0] for picture in pictures for part in picture.split(' id="')[1:]]
    assert found and len(found) == len(set(found))


def test_without_a_layout_engine_the_steps_stay(article_a, no_engine):
    stepper = Stepper(article_a)
    assert stepper.payload["svg"] is None
    assert stepper.payload["notice"].startswith("No layout engine was found")
    assert len(stepper.payload["steps"]) == 23
    assert stepper.snapshot() is None
    bundle, _ = stepper._repr_mimebundle_()
    assert "image/svg+xml" not in bundle
    assert bundle["text/plain"] == stepper.payload["twin"] + "\n" + stepper.payload["notice"]


def test_a_graph_above_the_limit_asks_no_engine(no_engine, monkeypatch):
    stepper = Stepper(leaves(301))
    assert stepper.payload["svg"] is None and stepper.payload["steps"] == []
    assert stepper.payload["notice"].startswith("301 nodes: too many for a picture.")
    assert stepper.describe().startswith("301 nodes")
    assert stepper.step is None
    with pytest.raises(IndexError, match="from 0 to 0"):
        stepper.index = 1


@pytest.mark.parametrize(
    "reason, count, told",
    [
        ("ops", 20000, "The recording stopped after 20000 operations:"),
        ("bytes", 64 * 2**20, "The recording stopped after 64 MB of values:"),
        ("nodes", 1500, "1500 nodes: too many for a picture."),
        ("fault", 1, "The recording of this cell broke off after 1 operation."),
    ],
)
def test_a_recording_that_was_cut_short_says_so(reason, count, told):
    graph = leaves(2)
    graph.truncated = {"reason": reason, "count": count}
    stepper = Stepper(graph)
    assert stepper.payload["svg"] is None and stepper.payload["steps"] == []
    assert stepper.payload["notice"].startswith(told)
    assert Stepper(graph, lang="ru").payload["notice"]


def test_the_payload_is_plain_data_and_stays_small(article_a):
    payload = Stepper(article_a).payload
    assert json.loads(json.dumps(payload)) == payload
    steps = len(json.dumps(payload["steps"], ensure_ascii=False))
    assert steps < 23 * 1200


def test_numbers_in_the_picture_have_a_real_minus(article_a):
    push = article_a.steps[18]
    push.now.append(["g:n3:1.chip.text", "-12"])
    stepper = Stepper(article_a)
    assert stepper.payload["steps"][18]["now"][-1] == ["g:n3:1.chip.text", "\N{MINUS SIGN}12"]


@pytest.mark.parametrize("lang, told", [("en", "Run this cell to use the controls."),
                                        ("ru", "Запустите эту ячейку, чтобы листать шаги.")])
def test_a_page_without_a_kernel_is_told_how_to_get_the_controls(article_a, lang, told):
    stepper = Stepper(article_a, lang=lang)
    bundle, _ = stepper._repr_mimebundle_()
    assert f">{told}</text>" in bundle["image/svg+xml"]
    assert told not in bundle["text/plain"] and told not in stepper.snapshot()
    assert all(told not in picture for picture in stepper.payload["svg"].values())


def test_the_limit_of_a_picture_is_an_argument():
    assert Stepper(leaves(4), most=3).payload["svg"] is None
    assert "4" in Stepper(leaves(4), most=3).payload["notice"]
    assert Stepper(leaves(4), most=4).payload["svg"] is not None


def test_a_page_makes_its_folder_and_says_where_it_cant_be(tmp_path):
    stepper = Stepper(Graph(), lang="ru")
    assert stepper.save(tmp_path / "нет" / "ещё" / "шаг.html", title="</title><script>").exists()
    for place in (tmp_path, "", tmp_path / ("x" * 300), tmp_path / "a\0b"):
        with pytest.raises(OSError, match="не получается"):
            stepper.save(place)
    for no_name in (None, 3, b"page.html"):
        with pytest.raises(TypeError, match="имя файла"):
            stepper.save(no_name)
