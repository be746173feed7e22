"""Picking by position along a dimension, in the flattened tensor, or under a mask."""
import numpy as np

from .. import errors
from ..core.node import tied
from ..core.primitive import primitive
from ..core.value import Value
from . import arguments as args
from . import complaints
from .broadcasting import expand
from .index import scattered
from .slices import select
from .views import flatten, reshape

# ---- along one dimension


def along(array, dim, ndim):
    """The NumPy index that takes positions `array` along a dimension and stays in place along all others."""
    where = list(np.ogrid[tuple([slice(length) for length in array.shape])])
    where[dim] = array
    return tuple(where)


def positions(name, tensor):
    """Integer positions as an array."""
    array = np.asarray(tensor.array if isinstance(tensor, Value) else tensor)
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 4:
        raise complaints.picking.index_dtype(name)
    return array


def gather(input, dim, index, *, sparse_grad=False):
    """Position by position along a dimension: out[i][j] = input[i][index[i][j]] for dim 1. As `torch.gather`.

    `index` has as many dimensions as `input` and is nowhere longer, except along `dim`. Gradients of a place picked
    several times add up.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).gather(1, minigrad.tensor([[1], [0]]))
    tensor([[2],
            [3]])
    """
    array = positions("gather", index)
    dim = checked_positions("gather", input, dim, array)
    if input.ndim == 0 or array.ndim == 0:
        return reshape(gathered(reshape(input, (-1,)), 0, array.reshape(-1)), array.shape)
    return gathered(input, dim, array)


def checked_positions(name, input, dim, array):
    dim = args.axis(dim, input.ndim)
    if max(array.ndim, 1) != max(input.ndim, 1):
        raise complaints.picking.index_ndim("input" if name == "gather" else "self")
    for place, (n, length) in enumerate(zip(array.shape, input.shape)):
        if place != dim and n > length:
            raise complaints.picking.index_size(place, array.shape, tuple(input.shape), dim)
    length = input.shape[dim] if input.ndim else 1
    outside = array[(array < 0) | (array >= length)]
    if outside.size:
        raise complaints.picking.position_range(outside.flat[0], dim, length)
    return dim


@primitive(x=lambda g, x, dim, positions: scattered(g, x.shape, along(positions, dim, x.ndim)), name="gather")
def gathered(x, *, dim, positions):
    """As gather, with checked positions. Saves the input (for its shape, as PyTorch does) and the positions."""
    return x[along(positions, dim, x.ndim)]


def take_along_dim(input, indices, dim=None):
    """As gather, with `indices` repeated to the input's shape. As `torch.take_along_dim`.

    >>> import minigrad
    >>> x = minigrad.tensor([[3, 1, 2]])
    >>> x.take_along_dim(x.argsort(1), 1)
    tensor([[1, 2, 3]])
    """
    if dim is None:
        return gather(flatten(input), 0, flatten(indices))
    dim = args.axis(dim, input.ndim)
    array = positions("take_along_dim", indices)
    if array.ndim != input.ndim:
        raise complaints.picking.take_along_ndim(input.ndim, array.ndim)
    rest = np.broadcast_shapes(*[(*s[:dim], 1, *s[dim + 1:]) for s in (tuple(input.shape), array.shape)])
    wide = expand(input, (*rest[:dim], input.shape[dim], *rest[dim + 1:]))
    return gather(wide, dim, np.broadcast_to(array, (*rest[:dim], array.shape[dim], *rest[dim + 1:])))


def index_select(input, dim, index):
    """The places of one dimension with the numbers in a 1-d tensor. As `torch.index_select`.

    >>> import minigrad
    >>> minigrad.arange(6).reshape(3, 2).index_select(0, minigrad.tensor([2, 0]))
    tensor([[4, 5],
            [0, 1]])
    """
    if not isinstance(index, Value):
        raise complaints.arguments.wrong_argument("index_select", "index", 3, "Tensor", index)
    dim = args.axis(dim, input.ndim)
    array = np.asarray(index.array)
    if array.ndim > 1:
        raise complaints.picking.index_not_a_vector()
    if array.dtype.kind != "i" or array.dtype.itemsize < 4:
        raise complaints.picking.index_select_dtype()
    array = array.reshape(-1)
    if input.ndim == 0:
        return reshape(index_select(reshape(input, (1,)), 0, index), ())
    outside = array[(array < 0) | (array >= input.shape[dim])]
    if outside.size:
        page = complaints.picking
        raise page.index_out_of_data(outside[0], input.shape[dim]) if dim == 1 else page.index_out_of_self()
    return pick_numbers(input, dim, array)


