"""Ops that pick: `x[…]` in every form, and picking by position along a dimension.

Integers and slices give views, one after the other, each with a node of its own. Lists, arrays and masks copy what they
pick; a place picked several times gets the sum of all its gradients.
"""

import operator
import warnings

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from . import arguments as args
from . import complaints
from .elementwise import where
from .reduce import structured
from .shape import expand, flatten, laid_in, reshape, select, slice_dim, unsqueeze

# --- x[…]


def getitem(input, index):
    """What `input[index]` means: integers, slices, None, `...`, truth values, lists, arrays and tensors, mixed.

    Raises IndexError for a place that is not there, or for more indices than dimensions.

    >>> import minigrad
    >>> x = minigrad.arange(6).reshape(2, 3)
    >>> x[1, [0, 2]]
    tensor([3, 5])
    """
    if type(index) is int:
        return picked(input, 0, index, 0)
    picks, where = basic(input, index)
    return picks if where is None else index_at(picks, where)


def basic(input, index, writing=False):
    """Apply the integers, slices and None of an index as views.

    Also gives back the NumPy index made of its lists and masks, or None without such. For `writing`, a view of
    everything is the tensor itself.
    """
    parts = as_parts(index)
    check_count(parts, input)
    result, dim, origin, places = input, 0, 0, {}
    for part in parts:
        if part is None:
            result = unsqueeze(result, dim)
            dim += 1
        elif part is Ellipsis:
            skipped = input.ndim - used(parts)
            dim += skipped
            origin += skipped
        elif isinstance(part, slice):
            result = sliced(result, dim, part, alone=len(parts) == 1 and not writing)
            dim += 1
            origin += 1
        elif isinstance(part, np.ndarray):
            if part.ndim == 0:                              # True or False: a new dimension, kept or emptied
                result = unsqueeze(result, dim)
                places[dim] = np.zeros(int(part), np.int64)
                dim += 1
                continue
            width = part.ndim if part.dtype == bool else 1
            check_mask(part, result, dim, origin)
            places[dim] = part
            dim += width
            origin += width
        else:
            result = picked(result, dim, part, origin)
            origin += 1
    if result is input and not places and not writing:
        result = alias(input)
    return result, where_of(places) if places else None


def as_parts(index):
    """The index as a tuple of int, slice, None, Ellipsis and arrays."""
    if isinstance(index, list) and any(isinstance(part, (list, tuple, slice, Value)) or part is None or part is Ellipsis
                                       for part in index):
        warnings.warn(complaints.picking.list_as_tuple_warning, UserWarning, stacklevel=4)
        index = tuple(index)
    return [as_part(part) for part in (index if isinstance(index, tuple) else (index,))]


def as_part(part):
    if type(part) in (int, slice) or part is None or part is Ellipsis:
        return part
    if isinstance(part, (bool, np.bool_)):
        return np.array(part)
    if isinstance(part, Value):
        part = np.asarray(part.array)
        if part.ndim == 0 and part.dtype.kind in "iu" and part.dtype != np.uint8:
            return int(part)
    elif isinstance(part, (list, tuple, range)):
        if any(isinstance(item, str) for item in part):
            raise complaints.creation.text_data("")
        part = np.array(part) if len(part) else np.zeros(0, np.int64)
    elif isinstance(part, str):
        raise complaints.creation.text_data(part)
    elif not isinstance(part, np.ndarray):
        try:
            return operator.index(part)
        except TypeError:
            raise complaints.picking.not_an_index(part) from None
    if part.dtype == np.uint8:
        part = part.astype(bool)
    if part.dtype.kind not in "bi":
        raise complaints.picking.not_index_numbers()
    return part


def used(parts):
    """How many dimensions an index speaks of."""
    count = 0
    for part in parts:
        if isinstance(part, np.ndarray):
            count += part.ndim if part.dtype == bool else 1
        elif part is not None and part is not Ellipsis:
            count += 1
    return count


