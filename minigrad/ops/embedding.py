"""Rows of a table, looked up by number."""
import numpy as np

from ..core.primitive import primitive


def row_sums(g, indices, count):
    """For each row of the table the sum of the gradients of its uses."""
    indices, g = indices.reshape(-1), g.reshape(indices.size, *g.shape[indices.ndim:])
    if g.ndim == 2 and g.dtype.char in "fd" and count * indices.size <= 2**18:
        uses = np.zeros((indices.size, count), g.dtype)
        uses[np.arange(indices.size), indices] = 1
        out = uses.T.dot(g)                     # for small tables a product is faster than sorting
        if np.isfinite(np.add.reduce(out, None)):           # 0·inf would be nan in rows that have no part in it
            return out
    out = np.zeros((count, *g.shape[1:]), g.dtype)
    if indices.size:
        order = indices.argsort(kind="stable")
        ordered = indices[order]
        starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
        out[ordered[starts]] = np.add.reduceat(g[order], starts)
    return out


def weights_of(indices, padding_idx, by_frequency, dtype):
    """What each use of a row counts: nothing for padding, 1/uses if asked to share."""
    weights = (indices != padding_idx).astype(dtype)
    return weights / np.bincount(indices.reshape(-1))[indices].astype(dtype) if by_frequency else weights


@primitive(x=lambda g, indices, x_shape, padding_idx, by_frequency: spread_rows(
    g, indices=indices, count=x_shape[0], padding_idx=padding_idx, by_frequency=by_frequency))
def embedding(x, *, indices, padding_idx=-1, by_frequency=False):
    """The rows of x with these numbers. Saves the numbers. PyTorch: EmbeddingBackward0.

    >>> import minigrad, numpy
    >>> embedding(minigrad.tensor([[1.0], [2.0]]), numpy.array([1, 1, 0]))
    tensor([[2.],
            [2.],
            [1.]])
    """
    return x.take(indices, 0)


@primitive(x=lambda g, indices, padding_idx, by_frequency: weighed_rows(
    g, indices=indices, padding_idx=padding_idx, by_frequency=by_frequency), node="EmbeddingDenseBackwardBackward0")
def spread_rows(x, *, indices, count, padding_idx, by_frequency):
    """Zeros of a table's shape, with each number's gradient added to its row; nothing to the row of the padding.

    >>> import minigrad, numpy
    >>> spread_rows(minigrad.ones(3, 1), numpy.array([1, 1, 0]), 2, -1, False)
    tensor([[1.],
            [2.]])
    """
    if by_frequency:
        x = x * weights_of(indices, padding_idx, True, x.dtype)[..., None]
    out = row_sums(x, indices, count)
    if padding_idx >= 0:
        out[padding_idx] = 0
    return out


@primitive(x=lambda g, indices, x_shape, padding_idx, by_frequency: spread_rows(
    g, indices=indices, count=x_shape[0], padding_idx=padding_idx, by_frequency=by_frequency))
def weighed_rows(x, *, indices, padding_idx, by_frequency):
    """The opposite of `spread_rows`: rows as they counted there.

    >>> import minigrad, numpy
    >>> weighed_rows(minigrad.tensor([[1.0], [2.0]]), numpy.array([1, 0]), 0, False)
    tensor([[2.],
            [0.]])
    """
    return x[indices] * weights_of(indices, padding_idx, by_frequency, x.dtype)[..., None]
