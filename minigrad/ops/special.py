"""Elementary functions that a lesson rarely needs: angles in degrees, log-odds, sinc, the error function's rest."""
import math

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from ..dtypes import bool_, common, floating, never_truth
from . import complaints
from .elementwise import cos, exp, sin, where


@primitive(x=lambda g: g * (math.pi / 180), promote=floating, node="Deg2RadBackward0")
def deg2rad(x):
    """An angle in degrees as one in radians, x·π/180. PyTorch: `torch.deg2rad`, Deg2RadBackward0.

    >>> import minigrad
    >>> minigrad.deg2rad(minigrad.tensor([180.0]))
    tensor([3.1416])
    """
    return x * (math.pi / 180)


@primitive(x=lambda g: g * (180 / math.pi), promote=floating, node="Rad2DegBackward0")
def rad2deg(x):
    """An angle in radians as one in degrees, x·180/π. PyTorch: `torch.rad2deg`, Rad2DegBackward0.

    >>> import minigrad
    >>> minigrad.rad2deg(minigrad.tensor([3.1415927]))
    tensor([180.])
    """
    return x * (180 / math.pi)


exact_erfc = np.frompyfunc(math.erfc, 1, 1)


@primitive(x=lambda g, x: g * (-2 / math.sqrt(math.pi) * exp(-x * x)), promote=floating)
def erfc(x):
    """1 - erf(x), exact for large x. Saves x. PyTorch: `torch.erfc`, ErfcBackward0.

    >>> import minigrad
    >>> minigrad.erfc(minigrad.tensor([0.0, 1.0]))
    tensor([1.0000, 0.1573])
    """
    return np.asarray(exact_erfc(x)).astype(x.dtype)[()]


def log_odds_slope(g, x, eps):
    """1/(x(1 - x)); nothing outside the bounds, where without eps there is no log-odds."""
    low, rest = (0, math.nan) if eps is None else (eps, 0)
    return where((x < low) | (x > 1 - low), rest, g / (x * (1 - x)))


@primitive(x=log_odds_slope, promote=floating, name="logit")
def log_odds(x, *, eps):
    """As logit. Saves x."""
    if eps is not None:
        x = np.minimum(np.maximum(x, x.dtype.type(eps)), x.dtype.type(1 - eps))
    return np.log(x / (1 - x))


def logit(input, eps=None):
    """The inverse of sigmoid, ln(x/(1 - x)); with `eps`, x is first brought into [eps, 1 - eps].

    PyTorch: `torch.logit`, LogitBackward0.

    >>> import minigrad
    >>> minigrad.logit(minigrad.tensor([0.5, 0.9]))
    tensor([0.0000, 2.1972])
    """
    return log_odds(input, eps)


def wave_slope(g, x):
    """(πx cos πx - sin πx)/(πx²), 0 at 0."""
    turned = x * math.pi
    zero = x == 0
    return where(zero, 0, g * ((turned * cos(turned) - sin(turned)) / (where(zero, 1, turned * x))))


@primitive(x=wave_slope, promote=floating)
def sinc(x):
    """sin(πx)/(πx), 1 at 0. Saves x. PyTorch: `torch.sinc`, SincBackward0.

    >>> import minigrad
    >>> minigrad.sinc(minigrad.tensor([0.0, 0.5]))
    tensor([1.0000, 0.6366])
    """
    turned = np.where(x == 0, 1, x * math.pi)
    return np.where(x == 0, 1, np.sin(turned) / turned).astype(x.dtype)[()]


@primitive(x=lambda g, x, out: g * 0)
def sgn(x):
    """The sign, as `sign`: -1, 0 or 1. Saves both, though the slope is 0. PyTorch: `torch.sgn`, SgnBackward0.

    >>> import minigrad
    >>> minigrad.sgn(minigrad.tensor([-3.0, 0.0]))
    tensor([-1.,  0.])
    """
    return x.copy() if x.dtype == bool else np.where(x == x, np.sign(x), x.dtype.type(0))[()]