def check_count(parts, input):
    if used(parts) > input.ndim:
        raise complaints.picking.index_of_0d() if input.ndim == 0 else complaints.picking.too_many_indices(input.ndim)


def picked(input, dim, index, origin):
    """One place of a dimension, which had the number `origin` before."""
    shape = input.shape
    if not shape:
        raise complaints.picking.index_of_0d()
    if not -shape[dim] <= index < shape[dim]:
        raise complaints.picking.index_range(index, origin, shape[dim])
    return select(input, dim, index)


def sliced(input, dim, part, alone):
    """A slice; one that keeps everything is not worth a view, unless it stands alone."""
    if part.step is not None and operator.index(part.step) < 0:
        raise complaints.picking.negative_step()
    length = input.shape[dim]
    start, stop, step = part.indices(length)
    stop = max(start, stop)
    if not alone and (start, stop, step) == (0, length, 1):
        return input
    return slice_dim(input, dim, start, stop, step)


def check_mask(mask, input, dim, origin):
    if mask.dtype == bool and mask.shape != tuple(input.shape[dim:dim + mask.ndim]):
        raise complaints.picking.mask_shape(mask.shape, origin, input.shape)


@primitive(x=lambda g: g, view=True)
def alias(x):
    """The same tensor again, sharing its memory: `x[...]`."""
    return x[...]


def where_of(places):
    """The NumPy index for {dimension: array}."""
    where, dim = [], 0
    while dim <= max(places):
        array = places.get(dim)
        where.append(slice(None) if array is None else array)
        dim += array.ndim if array is not None and array.dtype == bool else 1
    return tuple(where)


@primitive(x=lambda g, x_shape, where: scattered(g, x_shape, where), name="index")
def index_at(x, *, where):
    """What stands at arrays of positions, or where masks are true; copied.

    The gradient of each pick is added at its place in zeros of the input's shape, which is what is saved.
    """
    try:
        return x[where]
    except IndexError as error:
        raise complaints.picking.explained_index(error, x.shape, where) from None


@primitive(x=lambda g, where: index_at(g, where), node="IndexPutBackward0")
def scattered(x, *, shape, where):
    """Zeros of a shape with the numbers of `x` added at arrays of positions: the gradient of picking them."""
    out = np.zeros(shape, x.dtype)
    if all(isinstance(part, slice) or part.dtype == bool for part in where):
        out[where] = x                          # a mask picks no place twice
    else:
        np.add.at(out, where, x)
    return out


# --- along one dimension

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
    dim = args.axis(dim, input.ndim)
    array = np.asarray(index.array)
    if array.ndim > 1:
        raise complaints.picking.index_not_a_vector()
    if array.dtype.kind != "i" or array.dtype.itemsize < 4:
        raise complaints.picking.index_select_dtype()
    array = array.reshape(-1)
    if ((array < 0) | (array >= input.shape[dim])).any():
        raise complaints.picking.index_out_of_self()
    return pick_numbers(input, dim, array)


@primitive(x=lambda g, x_shape, dim, numbers: scattered(g, x_shape, (slice(None),) * dim + (numbers,)),
           name="index_select")
def pick_numbers(x, *, dim, numbers):
    """The places of one dimension with the numbers in an array."""
    return x.take(numbers, dim)


def repeat_interleave(input, repeats, dim=None, *, output_size=None):
    """Each place so many times, one after the other. As `torch.repeat_interleave`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]).repeat_interleave(2)
    tensor([1, 1, 2, 2])
    """
    if dim is None:
        input, dim = flatten(input), 0
    dim = args.axis(dim, input.ndim)
    counts = np.asarray(getattr(repeats, "array", repeats))
    if (counts < 0).any():
        raise complaints.shapes.repeats_negative()
    length = input.shape[dim]
    return pick_numbers(input, dim, np.repeat(np.arange(length), np.broadcast_to(counts, (length,))))


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


# --- putting along one dimension

