"""Powers whose exponent is a tensor. Those with a number as exponent, the common ones, stand in elementwise.py."""
import math

import numpy as np

from ..core.primitive import primitive
from ..dtypes import common, never_truth
from .elementwise import log, where


@primitive(a=lambda g, a, b: where(b == 0, 0, g * (b * a ** (b - 1))),
           b=lambda g, a, b, out: g * where((a == 0) & (b >= 0), 0, out * log(a)),
           name="pow", node="PowBackward1", promote=never_truth("pow"), saved={"b": "exponent"}, symbol="**")
def pow_tensor(a, b):
    """a to the power of b, both tensors; shapes broadcast. Saves both, and the result if b needs a gradient.

    d/da = b·aᵇ⁻¹ (0 where b = 0), d/db = aᵇ·ln a (0 where a = 0 and b ≥ 0). PyTorch: `torch.pow`, PowBackward1.

    >>> import minigrad
    >>> minigrad.tensor([2.0, 3.0]) ** minigrad.tensor([3.0, 0.0])
    tensor([8., 1.])
    """
    return integer_power(a, b) if np.result_type(a, b).kind in "iu" else a ** b


def integer_power(a, b):
    """Powers of integers; those with a negative exponent are rounded towards zero, as in PyTorch."""
    upside_down = np.where(np.abs(a) == 1, a ** (np.abs(b) % 2), 0)
    return np.where(b < 0, upside_down, a ** np.maximum(b, 0))[()].astype(np.result_type(a, b))


def exponential_slope(g, x, base, out):
    """bˣ·ln b. Zero to a positive power stays zero."""
    logarithm = math.log(base) if base > 0 else -math.inf if base == 0 else math.nan
    slope = out * logarithm
    return g * (where(x >= 0, 0, slope) if base == 0 else slope)


@primitive(x=exponential_slope, name="pow", node="PowBackward2", promote=common,
           saved={"x": "exponent", "base": "self"}, symbol="**")
def pow_base(x, base):
    """A number to the power of x: what `2 ** x` records; the slope is bˣ·ln b. Saves x, the base and the result.

    PyTorch: `torch.pow`, PowBackward2.

    >>> import minigrad
    >>> 2 ** minigrad.tensor([1.0, 3.0])
    tensor([2., 8.])
    """
    if x.dtype.kind == "i" and isinstance(base, int):
        return integer_power(x.dtype.type(base), x)
    return base ** x
