"""From scores to probabilities: softmax and its logarithm."""

import numpy as np

from .. import errors
from ..core.primitive import primitive
from . import arguments as args
from .constants import ones
from .elementwise import exp
from .reduce import sum_dim


def shifted(x, dim):
    """Scores with the largest at 0, so that exp cannot overflow; softmax stays the same."""
    return x - largest(x, dim) if x.size else x


def largest(x, dim):
    """The largest number along a dimension, which stays; of rows by its place, which NumPy finds in half the time."""
    if dim != x.ndim - 1:
        return np.maximum.reduce(x, dim, keepdims=True)
    rows = x.reshape(-1, x.shape[-1])
    return rows[np.arange(len(rows)), rows.argmax(1)].reshape(*x.shape[:-1], 1)


def summed(x, dim):
    """Sums along the dimension, which stays. A 0-d tensor has none: it is its own sum."""
    if type(x) is np.ndarray:
        return added(x, dim)
    return sum_dim(x, dim=(dim,), keepdim=True) if x.ndim else x


def added(x, dim):
    """Sums of an array along a dimension, which stays; along the last one a product with ones is four times faster."""
    if type(x) is np.ndarray and x.size and x.ndim == dim + 1 and x.dtype.char in "fd":
        return (x.reshape(-1, x.shape[-1]).dot(ones(x.shape[-1], x.dtype.char))).reshape((*x.shape[:-1], 1))
    return np.add.reduce(x, dim, keepdims=True) if np.ndim(x) else x


@primitive(x=lambda g, out, dim: out * (g - summed(g * out, dim)), name="softmax")
def softmax_dim(x, *, dim):
    """exp(x) over its sum along a dimension. Saves the result."""
    if not x.ndim: dim = ()
    powers = np.exp(shifted(x, dim))
    powers /= added(powers, dim)
    return powers


@primitive(x=lambda g, out, dim: g - exp(out) * summed(g, dim), name="log_softmax")
def log_softmax_dim(x, *, dim):
    """The logarithm of softmax, exact for large scores too. Saves the result."""
    if not x.ndim: dim = ()
    x = shifted(x, dim)
    x -= np.log(added(np.exp(x), dim))
    return x


def over(name, op, input, dim, dtype):
    """One of the two above, with what people pass made uniform."""
    if dtype is not None:
        input = input.to(dtype)
    dim = args.axis(dim, input.ndim)
    if not input.is_floating_point():
        last = "_lastdim" if dim >= input.ndim - 1 else ""
        raise errors.no_kernel(f"{name}{last}_kernel_impl", input.dtype)
    return op(input, dim)


@args.numpy_names
def softmax(input, dim, *, dtype=None):
    """Scores as probabilities that add up to 1 along a dimension: exp(x) / sum(exp(x)). As `torch.softmax`.

    Saves the result p; the gradient is p * (g - sum(g * p)). Large scores do not overflow.

    >>> import minigrad
    >>> minigrad.softmax(minigrad.tensor([0.0, 0.0]), 0)
    tensor([0.5000, 0.5000])
    """
    return over("softmax", softmax_dim, input, dim, dtype)


@args.numpy_names
def log_softmax(input, dim, *, dtype=None):
    """Logarithms of the probabilities that `softmax` gives, without underflow. As `torch.log_softmax`.

    >>> import minigrad
    >>> minigrad.log_softmax(minigrad.tensor([1000.0, 0.0]), 0)
    tensor([    0., -1000.])
    """
    return over("log_softmax", log_softmax_dim, input, dim, dtype)
