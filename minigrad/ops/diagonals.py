"""Diagonals and triangles of matrices."""
import numpy as np

from ..core.primitive import primitive
from ..dtypes import never_truth, total
from . import arguments as args
from . import complaints
from .reduce import expand


@primitive(x=lambda g, diagonal: tril(g, diagonal))
def tril(x, *, diagonal=0):
    """The lower triangle; zeros above the diagonal with this number. As `torch.tril`.

    >>> import minigrad
    >>> minigrad.ones(2, 2).tril()
    tensor([[1., 0.],
            [1., 1.]])
    """
    if x.ndim < 2:
        raise complaints.shapes.not_a_triangle("tril")
    return np.tril(x, diagonal)


@primitive(x=lambda g, diagonal: triu(g, diagonal))
def triu(x, *, diagonal=0):
    """The upper triangle; zeros below the diagonal with this number. As `torch.triu`.

    >>> import minigrad
    >>> minigrad.ones(2, 2).triu()
    tensor([[1., 1.],
            [0., 1.]])
    """
    if x.ndim < 2:
        raise complaints.shapes.not_a_triangle("triu")
    return np.triu(x, diagonal)


@primitive(x=lambda g, x_shape, offset, dim1, dim2: on_diagonal(g, x_shape, offset, dim1, dim2), view=True)
def diagonal(x, *, offset=0, dim1=0, dim2=1):
    """The numbers on a diagonal of two dimensions, as a new last one. As `torch.diagonal`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).diagonal()
    tensor([1, 4])
    """
    dim1, dim2 = args.axis(dim1, x.ndim), args.axis(dim2, x.ndim)
    if dim1 == dim2:
        raise complaints.shapes.one_diagonal_dim(dim1)
    found = np.diagonal(x, offset, dim1, dim2)
    return np.lib.stride_tricks.as_strided(x[corner(offset, dim1, dim2)], found.shape, found.strides)


def corner(offset, dim1, dim2):
    """The index at which a diagonal starts: its view can be written to, NumPy's own cannot."""
    start = [slice(None)] * (max(dim1, dim2) + 1)
    start[dim1 if offset < 0 else dim2] = slice(abs(offset), None)
    return tuple(start)


@primitive(x=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2))
def on_diagonal(x, *, shape, offset, dim1, dim2):
    """Zeros of a shape with `x` on a diagonal: the gradient of `diagonal`."""
    out = np.zeros(shape, x.dtype)
    diagonal.kernel(out, offset=offset, dim1=dim1, dim2=dim2)[...] = x
    return out


@primitive(x=lambda g, offset, dim1, dim2: diagonal(g, offset, dim1, dim2), name="diag_embed")
def embedded(x, *, offset, dim1, dim2):
    """The last dimension on a diagonal of two new ones, which stand at the places dim1 and dim2."""
    shape = list(x.shape[:-1])
    for where in sorted((dim1, dim2)):
        shape.insert(where, x.shape[-1] + abs(offset))
    return on_diagonal.kernel(x, shape=shape, offset=offset, dim1=dim1, dim2=dim2)


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    """The last dimension laid on a diagonal of two new ones. As `torch.diag_embed`.

    >>> import minigrad
    >>> minigrad.diag_embed(minigrad.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    ndim = input.ndim + 1
    dim1, dim2 = args.axis(dim1, ndim), args.axis(dim2, ndim)
    if dim1 == dim2:
        raise complaints.shapes.one_diagonal_dim(dim1)
    return embedded(input, offset, dim1, dim2)


@primitive(x=lambda g, x_shape, offset: on_diagonal(g, x_shape, offset, 0, 1), name="diag",
           node="DiagonalBackward0_copy")
def diagonal_copy(x, *, offset):
    """The diagonal of a matrix, copied."""
    return np.diagonal(x, offset).copy()


def diag(input, diagonal=0):
    """A row becomes the diagonal of a matrix; of a matrix the diagonal is taken. As `torch.diag`.

    >>> import minigrad
    >>> minigrad.diag(minigrad.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if input.ndim not in (1, 2):
        raise complaints.shapes.diag_ndim(input.ndim)
    return diag_embed(input, diagonal) if input.ndim == 1 else diagonal_copy(input, diagonal)


def added_up(operands):
    """As `total`, but PyTorch does not trace truth values."""
    never_truth("trace")(operands)
    return total(operands)


@primitive(x=lambda g, x_shape: on_diagonal(expand(g, (min(x_shape),)), x_shape, 0, 0, 1), promote=added_up)
def trace(x):
    """The sum of the diagonal of a matrix. As `torch.trace`.

    >>> import minigrad
    >>> minigrad.trace(minigrad.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    if x.ndim != 2:
        raise complaints.shapes.not_one_matrix(x.ndim)
    return x.trace()


def diagflat(input, offset=0):
    """All numbers, in a row, on the diagonal of a matrix. As `torch.diagflat`.

    >>> import minigrad
    >>> minigrad.diagflat(minigrad.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    """
    return diag_embed(input.reshape(-1), offset)
