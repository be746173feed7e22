"""Tensors' methods that write in place: `x.add_(1)`, `x.zero_()`, `x[0] = 5`. How, is in overwriting.py."""

from functools import wraps

import numpy as np

from .. import errors
from ..core.node import tied
from ..core.observe import announce_inplace, observers
from ..core.primitive import primitive
from ..core.value import Value, origins
from ..ops import data
from ..ops.arguments import expanded
from ..ops.index import basic
from ..ops.methods import Methods as ops
from ..ops.putting import check_dtypes, put_values
from ..ops.rare import attach_written
from ..ops.rounding import floor_divide
from ..ops.transposing import t, transpose
from ..ops.views import squeeze, unsqueeze
from . import complaints, leaves
from .modes import no_grad
from .overwriting import check_target, continue_from, into, overwrite, store, unobserved

# ---- overwriting with given values

@primitive(x=lambda g: zero(g))
def zero(x):
    """Zeros in place of x."""
    return np.zeros_like(x)


@primitive(x=lambda g: zero(g), name="fill", node="FillBackward2")
def fill_number(x, *, value):
    """One number in place of x."""
    return np.full_like(x, value)


@primitive(x=lambda g: zero(g), value=lambda g: g.sum(), name="fill", node="FillBackward3")
def fill_tensor(x, value):
    """The number in a 0-d tensor in place of x."""
    if np.ndim(value):
        raise complaints.fill_value(np.ndim(value))
    return np.full_like(x, value)


@primitive(x=lambda g: zero(g), value=lambda g: g, name="copy", node="CopyBackwards")
def copied(x, value):
    """Other numbers, broadcast to the shape of x, in its place."""
    return np.broadcast_to(value, x.shape).astype(x.dtype)


def zero_(self):
    """Overwrite with zeros. As `Tensor.zero_`."""
    return overwrite(self, zero, (), {})


def fill_(self, value):
    """Overwrite with one number. As `Tensor.fill_`."""
    if isinstance(value, (int, float)):
        value = number_of(value, self)
    return overwrite(self, fill_tensor if isinstance(value, Value) else fill_number, (value,), {})


def copy_(self, src, non_blocking=False):
    """Overwrite with the numbers of another tensor, broadcast and converted. As `Tensor.copy_`."""
    check_target(self, *origins(self))
    if isinstance(src, Value):
        try:
            if np.broadcast_shapes(self.shape, src.shape) != self.array.shape:
                raise ValueError
        except ValueError:
            raise errors.sizes(self.array.shape, src.array.shape) from None
    return assign(self, src)


def assign(target, value):
    """Overwrite a tensor or a view with a number or a tensor that broadcasts to it."""
    chain, base = origins(target)
    if not chain:
        return overwrite(target, copied, (value,), {})
    check_target(target, chain, base)
    with unobserved():
        if isinstance(value, Value) and value.dtype is not target.dtype:
            value = value.to(target.dtype)
        numbers = value.array if isinstance(value, Value) else number_of(value, target)
        if isinstance(value, Value) and np.may_share_memory(numbers, target.array):
            numbers = np.array(numbers)
        store(target, numbers)
        result = value if isinstance(value, Value) else tied(numbers, None)
        continue_from(target, chain, base, result)
    return target


def number_of(value, target):
    """A Python number in the dtype of a tensor, as C converts it."""
    try:
        found = target.array.dtype.type(value)
        beyond = abs(found) == np.inf and abs(value) != np.inf
    except (OverflowError, ValueError):
        beyond = True
    return data.fitting(value, target.dtype)[()] if beyond else found


# ---- x[…] = value

def setitem(self, index, value):
    """What `self[index] = value` means, for every index that `self[index]` understands.

    The value is a number or a tensor that broadcasts to what is picked. Raises TypeError for other values, RuntimeError
    if the shapes do not fit or if the tensor is a leaf that requires gradients.
    """
    if not isinstance(value, (Value, int, float, np.number, np.bool_)):
        raise complaints.cannot_assign(value, self.array)
    with unobserved():
        with no_grad():
            region, where = basic(self, index, writing=True)
        if where is None:
            assign(region, fitting(value, region) if isinstance(value, Value) else value)
        else:
            put_at(basic(self, index, writing=True)[0], where, value)
    if observers:
        announce_inplace(setitem, self, (value,), {"index": index})


