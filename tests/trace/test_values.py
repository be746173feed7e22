"""Copies of values and how numbers are written."""

import json

import numpy as np
import pytest

from minigrad.trace.notation import TABLE, bracketed, notation, number, symbol, write
from minigrad.trace.values import snapshot, value


@pytest.mark.parametrize("given, told", [
    (3.0, "3"), (-3.0, "−3"), (0.5, "0.5"), (1 / 3, "0.3333"), (-0.0, "0"), (12345.0, "12345"),
    (1234567.0, "1.235e+06"),
    (1e-5, "1e−05"), (float("nan"), "nan"), (float("inf"), "inf"), (float("-inf"), "−inf"), (7, "7"), (-7, "−7"),
    (True, "True"), (np.float32(0.1), "0.1"), (np.int64(-2), "−2"), (np.bool_(False), "False"),
])
def test_numbers(given, told):
    assert number(given) == told


def test_small_arrays_are_whole():
    kept = value(snapshot(np.array([[1.5, -2.0], [np.nan, np.inf]], np.float32)))
    assert (kept.text, kept.shape, kept.data) == ("(2, 2)", [2, 2], [[1.5, -2.0], ["nan", "inf"]])
    assert json.loads(json.dumps(kept.data)) == kept.data
    assert value(snapshot(np.zeros(64))).data == [0.0] * 64


def test_large_arrays_are_summed_up():
    kept = value(snapshot(np.arange(200.0).reshape(10, 20)))
    assert kept.data is None and (kept.min, kept.max, kept.mean) == (0.0, 199.0, 99.5)
    assert len(kept.thumb) == 10 and len(kept.thumb[0]) == 16
    assert kept.thumb[0][0] == 0.0 and kept.thumb[-1][-1] == 199.0
    assert len(value(snapshot(np.ones((3, 40, 40)))).thumb) == 16


def test_a_snapshot_does_not_follow_the_array():
    array = np.array([1.0, 2.0])
    kept = snapshot(array)
    array[0] = 9
    assert value(kept).data == [1.0, 2.0]


def test_empty_array():
    assert value(snapshot(np.zeros((0, 3)))).text == "(0, 3)"


@pytest.mark.parametrize("label, told", [
    ("x", "x"), ("y-5", "(y-5)"), ("x.sum()", "x.sum()"), ("f(a, b)", "f(a, b)"), ("−2", "(−2)"), ("a[0]", "a[0]"),
    ("(a)+(b)", "((a)+(b))"), ("имя", "имя"),
])
def test_brackets(label, told):
    assert bracketed(label) == told


def test_powers():
    assert symbol("pow", {"exponent": 2}) == "( )²" and symbol("pow", {"exponent": -1}) == "( )⁻¹"
    local = notation("pow").local_of(0)
    assert write(local, ["y-5"], "", {"exponent": 2}) == "2 · (y-5)"
    assert write(local, ["x"], "", {"exponent": 3}) == "3 · x²"
    assert write(local, ["x"], "", {"exponent": 0.5}) == "0.5 · x^−0.5"


def test_an_unknown_operation_is_still_written():
    style = notation("log_softmax")
    assert (style.title, style.symbol, style.local_of(0)) == ("LogSoftmax", "log_softmax", None)
    assert write(style.forward, ["x", "y"], "", {}) == "log_softmax(x, y)"


def test_every_row_of_the_table_can_be_written():
    for name, style in TABLE.items():
        settings = {"exponent": 3, "base": 2, "index": 0}
        for template in (style.forward, style.code, *style.local):
            told = write(template, ["p", "q", "r"], "s", settings, 4)
            assert told and "{" not in told and "·" not in told.replace(" · ", ""), (name, template, told)
