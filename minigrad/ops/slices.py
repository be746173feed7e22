"""One part of a dimension, as a view. The gradient of a cut is laid into zeros."""
import numpy as np

from ..core.primitive import primitive
from . import arguments as args
from . import complaints


def narrow(x, dim, start, length):
    """`length` places of one dimension from `start` on. As `torch.narrow`.

    >>> import minigrad
    >>> minigrad.arange(5).narrow(0, 1, 2)
    tensor([1, 2])
    """
    if not x.ndim:
        raise complaints.shapes.needs_a_dimension("narrow")
    dim = args.axis(dim, x.ndim)
    size = x.shape[dim]
    if length < 0:
        raise complaints.shapes.narrow_length()
    if not -size <= start <= size:
        raise complaints.shapes.narrow_start(start, size)
    start = start + size if start < 0 else start
    if start + length > size:
        raise complaints.shapes.narrow_end(start, length, size)
    return slice_dim(x, dim, start, start + length, 1)


@primitive(x=lambda g, x_shape, dim, start, end, step: laid_in(g, x_shape, cut(dim, start, end, step)),
           name="slice", node="SliceBackward0", view=True)
def slice_dim(x, *, dim, start, end, step):
    """Every `step`-th place of one dimension, from start to just before end: one slice of `x[…]`.

    The gradient is laid into zeros of the input's shape, which is what is saved.
    """
    return x[cut(dim, start, end, step)]


def cut(dim, start, end, step):
    """The NumPy index of a slice along one dimension."""
    return (slice(None),) * dim + (slice(start, end, step),)


@primitive(x=lambda g, x_shape, dim, index: laid_in(g, x_shape, pick(dim, index)), view=True)
def select(x, *, dim, index):
    """One place of one dimension, which disappears: `x[index]` for dim 0. As `torch.select`.

    The gradient is laid into zeros of the input's shape, which is what is saved.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).select(1, 0)
    tensor([1, 3])
    """
    dim = args.axis(dim, x.ndim)
    if not -x.shape[dim] <= index < x.shape[dim]:
        raise complaints.shapes.select_range(index, x.shape, dim)
    return x[pick(dim, index)]


def pick(dim, index):
    """The NumPy index of one place of a dimension; the dots keep a 0-d result on the same memory."""
    return (slice(None),) * dim + (index, ...) if dim >= 0 else (..., index) + (slice(None),) * (-dim - 1)


@primitive(x=lambda g, where: region(g, where))
def laid_in(x, *, shape, where):
    """Zeros of a shape with `x` laid in at a basic index: the gradient of a cut."""
    out = np.zeros(shape, x.dtype)
    out[where] = x
    return out


@primitive(x=lambda g, x_shape, where: laid_in(g, x_shape, where))
def region(x, *, where):
    """The part at a basic index, copied: the gradient of `laid_in`."""
    return x[where].copy()