@primitive(x=lambda g, x: where(finite(x), g, 0), name="nan_to_num")
def numbers_for(x, *, nan, posinf, neginf):
    """As nan_to_num. Saves x."""
    return x if x.dtype.kind != "f" else np.nan_to_num(x, nan=nan, posinf=posinf, neginf=neginf)


def finite(x):
    return np.isfinite(getattr(x, "array", x))


def nan_to_num(input, nan=None, posinf=None, neginf=None):
    """Numbers in place of nan (0) and of the infinities (the largest and smallest number of the dtype).

    PyTorch: `torch.nan_to_num`, NanToNumBackward0.

    >>> import minigrad
    >>> minigrad.nan_to_num(minigrad.tensor([1.0, float("nan"), float("inf")]), posinf=9.0)
    tensor([1., 0., 9.])
    """
    return numbers_for(input, nan or 0.0, posinf, neginf)


# ---- questions


@primitive()
def signbit(x):
    """Where x has a minus sign, zero included. PyTorch: `torch.signbit`.

    >>> import minigrad
    >>> minigrad.signbit(minigrad.tensor([-0.0, 1.0]))
    tensor([ True, False])
    """
    return np.signbit(x) if x.dtype.kind == "f" else np.less(x, 0)


@primitive()
def isposinf(x):
    """Where x is +∞. PyTorch: `torch.isposinf`."""
    return np.equal(x, math.inf)


@primitive()
def isneginf(x):
    """Where x is -∞. PyTorch: `torch.isneginf`."""
    return np.equal(x, -math.inf)


def isreal(input):
    """Where x is a real number: everywhere, here. PyTorch: `torch.isreal`."""
    return (input == input).logical_or(input != input)


def positive(input):
    """x itself: what `+x` means. Raises RuntimeError for truth values. PyTorch: `torch.positive`.

    >>> import minigrad
    >>> +minigrad.tensor([1.0])
    tensor([1.])
    """
    if input.dtype is bool_:
        raise complaints.numbers.no_plus()
    return input


# ---- two numbers


def kept_sign(x, out):
    """1 where the sign was kept, -1 where it was changed, 0 at 0."""
    return where(x == 0, 0, out / where(x == 0, 1, x))


@primitive(a=lambda g, a, out: g * kept_sign(a, out),
           b=lambda g: g * 0, promote=floating, name="copysign")
def copysign_tensor(a, b):
    """The size of a with the sign of b. Saves a and the result. PyTorch: CopysignBackward0."""
    return np.copysign(a, b)


@primitive(x=lambda g, x, out: g * kept_sign(x, out), promote=floating, name="copysign", node="CopysignBackward1")
def copysign_number(x, other):
    """The size of x with the sign of a number. PyTorch: CopysignBackward1."""
    return np.copysign(x, other)


def copysign(input, other):
    """The size of one number with the sign of another. PyTorch: `torch.copysign`, CopysignBackward0 and 1.

    >>> import minigrad
    >>> minigrad.copysign(minigrad.tensor([1.0, -2.0]), -1)
    tensor([-1., -2.])
    """
    return (copysign_tensor if isinstance(other, Value) else copysign_number)(input, other)


def isnan(x):
    return x != x


def decimals(name):
    """As `common`, for kernels that PyTorch has for decimal numbers only."""
    def refusing(operands):
        d = common(operands)
        if not d.is_floating_point:
            raise errors.no_kernel(name, d)
        return d
    return refusing


@primitive(a=lambda g, a, b: where((a >= b) | isnan(b), g, 0),
           b=lambda g, a, b: where((a >= b) | isnan(b), 0, g), promote=common)
def fmax(a, b):
    """The larger of two numbers; a number wins over nan. Saves both. PyTorch: `torch.fmax`, FmaxBackward0.

    >>> import minigrad
    >>> minigrad.fmax(minigrad.tensor([1.0, float("nan")]), minigrad.tensor([3.0, 4.0]))
    tensor([3., 4.])
    """
    return np.fmax(a, b)


@primitive(a=lambda g, a, b: where((a <= b) | isnan(b), g, 0),
           b=lambda g, a, b: where((a <= b) | isnan(b), 0, g), promote=common)
