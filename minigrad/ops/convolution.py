"""A kernel slides over its input: convolution in any number of dimensions.

Every place that the kernel visits becomes a column; then the convolution is one matrix product. Three ops are closed
under differentiation, since each is linear in both of its inputs: the convolution itself, the transposed convolution
(which sends a gradient back to the input) and the correlation of input and gradient (which gives that of the kernel).

Shapes: input (N, C, *in), kernel (O, C/groups, *kernel), output (N, O, *out).
"""
from itertools import product
from math import prod

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..dtypes import of
from . import complaints
from .constants import ones

# ---- columns


def padded(x, padding):
    """Zeros around the last dimensions; contiguous."""
    if not any(padding):
        return np.ascontiguousarray(x)
    out = np.zeros((*x.shape[:2], *[n + 2 * p for n, p in zip(x.shape[2:], padding)]), x.dtype)
    out[(..., *[slice(p, p + n) for n, p in zip(x.shape[2:], padding)])] = x
    return out


def columns(x, kernel, out, stride, padding, dilation, groups, and_ones=False):
    """(N, groups, C/groups · kernel, out): for each place of the output the numbers that the kernel sees there.

    If asked to, with a row of ones below: the numbers that a bias sees.
    """
    x = padded(x, padding)
    n, c = x.shape[:2]
    steps = x.strides[2:]
    windows = np.ndarray(
        (n, c, *kernel, *out), x.dtype, x, 0,
        (*x.strides[:2], *[s * d for s, d in zip(steps, dilation)], *[s * t for s, t in zip(steps, stride)]))
    windows = windows.reshape(n, groups, c // groups, *kernel, *out)
    rows = c // groups * prod(kernel)
    cols = np.empty((n, groups, rows + and_ones, prod(out)), x.dtype)
    cols[:, :, :rows].reshape(windows.shape)[...] = windows
    cols[:, :, rows:] = 1
    return cols


def uncolumned(cols, channels, size, kernel, out, stride, padding, dilation):
    """The opposite of `columns`: adds up what the kernel's places contribute to each element of the input."""
    cols = cols.reshape(-1, channels, *kernel, *out)
    wide = np.zeros((len(cols), channels, *[n + 2 * p for n, p in zip(size, padding)]), cols.dtype)
    for place in product(*map(range, kernel)):
        region = [slice(k * d, k * d + (m - 1) * s + 1, s) for k, d, s, m in zip(place, dilation, stride, out)]
        wide[(..., *region)] += cols[(slice(None), slice(None), *place)]
    return wide[(..., *[slice(p, p + n) for n, p in zip(size, padding)])]


def working(*arrays):
    """float16 is multiplied in float32, which is exact enough and fast."""
    return [a.astype(np.float32) if a.dtype == np.float16 else a for a in arrays]


# ---- the three ops


def output_size(size, kernel, stride, padding, dilation):
    return tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1
                  for n, k, s, p, d in zip(size, kernel, stride, padding, dilation)])


def bias_slope(g):
    """Sums over examples and places; of arrays as a product with ones, which is faster."""
    if type(g) is not np.ndarray or g.dtype.char not in "fd":
        return g.sum((0, *range(2, g.ndim)))
    places = prod(g.shape[2:])
    return np.add.reduce(g.reshape(*g.shape[:2], places).dot(ones(places, g.dtype.char)), 0)


@primitive(x=lambda g, weight, x_shape, stride, padding, dilation, groups: transposed_convolution(
               g, weight, None, x_shape[2:], stride, padding, dilation, groups),
           weight=lambda g, x, weight_shape, stride, padding, dilation, groups: kernel_correlation(
               g, x, weight_shape[2:], stride, padding, dilation, groups),
           bias=bias_slope, exact=True, saved={"x": "input"})
