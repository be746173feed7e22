"""Functions of networks: what PyTorch computes, says and refuses, line by line of functional.txt."""

import re
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest

import minigrad

lines = (Path(__file__).parent / "functional.txt").read_text(encoding="utf-8").splitlines()
CALLS = [line for line in lines if not line.startswith("#")]

LEAVES = {
    **dict.fromkeys(("v", "v2"), (4, 6)), "s": (), "z": (0, 3), "x": (2, 4, 6, 6), "x1": (2, 4, 9), "c5": (2, 5, 3, 3),
    "w": (6, 4, 3, 3), "wg": (6, 2, 3, 3), "wd": (4, 1, 3, 3), "w1": (6, 4, 3), "wt": (4, 3, 3, 3), "b": (6,),
    "b3": (3,), "W": (5, 6), "B": (5,), "h6": (6,), "h4": (4,), "E": (7, 3), "Q": (2, 3, 5, 4), "K": (2, 3, 7, 4),
    "V": (2, 3, 7, 4),
}  # fmt: skip
POSITIVE = {"p": (4, 6), "g6": (6,), "g4": (4,)}


def drawn(name, shape, low, high):
    return np.random.default_rng(zlib.crc32(name.encode())).uniform(low, high, shape)


def names(m):
    """(the tensors of the calls, those that require gradients)."""
    made = {name: drawn(name, shape, -2, 2) for name, shape in LEAVES.items()}
    made |= {name: drawn(name, shape, 0.05, 0.95) for name, shape in POSITIVE.items()}
    leaves = {name: m.tensor(np.asarray(array)).requires_grad_() for name, array in made.items()}
    x, v = leaves["x"], leaves["v"]
    constants = {
        "q": m.tensor(drawn("q", (4, 6), 0.05, 0.95)), "nc": x.transpose(2, 3), "vt": v.t(),
        "i4": m.tensor([0, 5, 2, 2]), "im": m.tensor([0, -100, 2, 2]), "ix": m.tensor([[0, 6, 2], [2, 2, 1]]),
        "y": m.tensor(np.arange(18).reshape(2, 3, 3) % 5), "pm": m.tensor([1.0, -1, 1, -1]).double(),
        "pt": m.softmax(leaves["v2"].detach(), 1), "wts": m.tensor(np.linspace(0.5, 2, 6)),
        "wts5": m.tensor(np.linspace(0.5, 2, 5)), "mask": m.tensor(np.tri(5, 7) > 0),
        "fm": m.tensor(np.tri(5, 7) * 0.3), "torch": m, "F": m.nn.functional,
    }  # fmt: skip
    return leaves | constants, leaves


def weighted(m, out):
    return (out * m.tensor(np.cos(np.arange(1.0, out.numel() + 1))).reshape(tuple(out.shape)).to(out.dtype)).sum()


def array(tensor, like=None):
    return np.zeros(tuple(like.shape)) if tensor is None else tensor.numpy(force=True)


def outcome(m, call):
    """(what can be compared as text, arrays): all that a call does."""
    space, leaves = names(m)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            results = eval(call, space)
            error = None
        except Exception as found:
            results, error = (), f"{type(found).__name__}: {re.split(r'[.] | - got', str(found).splitlines()[0])[0]}"
    said = [re.sub(r" ?\(Triggered.*", "", str(w.message)) for w in caught if w.category is UserWarning]
    results = results if isinstance(results, tuple) else (results,)
    text = [error, said, [(tuple(r.shape), repr(r.dtype)) for r in results]]
    arrays = [array(r) for r in results]
    out = results[0] if results else None
    if out is None or not out.requires_grad:
        return text, arrays
    text.append(out.grad_fn and out.grad_fn.name())
    words = {*re.findall(r"\w+", call), *(["x"] if "nc" in call else []), *(["v"] if "vt" in call else [])}
    used = [leaf for name, leaf in leaves.items() if name in words]
    first = m.autograd.grad(weighted(m, out), used, create_graph=True, allow_unused=True)
    arrays += [array(g, x) for g, x in zip(first, used)]
    try:
        total = sum(weighted(m, g) for g in first if g is not None)
        second = m.autograd.grad(total, used, allow_unused=True) if total.requires_grad else [None] * len(used)
    except RuntimeError:                            # PyTorch has no second gradient of some
        if m is minigrad:
            raise
        return text, arrays
    return text, arrays + [array(g, x) for g, x in zip(second, used)]


@pytest.fixture(autouse=True)
def every_warning(torch):
    """PyTorch gives some warnings once in a process, which another test may have had."""
    torch.set_warn_always(True)
    yield
    torch.set_warn_always(False)


@pytest.mark.parametrize("call", CALLS)
def test_as_pytorch(torch, call):
    (text, arrays), (want_text, want) = outcome(minigrad, call), outcome(torch, call)
    assert text == want_text
    for got, expected in zip(arrays, want):
        np.testing.assert_allclose(got, expected, 1e-7, 1e-7)
