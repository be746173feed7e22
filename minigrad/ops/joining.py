"""Joining tensors and cutting them up: each is the other's gradient."""
import numpy as np

from ..core.primitive import primitive
from ..dtypes import common
from . import arguments as args
from . import complaints
from .broadcasting import atleast_1d, atleast_2d, atleast_3d
from .slices import cut, narrow, pick, slice_dim
from .views import reshape

# ---- joining


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

concat = cat


def concatenate(tensors, dim=0, *, axis=None):
    """As `cat`; the dimension may be called axis, as in NumPy. As `torch.concatenate`."""
    return cat(tensors, dim if axis is None else axis)


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


def check_some(name, tensors):
    if not tensors:
        raise complaints.shapes.nothing_to_join(name)


def hstack(tensors):
    """Side by side: along the second dimension, or the first of rows. As `torch.hstack`.

    >>> import minigrad
    >>> minigrad.hstack([minigrad.ones(1), minigrad.zeros(2)])
    tensor([1., 0., 0.])
    """
    check_some("hstack", tensors)
    tensors = [atleast_1d(x) for x in tensors]
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors):
    """One below the other. As `torch.vstack`.

    >>> import minigrad
    >>> minigrad.vstack([minigrad.ones(2), minigrad.zeros(2)]).shape
    torch.Size([2, 2])
    """
    check_some("vstack", tensors)
    return cat([atleast_2d(x) for x in tensors], 0)

row_stack = vstack


def dstack(tensors):
    """One behind the other, along a third dimension. As `torch.dstack`."""
    check_some("dstack", tensors)
    return cat([atleast_3d(x) for x in tensors], 2)


def column_stack(tensors):
    """Rows become the columns of a matrix. As `torch.column_stack`."""
    check_some("column_stack", tensors)
    return cat([reshape(x, (x.numel(), 1)) if x.ndim < 2 else x for x in tensors], 1)


# ---- cutting


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
    dim = args.axis(dim, x.ndim)
    if x.ndim == 0:
        raise complaints.shapes.unbind_of_0d()
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


def split_method(tensor, split_size, dim=0):
    """As `minigrad.split`. As `Tensor.split`."""
    return split(tensor, split_size, dim)


def chunk(input, chunks, dim=0):
    """Cut into at most `chunks` pieces of one length. As `torch.chunk`.

    >>> import minigrad
    >>> minigrad.arange(5).chunk(3)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    if chunks <= 0:
        raise complaints.shapes.chunk_count(chunks)
    if not input.ndim:
        raise complaints.shapes.needs_a_dimension("chunk")
    length = input.shape[args.axis(dim, input.ndim)]
    if not length:
        return split(input, (0,) * chunks, dim)
    return split(input, max(1, -(-length // chunks)) if length else 0, dim)


def tensor_split(input, indices_or_sections, dim=0):
    """Cut at these places, or into so many nearly equal pieces. As `torch.tensor_split`.

    >>> import minigrad
    >>> minigrad.arange(5).tensor_split((1, 3))
    (tensor([0]), tensor([1, 2]), tensor([3, 4]))
    """
    if not input.ndim:
        raise complaints.shapes.needs_a_dimension("tensor_split")
    dim = args.axis(dim, input.ndim)
    length = input.shape[dim]
    ends = indices_or_sections
    if isinstance(ends, int):
        if ends <= 0:
            raise complaints.shapes.sections(ends)
        small, longer = divmod(length, ends)
        ends = np.cumsum([small + (i < longer) for i in range(ends)]).tolist()[:-1]
    starts = [0, *ends]
    return tuple([slice_dim(input, dim, start, end, 1) for start, end in zip(starts, [*ends, length])])
