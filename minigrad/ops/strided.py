"""Views by strides: sliding windows, any way of reading memory, the same bits as another dtype."""
import numpy as np

from ..core.primitive import primitive
from . import arguments as args
from . import complaints
from .facts import data_ptr, storage_offset


class Memory:
    """An array's memory from another starting point on, for NumPy's array protocol."""

    def __init__(self, array, start, size, strides):
        self.owner = array
        interface = dict(array.__array_interface__, shape=size, strides=strides)
        interface["data"] = interface["data"][0] + start, not array.flags.writeable
        self.__array_interface__ = interface


def read(x, size, steps, shift):
    """The memory around x read with other strides, counted in numbers; `shift` is how far from x it starts."""
    each = x.itemsize
    if any(step == 0 and n > 1 for n, step in zip(size, steps)):
        x = x.view()
        x.flags.writeable = False               # one place shown twice: such a view is not written to
    return np.asarray(Memory(x, shift * each, tuple(size), tuple([step * each for step in steps])))


def places(shape, steps, shift):
    """How far from the start each number of such a view lies in memory, in numbers."""
    at = np.full(shape, shift)
    for dim, step in enumerate(steps):
        at += (np.arange(shape[dim]) * step).reshape([-1 if i == dim else 1 for i in range(len(shape))])
    return at


def steps_of(x):
    return tuple([step // x.itemsize for step in x.strides])


def in_memory(g, shape, own, size, steps, shift):
    """Gradients of a view, added up where they lie in memory and read as x reads it."""
    mine, theirs = places(shape, own, 0), places(size, steps, shift)
    return added_in_memory(g, mine=mine, theirs=theirs)


@primitive(x=lambda g, mine, theirs: read_from_memory(g, mine, theirs))
def added_in_memory(x, *, mine, theirs):
    """Zeros with x added at places of memory, read at other places; what nobody reads is lost."""
    everything = [at for at in (mine, theirs) if at.size]
    low = min([at.min() for at in everything], default=0)
    memory = np.zeros(max([at.max() for at in everything], default=0) - low + 1, x.dtype)
    np.add.at(memory, theirs - low, x)
    return memory[mine - low]


@primitive(x=lambda g, mine, theirs: added_in_memory(g, mine, theirs))
def read_from_memory(x, *, mine, theirs):
    """The opposite: x laid at its own places, read at those of the view."""
    return added_in_memory.kernel(x, mine=theirs, theirs=mine)


@primitive(x=lambda g, x_shape, own, size, steps, shift: in_memory(g, x_shape, own, size, steps, shift), view=True,
           name="as_strided")
def restrided(x, *, own, size, steps, shift):
    """As as_strided, relative to where x starts. Saves both geometries."""
    return read(x, size, steps, shift)


def as_strided(input, size, stride, storage_offset=None):
    """The memory of a tensor read with any size and strides, from any start: a view. As `torch.as_strided`.

    Gradients are added up where places are read several times. Raises RuntimeError for places outside the memory.

    >>> import minigrad
    >>> minigrad.arange(5).as_strided((3, 2), (1, 2))
    tensor([[0, 2],
            [1, 3],
            [2, 4]])
    """
    size, steps = args.sizes("as_strided", "size", (size,)), args.sizes("as_strided", "stride", (stride,))
    if len(size) != len(steps):
        raise complaints.shapes.strides_count(size, steps)
    if any(step < 0 for step in steps):
        raise complaints.shapes.strides_negative(steps)
    here, total = where_it_lies(input)
    offset = here if storage_offset is None else storage_offset
    if 0 not in size:
        needed = offset + 1 + sum((n - 1) * step for n, step in zip(size, steps))
        if needed > total:
            raise complaints.shapes.outside_memory(size, steps, offset, input.array.itemsize, needed, total)
    return restrided(input, steps_of(input.own()), size, steps, offset - here)


def where_it_lies(tensor):
    """(offset, how many numbers the memory holds) of a tensor."""
    array = tensor.own()
    owner = array
    while isinstance(owner.base, np.ndarray) and owner.base.dtype == owner.dtype:
        owner = owner.base
    here = storage_offset(tensor)
    start = (data_ptr(tensor) - owner.__array_interface__["data"][0]) // array.itemsize - here
    return here, owner.size - max(start, 0)


def unfold(input, dimension, size, step):
    """Windows of `size` places along a dimension, each `step` further than the last: a view with a new last dimension.

    As `Tensor.unfold`, UnfoldBackward0. Raises RuntimeError for windows longer than the dimension.

    >>> import minigrad
    >>> minigrad.arange(5).unfold(0, 3, 1)
    tensor([[0, 1, 2],
            [1, 2, 3],
            [2, 3, 4]])
    """
    dim = args.axis(dimension, input.ndim)
    length = input.shape[dim] if input.ndim else 1
    if size < 0:
        raise complaints.shapes.window_negative(size)
    if size > length:
        raise complaints.shapes.window_length(dim, length, size)
    if step <= 0:
        raise complaints.shapes.window_step(step)
    return windows(input, dim=dim, size=size, step=step)


@primitive(x=lambda g, x_shape, dim, size, step: unwound(g, shape=x_shape, dim=dim, size=size, step=step), view=True,
           name="unfold")
def windows(x, *, dim, size, step):
    """As unfold. Saves the input's shape."""
    if not x.ndim:
        return x.reshape(1)[:size]
    count = (x.shape[dim] - size) // step + 1
    shape = (*x.shape[:dim], count, *x.shape[dim + 1:], size)
    strides = (*x.strides[:dim], x.strides[dim] * step, *x.strides[dim + 1:], x.strides[dim])
    return np.lib.stride_tricks.as_strided(x, shape, strides)


@primitive(x=lambda g, dim, size, step: windows(g, dim, size, step))
def unwound(x, *, shape, dim, size, step):
    """Windows added up where they overlap: the gradient of `unfold`."""
    out = np.zeros(shape, x.dtype)
    at = windows.kernel(np.arange(out.size).reshape(shape), dim=dim, size=size, step=step)
    np.add.at(out.reshape(-1), at, x)
    return out


# ---- the same bits


def view_dtype(input, dtype):
    """The same memory as numbers of another dtype; the last dimension grows or shrinks with their size.

    As `Tensor.view(dtype)`.

    >>> import minigrad
    >>> minigrad.tensor([1.0]).view(minigrad.int32)
    tensor([1065353216], dtype=torch.int32)
    """
    old, new = input.array.itemsize, dtype.itemsize
    if old != new:
        check_sizes(input, old, new)
    return seen_as(input, dtype=dtype)


@primitive(view=True, name="view")
def seen_as(x, *, dtype):
    """The memory of x as numbers of another dtype."""
    return x.view(dtype.numpy)


def check_sizes(input, old, new):
    if not input.ndim:
        raise complaints.shapes.bits_of_0d(old, new)
    if input.stride()[-1] != 1:
        raise complaints.shapes.bits_not_in_a_row(input.dtype, old, new)
    if new > old and input.shape[-1] * old % new:
        raise complaints.shapes.bits_do_not_fit(input.shape[-1], old, new)
