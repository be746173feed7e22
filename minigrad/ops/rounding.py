"""Rounding, steps with slope 0, and what it leaves: remainders. Clamping with tensors as bounds."""
import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..dtypes import common, never_truth
from .elementwise import inside, modulo, whole_divisor


@primitive(x=lambda g: g * 0, promote=never_truth("ceil_vml_cpu"))
def ceil(x):
    """The smallest integer not below x. PyTorch: `torch.ceil`, CeilBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.5, -1.5]).ceil()
    tensor([ 2., -1.])
    """
    return np.ceil(x)


@primitive(x=lambda g: g * 0, promote=never_truth("trunc_vml_cpu"))
def trunc(x):
    """x without its decimals. PyTorch: `torch.trunc`, TruncBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.5, -1.5]).trunc()
    tensor([ 1., -1.])
    """
    return np.trunc(x)


@primitive(x=lambda g: g * 0, promote=never_truth("round_vml_cpu"))
def round(x, *, decimals=0):
    """The nearest integer (or the nearest with so many decimals); halves go to the even one. PyTorch: `torch.round`.

    >>> import minigrad
    >>> minigrad.tensor([0.5, 1.5, 2.6]).round()
    tensor([0., 2., 3.])
    """
    return np.round(x, decimals)


def frac(input):
    """The decimals of x, with its sign. PyTorch: `torch.frac`.

    >>> import minigrad
    >>> minigrad.frac(minigrad.tensor([1.5, -1.5]))
    tensor([ 0.5000, -0.5000])
    """
    if not input.is_floating_point():
        raise errors.no_kernel("frac_cpu", input.dtype)
    return input - trunc(input)


# ---- quotients and remainders


@primitive(a=lambda g: g * 0, b=lambda g: g * 0, promote=common, name="div", node="DivBackward2")
def truncated_divide(a, b):
    """a/b rounded towards zero. PyTorch: `torch.div(rounding_mode="trunc")`."""
    quotient = np.trunc(np.true_divide(a, whole_divisor(a, b)))
    return quotient.astype(np.result_type(a, b))


@primitive(a=lambda g: g,
           b=lambda g, a, b: -g * truncated_divide(a, b), promote=never_truth("fmod_cpu"),
           name="fmod", node="FmodBackward1")
def fmod_tensor(a, b):
    """The remainder of a/b with the sign of a, as in C. Saves both if b needs a gradient. PyTorch: FmodBackward1."""
    return np.fmod(a, whole_divisor(a, b))


@primitive(x=lambda g: g, promote=never_truth("remainder_cpu"), name="remainder", node="RemainderBackward0", symbol="%")
def remainder_number(x, other):
    """x modulo a number. Saves nothing. PyTorch: `torch.remainder`, RemainderBackward0."""
    return modulo(x, whole_divisor(x, other))


@primitive(x=lambda g: g, promote=never_truth("fmod_cpu"), name="fmod", node="FmodBackward0")
def fmod_number(x, other):
    """The remainder of x divided by a number, with the sign of x. Saves nothing. PyTorch: FmodBackward0."""
    return np.fmod(x, whole_divisor(x, other))


# ---- clamp with tensors as bounds


def to_low(g, x, low, high):
    """The lower bound's share: where x was below it (and the upper bound did not decide)."""
    lifted = x < low
    return g * (lifted if high is None else lifted & (low < high))


def to_high(g, x, low, high):
    """The upper bound's share: where what came out of the lower bound was above it."""
    return g * (x > high if low is None else (x > high) | (high < low))


@primitive(x=lambda g, x, low, high: g * inside(x, low, high), low=to_low, high=to_high,
           name="clamp", promote=common, saved={"low": "min", "high": "max"})
def clamp_tensors(x, low=None, high=None):
    """As clamp_numbers, with tensors as bounds; what a bound cuts off, the bound gets. PyTorch: ClampBackward0."""
    if low is not None:
        x = np.maximum(x, low)
    return x if high is None else np.minimum(x, high)
