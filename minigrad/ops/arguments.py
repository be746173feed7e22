"""What people pass to ops, made uniform: sizes and dimensions."""

import math
import operator
from functools import wraps
from types import FunctionType

from .. import errors
from . import complaints

numpys = {"axis": "dim", "keepdims": "keepdim"}         # NumPy's name of an argument -> PyTorch's


def numpy_names(function):
    """Take `axis` for `dim` and `keepdims` for `keepdim` too, as PyTorch does.

    >>> import minigrad
    >>> minigrad.ones(2, 3).sum(axis=0)
    tensor([2., 2., 2.])
    """
    def either(*given, **named):
        if named:
            named = {numpys.get(name, name): value for name, value in named.items()}
        return function(*given, **named)

    code = either.__code__.replace(co_name=function.__name__)       # its own, by which a profiler tells it from others
    return wraps(function)(FunctionType(code, globals(), function.__name__, None, either.__closure__))


def sizes(name, argument, given):
    """`(2, 3)`, `((2, 3),)` or a Size as a tuple of ints."""
    if len(given) == 1 and isinstance(given[0], (tuple, list)):
        given = given[0]
    try:
        return tuple([operator.index(length) for length in given])
    except TypeError:
        wrong = next(length for length in given if not is_int(length))
        raise complaints.arguments.wrong_argument(name, argument, 1, "tuple of ints", wrong) from None


def is_int(value):
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def axis(dim, ndim):
    """A dimension counted from the front, whichever way it was given; a 0-d tensor counts as 1-d."""
    ndim = max(ndim, 1)
    if not -ndim <= dim < ndim:
        raise errors.dim_range(dim, ndim)
    return dim % ndim


def axes(dims, ndim):
    """Several different dimensions, counted from the front."""
    found = [axis(dim, ndim) for dim in ((dims,) if isinstance(dims, int) else dims)]
    for dim in found:
        if found.count(dim) > 1:
            raise errors.repeated_dim(dim)
    return tuple(found)


def inferred(shape, count):
    """The shape with its -1 replaced by what is left of `count` numbers."""
    if min(shape, default=0) >= 0 and math.prod(shape) == count:
        return shape
    if shape.count(-1) > 1:
        raise complaints.shapes.two_inferred()
    for place, length in enumerate(shape):
        if length < -1:
            raise complaints.shapes.invalid_length(length, place, shape)
    known = math.prod(length for length in shape if length != -1)
    if -1 not in shape:
        if known != count:
            raise complaints.shapes.other_count(shape, count)
        return shape
    if not known:
        if count:
            raise complaints.shapes.other_count(shape, count)
        raise complaints.shapes.open_length(shape)
    if count % known:
        raise complaints.shapes.other_count(shape, count)
    return tuple([count // known if length == -1 else length for length in shape])


def expanded(array, shape):
    """The lengths of an array after repeating it to a shape with as many dimensions or more; -1 keeps a length."""
    new = len(shape) - array.ndim
    if new < 0:
        raise complaints.shapes.expand_fewer(array, shape)
    old = (1,) * new + array.shape
    for place, (length, had) in reversed(list(enumerate(zip(shape, old)))):
        if length == -1 and place < new:
            raise complaints.shapes.expand_new_open(place)
        if length not in (-1, had) and (had != 1 or length < 0):
            raise complaints.shapes.expand_length(length, had, place, shape, array.shape)
    return tuple([had if length == -1 else length for length, had in zip(shape, old)])
