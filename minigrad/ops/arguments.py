"""What people pass to ops, made uniform: sizes and dimensions."""

import math
import operator
from functools import wraps

from .. import errors
from ..core.value import Value
from . import complaints

numpys = {"axis": "dim", "keepdims": "keepdim", "x1": "input", "x2": "other"}    # NumPy's names -> PyTorch's
# PyTorch's names where a function here has its own: the letter that an op uses, or else the place.
letters = {"input": "ax", "mat1": "a", "mat2": "b", "other": "b", "tensor": "b", "vec": "b", "vec2": "b"}
places = {"input": 0, "other": 1, "axis0": 1, "axis1": 2, "sections": 1, "indices": 1, "tensor_indices_or_sections": 1}
rest = ("dims", "repeats", "shape", "size")             # of functions that take several numbers: `x.repeat(2, 3)`
whole = {"dim", "dim0", "dim1", "dim2", "axis0", "axis1", "start_dim", "end_dim", "diagonal", "offset", "k", "n",
         "chunks", "decimals", "start", "length"}


def numpy_names(function, method=False):
    """Take `axis` for `dim` and `keepdims` for `keepdim` too, and write into `out`, as PyTorch does.

    A call without named arguments costs next to nothing more. A function that does so already is returned as it is.

    >>> import minigrad
    >>> minigrad.ones(2, 3).sum(axis=0)
    tensor([2., 2., 2.])
    >>> total = minigrad.empty(3)
    >>> minigrad.sum(minigrad.ones(2, 3), 0, out=total)
    tensor([2., 2., 2.])
    """
    if hasattr(function, "inner"):
        return function

    def either(*given, **named):
        try:
            if named:
                return by_name(function, given, named)
            return function(*given)
        except (TypeError, AttributeError) as error:
            if (other := misused(function, given, named, error, method)) is None:
                raise
            raise other from None

    either.inner = function             # by which a profiler tells one from another
    return wraps(function)(either)


def parameters(function):
    """The names of a function's arguments; those of an op may not be written yet."""
    if function.__globals__.get("this") is function:
        return *function.inputs, *function.settings
    code = function.__code__
    return code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]


def by_name(function, given, named):
    """A call with named arguments, whose names may be NumPy's, or PyTorch's where an op says x, or a and b."""
    own = parameters(function)
    named = {name if name in own else numpys.get(name, name): value for name, value in named.items()}
    for name in [name for name in named if name not in own]:
        official = next((letter for letter in letters.get(name, "") if letter in own), None)
        if official is None and name in places and places[name] < len(own):
            official = own[places[name]]
        if official is not None:
            named[official] = named.pop(name)
        elif name in rest and function.__code__.co_flags & 4:
            given = (*given, *[named.pop(first) for first in own[:1] if first in named], named.pop(name))
    if "out" not in named:
        return function(*given, **named)
    from .output import into

    return into(named.pop("out"), function, given, named)


def misused(function, given, named, error, method):
    """PyTorch's words for a decimal number where a whole one must be, or for no tensor at all; else None."""
    name, own = function.__name__, parameters(function)
    if hasattr(error, "key") or function.__code__.co_flags & 4 and own[:1] != ("x",):
        return None
    for place, (argument, value) in enumerate([*zip(own, given), *named.items()], start=1):
        if numpys.get(argument, argument) in whole and isinstance(value, float):
            place = place - method if place <= len(given) else 0
            return complaints.arguments.wrong_argument(name, numpys.get(argument, argument), place, "int", value)
    if given and own[:1] != ("tensors",) and not isinstance(given[0], Value):
        return errors.not_a_tensor(name, 1, given[0])
    return None


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
    size = math.prod(shape)
    if size == count and min(shape, default=0) >= 0:
        return shape
    if size < 0 == count % size and min(shape) == -1 and shape.count(-1) == 1:
        place = shape.index(-1)
        return *shape[:place], count // -size, *shape[place + 1:]
    for place, length in enumerate(shape):
        if length == -1 and -1 in shape[:place]:
            raise complaints.shapes.two_inferred()
        if length < -1:
            raise complaints.shapes.invalid_length(length, place, shape)
    if -1 in shape and not count:
        raise complaints.shapes.open_length(shape)
    raise complaints.shapes.other_count(shape, count)


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


def check_tensor(name, input):
    """Refuse what is no tensor, in PyTorch's words."""
    if not isinstance(input, Value):
        raise errors.not_a_tensor(name, 1, input)
