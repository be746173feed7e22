"""Another shape for the same numbers, and how they lie in memory.

Ops marked `view=True` share the memory of their input: writing to one is seen in the other. Gradients go back by the
opposite rearrangement.
"""
import math

import numpy as np

from .. import dtypes
from ..core.primitive import primitive
from . import arguments as args
from . import complaints
from .elementwise import clone

# ---- another shape


def fits_view(array, shape):
    """Whether the memory of an array, as it lies, can be read in another shape."""
    if not array.ndim or not array.size or array.flags.c_contiguous:
        return True
    return np.may_share_memory(array.reshape(shape), array)


@primitive(x=lambda g, x_shape: g.reshape(x_shape), name="view", view=True)
def viewed(x, *, shape):
    """The same memory read in another shape. Saves the input's shape."""
    return x.reshape(shape)


def view(input, *shape, dtype=None):
    """The same memory read in another shape; -1 stands for the length that is left over. As `Tensor.view`.

    Raises RuntimeError if the counts differ, or if the memory does not lie so that a view can be had: `reshape` then
    copies.

    >>> import minigrad
    >>> minigrad.arange(6).view(2, -1)
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    shape = shape or ((dtype,) if dtype is not None else ())
    if len(shape) == 1 and isinstance(shape[0], dtypes.dtype):
        from .strided import view_dtype

        return viewed(input, tuple(input.shape)) if shape[0] is input.dtype else view_dtype(input, shape[0])
    if not shape:
        raise complaints.arguments.wrong_combination("view", "a size")
    shape = args.inferred(args.sizes("view", "size", shape), input.numel())
    if not fits_view(input.array, shape):
        raise complaints.shapes.no_such_view()
    return viewed(input, shape)


@primitive(x=lambda g, x_shape: g.reshape(x_shape))
def unsafe_view(x, *, shape):
    """Another shape for a result that nobody else has seen yet. Saves the input's shape."""
    return x.reshape(shape)


def reshape(input, *size, shape=None):
    """Another shape: a view where the memory allows it, else a copy (a clone and a view of it).

    Raises RuntimeError if the shape has room for another count of numbers. As `torch.reshape`.

    >>> import minigrad
    >>> minigrad.arange(6.0).reshape(3, 2).shape
    torch.Size([3, 2])
    """
    if not size and shape is None:
        raise complaints.arguments.missing_argument("reshape", "shape")
    array = getattr(input, "array", input)
    return in_shape(input, args.inferred(args.sizes("reshape", "shape", size or (shape,)), array.size))


def in_shape(input, shape):
    """The numbers of a tensor in a shape that has room for just as many: a view or a copy."""
    array = getattr(input, "array", input)
    if array.flags.c_contiguous or fits_view(array, shape):
        return viewed(input, shape)
    return unsafe_view(clone(input), shape)


def flatten(input, start_dim=0, end_dim=-1):
    """Join the dimensions from start_dim to end_dim into one. As `torch.flatten`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).flatten(1).shape
    torch.Size([2, 12])
    """
    start, end = args.axis(start_dim, input.ndim), args.axis(end_dim, input.ndim)
    if start > end:
        raise complaints.shapes.flatten_backwards()
    if start == end and input.ndim:
        return input
    shape = input.shape
    return reshape(input, (*shape[:start], math.prod(shape[start:end + 1]), *shape[end + 1:]))


def ravel(input):
    """All numbers in one row. As `torch.ravel`.

    >>> import minigrad
    >>> minigrad.ones(2, 2).ravel()
    tensor([1., 1., 1., 1.])
    """
    return view(contiguous(input), -1)


def unflatten(input, dim, sizes):
    """Split one dimension into several; -1 stands for what is left over. As `torch.unflatten`.

    >>> import minigrad
    >>> minigrad.zeros(2, 12).unflatten(1, (3, -1)).shape
    torch.Size([2, 3, 4])
    """
    dim = args.axis(dim, input.ndim)
    length = input.shape[dim]
    known = math.prod(n for n in sizes if n != -1)
    if known != length and (-1 not in sizes or not known or length % known):
        raise complaints.shapes.unflatten_sizes(sizes, dim, length)
    return view(input, (*input.shape[:dim], *args.inferred(tuple(sizes), length), *input.shape[dim + 1:]))


def view_as(input, other):
    """The same memory in the shape of `other`. As `Tensor.view_as`."""
    return view(input, *other.shape) if other.ndim else viewed(input, ())


def reshape_as(input, other):
    """The same numbers in the shape of `other`. As `Tensor.reshape_as`."""
    return reshape(input, tuple(other.shape))


# ---- how the numbers lie in memory


def is_contiguous(input):
    """Whether the numbers lie in memory in reading order. As `Tensor.is_contiguous`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3).t().is_contiguous()
    False
    """
    return not input.ndim or input.array.flags.c_contiguous


def contiguous(input):
    """The tensor itself if it is contiguous, else a copy that is. As `Tensor.contiguous`."""
    return input if is_contiguous(input) else clone(input)


def stride(input, dim=None):
    """How many numbers to go on in memory for the next place of each dimension. As `Tensor.stride`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3).stride(), minigrad.zeros(2, 3).t().stride()
    ((3, 1), (1, 3))
    """
    if is_contiguous(input):
        lengths = [max(length, 1) for length in input.shape]
        steps = tuple([math.prod(lengths[place + 1:]) for place in range(input.ndim)])
    else:
        steps = tuple([step // input.array.itemsize for step in input.array.strides])
    return steps if dim is None else steps[args.axis(dim, input.ndim)]


# ---- dimensions of length 1


@primitive(x=lambda g, x_shape: reshape(g, x_shape), view=True, name="squeeze", node="SqueezeBackward0")
def squeeze_all(x):
    """Without any dimension of length 1. Saves the input's shape."""
    return x.reshape([length for length in x.shape if length != 1])


@primitive(x=lambda g, x_shape: reshape(g, x_shape), view=True, name="squeeze", node="SqueezeBackward1")
def squeeze_dim(x, *, dim):
    """Without this dimension, if its length is 1. Saves the input's shape."""
    dim = args.axis(dim, x.ndim)
    return x.squeeze(dim) if x.shape[dim:dim + 1] == (1,) else x[...]


@primitive(x=lambda g, x_shape: reshape(g, x_shape), view=True, name="squeeze", node="SqueezeBackward2")
def squeeze_dims(x, *, dim):
    """Without those of these dimensions whose length is 1. Saves the input's shape."""
    return x.squeeze(tuple([place for place in args.axes(dim, x.ndim) if x.shape[place:place + 1] == (1,)]))


@args.numpy_names
def squeeze(input, dim=None):
    """Drop dimensions of length 1: all, or only those named. As `torch.squeeze`.

    >>> import minigrad
    >>> x = minigrad.zeros(1, 3, 1)
    >>> x.squeeze().shape, x.squeeze(0).shape
    (torch.Size([3]), torch.Size([3, 1]))
    """
    if dim is None:
        return squeeze_all(input)
    return squeeze_dims(input, tuple(dim)) if isinstance(dim, (tuple, list)) else squeeze_dim(input, dim)


@primitive(x=lambda g, x_shape: reshape(g, x_shape), view=True)
def unsqueeze(x, *, dim):
    """A new dimension of length 1 at this place. As `torch.unsqueeze`.

    >>> import minigrad
    >>> minigrad.ones(3).unsqueeze(-1).shape
    torch.Size([3, 1])
    """
    place = args.axis(dim, x.ndim + 1)
    return x.reshape((*x.shape[:place], 1, *x.shape[place:])) if x.flags.c_contiguous else np.expand_dims(x, place)
