"""PyTorch's full signatures of a few everyday ops: which of its primitives is meant, and the rarer keywords."""
from functools import wraps

import numpy as np

from .. import dtypes, errors
from ..core.primitive import numbers, primitive
from ..core.value import Value
from . import complaints, functions, logic, powers, rounding
from . import elementwise as e


def spoken(op):
    """An operator's op as a function: what the operator leaves to the other operand is an error here."""

    @wraps(op)
    def function(input, other):
        result = op(input, other)
        if result is NotImplemented:
            raise errors.not_a_tensor(op.__name__, 2, other, "other")
        return result

    return function


def between_tensors(op):
    """An op as a function that takes no number for a tensor."""

    @wraps(op)
    def function(input, other):
        for position, (name, value) in enumerate((("input", input), ("other", other)), start=1):
            if not isinstance(value, Value):
                raise errors.not_a_tensor(op.__name__, position, value, name)
        return op(input, other)

    return function


maximum, minimum, atan2 = map(between_tensors, (e.maximum, e.minimum, functions.atan2))
logical_and, logical_or = between_tensors(logic.logical_and), between_tensors(logic.logical_or)
logical_xor = between_tensors(logic.logical_xor)
mul, floor_divide = spoken(e.mul), spoken(rounding.floor_divide)
eq, ne, lt, le, gt, ge = spoken(e.eq), spoken(e.ne), spoken(e.lt), spoken(e.le), spoken(e.gt), spoken(e.ge)
bitwise_and, bitwise_or, bitwise_xor = spoken(logic.bitwise_and), spoken(logic.bitwise_or), spoken(logic.bitwise_xor)
plus, minus, over = spoken(e.add), spoken(e.sub), spoken(e.div)


def add(input, other, *, alpha=1):
    """The sum input + alpha·other; shapes broadcast. See `minigrad.ops.elementwise.add`. PyTorch: `torch.add`.

    >>> import minigrad
    >>> minigrad.add(minigrad.tensor([1.0]), minigrad.tensor([2.0]), alpha=10)
    tensor([21.])
    """
    return plus(input, other) if alpha == 1 else plus_times(input, other, whole(alpha, input, other))


def sub(input, other, *, alpha=1):
    """The difference input - alpha·other; shapes broadcast. PyTorch: `torch.sub`.

    >>> import minigrad
    >>> minigrad.sub(minigrad.tensor([5.0]), 2)
    tensor([3.])
    """
    return minus(input, other) if alpha == 1 else minus_times(input, other, whole(alpha, input, other))


def rsub(input, other, *, alpha=1):
    """other - alpha·input. PyTorch: `torch.rsub`, RsubBackward0 and 1.

    >>> import minigrad
    >>> minigrad.rsub(minigrad.tensor([1.0, 2.0]), 1)
    tensor([ 0., -1.])
    """
    if not isinstance(other, Value) and alpha == 1:
        return e.rsub(input, other)
    op = from_times if isinstance(other, Value) else from_number
    return op(input, other, whole(alpha, input, other))


def multiple(b, alpha, *others):
    """alpha·b, in the dtype of the whole."""
    whole = b * alpha
    if hasattr(b, "dtype"):
        return whole.astype(np.result_type(b, *others))
    return bool(whole) if type(b) is bool and others[0].dtype == bool else whole


@primitive(a=lambda g: g, b=lambda g, alpha: g * alpha, promote=dtypes.common, name="add")
def plus_times(a, b, *, alpha):
    """a + alpha·b. Saves alpha. PyTorch: AddBackward0."""
    return a + multiple(b, alpha, a)


@primitive(a=lambda g: g, b=lambda g, alpha: -g * alpha, promote=dtypes.common, name="sub")
def minus_times(a, b, *, alpha):
    """a - alpha·b. Saves alpha. PyTorch: SubBackward0."""
    e.refuse_truth(a, b)
    return a - multiple(b, alpha, a)


@primitive(a=lambda g, alpha: -g * alpha, b=lambda g: g, promote=dtypes.common, name="rsub")
def from_times(a, b, *, alpha):
    """b - alpha·a. Saves alpha. PyTorch: RsubBackward0."""
    e.refuse_truth(a, b)
    return b - multiple(a, alpha, b)


@primitive(x=lambda g, alpha: -g * alpha, promote=dtypes.common, name="rsub", node="RsubBackward1")
def from_number(x, other, *, alpha):
    """A number minus alpha·x. Saves alpha. PyTorch: RsubBackward1."""
    return from_times.kernel(x, other, alpha=alpha)


def whole(alpha, input, other):
    """alpha, which may only be a fraction if one of the two is of a floating point dtype."""
    if type(alpha) is float and not any(dtypes.result_dtype([getattr(x, "array", x)]).is_floating_point
                                        for x in (input, other)):
        raise complaints.numbers.fractional_alpha()
    return alpha


