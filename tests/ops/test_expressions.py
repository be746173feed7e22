"""Making, rearranging, picking, writing: what expressions print, and with what they fail, is what PyTorch says."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import minigrad

lines = (Path(__file__).parent / "expressions.txt").read_text(encoding="utf-8").splitlines()
expressions = [line for line in lines if line and not line.startswith("#")]


def names(m):
    return {"torch": m, "np": np, "x": m.arange(6.0).reshape(2, 3), "y": m.zeros(2, 3, 4),
            "r": m.arange(6.0).reshape(2, 3).requires_grad_(), "A": m.ones(2, 3), "v": m.ones(3), "B": m.ones(2, 2, 3),
            "i": m.tensor([[0], [2]])}


def said(m, expression):
    """What the expression prints, or the type and the first sentence of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return re.sub(r"0x\w+", "0x…", repr(eval(expression, names(m))))
        except Exception as error:
            sentence = str(error).splitlines()[0].split(". ")[0].split(" - ")[0] if str(error) else ""
            return f"{type(error).__name__}: {sentence}"


@pytest.mark.parametrize("expression", expressions)
def test_says_what_pytorch_says(torch, expression):
    assert said(minigrad, expression) == said(torch, expression)


@pytest.mark.parametrize("expression, key", [
    ("x.view(4)", "other_count"), ("x.t().view(6)", "no_view"), ("x[5]", "index_range"), ("A @ A", "mm_sizes"),
    ("torch.tensor([[1, 2], [3]])", "ragged"), ("torch.cat([A, v])", "cat_ndims"),
])
def test_errors_have_a_key_and_explain(expression, key):
    with pytest.raises(Exception) as caught:
        eval(expression, names(minigrad))
    assert caught.value.key == key
    assert key == "cat_ndims" or any(note.startswith("Why: ") for note in caught.value.__notes__)


@pytest.mark.parametrize("expression, words", [
    ("torch.tensor(torch.ones(2))", "sourceTensor.detach().clone()"),
    ("x[[[0, 1], [1, 2]]]", "non-tuple sequence"),
])
def test_warns(expression, words):
    with pytest.warns(UserWarning, match=re.escape(words)):
        eval(expression, names(minigrad))
