"""Switches about the machine that scripts set at their top. NumPy decides here: most of them are only remembered."""
from . import dtypes
from .create import check_device
from .dtypes import cpu

state = {"threads": 1, "deterministic": False, "precision": "highest"}


def set_num_threads(number):
    """Remembered, without effect: NumPy's BLAS takes its threads from OPENBLAS_NUM_THREADS. As `torch.set_num_threads`.

    Raises RuntimeError for a number below 1, TypeError for what is no integer.

    >>> import minigrad
    >>> minigrad.set_num_threads(1)
    >>> minigrad.get_num_threads()
    1
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"set_num_threads expects an int, but got {type(number).__name__}")
    if number < 1:
        raise RuntimeError("set_num_threads expects a positive integer")
    state["threads"] = number


def get_num_threads():
    """The number last given to `set_num_threads`. As `torch.get_num_threads`."""
    return state["threads"]


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Remembered: every op gives the same numbers each time anyway. As `torch.use_deterministic_algorithms`."""
    state["deterministic"] = bool(mode)


def are_deterministic_algorithms_enabled():
    """What was last asked for. As `torch.are_deterministic_algorithms_enabled`."""
    return state["deterministic"]


def set_float32_matmul_precision(precision):
    """Remembered: products of float32 are always computed in float32. As `torch.set_float32_matmul_precision`.

    Raises RuntimeError for an unknown name.
    """
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"Invalid float32 matmul precision: {precision!r}. Choose highest, high or medium.")
    state["precision"] = precision


def get_float32_matmul_precision():
    """The name last given to `set_float32_matmul_precision`."""
    return state["precision"]


def get_default_device():
    """The CPU. As `torch.get_default_device`."""
    return cpu


def set_default_device(device):
    """Where new tensors are made: only the CPU is taken. As `torch.set_default_device`.

    Raises AssertionError for "cuda", NotImplementedError for another device.
    """
    if device is not None:
        check_device(device)
    if dtypes.device(device or "cpu").type != "cpu":
        raise NotImplementedError("new tensors are made on the CPU; give device='meta' to a function that makes one")


def set_default_tensor_type(t):
    """The outdated form of `set_default_dtype`, with a name such as "torch.DoubleTensor". As
    `torch.set_default_tensor_type`."""
    name = t if isinstance(t, str) else getattr(t, "__name__", str(t))
    kinds = {f"{kind.title}Tensor": kind for kind in (dtypes.float16, dtypes.float32, dtypes.float64)}
    kind = kinds.get(name.rpartition(".")[2])
    if kind is None:
        raise TypeError("only floating-point types are supported as the default type")
    dtypes.set_default_dtype(kind)


def typename(obj, /):
    """The name of a type; of a tensor that of its dtype. As `torch.typename`.

    >>> import minigrad
    >>> minigrad.typename(minigrad.ones(2))
    'torch.FloatTensor'
    """
    if hasattr(obj, "type") and hasattr(obj, "grad_fn"):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