def div(input, other, *, rounding_mode=None):
    """The quotient; rounded towards zero ("trunc") or down ("floor") if asked. PyTorch: `torch.div`.

    >>> import minigrad
    >>> minigrad.div(minigrad.tensor([7.0, -7.0]), 2, rounding_mode="trunc")
    tensor([ 3., -3.])
    """
    if rounding_mode is None:
        return over(input, other)
    if rounding_mode == "floor":
        return rounding.floored_divide(input, other)
    if rounding_mode == "trunc":
        return rounding.truncated_divide(input, other)
    raise complaints.numbers.rounding_mode(rounding_mode)


def pow(input, exponent):
    """input to the power of exponent, either of which may be a number. PyTorch: `torch.pow`, PowBackward0 to 2.

    >>> import minigrad
    >>> minigrad.pow(minigrad.tensor([2.0, 3.0]), 2)
    tensor([4., 9.])
    """
    if type(input) not in numbers:
        if type(exponent) is int and exponent < 0 and isinstance(input, Value) and not input.is_floating_point():
            raise errors.negative_integer_power()
        return e.pow_number(input, exponent) if type(exponent) in numbers else powers.pow_tensor(input, exponent)
    if type(exponent) not in numbers:
        return powers.pow_base(exponent, input)
    raise complaints.arguments.wrong_combination(
        "pow", "(Tensor input, Tensor exponent), (Number self, Tensor exponent) or (Tensor input, Number exponent)")


def remainder(input, other):
    """input modulo other, with the sign of other, as Python's %. PyTorch: `torch.remainder`, RemainderBackward0 and 1.

    >>> import minigrad
    >>> minigrad.remainder(minigrad.tensor([7, -7]), 3)
    tensor([1, 2])
    """
    return rounding.remainder_number(input, other) if type(other) in numbers else rounding.remainder(input, other)


def fmod(input, other):
    """The remainder of input/other with the sign of input, as in C. PyTorch: `torch.fmod`, FmodBackward0 and 1.

    >>> import minigrad
    >>> minigrad.fmod(minigrad.tensor([7.0, -7.0]), 3)
    tensor([ 1., -1.])
    """
    return rounding.fmod_number(input, other) if type(other) in numbers else rounding.fmod_tensor(input, other)


def rpow(exponent, base):
    """What `base ** exponent` means for a number and a tensor."""
    return pow(base, exponent)


def rdiv(divisor, number):
    """What `number / divisor` means: the reciprocal times the number, as in PyTorch's graph."""
    return e.mul(e.reciprocal(divisor), number)


def rmod(divisor, number):
    """What `number % divisor` means."""
    return rounding.remainder(number, divisor)


def rfloordiv(divisor, number):
    """What `number // divisor` means."""
    return rounding.floor_divide(number, divisor)


def clamp(input, min=None, max=None):
    """input, but not below `min` nor above `max`; either may be None, a number or a tensor. PyTorch: `torch.clamp`.

    The slope is 1 inside, bounds included, and 0 outside.

    >>> import minigrad
    >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), min=0)
    tensor([0.0000, 0.5000, 3.0000])
    """
    if min is None and max is None:
        raise errors.no_bounds()
    tensors = [isinstance(bound, Value) for bound in (min, max) if bound is not None]
    wrong = [bound for bound in (min, max) if bound is not None and not isinstance(bound, (Value, *numbers))]
    if not isinstance(input, Value) or len(set(tensors)) > 1 or wrong:
        raise complaints.arguments.wrong_combination(
            "clamp", "(Tensor input, Tensor min, Tensor max) or (Tensor input, Number min, Number max)")
    return (rounding.clamp_tensors if tensors[0] else e.clamp_numbers)(input, min, max)


def clamp_min(input, min):
    """input, but not below `min`, a number or a tensor. PyTorch: `torch.clamp_min`, ClampMinBackward0 and 1.

    >>> import minigrad
    >>> minigrad.clamp_min(minigrad.tensor([-2.0, 3.0]), 0)
    tensor([0., 3.])
    """
    return (rounding.not_below_tensor if isinstance(min, Value) else rounding.not_below)(input, min)


def clamp_max(input, max):
    """input, but not above `max`, a number or a tensor. PyTorch: `torch.clamp_max`, ClampMaxBackward0 and 1.

    >>> import minigrad
    >>> minigrad.clamp_max(minigrad.tensor([-2.0, 3.0]), 0)
    tensor([-2.,  0.])
    """
    return (rounding.not_above_tensor if isinstance(max, Value) else rounding.not_above)(input, max)


def square(input):
    """input². PyTorch: `torch.square`, PowBackward0.

    >>> import minigrad
    >>> minigrad.square(minigrad.tensor([3.0]))
    tensor([9.])
    """
    return e.pow_number(input, 2)


def where(condition, input=None, other=None):
    """input where the condition holds, other elsewhere. PyTorch: `torch.where`, WhereBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([-1.0, 2.0])
    >>> minigrad.where(x > 0, x, 0.0)
    tensor([0., 2.])
    """
    if not isinstance(condition, Value) or (input is None) != (other is None):
        raise complaints.arguments.wrong_combination("where", "(Tensor condition, Tensor input, Tensor other)")
    if input is None:
        return condition.nonzero(as_tuple=True)
    if condition.dtype not in (dtypes.bool_, dtypes.uint8):
        raise complaints.numbers.not_a_condition(condition.dtype)
    return e.where(condition, input, other)
