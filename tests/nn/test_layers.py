"""What layers compute, their gradients, and what batch norm remembers, beside PyTorch's."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import minigrad

lines = (Path(__file__).parent / "layers.txt").read_text(encoding="utf-8").splitlines()
cases = [line for line in lines if line and not line.startswith("#")]
inputs = {
    "x2": np.cos(np.arange(12.0)).reshape(2, 6),
    "x3": np.cos(np.arange(24.0)).reshape(2, 2, 6),
    "x4": np.cos(np.arange(120.0) * 1.3).reshape(2, 2, 6, 5),
}


def with_numbers(m, layer):
    """The layer with parameters from a formula, so that both libraries start at the same numbers."""
    for k, parameter in enumerate(layer.parameters()):
        numbers = np.sin(np.arange(parameter.numel()) * 0.7 + k).reshape(tuple(parameter.shape))
        parameter.data.copy_(m.tensor(numbers))
    return layer


def carried_out(m, case, dtype):
    """[results in training, gradients, buffers, results in evaluation], or the type and text of the error."""
    name, _, layer = case.partition(": ")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return computed(m, eval("nn." + layer, {"nn": m.nn}), inputs[name], getattr(m, dtype))
        except Exception as error:
            return [type(error).__name__, str(error).splitlines()[0]]


def computed(m, layer, numbers, dtype):
    layer = with_numbers(m, layer).to(dtype)
    if "RReLU" in repr(layer):
        layer.eval()
    x = m.tensor(numbers, dtype=dtype, requires_grad=True)
    out = layer(x)
    several = out if isinstance(out, tuple) else (out,)
    weights = np.cos(np.arange(several[0].numel()) * 0.3).reshape(tuple(several[0].shape))
    (several[0] * m.tensor(weights, dtype=dtype)).sum().backward()
    layer.eval()
    later = layer(x)
    later = later[0] if isinstance(later, tuple) else later
    kept = [*several, x.grad, *[p.grad for p in layer.parameters()], *layer.buffers(), later]
    return [t.detach().numpy() for t in kept]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("case", cases)
def test_a_layer_computes_what_pytorch_computes(torch, case, dtype):
    want, got = carried_out(torch, case, dtype), carried_out(minigrad, case, dtype)
    if isinstance(want[0], str):
        assert got == want
        return
    assert [(a.shape, a.dtype) for a in got] == [(a.shape, a.dtype) for a in want]
    for a, b in zip(got, want):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=2e-5 if dtype == "float32" else 1e-10)


@pytest.mark.parametrize("layer, bound", [
    ("Linear(16, 300)", 0.25), ("Conv2d(4, 60, 2)", 0.25), ("Conv1d(8, 60, 2)", 0.25), ("Bilinear(16, 3, 9)", 0.25)])
def test_starting_values_fill_their_range(layer, bound):
    minigrad.manual_seed(0)
    layer = eval("nn." + layer, {"nn": minigrad.nn})
    for parameter in layer.parameters():
        assert parameter.abs().max() <= bound
    assert layer.weight.abs().max() > 0.9 * bound
    assert layer.weight.mean().abs() < 0.1 * bound


def test_other_starting_values_have_their_spread():
    minigrad.manual_seed(0)
    init = minigrad.nn.init
    w = minigrad.empty(200, 100)
    assert abs(init.xavier_normal_(w).std().item() - (2 / 300) ** 0.5) < 2e-3
    assert init.xavier_uniform_(w, gain=2.0).abs().max() <= 2 * (6 / 300) ** 0.5
    assert abs(init.kaiming_normal_(w, mode="fan_out", nonlinearity="relu").std().item() - (2 / 200) ** 0.5) < 2e-3
    assert init.trunc_normal_(w, std=2.0, a=-1.0, b=1.0).abs().max() <= 1
    q = init.orthogonal_(minigrad.empty(3, 5), gain=2.0)
    assert minigrad.allclose(q @ q.t(), 4 * minigrad.eye(3), atol=1e-5)
    assert abs(minigrad.nn.Embedding(300, 50).weight.std().item() - 1) < 0.03