setitem.inputs, setitem.settings, setitem.inplace, setitem.view = ("self", "value"), ("index",), True, False


def fitting(value, region):
    """The value without superfluous leading dimensions of length 1; an error if it does not broadcast."""
    shape, want = tuple(value.shape), region.array.shape
    while len(shape) > len(want) and shape[0] == 1:
        shape = shape[1:]
    expanded(value.array.reshape(shape), want)
    return value if shape == tuple(value.shape) else value.reshape(shape)


def put_at(region, where, value):
    if isinstance(value, Value):
        check_dtypes(region, value, where)
        value = value.to(region.dtype)
    overwrite(region, put_values, (value,), {"where": where})


# ---- in-place changes of shape

def turned(op):
    """The in-place form of a view op: the tensor itself becomes the view."""

    @wraps(op)
    def method(self, *settings, **named):
        chain, base = origins(self)
        check_target(self, chain, base)
        with unobserved():
            result = op(tied(self.own(), self.node, self.share()), *settings, **named)
        self.share().write()
        self.array, self.node = result.array, inplace_title(result.node)
        return self

    method.__name__ = method.__qualname__ = op.__name__ + "_"
    method.__doc__ = f"As `{op.__name__}`, but this tensor itself becomes the result."
    return method


# PyTorch numbers the nodes of changes in place on from those of the ordinary ops.
numbered = {"SqueezeBackward0": 3, "SqueezeBackward1": 4, "SqueezeBackward2": 5, "TBackward0": 1,
            "TransposeBackward0": 1, "AsStridedBackward0": 1, "UnsqueezeBackward0": 1,
            "EluBackward0": 1, "CeluBackward0": 1, "LeakyReluBackward0": 1, "ThresholdBackward0": 1}
titled = {}


def inplace_title(node):
    """The node, under the name that PyTorch gives it in place."""
    name = type(node).__name__
    if name in numbered:
        if name not in titled:
            titled[name] = type(f"{name[:-1]}{numbered[name]}", (type(node),), {"__slots__": ()})
        node.__class__ = titled[name]
    return node


def detach_(self):
    """Forget the history: this tensor itself becomes a leaf without gradients. As `Tensor.detach_`.

    Raises RuntimeError for a view, whose history is that of its base.
    """
    if getattr(self, "view_of", None) is not None:
        raise complaints.detached_view()
    leaves.track(self, False) if self.is_leaf else setattr(self, "node", None)
    return self


class InPlace:
    """What a tensor inherits: `x.exp_()` is `exp(x)`, written into x."""

    __slots__ = ()

    add_, sub_, mul_, div_, pow_ = map(into, (ops.add, ops.sub, ops.mul, ops.div, ops.pow))
    neg_, abs_, exp_, log_, sqrt_ = map(into, (ops.neg, ops.abs, ops.exp, ops.log, ops.sqrt))
    sin_, cos_, tanh_, sigmoid_, relu_ = map(into, (ops.sin, ops.cos, ops.tanh, ops.sigmoid, ops.relu))
    clamp_, reciprocal_, square_ = map(into, (ops.clamp, ops.reciprocal, ops.square))
    floor_, ceil_, round_, trunc_ = map(into, (ops.floor, ops.ceil, ops.round, ops.trunc))
    remainder_, floor_divide_ = map(into, (ops.remainder, floor_divide))
    tril_, triu_, masked_fill_, index_put_ = map(into, (ops.tril, ops.triu, ops.masked_fill, ops.index_put))
    scatter_, scatter_add_ = map(into, (ops.scatter, ops.scatter_add))
    index_add_, index_copy_, index_fill_ = map(into, (ops.index_add, ops.index_copy, ops.index_fill))
    zero_, fill_, copy_, detach_ = zero_, fill_, copy_, detach_
    squeeze_, unsqueeze_, t_, transpose_ = map(turned, (squeeze, unsqueeze, t, transpose))
    swapaxes_ = swapdims_ = transpose_
    as_strided_ = turned(ops.as_strided)

    __iadd__, __isub__, __imul__, __itruediv__, __ipow__ = add_, sub_, mul_, div_, pow_
    __ifloordiv__, __imod__ = floor_divide_, remainder_


attach_written(InPlace, ops, into)
