"""Counting and finding places: how often, into which bin, before which limit. No slope, so no gradients."""
import numpy as np

from ..core.node import tied
from ..core.value import Value
from . import arguments as args
from . import complaints


def bincount(input, weights=None, minlength=0):
    """How often each number 0, 1, 2 … stands in a row, or the sum of the weights there. As `torch.bincount`.

    >>> import minigrad
    >>> minigrad.bincount(minigrad.tensor([0, 2, 2]))
    tensor([1, 0, 2])
    """
    array = np.asarray(input.array)
    if array.ndim != 1 or array.dtype.kind not in "iu" or (array < 0).any():
        raise complaints.picking.bincount_input(array)
    found = np.bincount(array, None if weights is None else weights.array, minlength)
    if weights is None:
        return tied(found.astype(np.int64), None)
    kind = np.float32 if weights.array.dtype == np.float32 else np.float64
    return tied(found.astype(kind), None)


def histc(input, bins=100, min=0, max=0):
    """How many numbers fall into each of `bins` equal parts of [min, max]. As `torch.histc`.

    >>> import minigrad
    >>> minigrad.histc(minigrad.tensor([1.0, 2.0, 1.0]), 2, 1, 3)
    tensor([2., 1.])
    """
    array = np.asarray(input.array)
    if array.dtype.kind != "f":
        raise complaints.picking.histogram_input(input.dtype)
    if bins < 1:
        raise complaints.picking.no_bins(bins)
    if min > max:
        raise complaints.picking.bins_end_first()
    low, high = (min, max) if min != max or not array.size else (array.min(), array.max())
    if low == high:
        low, high = low - 1, high + 1
    return tied(np.histogram(array, bins, (low, high))[0].astype(array.dtype), None)


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None):
    """Where numbers would have to be put into sorted rows, before (or after, if `right`) equal ones.

    As `torch.searchsorted`.

    >>> import minigrad
    >>> minigrad.searchsorted(minigrad.tensor([1, 3, 5]), minigrad.tensor([0, 3, 9]))
    tensor([0, 1, 3])
    """
    right = right or side == "right"
    rows = np.asarray(sorted_sequence.array)
    values = np.asarray(input.array if isinstance(input, Value) else input)
    if isinstance(input, Value) and input.dtype is not sorted_sequence.dtype:
        raise complaints.picking.search_dtypes(sorted_sequence.dtype, input.dtype)
    if rows.ndim == 1:
        found = np.searchsorted(rows, values, "right" if right else "left")
    else:
        less = rows[..., None, :] <= values[..., None] if right else rows[..., None, :] < values[..., None]
        found = less.sum(-1)
    return tied(np.asarray(found).astype(np.int32 if out_int32 else np.int64), None)


def bucketize(input, boundaries, *, out_int32=False, right=False):
    """Between which two of the sorted boundaries each number lies. As `torch.bucketize`.

    >>> import minigrad
    >>> minigrad.bucketize(minigrad.tensor([0.5, 2.0]), minigrad.tensor([1.0, 3.0]))
    tensor([0, 1])
    """
    if boundaries.ndim != 1:
        raise complaints.picking.boundaries_dims(boundaries.ndim)
    values = np.asarray(input.array if isinstance(input, Value) else input)
    found = np.searchsorted(np.asarray(boundaries.array), values, "right" if right else "left")
    return tied(np.asarray(found).astype(np.int32 if out_int32 else np.int64), None)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Without repeats of what stands next to each other. As `torch.unique_consecutive`.

    >>> import minigrad
    >>> minigrad.unique_consecutive(minigrad.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    array = np.asarray(input.array)
    shape = array.shape
    dim = None if dim is None else args.axis(dim, array.ndim)
    array = array.reshape(-1) if dim is None else np.moveaxis(array, dim, 0)
    new = np.ones(len(array), bool)
    new[1:] = (array[1:] != array[:-1]).reshape(max(len(array) - 1, 0), -1).any(1)
    found = [array[new] if dim is None else np.moveaxis(array[new], 0, dim)]
    if return_inverse:
        found.append((np.cumsum(new) - 1).reshape(shape if dim is None else -1))
    if return_counts:
        found.append(np.diff(np.append(np.flatnonzero(new), len(array))))
    tensors = [tied(part, None) for part in found]
    return tuple(tensors) if len(tensors) > 1 else tensors[0]


def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Whether each element is one of the test elements; one of the two may be a number. As `torch.isin`.

    >>> import minigrad
    >>> minigrad.isin(minigrad.tensor([1, 2, 3]), minigrad.tensor([2, 3]))
    tensor([False,  True,  True])
    """
    given = [np.asarray(getattr(value, "array", value)) for value in (elements, test_elements)]
    if any(array.dtype.kind == "b" for array in given):
        raise complaints.picking.isin_of_truths()
    return tied(np.isin(*given, assume_unique=assume_unique, invert=invert), None)
