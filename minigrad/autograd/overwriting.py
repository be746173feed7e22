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
from ..core.value import origins
from ..core.version import tick
from . import complaints

# ---- the rules for what may be written


def check_target(target, chain, base):
    """Leaves that require gradients are not overwritten while ops are recorded, nor one of several outputs of an op."""
    if not mode.recording:
        return
    tracked = target.node is not None or base.node is not None
    if tracked and any(len(view.view_of) == 4 for view, *_ in chain):
        raise complaints.one_of_several(target)
    for tensor in (base, *[view for view, *_ in chain]):
        if tensor.node is not None and tensor.node.is_end:
            raise errors.leaf_inplace(view=bool(chain))


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
    if not isinstance(old, ndarray):               # a NumPy scalar: nobody shares it
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


# ---- the in-place form of an op

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
    if target.array.dtype.kind != "f":          # integers have no slope, whatever was written into them
        return
    if not mode.recording or node is None and base.node is None and target.node is None:
        return
    if chain:
        rewrite_base(chain, base, result)
        look_again(base, [view for view, *_ in chain])
        return
    target.node = node
    if node is not None and node.keeps_out:     # what it saved is in the target's memory now
        node.out, node.out_version = target.array, target.version
        node.seq = tick()
    if target.version.views:
        look_again(target, [])


def rewrite_base(chain, base, value):
    """Give the base a CopySlices node, and the views on the way to the target new nodes."""
    path = tuple([tuple(step) for _, *step in reversed(chain)])
    base.node = copy_slices(tied(base.array, base.node), value, path).node
    written = tied(base.array, base.node, base.share())
    for length, (view, *_) in enumerate(reversed(chain), start=1):
        view.node = seen_along(written, path[:length]).node


def look_again(base, done):
    """The other living views of written memory show its new history from now on."""
    written = tied(base.array, base.node, base.share())
    for remembered in tuple(base.version.views):
        view = remembered()
        if view is None or any(view is other for other in done):
            continue
        chain, owner = origins(view)
        if owner is not base:
            continue
        several = next((step for step in chain if len(step) == 4), None)
        if several is not None and written.node is not None:
            maker = several[1].node.__name__.rstrip("0123456789").removesuffix("Backward")
            view.node = one_of_several(written, title=f"Output {several[3]} of {maker}").node
        else:
            path = tuple([tuple(step) for _, *step in reversed(chain)])
            view.node = seen_along(written, path).node


def refuse_several(g, title):
    raise complaints.written_several(title)


@primitive(x=refuse_several, node="Invalid")
def one_of_several(x, *, title):
    """One of several views that an op made of memory that was written since: there is no way back through it."""
    return x


class unobserved:
    """The steps inside an in-place op are not announced one by one."""

    def __enter__(self):
        self.waiting = observers[:]
        observers.clear()

    def __exit__(self, *_):
        observers[:] = self.waiting


# ---- CopySlices

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
    """Zeros with x in a region; added up where the path repeats a place."""
    out = np.zeros(shape, x.dtype)
    shown = located(out, path)
    if shown.flags.writeable:
        shown[...] = x
        return out
    np.add.at(out.reshape(-1), located(np.arange(out.size).reshape(shape), path), x)
    return out
