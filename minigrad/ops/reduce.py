"""Ops that sum up a dimension, several, or all of them.

A gradient has to be spread over the elements that a result was made of: to all alike (sum), to the winners (max).
More of the kind, products, variances and norms, is in statistics.py.
"""
import math
from collections import namedtuple

import numpy as np

from ..core.primitive import primitive
from ..dtypes import of, total
from . import complaints
from .arguments import axes, axis, numpy_names
from .constants import ones
from .elementwise import maximum, minimum

# ---- repeating and summing what was repeated: each is the other's gradient


@primitive(x=lambda g, x_shape: sum_to(g, shape=x_shape), view=True)
def expand(x, *, shape):
    """A view in which dimensions of size 1 are repeated to `shape`, without memory. Saves x's shape.

    The gradient sums the repeats. PyTorch: `Tensor.expand`, ExpandBackward0.

    >>> import minigrad
    >>> minigrad.tensor([[1.0], [2.0]]).expand(2, 2)
    tensor([[1., 1.],
            [2., 2.]])
    """
    return x[...] if x.shape == shape else np.broadcast_to(x, shape)


@primitive(x=lambda g, x_shape: spread(g, x_shape), node="SumBackward1")
def sum_to(x, *, shape):
    """Sum over the dimensions that broadcasting `shape` to x's shape would add or repeat.

    >>> import minigrad
    >>> minigrad.ones(2, 3).sum_to_size(3)
    tensor([2., 2., 2.])
    """
    added = x.ndim - len(shape)
    if type(x) is np.ndarray and x.ndim == 2 and x.shape[1:] == shape and x.dtype.char in "fd":
        return ones(len(x), x.dtype.char).dot(x)            # a product does it in a quarter of the time
    repeated = [i + added for i, n in enumerate(shape) if n == 1 and x.shape[i + added] != 1]
    if repeated:
        x = np.add.reduce(x, tuple(repeated), keepdims=True)
    return np.add.reduce(x, tuple(range(added))) if added else x


def gathered(g, shape):
    """Sum a gradient to a shape, if it has another: what broadcasting repeated comes together again."""
    return g if g.shape == shape else (sum_to.kernel if type(g) is np.ndarray else sum_to)(g, shape=shape)


def spread(g, shape):
    """Repeat a gradient to a shape: as a view for tensors and large arrays, as new memory for small ones."""
    if hasattr(g, "array"):
        return expand(g, shape=shape)
    if math.prod(shape) > 4096:
        return np.broadcast_to(g, shape)
    out = np.empty(shape, g.dtype)
    out[...] = g
    return out if shape else out[()]


def restored(g, shape, dim):
    """Put the reduced dimensions back, with size 1, whether or not they were kept."""
    return g.reshape(tuple([1 if i in dim else n for i, n in enumerate(shape)]))


def dims(dim, ndim):
    """The dimensions to reduce, counted from the front; None and () mean all of them."""
    if dim is None or dim == () or dim == []:
        return tuple(range(ndim))
    found = axes(dim, ndim)
    return found if ndim else ()


def count(shape, dim):
    return math.prod([shape[i] for i in dim])


# ---- sums and means


@primitive(x=lambda g, x_shape: spread(g, x_shape), promote=total, name="sum")
def sum_all(x):
    """The sum of all elements. Every element gets the gradient; saves x's shape. PyTorch: `torch.sum`, SumBackward0."""
    return np.add.reduce(x, None)


@primitive(x=lambda g, x_shape, dim: spread(restored(g, x_shape, dim), x_shape), promote=total, name="sum",
           node="SumBackward1")
def sum_dim(x, *, dim, keepdim=False):
    """Sums along dimensions. Saves x's shape. PyTorch: `torch.sum`, SumBackward1."""
    return np.add.reduce(x, dim, keepdims=keepdim)


def sum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum of all elements, or along `dim` (an int or a tuple). Integers and truth values are added as int64.

    Raises IndexError for a dim that is not there. PyTorch: `torch.sum`, SumBackward0 and SumBackward1.

    >>> import minigrad
    >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> x.sum(), x.sum(0)
    (tensor(10.), tensor([4., 6.]))
    """
    if dtype is not None:
        return sum(input.to(dtype), dim, keepdim).to(dtype)
    if dim is None and not keepdim:
        return sum_all(input)
    return sum_dim(input, dim=dims(dim, input.ndim), keepdim=keepdim)


@primitive(x=lambda g, x_shape: spread(g / math.prod(x_shape), x_shape), name="mean")
def mean_all(x):
    """The mean of all elements. Saves x's shape. PyTorch: `torch.mean`, MeanBackward0."""
    if x.dtype.kind != "f":
        raise complaints.numbers.mean_of_integers(of(x))
    return np.add.reduce(x, None) / x.dtype.type(x.size)


