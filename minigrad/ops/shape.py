"""Ops that rearrange: the numbers stay what they are, only their places change.

Those marked `view=True` share the memory of their input: writing to one is seen in the other. Gradients go back by the
opposite rearrangement; where a number was repeated, its gradients are added up.
"""

import math

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..dtypes import common, total
from . import arguments as args
from . import complaints
from .elementwise import clone
from .reduce import expand as repeated
from .reduce import sum_to
from .size import Size

# --- another shape


def fits_view(array, shape):
    """Whether the memory of an array, as it lies, can be read in another shape."""
    if not array.ndim or not array.size or array.flags.c_contiguous:
        return True
    return np.may_share_memory(array.reshape(shape), array)


@primitive(x=lambda g, x_shape: reshape(g, x_shape), name="view", view=True)
def viewed(x, *, shape):
    """The same memory read in another shape. Saves the input's shape."""
    return x.reshape(shape)


def view(input, *shape):
    """The same memory read in another shape; -1 stands for the length that is left over. As `Tensor.view`.

    Raises RuntimeError if the counts differ, or if the memory does not lie so that a view can be had: `reshape` then
    copies.

    >>> import minigrad
    >>> minigrad.arange(6).view(2, -1)
    tensor([[0, 1, 2],
            [3, 4, 5]])
    """
    if not shape:
        raise complaints.arguments.wrong_combination("view", "a size")
    shape = args.inferred(args.sizes("view", "size", shape), input.numel())
    if not fits_view(input.array, shape):
        raise complaints.shapes.no_such_view()
    return viewed(input, shape)


@primitive(x=lambda g, x_shape: reshape(g, x_shape))
def unsafe_view(x, *, shape):
    """Another shape for a result that nobody else has seen yet. Saves the input's shape."""
    return x.reshape(shape)


def reshape(input, *shape):
    """Another shape: a view where the memory allows it, else a copy (a clone and a view of it).

    Raises RuntimeError if the shape has room for another count of numbers. As `torch.reshape`.

    >>> import minigrad
    >>> minigrad.arange(6.0).reshape(3, 2).shape
    torch.Size([3, 2])
    """
    array = getattr(input, "array", input)
    shape = args.inferred(args.sizes("reshape", "shape", shape), array.size)
    if fits_view(array, shape):
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
    return reshape(input, -1)


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


# --- how the numbers lie in memory

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


# --- another order of dimensions

@primitive(x=lambda g: t(g), view=True)
def t(x):
    """Rows become columns; tensors with fewer than two dimensions stay as they are. As `torch.t`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).t()
    tensor([[1, 3],
            [2, 4]])
    """
    if x.ndim > 2:
        raise complaints.shapes.too_many_for_t(x.ndim)
    return x.T


@primitive(x=lambda g, dim0, dim1: transpose(g, dim0, dim1), view=True)
def transpose(x, *, dim0, dim1):
    """Swap two dimensions. Saves nothing but their numbers. As `torch.transpose`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).transpose(0, -1).shape
    torch.Size([4, 3, 2])
    """
    dim0, dim1 = args.axis(dim0, x.ndim), args.axis(dim1, x.ndim)
    return x.swapaxes(dim0, dim1) if x.ndim else x


swapaxes = swapdims = transpose


@primitive(x=lambda g, dims: permuted(g, opposite(dims)), name="permute", view=True)
def permuted(x, *, dims):
    """The dimensions in another order. Saves the order."""
    return x.transpose(dims)


def permute(input, *dims):
    """The dimensions in another order: dims[i] is the old number of the new dimension i. As `torch.permute`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).permute(2, 0, 1).shape
    torch.Size([4, 2, 3])
    """
    dims = args.sizes("permute", "dims", dims)
    if len(dims) != input.ndim:
        raise complaints.shapes.permute_count(input.ndim, len(dims))
    order = tuple([args.axis(dim, input.ndim) for dim in dims])
    if len(set(order)) < len(order):
        raise complaints.shapes.permute_twice()
    return permuted(input, order)


def opposite(dims):
    """The order of dimensions that undoes another one."""
    return tuple(sorted(range(len(dims)), key=dims.__getitem__))


