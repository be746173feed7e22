"""Switches about the machine that scripts set at their top. NumPy decides here: most of them are only remembered."""
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
