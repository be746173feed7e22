"""Ops that work element by element: each result depends on the elements at its own place only.

Every rule multiplies the gradient `g` that arrives by the local slope. Shapes broadcast; the engine sums a gradient
back to the shape of its operand.
"""
import numpy as np

from .. import errors
from ..core.primitive import halves, primitive
from ..dtypes import common, float16, floating, never_truth
from . import complaints
from .constants import zeros_beside

truth, single = np.dtype(bool), np.dtype(np.float32)
ZERO = np.zeros((), np.float32)         # NumPy takes half as long with it as with Python's 0
decimals = frozenset({np.float32, np.float64, float, int})      # types of numbers that are surely no truth values

# ---- arithmetic


@primitive(a=lambda g: g,
           b=lambda g: g, promote=common, symbol="+")
def add(a, b):
    """The sum a + b, element by element; shapes broadcast.

    The gradient goes to both operands unchanged, so nothing is saved. PyTorch: `torch.add`, AddBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]) + 10
    tensor([11., 12.])
    """
    return a + b


@primitive(a=lambda g: g,
           b=lambda g: -g, promote=common, symbol="-")
def sub(a, b):
    """The difference a - b, element by element; shapes broadcast. Saves nothing.

    Raises RuntimeError for two bool tensors. PyTorch: `torch.sub`, SubBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]) - 1
    tensor([0., 1.])
    """
    if type(a) not in decimals or type(b) not in decimals: refuse_truth(a, b)
    return a - b


def refuse_truth(a, b):
    """Truth values cannot be subtracted, nor anything from them."""
    first, second = is_truth(a), is_truth(b)
    if first or second:
        raise errors.bool_subtraction(first and second)


def is_truth(x):
    return getattr(x, "dtype", None) is truth or x is True or x is False


@primitive(x=lambda g: -g, promote=common, node="RsubBackward1", symbol="-")
def rsub(x, other):
    """The number `other` minus x: what `1 - x` records. Saves nothing. PyTorch: `torch.rsub`, RsubBackward1.

    >>> import minigrad
    >>> 1 - minigrad.tensor([1.0, 2.0])
    tensor([ 0., -1.])
    """
    if type(x) not in decimals or type(other) not in decimals: refuse_truth(x, other)
    return other - x


@primitive(a=lambda g, b: g * b,
           b=lambda g, a: g * a, promote=common, symbol="*")
def mul(a, b):
    """The product a * b, element by element; shapes broadcast.

    d(ab)/da = b and d(ab)/db = a: each operand is saved for the other's gradient. PyTorch: `torch.mul`, MulBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]) * minigrad.tensor([3.0, 4.0])
    tensor([3., 8.])
    """
    return a * b


@primitive(a=lambda g, b: g / b,
           b=lambda g, a, b: -g * ((a / b) / b), promote=floating, symbol="/")
def div(a, b):
    """The quotient a / b, element by element; integers give the default floating dtype. Division by zero is inf or nan.

    d(a/b)/da = 1/b, d(a/b)/db = -a/b². Saves b, and a if b needs a gradient. PyTorch: `torch.div`, DivBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]) / 2
    tensor([0.5000, 1.0000])
    """
    return a / b


@primitive(x=lambda g: -g)
def neg(x):
    """The negative -x. Saves nothing. PyTorch: `torch.neg`, NegBackward0.

    >>> import minigrad
    >>> -minigrad.tensor([1.0, -2.0])
    tensor([-1.,  2.])
    """
    return -x


@primitive(x=lambda g, out: -g * out * out, promote=floating)
def reciprocal(x):
    """1/x. The slope is -1/x², so the result is saved. PyTorch: `torch.reciprocal`, ReciprocalBackward0.

    >>> import minigrad
    >>> minigrad.tensor([2.0, 4.0]).reciprocal()
    tensor([0.5000, 0.2500])
    """
    return 1 / x


def pow_slope(g, x, exponent):
    """The power rule; a constant (exponent 0) has slope 0 even at 0."""
    if exponent == 0:
        return g * 0
    if exponent == 2:
        return g * (2 * x)
    return g * (exponent * x ** (exponent - 1))


@primitive(x=pow_slope, name="pow", node="PowBackward0", promote=common, symbol="**")
def pow_number(x, exponent):
    """x to the power of a number: the slope is n·xⁿ⁻¹. Saves x and the exponent. PyTorch: `torch.pow`, PowBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 3.0]) ** 2
    tensor([1., 9.])
    """
    return x ** exponent


# ---- functions of one number


