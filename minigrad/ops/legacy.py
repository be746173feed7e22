"""PyTorch's old constructors: `Tensor(2, 3)`, `FloatTensor([1, 2])`, `x.new(3)`."""
import numpy as np

from .. import dtypes
from ..core.node import tied
from ..core.value import Value
from . import complaints
from .data import array_of


def made(dtype, data):
    """Sizes give a tensor of zeros, a list gives its numbers in the dtype, a tensor is seen again."""
    if len(data) == 1 and not isinstance(data[0], int):
        values, = data
        if isinstance(values, Value):
            return values.detach()
        if isinstance(values, float):
            raise complaints.creation.not_data(values)
        if type(values).__name__ != "Size":
            return tied(np.array(array_of(values, dtype)), None)
        data = values
    if any(length < 0 for length in data):
        raise complaints.creation.negative_dimension(*data)
    return tied(np.zeros(tuple(data) if data else 0, dtype.numpy), None)


class Legacy:
    """`minigrad.FloatTensor` and its like: makes tensors of one dtype, and tells them by `isinstance`."""

    def __init__(self, dtype):
        self.dtype, self.__name__ = dtype, f"{dtype.title}Tensor"

    def __call__(self, *data):
        return made(self.dtype, data)

    def __instancecheck__(self, tensor):
        return isinstance(tensor, Value) and tensor.dtype is self.dtype

    def __repr__(self):
        return f"<class 'torch.{self.__name__}'>"


def new(input, *data):
    """A tensor of the input's dtype, made the old way. As `Tensor.new`.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]).new([3, 4])
    tensor([3, 4])
    """
    return made(input.dtype, data)


def refuse_deletion(tensor, index):
    """`del x[0]` is refused: a tensor's shape is fixed."""
    raise complaints.creation.no_deletion()


def from_the_end(tensor):
    """`reversed(x)`: along the first dimension."""
    return tensor.flip(0) if tensor.ndim else tensor


def __getattr__(name):
    for dtype in dtypes.every:
        if name == f"{dtype.title}Tensor":
            return globals().setdefault(name, Legacy(dtype))
    raise AttributeError(name)
