"""Turning, shifting, repeating: copies in which the numbers stand elsewhere."""
import numpy as np

from ..core.primitive import primitive
from . import arguments as args
from . import complaints
from .views import reshape


@primitive(x=lambda g, dims: flip_dims(g, dims), name="flip")
def flip_dims(x, *, dims):
    """In opposite order along these dimensions."""
    dims = args.axes(dims, x.ndim)
    return np.flip(x, dims).copy() if x.ndim else x.copy()


def flip(input, *dims):
    """In opposite order along the given dimensions; a copy, as PyTorch has no negative strides. As `torch.flip`.

    >>> import minigrad
    >>> minigrad.arange(3).flip(0)
    tensor([2, 1, 0])
    """
    if not dims:
        raise complaints.arguments.missing_argument("flip", "dims")
    return flip_dims(input, args.sizes("flip", "dims", dims))


def fliplr(input):
    """Columns in opposite order. As `torch.fliplr`."""
    if input.ndim < 2:
        raise complaints.shapes.too_flat(2)
    return flip(input, 1)


def flipud(input):
    """Rows in opposite order. As `torch.flipud`."""
    if input.ndim < 1:
        raise complaints.shapes.too_flat(1)
    return flip(input, 0)


@primitive(x=lambda g, shifts, dims: roll(g, tuple([-n for n in shifts]), dims), name="roll")
def roll_dims(x, *, shifts, dims):
    """Shifted in a circle along these dimensions; without dimensions, along all numbers in a row."""
    if not dims:
        return np.roll(x, shifts[0])
    return np.roll(x, shifts, tuple([args.axis(dim, x.ndim) for dim in dims]))


def roll(input, shifts, dims=()):
    """Shift in a circle: what leaves at one end comes back at the other. As `torch.roll`.

    >>> import minigrad
    >>> minigrad.roll(minigrad.arange(4), 1)
    tensor([3, 0, 1, 2])
    """
    shifts, dims = ((n,) if isinstance(n, int) else tuple(n) for n in (shifts, dims))
    if len(shifts) != max(len(dims), 1):
        raise complaints.shapes.roll_counts(shifts, dims)
    return roll_dims(input, shifts, dims)


@primitive(x=lambda g, k, dims: rotate(g, -k, dims), name="rot90")
def rotate(x, *, k, dims):
    """A quarter turn, k times, in the plane of two dimensions."""
    return np.rot90(x, k, dims).copy()


def rot90(input, k=1, dims=(0, 1)):
    """A quarter turn, k times, from the first of two dimensions to the second. As `torch.rot90`.

    >>> import minigrad
    >>> minigrad.rot90(minigrad.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    if len(dims) != 2:
        raise complaints.shapes.not_two_dims(len(dims))
    if input.ndim < 2:
        raise complaints.shapes.turning_dims(input.ndim)
    if args.axis(dims[0], input.ndim) == args.axis(dims[1], input.ndim):
        raise complaints.shapes.turning_dims(input.ndim, dims)
    return rotate(input, k, tuple(dims))


@primitive(x=lambda g, x_shape, repeats: folded(g, x_shape, repeats), name="repeat")
def repeat_dims(x, *, repeats):
    """The whole tensor, so many times along each dimension. Gradients of the copies are added up."""
    return np.tile(x, repeats)


def folded(g, shape, repeats):
    """The gradients of all copies, added up: each length is split into copies x original."""
    shape = (1,) * (len(repeats) - len(shape)) + tuple(shape), shape
    paired = [n for pair in zip(repeats, shape[0]) for n in pair]
    once = reshape(g, paired).sum(tuple(range(0, len(paired), 2))) if paired else g
    return reshape(once, shape[1])


def repeat(input, *repeats):
    """Copies of the whole tensor, so many along each dimension. As `Tensor.repeat`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]).repeat(2, 2)
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    repeats = args.sizes("repeat", "repeats", repeats)
    if len(repeats) < input.ndim:
        raise complaints.shapes.repeat_count()
    shape = (1,) * (len(repeats) - input.ndim) + tuple(input.shape)
    wide = [n * length for n, length in zip(repeats, shape)]
    if any(length < 0 for length in wide):
        raise complaints.creation.negative_dimension(*wide)
    return repeat_dims(input, tuple([max(n, 0) for n in repeats]))


def tile(input, *dims):
    """As `repeat`, for fewer numbers than dimensions too. As `torch.tile`."""
    dims = args.sizes("tile", "dims", dims)
    return repeat(input, (1,) * (input.ndim - len(dims)) + dims)
