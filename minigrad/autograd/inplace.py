"""Writing into memory that exists: `x.add_(1)`, `x *= y`, `x[0] = 5`.

An in-place op is its ordinary op, with the result stored in the old memory. The tensor's history then goes on from the
new node, and its version counts one more write: a node that saved what was overwritten notices that in the backward
pass. Writing through a view changes its base, so the base gets the new history: a CopySlices node, which sends the
gradient of the written region to the value and the rest on to the old base.
"""

from functools import wraps
from weakref import ref

import numpy as np
from numpy import ndarray

from .. import dtypes, errors
from ..core.grad_mode import mode
from ..core.node import tied
from ..core.observe import announce_inplace, observers
from ..core.primitive import primitive
from ..core.value import Value
from ..core.version import tick
from ..ops.arguments import expanded
from ..ops.index import basic, put_values
from ..ops.shape import squeeze, t, transpose, unsqueeze
from . import complaints
from .modes import no_grad

# --- the rules for what may be written


def origins(tensor):
    """[(view, op, settings, which output)] from a tensor up to the tensor that owns the memory, which comes last."""
    chain = []
    while (origin := getattr(tensor, "view_of", None)) is not None and origin[1] is not None:
        base, op, settings, *output = origin
        chain.append((tensor, op, settings, *output))
        tensor = base
    return chain, tensor


def check_target(target, chain, base):
    """Leaves that require gradients are not overwritten while ops are recorded, nor one of several outputs of an op."""
    if not mode.recording:
        return
    for tensor in (base, *[view for view, *_ in chain]):
        if tensor.node is not None and tensor.node.is_end:
            raise errors.leaf_inplace(view=bool(chain))
    if chain and target.node is not None and len(target.view_of) == 4:
        raise complaints.one_of_several(target)


def check_fit(target, array):
    """The result must have the target's shape, and a dtype that converts to it."""
    if array.shape != target.array.shape:
        raise complaints.output_shape(target.array.shape, array.shape)
    if not dtypes.can_cast(dtypes.of(array), target.dtype):
        raise complaints.output_dtype(dtypes.of(array), target.dtype)


def store(target, array):
    """Put numbers into the target's memory and count the write."""
    version = target.share()
    old = target.array
    if type(old) is not ndarray:                # a NumPy scalar: nobody shares it
        target.array = old.dtype.type(array)
        if target.node is not None and target.node.is_end:
            target.node.array = target.array
    else:
        if not old.flags.writeable:
            raise complaints.overlapping()
        old[...] = array
    if not version.inference:
        version.write()
    elif not mode.inference:
        raise complaints.inference_inplace()        # after the write, as in PyTorch: it notices when counting


# --- the in-place form of an op

def into(op):
    """The in-place form of an op, as a method: `add_` of `add`."""

    @wraps(op)
    def method(self, *inputs, **settings):
        return overwrite(self, op, inputs, settings)

    method.__name__ = method.__qualname__ = op.__name__.rstrip("_") + "_"
    method.__doc__ = f"As `{op.__name__}`, but the result is written into this tensor's memory, which is returned."
    return method


def overwrite(target, op, inputs, settings):
    """Compute op(target, *inputs) and let the target be the result."""
    chain, base = origins(target)
    check_target(target, chain, base)
    with unobserved():
        before = tied(target.array, target.node)
        result = op(before, *inputs, **settings)
        check_fit(target, result.array)
        saved, before = ref(before), None
        if (kept := saved()) is not None and type(kept.array) is ndarray:
            kept.array = kept.array.copy()      # a node needs the old numbers
        store(target, result.array)
        continue_from(target, chain, base, result)
    if observers:
        announce_inplace(op, target, inputs, settings)
    return target


def continue_from(target, chain, base, result):
    """The history after a write: the target's, or that of the memory it is a view of."""
    node = result.node
    if not mode.recording or node is None and base.node is None and target.node is None:
        return
    if chain:
        rewrite_base(chain, base, result)
        return
    target.node = node
    if node is not None and node.keeps_out:     # what it saved is in the target's memory now
        node.out, node.out_version = target.array, target.version
        node.seq = tick()


def rewrite_base(chain, base, value):
    """Give the base a CopySlices node, and the views on the way to the target new nodes."""
    path = tuple([tuple(step) for _, *step in reversed(chain)])
    base.node = copy_slices(tied(base.array, base.node), value, path).node
    for length, (view, *_) in enumerate(reversed(chain), start=1):
        view.node = seen_along(tied(base.array, base.node), path[:length]).node


class unobserved:
    """The steps inside an in-place op are not announced one by one."""

    def __enter__(self):
        self.waiting = observers[:]
        observers.clear()

    def __exit__(self, *_):
        observers[:] = self.waiting


# --- CopySlices

def located(array, path):
    """The part of an array that the views of a path show."""
    for op, settings, *output in path:
        array = op.kernel(array, **settings)
        if output:
            array = array[output[0]]
    return array


@primitive(base=lambda g, path: without_region(g, path),
           value=lambda g, path: region_along(g, path), node="CopySlices", saved={"base": "self"})
def copy_slices(base, value, *, path):
    """The base after its region was overwritten with the value. Saves where the region lies."""
    return base


@primitive(x=lambda g, x_shape, path: placed_along(g, x_shape, path), name="as_strided", view=True)
def seen_along(x, *, path):
    """The view that a path leads to: what a view is after its base was written."""
    return located(x, path)


@primitive(x=lambda g, path: without_region(g, path))
def without_region(x, *, path):
    """x with zeros in a region."""
    out = np.array(x)
    located(out, path)[...] = 0
    return out


@primitive(x=lambda g, x_shape, path: placed_along(g, x_shape, path))
def region_along(x, *, path):
    """A region of x, copied."""
    return located(np.asarray(x), path).copy()


@primitive(x=lambda g, path: region_along(g, path))
def placed_along(x, *, shape, path):
    """Zeros with x in a region."""
    out = np.zeros(shape, x.dtype)
    located(out, path)[...] = x
    return out


# --- overwriting with given values

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
    return overwrite(self, fill_tensor if isinstance(value, Value) else fill_number, (value,), {})


def copy_(self, src, non_blocking=False):
    """Overwrite with the numbers of another tensor, broadcast and converted. As `Tensor.copy_`."""
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
        numbers = value.array if isinstance(value, Value) else target.array.dtype.type(value)
        if isinstance(value, Value) and np.may_share_memory(numbers, target.array):
            numbers = np.array(numbers)
        store(target, numbers)
        result = value if isinstance(value, Value) else tied(numbers, None)
        continue_from(target, chain, base, result)
    return target


# --- x[…] = value

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
    if isinstance(value, Value) and value.dtype is not region.dtype:
        if value.ndim:
            raise complaints.put_dtypes(region.array, value.array)
        value = value.to(region.dtype)
    overwrite(region, put_values, (value,), {"where": where})


# --- in-place changes of shape

def turned(op):
    """The in-place form of a view op: the tensor itself becomes the view."""

    @wraps(op)
    def method(self, *settings, **named):
        chain, base = origins(self)
        check_target(self, chain, base)
        with unobserved():
            result = op(tied(self.own(), self.node), *settings, **named)
        self.share().write()
        self.array, self.node = result.array, result.node
        return self

    method.__name__ = method.__qualname__ = op.__name__ + "_"
    method.__doc__ = f"As `{op.__name__}`, but this tensor itself becomes the result."
    return method


squeeze_, unsqueeze_, t_, transpose_ = turned(squeeze), turned(unsqueeze), turned(t), turned(transpose)
