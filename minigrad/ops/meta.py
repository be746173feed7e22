"""Tensors on the device "meta": a shape and a dtype, and no numbers.

What an op on them would give has a shape too, and nothing is computed on the way: `MetaArray` answers NumPy's functions
with arrays whose elements all stand in the same few bytes. So the shapes of a network of any size can be worked out.
Strides are those of a contiguous tensor.
"""
import math

import numpy as np

from ..core.node import fits
from ..core.observe import Observer, observers
from ..core.value import Value
from . import complaints

most = 2**24                            # elements that NumPy may really compute, for functions without a rule of shapes


class MetaArray(np.ndarray):
    """An array of any shape over one element of memory."""

    is_meta = True

    def __new__(cls, shape, dtype):
        watch()
        memory = np.zeros(1, dtype)
        return np.lib.stride_tricks.as_strided(memory, tuple(shape), (0,) * len(shape)).view(cls)

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **settings):
        if method == "__call__" and ufunc is np.matmul:
            return product(*inputs)
        if method == "__call__" and ufunc.signature is None:
            result = ufunc(*map(sample, inputs), **settings)
            shape = np.broadcast_shapes(*map(np.shape, inputs))
            several = isinstance(result, tuple)
            return tuple(MetaArray(shape, part.dtype) for part in result) if several else MetaArray(shape, result.dtype)
        if method == "accumulate":
            return MetaArray(self.shape, ufunc.accumulate(np.zeros(1, self.dtype), **{**settings, "axis": 0}).dtype)
        if method == "reduce":
            return self.reduced(ufunc, **settings)
        return computed(getattr(ufunc, method), inputs, settings)

    def reduced(self, ufunc, axis=0, keepdims=False, dtype=None, **_):
        """The shape of a sum, a maximum …"""
        axes = range(self.ndim) if axis is None else {a % self.ndim for a in np.atleast_1d(axis)} if self.ndim else ()
        shape = [1 if i in axes else n for i, n in enumerate(self.shape) if keepdims or i not in axes]
        return MetaArray(shape, ufunc.reduce(np.ones(1, self.dtype), dtype=dtype).dtype)

    def __array_function__(self, func, types, args, kwargs):
        if func in (np.shape, np.ndim, np.size):
            return getattr(args[0], func.__name__)
        if func is np.may_share_memory:
            return True
        if func in (np.broadcast_to, np.zeros_like, np.empty_like, np.ones_like, np.full_like):
            shape = args[1] if func is np.broadcast_to else kwargs.get("shape") or self.shape
            return MetaArray(shape, kwargs.get("dtype") or self.dtype)
        return computed(func, args, kwargs)

    def __getitem__(self, index):
        return meta(super().__getitem__(index))

    def __setitem__(self, index, value):
        np.broadcast_to(np.empty(np.shape(value)), np.shape(super().__getitem__(index)))    # does it fit?

    @property
    def strides(self):
        """Those that the array would have: of contiguous memory, in bytes."""
        return np.empty(tuple(min(n, 1) for n in self.shape), self.dtype).strides if not self.size else tuple(
            self.itemsize * math.prod(self.shape[i + 1:]) for i in range(self.ndim))

    # methods that NumPy does not ask anybody about

    def reshape(self, *shape, **_):
        shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape
        rest = math.prod(n for n in shape if n != -1)
        return MetaArray([self.size // rest if n == -1 else n for n in shape], self.dtype)

    def astype(self, dtype, **_):
        return MetaArray(self.shape, np.dtype(dtype))

    def copy(self, *_):
        return MetaArray(self.shape, self.dtype)

    def dot(self, other):
        return product(self, other)

    def ravel(self, *_):
        return MetaArray((self.size,), self.dtype)

    flatten = ravel

    def transpose(self, *axes):
        return meta(super().transpose(*axes))

    def item(self, *_):
        raise complaints.creation.no_item_of_meta()

    def tolist(self):
        raise complaints.creation.no_data_of_meta()


def meta(array):
    """The array with its numbers forgotten; a MetaArray over one element as it is."""
    return MetaArray(np.shape(array), array.dtype)


def is_meta(value):
    """Whether an array, or a tensor's array, has no numbers."""
    return isinstance(getattr(value, "array", value), MetaArray)


def sample(value):
    """One element of the same dtype, to see which dtype comes out; a Python number as it is."""
    return np.ones(1, value.dtype) if isinstance(value, (np.ndarray, np.generic)) else value


def product(a, b):
    """The shape of a matrix product."""
    rows, columns = a.shape[:-1][-1:], b.shape[-1:] if b.ndim > 1 else ()
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else -1]:
        raise ValueError(f"matmul: shapes {a.shape} and {b.shape} do not fit")
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    return MetaArray(batch + rows + columns, np.result_type(a.dtype, b.dtype))


def computed(func, args, kwargs):
    """Whatever has no rule of shapes: computed on zeros, as long as they are few."""
    def real(value):
        if isinstance(value, MetaArray):
            if value.size > most:
                raise complaints.creation.too_large_for_meta(func.__name__)
            return np.zeros(value.shape, value.dtype)
        return type(value)(map(real, value)) if type(value) in (tuple, list) else value

    def forgotten(value):
        if isinstance(value, (np.ndarray, np.generic)):
            return meta(value)
        return type(value)(map(forgotten, value)) if type(value) in (tuple, list) else value

    return forgotten(func(*real(args), **{name: real(value) for name, value in kwargs.items()}))


class Keeper(Observer):
    """Sees to it that what comes of a meta tensor is one, in ops that leave NumPy's functions, and in .grad."""

    def on_op(self, op, inputs, settings, out):
        tensors = [t for value in inputs for t in (value if isinstance(value, (tuple, list)) else (value,))]
        if not any(map(is_meta, tensors)):
            return
        if any(isinstance(t, Value) and np.ndim(t.array) and not is_meta(t) for t in tensors):
            raise complaints.creation.two_devices()
        for result in out if isinstance(out, (tuple, list)) else (out,):
            if not is_meta(result):
                result.array = meta(result.array)
        node = getattr(getattr(out, "node", None), "source", None)
        if len(getattr(node, "places", ())) > 1 and type(node).fit is not None and node.fit is None:
            given = [getattr(inputs[i], "array", inputs[i]) for i in node.places]
            node.fit = fits(node.edges, [x if isinstance(x, np.ndarray) else np.asarray(x) for x in given])

    def on_accumulate(self, node, gradient):
        if isinstance(node.array, MetaArray) and not is_meta(node.grad):
            node.grad.array = meta(node.grad.array)


def watch():
    """From the first meta array on, somebody looks after what comes of them."""
    if not any(isinstance(observer, Keeper) for observer in observers):
        observers.append(Keeper())
