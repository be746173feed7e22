"""Reductions that look twice: past nan, at both ends, at mean and variance together, through a logarithm."""
import numpy as np

from .. import dtypes, errors
from ..core.primitive import primitive
from ..dtypes import bool_, floating, total
from . import complaints
from .arguments import numpy_names
from .elementwise import exp, where
from .logic import isnan
from .reduce import count, dims, filled, place, restored, structured
from .statistics import deviation, kept, norm_slope, spread_of, std_dim, std_slope, var_slope, vector_norm_dim

# ---- past nan


@primitive(x=lambda g, x, dim: where(nan_in(x), 0, restored(g, x.shape, dim)), promote=total, name="nansum")
def nansum_dim(x, *, dim, keepdim):
    """As nansum. Saves x."""
    return np.add.reduce(np.where(x == x, x, x.dtype.type(0)), dim, keepdims=keepdim)


def nan_in(x):
    x = getattr(x, "array", x)
    return x != x


@numpy_names
def nansum(input, dim=None, keepdim=False, *, dtype=None):
    """The sum without nan. PyTorch: `torch.nansum`, NansumBackward0.

    >>> import minigrad
    >>> minigrad.nansum(minigrad.tensor([1.0, float("nan"), 2.0]))
    tensor(3.)
    """
    if dtype is not None:
        input = input.to(dtype)
    return nansum_dim(input, dim=dims(dim, input.ndim), keepdim=keepdim)


@numpy_names
def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    """The mean of what is not nan. PyTorch: `torch.nanmean`.

    >>> import minigrad
    >>> minigrad.nanmean(minigrad.tensor([1.0, float("nan"), 2.0]))
    tensor(1.5000)
    """
    if not input.is_floating_point():
        raise complaints.numbers.needs_floats("nanmean()", input.dtype)
    numbers = isnan(input.detach()).logical_not()
    return nansum(input, dim, keepdim, dtype=dtype) / numbers.sum(dims(dim, input.ndim), keepdim)


# ---- through a logarithm


@primitive(x=lambda g, x, out, dim: restored(g, x.shape, dim) * exp(x - restored(out, x.shape, dim)),
           promote=floating, name="logsumexp")
def logsumexp_dim(x, *, dim, keepdim):
    """As logsumexp. Saves x and the result."""
    if not x.size:
        return np.log(np.add.reduce(np.exp(x), dim, keepdims=keepdim))
    top = np.maximum.reduce(x, dim, keepdims=True)
    top = np.where(np.isinf(top), x.dtype.type(0), top)
    found = np.log(np.add.reduce(np.exp(x - top), dim, keepdims=True)) + top
    return found if keepdim else found.reshape(np.add.reduce(x, dim).shape)[()]


@numpy_names
def logsumexp(input, dim, keepdim=False):
    """ln Σ eˣ along `dim`, without overflow. PyTorch: `torch.logsumexp`, LogsumexpBackward0.

    >>> import minigrad
    >>> minigrad.logsumexp(minigrad.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)
    """
    return logsumexp_dim(input, dim=dims(dim, input.ndim), keepdim=keepdim)


# ---- two results at once


def both_slopes(slope, g, x, dim, out=None, correction=1):
    """The gradients of the spread and of the mean, added up."""
    spread_g, mean_g = g
    parts = []
    if spread_g is not None:
        parts.append(slope(spread_g, x, dim, correction) if out is None else slope(spread_g, x, out, dim, correction))
    if mean_g is not None:
        parts.append(restored(mean_g, x.shape, dim) / count(x.shape, dim) + x * 0)
    return parts[0] if len(parts) == 1 else parts[0] + parts[1]


def std_again(x, dim, correction):
    """The deviation as a function of x, for the gradient of the gradient."""
    return std_dim(x, dim=dim, correction=correction, keepdim=False)


def mean_of(x, dim, keepdim):
    return np.add.reduce(x, dim, keepdims=keepdim) / x.dtype.type(count(x.shape, dim))


@primitive(x=lambda g, x, dim, correction: both_slopes(var_slope, g, x, dim, correction=correction),
           outputs=("var", "mean"), name="var_mean")
def var_mean_dim(x, *, dim, correction, keepdim):
    """As var_mean. Saves x."""
    return np.asarray(deviation(x, dim, keepdim, correction)), np.asarray(mean_of(x, dim, keepdim))


@primitive(x=lambda g, x, dim, correction: both_slopes(std_slope, g, x, dim, std_again(x, dim, correction), correction),
           outputs=("std", "mean"), name="std_mean")
