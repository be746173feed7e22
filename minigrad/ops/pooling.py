"""A window slides over a picture and takes the largest number, or the mean.

Windows are looked at place by place: the first place of all windows together, then the second, … Shapes:
(…, height, width) in, (…, out) out, for two dimensions. A `geometry` holds what all steps need to know.
"""
from itertools import product
from typing import NamedTuple

import numpy as np

from ..core.primitive import primitive


class Geometry(NamedTuple):
    """How windows stand on a picture of this size. `out` says how many there are."""

    size: tuple
    kernel: tuple
    stride: tuple
    padding: tuple
    dilation: tuple
    out: tuple

    def reach(self):
        """The size of the picture with its padding, as far as windows reach."""
        return tuple([max((m - 1) * s + d * (k - 1) + 1, n + p) for n, k, s, p, d, m in zip(
            self.size, self.kernel, self.stride, self.padding, self.dilation, self.out)])

    def places(self):
        """For each place of a window: what all windows have there, as an index into the padded picture."""
        for place in product(*map(range, self.kernel)):
            yield (..., *[slice(k * d, k * d + (m - 1) * s + 1, s)
                          for k, d, s, m in zip(place, self.dilation, self.stride, self.out)])

    def inside(self):
        """Where the picture itself is, within its padding."""
        return (..., *[slice(p, p + n) for p, n in zip(self.padding, self.size)])

    def spread_out(self):
        """Whether windows neither overlap nor leave gaps nor reach beyond: then everything is written once."""
        return self.kernel == self.stride and not any(self.padding) and set(self.dilation) == {1}


def framed(x, geometry, value):
    """The picture with a frame of `value` around it, as far as windows reach."""
    reach = geometry.reach()
    if reach == x.shape[-2:]:
        return x
    out = np.full((*x.shape[:-2], *reach), value, x.dtype)
    out[geometry.inside()] = x
    return out


def canvas(shape, dtype, geometry):
    """Where gradients are added up."""
    return np.zeros((*shape[:-2], *geometry.reach()), dtype)


def smallest(dtype):
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min


# ---- the largest


@primitive(x=lambda g, x, which, geometry: spread_chosen(g[0], which=which, geometry=geometry, shape=x.shape),
           outputs=("values", "which"), node="MaxPool2DWithIndicesBackward0")
def max_pool2d(x, *, geometry):
    """The largest number of each window, and at which place of its window it stands (the first among equals).

    Saves x and the places. PyTorch: MaxPool2DWithIndicesBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([[[1.0, 5.0], [7.0, 2.0]]])
    >>> max_pool2d(x, Geometry((2, 2), (2, 2), (2, 2), (0, 0), (1, 1), (1, 1)))[0]
    tensor([[[7.]]])
    """
    wide = framed(x, geometry, smallest(x.dtype))
    first, *others = geometry.places()
    best = np.array(wide[first])
    which = np.zeros(best.shape, np.uint8 if len(others) < 255 else np.int64)
    for k, place in enumerate(others, 1):
        part = np.ascontiguousarray(wide[place])            # read twice, so a copy without gaps is faster
        np.maximum(which, (part > best) * which.dtype.type(k), out=which)      # k grows, so the latest winner stays
        np.maximum(best, part, out=best)
    if best.dtype.kind == "f" and np.isnan(np.add.reduce(best, None)):
        for k, place in reversed(list(enumerate(geometry.places()))):
            np.copyto(which, k, where=wide[place] != wide[place])
    return best, which


@primitive(x=lambda g, which, geometry: chosen(g, which=which, geometry=geometry))
def spread_chosen(x, *, which, geometry, shape):
    """Zeros of a picture's shape, with each window's number at the place that was the largest.

    >>> import minigrad, numpy
    >>> flat = Geometry((1, 2), (1, 2), (1, 2), (0, 0), (1, 1), (1, 1))
    >>> spread_chosen(minigrad.tensor([[[3.0]]]), numpy.array([[[1]]]), flat, (1, 1, 2))
    tensor([[[0., 3.]]])
    """
    which = getattr(which, "array", which)
    if geometry.spread_out() and geometry.reach() == geometry.size == tuple(
            [k * m for k, m in zip(geometry.kernel, geometry.out)]):
        out = np.empty(shape, x.dtype)
        for k, place in enumerate(geometry.places()):
            np.multiply(x, which == k, out=out[place])
        return out
    out = canvas(shape, x.dtype, geometry)
    for k, place in enumerate(geometry.places()):
        out[place] += x * (which == k)
    return out[geometry.inside()]


