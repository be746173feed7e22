"""A name that PyTorch has and minigrad lacks says what to take instead."""
import importlib

import pytest

import minigrad
from minigrad import absent

PLACES = ["", "linalg", "autograd", "func", "utils", "utils.data", "nn", "nn.functional", "nn.init", "nn.utils",
          "optim", "optim.lr_scheduler", "cuda", "jit"]
MISSING = {
    "linalg": "svd", "autograd": "forward_ad", "utils": "tensorboard", "utils.data": "get_worker_info", "nn": "LSTM",
    "nn.functional": "ctc_loss", "nn.utils": "weight_norm", "optim": "LBFGS", "optim.lr_scheduler": "OneCycleLR",
}


def said(owner, name):
    with pytest.raises(AttributeError) as caught:
        getattr(owner, name)
    return str(caught.value), " ".join(caught.value.__notes__)


def module(place):
    return importlib.import_module(f"minigrad.{place}".rstrip("."))


@pytest.mark.parametrize(("place", "name"), MISSING.items())
def test_a_module_names_the_nearest_thing(place, name):
    text, note = said(module(place), name)
    assert text == f"module 'minigrad.{place}' has no attribute {name!r}"
    assert f"no {name}. The nearest is" in note or f".{name}. The nearest is" in note


@pytest.mark.parametrize("place", PLACES)
def test_a_slip_of_the_pen_and_a_name_that_never_was(place):
    known = sorted(name for name in getattr(module(place), "__all__", dir(module(place)))
                   if name[0].isalpha() and len(name) > 5 and name not in ("absent", "import_module"))
    if known:
        assert known[0] in said(module(place), known[0] + "e")[1]
    assert "differences.md" in said(module(place), "qqqqqq")[1]


@pytest.mark.parametrize("name", ["svd", "qr", "lu", "pinverse", "lgamma", "stft", "crow_indices"])
def test_a_tensor_names_the_nearest_thing(torch, name):
    text, note = said(minigrad.ones(2, 2), name)
    assert text == f"'Tensor' object has no attribute {name!r}"
    assert "The nearest is" in note
    assert hasattr(torch.Tensor, name) and not hasattr(minigrad.Tensor, name)


def test_every_method_of_pytorch_is_there_or_named(torch):
    """No tensor of PyTorch's has a method that minigrad does not know of; `name` and such are no operations."""
    silent = {"dim_order", "grad_dtype", "hash_tensor", "index", "module_load", "name", "solve"}
    known = set(dir(minigrad.Tensor)) | silent
    assert sorted(name for name in dir(torch.Tensor) if not name.startswith("_") and name not in known) == []


def test_what_is_absent_is_not_listed_and_can_be_set():
    x = minigrad.ones(2)
    assert "svd" not in dir(x) and "sum" in dir(x)
    x.svd = "mine"
    assert x.svd == "mine" and "svd" in dir(x)


def test_nothing_is_both_here_and_absent():
    """The words of the table are about names that are not here."""
    words = set(" ".join(absent.WAYS.values()).split())
    here = {name for name in words for owner in (minigrad, minigrad.linalg) if name in dir(owner)}
    assert here == set()
