"""Elementary functions beyond the everyday ones of elementwise.py."""
import math

import numpy as np

from ..core.primitive import primitive
from ..dtypes import floating
from .elementwise import exp, where

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


@primitive(x=lambda g, x: g * rsqrt(1 - x * x), promote=floating)
def asin(x):
    """The angle whose sine is x; the slope is 1/√(1 - x²): saves x. PyTorch: `torch.asin`, AsinBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).asin()
    tensor([0.0000, 1.5708])
    """
    return np.arcsin(x)


@primitive(x=lambda g, x: -g * rsqrt(1 - x * x), promote=floating)
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


def turned(g, side, a, b):
    """The slope of an angle: the other side over the squared distance; 0 at the origin, where there is no angle."""
    square = a * a + b * b
    return g * where(square == 0, 0, side / square)


@primitive(a=lambda g, a, b: turned(g, b, a, b),
           b=lambda g, a, b: turned(g, -a, a, b), promote=floating)
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