def convolution(x, weight, bias=None, *, stride, padding, dilation, groups):
    """The kernel at every place of the input. Saves input and kernel. PyTorch: ConvolutionBackward0.

    Stride, padding and dilation have a number for each dimension.

    >>> import minigrad
    >>> x = minigrad.arange(4.0).reshape(1, 1, 4)
    >>> convolution(x, minigrad.ones(1, 1, 2), None, (1,), (0,), (1,), 1)
    tensor([[[1., 3., 5.]]])
    """
    check_dtypes(x, weight, bias)
    kernel = weight.shape[2:]
    out = output_size(x.shape[2:], kernel, stride, padding, dilation)
    a, w = working(x, weight)
    w = w.reshape(groups, len(w) // groups, prod(w.shape[1:]))
    if bias is not None:
        w = np.concatenate((w, bias.astype(w.dtype).reshape(*w.shape[:2], 1)), 2)
    result = np.matmul(w, columns(a, kernel, out, stride, padding, dilation, groups, bias is not None))
    return result.reshape(len(x), len(weight), *out).astype(x.dtype, copy=False)


@primitive(x=lambda g, weight, stride, padding, dilation, groups: convolution(
               g, weight, None, stride, padding, dilation, groups),
           weight=lambda g, x, weight_shape, stride, padding, dilation, groups: kernel_correlation(
               x, g, weight_shape[2:], stride, padding, dilation, groups),
           bias=bias_slope, exact=True, node="ConvolutionBackward0", saved={"x": "input"})
def transposed_convolution(x, weight, bias=None, *, size, stride, padding, dilation, groups):
    """What a convolution does, the other way round: every element spreads the kernel over an output of this size.

    Here the kernel is (C, O/groups, *kernel). Saves input and kernel. PyTorch: ConvolutionBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([[[1.0, 2.0]]])
    >>> transposed_convolution(x, minigrad.ones(1, 1, 2), None, (3,), (1,), (0,), (1,), 1)
    tensor([[[1., 3., 2.]]])
    """
    check_dtypes(x, weight, bias)
    a, w = working(x, weight)
    n, c, out = x.shape[0], weight.shape[0], x.shape[2:]
    w = w.reshape(groups, c // groups, -1).swapaxes(1, 2)
    cols = np.matmul(w, a.reshape(n, groups, c // groups, prod(out)))
    result = uncolumned(cols, weight.shape[1] * groups, size, weight.shape[2:], out, stride, padding, dilation)
    result = result.astype(x.dtype, copy=False)
    if bias is not None:
        result = result + bias.reshape(-1, *[1] * len(out))
    return result


@primitive(a=lambda g, b, stride, padding, dilation, groups: convolution(
               b, g, None, stride, padding, dilation, groups),
           b=lambda g, a, b_shape, stride, padding, dilation, groups: transposed_convolution(
               a, g, None, b_shape[2:], stride, padding, dilation, groups), exact=True,
           node="ConvolutionBackwardBackward0")
def kernel_correlation(a, b, *, window, stride, padding, dilation, groups):
    """The gradient of a convolution's kernel from that of its output (a) and its input (b). Saves both.

    >>> import minigrad
    >>> kernel_correlation(minigrad.ones(1, 1, 2), minigrad.tensor([[[1.0, 2.0, 3.0]]]), (2,), (1,), (0,), (1,), 1)
    tensor([[[3., 5.]]])
    """
    g, x = working(a, b)
    n, o, out = a.shape[0], a.shape[1], a.shape[2:]
    cols = columns(x, window, out, stride, padding, dilation, groups)
    g = g.reshape(n, groups, o // groups, prod(out))
    total = np.matmul(g, cols.swapaxes(2, 3)).sum(0)
    return total.reshape(o, b.shape[1] // groups, *window).astype(a.dtype, copy=False)


def check_dtypes(x, weight, bias):
    if x.dtype != weight.dtype:
        raise complaints.convolution.weight_dtype(of(x), of(weight))
    if bias is not None and bias.dtype != x.dtype:
        raise complaints.convolution.bias_dtype(of(x), of(bias))
    if x.dtype == bool:
        raise errors.no_kernel("slow_conv2d_cpu", of(x))
