"""Running totals: what a sum, a product, a maximum has been so far along a dimension. And steps: differences."""
import numpy as np

from .. import dtypes, errors
from ..core.primitive import primitive
from ..dtypes import total
from . import complaints
from .arguments import axis, numpy_names
from .elementwise import exp, where
from .joining import cat
from .reduce import structured
from .slices import narrow
from .statistics import kept
from .turning import flip


def from_the_end(g, dim):
    """The running sum, begun at the other end."""
    return flip(cumsum_dim(flip(g, dim), dim=dim), dim) if g.ndim else g


@primitive(x=lambda g, dim: from_the_end(g, dim), promote=total, name="cumsum")
def cumsum_dim(x, *, dim):
    """As cumsum. Saves nothing but the dimension."""
    return np.add.accumulate(x, dim) if x.ndim else x.copy()


@primitive(x=lambda g, x, out, dim: product_slope(g, x, out, dim), promote=total, name="cumprod")
def cumprod_dim(x, *, dim):
    """As cumprod. Saves x and the result."""
    return np.multiply.accumulate(x, dim) if x.ndim else x.copy()


def product_slope(g, x, out, dim):
    """Each factor is in every product from its place on: the sum of g·out from there, without the factor."""
    if not x.ndim:
        return g
    if getattr(x, "array", x).all():
        return from_the_end(g * out, dim) / x
    parts = []
    for place in range(x.shape[dim]):           # a zero: leave out one factor at a time
        at = np.arange(x.shape[dim]).reshape(tuple([-1 if i == dim else 1 for i in range(x.ndim)]))
        without = cumprod_dim(where(at == place, 1, x), dim=dim)
        parts.append((g * where(at >= place, without, 0)).sum(dim).reshape(kept(x.shape, dim)))
    return cat(parts, dim)


@primitive(x=lambda g, x, out, dim: exp(x) * from_the_end(g * exp(-out), dim), name="logcumsumexp")
def logcumsumexp_dim(x, *, dim):
    """As logcumsumexp. Saves x and the result."""
    return np.logaddexp.accumulate(x, dim) if x.ndim else x.copy()


def running(name, op, input, dim, dtype):
    """One of the two above, with what people pass made uniform."""
    dim = axis(dim, input.ndim)
    if dtype is None and not input.is_floating_point():
        dtype = dtypes.int64
    if dtype is not None:
        return op(input.to(dtype), dim=dim).to(dtype)
    return op(input, dim=dim)


@numpy_names
def cumsum(input, dim, *, dtype=None):
    """The sum of all elements up to each place along `dim`. PyTorch: `torch.cumsum`, CumsumBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0, 3.0]).cumsum(0)
    tensor([1., 3., 6.])
    """
    return running("cumsum", cumsum_dim, input, dim, dtype)


@numpy_names
def cumprod(input, dim, *, dtype=None):
    """The product of all elements up to each place along `dim`; exact where elements are zero.

    PyTorch: `torch.cumprod`, CumprodBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0, 3.0]).cumprod(0)
    tensor([1., 2., 6.])
    """
    return running("cumprod", cumprod_dim, input, dim, dtype)


@numpy_names
def logcumsumexp(input, dim):
    """ln Σ eˣ up to each place along `dim`, without overflow. PyTorch: `torch.logcumsumexp`, LogcumsumexpBackward0.

    >>> import minigrad
    >>> minigrad.logcumsumexp(minigrad.tensor([1000.0, 1000.0]), 0)
    tensor([1000.0000, 1000.6932])
    """
    dim = axis(dim, input.ndim)
    if not input.is_floating_point():
        raise errors.no_kernel("logcumsumexp_out_cpu", input.dtype)
    return logcumsumexp_dim(input, dim=dim)


# ---- running extremes

CumMax, CumMin = structured("cummax", "values", "indices"), structured("cummin", "values", "indices")


@primitive(x=lambda g, x_shape, indices, dim: sent_back(g[0], x_shape, indices, dim), outputs=("values", "indices"),
           name="cummax")
def cummax_dim(x, *, dim):
    """As cummax. Saves the positions."""
    return running_best(np.maximum, x, dim)


@primitive(x=lambda g, x_shape, indices, dim: sent_back(g[0], x_shape, indices, dim), outputs=("values", "indices"),
           name="cummin")
def cummin_dim(x, *, dim):
    """As cummin. Saves the positions."""
    return running_best(np.minimum, x, dim)


def running_best(better, x, dim):
    """Values, and where the last element equal to each stood; from the first nan on, nan."""
    if not x.ndim:
        return np.array(x), np.array(0)
    best = better.accumulate(x, dim)
    at = np.broadcast_to(np.arange(x.shape[dim]).reshape([-1 if i == dim else 1 for i in range(x.ndim)]), x.shape)
    return best, np.maximum.accumulate(np.where((x == best) | (x != x), at, 0), dim)


@primitive(x=lambda g, indices, dim: np_take(g, indices, dim))
def added_along(x, *, shape, indices, dim):
    """Zeros of a shape with x added at positions along a dimension."""
    out = np.zeros(shape, x.dtype)
    where_ = list(np.ogrid[tuple([slice(n) for n in indices.shape])])
    where_[dim] = indices
    np.add.at(out, tuple(where_), x)
    return out


@primitive(x=lambda g, x_shape, indices, dim: added_along(g, x_shape, indices, dim))
def np_take(x, *, indices, dim):
    """The elements at positions along a dimension."""
    return np.take_along_axis(x, indices, dim)


def sent_back(g, shape, indices, dim):
    if not shape:
        return g
    return added_along(g, shape=shape, indices=getattr(indices, "array", indices), dim=dim)


def cummax(input, dim):
    """The largest element up to each place along `dim`, and where it stood (the last of equals).

    PyTorch: `torch.cummax`, CummaxBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 3.0, 2.0]).cummax(0).values
    tensor([1., 3., 3.])
    """
    return running_pair(cummax_dim, CumMax, input, dim)


def cummin(input, dim):
    """The smallest element up to each place along `dim`, and where it stood. PyTorch: `torch.cummin`, CumminBackward0.

    >>> import minigrad
    >>> minigrad.tensor([3.0, 1.0, 2.0]).cummin(0).values
    tensor([3., 1., 1.])
    """
    return running_pair(cummin_dim, CumMin, input, dim)


def running_pair(op, Pair, input, dim):
    return Pair(*op(input, dim=axis(dim, input.ndim)))


# ---- steps


@numpy_names
def diff(input, n=1, dim=-1, prepend=None, append=None):
    """The difference of each element and the one before it along `dim`, n times. PyTorch: `torch.diff`.

    >>> import minigrad
    >>> minigrad.diff(minigrad.tensor([1, 4, 9]))
    tensor([3, 5])
    """
    if input.ndim == 0:
        raise complaints.shapes.diff_of_0d()
    dim = axis(dim, input.ndim)
    if n < 0:
        raise complaints.shapes.negative_order(n)
    parts = [part for part in (prepend, input, append) if part is not None]
    input = cat(parts, dim) if len(parts) > 1 else input
    for _ in range(min(n, input.shape[dim])):
        length = max(input.shape[dim] - 1, 0)
        later, earlier = narrow(input, dim, min(1, input.shape[dim]), length), narrow(input, dim, 0, length)
        input = later ^ earlier if input.dtype is dtypes.bool_ else later - earlier
    return input
