"""Elementary functions beyond the everyday ones of elementwise.py, and comparisons of whole tensors."""
import math

import numpy as np

from ..core.primitive import primitive
from ..dtypes import common, floating
from .elementwise import exp, whole_divisor

# ---- rounding: steps, with slope 0


@primitive(x=lambda g: g * 0)
def ceil(x):
    """The smallest integer not below x. PyTorch: `torch.ceil`, CeilBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.5, -1.5]).ceil()
    tensor([ 2., -1.])
    """
    return np.ceil(x)


@primitive(x=lambda g: g * 0)
def trunc(x):
    """x without its decimals. PyTorch: `torch.trunc`, TruncBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.5, -1.5]).trunc()
    tensor([ 1., -1.])
    """
    return np.trunc(x)


@primitive(x=lambda g: g * 0)
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
    return input - trunc(input)


@primitive(a=lambda g: g * 0, b=lambda g: g * 0, promote=common, name="div", node="DivBackward2")
def truncated_divide(a, b):
    """a/b rounded towards zero. PyTorch: `torch.div(rounding_mode="trunc")`."""
    quotient = np.trunc(np.true_divide(a, whole_divisor(a, b)))
    return quotient.astype(np.result_type(a, b))


@primitive(a=lambda g: g,
           b=lambda g, a, b: -g * truncated_divide(a, b), promote=common, name="fmod", node="FmodBackward1")
def fmod_tensor(a, b):
    """The remainder of a/b with the sign of a, as in C. Saves both if b needs a gradient. PyTorch: FmodBackward1."""
    return np.fmod(a, whole_divisor(a, b))


@primitive(x=lambda g: g, promote=common, name="remainder", node="RemainderBackward0", symbol="%")
def remainder_number(x, other):
    """x modulo a number. Saves nothing. PyTorch: `torch.remainder`, RemainderBackward0."""
    return np.remainder(x, whole_divisor(x, other))


@primitive(x=lambda g: g, promote=common, name="fmod", node="FmodBackward0")
def fmod_number(x, other):
    """The remainder of x divided by a number, with the sign of x. Saves nothing. PyTorch: FmodBackward0."""
    return np.fmod(x, whole_divisor(x, other))


# ---- exponentials and logarithms


@primitive(x=lambda g, out: g * (out + 1), promote=floating)
def expm1(x):
    """eˣ - 1, exact for small x; the slope is eˣ: saves the result. PyTorch: `torch.expm1`, Expm1Backward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).expm1()
    tensor([0.0000, 1.7183])
    """
    return np.expm1(x)


@primitive(x=lambda g, out: g * (out * math.log(2)), promote=floating)
def exp2(x):
    """2ˣ; the slope is 2ˣ·ln 2: saves the result. PyTorch: `torch.exp2`, Exp2Backward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 3.0]).exp2()
    tensor([1., 8.])
    """
    return np.exp2(x)


@primitive(x=lambda g, x: g / (x + 1), promote=floating, node="Log1PBackward0")
def log1p(x):
    """ln(1 + x), exact for small x; the slope is 1/(1 + x): saves x. PyTorch: `torch.log1p`, Log1PBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).log1p()
    tensor([0.0000, 0.6931])
    """
    return np.log1p(x)


@primitive(x=lambda g, x: g / (x * math.log(2)), promote=floating)
def log2(x):
    """The logarithm to base 2; the slope is 1/(x ln 2): saves x. PyTorch: `torch.log2`, Log2Backward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 8.0]).log2()
    tensor([0., 3.])
    """
    return np.log2(x)


@primitive(x=lambda g, x: g / (x * math.log(10)), promote=floating)
def log10(x):
    """The logarithm to base 10; the slope is 1/(x ln 10): saves x. PyTorch: `torch.log10`, Log10Backward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 10.0]).log10()
    tensor([0., 1.])
    """
    return np.log10(x)


@primitive(x=lambda g, out: g * (-0.5 * out ** 3), promote=floating)
def rsqrt(x):
    """1/√x; the slope is -½x^(-3/2): saves the result. PyTorch: `torch.rsqrt`, RsqrtBackward0.

    >>> import minigrad
    >>> minigrad.tensor([4.0, 0.25]).rsqrt()
    tensor([0.5000, 2.0000])
    """
    return 1 / np.sqrt(x)


# ---- trigonometry


@primitive(x=lambda g, out: g * (1 + out * out), promote=floating)
def tan(x):
    """The tangent of an angle in radians; the slope is 1 + tan²: saves the result. PyTorch: `torch.tan`, TanBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).tan()
    tensor([0.0000, 1.5574])
    """
    return np.tan(x)


