"""Into the tensor world: numbers, nested lists and NumPy arrays as one array, or an error that says what is wrong."""

import functools
import math
import warnings

import numpy as np

from .. import dtypes
from ..core.value import Value
from . import complaints


def array_of(data, dtype=None):
    """The data as an array; shared with it if the data is an array or a tensor of the right dtype."""
    if isinstance(data, Value):
        array = np.asarray(data.array)
    elif isinstance(data, (np.ndarray, np.generic)):
        array = np.asarray(data)
        check_array(array)
    else:
        return array_of_nested(data, dtype)
    return array if dtype is None else array.astype(dtype.numpy, copy=False)


def array_of_nested(data, dtype):
    """Lists in lists, checked level by level."""
    shape = nested_shape(data)
    if 0 in shape:
        return np.empty(shape, (dtype or dtypes.get_default_dtype()).numpy)
    leaves = []
    collect(data, shape, 0, leaves)
    if dtype is None:
        kinds = {leaf_dtype(leaf) for leaf in leaves}
        dtype = functools.reduce(dtypes.promote_types, kinds)
    return array_of_numbers([number(leaf) for leaf in leaves], dtype).reshape(shape)


def nested_shape(data):
    """The lengths found by always following the first element."""
    shape = []
    while is_sequence(data):
        if isinstance(data, (str, bytes)):
            raise complaints.creation.text_inside(data) if shape else complaints.creation.text_data(data)
        shape.append(len(data))
        if not len(data):
            break
        data = data[0]
    return tuple(shape)


def is_sequence(data):
    if isinstance(data, (Value, np.ndarray)):
        return data.ndim > 0 and math.prod(data.shape) != 1
    return hasattr(data, "__len__") and hasattr(data, "__getitem__") and not isinstance(data, (dict, np.generic))


def collect(data, shape, depth, leaves):
    """Append the numbers in order, or say which length is wrong where."""
    if depth == len(shape):
        leaves.append(data)
        return
    if not is_sequence(data):
        raise complaints.creation.not_a_sequence()
    if len(data) != shape[depth]:
        raise complaints.creation.ragged(shape[depth], depth, len(data))
    if isinstance(data, Value):
        raise complaints.numbers.not_one_number()
    for part in data:
        collect(part, shape, depth + 1, leaves)


def leaf_dtype(leaf):
    """The dtype that one number asks for."""
    kind = type(leaf)
    if kind is bool:
        return dtypes.bool_
    if kind is int:
        return dtypes.int64
    if kind is float:
        return dtypes.get_default_dtype()
    if isinstance(leaf, (Value, np.ndarray, np.generic)):
        return leaf.dtype if isinstance(leaf, Value) else dtypes.of(leaf)
    raise refused(leaf)


def refused(leaf):
    text = isinstance(leaf, (str, bytes))
    return complaints.creation.text_data(leaf) if text else complaints.creation.not_a_number(leaf)


def number(leaf):
    """One element as a Python number."""
    if type(leaf) in (float, int, bool):
        return leaf
    if isinstance(leaf, Value) and leaf.requires_grad:
        warnings.warn(complaints.numbers.graph_left_behind_warning, UserWarning, stacklevel=2)
    if isinstance(leaf, (Value, np.ndarray, np.generic)):
        return leaf.item()
    raise refused(leaf)


def array_of_numbers(values, dtype):
    """Python numbers in the given dtype; whole numbers must fit."""
    target = dtype.numpy
    if target.kind in "iu":
        limit = np.iinfo(target).max
        values = [whole(value, limit, dtype) for value in values]
        if target.kind == "u":
            return np.array(values).astype(target)      # -1 becomes the largest one, as in PyTorch
    with np.errstate(over="ignore"):
        return np.array(values, target)


def whole(value, limit, dtype):
    if not math.isfinite(value):
        raise complaints.creation.does_not_fit(dtype)
    value = int(value)
    if abs(value) > limit + (value < 0):
        raise complaints.creation.too_large() if dtype is dtypes.int64 else complaints.creation.does_not_fit(dtype)
    return value


def check_array(array):
    if dtypes.find(array.dtype) is None:
        raise complaints.creation.array_of_other_things(array)
    if any(stride < 0 for stride in array.strides):
        raise complaints.creation.negative_strides()


def fitting(value, dtype):
    """A number in a dtype, as C converts it; an error for one beyond its bounds."""
    if dtype is dtypes.bool_:
        return value
    whole = dtype.numpy.kind in "iu"
    top = (np.iinfo if whole else np.finfo)(dtype.numpy).max
    if whole and not math.isfinite(value) or math.isfinite(value) and not -top - (whole and 1) <= value <= top:
        raise complaints.creation.does_not_fit(dtype)
    return np.array(int(value) if whole else value).astype(dtype.numpy)