@primitive(x=lambda g, x_shape, dim: spread(restored(g, x_shape, dim) / count(x_shape, dim), x_shape), name="mean",
           node="MeanBackward1")
def mean_dim(x, *, dim, keepdim=False):
    """Means along dimensions. Saves x's shape. PyTorch: `torch.mean`, MeanBackward1."""
    if x.dtype.kind != "f":
        raise complaints.numbers.mean_of_integers(of(x))
    return np.add.reduce(x, dim, keepdims=keepdim) / x.dtype.type(count(x.shape, dim))


def mean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of all elements, or along `dim` (an int or a tuple); each element gets 1/n of the gradient.

    Raises RuntimeError for integers, IndexError for a dim that is not there. PyTorch: `torch.mean`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0, 6.0]).mean()
    tensor(3.)
    """
    if dtype is not None:
        input = input.to(dtype)
    if dim is None and not keepdim:
        return mean_all(input)
    return mean_dim(input, dim=dims(dim, input.ndim), keepdim=keepdim)


# ---- largest and smallest


def parted(g, wins, dim, dtype):
    """A gradient for the winners, in equal parts."""
    return g * (wins / np.add.reduce(wins, dim, keepdims=True)).astype(dtype)


def shared(g, x, out, dim, keepdim):
    g, out = restored(g, x.shape, dim), restored(out, x.shape, dim)
    x, out = getattr(x, "array", x), getattr(out, "array", out)
    return parted(g, x == out, dim, x.dtype)


@primitive(x=shared, name="amax")
def amax_dim(x, *, dim, keepdim=False):
    """Largest elements along dimensions. Saves x and the result. PyTorch: `torch.amax`, AmaxBackward0."""
    return np.maximum.reduce(x, dim, keepdims=keepdim)


def amax(input, dim=(), keepdim=False):
    """The largest elements along `dim`, an int or a tuple (all by default); equal winners share the gradient.

    Raises IndexError for an empty dimension. PyTorch: `torch.amax`, AmaxBackward0.

    >>> import minigrad
    >>> minigrad.tensor([[1.0, 5.0], [7.0, 2.0]]).amax(1)
    tensor([5., 7.])
    """
    return amax_dim(input, dim=filled("amax", input, dim), keepdim=keepdim)


@primitive(x=shared, name="amin")
def amin_dim(x, *, dim, keepdim=False):
    """Smallest elements along dimensions. Saves x and the result. PyTorch: `torch.amin`, AminBackward0."""
    return np.minimum.reduce(x, dim, keepdims=keepdim)


def amin(input, dim=(), keepdim=False):
    """The smallest elements along `dim`, an int or a tuple (all by default); equal winners share the gradient.

    Raises IndexError for an empty dimension. PyTorch: `torch.amin`, AminBackward0.

    >>> import minigrad
    >>> minigrad.tensor([[1.0, 5.0], [7.0, 2.0]]).amin(1)
    tensor([1., 2.])
    """
    return amin_dim(input, dim=filled("amin", input, dim), keepdim=keepdim)


def filled(name, input, dim):
    """The dimensions to reduce, unless there is nothing in them to choose from."""
    if input.numel() == 0 and dim in (None, (), []):
        raise complaints.numbers.empty_reduction(name)
    found = dims(dim, input.ndim)
    for i in found:
        if input.shape[i] == 0:
            raise complaints.numbers.empty_reduction(name, i)
    return found


def shared_by_all(g, x, out):
    x, out = getattr(x, "array", x), getattr(out, "array", out)
    wins = (x == out) | ((x != x) & (out != out))       # nan, which equals nothing, wins too
    return parted(g, wins, tuple(range(x.ndim)), x.dtype)


@primitive(x=shared_by_all, name="max", node="MaxBackward1")
def max_all(x):
    """The largest element; equal winners share the gradient. Saves x and the result. PyTorch: MaxBackward1."""
    return np.maximum.reduce(x, None)


@primitive(x=shared_by_all, name="min", node="MinBackward1")
def min_all(x):
    """The smallest element; equal winners share the gradient. Saves x and the result. PyTorch: MinBackward1."""
    return np.minimum.reduce(x, None)


def chosen(x, indices, dim, keepdim):
    """Along `dim`, the element that each index points at."""
    values = np.take_along_axis(x, np.expand_dims(indices, dim), dim)
    return (values, np.expand_dims(indices, dim)) if keepdim else (values.squeeze(dim)[()], indices)


@primitive(x=lambda g, indices, dim, keepdim: pick(g, indices=indices, dim=dim, keepdim=keepdim))
def place(x, *, indices, dim, keepdim, shape):
    """Zeros of `shape` with x put where the indices along `dim` point. Saves the indices.

    It is what the gradient of max(dim) does; its own gradient picks the elements again.

    >>> import minigrad
    >>> x = minigrad.tensor([3.0, 9.0], requires_grad=True)
    >>> x.max(0).values.backward(); x.grad
    tensor([0., 1.])
    """
    if not keepdim:
        x, indices = np.expand_dims(x, dim), np.expand_dims(indices, dim)
    out = np.zeros(shape, x.dtype)
    np.put_along_axis(out, indices, x, dim)
    return out


@primitive(x=lambda g, indices, dim, keepdim, x_shape: place(g, indices, dim, keepdim, x_shape))
def pick(x, *, indices, dim, keepdim):
    """The elements that the indices along `dim` point at. Saves the indices; the gradient is put back there."""
    return chosen(x, np.asarray(indices).squeeze(dim) if keepdim else indices, dim, keepdim)[0]


def to_the_chosen(g, indices, x_shape, dim, keepdim):
    """The whole gradient goes to the element that was taken, also among equals."""
    return place(g[0], indices=getattr(indices, "array", indices), dim=dim, keepdim=keepdim, shape=x_shape)


@primitive(x=to_the_chosen, outputs=("values", "indices"), name="max", node="MaxBackward0")
def max_dim(x, *, dim, keepdim=False):
    """Largest elements along a dimension and where they are. Saves the indices. PyTorch: MaxBackward0."""
    return chosen(x, x.argmax(dim), dim, keepdim)


@primitive(x=to_the_chosen, outputs=("values", "indices"), name="min", node="MinBackward0")
def min_dim(x, *, dim, keepdim=False):
    """Smallest elements along a dimension and where they are. Saves the indices. PyTorch: MinBackward0."""
    return chosen(x, x.argmin(dim), dim, keepdim)


def structured(name, *fields):
    """A named tuple that prints as PyTorch's `torch.return_types` do."""
    kind = namedtuple(name, fields)
    kind.__repr__ = lambda self: (
        f"torch.return_types.{name}(\n" + ",\n".join(f"{f}={getattr(self, f)!r}" for f in fields) + ")")
    return kind


