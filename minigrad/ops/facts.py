"""What can be asked about a tensor without computing anything."""
from .. import dtypes, errors
from ..core.value import Value, origins
from . import convert


def asked(name, input):
    """The array of a tensor, or an error."""
    if not isinstance(input, Value):
        raise errors.not_a_tensor(name, 1, input)
    return input.array


def is_tensor(obj):
    """Whether this is a tensor. PyTorch: `torch.is_tensor`.

    >>> import minigrad
    >>> minigrad.is_tensor(minigrad.ones(2)), minigrad.is_tensor([1, 1])
    (True, False)
    """
    return isinstance(obj, Value)


def numel(input):
    """How many elements there are. PyTorch: `torch.numel`.

    >>> import minigrad
    >>> minigrad.numel(minigrad.ones(2, 3))
    6
    """
    return asked("numel", input).size


def is_floating_point(input):
    """Whether the elements are decimal numbers. PyTorch: `torch.is_floating_point`."""
    return asked("is_floating_point", input).dtype.kind == "f"


def is_complex(input):
    """Whether the elements are complex numbers: never, here. PyTorch: `torch.is_complex`."""
    return asked("is_complex", input).dtype.kind == "c"


def is_nonzero(input):
    """Whether the one element is not 0. Raises RuntimeError if there are several. PyTorch: `torch.is_nonzero`."""
    asked("is_nonzero", input)
    return convert.truth(input)


def is_same_size(input, other):
    """Whether two shapes are equal. PyTorch: `torch.is_same_size`."""
    return asked("is_same_size", input).shape == asked("is_same_size", other).shape


# ---- where the numbers lie


def device(tensor):
    """The CPU, or `meta` for a tensor that has a shape and no numbers. PyTorch: `Tensor.device`."""
    return dtypes.meta if getattr(tensor.array, "is_meta", False) else dtypes.cpu


def base(tensor):
    """The tensor that owns the memory of a view; None for a tensor that is no view. PyTorch: `Tensor._base`.

    >>> import minigrad
    >>> x = minigrad.ones(2, 3)
    >>> x[0]._base is x, x._base
    (True, None)
    """
    chain, owner = origins(tensor)
    return owner if chain else None


def data_ptr(tensor):
    """The address of the first number, in bytes: equal for tensors on the same memory. PyTorch: `Tensor.data_ptr`."""
    return tensor.own().__array_interface__["data"][0]


def storage_offset(tensor):
    """How many numbers lie before the first one in the memory that a view looks at. PyTorch: `Tensor.storage_offset`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3)[1].storage_offset()
    3
    """
    _, owner = origins(tensor)
    return (data_ptr(tensor) - data_ptr(owner)) // tensor.array.itemsize


def is_signed(tensor):
    """Whether the dtype has negative numbers. PyTorch: `torch.is_signed`."""
    return asked("is_signed", tensor).dtype.kind in "if"


def result_type(tensor1, tensor2):
    """The dtype of the result of arithmetic on two tensors or numbers. PyTorch: `torch.result_type`.

    >>> import minigrad
    >>> minigrad.result_type(minigrad.tensor([1]), 1.5)
    torch.float32
    """
    return dtypes.result_dtype([getattr(x, "array", x) for x in (tensor1, tensor2)])


def detach(input):
    """The same memory without history, as the method. PyTorch: `torch.detach`."""
    return input.detach()
