"""Switching parts of a network off at random while it trains."""
import warnings

import numpy as np

from ...autograd.overwriting import overwrite
from ...core.node import tied
from ...ops import complaints
from ...ops.arguments import check_tensor
from ...ops.elementwise import add, mul
from ...random import numbers_of


def dropout(input, p=0.5, training=True, inplace=False):
    """Zeros in place of a share p of the elements, chosen anew each time; the others are divided by 1 - p.

    Without `training` the input itself. Raises ValueError for a p outside [0, 1]. As `torch.nn.functional.dropout`.

    >>> import minigrad
    >>> dropout(minigrad.ones(3), training=False)
    tensor([1., 1., 1.])
    """
    check("dropout", input, p)
    return dropped(input, p, training, inplace, tuple(input.array.shape))


def dropout_(input, p=0.5, training=True):
    """As `dropout`, written over the input."""
    return dropout(input, p, training, True)


def check(name, input, p):
    if p < 0.0 or p > 1.0:
        raise complaints.activations.dropout_share(p)
    check_tensor(name, input)


def dropped(input, p, training, inplace, shape):
    """The input times a mask of this shape."""
    if not training or p == 0 or not input.numel():
        return input
    dtype = input.dtype
    if not dtype.is_floating_point:
        raise complaints.activations.dropout_dtype(dtype)
    mask = numbers_of(None).random(shape, np.float32) >= p
    mask = mask.astype(dtype.numpy) * dtype.numpy.type(1 / (1 - p) if p < 1 else 0)
    mask = tied(mask, None)
    return overwrite(input, mul, (mask,), {}) if inplace else mul(input, mask)


def channels(input):
    """The shape of a mask that switches whole channels."""
    return (*input.array.shape[:2], *[1] * (input.ndim - 2))


def dropout1d(input, p=0.5, training=True, inplace=False):
    """`dropout` of whole channels of (examples, channels, length) or (channels, length).

    As `torch.nn.functional.dropout1d`.

    >>> import minigrad
    >>> dropout1d(minigrad.ones(1, 2, 3), 1.0).sum()
    tensor(0.)
    """
    check("feature_dropout", input, p)
    if input.ndim not in (2, 3):
        raise complaints.activations.dropout1d_dims(input.ndim)
    shape = channels(input) if input.ndim == 3 else (input.array.shape[0], 1)
    return dropped(input, p, training, inplace, shape)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """`dropout` of whole channels of (examples, channels, height, width). As `torch.nn.functional.dropout2d`.

    >>> import minigrad
    >>> dropout2d(minigrad.ones(1, 2, 3, 3), 1.0).sum()
    tensor(0.)
    """
    check("feature_dropout", input, p)
    if input.ndim not in (3, 4):
        warnings.warn(
            f"dropout2d: Received a {input.ndim}-D input to dropout2d, which is deprecated and will result in an error "
            "in a future release. To retain the behavior and silence this warning, please use dropout instead. Note "
            "that dropout2d exists to provide channel-wise dropout on inputs with 2 spatial dimensions, a channel "
            "dimension, and an optional batch dimension (i.e. 3D or 4D inputs).", stacklevel=2)
    if input.ndim == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired "
            "- input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a "
            "future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain "
            "the 1D channel-wise dropout behavior, please switch to using dropout1d instead.", stacklevel=2)
    return dropped(input, p, training, inplace, channels(input))


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """`dropout` for networks of selu: keeps mean 0 and variance 1. As `torch.nn.functional.alpha_dropout`.

    >>> import minigrad
    >>> alpha_dropout(minigrad.ones(3))
    tensor([1., 1., 1.])
    """
    check("alpha_dropout", input, p)
    if not training or p == 0 or not input.numel():
        return input
    low = -1.7580993408473766                   # what selu gives far below zero
    scale = 1 / np.sqrt((low * low * p + 1) * (1 - p)) if p < 1 else 0.0
    kept = numbers_of(None).random(tuple(input.array.shape), np.float32) >= p
    kind = input.array.dtype.type
    factor, shift = kept * kind(scale), kind(scale) * (~kept * kind(low) - kind(low * p))
    pair = tied(np.asarray(factor, kind), None), tied(np.asarray(shift, kind), None)
    if inplace:
        return overwrite(overwrite(input, mul, pair[:1], {}), add, pair[1:], {})
    return add(mul(input, pair[0]), pair[1])