def movedim(input, source, destination):
    """Move dimensions to new places; the others keep their order. As `torch.movedim`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).movedim(0, 2).shape
    torch.Size([3, 4, 2])
    """
    source, destination = ((dims,) if isinstance(dims, int) else tuple(dims) for dims in (source, destination))
    if len(source) != len(destination):
        raise complaints.shapes.movedim_counts(source, destination)
    for name, dims in (("source", source), ("destination", destination)):
        if len({args.axis(dim, input.ndim) for dim in dims}) < len(dims):
            raise complaints.shapes.movedim_twice(name, dims)
    source = [args.axis(dim, input.ndim) for dim in source]
    order = [dim for dim in range(input.ndim) if dim not in source]
    for place, dim in sorted(zip([args.axis(dim, input.ndim) for dim in destination], source)):
        order.insert(place, dim)
    return permute(input, tuple(order))


moveaxis = movedim


def reverse_dims(input):
    """All dimensions in opposite order. As `Tensor.T`."""
    return permute(input, tuple(reversed(range(input.ndim))))


def matrix_transpose(input):
    """Rows and columns swapped in every matrix of a batch. As `Tensor.mT`."""
    if input.ndim < 2:
        raise complaints.shapes.not_matrices(input.ndim)
    return transpose(input, -2, -1)


# --- dimensions of length 1, and repeating along them

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


def broadcast_to(input, size):
    """Repeat to this shape. As `torch.broadcast_to`.

    >>> import minigrad
    >>> minigrad.broadcast_to(minigrad.tensor([1, 2]), (2, 2))
    tensor([[1, 2],
            [1, 2]])
    """
    return expand(input, tuple(size))


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
    return input if size == tuple(input.shape) else sum_to(input, shape=size)


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
    return tuple([expand(x, shape) for x in tensors])


def atleast(input, ndim):
    """At least this many dimensions: new ones in front, for the third behind."""
    if input.ndim == 0:
        return reshape(input, (1,) * ndim)
    if input.ndim == 1 and ndim > 1:
        input = unsqueeze(input, 0)
    return unsqueeze(input, -1) if input.ndim == 2 and ndim == 3 else input


def atleast_1d(input):
    """A 0-d tensor becomes one of length 1. As `torch.atleast_1d`."""
    return atleast(input, 1)


def atleast_2d(input):
    """A row becomes a matrix of one row. As `torch.atleast_2d`."""
    return atleast(input, 2)


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
    if indexing == "xy" and len(tensors) > 1:
        first, second, *others = tensors
        return tuple([transpose(grid, 0, 1) for grid in meshgrid(first, second, *others)])
    shape = [x.numel() for x in tensors]
    ones = [1] * len(shape)
    return tuple([expand(reshape(x, (*ones[:i], -1, *ones[i + 1:])), tuple(shape)) for i, x in enumerate(tensors)])


# --- joining

@primitive(tensors=lambda g, tensors_shape, dim: pieces(g, tensors_shape, dim), promote=common)
def cat(*tensors, dim=0):
    """Tensors one after the other along an existing dimension; their other lengths must agree.

    Each gets back its own piece of the gradient. Saves the shapes. Raises RuntimeError naming the tensor that does
    not fit. As `torch.cat`.

    >>> import minigrad
    >>> minigrad.cat([minigrad.ones(2), minigrad.zeros(1)])
    tensor([1., 1., 0.])
    """
    if not tensors:
        raise complaints.shapes.nothing_to_cat()
    kept = [x for x in tensors if x.shape != (0,)] or tensors
    first = kept[0]
    for place, x in enumerate(tensors):
        if x.ndim == 0:
            raise complaints.shapes.cat_of_0d(place)
    dim = args.axis(dim, first.ndim)
    for place, x in enumerate(tensors):
        if x.shape == (0,):
            continue
        if x.ndim != first.ndim:
            raise complaints.shapes.cat_ndims(first.ndim, x.ndim)
        for i, (a, b) in enumerate(zip(first.shape, x.shape)):
            if i != dim and a != b:
                raise complaints.shapes.cat_sizes(dim, a, b, place)
    return np.concatenate(kept, dim)


concat = concatenate = cat