def fmin(a, b):
    """The smaller of two numbers; a number wins over nan. Saves both. PyTorch: `torch.fmin`, FminBackward0.

    >>> import minigrad
    >>> minigrad.fmin(minigrad.tensor([1.0, float("nan")]), minigrad.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """
    return np.fmin(a, b)


@primitive(a=lambda g, a, out: g * (a / out),
           b=lambda g, b, out: g * (b / out), promote=decimals("hypot_cpu"))
def hypot(a, b):
    """√(a² + b²), the length of a right triangle's long side. Saves both and the result. PyTorch: HypotBackward0.

    >>> import minigrad
    >>> minigrad.hypot(minigrad.tensor([3.0]), minigrad.tensor([4.0]))
    tensor([5.])
    """
    return np.hypot(a, b)


@primitive(a=lambda g, a, b: g / (1 + exp(b - a)),
           b=lambda g, a, b: g / (1 + exp(a - b)), promote=decimals("logaddexp_cpu"))
def logaddexp(a, b):
    """ln(eᵃ + eᵇ) without overflow. Saves both. PyTorch: `torch.logaddexp`, LogaddexpBackward0.

    >>> import minigrad
    >>> minigrad.logaddexp(minigrad.tensor([1000.0]), minigrad.tensor([1000.0]))
    tensor([1000.6932])
    """
    return np.logaddexp(a, b)


@primitive(a=lambda g, a, b: g / (1 + 2 ** (b - a)),
           b=lambda g, a, b: g / (1 + 2 ** (a - b)), promote=decimals("logaddexp2_cpu"))
def logaddexp2(a, b):
    """log₂(2ᵃ + 2ᵇ) without overflow. Saves both. PyTorch: `torch.logaddexp2`, Logaddexp2Backward0.

    >>> import minigrad
    >>> minigrad.logaddexp2(minigrad.tensor([3.0]), minigrad.tensor([3.0]))
    tensor([4.])
    """
    return np.logaddexp2(a, b)


def times_log(a, b):
    """a·ln b, 0 where a is 0 (nan where b is nan)."""
    return np.where((a == 0) & (b == b), 0, a * np.log(b))[()].astype(np.result_type(a, b))


@primitive(a=lambda g, a, b: where((a == 0) & (b <= 0), 0, xlogy(g, b)),
           b=lambda g, a, b: g * a / b, promote=floating, name="xlogy")
def xlogy_tensors(a, b):
    """As xlogy, of two tensors. Saves both."""
    return times_log(a, b)


def xlogy(input, other):
    """input·ln(other), and 0 where input is 0. Saves both. PyTorch: `torch.xlogy`, XlogyBackward0 to 2.

    >>> import minigrad
    >>> minigrad.xlogy(minigrad.tensor([0.0, 2.0]), minigrad.tensor([0.0, 1.0]))
    tensor([0., 0.])
    """
    if isinstance(input, (int, float)) and isinstance(other, Value):
        return xlogy_number(other, input)
    return (xlogy_of_number if isinstance(other, (int, float)) else xlogy_tensors)(input, other)


@primitive(x=lambda g, x, factor: g * factor / x, promote=floating, name="xlogy", node="XlogyBackward1",
           saved={"x": "other", "factor": "self"})
def xlogy_number(x, factor):
    """A number times ln x. PyTorch: XlogyBackward1."""
    return times_log(factor, x)


def logarithm(number):
    return math.log(number) if number > 0 else -math.inf if number == 0 else math.nan


@primitive(x=lambda g, x, other: where((x == 0) & (other <= 0), 0, g * logarithm(other)),
           promote=floating, name="xlogy", node="XlogyBackward2")
def xlogy_of_number(x, other):
    """x times the logarithm of a number. PyTorch: XlogyBackward2."""
    return times_log(x, np.asarray(other, np.result_type(x)))


def float_power(input, exponent):
    """input to the power of exponent, computed in float64. PyTorch: `torch.float_power`.

    >>> import minigrad
    >>> minigrad.float_power(minigrad.tensor([2]), 0.5)
    tensor([1.4142], dtype=torch.float64)
    """
    from .arithmetic import pow

    input, exponent = (x.double() if isinstance(x, Value) else float(x) for x in (input, exponent))
    return pow(input, exponent)