@primitive(x=lambda g, out: g * out, promote=floating)
def exp(x):
    """eˣ: its own slope, so the result is saved. PyTorch: `torch.exp`, ExpBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).exp()
    tensor([1.0000, 2.7183])
    """
    return np.exp(x)


@primitive(x=lambda g, x: g / x, promote=floating)
def log(x):
    """The natural logarithm; -inf at 0, nan below. The slope is 1/x: saves x. PyTorch: `torch.log`, LogBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]).log()
    tensor([0.0000, 0.6931])
    """
    return np.log(x)


@primitive(x=lambda g, out: g / (2 * out), promote=floating)
def sqrt(x):
    """The square root. The slope 1/(2√x) needs the result, which is saved; inf at 0.

    PyTorch: `torch.sqrt`, SqrtBackward0.

    >>> import minigrad
    >>> minigrad.tensor([4.0, 9.0]).sqrt()
    tensor([2., 3.])
    """
    return np.sqrt(x)


@primitive(x=lambda g, x: g * cos(x), promote=floating)
def sin(x):
    """The sine of an angle in radians; the slope is cos x: saves x. PyTorch: `torch.sin`, SinBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).sin()
    tensor([0.0000, 0.8415])
    """
    return np.sin(x)


@primitive(x=lambda g, x: -g * sin(x), promote=floating)
def cos(x):
    """The cosine of an angle in radians; the slope is -sin x: saves x. PyTorch: `torch.cos`, CosBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).cos()
    tensor([1.0000, 0.5403])
    """
    return np.cos(x)


@primitive(x=lambda g, out: g * (1 - out * out), promote=floating)
def tanh(x):
    """The hyperbolic tangent, between -1 and 1. The slope is 1 - tanh²: saves the result.

    PyTorch: `torch.tanh`, TanhBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 1.0]).tanh()
    tensor([0.0000, 0.7616])
    """
    return np.tanh(x)


@primitive(x=lambda g, out: g * (out * (1 - out)), promote=floating)
def sigmoid(x):
    """1/(1 + e⁻ˣ), between 0 and 1. The slope is σ(1 - σ): saves the result.

    PyTorch: `torch.sigmoid`, SigmoidBackward0.

    >>> import minigrad
    >>> minigrad.tensor([0.0, 2.0]).sigmoid()
    tensor([0.5000, 0.8808])
    """
    return 1 / (1 + np.exp(-x))


@primitive(x=lambda g, out: g * (out != (ZERO if out.dtype is single else 0)))
def relu(x):
    """x where it is positive, else 0. The slope is 1 or 0 (0 at zero): saves the result.

    PyTorch: `torch.relu`, ReluBackward0.

    >>> import minigrad
    >>> minigrad.tensor([-1.0, 2.0]).relu()
    tensor([0., 2.])
    """
    kind = type(x)
    if kind in decimals:
        return x if x > 0 or x != x else kind(0)
    if x.dtype is truth:
        raise complaints.numbers.relu_of_truth()
    return np.maximum(x, zeros_beside(x.shape, x.dtype.char))


@primitive(x=lambda g, x: g * sign(x), promote=never_truth("abs_cpu"))
def abs(x):
    """The absolute value. The slope is the sign (0 at zero): saves x. PyTorch: `torch.abs`, AbsBackward0.

    >>> import minigrad
    >>> minigrad.tensor([-1.0, 2.0]).abs()
    tensor([1., 2.])
    """
    return np.abs(x)


@primitive(x=lambda g: g * 0)
def sign(x):
    """-1, 0 or 1. A step: its slope is 0. PyTorch: `torch.sign`, SignBackward0.

    >>> import minigrad
    >>> minigrad.tensor([-3.0, 0.0, 2.0]).sign()
    tensor([-1.,  0.,  1.])
    """
    return x.copy() if x.dtype is truth else np.where(x == x, np.sign(x), x.dtype.type(0))[()]      # nan has no sign


@primitive(x=lambda g: g * 0, promote=never_truth("floor_vml_cpu"))
def floor(x):
    """The largest integer not above x. A step: its slope is 0. PyTorch: `torch.floor`, FloorBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.5, -1.5]).floor()
    tensor([ 1., -2.])
    """
    return np.floor(x)


# ---- choosing


def winner(g, a, b, behind):
    """The gradient goes to the operand that won; at a tie each gets half, beside nan both get all."""
    return g * ~behind - g * (a == b) / 2


@primitive(a=lambda g, a, b: winner(g, a, b, a < b),
           b=lambda g, a, b: winner(g, a, b, b < a), promote=common)