def pieces(g, shapes, dim):
    """A gradient of `cat`, cut where the tensors met."""
    cuts, start = [], 0
    for shape in shapes:
        if shape == (0,):                       # an empty row fits anything
            cuts.append(reshape(narrow(g, dim, 0, 0), shape))
            continue
        cuts.append(narrow(g, dim, start, shape[dim]))
        start += shape[dim]
    return cuts


@primitive(tensors=lambda g, dim: unbind(g, dim), promote=common)
def stack(*tensors, dim=0):
    """Tensors of one shape, side by side along a new dimension. As `torch.stack`.

    >>> import minigrad
    >>> minigrad.stack([minigrad.tensor([1, 2]), minigrad.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    if not tensors:
        raise complaints.shapes.nothing_to_stack()
    for place, x in enumerate(tensors):
        if x.shape != tensors[0].shape:
            raise complaints.shapes.stack_sizes(tensors[0].shape, x.shape, place)
    return np.stack(tensors, args.axis(dim, tensors[0].ndim + 1))


def hstack(tensors):
    """Side by side: along the second dimension, or the first of rows. As `torch.hstack`.

    >>> import minigrad
    >>> minigrad.hstack([minigrad.ones(1), minigrad.zeros(2)])
    tensor([1., 0., 0.])
    """
    tensors = [atleast_1d(x) for x in tensors]
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors):
    """One below the other. As `torch.vstack`.

    >>> import minigrad
    >>> minigrad.vstack([minigrad.ones(2), minigrad.zeros(2)]).shape
    torch.Size([2, 2])
    """
    return cat([atleast_2d(x) for x in tensors], 0)


row_stack = vstack


def dstack(tensors):
    """One behind the other, along a third dimension. As `torch.dstack`."""
    return cat([atleast_3d(x) for x in tensors], 2)


def column_stack(tensors):
    """Rows become the columns of a matrix. As `torch.column_stack`."""
    return cat([reshape(x, (x.numel(), 1)) if x.ndim < 2 else x for x in tensors], 1)


# --- cutting

def narrow(x, dim, start, length):
    """`length` places of one dimension from `start` on. As `torch.narrow`.

    >>> import minigrad
    >>> minigrad.arange(5).narrow(0, 1, 2)
    tensor([1, 2])
    """
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


@primitive(x=lambda g, x_shape, split_size, dim: rejoined(g, x_shape, portions(x_shape[dim], split_size), dim),
           outputs=..., view=True, name="split", node="SplitBackward0")
def split_equal(x, *, split_size, dim):
    """Cut into pieces of one length; the last may be shorter."""
    return cut_up(x, portions(x.shape[dim], split_size), dim)


@primitive(x=lambda g, x_shape, split_sizes, dim: rejoined(g, x_shape, split_sizes, dim), outputs=..., view=True)
def split_with_sizes(x, *, split_sizes, dim):
    """Cut into pieces of these lengths."""
    return cut_up(x, split_sizes, dim)


@primitive(x=lambda g, x_shape, dim: restacked(g, x_shape, dim), outputs=..., view=True)
def unbind(x, *, dim=0):
    """All places of one dimension, as a tuple. As `torch.unbind`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).unbind(1)
    (tensor([1, 3]), tensor([2, 4]))
    """
    if x.ndim == 0:
        raise complaints.shapes.unbind_of_0d()
    dim = args.axis(dim, x.ndim)
    return tuple([x[pick(dim, index)] for index in range(x.shape[dim])])


def portions(length, each):
    """The lengths of equal pieces; the last takes the rest."""
    full, rest = divmod(length, each) if each else (1, 0)
    return (each,) * full + ((rest,) if rest or not length and each else ())


def cut_up(x, lengths, dim):
    ends = np.cumsum((0, *lengths)).tolist()
    return tuple([x[cut(dim, start, end, 1)] for start, end in zip(ends, ends[1:])])


def rejoined(gradients, shape, lengths, dim):
    """The gradients of the pieces of a tensor in one; a piece without one gets zeros."""
    shapes = [(*shape[:dim], length, *shape[dim + 1:]) for length in lengths]
    return cat(with_zeros(gradients, shapes), dim)


def restacked(gradients, shape, dim):
    dim = args.axis(dim, len(shape))
    return stack(with_zeros(gradients, [shape[:dim] + shape[dim + 1:]] * len(gradients)), dim)


def with_zeros(gradients, shapes):
    """Zeros where no gradient arrived."""
    some = next(g for g in gradients if g is not None)
    kind = getattr(some, "array", some).dtype
    return [np.zeros(shape, kind) if g is None else g for g, shape in zip(gradients, shapes)]


def split(tensor, split_size_or_sections, dim=0):
    """Cut along a dimension into pieces of one length, or of the lengths in a list. As `torch.split`.

    The pieces are views. Raises RuntimeError if the lengths do not add up.

    >>> import minigrad
    >>> minigrad.split(minigrad.arange(5), 2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    if tensor.ndim == 0:
        raise complaints.shapes.split_of_0d()
    dim = args.axis(dim, tensor.ndim)
    length, wish = tensor.shape[dim], split_size_or_sections
    if isinstance(wish, int):
        if wish < 0:
            raise complaints.shapes.split_negative(wish)
        if wish == 0 and length:
            raise complaints.shapes.split_zero(length)
        return split_equal(tensor, wish, dim)
    if sum(wish) != length:
        raise complaints.shapes.split_sum(length, dim, wish)
    return split_with_sizes(tensor, tuple(wish), dim)


def chunk(input, chunks, dim=0):
    """Cut into at most `chunks` pieces of one length. As `torch.chunk`.

    >>> import minigrad
    >>> minigrad.arange(5).chunk(3)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    if chunks <= 0:
        raise complaints.shapes.chunk_count(chunks)
    length = input.shape[args.axis(dim, input.ndim)] if input.ndim else 0
    return split(input, max(1, -(-length // chunks)) if length else 0, dim)


def tensor_split(input, indices_or_sections, dim=0):
    """Cut at these places, or into so many nearly equal pieces. As `torch.tensor_split`.

    >>> import minigrad
    >>> minigrad.arange(5).tensor_split((1, 3))
    (tensor([0]), tensor([1, 2]), tensor([3, 4]))
    """
    dim = args.axis(dim, input.ndim)
    length = input.shape[dim]
    ends = indices_or_sections
    if isinstance(ends, int):
        small, longer = divmod(length, ends)
        ends = np.cumsum([small + (i < longer) for i in range(ends)]).tolist()[:-1]
    starts = [0, *ends]
    return tuple([slice_dim(input, dim, start, end, 1) for start, end in zip(starts, [*ends, length])])


# --- turning, shifting, repeating

@primitive(x=lambda g, dims: flip_dims(g, dims), name="flip")
def flip_dims(x, *, dims):
    """In opposite order along these dimensions."""
    return np.flip(x, args.axes(dims, x.ndim)).copy()


def flip(input, *dims):
    """In opposite order along the given dimensions; a copy, as PyTorch has no negative strides. As `torch.flip`.

    >>> import minigrad
    >>> minigrad.arange(3).flip(0)
    tensor([2, 1, 0])
    """
    return flip_dims(input, args.sizes("flip", "dims", dims))


def fliplr(input):
    """Columns in opposite order. As `torch.fliplr`."""
    return flip(input, 1)


def flipud(input):
    """Rows in opposite order. As `torch.flipud`."""
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
    if any(n < 0 for n in repeats):
        raise complaints.creation.negative_dimension(*[n * length for n, length in zip(repeats, shape)])
    return repeat_dims(input, repeats)


def tile(input, *dims):
    """As `repeat`, for fewer numbers than dimensions too. As `torch.tile`."""
    dims = args.sizes("tile", "dims", dims)
    return repeat(input, (1,) * (input.ndim - len(dims)) + dims)


# --- diagonals and triangles

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


@primitive(x=lambda g, x_shape: on_diagonal(expand(g, (min(x_shape),)), x_shape, 0, 0, 1), promote=total)
def trace(x):
    """The sum of the diagonal of a matrix. As `torch.trace`.

    >>> import minigrad
    >>> minigrad.trace(minigrad.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    if x.ndim != 2:
        raise complaints.shapes.not_one_matrix(x.ndim)
    return x.trace()
