"""Truth values: bits, what is not a number, comparisons of whole tensors."""
import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from ..dtypes import common
from . import complaints

# ---- bits


def whole_numbers(name):
    """As `common`, but there are no bits in decimal numbers; `name` is what PyTorch calls the kernel."""
    def refusing(operands):
        d = common(operands)
        if d.is_floating_point:
            raise errors.no_kernel(name, d)
        return d
    return refusing


@primitive(promote=whole_numbers("bitwise_and_cpu"), symbol="&")
def bitwise_and(a, b):
    """Bits (or truth values) that both have: `a & b`. PyTorch: `torch.bitwise_and`.

    >>> import minigrad
    >>> minigrad.tensor([True, True]) & minigrad.tensor([True, False])
    tensor([ True, False])
    """
    return a & b


@primitive(promote=whole_numbers("bitwise_or_cpu"), symbol="|")
def bitwise_or(a, b):
    """Bits (or truth values) that one has at least: `a | b`. PyTorch: `torch.bitwise_or`.

    >>> import minigrad
    >>> minigrad.tensor([True, False]) | minigrad.tensor([False, False])
    tensor([ True, False])
    """
    return a | b


@primitive(promote=whole_numbers("bitwise_xor_cpu"), symbol="^")
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


def invert(input):
    """What `~input` means. Raises TypeError for decimal numbers."""
    if input.is_floating_point():
        raise complaints.numbers.no_complement()
    return bitwise_not(input)


# ---- kinds of numbers


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


# ---- true and false


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


# ---- nearly equal


@primitive(name="isclose", promote=common)
def near(a, b, *, rtol, atol, equal_nan):
    """As isclose, of one dtype."""
    return np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def isclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Where |input - other| ≤ atol + rtol·|other|. Raises RuntimeError if the dtypes differ. PyTorch: `torch.isclose`.

    >>> import minigrad
    >>> minigrad.isclose(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 2.1]))
    tensor([ True, False])
    """
    compare("isclose", input, other)
    return near(input, other, rtol, atol, equal_nan)


def compare(name, input, other):
    """Two tensors of one dtype, or an error."""
    for position, (argument, value) in enumerate((("input", input), ("other", other)), start=1):
        if not isinstance(value, Value):
            raise errors.not_a_tensor(name, position, value, argument)
    if input.dtype is not other.dtype:
        raise complaints.numbers.different_dtypes(input.dtype, other.dtype)


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements are close, see `isclose`; a Python bool. PyTorch: `torch.allclose`.

    >>> import minigrad
    >>> minigrad.allclose(minigrad.tensor([1.0]), minigrad.tensor([1.0 + 1e-7]))
    True
    """
    return bool(isclose(input, other, rtol, atol, equal_nan).array.all())


def equal(input, other):
    """Whether shape and all elements are equal; a Python bool. PyTorch: `torch.equal`.

    >>> import minigrad
    >>> minigrad.equal(minigrad.tensor([1, 2]), minigrad.tensor([1, 2]))
    True
    """
    if not isinstance(other, Value):
        raise errors.not_a_tensor("equal", 2, other, "other")
    return input.array.shape == other.array.shape and bool((input.array == other.array).all())
