"""Copies with other numbers at some places: the opposite of picking.

What was overwritten gets no gradient; what was put there gets that of its place.
"""
import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from ..dtypes import of
from . import arguments as args
from . import complaints
from .elementwise import where
from .index import as_part, index_at
from .picking import along, checked_positions, gathered, positions, truth
from .reduce import expand
from .slices import laid_in

# ---- along one dimension


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


def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    """A copy with the numbers of `src`, or one number, put at positions along a dimension. As `torch.scatter`.

    The opposite of gather: for dim 1, out[i][index[i][j]] = src[i][j].

    >>> import minigrad
    >>> minigrad.zeros(1, 3).scatter(1, minigrad.tensor([[2]]), 5.0)
    tensor([[0., 0., 5.]])
    """
    src = value if src is None else src
    if reduce is not None:
        return scattered_by(input, dim, index, src, reduce)
    array = positions("scatter", index)
    dim = checked_positions("scatter", input, dim, array)
    if not isinstance(src, Value):
        return scattered_number(input, dim, array, src)
    check_source("scatter", input, array, src, dim)
    return scattered_into(input, src, dim, array)


def scattered_by(input, dim, index, src, reduce):
    """scatter(reduce="add" or "multiply"), which has no gradient in PyTorch for "multiply"."""
    ways = {"add": "sum", "multiply": "prod"}
    if reduce not in ways:
        raise complaints.picking.scatter_way()
    if not isinstance(src, Value):
        src = input.new_full(tuple(index.shape), src)
    return input.scatter_reduce(dim, index, src, ways[reduce])


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
    low = -length if name == "index_fill_" else 0
    outside = array[(array < low) | (array >= length)]
    if outside.size:
        raise complaints.picking.place_range(name, outside[0], dim, length, input.ndim)
    return (slice(None),) * dim + (array,), dim, array.size


@primitive(x=lambda g: g,
           values=lambda g, values, where, alpha: (index_at(g, where) * alpha).reshape(values.shape), name="index_add",
           saved={"values": "source"})
def added_at(x, values, *, where, alpha):
    """x with a multiple of values added at whole places of a dimension."""
    out = np.array(x)
    np.add.at(out, where, values * out.dtype.type(alpha))
    return out


def index_add(input, dim, index, source, *, alpha=1):
    """A copy with the places of `source` added at the places of a dimension numbered in `index`. As `torch.index_add`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_add(0, minigrad.tensor([0, 0]), minigrad.ones(2))
    tensor([2., 0., 0.])
    """
    if source.dtype is not input.dtype:
        raise complaints.picking.index_add_dtypes(input.dtype, source.dtype)
    if index.ndim > 1:
        raise complaints.picking.index_add_vector(index)
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
    if source.dtype is not input.dtype:
        raise complaints.picking.index_copy_dtypes(input.dtype, source.dtype)
    if index.ndim > 1:
        raise complaints.picking.index_copy_vector(index.ndim)
    where, dim, count = along_numbers("index_copy_", input, dim, index)
    if count != (source.shape[dim] if source.ndim else 1):
        raise complaints.picking.index_copy_count(count, source.shape[dim] if source.ndim else 1, dim)
    return copied_at(input, source, where)


@primitive(x=lambda g, where: without_places(g, where),
           values=lambda g, values, where: index_at(g, where).reshape(values.shape), name="index_copy",
           saved={"values": "source"})
def copied_at(x, values, *, where):
    """x with whole places of a dimension replaced."""
    out = np.array(x)
    out[where] = values
    return out


def index_fill(input, dim, index, value):
    """A copy with the places of a dimension numbered in `index` filled with one number. As `torch.index_fill`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_fill(0, minigrad.tensor([2]), 7)
    tensor([0., 0., 7.])
    """
    if index.ndim > 1:
        raise complaints.picking.index_fill_vector()
    where, _, _ = along_numbers("index_fill_", input, dim, index)
    if isinstance(value, Value):
        if value.ndim:
            raise complaints.picking.fill_dims(value.ndim)
        return filled_with(input, value, where)
    return index_filled(input, where, value)


@primitive(x=lambda g, where: without_places(g, where), value=lambda g, where: index_at(g, where).sum(),
           name="index_fill", node="IndexFillBackward1")
def filled_with(x, value, *, where):
    """x with the number in a 0-d tensor at whole places of a dimension."""
    out = np.array(x)
    out[where] = value
    return out


@primitive(x=lambda g, where: without_places(g, where), name="index_fill")
def index_filled(x, *, where, value):
    """x with one number at whole places of a dimension."""
    out = np.array(x)
    out[where] = value
    return out


# ---- at arrays of positions


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


def check_dtypes(target, values, where, accumulate=False):
    """Numbers of another dtype are refused, but for one of them that is put under a mask."""
    if values.dtype is target.dtype:
        return
    under_mask = len(where) == 1 and getattr(getattr(where[0], "dtype", None), "kind", "") == "b"
    if values.numel() != 1 or not under_mask or accumulate:
        raise complaints.picking.put_dtypes(target.dtype, values.dtype)


def index_put(input, indices, values, accumulate=False):
    """A copy with numbers put, or added, at tensors of positions, one for each dimension. As `torch.index_put`.

    >>> import minigrad
    >>> minigrad.zeros(3).index_put((minigrad.tensor([0, 2]),), minigrad.tensor(5.0))
    tensor([5., 0., 5.])
    """
    where = tuple([as_part(part) for part in indices])
    if isinstance(values, Value):
        check_dtypes(input, values, where, accumulate)
    return (added_values if accumulate else put_values)(input, values, where)


# ---- under a mask


def masked_fill(input, mask, value):
    """A copy with `value` wherever the mask is true; no gradient comes back from there. As `torch.masked_fill`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, -2.0])
    >>> x.masked_fill(x < 0, 0)
    tensor([1., 0.])
    """
    if not isinstance(value, (Value, int, float, np.number, np.bool_)):
        raise complaints.arguments.wrong_combination("masked_fill", "(Tensor mask, Number or 0-d Tensor value)")
    mask = truth("masked_fill", mask)
    try:
        shape = np.broadcast_shapes(tuple(input.shape), mask.shape)
    except ValueError:
        raise errors.sizes(mask.shape, tuple(input.shape)) from None
    input = input if shape == tuple(input.shape) else expand(input, shape=shape)
    return filled_where(input, value, mask) if isinstance(value, Value) else number_where(input, mask, value)


@primitive(x=lambda g, mask: where(mask, 0, g), name="masked_fill")
def number_where(x, *, mask, value):
    """As masked_fill with a number, with the mask as an array, which is what is saved. PyTorch: MaskedFillBackward0."""
    try:
        return filled_where.kernel(x, value, mask=mask)
    except (OverflowError, ValueError):
        raise complaints.creation.does_not_fit_in_place(of(np.asarray(x))) from None


@primitive(x=lambda g, mask: where(mask, 0, g), value=lambda g, mask: where(mask, g, 0).sum(), name="masked_fill",
           node="MaskedFillBackward1")
def filled_where(x, value, *, mask):
    """As masked_fill with a 0-d tensor. Saves the mask. PyTorch: MaskedFillBackward1."""
    if np.ndim(value):
        raise complaints.picking.fill_not_0d(np.ndim(value))
    out = np.array(x)
    out[mask if mask.shape == out.shape else np.broadcast_to(mask, out.shape)] = value
    return out