def upto(positions):
    """The corner of a larger tensor that a tensor of positions speaks of."""
    return tuple([slice(length) for length in positions.shape])


@primitive(x=lambda g, dim, positions: without(g, dim, positions),
           src=lambda g, src_shape, dim, positions: laid_in(gathered(g, dim, positions), src_shape, upto(positions)),
           name="scatter")
def scattered_into(x, src, *, dim, positions):
    """x with numbers of src at positions along a dimension."""
    out = np.array(x)
    out[along(positions, dim, out.ndim)] = src[upto(positions)]
    return out


@primitive(x=lambda g, dim, positions: without(g, dim, positions), name="scatter", node="ScatterBackward1")
def scattered_number(x, *, dim, positions, value):
    """x with one number at positions along a dimension."""
    out = np.array(x)
    out[along(positions, dim, out.ndim)] = value
    return out


@primitive(x=lambda g, dim, positions: without(g, dim, positions))
def without(x, *, dim, positions):
    """x with zeros at positions along a dimension."""
    return scattered_number.kernel(x, dim=dim, positions=positions, value=0)


@primitive(x=lambda g: g,
           src=lambda g, src_shape, dim, positions: laid_in(gathered(g, dim, positions), src_shape, upto(positions)),
           name="scatter_add")
def scattered_sum(x, src, *, dim, positions):
    """x with numbers of src added at positions along a dimension."""
    out = np.array(x)
    np.add.at(out, along(positions, dim, out.ndim), src[upto(positions)])
    return out


def scatter(input, dim, index, src=None, *, value=None):
    """A copy with the numbers of `src`, or one number, put at positions along a dimension. As `torch.scatter`.

    The opposite of gather: for dim 1, out[i][index[i][j]] = src[i][j].

    >>> import minigrad
    >>> minigrad.zeros(1, 3).scatter(1, minigrad.tensor([[2]]), 5.0)
    tensor([[0., 0., 5.]])
    """
    src = value if src is None else src
    array = positions("scatter", index)
    dim = checked_positions("scatter", input, dim, array)
    if not isinstance(src, Value):
        return scattered_number(input, dim, array, src)
    check_source("scatter", input, array, src, dim)
    return scattered_into(input, src, dim, array)


def scatter_add(input, dim, index, src):
    """A copy with the numbers of `src` added at positions along a dimension. As `torch.scatter_add`.

    >>> import minigrad
    >>> minigrad.zeros(3).scatter_add(0, minigrad.tensor([1, 1]), minigrad.tensor([2.0, 3.0]))
    tensor([0., 5., 0.])
    """
    array = positions("scatter", index)
    dim = checked_positions("scatter_add", input, dim, array)
    if not isinstance(src, Value):
        raise complaints.arguments.wrong_argument("scatter_add", "src", 3, "Tensor", src)
    check_source("scatter", input, array, src, dim)
    return scattered_sum(input, src, dim, array)


def check_source(name, input, array, src, dim):
    if src.dtype is not input.dtype:
        raise complaints.picking.same_dtype(name)
    if src.ndim != array.ndim:
        raise complaints.picking.index_ndim("src")
    if any(n > length for n, length in zip(array.shape, src.shape)):
        raise complaints.picking.source_size(array.shape, tuple(input.shape), tuple(src.shape), dim)


def along_numbers(name, input, dim, index):
    """The NumPy index for whole places of one dimension."""
    dim = args.axis(dim, input.ndim)
    array = positions(name, index).reshape(-1)
    length = input.shape[dim] if input.ndim else 1
    outside = array[(array < -length) | (array >= length)]
    if outside.size:
        raise (complaints.picking.position_range if name == "index_add" else complaints.picking.index_range)(outside[0], dim, length)
    return (slice(None),) * dim + (array,), dim, array.size


@primitive(x=lambda g: g,
           source=lambda g, source, where, alpha: (index_at(g, where) * alpha).reshape(source.shape), name="index_add")