@primitive(x=lambda g, x: g * (1 - x * x) ** -0.5, promote=floating)
def asin(x):
    """The angle whose sine is x; the slope is 1/√(1 - x²): saves x. PyTorch: `torch.asin`, AsinBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).asin()
    tensor([0.0000, 1.5708])
    """
    return np.arcsin(x)


@primitive(x=lambda g, x: -g * (1 - x * x) ** -0.5, promote=floating)
def acos(x):
    """The angle whose cosine is x; the slope is -1/√(1 - x²): saves x. PyTorch: `torch.acos`, AcosBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).acos()
    tensor([1.5708, 0.0000])
    """
    return np.arccos(x)


@primitive(x=lambda g, x: g / (x * x + 1), promote=floating)
def atan(x):
    """The angle whose tangent is x; the slope is 1/(1 + x²): saves x. PyTorch: `torch.atan`, AtanBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).atan()
    tensor([0.0000, 0.7854])
    """
    return np.arctan(x)


@primitive(a=lambda g, a, b: g * (b / (a * a + b * b)),
           b=lambda g, a, b: g * (-a / (a * a + b * b)), promote=floating)
def atan2(a, b):
    """The angle of the point (b, a), in all four quadrants. Saves both. PyTorch: `torch.atan2`, Atan2Backward0.

    >>> import minigrad
    >>> minigrad.atan2(minigrad.tensor([1.0]), minigrad.tensor([-1.0]))
    tensor([2.3562])
    """
    return np.arctan2(a, b)


@primitive(x=lambda g, x: g * cosh(x), promote=floating)
def sinh(x):
    """The hyperbolic sine; the slope is cosh x: saves x. PyTorch: `torch.sinh`, SinhBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).sinh()
    tensor([0.0000, 1.1752])
    """
    return np.sinh(x)


@primitive(x=lambda g, x: g * sinh(x), promote=floating)
def cosh(x):
    """The hyperbolic cosine; the slope is sinh x: saves x. PyTorch: `torch.cosh`, CoshBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).cosh()
    tensor([1.0000, 1.5431])
    """
    return np.cosh(x)


@primitive(x=lambda g, x: g * (x * x + 1) ** -0.5, promote=floating)
def asinh(x):
    """The inverse of sinh; the slope is 1/√(x² + 1): saves x. PyTorch: `torch.asinh`, AsinhBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).asinh()
    tensor([0.0000, 0.8814])
    """
    return np.arcsinh(x)


@primitive(x=lambda g, x: g * (x * x - 1) ** -0.5, promote=floating)
def acosh(x):
    """The inverse of cosh, for x ≥ 1; the slope is 1/√(x² - 1): saves x. PyTorch: `torch.acosh`, AcoshBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]).acosh()
    tensor([0.0000, 1.3170])
    """
    return np.arccosh(x)


@primitive(x=lambda g, x: g / (1 - x * x), promote=floating)
def atanh(x):
    """The inverse of tanh, for |x| < 1; the slope is 1/(1 - x²): saves x. PyTorch: `torch.atanh`, AtanhBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 0.5]).atanh()
    tensor([0.0000, 0.5493])
    """
    return np.arctanh(x)


exact_erf = np.frompyfunc(math.erf, 1, 1)


@primitive(x=lambda g, x: g * (2 / math.sqrt(math.pi) * exp(-x * x)), promote=floating)
def erf(x):
    """The error function, ∫e^(-t²) over [0, x] times 2/√π. Saves x. PyTorch: `torch.erf`, ErfBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).erf()
    tensor([0.0000, 0.8427])
    """
    return np.asarray(exact_erf(x)).astype(x.dtype)[()]


# ---- clamp with tensors as bounds


def to_low(g, x, low, high):
    """The lower bound's share: where x was below it (and the upper bound did not decide)."""
    lifted = x < low
    return g * (lifted if high is None else lifted & (low < high))


def to_high(g, x, low, high):
    """The upper bound's share: where what came out of the lower bound was above it."""
    return g * (x > high if low is None else (x > high) | (high < low))


def to_inside(g, x, low, high):
    if low is None:
        return g * (x <= high)
    return g * (x >= low if high is None else (x >= low) & (x <= high))