@primitive(x=lambda g, x_shape, dim, numbers: scattered(g, x_shape, (slice(None),) * dim + (numbers,)),
           name="index_select")
def pick_numbers(x, *, dim, numbers):
    """The places of one dimension with the numbers in an array."""
    return x.take(numbers, dim)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    """Each place so many times, one after the other. As `torch.repeat_interleave`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]).repeat_interleave(2)
    tensor([1, 1, 2, 2])
    """
    if repeats is None:
        return repeat_interleave(tied(np.arange(input.numel()), None), input)
    if dim is None:
        input, dim = flatten(input), 0
    dim = args.axis(dim, input.ndim)
    counts = np.asarray(getattr(repeats, "array", repeats))
    if (counts < 0).any():
        raise complaints.shapes.repeats_negative()
    length = input.shape[dim]
    if counts.ndim and counts.size not in (1, length):
        raise complaints.shapes.repeats_length(counts.size, length)
    return pick_numbers(input, dim, np.repeat(np.arange(length), np.broadcast_to(counts, (length,))))


# ---- in the flattened tensor


def take(input, index):
    """Numbers by their position in the flattened tensor. As `torch.take`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).take(minigrad.tensor([0, -1]))
    tensor([1, 4])
    """
    array, count = positions("take", index), input.numel()
    outside = array[(array < -count) | (array >= count)]
    if outside.size:
        raise complaints.picking.take_range(outside.flat[0], count)
    return taken(input, array)


@primitive(x=lambda g, x, numbers: untaken(g, x.shape, numbers), name="take")
def taken(x, *, numbers):
    """As take, with checked positions."""
    return x.reshape(-1)[numbers]


@primitive(x=lambda g, numbers: taken(g, numbers))
def untaken(x, *, shape, numbers):
    """Zeros of a shape with numbers added at flat positions: the gradient of `take`."""
    out = np.zeros(shape, x.dtype)
    np.add.at(out.reshape(-1), numbers, x)
    return out


# ---- masks


def truth(name, mask):
    array = np.asarray(mask.array if isinstance(mask, Value) else mask)
    if array.dtype != bool:
        raise complaints.picking.not_a_mask(name, array)
    return array


def masked_select(input, mask):
    """The numbers where the mask is true, in a row. As `torch.masked_select`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, -2.0])
    >>> x.masked_select(x < 0)
    tensor([-2.])
    """
    array = truth("masked_select", mask)
    try:
        shape = np.broadcast_shapes(tuple(input.shape), array.shape)
    except ValueError:
        raise errors.sizes(array.shape, tuple(input.shape)) from None
    wide = input if shape == tuple(input.shape) else expand(input, shape)
    return selected(wide, np.broadcast_to(array, shape))


@primitive(x=lambda g, x, mask: scattered(g, x.shape, (mask,)), name="masked_select")
def selected(x, *, mask):
    """As masked_select, with a mask of the input's shape."""
    return x[mask]


@primitive(name="nonzero")
def nonzero_rows(x):
    """One row of positions for each number that is not zero."""
    return np.argwhere(x)


def nonzero(input, *, as_tuple=False):
    """Where the numbers are not zero: one row of positions each, or one tensor for each dimension. As `torch.nonzero`.

    >>> import minigrad
    >>> minigrad.nonzero(minigrad.tensor([0, 5, 7]))
    tensor([[1],
            [2]])
    """
    found = nonzero_rows(input)
    if not as_tuple:
        return found
    found = found if input.ndim else nonzero_rows(reshape(input, (1,)))
    return tuple([select(found, 1, dim) for dim in range(found.shape[1])])


def argwhere(input):
    """One row of positions for each number that is not zero. As `torch.argwhere`."""
    return nonzero(input)