@primitive(x=lambda g, x_shape, which, geometry: spread_chosen(g, which=which, geometry=geometry, shape=x_shape))
def chosen(x, *, which, geometry):
    """The number of each window at the place that was chosen before.

    >>> import minigrad, numpy
    >>> flat = Geometry((1, 2), (1, 2), (1, 2), (0, 0), (1, 1), (1, 1))
    >>> chosen(minigrad.tensor([[[3.0, 4.0]]]), numpy.array([[[1]]]), flat)
    tensor([[[4.]]])
    """
    which = getattr(which, "array", which)
    wide = framed(x, geometry, 0)
    out = np.zeros(which.shape, x.dtype)
    for k, place in enumerate(geometry.places()):
        np.copyto(out, wide[place], where=which == k)
    return out


def flat_places(which, geometry):
    """The chosen places as PyTorch counts them: row by row through the picture."""
    y, x = np.divmod(which.astype(np.int64), geometry.kernel[1])
    starts = [np.arange(m) * s - p for m, s, p in zip(geometry.out, geometry.stride, geometry.padding)]
    rows = starts[0][:, None] + y * geometry.dilation[0]
    return rows * geometry.size[1] + starts[1] + x * geometry.dilation[1]


# ---- the mean


@primitive(x=lambda g, x, divisor, geometry: spread_mean(g, divisor=divisor, geometry=geometry, shape=x.shape),
           node="AvgPool2DBackward0")
def avg_pool2d(x, *, divisor, geometry):
    """The sum of each window over a divisor: a number, or one for each window. Saves x (for its shape, as PyTorch).

    PyTorch: AvgPool2DBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([[[1.0, 5.0], [7.0, 3.0]]])
    >>> avg_pool2d(x, 4, Geometry((2, 2), (2, 2), (2, 2), (0, 0), (1, 1), (1, 1)))
    tensor([[[4.]]])
    """
    wide = framed(x, geometry, 0)
    total = np.zeros((*x.shape[:-2], *geometry.out), np.float32 if x.dtype == np.float16 else x.dtype)
    for place in geometry.places():
        total += wide[place]
    if x.dtype.kind == "f":
        return (total / divisor).astype(x.dtype, copy=False)
    return np.trunc(total / divisor).astype(x.dtype)


@primitive(x=lambda g, divisor, geometry: avg_pool2d(g, divisor=divisor, geometry=geometry),
           node="AvgPool2DBackwardBackward0")
def spread_mean(x, *, divisor, geometry, shape):
    """Each window's number, shared out over the window.

    >>> import minigrad
    >>> spread_mean(minigrad.tensor([[[3.0]]]), 2, Geometry((1, 2), (1, 2), (1, 2), (0, 0), (1, 1), (1, 1)), (1, 1, 2))
    tensor([[[1.5000, 1.5000]]])
    """
    x = (x / divisor).astype(x.dtype, copy=False)
    out = canvas(shape, x.dtype, geometry)
    for place in geometry.places():
        out[place] += x
    return out[geometry.inside()]


# ---- windows that fit an output of a given size


def shares(length, out, dtype):
    """(out, length): each row averages the window from ⌊i·length/out⌋ to ⌈(i + 1)·length/out⌉."""
    table = np.zeros((out, length), dtype)
    for i in range(out):
        start, stop = i * length // out, -(-(i + 1) * length // out)
        table[i, start:stop] = 1 / (stop - start)
    return table


@primitive(x=lambda g, x: spread_shares(g, size=x.shape[-2:]), node="AdaptiveAvgPool2DBackward0")
def adaptive_avg_pool2d(x, *, lengths):
    """Means of windows that share a picture out over as many rows and columns.

    Saves x (for its shape, as PyTorch does). PyTorch: AdaptiveAvgPool2DBackward0.

    >>> import minigrad
    >>> adaptive_avg_pool2d(minigrad.tensor([[[1.0, 2.0, 6.0]]]), (1, 2))
    tensor([[[1.5000, 4.0000]]])
    """
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rows, columns = (shares(n, m, wide.dtype) for n, m in zip(x.shape[-2:], lengths))
    return (rows @ wide @ columns.T).astype(x.dtype, copy=False)


@primitive(x=lambda g, x_shape: adaptive_avg_pool2d(g, lengths=x_shape[-2:]), node="AdaptiveAvgPool2DBackwardBackward0")
def spread_shares(x, *, size):
    """The opposite: each mean's number shared out over its window.

    >>> import minigrad
    >>> spread_shares(minigrad.tensor([[[2.0, 4.0]]]), (1, 3))
    tensor([[[1., 3., 2.]]])
    """
    rows, columns = (shares(n, m, x.dtype) for n, m in zip(size, x.shape[-2:]))
    return rows.T @ x @ columns