# ---- three numbers


def one_dtype(*tensors):
    """Kernels of three operands that do not mix dtypes."""
    for x in tensors[1:]:
        if x.dtype is not tensors[0].dtype:
            raise complaints.numbers.expected_dtype(tensors[0].dtype, x.dtype)


@primitive(a=lambda g, weight: g * (1 - weight),
           b=lambda g, weight: g * weight, name="lerp", promote=common)
def lerp_number(a, b, *, weight):
    """From a to b by a number. Saves the number. PyTorch: LerpBackward0."""
    return between(a, b, weight)


@primitive(a=lambda g, weight: g * (1 - weight),
           b=lambda g, weight: g * weight,
           weight=lambda g, a, b: g * (b - a), name="lerp", node="LerpBackward1", saved={"b": "end"}, promote=common)
def lerp_tensor(a, b, weight):
    """From a to b by a tensor. Saves all three. PyTorch: LerpBackward1."""
    return between(a, b, weight)


def between(a, b, weight):
    """Counted from the nearer end, which makes both ends exact."""
    return np.where(np.abs(weight) < 0.5, a + weight * (b - a), b - (b - a) * (1 - weight)).astype(a.dtype)[()]


def lerp(input, end, weight):
    """The place between input (weight 0) and end (weight 1). PyTorch: `torch.lerp`, LerpBackward0 and 1.

    Raises RuntimeError if the dtypes differ.

    >>> import minigrad
    >>> minigrad.lerp(minigrad.tensor([0.0]), minigrad.tensor([10.0]), 0.3)
    tensor([3.])
    """
    if isinstance(weight, Value):
        one_dtype(input, end, weight)
        refuse_integers("lerp_kernel_tensor", input)
        return lerp_tensor(input, end, weight)
    one_dtype(input, end)
    refuse_integers("lerp_kernel_scalar", input)
    return lerp_number(input, end, weight)


def refuse_integers(name, input):
    if not input.is_floating_point():
        raise errors.no_kernel(name, input.dtype)


@primitive(x=lambda g: g,
           a=lambda g, b, value: g * (b * value),
           b=lambda g, a, value: g * (a * value), promote=never_truth("addcmul_cpu_out"),
           name="addcmul", saved={"a": "tensor1", "b": "tensor2"})
def plus_product(x, a, b, *, value):
    """As addcmul. Saves both factors."""
    return x + a * b * value if value != 1 else x + a * b


def addcmul(input, tensor1, tensor2, *, value=1):
    """input + value·tensor1·tensor2. PyTorch: `torch.addcmul`, AddcmulBackward0.

    >>> import minigrad
    >>> one = minigrad.ones(1)
    >>> minigrad.addcmul(one, one, one, value=2)
    tensor([3.])
    """
    whole = not any(x.is_floating_point() for x in (input, tensor1, tensor2))
    return plus_product(input, tensor1, tensor2, int(value) if whole else value)


@primitive(x=lambda g: g,
           a=lambda g, b, value: g * (value / b),
           b=lambda g, a, b, value: -g * (value * a / (b * b)), promote=common, name="addcdiv",
           saved={"a": "tensor1", "b": "tensor2"})
def plus_quotient(x, a, b, *, value):
    """As addcdiv. Saves the divisor, and the dividend if the divisor needs a gradient."""
    return x + value * a / b if value != 1 else x + a / b


def addcdiv(input, tensor1, tensor2, *, value=1):
    """input + value·tensor1/tensor2. Raises RuntimeError for integers. PyTorch: `torch.addcdiv`, AddcdivBackward0.

    >>> import minigrad
    >>> one = minigrad.ones(1)
    >>> minigrad.addcdiv(one, one, one, value=2)
    tensor([3.])
    """
    if not (tensor1.is_floating_point() or tensor2.is_floating_point()):
        raise complaints.numbers.integer_quotient()
    return plus_quotient(input, tensor1, tensor2, value)