def added_at(x, source, *, where, alpha):
    """x with a multiple of source added at whole places of a dimension."""
    out = np.array(x)
    np.add.at(out, where, source * out.dtype.type(alpha))
    return out


def index_add(input, dim, index, source, *, alpha=1):
    """A copy with the places of `source` added at the places of a dimension numbered in `index`. As `torch.index_add`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_add(0, minigrad.tensor([0, 0]), minigrad.ones(2))
    tensor([2., 0., 0.])
    """
    where, dim, count = along_numbers("index_add", input, dim, index)
    if count != (source.shape[dim] if source.ndim else 1):
        raise complaints.picking.index_add_count(count, source.shape[dim] if source.ndim else 1, dim)
    if tuple(source.shape[:dim] + source.shape[dim + 1:]) != tuple(input.shape[:dim] + input.shape[dim + 1:]):
        raise complaints.picking.index_add_shape(input.shape, source.shape)
    return added_at(input, source, where, alpha)


def index_copy(input, dim, index, source):
    """A copy with the places of a dimension numbered in `index` replaced by those of `source`. As `torch.index_copy`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_copy(0, minigrad.tensor([2]), minigrad.ones(1))
    tensor([0., 0., 1.])
    """
    where, dim, count = along_numbers("index_copy_", input, dim, index)
    if count != (source.shape[dim] if source.ndim else 1):
        raise complaints.picking.index_copy_count(count, source.shape[dim] if source.ndim else 1, dim)
    return copied_at(input, source, where)


@primitive(x=lambda g, where: without_places(g, where),
           source=lambda g, source, where: index_at(g, where).reshape(source.shape), name="index_copy")
def copied_at(x, source, *, where):
    """x with whole places of a dimension replaced."""
    out = np.array(x)
    out[where] = source
    return out


def index_fill(input, dim, index, value):
    """A copy with the places of a dimension numbered in `index` filled with one number. As `torch.index_fill`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_fill(0, minigrad.tensor([2]), 7)
    tensor([0., 0., 7.])
    """
    where, _, _ = along_numbers("index_fill_", input, dim, index)
    return index_filled(input, where, value.item() if isinstance(value, Value) else value)


@primitive(x=lambda g, where: without_places(g, where), name="index_fill")
def index_filled(x, *, where, value):
    """x with one number at whole places of a dimension."""
    out = np.array(x)
    out[where] = value
    return out


@primitive(x=lambda g, where: without_places(g, where),
           value=lambda g, where: index_at(g, where), name="index_put")
def put_values(x, value, *, where):
    """x with other numbers at arrays of positions or under masks. Saves the positions."""
    out = np.array(x)
    try:
        out[where] = value
    except IndexError as error:
        raise complaints.picking.explained_index(error, np.shape(x), where) from None
    except ValueError:
        raise complaints.picking.value_shape(np.shape(value), out[where].shape) from None
    return out


@primitive(x=lambda g: g, value=lambda g, where: index_at(g, where), name="index_put")
def added_values(x, value, *, where):
    """x with numbers added at arrays of positions."""
    out = np.array(x)
    np.add.at(out, where, value)
    return out


@primitive(x=lambda g, where: without_places(g, where))
def without_places(x, *, where):
    """x with zeros at arrays of positions."""
    out = np.array(x)
    out[where] = 0
    return out


def index_put(input, indices, values, accumulate=False):
    """A copy with numbers put, or added, at tensors of positions, one for each dimension. As `torch.index_put`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_put((minigrad.tensor([0, 2]),), minigrad.tensor(5.0))
    tensor([5., 0., 5.])
    """
    where = tuple([as_part(part) for part in indices])
    return (added_values if accumulate else put_values)(input, values, where)


# --- masks

def truth(name, mask):
    array = np.asarray(mask.array if isinstance(mask, Value) else mask)
    if array.dtype != bool:
        raise complaints.picking.not_a_mask(name, array)
    return array