def std_mean_dim(x, *, dim, correction, keepdim):
    """As std_mean. Saves x."""
    return np.asarray(np.sqrt(deviation(x, dim, keepdim, correction))), np.asarray(mean_of(x, dim, keepdim))


@numpy_names
def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Variance and mean in one go; see `var`. PyTorch: `torch.var_mean`, VarMeanBackward0.

    >>> import minigrad
    >>> minigrad.var_mean(minigrad.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    return spread_of("var_mean", var_mean_dim, input, dim, unbiased, keepdim, correction)


@numpy_names
def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Standard deviation and mean in one go; see `std`. PyTorch: `torch.std_mean`, StdMeanBackward0.

    >>> import minigrad
    >>> minigrad.std_mean(minigrad.tensor([1.0, 2.0, 3.0]))
    (tensor(1.), tensor(2.))
    """
    return spread_of("std_mean", std_mean_dim, input, dim, unbiased, keepdim, correction)


Ends = structured("aminmax", "min", "max")


@primitive(x=lambda g, x, min, max, dim, keepdim: ends_slope(g, x, min, max, dim), outputs=("min", "max"),
           name="aminmax")
def aminmax_dim(x, *, dim, keepdim):
    """As aminmax. Saves x and both results."""
    return tuple([np.asarray(f.reduce(x, dim, keepdims=keepdim)) for f in (np.minimum, np.maximum)])


def ends_slope(g, x, low, high, dim):
    """Each end shares its gradient among equals."""
    total = 0
    for part, end in zip(g, (low, high)):
        if part is not None:
            wins = getattr(x, "array", x) == getattr(restored(end, x.shape, dim), "array", restored(end, x.shape, dim))
            total = total + restored(part, x.shape, dim) * (wins / wins.sum(dim, keepdims=True))
    return total


def aminmax(input, *, dim=None, keepdim=False):
    """The smallest and the largest element, overall or along one dimension: (min, max).

    PyTorch: `torch.aminmax`, AminmaxBackward0.

    >>> import minigrad
    >>> minigrad.aminmax(minigrad.tensor([3.0, 1.0, 2.0])).max
    tensor(3.)
    """
    return Ends(*aminmax_dim(input, dim=filled("aminmax", input, dim), keepdim=keepdim))


# ---- distance


@primitive(x=lambda g, x, out, p: norm_slope(g, x, out, p, tuple(range(x.ndim))), name="dist")
def length(x, *, p):
    """As dist, of the difference. Saves it and the result."""
    return vector_norm_dim.kernel(x, ord=p, dim=tuple(range(x.ndim)))


def dist(input, other, p=2):
    """The p-norm of the difference of two tensors. PyTorch: `torch.dist`, DistBackward0.

    >>> import minigrad
    >>> minigrad.dist(minigrad.tensor([0.0, 0.0]), minigrad.tensor([3.0, 4.0]))
    tensor(5.)
    """
    kind = dtypes.result_dtype([input.array, other.array])
    if not kind.is_floating_point:
        raise complaints.numbers.norm_of_integers(kind)
    away = input.to(kind) - other.to(kind)
    if abs(p) == np.inf and not away.numel():
        raise complaints.numbers.norm_of_nothing(p)
    return length(away, p)


# ---- in the middle

Median, NanMedian = structured("median", "values", "indices"), structured("nanmedian", "values", "indices")
Mode, Kth = structured("mode", "values", "indices"), structured("kthvalue", "values", "indices")


def to_one(g, x_shape, indices, dim, keepdim):
    return place(g[0], indices=getattr(indices, "array", indices), dim=dim, keepdim=keepdim, shape=x_shape)


def middle_slope(g, x, out):
    """Equal shares for all elements that equal the result."""
    x_, out_ = getattr(x, "array", x), getattr(out, "array", out)
    wins = (x_ == out_) | ((x_ != x_) & (out_ != out_))
    return g * (wins / wins.sum()).astype(x_.dtype)


@primitive(x=middle_slope, name="median")
def median_all(x):
    """The median of all elements. Saves x and the result. PyTorch: MedianBackward0."""
    return middle(x.reshape(-1), 0, False)[0][()]


@primitive(x=middle_slope, name="nanmedian")
def nanmedian_all(x):
    """The median of what is not nan. PyTorch: NanmedianBackward0."""
    return middle(x.reshape(-1), 0, True)[0][()]


@primitive(x=to_one, outputs=("values", "indices"), name="median", node="MedianBackward1")
def median_dim(x, *, dim, keepdim):
    """Medians along a dimension and where they are. Saves the indices. PyTorch: MedianBackward1."""
    return at_order(x, dim, keepdim, middle(x, dim, False)[1])


@primitive(x=to_one, outputs=("values", "indices"), name="nanmedian", node="NanmedianBackward1")
def nanmedian_dim(x, *, dim, keepdim):
    """Medians without nan along a dimension. PyTorch: NanmedianBackward1."""
    return at_order(x, dim, keepdim, middle(x, dim, True)[1])


def middle(x, dim, skip_nan):
    """(the lower of the middle values, its positions), with the dimension kept; nan wins unless it is skipped."""
    order = np.argsort(x, dim, kind="stable")
    numbers = np.add.reduce(x == x, dim, keepdims=True)
    length = x.shape[dim]
    at = np.maximum(numbers - 1, 0) // 2 if skip_nan else np.where(numbers < length, numbers, (length - 1) // 2)
    if not length:
        return np.array([np.nan]).astype(x.dtype)[0], numbers * 0
    indices = np.take_along_axis(order, at, dim)
    return np.take_along_axis(x, indices, dim).reshape(-1)[0] if x.ndim == 1 else None, indices


def at_order(x, dim, keepdim, indices):
    """The elements at positions along a dimension, and the positions."""
    values = np.take_along_axis(x, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


@numpy_names
def median(input, dim=None, keepdim=False):
    """The element in the middle (the lower of two), overall or along `dim`: (values, indices). nan wins.

    PyTorch: `torch.median`, MedianBackward0 and 1.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 9.0, 2.0]).median()
    tensor(2.)
    """
    return in_the_middle("median", median_all, median_dim, Median, input, dim, keepdim)


@numpy_names
def nanmedian(input, dim=None, keepdim=False):
    """As `median`, without nan. PyTorch: `torch.nanmedian`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, float("nan"), 2.0]).nanmedian()
    tensor(1.)
    """
    return in_the_middle("nanmedian", nanmedian_all, nanmedian_dim, NanMedian, input, dim, keepdim)


def in_the_middle(name, over_all, along, Pair, input, dim, keepdim):
    if dim is not None:
        filled(name, input, dim)
    if input.dtype is bool_ and input.numel():
        raise errors.no_kernel(f"{name}_out_impl", input.dtype)
    return over_all(input) if dim is None else along_one(name, along, Pair, input, dim, keepdim)


def along_one(name, op, Pair, input, dim, keepdim, **settings):
    """A pair of values and positions along one dimension; a 0-d tensor counts as a row of one."""
    dim, = filled(name, input, dim) or (0,)
    if input.ndim:
        return Pair(*op(input, dim=dim, keepdim=keepdim, **settings))
    return Pair(*op(input.reshape(1), dim=0, keepdim=False, **settings))


@primitive(x=to_one, outputs=("values", "indices"), name="mode")
def mode_dim(x, *, dim, keepdim):
    """As mode. Saves the indices."""
    if not x.size:
        return at_order(x, dim, keepdim, np.zeros(kept(x.shape, dim), np.int64))
    return at_order(x, dim, keepdim, np.expand_dims(np.apply_along_axis(most_frequent, dim, x), dim))


def most_frequent(row):
    """Where the last one of the most frequent (of these the smallest) stands."""
    values, counts = np.unique(row, return_counts=True)
    return np.flatnonzero(row == values[counts.argmax()])[-1]


@numpy_names
def mode(input, dim=-1, keepdim=False):
    """The most frequent element along `dim` (the smallest of several): (values, indices).

    PyTorch: `torch.mode`, ModeBackward0.

    >>> import minigrad
    >>> minigrad.tensor([3.0, 1.0, 3.0]).mode().values
    tensor(3.)
    """
    return along_one("mode", mode_dim, Mode, input, dim, keepdim)


@primitive(x=to_one, outputs=("values", "indices"), name="kthvalue")
def kth_dim(x, *, k, dim, keepdim):
    """As kthvalue. Saves the indices."""
    order = np.argsort(x, dim, kind="stable").take([k - 1], dim)
    return at_order(x, dim, keepdim, order)


def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest element along `dim`: (values, indices). PyTorch: `torch.kthvalue`, KthvalueBackward0.

    >>> import minigrad
    >>> minigrad.tensor([3.0, 1.0, 2.0]).kthvalue(2).values
    tensor(2.)
    """
    if input.dtype is bool_:
        raise errors.no_kernel("kthvalue_cpu", input.dtype)
    if not 1 <= k <= (input.shape[dim] if input.ndim else 1):
        raise complaints.picking.kth_range()
    return along_one("kthvalue", kth_dim, Kth, input, dim, keepdim, k=k)