Max = structured("max", "values", "indices")
Min = structured("min", "values", "indices")


def max(input, dim=None, keepdim=False):
    """The largest element; with `dim` the pair (values, indices) along it; with a tensor as second argument `maximum`.

    Over everything, equal winners share the gradient; along a dimension it goes to the one at the returned index.
    Raises RuntimeError or IndexError when there is nothing to choose from. PyTorch: `torch.max`.

    >>> import minigrad
    >>> values, indices = minigrad.max(minigrad.tensor([[1.0, 5.0], [7.0, 2.0]]), 1)
    >>> values, indices
    (tensor([5., 7.]), tensor([1, 0]))
    """
    return extreme("max", max_all, max_dim, maximum, Max, input, dim, keepdim)


def min(input, dim=None, keepdim=False):
    """The smallest element; otherwise as `max`. PyTorch: `torch.min`.

    >>> import minigrad
    >>> minigrad.min(minigrad.tensor([3.0, 1.0, 2.0]))
    tensor(1.)
    """
    return extreme("min", min_all, min_dim, minimum, Min, input, dim, keepdim)


def extreme(name, over_all, along, between, Pair, input, dim, keepdim):
    if dim is None:
        if input.numel() == 0:
            raise complaints.numbers.empty_reduction(name)
        return over_all(input)
    if hasattr(dim, "array"):
        return between(input, dim)
    if not isinstance(dim, int):
        raise complaints.arguments.wrong_combination(name, "(Tensor input), (Tensor input, int dim) or two tensors")
    dim = axis(dim, input.ndim)
    if input.ndim == 0:
        return Pair(*along(input.reshape((1,)), dim=0, keepdim=False))
    filled(name, input, dim)
    return Pair(*along(input, dim=dim, keepdim=keepdim))


sum, mean, max, min, amax, amin = map(numpy_names, (sum, mean, max, min, amax, amin))
