"""Sliders for leaves: what is computed, what is told, and that nothing leaks into the learner's session."""

import numpy as np
import pytest

import minigrad
from minigrad.core.observe import observers
from minigrad.trace import Recorder
from minigrad.widgets.leaf_sliders import LeafSliders


def loss_of(x, w, b):
    y = w * x + b
    return (y - 5) ** 2


ARTICLE_A = {"x": (2.0, -5, 5), "w": (3.0, -5, 5), "b": (1.0, -5, 5)}


def test_the_numbers_of_article_a():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    assert sliders.result == 4.0
    assert sliders.slopes == {"x": 12.0, "w": 8.0, "b": 4.0}
    assert sliders.at == {"x": 2.0, "w": 3.0, "b": 1.0}


def test_a_nudge_stands_beside_what_the_slope_promised():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    sliders.move(w=2.5)
    assert sliders.result == 1.0
    assert sliders.describe().splitlines() == [
        "result = 1",
        "x = 2, slope 5",
        "w = 2.5, slope 4",
        "b = 1, slope 2",
        "w moved by −0.5. The slope 8 promised a change of −4; the result changed by −3. The gap is 1.",
    ]


def test_a_linear_function_has_no_gap():
    sliders = LeafSliders(lambda w: 3 * w, {"w": (1.0, -5, 5)}, lang="ru")
    sliders.move(w=1.1)
    assert sliders.describe().endswith("Расхождение 0.")


def test_moves_of_one_gesture_are_one_nudge():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    for place in (2.9, 2.8, 2.5):  # a slider that is dragged: one value after the other
        sliders._sliders["w"].value = place
    assert "w moved by −0.5. The slope 8 promised a change of −4;" in sliders.describe()
    sliders._sliders["b"].value = 2.0
    assert "b moved by 1. The slope 2 promised a change of 2;" in sliders.describe()


def test_slider_and_field_are_one_number():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    slider, box, slope = sliders.children[1].children
    box.value = 2.0
    assert slider.value == 2.0 and sliders.result == 0.0
    assert ">w.grad = 0<" in slope.value
    for control in (slider, box):
        assert control.tooltip


def test_reset_goes_back_to_the_start():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    before = sliders.describe()
    sliders.move(w=-1.0, x=4.0)
    sliders.reset()
    assert sliders.describe() == before


def test_fixed_arguments_get_no_slope():
    sliders = LeafSliders(loss_of, {"w": (3.0, -5, 5)}, at={"x": 2.0, "b": 1.0})
    assert sliders.slopes == {"w": 8.0}
    assert sliders.at == {"w": 3.0, "x": 2.0, "b": 1.0}
    assert len(sliders.children) == 4  # one row, the button, the sentence, the picture


def test_an_argument_that_the_result_does_not_use():
    sliders = LeafSliders(lambda w, unused: w * 2, {"w": (1.0, 0, 2), "unused": (1.0, 0, 2)})
    assert sliders.slopes == {"w": 2.0, "unused": 0.0}


def test_the_cell_that_makes_sliders_records_nothing_of_them():
    with Recorder() as recorder:
        sliders = LeafSliders(loss_of, ARTICLE_A)
        sliders.move(w=2.0)
        assert observers == [recorder]
    assert recorder.cell.ops == []


def test_watchers_come_back_when_the_function_fails():
    with Recorder() as recorder:
        with pytest.raises(ZeroDivisionError):
            LeafSliders(lambda w: 1 / 0, {"w": (1.0, 0, 2)})
        assert observers == [recorder]


def test_a_function_that_fails_later_is_told_and_the_next_move_works():
    def fragile(w):
        if w > 1.5:
            raise ValueError("<too> large")
        return w * w

    sliders = LeafSliders(fragile, {"w": (1.0, 0, 2)})
    sliders.move(w=1.8)
    assert "ValueError: <too> large" in sliders.describe()
    assert "&lt;too&gt;" in sliders.children[2].value and "<too>" not in sliders.children[2].value
    sliders.move(w=1.2)
    assert np.isclose(sliders.result, 1.44) and "ValueError" not in sliders.describe()


@pytest.mark.parametrize(
    "kind, told, arguments",
    [
        (ValueError, "goes from -5 to 5, and 7 is not on it", ({"w": (7.0, -5, 5)}, {"x": 1.0, "b": 1.0})),
        (TypeError, "missing a required argument: 'b'", ({"w": (1.0, -5, 5)}, {"x": 1.0})),
        (TypeError, "unexpected keyword argument 'q'", ({"q": (1.0, -5, 5)}, {"x": 1.0, "w": 1.0, "b": 1.0})),
    ],
)
def test_mistakes_in_the_call_are_named(kind, told, arguments):
    with pytest.raises(kind, match=told):
        LeafSliders(loss_of, *arguments)


def test_a_function_that_returns_no_tensor():
    with pytest.raises(TypeError, match="must return a tensor of one number, not float"):
        LeafSliders(lambda w: 2.0, {"w": (1.0, 0, 2)})


def test_a_place_outside_the_slider():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    with pytest.raises(ValueError, match="w = 9 is outside its slider, which goes from -5 to 5"):
        sliders.move(w=9.0)
    assert sliders.at["w"] == 3.0


def test_what_a_page_without_widgets_shows():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    bundle = sliders._repr_mimebundle_()
    assert bundle["text/plain"] == sliders.describe()
    assert bundle["image/svg+xml"].startswith("<svg") and bundle["image/svg+xml"] == sliders.snapshot()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert repr(sliders) == "LeafSliders(x=2, w=3, b=1)"


def test_moving_keeps_one_picture():
    sliders = LeafSliders(loss_of, ARTICLE_A)
    children = len(sliders.children)
    for i in range(5):
        sliders.move(w=float(i))
    assert len(sliders.children) == children
    assert sliders.children[-1].value.count("<svg") == 1
    assert minigrad.is_grad_enabled()
