"""`x[…]` in every form.

Integers and slices give views, one after the other, each with a node of its own. Lists, arrays and masks copy what they
pick; a place picked several times gets the sum of all its gradients.
"""
import operator
import warnings

import numpy as np

from ..core.primitive import primitive
from ..core.value import Value
from . import complaints
from .slices import select, slice_dim
from .views import unsqueeze


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
            places[dim] = part
            dim += width
            origin += width
        else:
            result = picked(result, dim, part, origin)
            origin += 1
    for place, part in places.items():
        check_mask(part, result, place)
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
        if part.ndim and part.dtype in (np.int16, np.int8):
            raise complaints.picking.not_index_numbers()
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
    if used(parts) <= input.ndim:
        return
    if input.ndim == 0 and len(parts) == 1:
        if type(parts[0]) is int:
            picked(input, 0, parts[0], 0)
        if isinstance(parts[0], slice):
            raise complaints.picking.slice_of_0d()
    raise complaints.picking.too_many_indices(input.ndim)


def picked(input, dim, index, origin):
    """One place of a dimension, which had the number `origin` before."""
    shape = input.shape
    if not shape:
        raise complaints.picking.index_range(index, 0, 0) if index else complaints.picking.index_of_0d()
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


def check_mask(mask, input, dim):
    """A mask is as long as the dimensions that it stands for."""
    if mask.dtype != bool:
        return
    for place, (length, want) in enumerate(zip(mask.shape, input.shape[dim:])):
        if length != want:
            raise complaints.picking.mask_shape(mask.shape, place, input.shape, dim + place)


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
