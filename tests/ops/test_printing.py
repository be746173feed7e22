"""Tensors are printed digit for digit as PyTorch prints them, under every setting."""

import numpy as np
import pytest

import minigrad

SHAPES = [
    (),
    (3,),
    (2, 3),
    (2, 2, 2),
    (1, 1, 1, 5),
    (40,),
    (7, 30),
    (1001,),
    (40, 40),
    (1500, 1),
    (7, 8, 30),
    (12, 12, 12),
    (7, 200),
    (2, 0),
    (0, 2),
    (0,),
]
DTYPES = ["float32", "float64", "float16", "int64", "int32", "int8", "uint8", "bool"]
SETTINGS = [
    {},
    {"precision": 2},
    {"sci_mode": True},
    {"sci_mode": False},
    {"profile": "short"},
    {"linewidth": 40, "edgeitems": 1, "threshold": 5},
]
NUMBERS = [
    0.0,
    -0.0,
    1.0,
    np.nan,
    np.inf,
    -np.inf,
    1e-8,
    1e9,
    12345678.0,
    [np.nan],
    [np.nan, 1.0],
    [np.nan, 1.5],
    [np.inf, -np.inf, 2.0],
    [0.0, -0.0],
    [-0.0, 1.5],
    [1e-45, 1.0],
    [3e38, 1.0],
    [1e-5],
    [1e8],
    [1.0001e8],
    [1001.0, 1.0],
    [1000.0, 1.0],
    [0.1, 100.0],
    [0.1, 101.0],
    [[1.0, np.nan], [np.inf, 1e-3]],
]


@pytest.fixture(params=SETTINGS, ids=str)
def settings(request, torch):
    for library in (torch, minigrad):
        library.set_printoptions(profile="default")
        library.set_printoptions(**request.param)
    yield request.param
    for library in (torch, minigrad):
        library.set_printoptions(profile="default")


def array(shape, dtype, scale):
    drawn = np.random.default_rng(len(shape)).standard_normal(shape) * scale
    kind = np.dtype(dtype)
    if kind.kind == "f":
        drawn = np.asarray(np.round(drawn) if scale == 1e3 else np.clip(drawn, -6e4, 6e4))
        if drawn.size > 3 and scale == 1:
            drawn.reshape(-1)[1:3] = np.nan, -np.inf
        return drawn.astype(kind)
    return (np.abs(drawn * 50) % 120).astype(kind) if kind.kind != "b" else drawn > 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_of_all_shapes(torch, settings, dtype):
    for shape in SHAPES:
        for scale in (1, 1e-6, 1e3):
            values = array(shape, dtype, scale)
            assert repr(minigrad.tensor(values)) == repr(torch.tensor(values)), (shape, scale)


@pytest.mark.parametrize("numbers", NUMBERS, ids=str)
def test_special_numbers(torch, settings, numbers):
    assert repr(minigrad.tensor(numbers)) == repr(torch.tensor(numbers))


@pytest.mark.parametrize(
    "make",
    [
        lambda m: m.ones(2, requires_grad=True),
        lambda m: m.ones(2, requires_grad=True) * 2,
        lambda m: m.ones(20, requires_grad=True).exp() / 7,
        lambda m: m.ones(3, dtype=m.float64, requires_grad=True).sum(),
        lambda m: m.ones(2, 3, requires_grad=True)[0],
        lambda m: m.ones(2, 3, requires_grad=True).max(1),
        lambda m: m.ones(2).sort(),
    ],
)
def test_suffixes(torch, make):
    assert repr(make(minigrad)) == repr(make(torch))


@pytest.mark.parametrize("spec", ["", ".2f", "8.3f", ">10"])
def test_a_single_number_is_formatted_as_one(torch, spec):
    for value in (2.5, 7, True):
        if spec.endswith("f") and value is True:
            continue
        assert format(minigrad.tensor(value), spec) == format(torch.tensor(value), spec)
    assert f"{minigrad.ones(2)}" == "tensor([1., 1.])"
    with pytest.raises(TypeError):
        format(minigrad.ones(2), ".2f")


def test_printed_by_hand():
    """Without torch too: typed from PyTorch's output."""
    assert repr(minigrad.tensor([[1.0, -20.5], [300.25, 4.0]])) == (
        "tensor([[  1.0000, -20.5000],\n        [300.2500,   4.0000]])"
    )
    assert repr(minigrad.tensor([1e-5, 1.0])) == "tensor([1.0000e-05, 1.0000e+00])"
    assert repr(minigrad.tensor([1, 20, 300])) == "tensor([  1,  20, 300])"
    assert repr(minigrad.zeros(2, 0)) == "tensor([], size=(2, 0))"
    with pytest.raises(ValueError, match="choose default, short or full"):
        minigrad.set_printoptions(profile="long")
