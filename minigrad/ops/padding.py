"""Numbers around a tensor: constants, or its own values mirrored or repeated."""
import numpy as np

from ..core.primitive import primitive


def cut_off(g, x_shape, pad):
    """The part of a padded tensor that was there before; zeros where the input was cut instead."""
    pairs = sides(pad, len(x_shape))
    part = g[tuple([slice(max(before, 0), size - max(after, 0)) for (before, after), size in zip(pairs, g.shape)])]
    back = [n for before, after in reversed(pairs) for n in (max(-before, 0), max(-after, 0))]
    return constant_pad_nd(part, pad=tuple(back), value=0) if any(back) else part


def sides(pad, ndim):
    """((before, after), …) for every dimension from the first; `pad` counts pairs from the last."""
    pairs = list(zip(pad[::2], pad[1::2]))
    return [(0, 0)] * (ndim - len(pairs)) + pairs[::-1]


@primitive(x=lambda g, x_shape, pad: cut_off(g, x_shape, pad))
def constant_pad_nd(x, *, pad, value=0):
    """A constant before and behind the last dimensions; negative numbers cut off. PyTorch: ConstantPadNdBackward0.

    >>> import minigrad
    >>> constant_pad_nd(minigrad.tensor([1.0, 2.0]), (1, 2))
    tensor([0., 1., 2., 0., 0.])
    """
    pairs = sides(pad, x.ndim)
    out = np.full([n + before + after for n, (before, after) in zip(x.shape, pairs)], value, x.dtype)
    here = tuple([slice(max(before, 0), size - max(after, 0)) for (before, after), size in zip(pairs, out.shape)])
    there = tuple([slice(max(-b, 0), n - max(-a, 0)) for (b, a), n in zip(pairs, x.shape)])
    out[here] = x[there]
    return out


def positions(mode, length, before, after):
    """For each place of a padded dimension, where its number comes from."""
    places = np.arange(-before, length + after)
    if mode == "circular":
        return places % length
    if mode == "replicate":
        return places.clip(0, length - 1)
    places = np.abs(places)                     # reflect
    return np.where(places >= length, 2 * (length - 1) - places, places)


def taken(x, sources):
    """Along the last dimensions, the numbers at these places."""
    for axis, place in zip(range(x.ndim - len(sources), x.ndim), sources):
        x = x.take(place, axis)
    return x


@primitive(x=lambda g, x, sources: returned(g, sources=sources, size=x.shape[x.ndim - len(sources):]),
           node="ReflectionPad1DBackward0")
def reflection_pad1d(x, *, sources):
    """Mirrored beyond its first and last numbers. Saves x (for its shape, as PyTorch does).

    PyTorch: ReflectionPad1DBackward0.

    >>> import minigrad, numpy
    >>> reflection_pad1d(minigrad.tensor([1.0, 2.0, 3.0]), (numpy.array([1, 0, 1, 2, 1]),))
    tensor([2., 1., 2., 3., 2.])
    """
    return taken(x, sources)


@primitive(x=lambda g, sources: reflection_pad1d(g, sources=sources))
def returned(x, *, sources, size):
    """The opposite of taking: adds up what was taken from each place. `size` has the lengths before.

    >>> import minigrad, numpy
    >>> returned(minigrad.ones(5), (numpy.array([1, 0, 1, 2, 1]),), (3,))
    tensor([1., 3., 1.])
    """
    for axis, place, length in zip(range(x.ndim - len(sources), x.ndim), sources, size):
        out = np.zeros((*x.shape[:axis], length, *x.shape[axis + 1:]), x.dtype)
        np.add.at(out, (*[slice(None)] * axis, place), x)
        x = out
    return x


def like_reflection(node):
    """A decorator for the same op under another of PyTorch's names."""
    return primitive(x=reflection_pad1d.rules["x"], node=node)


@like_reflection("ReflectionPad2DBackward0")
def reflection_pad2d(x, *, sources):
    """As `reflection_pad1d`, for pictures."""
    return taken(x, sources)


@like_reflection("ReflectionPad3DBackward0")
def reflection_pad3d(x, *, sources):
    """As `reflection_pad1d`, for volumes."""
    return taken(x, sources)


@like_reflection("ReplicationPad1DBackward0")
def replication_pad1d(x, *, sources):
    """The first and the last number go on. PyTorch: ReplicationPad1DBackward0."""
    return taken(x, sources)


@like_reflection("ReplicationPad2DBackward0")
def replication_pad2d(x, *, sources):
    """As `replication_pad1d`, for pictures."""
    return taken(x, sources)


@like_reflection("ReplicationPad3DBackward0")
def replication_pad3d(x, *, sources):
    """As `replication_pad1d`, for volumes."""
    return taken(x, sources)


@primitive(x=lambda g, x_shape, sources: returned(g, sources=sources, size=x_shape[len(x_shape) - len(sources):]),
           node="CopySlices")
def circular_pad(x, *, sources):
    """The end goes on with the beginning. PyTorch copies slices: CopySlices."""
    return taken(x, sources)


mirrors = {
    "reflect": (reflection_pad1d, reflection_pad2d, reflection_pad3d),
    "replicate": (replication_pad1d, replication_pad2d, replication_pad3d),
    "circular": (circular_pad,) * 3,
}
