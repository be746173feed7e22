"""Rounding, steps with slope 0, and what it leaves: remainders. Clamping with tensors as bounds."""
import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..dtypes import bool_, common, never_truth
from . import complaints
from .elementwise import inside


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


@primitive(x=lambda g: g * 0, promote=never_truth("round_vml_cpu"), name="round")
def rounded(x):
    """As round, to whole numbers. Slope 0."""
    return np.round(x)


@primitive(x=lambda g: g * 0, promote=never_truth("round_vml_cpu"), name="round", node="RoundBackward1")
def rounded_to(x, *, decimals):
    """As round, with so many decimals. Slope 0."""
    return np.round(x, decimals)


def round(input, *, decimals=0):
    """The nearest integer (or the nearest with so many decimals); halves go to the even one. PyTorch: `torch.round`.

    >>> import minigrad
    >>> minigrad.tensor([0.5, 1.5, 2.6]).round()
    tensor([0., 2., 3.])
    """
    if not decimals:
        return rounded(input)
    if not input.is_floating_point():
        raise errors.no_kernel("round_cpu", input.dtype)
    return rounded_to(input, decimals)


@primitive(x=lambda g: g, name="frac")
def frac_part(x):
    """As frac, of decimal numbers. Saves nothing."""
    return x - np.trunc(x)


def frac(input):
    """The decimals of x, with its sign. PyTorch: `torch.frac`, FracBackward0.

    >>> import minigrad
    >>> minigrad.frac(minigrad.tensor([1.5, -1.5]))
    tensor([ 0.5000, -0.5000])
    """
    if not input.is_floating_point():
        raise errors.no_kernel("frac_cpu", input.dtype)
    return frac_part(input)


# ---- quotients and remainders


def whole_divisor(a, b):
    """The divisor; an error if integers are divided by zero, for they have no inf."""
    if np.result_type(a, b).kind in "ui" and not np.all(b) and np.broadcast(a, b).size:
        raise complaints.numbers.division_by_zero()
    return b


@primitive(a=lambda g: g,
           b=lambda g, a, b: -g * floored_divide(a, b), promote=never_truth("remainder_cpu"),
           node="RemainderBackward1", symbol="%")
def remainder(a, b):
    """a modulo b with the sign of b, as Python's %. PyTorch: `torch.remainder`, RemainderBackward1.

    d/da = 1 and d/db = -⌊a/b⌋; saves a and b if b needs a gradient.

    >>> import minigrad
    >>> minigrad.tensor([7, -7]) % 3
    tensor([1, 2])
    """
    return modulo(a, whole_divisor(a, b))


def modulo(a, b):
    """The remainder with the sign of b; unlike NumPy's, a zero has the sign of a."""
    rest = np.fmod(a, b)
    return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest)[()]


def no_slope(g, a, b):
    raise complaints.numbers.no_derivative("floor_divide")


@primitive(a=no_slope, b=no_slope, promote=never_truth("div_floor_cpu"), node="NotImplemented", symbol="//")
def floor_divide(a, b):
    """⌊a/b⌋, as Python's //. Not differentiable. PyTorch: `torch.floor_divide`.

    >>> import minigrad
    >>> minigrad.tensor([7, -7]) // 2
    tensor([ 3, -4])
    """
    return np.floor_divide(a, whole_divisor(a, b))


@primitive(a=lambda g, b: g * 0, b=lambda g, a, b: g * 0, promote=never_truth("div_trunc_cpu"), name="div",
           node="DivBackward2")
def truncated_divide(a, b):
    """a/b rounded towards zero. Slope 0, though PyTorch saves both. PyTorch: `torch.div(rounding_mode="trunc")`."""
    quotient = np.trunc(np.true_divide(a, whole_divisor(a, b)))
    return quotient.astype(np.result_type(a, b))


@primitive(a=lambda g, b: g * 0, b=lambda g, a, b: g * 0, promote=never_truth("div_floor_cpu"), name="div",
           node="DivBackward2")
def floored_divide(a, b):
    """a/b rounded down. Slope 0, though PyTorch saves both. PyTorch: `torch.div(rounding_mode="floor")`."""
    return floor_divide.kernel(a, b)


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


# ---- one bound


@primitive(x=lambda g, x, low: g * (x >= low), promote=never_truth("clamp_min_scalar_cpu"), name="clamp_min",
           saved={"low": "min"})
def not_below(x, low):
    """x, but not below a number. Saves both. PyTorch: ClampMinBackward0."""
    return np.maximum(x, low)


@primitive(x=lambda g, x, high: g * (x <= high), promote=never_truth("clamp_max_scalar_cpu"), name="clamp_max",
           saved={"high": "max"})
def not_above(x, high):
    """x, but not above a number. Saves both. PyTorch: ClampMaxBackward0."""
    return np.minimum(x, high)


@primitive(x=lambda g, x, low: g * (x >= low), low=lambda g, x, low: g * (x < low), promote=common,
           name="clamp_min", node="ClampMinBackward1", saved={"low": "min"})
def not_below_tensor(x, low):
    """x, but not below a tensor, which gets what it cuts off. PyTorch: ClampMinBackward1."""
    return np.maximum(x, low)


@primitive(x=lambda g, x, high: g * (x <= high), high=lambda g, x, high: g * (x > high),
           promote=common, name="clamp_max", node="ClampMaxBackward1", saved={"high": "max"})
def not_above_tensor(x, high):
    """x, but not above a tensor, which gets what it cuts off. PyTorch: ClampMaxBackward1."""
    return np.minimum(x, high)


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
    if low is not None and high is not None and x.dtype == low.dtype == high.dtype == bool:
        raise errors.no_kernel("clamp_cpu", bool_)
    if low is not None:
        x = np.maximum(x, low)
    return x if high is None else np.minimum(x, high)