@primitive(x=to_inside, low=to_low, high=to_high, name="clamp", promote=common, saved={"low": "min", "high": "max"})
def clamp_tensors(x, low=None, high=None):
    """As clamp_numbers, with tensors as bounds; what a bound cuts off, the bound gets. PyTorch: ClampBackward0."""
    if low is not None:
        x = np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


# ---- truth


@primitive(promote=common, symbol="&")
def bitwise_and(a, b):
    """Bits (or truth values) that both have: `a & b`. PyTorch: `torch.bitwise_and`.

    >>> import minigrad
    >>> minigrad.tensor([True, True]) & minigrad.tensor([True, False])
    tensor([ True, False])
    """
    return a & b


@primitive(promote=common, symbol="|")
def bitwise_or(a, b):
    """Bits (or truth values) that one has at least: `a | b`. PyTorch: `torch.bitwise_or`.

    >>> import minigrad
    >>> minigrad.tensor([True, False]) | minigrad.tensor([False, False])
    tensor([ True, False])
    """
    return a | b


@primitive(promote=common, symbol="^")
def bitwise_xor(a, b):
    """Bits (or truth values) that exactly one has: `a ^ b`. PyTorch: `torch.bitwise_xor`.

    >>> import minigrad
    >>> minigrad.tensor([True, True]) ^ minigrad.tensor([True, False])
    tensor([False,  True])
    """
    return a ^ b


@primitive()
def bitwise_not(x):
    """The other bits; for truth values, not: `~x`. PyTorch: `torch.bitwise_not`.

    >>> import minigrad
    >>> ~minigrad.tensor([True, False])
    tensor([False,  True])
    """
    return ~x


@primitive()
def isnan(x):
    """Where x is not a number. PyTorch: `torch.isnan`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, float("nan")]).isnan()
    tensor([False,  True])
    """
    return np.isnan(x)


@primitive()
def isinf(x):
    """Where x is infinite. PyTorch: `torch.isinf`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, float("inf")]).isinf()
    tensor([False,  True])
    """
    return np.isinf(x)


@primitive()
def isfinite(x):
    """Where x is an ordinary number. PyTorch: `torch.isfinite`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, float("inf")]).isfinite()
    tensor([ True, False])
    """
    return np.isfinite(x)


@primitive()
def logical_not(x):
    """Where x is 0 or false. PyTorch: `torch.logical_not`.

    >>> import minigrad
    >>> minigrad.logical_not(minigrad.tensor([0, 2]))
    tensor([ True, False])
    """
    return np.logical_not(x)


@primitive(promote=common)
def logical_and(a, b):
    """Where both are true (not 0). PyTorch: `torch.logical_and`.

    >>> import minigrad
    >>> minigrad.logical_and(minigrad.tensor([1, 2]), minigrad.tensor([0, 3]))
    tensor([False,  True])
    """
    return np.logical_and(a, b)


@primitive(promote=common)
def logical_or(a, b):
    """Where at least one is true (not 0). PyTorch: `torch.logical_or`.

    >>> import minigrad
    >>> minigrad.logical_or(minigrad.tensor([0, 2]), minigrad.tensor([0, 0]))
    tensor([False,  True])
    """
    return np.logical_or(a, b)


@primitive(promote=common)
def logical_xor(a, b):
    """Where exactly one is true (not 0). PyTorch: `torch.logical_xor`.

    >>> import minigrad
    >>> minigrad.logical_xor(minigrad.tensor([1, 0]), minigrad.tensor([1, 2]))
    tensor([False,  True])
    """
    return np.logical_xor(a, b)


@primitive()
def isclose(a, b, *, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Where |a - b| ≤ atol + rtol·|b|. PyTorch: `torch.isclose`.

    >>> import minigrad
    >>> minigrad.isclose(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 2.1]))
    tensor([ True, False])
    """
    return np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements are close, see `isclose`; a Python bool. PyTorch: `torch.allclose`.

    >>> import minigrad
    >>> minigrad.allclose(minigrad.tensor([1.0]), minigrad.tensor([1.0 + 1e-7]))
    True
    """
    if input.dtype is not other.dtype:
        raise RuntimeError(f"{input.dtype.title} did not match {other.dtype.title}")
    return bool(isclose(input, other, rtol=rtol, atol=atol, equal_nan=equal_nan).array.all())


def equal(input, other):
    """Whether shape and all elements are equal; a Python bool. PyTorch: `torch.equal`.

    >>> import minigrad
    >>> minigrad.equal(minigrad.tensor([1, 2]), minigrad.tensor([1, 2]))
    True
    """
    return input.array.shape == other.array.shape and bool((input.array == other.array).all())
