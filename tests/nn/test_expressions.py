"""Modules, optimizers, schedules, data and saving: what expressions print, and with what they fail, is PyTorch's."""

import collections
import copy
import io
import re
import warnings
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import minigrad

lines = (Path(__file__).parent / "expressions.txt").read_text(encoding="utf-8").splitlines()
expressions = [line for line in lines if line and not line.startswith("#")]


def names(m):
    """What the expressions may speak of; made anew for each of them, since many change what they are given."""
    nn = m.nn
    linear, norm = nn.Linear(2, 2), nn.BatchNorm1d(2)
    nn.init.constant_(linear.weight, 0.5)
    nn.init.zeros_(linear.bias)
    with_grad, with_nan = m.ones(3, requires_grad=True), m.ones(3, requires_grad=True)
    with_grad.grad, with_nan.grad = m.tensor([3.0, 4.0, 0.0]), m.tensor([float("nan"), 1.0, 2.0])
    twice = nn.ModuleList([nn.ReLU(), nn.ReLU(), nn.Tanh()])
    nested = nn.Sequential(nn.Sequential(nn.Linear(1, 1), described(nn)()), twice)
    return {
        "torch": m, "nn": nn, "optim": m.optim, "schedule": m.optim.lr_scheduler, "np": np, "copy": copy,
        "data": import_module(m.__name__ + ".utils.data"), "collections": collections, "m": linear, "norm": norm,
        "s": nn.Sequential(nn.Linear(2, 2), nn.ReLU()), "w": m.ones(2, requires_grad=True), "with_grad": with_grad,
        "with_nan": with_nan, "tied": tied(m)(), "nested": nested, "failure": failure, **too_early(m),
        "pairs": import_module(m.__name__ + ".utils.data").TensorDataset(m.arange(5), m.arange(5.0)),
        "saved_and_loaded": lambda value: saved_and_loaded(m, value),
    }


def described(nn):
    class Described(nn.Module):
        def extra_repr(self):
            return "a=1\nb=2"

    return Described


def tied(m):
    class Tied(m.nn.Module):
        def __init__(self):
            super().__init__()
            self.a = m.nn.Linear(2, 2, bias=False)
            self.b = m.nn.Linear(2, 2, bias=False)
            self.b.weight = self.a.weight
            self.c = self.a
            self.register_buffer("passing", m.ones(1), persistent=False)
            self.register_buffer("nothing", None)
            self.register_parameter("p", None)
            self.q = m.nn.Buffer(m.zeros(2))

    return Tied


def too_early(m):
    """Classes that forget super().__init__()."""
    def early(name, assign):
        return type(name, (m.nn.Module,), {"__init__": assign})

    return {
        "WithoutForward": type("WithoutForward", (m.nn.Module,), {}),
        "ParameterTooEarly": early("P", lambda self: setattr(self, "p", m.nn.Parameter(m.ones(1)))),
        "ModuleTooEarly": early("M", lambda self: setattr(self, "m", m.nn.ReLU())),
        "BufferTooEarly": early("B", lambda self: self.register_buffer("b", m.ones(1))),
        "PlainTooEarly": early("X", lambda self: setattr(self, "x", 1)),
    }


def failure(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return error


def saved_and_loaded(m, value):
    file = io.BytesIO()
    m.save(value, file)
    file.seek(0)
    return m.load(file)


def said(m, expression):
    """What the expression prints, or the type and the first sentence of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            text = repr(eval(expression, names(m)))
        except Exception as error:
            sentence = str(error).splitlines()[0].split(". ")[0].split(" - ")[0] if str(error) else ""
            text = f"{type(error).__name__}: {sentence}"
    return re.sub(r"0x\w+", "0x…", text).replace("minigrad.nn", "torch.nn")


@pytest.mark.parametrize("expression", expressions)
def test_says_what_pytorch_says(torch, expression):
    assert said(minigrad, expression) == said(torch, expression)


@pytest.mark.parametrize("expression, key", [
    ("ModuleTooEarly()", "before_init"), ("WithoutForward()(1)", "no_forward"), ("m.foo", "no_attribute"),
    ("setattr(m, 'weight', 3)", "wrong_member"), ("nn.Sequential([nn.ReLU()])", "not_a_module"),
    ("m.load_state_dict({})", "state_mismatch"), ("optim.SGD([])", "optimizer_parameters"),
    ("optim.SGD([w * 2])", "optimizer_parameters"), ("saved_and_loaded(m)", "save_refused"),
])
def test_errors_have_a_key_and_explain(expression, key):
    with pytest.raises(Exception) as caught:
        eval(expression, names(minigrad))
    assert caught.value.key == key
    assert any(note.startswith(("Why: ", "Try: ")) for note in caught.value.__notes__)
