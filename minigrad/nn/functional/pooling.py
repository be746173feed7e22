"""Pooling by the names that people call. Windows and their gradients are in ops/pooling.py."""
import numpy as np

from ... import errors
from ...core.node import tied
from ...ops import complaints, pooling
from ...ops.arguments import check_tensor
from ...ops.pooling import Geometry
from ...ops.views import squeeze_dim, unsqueeze


def pair(op, name, value):
    """A setting as (rows, columns)."""
    if not isinstance(value, (tuple, list)):
        return (value, value)
    if len(value) not in (1, 2):
        raise complaints.convolution.pool_setting(op, name)
    return tuple(value) if len(value) == 2 else tuple(value) * 2


def single(op, name, value):
    """A setting of a pooling of sequences, as one number."""
    if not isinstance(value, (tuple, list)):
        return value
    if len(value) != 1:
        raise complaints.convolution.one_int(op, name, len(value))
    return value[0]


def counted(length, kernel, stride, padding, dilation, ceil_mode):
    """How many windows there are; with ceil_mode also one that reaches beyond, if it starts inside."""
    room = length + 2 * padding - dilation * (kernel - 1) - 1
    count = (-(-room // stride) if ceil_mode else room // stride) + 1
    return count - 1 if ceil_mode and (count - 1) * stride >= length + padding else count


def geometry(op, input, kernel_size, stride, padding, dilation=1, ceil_mode=False):
    """How windows stand on this input, or an error that says why they cannot."""
    kernel = pair(op, "kernel_size", kernel_size)
    stride = kernel if stride is None or stride == [] or stride == () else pair(op, "stride", stride)
    padding, dilation = pair(op, "padding", padding), pair(op, "dilation", dilation)
    shape = input.array.shape
    if 0 in stride:
        raise complaints.convolution.zero_stride()
    if min(dilation) <= 0:
        raise complaints.convolution.pool_dilation(dilation)
    if op == "max_pool2d" and (input.ndim not in (3, 4) or 0 in shape[-3:]) or input.ndim < 3:
        raise complaints.convolution.pool_dims(op, input.ndim, shape)
    for p, k, d in zip(padding, kernel, dilation):
        if p > (d * (k - 1) + 1) // 2:
            raise complaints.convolution.pool_padding(p, k, d)
    out = tuple([counted(n, k, s, p, d, ceil_mode) for n, k, s, p, d in zip(
        shape[-2:], kernel, stride, padding, dilation)])
    if min(out) < 1:
        raise complaints.convolution.pool_too_small(shape[-3], shape[-2:], [max(m, 0) for m in out])
    return Geometry(shape[-2:], kernel, stride, padding, dilation, out)


# ---- the largest


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest number of each window of (N, C, H, W); N may be missing. Windows stand `stride` apart (their size).

    With `return_indices` also where it stands in the picture, counted row by row. The gradient goes to the first of the
    largest. Raises RuntimeError for settings and shapes that do not fit. As `torch.nn.functional.max_pool2d`.

    >>> import minigrad
    >>> max_pool2d(minigrad.tensor([[[1.0, 5.0], [7.0, 2.0]]]), 2, return_indices=True)
    (tensor([[[7.]]]), tensor([[[2]]]))
    """
    check_tensor("max_pool2d", input)
    windows = geometry("max_pool2d", input, kernel_size, stride, padding, dilation, ceil_mode)
    if input.dtype.name == "bool":
        raise errors.no_kernel("max_pool2d", input.dtype)
    values, which = pooling.max_pool2d(input, geometry=windows)
    if not return_indices:
        return values
    return values, tied(pooling.flat_places(which.array, windows), None)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest number of each window of (N, C, L); N may be missing. As `max_pool2d` with one dimension less.

    As `torch.nn.functional.max_pool1d`.

    >>> import minigrad
    >>> max_pool1d(minigrad.tensor([[1.0, 5.0, 7.0, 2.0]]), 2)
    tensor([[5., 7.]])
    """
    check_tensor("max_pool1d", input)
    kernel = single("max_pool1d", "kernel_size", kernel_size)
    stride = kernel if stride is None or stride == [] else single("max_pool1d", "stride", stride)
    padding, dilation = single("max_pool1d", "padding", padding), single("max_pool1d", "dilation", dilation)
    check_max_pool1d(input, kernel, stride, padding, dilation, ceil_mode)
    found = max_pool2d(unsqueeze(input, -2), (1, kernel), (1, stride), (0, padding), (1, dilation), ceil_mode,
                       return_indices)
    if not return_indices:
        return squeeze_dim(found, -2)
    return squeeze_dim(found[0], -2), squeeze_dim(found[1], -2)


def check_max_pool1d(input, kernel, stride, padding, dilation, ceil_mode):
    if input.ndim not in (2, 3):
        raise complaints.convolution.pool_dims("max_pool1d", input.ndim, input.array.shape)
    for what, value in (("kernel_size", kernel), ("stride", stride)):
        if value <= 0:
            raise complaints.convolution.pool_1d(f"{what} must be greater than zero, but got {value}")
    if padding < 0:
        raise complaints.convolution.pool_1d(f"padding must be non-negative, but got {padding}")
    if padding > kernel // 2:
        raise complaints.convolution.pool_1d(
            f"padding should be at most half of kernel size, but got padding={padding} and kernel_size={kernel}")
    if dilation <= 0:
        raise complaints.convolution.pool_1d(f"dilation must be greater than zero, but got {dilation}")
    out = counted(input.array.shape[-1], kernel, stride, padding, dilation, ceil_mode)
    if out <= 0:
        raise complaints.convolution.pool_1d(f"Invalid computed output size: {out}")
    if not input.dtype.is_floating_point:
        raise errors.no_kernel("max_pool1d_impl", input.dtype)


# ---- the mean


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    """The mean of each window of (N, C, H, W); N may be missing. As `torch.nn.functional.avg_pool2d`.

    `count_include_pad` counts padding as zeros; `divisor_override` divides the sums by this number instead.

    >>> import minigrad
    >>> avg_pool2d(minigrad.tensor([[[1.0, 5.0], [7.0, 3.0]]]), 2)
    tensor([[[4.]]])
    """
    check_tensor("avg_pool2d", input)
    if divisor_override == 0:
        raise complaints.convolution.zero_divisor()
    windows = geometry("avg_pool2d", input, kernel_size, stride, padding, 1, ceil_mode)
    if input.dtype.name not in ("float32", "float64", "float16", "int64"):
        raise errors.no_kernel("avg_pool2d", input.dtype)
    divisor = divisor_override or counts(windows, count_include_pad)
    return pooling.avg_pool2d(input, divisor=divisor, geometry=windows)


def counts(windows, include_padding):
    """How many numbers each window has."""
    def along(axis):
        size, k, s, p, _, m = [part[axis] for part in windows]
        start = np.arange(m) * s - p
        stop = np.minimum(start + k, size + p)
        return stop - start if include_padding else np.minimum(stop, size) - np.maximum(start, 0)

    rows, columns = along(0), along(1)
    table = rows[:, None] * columns
    return table.item(0) if (table == table.item(0)).all() else table.astype(np.float32)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of each window of (N, C, L); N may be missing. As `torch.nn.functional.avg_pool1d`.

    >>> import minigrad
    >>> avg_pool1d(minigrad.tensor([[1.0, 5.0, 7.0, 3.0]]), 2)
    tensor([[3., 5.]])
    """
    check_tensor("avg_pool1d", input)
    if input.ndim not in (2, 3):
        raise complaints.convolution.pool_dims("avg_pool1d", input.ndim, input.array.shape)
    kernel = single("avg_pool1d", "kernel_size", kernel_size)
    stride = kernel if stride is None or stride == [] else single("avg_pool1d", "stride", stride)
    padding = single("avg_pool1d", "padding", padding)
    out = avg_pool2d(unsqueeze(input, -2), (1, kernel), (1, stride), (0, padding), ceil_mode, count_include_pad)
    return squeeze_dim(out, -2)


# ---- windows that fit an output of a given size


def adaptive_avg_pool2d(input, output_size):
    """Means over windows that share a picture out over an output of this size, whatever the picture's own.

    None keeps a length. As `torch.nn.functional.adaptive_avg_pool2d`.

    >>> import minigrad
    >>> adaptive_avg_pool2d(minigrad.tensor([[[1.0, 5.0], [7.0, 3.0]]]), 1)
    tensor([[[4.]]])
    """
    check_tensor("adaptive_avg_pool2d", input)
    out = output_size if isinstance(output_size, (tuple, list)) else (output_size, output_size)
    shape = input.array.shape
    if len(out) != 2:
        raise complaints.convolution.adaptive_length()
    out = tuple([n if m is None else m for n, m in zip(shape[-2:], out)])
    if min(out) < 0:
        raise complaints.convolution.adaptive_negative(out)
    if input.ndim not in (3, 4):
        raise complaints.convolution.pool_dims("adaptive_avg_pool2d", input.ndim, shape)
    if out == (1, 1):
        return input.mean((-1, -2), keepdim=True)
    for dim in range(input.ndim - 3, input.ndim):
        if not shape[dim]:
            raise complaints.convolution.adaptive_empty("adaptive_avg_pool2d", shape, dim)
    if not input.dtype.is_floating_point:
        raise errors.no_kernel("adaptive_avg_pool2d", input.dtype)
    return pooling.adaptive_avg_pool2d(input, lengths=out)


def adaptive_avg_pool1d(input, output_size):
    """Means over windows that share a sequence out over an output of this length.

    As `torch.nn.functional.adaptive_avg_pool1d`.

    >>> import minigrad
    >>> adaptive_avg_pool1d(minigrad.tensor([[1.0, 2.0, 6.0]]), 2)
    tensor([[1.5000, 4.0000]])
    """
    check_tensor("adaptive_avg_pool1d", input)
    if input.ndim not in (2, 3):
        raise complaints.convolution.pool_dims("adaptive_avg_pool1d", input.ndim, input.array.shape)
    length = single("adaptive_avg_pool1d", "output_size", output_size)
    return squeeze_dim(adaptive_avg_pool2d(unsqueeze(input, -2), (1, length)), -2)
