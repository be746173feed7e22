"""`out=`: a result that is written into a tensor which is there already."""
import warnings

import numpy as np

from .. import dtypes
from ..core.grad_mode import mode
from ..core.value import Value
from . import complaints


def into(out, function, given, named):
    """Call the function, put its result into `out` (one tensor, or a tuple of them) and return that.

    A tensor of another shape is given the right one, with a warning unless it was empty. Raises RuntimeError if the
    numbers do not convert to its dtype, or if gradients would be needed.
    """
    name = function.__name__
    if out is None:
        return function(*given, **named)
    several = isinstance(out, (tuple, list))
    for tensor in out if several else (out,):
        if not isinstance(tensor, Value):
            expected = "tuple of Tensors" if several else "Tensor"
            raise complaints.arguments.wrong_argument(name, "out", 0, expected, tensor)
    if mode.recording and tracked((given, tuple(named.values()), out)):
        raise complaints.numbers.out_of_tracked(name)
    found = function(*given, **named)
    if not several:
        return written(out, found)
    for tensor, part in zip(out, found):
        written(tensor, part)
    return found._make(out) if hasattr(found, "_make") else tuple(out)


def tracked(value):
    """Whether a tensor in nested tuples and lists requires gradients."""
    if isinstance(value, (tuple, list)):
        return any(map(tracked, value))
    return isinstance(value, Value) and value.node is not None


def written(out, found):
    """`out`, with the numbers of another tensor, and its shape."""
    if not dtypes.can_cast(found.dtype, out.dtype):
        raise complaints.numbers.out_dtype(found.dtype, out.dtype)
    if out.array.shape != found.array.shape:
        if out.array.size:
            warnings.warn(
                f"An output with one or more elements was resized since it had shape {list(out.shape)}, which does not "
                f"match the required output shape {list(found.shape)}. This behavior is deprecated, and in a future "
                "PyTorch release outputs will not be resized unless they have zero elements. You can explicitly reuse "
                "an out tensor t by resizing it, inplace, to zero elements with t.resize_(0).", UserWarning, 5)
        out.array = np.zeros(found.array.shape, out.array.dtype)
    out.copy_(found)
    return out
