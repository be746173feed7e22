"""Writing at places of the flattened tensor and on its diagonal."""
import numpy as np

from .. import dtypes
from ..core.primitive import primitive
from ..core.value import Value
from . import complaints
from .picking import taken


@primitive(x=lambda g, numbers, add: g if add else zeroed(g, numbers=numbers),
           values=lambda g, values, numbers: taken(g, numbers=numbers), name="put", saved={"values": "source"})
def put_flat(x, values, *, numbers, add=False):
    """As put, with checked positions. Saves the values, as PyTorch does."""
    out = np.array(x, order="C")
    if add:
        np.add.at(out.reshape(-1), numbers, values.reshape(numbers.shape))
    else:
        out.reshape(-1)[numbers] = values.reshape(numbers.shape)
    return out


@primitive(x=lambda g, numbers: zeroed(g, numbers=numbers))
def zeroed(x, *, numbers):
    """x with zeros at flat positions."""
    out = np.array(x, order="C")
    out.reshape(-1)[numbers] = 0
    return out


def put(input, index, source, accumulate=False):
    """A copy with numbers put, or added, at positions of the flattened tensor. As `torch.put`.

    Raises IndexError for a position outside and for another number of values, RuntimeError for other dtypes.

    >>> import minigrad
    >>> minigrad.zeros(2, 2).put(minigrad.tensor([0, -1]), minigrad.tensor([5.0, 6.0]))
    tensor([[5., 0.],
            [0., 6.]])
    """
    if index.dtype is not dtypes.int64:
        raise complaints.picking.flat_index_dtype(index.dtype)
    if input.dtype is not source.dtype:
        raise complaints.picking.flat_dtypes(input.dtype, source.dtype)
    if index.numel() != source.numel():
        raise complaints.picking.flat_count(source.numel(), index.numel())
    numbers, count = np.asarray(index.array), input.numel()
    outside = numbers[(numbers < -count) | (numbers >= count)]
    if outside.size:
        raise complaints.picking.take_range(outside[0], count)
    return put_flat(input, source.reshape(index.shape), numbers=numbers, add=accumulate)


def fill_diagonal_(self, fill_value, wrap=False):
    """Overwrite the diagonal of a matrix (of a cube …) with one number; with `wrap` it starts anew below a tall matrix.

    Raises RuntimeError for fewer than two dimensions, and for unequal lengths of more than two. As
    `Tensor.fill_diagonal_`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3).fill_diagonal_(5)
    tensor([[5., 0., 0.],
            [0., 5., 0.]])
    """
    if self.ndim < 2:
        raise complaints.shapes.no_diagonal()
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise complaints.shapes.unequal_lengths()
    value = fill_value.item() if isinstance(fill_value, Value) else fill_value
    if wrap and self.ndim == 2:
        rows, columns = np.divmod(np.arange(0, self.numel(), self.shape[1] + 1), self.shape[1])
        self[rows, columns] = value
        return self
    diagonal = self
    while diagonal.ndim > 1:
        diagonal = diagonal.diagonal(0, 0, -1)
    diagonal.fill_(value)
    return self
