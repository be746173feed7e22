"""How an expression is tried under PyTorch and under minigrad, and what is compared."""

import re
import warnings
from functools import cache

import numpy as np

import minigrad

from .samples import letters, samples

# What PyTorch says where it has no gradient and minigrad may have one.
NO_SLOPE = re.compile(
    "not implemented|INTERNAL ASSERT|not support dtype|undefined Tensor|invalid gradient|can't be cast|expected Double")
CALL = re.compile(r"^(\w+)\((.*)\)$", re.S)


class Case:
    """A line of the table: an expression, or `name(tensor, …)` for its three forms, and what is known to differ."""

    def __init__(self, line):
        text, _, note = line.partition("  # ")
        self.text = text.strip()
        self.kinds, _, self.reason = note.partition(": ")
        self.name = CALL.match(self.text)[1] if CALL.match(self.text) else None

    def __repr__(self):
        return self.text

    def without(self, what):
        return what in self.kinds.split(", ")

    def takes(self, sample):
        """Whether the line is to be tried with this sample."""
        if not self.kinds:
            return True
        numbers = [array for _, array in arrays(sample)]
        if any(self.without(array.dtype.name) for array in numbers):
            return False
        return not self.without("special") or all(np.isfinite(array).all() for array in numbers)

    def forms(self, torch):
        """The expression as a function, as a method and in place, as far as PyTorch has them."""
        if self.name is None:
            return [self.text]
        first, _, rest = CALL.match(self.text)[2].partition(", ")
        found = [f"torch.{self.text}"] if hasattr(torch, self.name) else []
        if hasattr(torch.Tensor, self.name) and (first in letters(self.text) or first.startswith("(")):
            found.append(f"{first}.{self.name}({rest})")
        if hasattr(torch.Tensor, self.name + "_") and not self.without("in place") and (first in letters(self.text)):
            found.append(f"{first}.clone().{self.name}_({rest})")
        return found


def names(m, sample, wants=()):
    """What an expression can speak of."""
    made = {letter: value if isinstance(value, (int, float)) else m.tensor(np.array(value))
            for letter, value in sample.items()}
    for letter, value in sample.items():
        if isinstance(value, np.ndarray) and value.ndim and not value.flags.c_contiguous:
            made[letter] = m.tensor(np.ascontiguousarray(value.T)).t() if value.ndim == 2 else made[letter]
    for letter in wants:
        made[letter].requires_grad_()
    return {"torch": m, "linalg": m.linalg, "F": m.nn.functional, "inf": np.inf, "nan": np.nan, "np": np, **made}


@cache
def compiled(form):
    return compile(form, form, "eval")


def outcome(m, form, space):
    """What the expression gives, or the error that it raises."""
    try:
        return eval(compiled(form), space)
    except Exception as error:
        return error


def arrays(sample):
    """The letters that stand for tensors, with their numbers."""
    return [(letter, value) for letter, value in sample.items() if isinstance(value, np.ndarray)]


def is_tensor(value):
    return hasattr(value, "requires_grad") and hasattr(value, "dtype")


def parts(value):
    """The tensors in a result, flat."""
    if is_tensor(value):
        return [value]
    if isinstance(value, (tuple, list)) and type(value).__name__ != "Size":
        return [part for item in value for part in parts(item)]
    return []


def plain(value):
    return value.numpy(force=True)


@cache
def tolerance(dtype):
    name = dtype.name
    return 4e-3 if "16" in name else 2e-5 if "32" in name or "int" in name else 1e-9


def near(a, b, t):
    """Whether two arrays of one shape are the same to this tolerance; most are the same to the bit."""
    return np.array_equal(a, b) or np.allclose(a.astype(np.float64), b.astype(np.float64), t, t, equal_nan=True)


def different(got, want, coarse=0.0):
    """How two results differ, or None; `coarse` is how near results can be that went through a narrower dtype."""
    if isinstance(want, Exception) or isinstance(got, Exception):
        kinds = type(got).__name__, type(want).__name__
        if kinds[0] == kinds[1] or isinstance(want, Exception) and isinstance(got, type(want)):
            return None
        said = [f"{type(v).__name__}: {str(v)[:150]}" if isinstance(v, Exception) else shown(v) for v in (got, want)]
        return f"{said[0]}\n      not {said[1]}"
    if is_tensor(want):
        if not is_tensor(got):
            return f"{shown(got)}, not a tensor"
        if repr(got.dtype) != repr(want.dtype) or tuple(got.shape) != tuple(want.shape):
            return f"{got.dtype} {tuple(got.shape)}, not {want.dtype} {tuple(want.shape)}"
        a, b = plain(got), plain(want)
        t = max(tolerance(b.dtype), coarse)
        fits = np.array_equal(a, b) if a.dtype.kind != "f" else near(a, b, t)
        return None if fits else f"{a.tolist()}\n      not {b.tolist()}"
    if isinstance(want, (tuple, list)):
        if not isinstance(got, list if isinstance(want, list) else tuple) or len(got) != len(want):
            return f"{shown(got)}, not {shown(want)}"
        return next((d for d in (different(g, w, coarse) for g, w in zip(got, want)) if d), None)
    return None if repr(got) == repr(want) else f"{got!r}, not {want!r}"


def coarse(sample):
    """The tolerance of the narrowest floating dtype that takes part."""
    return max((tolerance(a.dtype) for a in sample.values() if isinstance(a, np.ndarray) and a.dtype.kind == "f"),
               default=0.0)


def shown(value):
    return " ".join(repr(value).split())[:150]


# ---- gradients


