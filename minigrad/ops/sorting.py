"""Numbers in order, the largest few, each once."""
import numpy as np

from ..core.primitive import primitive
from ..dtypes import bool_
from . import arguments as args
from . import complaints
from .index import scattered
from .picking import along
from .reduce import structured

Sorted, Top = structured("sort", "values", "indices"), structured("topk", "values", "indices")


@primitive(x=lambda g, x_shape, dim, indices: laid(g[0], x_shape, dim, indices), outputs=("values", "indices"),
           name="sort")
def sort_dim(x, *, dim, descending, stable):
    """The numbers in order along a dimension, and where they stood."""
    if not x.ndim:
        return np.array(x), np.array(0)
    order = argsorted(x, dim, descending)
    return np.take_along_axis(x, order, dim), order


@primitive(x=lambda g, x_shape, dim, indices: laid(g[0], x_shape, dim, indices), outputs=("values", "indices"),
           name="topk")
def topk_dim(x, *, k, dim, largest):
    """The k largest or smallest numbers along a dimension, in order, and where they stood."""
    if not x.ndim:
        return np.array(x), np.array(0)
    order = argsorted(x, dim, largest).take(np.arange(k), dim)
    return np.take_along_axis(x, order, dim), order


def laid(g, shape, dim, indices):
    """A gradient of sorted numbers, put back to where the numbers stood."""
    if not shape:
        return g
    dim = args.axis(dim, len(shape))
    return scattered(g, shape, along(getattr(indices, "array", indices), dim, len(shape)))


def argsorted(x, dim, descending):
    """Positions in order; equal numbers keep theirs; nan counts as largest."""
    if not descending:
        return np.argsort(x, dim, kind="stable")
    backwards = np.flip(x, dim)
    order = np.flip(np.argsort(backwards, dim, kind="stable"), dim)
    return x.shape[dim] - 1 - order


@args.numpy_names
def sort(input, dim=-1, descending=False, stable=False):
    """Numbers in order along a dimension, with their old positions: (values, indices). As `torch.sort`.

    Gradients go back to where the numbers stood.

    >>> import minigrad
    >>> minigrad.sort(minigrad.tensor([3, 1, 2])).indices
    tensor([1, 2, 0])
    """
    dim = args.axis(dim, input.ndim)
    return Sorted(*sort_dim(input, dim, descending, stable))


@args.numpy_names
def argsort(input, dim=-1, descending=False, stable=False):
    """The positions that put numbers in order. As `torch.argsort`.

    >>> import minigrad
    >>> minigrad.argsort(minigrad.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    return sort(input, dim, descending, stable).indices


@args.numpy_names
def topk(input, k, dim=-1, largest=True, sorted=True):
    """The k largest (or smallest) numbers along a dimension: (values, indices). As `torch.topk`.

    >>> import minigrad
    >>> minigrad.topk(minigrad.tensor([3, 1, 2]), 2).values
    tensor([3, 2])
    """
    dim = args.axis(dim, input.ndim)
    if input.dtype is bool_:
        raise complaints.picking.topk_of_truth()
    if not 0 <= k <= (input.shape[dim] if input.ndim else 1):
        raise complaints.picking.topk_range()
    return Top(*topk_dim(input, k, dim, largest))


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Each number once, in order; on request where each went and how often it came. As `torch.unique`.

    >>> import minigrad
    >>> minigrad.unique(minigrad.tensor([3, 1, 1]))
    tensor([1, 3])
    """
    found = unique_values(input, return_inverse, return_counts, dim)
    return found if return_inverse or return_counts else found[0]


@primitive(outputs=..., name="unique")
def unique_values(x, *, inverse, counts, dim):
    found = np.unique(x, return_inverse=inverse, return_counts=counts, axis=dim)
    return found if isinstance(found, tuple) else (found,)


def msort(input):
    """The numbers of each column in order. As `torch.msort`."""
    return sort(input, 0).values