def maximum(a, b):
    """The larger of a and b, element by element; shapes broadcast. Saves both.

    PyTorch: `torch.maximum`, MaximumBackward0.

    >>> import minigrad
    >>> minigrad.maximum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 4.0]))
    tensor([3., 5.])
    """
    return np.maximum(a, b)


@primitive(a=lambda g, a, b: winner(g, a, b, a > b),
           b=lambda g, a, b: winner(g, a, b, b > a), promote=common)
def minimum(a, b):
    """The smaller of a and b, element by element; shapes broadcast. Saves both.

    PyTorch: `torch.minimum`, MinimumBackward0.

    >>> import minigrad
    >>> minigrad.minimum(minigrad.tensor([1.0, 5.0]), minigrad.tensor([3.0, 4.0]))
    tensor([1., 4.])
    """
    return np.minimum(a, b)


@primitive(a=lambda g, condition: where(condition, g, 0),
           b=lambda g, condition: where(condition, 0, g), promote=common)
def where(condition, a, b):
    """a where the condition holds, b elsewhere; shapes broadcast. Saves the condition.

    The gradient goes to the operand that was chosen. PyTorch: `torch.where`, WhereBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([-1.0, 2.0])
    >>> minigrad.where(x > 0, x, 0.0)
    tensor([0., 2.])
    """
    return np.where(condition, a, b)[()]


def inside(x, low, high):
    """Where the bounds leave x alone; on a bound they do."""
    if low is None:
        return x <= high
    return x >= low if high is None else (x >= low) & (x <= high)


@primitive(x=lambda g, x, low, high: g * inside(x, low, high), promote=never_truth("clamp_cpu"), name="clamp",
           node="ClampBackward1", saved={"low": "min", "high": "max"})
def clamp_numbers(x, low=None, high=None):
    """x, but not below `low` nor above `high` (either may be None). Saves x and the bounds.

    The slope is 1 inside, bounds included, and 0 outside. PyTorch: `torch.clamp`, ClampBackward1.

    >>> import minigrad
    >>> minigrad.clamp(minigrad.tensor([-2.0, 0.5, 3.0]), 0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """
    if low is not None:
        x = np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


# ---- comparisons: truth values, which have no slope


@primitive(promote=common, symbol="==")
def eq(a, b):
    """Where a equals b (nan equals nothing). PyTorch: `torch.eq`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]) == 1
    tensor([ True, False])
    """
    return a == b


@primitive(promote=common, symbol="!=")
def ne(a, b):
    """Where a differs from b. PyTorch: `torch.ne`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]) != 1
    tensor([False,  True])
    """
    return a != b


@primitive(promote=common, symbol="<")
def lt(a, b):
    """Where a is less than b. PyTorch: `torch.lt`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]) < 2
    tensor([ True, False])
    """
    return a < b


@primitive(promote=common, symbol="<=")
def le(a, b):
    """Where a is at most b. PyTorch: `torch.le`.

    >>> import minigrad
    >>> minigrad.tensor([1, 3]) <= 2
    tensor([ True, False])
    """
    return a <= b


@primitive(promote=common, symbol=">")
def gt(a, b):
    """Where a is greater than b. PyTorch: `torch.gt`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]) > 1
    tensor([False,  True])
    """
    return a > b


@primitive(promote=common, symbol=">=")
def ge(a, b):
    """Where a is at least b. PyTorch: `torch.ge`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]) >= 2
    tensor([False,  True])
    """
    return a >= b


# ---- copies


@primitive(x=lambda g: g)
def clone(x):
    """A copy with memory of its own; gradients pass through. Saves nothing. PyTorch: `torch.clone`, CloneBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0]).clone()
    tensor([1.])
    """
    return x.copy()


@primitive(x=lambda g, before: converted(g, before), node="ToCopyBackward0")
def to_copy(x, *, dtype, before):
    """x in another dtype; the gradient goes back in the dtype that was `before`. PyTorch: `Tensor.to`, ToCopyBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]).float()
    tensor([1., 2.])
    """
    if dtype is float16:
        halves.add(dtype)
    return x.astype(dtype.numpy)


@primitive(name="to_copy")
def to_integer(x, *, dtype):
    """x in an integer dtype or as truth values: steps, which no gradient passes. PyTorch: `Tensor.to`.

    >>> import minigrad
    >>> minigrad.tensor([1.7, -1.7]).long()
    tensor([ 1, -1])
    """
    return x.astype(dtype.numpy)


def converted(g, dtype):
    return g.to(dtype) if hasattr(g, "array") else g.astype(dtype.numpy)
