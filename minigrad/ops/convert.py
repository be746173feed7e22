"""Out of the tensor world: Python numbers, lists, NumPy arrays; and from one dtype into another."""
import builtins
import warnings

from .. import dtypes, errors
from ..core.node import tied
from ..core.observe import observers
from . import complaints, elementwise

# ---- numbers, lists, arrays


def leave(tensor, kind):
    """Tell whoever watches that numbers go where no op is seen any more."""
    for observer in tuple(observers):
        observer.on_leave(tensor, kind)


def item(tensor):
    """The one element as a Python number. Raises RuntimeError if there are several. PyTorch: `Tensor.item`.

    >>> import minigrad
    >>> minigrad.tensor([2.5]).item()
    2.5
    """
    if tensor.array.size != 1:
        raise errors.not_one_element(tensor.array.size)
    if observers:
        leave(tensor, "Python number")
    return tensor.array.item()


def tolist(tensor):
    """The elements as nested lists of Python numbers. PyTorch: `Tensor.tolist`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).tolist()
    [[1, 2], [3, 4]]
    """
    if observers:
        leave(tensor, "Python list")
    return tensor.array.tolist()


def numpy(tensor, *, force=False):
    """The elements as a NumPy array on the same memory; with `force` a copy, history or not. PyTorch: `Tensor.numpy`.

    Raises RuntimeError if gradients are tracked.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0]).numpy()
    array([1., 2.], dtype=float32)
    """
    if getattr(tensor.array, "is_meta", False):
        raise complaints.creation.no_numpy_of_meta()
    if force:
        return tensor.own().copy()
    if tensor.node is not None:
        raise errors.numpy_of_tracked()
    if observers:
        leave(tensor, "NumPy array")
    tensor.share()
    return tensor.own()


def numpy_protocol(tensor, dtype=None, copy=None):
    """What `np.asarray(tensor)` gets."""
    array = numpy(tensor)
    return array.astype(dtype) if dtype is not None and array.dtype != dtype else array.copy() if copy else array


def wrapped(tensor, array, context=None, return_scalar=False):
    """What a NumPy function on a tensor gives: a tensor again."""
    return tied(array, None)


def number(tensor, kind):
    """The one element, for float(t) and int(t); remarks that the way back is lost."""
    if tensor.array.size != 1:
        raise complaints.numbers.not_one_number()
    if tensor.node is not None:
        warnings.warn(complaints.numbers.graph_left_behind_warning, UserWarning, stacklevel=3)
    if observers:
        leave(tensor, kind)
    return tensor.array.item()


def to_float(tensor):
    return builtins.float(number(tensor, "Python float"))


def to_int(tensor):
    return builtins.int(number(tensor, "Python integer"))


def to_complex(tensor):
    return complex(number(tensor, "Python complex"))


def to_index(tensor):
    """What a tensor means as an index: only one integer does."""
    if tensor.array.dtype.kind not in "biu" or tensor.array.size != 1:
        raise complaints.numbers.not_a_position()
    if observers:
        leave(tensor, "Python index")
    return builtins.int(tensor.array.item())


def truth(tensor):
    """What `if tensor:` asks. Raises RuntimeError unless there is exactly one element."""
    if tensor.array.size != 1:
        raise complaints.numbers.ambiguous_truth(tensor.array.size)
    if observers:
        leave(tensor, "Python boolean")
    return builtins.bool(tensor.array.item())


# ---- other dtypes


def to(tensor, *target, dtype=None, device=None, copy=False, non_blocking=False):
    """The same numbers in another dtype, or that of another tensor; the tensor itself if nothing changes.

    A device may be named too; there is only one. PyTorch: `Tensor.to`, ToCopyBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1, 2]).to(minigrad.float64)
    tensor([1., 2.], dtype=torch.float64)
    """
    for value in target:
        if isinstance(value, dtypes.dtype):
            dtype = value
        elif hasattr(value, "array"):
            dtype, device = value.dtype, value.device
        elif isinstance(value, (str, dtypes.device)):
            device = value
    if device is not None:
        tensor = moved(tensor, dtypes.device(device))
    if dtype is None or dtype is tensor.dtype:
        if copy and tensor.is_floating_point():
            return elementwise.to_copy(tensor, dtype=tensor.dtype, before=tensor.dtype)
        return elementwise.clone(tensor) if copy else tensor
    if not dtype.is_floating_point:
        return elementwise.to_integer(tensor, dtype=dtype)
    return elementwise.to_copy(tensor, dtype=dtype, before=tensor.dtype)


def moved(tensor, device):
    """The tensor on another device: the CPU, or "meta", where its numbers are forgotten."""
    if device.type == "cuda":
        raise complaints.arguments.no_cuda()
    if device.type not in ("cpu", "meta"):
        raise complaints.arguments.no_device(device.type)
    if device.type == tensor.device.type:
        return tensor
    if device.type == "cpu":
        raise complaints.creation.no_data_of_meta()
    from .meta import meta

    return tied(meta(tensor.array), None)


def cpu(tensor):
    """The tensor itself: its numbers are on the CPU already. PyTorch: `Tensor.cpu`."""
    return moved(tensor, dtypes.cpu)


def cuda(tensor, device=None):
    """Raises AssertionError: there is no CUDA device. PyTorch: `Tensor.cuda`."""
    raise complaints.arguments.no_cuda()


def get_device(tensor):
    """-1, as for every tensor on the CPU. PyTorch: `Tensor.get_device`."""
    return -1


def type_as(tensor, other):
    """The same numbers in the dtype of another tensor. PyTorch: `Tensor.type_as`."""
    return to(tensor, other.dtype)


def float(tensor):
    """The same numbers as float32. PyTorch: `Tensor.float`."""
    return to(tensor, dtypes.float32)


def double(tensor):
    """The same numbers as float64. PyTorch: `Tensor.double`."""
    return to(tensor, dtypes.float64)


def half(tensor):
    """The same numbers as float16. PyTorch: `Tensor.half`."""
    return to(tensor, dtypes.float16)


def long(tensor):
    """The same numbers as int64, without their decimals. PyTorch: `Tensor.long`."""
    return to(tensor, dtypes.int64)


def int(tensor):
    """The same numbers as int32, without their decimals. PyTorch: `Tensor.int`."""
    return to(tensor, dtypes.int32)


def short(tensor):
    """The same numbers as int16, without their decimals. PyTorch: `Tensor.short`."""
    return to(tensor, dtypes.int16)


def byte(tensor):
    """The same numbers as uint8. PyTorch: `Tensor.byte`."""
    return to(tensor, dtypes.uint8)


def bool(tensor):
    """Where the numbers are not 0. PyTorch: `Tensor.bool`."""
    return to(tensor, dtypes.bool_)


def char(tensor):
    """The same numbers as int8. PyTorch: `Tensor.char`."""
    return to(tensor, dtypes.int8)


def type(tensor, dtype=None):
    """The name of the tensor's type, or its numbers in another dtype. PyTorch: `Tensor.type`.

    >>> import minigrad
    >>> minigrad.ones(1).type()
    'torch.FloatTensor'
    """
    if dtype is None:
        return f"torch.{tensor.dtype.title}Tensor"
    if isinstance(dtype, str):
        found = next((d for d in dtypes.every if dtype == f"torch.{d.title}Tensor"), None)
        if found is None:
            raise complaints.creation.unknown_type(dtype)
        dtype = found
    elif hasattr(dtype, "__instancecheck__") and hasattr(dtype, "dtype"):       # minigrad.FloatTensor
        dtype = dtype.dtype
    return to(tensor, dtype)
