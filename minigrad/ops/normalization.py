"""Numbers brought to mean 0 and variance 1, over features, groups or examples; then scaled and moved.

All norms share one idea: x̂ = (x - mean)·rstd with rstd = 1/√(variance + eps), then weight·x̂ + bias. With ĝ = weight·g
the gradient of x is rstd·(ĝ - mean(ĝ) - x̂·mean(ĝ·x̂)), means over the same numbers; that of the weight is the sum of
g·x̂, that of the bias the sum of g.

A `plan` says how: the shape to fold x into, the axes to average over, the shape in which weight and bias meet that,
and their own shape.
"""
import math

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..dtypes import of
from .elementwise import sqrt
from .neural import added
from .reduce import mean_dim, sum_to


def sums(x, axes):
    """Sums of an array along axes, which stay."""
    return added(x, axes[0]) if len(axes) == 1 else np.add.reduce(x, axes, keepdims=True)


def means(x, axes):
    """Means along axes, which stay."""
    if hasattr(x, "array"):
        return mean_dim(x, dim=axes, keepdim=True)
    return sums(x, axes) / x.dtype.type(math.prod([x.shape[axis] for axis in axes]))


def statistics(x, axes, eps):
    """x - mean, the mean, and 1/√(variance + eps) along axes, which stay with length 1."""
    kind = x.dtype.type
    count = kind(max(1, math.prod([x.shape[axis] for axis in axes])))
    mean = sums(x, axes)
    mean /= count
    centred = x - mean
    rstd = sums(centred * centred, axes)
    rstd /= count
    rstd += kind(eps)
    np.sqrt(rstd, out=rstd)
    return centred, mean, np.divide(kind(1), rstd, out=rstd)


def normalized(x, weight, bias, plan, eps):
    """(weight·x̂ + bias in the shape of x, mean, rstd). float16 is added up in float32."""
    folded, axes, shape, _ = plan
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    out, mean, rstd = statistics(wide.reshape(folded), axes, eps)
    out *= rstd
    if weight is not None:
        out *= weight.reshape(shape)
    if bias is not None:
        out += bias.reshape(shape)
    return [y.astype(x.dtype, copy=False) for y in (out.reshape(x.shape), mean, rstd)]


def centred_again(x, mean, rstd, plan, eps):
    """(x - mean, rstd) in folded shape. On tensors both are computed again, so that second gradients find their way."""
    folded, axes, *_ = plan
    x = x.reshape(folded)
    if not hasattr(x, "array"):
        return x - mean, rstd
    centred = x - mean_dim(x, dim=axes, keepdim=True)
    return centred, 1 / sqrt(mean_dim(centred * centred, dim=axes, keepdim=True) + eps)


def slope(g, x, weight, mean, rstd, plan, eps):
    folded, axes, shape, _ = plan
    centred, rstd = centred_again(x, mean, rstd, plan, eps)
    g = g[0].reshape(folded)
    if weight is not None:
        g = g * weight.reshape(shape)
    tilt = means(g * centred, axes) * (rstd * rstd)
    return ((g - (centred * tilt + means(g, axes))) * rstd).reshape(x.shape)


def weight_slope(g, x, mean, rstd, plan, eps):
    folded, axes, shape, own = plan
    centred, rstd = centred_again(x, mean, rstd, plan, eps)
    turned = g[0].reshape(folded) * centred
    if shape == folded[axes[0]:] and type(turned) is np.ndarray and turned.dtype.char in "fd":
        return rstd.reshape(-1).dot(turned.reshape(rstd.size, -1)).reshape(own)     # rows times rstd, and summed
    return gathered(turned * rstd, plan)


def bias_slope(g, plan):
    return gathered(g[0].reshape(plan[0]), plan)


def gathered(g, plan):
    """Summed over what shares one weight."""
    _, _, shape, own = plan
    return sum_to(g, shape=shape).reshape(own)


RULES = dict(x=slope, weight=weight_slope, bias=bias_slope, outputs=("values", "mean", "rstd"),
             saved={"x": "input", "mean": "result1", "rstd": "result2"})


@primitive(**RULES | {"bias": lambda g, bias, plan: bias_slope(g, plan)})
def native_layer_norm(x, weight=None, bias=None, *, plan, eps):
    """Over the features of each example. Saves all inputs, mean and rstd. PyTorch: NativeLayerNormBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([[1.0, 3.0]])
    >>> native_layer_norm(x, None, None, plan=((1, 2), (1,), (2,), (2,)), eps=0.0)[0]
    tensor([[-1.,  1.]])
    """
    if x.dtype.kind != "f":
        raise errors.no_kernel("LayerNormKernelImpl", of(x))
    return normalized(x, weight, bias, plan, eps)


@primitive(**RULES)
def native_group_norm(x, weight=None, bias=None, *, plan, eps):
    """Over groups of channels of each example. Saves x, weight, mean and rstd. PyTorch: NativeGroupNormBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([[1.0, 3.0]])
    >>> native_group_norm(x, None, None, plan=((1, 1, 2), (2,), (1, 2), (2,)), eps=0.0)[0]
    tensor([[-1.,  1.]])
    """
    if x.dtype.kind != "f":
        raise errors.no_kernel("GroupNormKernelImpl", of(x))
    return normalized(x, weight, bias, plan, eps)


@primitive(**RULES)
def native_batch_norm(x, weight=None, bias=None, *, plan, eps):
    """Over all examples, channel by channel. Saves x, weight, mean and rstd. PyTorch: NativeBatchNormBackward0.

    >>> import minigrad
    >>> x = minigrad.tensor([[1.0], [3.0]])
    >>> native_batch_norm(x, None, None, plan=((2, 1), (0,), (1,), (1,)), eps=0.0)[0]
    tensor([[-1.],
            [ 1.]])
    """
    if x.dtype.kind != "f":
        raise errors.no_kernel("batch_norm", of(x))
    return normalized(x, weight, bias, plan, eps)


def fixed(g, weight, rstd, plan):
    return g * rstd if weight is None else g * (weight.reshape(plan[2]) * rstd)


def fixed_weight(g, x, mean, rstd, plan):
    return gathered(g * ((x - mean) * rstd), plan)


@primitive(x=fixed, weight=fixed_weight, bias=lambda g, plan: gathered(g, plan),
           node="NativeBatchNormBackward0", saved={"x": "input"})
def fixed_batch_norm(x, weight=None, bias=None, *, mean, rstd, plan):
    """With a mean and a 1/√(variance + eps) known from training: a straight line. PyTorch: NativeBatchNormBackward0.

    >>> import minigrad, numpy
    >>> plan = (1, 1), (0,), (1,), (1,)
    >>> fixed_batch_norm(minigrad.tensor([[5.0]]), None, None, mean=numpy.array([1.0]), rstd=0.5, plan=plan)
    tensor([[2.]])
    """
    if x.dtype.kind != "f":
        raise errors.no_kernel("batch_norm", of(x))
    out = (x - mean) * rstd
    if weight is not None:
        out = out * weight.reshape(plan[2])
    if bias is not None:
        out = out + bias.reshape(plan[2])
    return out.astype(x.dtype, copy=False)