def weighted(m, outputs):
    """A number that depends on every element of every differentiable output in its own way."""
    total = 0
    for out in outputs:
        weights = np.cos(np.arange(1.0, out.numel() + 1)).reshape(tuple(out.shape))
        total = total + (out * m.tensor(weights, dtype=out.dtype)).sum()
    return total


def gradients(m, form, sample, wants, order=2):
    """(names of the nodes, first gradients, second gradients); None stands for what does not depend on an input."""
    space = names(m, sample, wants)
    outputs = [out for out in parts(eval(compiled(form), space)) if out.requires_grad]
    nodes = [out.grad_fn.name() if out.grad_fn is not None else None for out in outputs]
    inputs = [space[letter] for letter in wants]
    if not outputs:
        return nodes, [], []
    first = m.autograd.grad(weighted(m, outputs), inputs, create_graph=order == 2, allow_unused=True)
    again = [g for g in first if g is not None and g.requires_grad]
    if order < 2 or not again:
        return nodes, list(first), []
    return nodes, list(first), list(m.autograd.grad(weighted(m, again), inputs, allow_unused=True))


def zeros_for_none(found, like):
    return [np.zeros(array.shape) if g is None else plain(g) for g, array in zip(found, like)]


def compare_gradients(torch, case, form, sample, wrong):
    wants = [letter for letter, array in arrays(sample) if array.dtype.kind == "f" and letter != "p"]
    if not wants:
        return
    special = any(not np.isfinite(sample[letter]).all() for letter in wants)
    order = 1 if special or case.without("second") else 2
    try:
        want = gradients(torch, form, sample, wants, order)
    except Exception as error:
        want = error
    try:
        got = gradients(minigrad, form, sample, wants, order)
    except Exception as error:
        got = error
    if isinstance(got, Exception) or isinstance(want, Exception):
        if not isinstance(got, type(want)) and not NO_SLOPE.search(str(want)):
            wrong.append(f"{described(form, sample)}: backward: {shown(got)}\n      not {shown(want)}")
        return
    if got[0] != want[0] and not case.without("node"):
        wrong.append(f"{described(form, sample)}: node {got[0]}, not {want[0]}")
    like = [sample[letter] for letter in wants]
    t = max(tolerance(array.dtype) for array in like) * 20
    degenerate = any(g is not None and not np.isfinite(plain(g)).all() for g in want[1])
    for order, (mine, theirs) in enumerate(zip(got[1:], want[1:]), start=1):
        if order == 2 and degenerate:
            break
        if any(g is not None and repr(g.dtype) != "torch." + array.dtype.name for g, array in zip(mine, like)):
            wrong.append(f"{described(form, sample)}: gradient {order} has another dtype than its input")
        mine, theirs = (zeros_for_none(found or [None] * len(like), like) for found in (mine, theirs))
        if not all(a.shape == b.shape and near(a, b, t) for a, b in zip(mine, theirs)):
            mine, theirs = ([part.tolist() for part in found] for found in (mine, theirs))
            wrong.append(f"{described(form, sample)}: gradient {order} {mine}\n      not {theirs}")


def written(m, form, sample, wants, target):
    """What happens in the backward pass after a write to an input, or to the result."""
    space = names(m, sample, wants)
    for letter in wants:
        space[letter] = space[letter] * 1
    out = eval(compiled(form), space)
    if not is_tensor(out) or not out.requires_grad or out.grad_fn is not None and "NotImpl" in out.grad_fn.name():
        return "no graph"
    try:
        (out if target is None else space[target]).mul_(0.5)
        out.sum().backward()
    except RuntimeError as error:
        return str(error)[:60]
    return "fine"


def compare_writes(torch, form, sample, wrong):
    wants = [letter for letter, value in sample.items() if isinstance(value, np.ndarray) and value.dtype.kind == "f"]
    for target in [*wants, None]:
        got, want = (written(m, form, sample, wants, target) for m in (minigrad, torch))
        if got != want and not NO_SLOPE.search(want):
            where = target or "the result"
            wrong.append(f"{described(form, sample)}: after a write to {where}: {got}\n      not {want}")


def described(form, sample):
    kinds = [f"{letter}: {array.dtype.name}{list(array.shape)}" for letter, array in arrays(sample)]
    kinds += [f"s: {sample['s']}"] if "s" in sample else []
    return f"{form} ({', '.join(kinds)})"


def floats(sample):
    arrays = [value for value in sample.values() if isinstance(value, np.ndarray)]
    return any(a.dtype == np.float64 for a in arrays) and all(a.dtype in (np.float64, np.int64, bool) for a in arrays)


def compare(torch, case):
    """Everything that differs between PyTorch and minigrad for one line of the table."""
    wrong = []
    # No form writes over what it is given, so that all of them are given the same tensors.
    given = [(sample, names(torch, sample), names(minigrad, sample))
             for sample in samples(case.text) if case.takes(sample)]
    for form in case.forms(torch):
        looked = False
        if len(wrong) > 20:
            break
        for sample, theirs, mine in given:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                want, got = outcome(torch, form, theirs), outcome(minigrad, form, mine)
                if isinstance(want, Exception) and not isinstance(got, Exception) and case.without("refusal"):
                    continue
                difference = different(got, want, coarse(sample))
                if difference:
                    wrong.append(f"{described(form, sample)}: {difference}")
                    if "has no attribute" in difference:
                        break
                elif floats(sample) and not isinstance(want, Exception) and not case.without("gradient"):
                    compare_gradients(torch, case, form, sample, wrong)
                    if not looked and "special" not in str(sample) and not case.without("write"):
                        compare_writes(torch, form, sample, wrong)
                        looked = True
    return wrong
