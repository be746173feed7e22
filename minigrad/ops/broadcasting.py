"""Repeating along dimensions of length 1 until shapes agree, without copying.

Where a number was repeated, its gradients are added up.
"""
from functools import wraps

import numpy as np

from .. import errors
from . import arguments as args
from . import complaints
from .reduce import expand as repeated
from .reduce import sum_to
from .size import Size
from .views import reshape, unsqueeze


def expand(input, *shape):
    """Repeat along dimensions of length 1, without copying; -1 keeps a length. As `Tensor.expand`.

    The gradient is added up over what was repeated. Raises RuntimeError where a length is neither 1 nor the same.

    >>> import minigrad
    >>> minigrad.tensor([[1], [2]]).expand(-1, 3)
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    shape = args.sizes("expand", "size", shape)
    return repeated(input, args.expanded(getattr(input, "array", input), shape))


def expand_as(input, other):
    """Repeat to the shape of `other`. As `Tensor.expand_as`."""
    return expand(input, tuple(other.shape))


def broadcast_to(input, *size):
    """Repeat to this shape. As `torch.broadcast_to`.

    >>> import minigrad
    >>> minigrad.broadcast_to(minigrad.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, args.sizes("broadcast_to", "size", size))


def sum_to_size(input, *size):
    """The opposite of broadcast_to: sums over what repeating would add. As `Tensor.sum_to_size`.

    >>> import minigrad
    >>> minigrad.ones(2, 3).sum_to_size(1, 3)
    tensor([[2., 2., 2.]])
    """
    size = args.sizes("sum_to_size", "size", size)
    try:
        fits = np.broadcast_shapes(size, tuple(input.shape)) == tuple(input.shape)
    except ValueError:
        fits = False
    if not fits:
        raise complaints.shapes.not_expandable(size, tuple(input.shape))
    if size == tuple(input.shape):
        return input
    return sum_to(input if input.is_floating_point() else input.long(), shape=size)


def broadcast_shapes(*shapes):
    """The common shape of tensors of these shapes. As `torch.broadcast_shapes`.

    >>> import minigrad
    >>> minigrad.broadcast_shapes((3, 1), (2,))
    torch.Size([3, 2])
    """
    common_shape = ()
    for shape in shapes:
        try:
            common_shape = np.broadcast_shapes(common_shape, shape)
        except ValueError:
            raise errors.sizes(common_shape, shape) from None
    return Size(common_shape)


def broadcast_tensors(*tensors):
    """All tensors repeated to their common shape. As `torch.broadcast_tensors`."""
    shape = broadcast_shapes(*[x.shape for x in tensors])
    return tuple([x if x.shape == shape else expand(x, shape) for x in tensors])


def each(function):
    """A function of one tensor, or of several (or a list of them), which gives a tuple."""

    @wraps(function)
    def spread(*tensors):
        if len(tensors) == 1 and not isinstance(tensors[0], (tuple, list)):
            return function(tensors[0])
        return tuple([function(x) for x in (tensors[0] if len(tensors) == 1 else tensors)])

    return spread


def atleast(input, ndim):
    """At least this many dimensions: new ones in front, for the third behind."""
    if input.ndim == 0:
        return reshape(input, (1,) * ndim)
    if input.ndim == 1 and ndim > 1:
        input = unsqueeze(input, 0)
    return unsqueeze(input, -1) if input.ndim == 2 and ndim == 3 else input


@each
def atleast_1d(input):
    """A 0-d tensor becomes one of length 1. As `torch.atleast_1d`."""
    return atleast(input, 1)


@each
def atleast_2d(input):
    """A row becomes a matrix of one row. As `torch.atleast_2d`."""
    return atleast(input, 2)


@each
def atleast_3d(input):
    """A matrix gets a third dimension of length 1. As `torch.atleast_3d`."""
    return atleast(input, 3)


def meshgrid(*tensors, indexing="ij"):
    """Coordinates of a grid: the i-th result varies along the i-th dimension only. As `torch.meshgrid`.

    >>> import minigrad
    >>> minigrad.meshgrid(minigrad.arange(2), minigrad.arange(3))[0].shape
    torch.Size([2, 3])
    """
    tensors = tensors[0] if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)) else tensors
    if not tensors:
        raise complaints.shapes.nothing_to_grid()
    for x in tensors:
        if x.ndim > 1:
            raise complaints.shapes.grid_of_rows(x)
        if x.dtype is not tensors[0].dtype:
            raise complaints.shapes.grid_dtypes()
    order = list(range(len(tensors)))           # along which dimension each varies
    if indexing not in ("ij", "xy"):
        raise complaints.creation.meshgrid_way(indexing)
    if indexing == "xy" and len(tensors) > 1:
        order[:2] = 1, 0
    shape = tuple([tensors[order.index(dim)].numel() for dim in range(len(order))])
    ones = [1] * len(shape)
    return tuple([expand(reshape(x, (*ones[:i], -1, *ones[i + 1:])), shape) for i, x in zip(order, tensors)])
