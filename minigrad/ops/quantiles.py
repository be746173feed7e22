"""Quantiles: what a given share of the numbers does not exceed."""
import numpy as np

from ..core.primitive import primitive
from ..core.value import Value
from . import complaints
from .arguments import axis
from .special import lerp_tensor

WAYS = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The q-quantiles of all numbers, or along `dim`; `q`, in [0, 1], is a number or a 1-d tensor. nan wins.

    Between two numbers a straight line is drawn. As `torch.quantile`. Raises RuntimeError for integers or other q.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0, 3.0, 4.0]).quantile(0.5)
    tensor(2.5000)
    """
    return found("quantile", input, q, dim, keepdim, interpolation, False)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """As `quantile`, without nan. As `torch.nanquantile`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, float("nan"), 3.0]).nanquantile(0.5)
    tensor(2.)
    """
    return found("nanquantile", input, q, dim, keepdim, interpolation, True)


def shares(name, input, q):
    """q as an array, checked."""
    page = complaints.quantiles
    if input.array.dtype.char not in "fd":
        raise page.quantile_dtype("quantile")
    if not input.numel():
        raise page.quantile_of_nothing(name)
    if isinstance(q, Value):
        if q.ndim > 1:
            raise page.quantile_shares(name, q.ndim)
        if q.dtype is not input.dtype:
            raise page.quantile_q_dtype(name)
        q = q.array
    elif not isinstance(q, (int, float)):
        raise complaints.arguments.wrong_combination(name, "(Tensor input, float or Tensor q)")
    outside = [share for share in np.atleast_1d(q) if not 0 <= share <= 1]
    if outside and np.ndim(q):
        raise page.quantile_range_of_many(name)
    if outside:
        raise page.quantile_range(name, outside[0])
    return np.asarray(q, input.array.dtype)


def found(name, input, q, dim, keepdim, interpolation, skip_nan):
    q = shares(name, input, q)
    if interpolation not in WAYS:
        raise complaints.quantiles.quantile_way(name, interpolation)
    at = None if dim is None else axis(dim, input.ndim)
    rows = input.flatten() if at is None or not input.ndim else input.movedim(at, -1)
    values = at_ranks(rows.sort(-1).values, q, interpolation, skip_nan).movedim(-1, 0)
    if keepdim:
        kept = [1] * input.ndim if at is None else [1 if i == at else n for i, n in enumerate(input.shape)]
        values = values.reshape(values.shape[0], *kept)
    return one_less(values.unsqueeze(-1), -1) if q.ndim else one_less(values, 0)


def at_ranks(rows, q, interpolation, skip_nan):
    """What stands in sorted rows at the ranks that q means; between two ranks as asked."""
    nans = np.isnan(rows.array)
    last = np.full((*rows.shape[:-1], 1), rows.shape[-1] - 1)
    ranks = (q.reshape(-1) * np.maximum(last - nans.sum(-1, keepdims=True) if skip_nan else last, 0)).astype(q.dtype)
    if not skip_nan:
        ranks = np.where(nans.any(-1, keepdims=True), last, ranks).astype(q.dtype)
    if interpolation in ("lower", "higher", "nearest"):
        ranks = {"lower": np.floor, "higher": np.ceil, "nearest": np.rint}[interpolation](ranks)
    low, high = np.floor(ranks), np.ceil(ranks)
    share = np.full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - low
    return lerp_tensor(rows.gather(-1, low.astype(np.int64)), rows.gather(-1, high.astype(np.int64)), share)


@primitive(x=lambda g, x_shape: g.reshape(x_shape), name="squeeze", node="SqueezeBackward4")
def one_less(x, *, dim):
    """x without a dimension of length 1, as PyTorch ends a quantile."""
    return x.squeeze(dim)[()]