def masked_fill(input, mask, value):
    """A copy with `value` wherever the mask is true; no gradient comes back from there. As `torch.masked_fill`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, -2.0])
    >>> x.masked_fill(x < 0, 0)
    tensor([1., 0.])
    """
    if not isinstance(value, (Value, int, float, np.number, np.bool_)):
        raise complaints.arguments.wrong_combination("masked_fill", "(Tensor mask, Number or 0-d Tensor value)")
    return filled_where(input, value, truth("masked_fill", mask))


@primitive(x=lambda g, mask: where(mask, 0, g), value=lambda g, mask: where(mask, g, 0).sum(), name="masked_fill")
def filled_where(x, value, *, mask):
    """As masked_fill, with the mask as an array, which is what is saved."""
    if np.ndim(value):
        raise complaints.picking.fill_not_0d(np.ndim(value))
    try:
        shape = np.broadcast_shapes(np.shape(x), mask.shape)
    except ValueError:
        raise errors.sizes(mask.shape, np.shape(x)) from None
    out = np.array(np.broadcast_to(x, shape))
    out[mask if mask.shape == shape else np.broadcast_to(mask, shape)] = value
    return out


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


# --- order

Sorted, Top = structured("sort", "values", "indices"), structured("topk", "values", "indices")


@primitive(x=lambda g, x_shape, dim, indices: laid(g[0], x_shape, dim, indices), outputs=("values", "indices"),
           name="sort")
def sort_dim(x, *, dim, descending, stable):
    """The numbers in order along a dimension, and where they stood."""
    order = argsorted(x, dim, descending)
    return np.take_along_axis(x, order, dim), order


@primitive(x=lambda g, x_shape, dim, indices: laid(g[0], x_shape, dim, indices), outputs=("values", "indices"),
           name="topk")
def topk_dim(x, *, k, dim, largest):
    """The k largest or smallest numbers along a dimension, in order, and where they stood."""
    order = argsorted(x, dim, largest).take(np.arange(k), dim)
    return np.take_along_axis(x, order, dim), order


def laid(g, shape, dim, indices):
    """A gradient of sorted numbers, put back to where the numbers stood."""
    dim = args.axis(dim, len(shape))
    return scattered(g, shape, along(getattr(indices, "array", indices), dim, len(shape)))


def argsorted(x, dim, descending):
    """Positions in order; equal numbers keep theirs; nan counts as largest."""
    if not descending:
        return np.argsort(x, dim, kind="stable")
    backwards = np.flip(x, dim)
    order = np.flip(np.argsort(backwards, dim, kind="stable"), dim)
    return x.shape[dim] - 1 - order


def sort(input, dim=-1, descending=False, stable=False):
    """Numbers in order along a dimension, with their old positions: (values, indices). As `torch.sort`.

    Gradients go back to where the numbers stood.

    >>> import minigrad
    >>> minigrad.sort(minigrad.tensor([3, 1, 2])).indices
    tensor([1, 2, 0])
    """
    dim = args.axis(dim, input.ndim)
    if input.ndim == 0:
        values, indices = sort_dim(reshape(input, (1,)), 0, descending, stable)
        return Sorted(reshape(values, ()), reshape(indices, ()))
    return Sorted(*sort_dim(input, dim, descending, stable))


def argsort(input, dim=-1, descending=False, stable=False):
    """The positions that put numbers in order. As `torch.argsort`.

    >>> import minigrad
    >>> minigrad.argsort(minigrad.tensor([3, 1, 2]))
    tensor([1, 2, 0])
    """
    return sort(input, dim, descending, stable).indices


def topk(input, k, dim=-1, largest=True, sorted=True):
    """The k largest (or smallest) numbers along a dimension: (values, indices). As `torch.topk`.

    >>> import minigrad
    >>> minigrad.topk(minigrad.tensor([3, 1, 2]), 2).values
    tensor([3, 2])
    """
    dim = args.axis(dim, input.ndim)
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
