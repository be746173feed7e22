"""Starting values: functions that fill a tensor in place and return it, named as in `torch.nn.init`.

fan_in is how many inputs one output sums over, fan_out how many outputs one input reaches: a layer keeps the size of
its signal when the variance of its weights is gain² / fan. The numbers follow from `minigrad.manual_seed`, and are
other numbers than PyTorch's.
"""
import math
import warnings

import numpy as np

from .. import absent
from ..autograd.modes import no_grad
from ..autograd.overwriting import store
from ..core.observe import announce_inplace, observers
from ..random import numbers_of
from . import complaints


def filled(tensor, numbers):
    """Put numbers into a tensor's memory, unrecorded."""
    with no_grad():
        store(tensor, np.asarray(numbers).astype(tensor.array.dtype))
    if observers:
        announce_inplace(filled, tensor, (), {})
    return tensor


def calculate_gain(nonlinearity, param=None):
    """By what factor weights are enlarged for what an activation takes away. As `torch.nn.init.calculate_gain`.

    Raises ValueError for an unknown name. `param` is the slope of leaky_relu, 0.01 if it is not given.

    >>> calculate_gain("tanh")
    1.6666666666666667
    """
    linear = ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
    if nonlinearity in linear or nonlinearity == "sigmoid":
        return 1
    if nonlinearity == "tanh":
        return 5 / 3
    if nonlinearity == "relu":
        return math.sqrt(2)
    if nonlinearity == "leaky_relu":
        if param is not None and (isinstance(param, bool) or not isinstance(param, (int, float))):
            raise complaints.layer_argument(f"negative_slope {param} not a valid number")
        return math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity == "selu":
        return 3 / 4
    raise complaints.layer_argument(f"Unsupported nonlinearity {nonlinearity}")


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Numbers spread evenly over [a, b). As `torch.nn.init.uniform_`."""
    return filled(tensor, numbers_of(generator).random(tensor.shape) * (b - a) + a)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Normal numbers. As `torch.nn.init.normal_`."""
    return filled(tensor, numbers_of(generator).standard_normal(tensor.shape) * std + mean)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Normal numbers, those outside [a, b] drawn again. As `torch.nn.init.trunc_normal_`."""
    rng = numbers_of(generator)
    drawn = rng.standard_normal(tensor.shape) * std + mean
    if b - a < 1e-3 * std or a > mean + 4 * std or b < mean - 4 * std:     # drawing again would take for ever
        return filled(tensor, rng.random(tensor.shape) * (b - a) + a)
    while (outside := (drawn < a) | (drawn > b)).any():
        drawn = np.where(outside, rng.standard_normal(tensor.shape) * std + mean, drawn)
    return filled(tensor, drawn)


def constant_(tensor, val):
    """One number everywhere. As `torch.nn.init.constant_`."""
    return filled(tensor, np.full(tensor.shape, val))


def ones_(tensor):
    """Ones. As `torch.nn.init.ones_`."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Zeros. As `torch.nn.init.zeros_`."""
    return constant_(tensor, 0.0)


def eye_(tensor):
    """The identity matrix. Raises ValueError unless there are two dimensions. As `torch.nn.init.eye_`."""
    if tensor.ndim != 2:
        raise complaints.layer_argument("Only tensors with 2 dimensions are supported")
    return filled(tensor, np.eye(*tensor.shape))


def dirac_(tensor, groups=1):
    """Kernels of a convolution that passes its channels on as they are. As `torch.nn.init.dirac_`."""
    if tensor.ndim not in (3, 4, 5):
        raise complaints.layer_argument("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.shape[0] % groups:
        raise complaints.layer_argument("dim 0 must be divisible by groups")
    numbers = np.zeros(tensor.shape)
    each = tensor.shape[0] // groups
    middle = tuple(length // 2 for length in tensor.shape[2:])
    for group in range(groups):
        for channel in range(min(each, tensor.shape[1])):
            numbers[(group * each + channel, channel, *middle)] = 1
    return filled(tensor, numbers)


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.ndim < 2:
        raise complaints.layer_argument(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions",
            "a vector does not say from how many inputs an output is computed.")
    each = math.prod(tensor.shape[2:])
    return tensor.shape[1] * each, tensor.shape[0] * each


def fan(tensor, mode):
    """fan_in or fan_out."""
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise complaints.layer_argument(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return _calculate_fan_in_and_fan_out(tensor)[mode == "fan_out"]


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Evenly within ± gain · √(6 / (fan_in + fan_out)). As `torch.nn.init.xavier_uniform_`."""
    bound = gain * math.sqrt(6 / sum(_calculate_fan_in_and_fan_out(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Normal with spread gain · √(2 / (fan_in + fan_out)). As `torch.nn.init.xavier_normal_`."""
    return normal_(tensor, 0.0, gain * math.sqrt(2 / sum(_calculate_fan_in_and_fan_out(tensor))), generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Evenly within ± gain · √(3 / fan). As `torch.nn.init.kaiming_uniform_`.

    >>> import minigrad
    >>> w = kaiming_uniform_(minigrad.empty(2, 6), nonlinearity="relu")
    >>> bool((w.abs() <= 1).all())
    True
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", UserWarning, stacklevel=2)
        return tensor
    bound = calculate_gain(nonlinearity, a) * math.sqrt(3 / fan(tensor, mode))
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Normal with spread gain / √fan. As `torch.nn.init.kaiming_normal_`."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", UserWarning, stacklevel=2)
        return tensor
    return normal_(tensor, 0.0, calculate_gain(nonlinearity, a) / math.sqrt(fan(tensor, mode)), generator)


def orthogonal_(tensor, gain=1, generator=None):
    """Rows, or columns if there are fewer, that are orthogonal and of length gain. As `torch.nn.init.orthogonal_`."""
    if tensor.ndim < 2:
        raise complaints.layer_argument("Only tensors with 2 or more dimensions are supported")
    if tensor.array.size == 0:
        return tensor
    rows, columns = tensor.shape[0], tensor.array.size // tensor.shape[0]
    drawn = numbers_of(generator).standard_normal((max(rows, columns), min(rows, columns)))
    q, r = np.linalg.qr(drawn)
    q = q * np.sign(np.diag(r))
    return filled(tensor, gain * (q.T if rows < columns else q).reshape(tensor.shape))


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Normal numbers, a share of each column set to 0. As `torch.nn.init.sparse_`."""
    if tensor.ndim != 2:
        raise complaints.layer_argument("Only tensors with 2 dimensions are supported")
    rng = numbers_of(generator)
    numbers = rng.standard_normal(tensor.shape) * std
    for column in numbers.T:
        column[rng.permutation(len(column))[:math.ceil(sparsity * len(column))]] = 0
    return filled(tensor, numbers)


__getattr__ = absent.of(__name__)
