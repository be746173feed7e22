"""New tensors in the manner of a given one: of its dtype, unless another is named."""
import numpy as np

from ..core.node import AccumulateGrad, tied
from . import arguments as args
from . import complaints
from .data import array_of


def leaf(array, requires_grad):
    result = tied(array if array.ndim else array[()], None)
    if requires_grad:
        result.node = AccumulateGrad(result)
    return result


def filled(name, input, size, value, dtype, requires_grad):
    shape = args.sizes(name, "size", size)
    if any(length < 0 for length in shape):
        raise complaints.creation.negative_size(name, shape)
    return leaf(np.full(shape, value, (dtype or input.dtype).numpy), requires_grad)


def new_zeros(input, *size, dtype=None, device=None, requires_grad=False):
    """Zeros of the input's dtype. As `Tensor.new_zeros`.

    >>> import minigrad
    >>> minigrad.tensor([1]).new_zeros(2)
    tensor([0, 0])
    """
    return filled("new_zeros", input, size, 0, dtype, requires_grad)


def new_ones(input, *size, dtype=None, device=None, requires_grad=False):
    """Ones of the input's dtype. As `Tensor.new_ones`."""
    return filled("new_ones", input, size, 1, dtype, requires_grad)


def new_empty(input, *size, dtype=None, device=None, requires_grad=False):
    """Numbers that do not matter yet, here zeros. As `Tensor.new_empty`."""
    return filled("new_empty", input, size, 0, dtype, requires_grad)


def new_full(input, size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """One number everywhere, in the input's dtype. As `Tensor.new_full`."""
    return filled("new_full", input, (size,), fill_value, dtype, requires_grad)


def new_tensor(input, data, *, dtype=None, device=None, requires_grad=False):
    """The data as a tensor of the input's dtype. As `Tensor.new_tensor`.

    >>> import minigrad
    >>> minigrad.tensor([1.5]).new_tensor([1, 2])
    tensor([1., 2.])
    """
    return leaf(np.array(array_of(data, dtype or input.dtype)), requires_grad)
