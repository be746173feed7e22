"""Norms by the names that people call. How they are computed is in ops/normalization.py."""
import math

import numpy as np

from ... import errors
from ...autograd import no_grad
from ...core.node import tied
from ...ops import complaints
from ...ops import normalization as ops
from ...ops.arguments import axis, check_tensor, is_int
from ...ops.functions import rsqrt

# ---- over the features of each example


def feature_axes(name, input, normalized_shape, weight, bias):
    """The last dimensions, which `normalized_shape` names by their lengths."""
    check_tensor(name, input)
    if not isinstance(normalized_shape, (tuple, list)) or not all(map(is_int, normalized_shape)):
        raise complaints.arguments.wrong_argument(name, "normalized_shape", 2, "tuple of ints", normalized_shape)
    wanted = tuple(normalized_shape)
    if not wanted:
        raise complaints.norms.nothing_to_normalize()
    for what, value in (("weight", weight), ("bias", bias)):
        if value is not None and value.array.shape != wanted:
            raise complaints.norms.parameter_shape(what, value.array.shape, wanted)
    shape = input.array.shape
    if shape[-len(wanted):] != wanted:
        raise complaints.norms.feature_shape(wanted, shape, "*" if name == "rms_norm" else "*, ")
    return tuple(range(input.ndim - len(wanted), input.ndim))


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Each example's features with mean 0 and variance 1, then times weight plus bias, number by number.

    `normalized_shape` is the shape of the features: the last lengths of the input. Raises RuntimeError for shapes that
    do not fit. As `torch.nn.functional.layer_norm`.

    >>> import minigrad
    >>> layer_norm(minigrad.tensor([[1.0, 3.0], [0.0, 8.0]]), (2,))
    tensor([[-1.0000,  1.0000],
            [-1.0000,  1.0000]])
    """
    axes = feature_axes("layer_norm", input, normalized_shape, weight, bias)
    for value in (weight, bias):
        if value is not None and value.dtype is not input.dtype:
            raise complaints.norms.layer_dtypes(input.dtype)
    plan = input.array.shape, axes, tuple(normalized_shape), tuple(normalized_shape)
    return ops.native_layer_norm(input, weight, bias, plan=plan, eps=eps)[0]


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Each example's features over their root mean square: x/√(mean(x²) + eps), times weight.

    Without eps it is the smallest step of the dtype at 1. As `torch.nn.functional.rms_norm`.

    >>> import minigrad
    >>> rms_norm(minigrad.tensor([[3.0, -3.0]]), (2,))
    tensor([[ 1., -1.]])
    """
    axes = feature_axes("rms_norm", input, normalized_shape, weight, None)
    if not input.dtype.is_floating_point:
        raise errors.no_kernel("rms_norm", input.dtype)
    eps = float(np.finfo(input.dtype.numpy).eps) if eps is None else eps
    result = input * rsqrt((input ** 2).mean(axes, keepdim=True) + eps)
    return result if weight is None else result * weight


# ---- over groups of channels


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Each example's channels in groups, every group with mean 0 and variance 1; weight and bias for each channel.

    The input is (N, C, …). Raises RuntimeError if the channels cannot be shared out. As
    `torch.nn.functional.group_norm`.

    >>> import minigrad
    >>> group_norm(minigrad.tensor([[1.0, 3.0, 0.0, 8.0]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    check_tensor("group_norm", input)
    if input.ndim < 2:
        raise complaints.norms.two_dims(input.ndim)
    n, c, *rest = input.array.shape
    check_count([n * c // num_groups, num_groups, *rest])
    if c % num_groups:
        raise complaints.norms.uneven_groups(input.array.shape, num_groups)
    for what, value in (("weight", weight), ("bias", bias)):
        if value is not None and value.array.shape != (c,):
            raise complaints.norms.channel_parameter(what, value.array.shape, input.array.shape)
    for value in (weight, bias):
        if value is not None and value.dtype is not input.dtype:
            raise complaints.norms.layer_dtypes(input.dtype)
    folded = (n, num_groups, c // num_groups, *rest)
    plan = folded, tuple(range(2, len(folded))), (num_groups, c // num_groups, *[1] * len(rest)), (c,)
    return ops.native_group_norm(input, weight, bias, plan=plan, eps=eps)[0]


def check_count(size):
    """There must be more than one number to average over."""
    if size[0] * math.prod(size[2:]) == 1:
        shown = f"torch.Size({list(size)})" if isinstance(size, tuple) else size
        raise complaints.norms.one_value("value per channel", shown)


# ---- over all examples


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Each channel with mean 0 and variance 1 over all examples; weight and bias for each channel.

    While `training`, mean and variance are those of the batch, and the running ones move towards them by the share
    `momentum` (the variance with n - 1 in its denominator); otherwise the running ones are used. The input is
    (N, C, …). Raises ValueError for a single value per channel, RuntimeError for parameters that do not fit. As
    `torch.nn.functional.batch_norm`.

    >>> import minigrad
    >>> batch_norm(minigrad.tensor([[1.0], [3.0]]), None, None, training=True)
    tensor([[-1.0000],
            [ 1.0000]])
    """
    check_tensor("batch_norm", input)
    shape = input.array.shape
    if training:
        check_count(shape)
        if eps <= 0.0:
            raise complaints.norms.batch_eps(f"positive during training, but got {eps}")
    elif eps < 0.0:
        raise complaints.norms.batch_eps(f"non-negative, but got {eps}")
    channels = shape[1] if len(shape) > 1 else shape[axis(1, input.ndim)] if training else 0
    parameters = dict(running_mean=running_mean, running_var=running_var, weight=weight, bias=bias)
    check_channels(input, parameters, channels, training)
    broadcast = (channels, *[1] * (len(shape) - 2))
    plan = shape, (0, *range(2, len(shape))), broadcast, (channels,)
    if not training:
        mean, variance = running_mean.array.reshape(broadcast), running_var.array.reshape(broadcast)
        rstd = 1 / np.sqrt(variance + variance.dtype.type(eps))
        return ops.fixed_batch_norm(input, weight, bias, mean=mean, rstd=rstd, plan=plan)
    values, mean, rstd = ops.native_batch_norm(input, weight, bias, plan=plan, eps=eps)
    if running_mean is not None or running_var is not None:
        follow(running_mean, running_var, mean, rstd, momentum, eps, len(input.array.ravel()) // max(channels, 1))
    return values


def check_channels(input, parameters, channels, training):
    for name, value in parameters.items():
        if value is None:
            if not training and name.startswith("running"):
                raise complaints.norms.no_running(name)
        elif value.numel() != channels:
            raise complaints.norms.channel_count(name, channels, value.numel())
    for value in parameters.values():
        if value is not None and value.dtype is not input.dtype:
            raise complaints.norms.batch_dtypes()


@no_grad()
def follow(running_mean, running_var, mean, rstd, momentum, eps, count):
    """Move the running statistics towards those of the batch."""
    mean, rstd = (np.asarray(value.array).reshape(-1) for value in (mean, rstd))
    variance = (1 / (rstd * rstd) - eps) * (count / (count - 1))
    for running, new in ((running_mean, mean), (running_var, variance)):
        if running is not None:
            running.copy_(tied((running.array * (1 - momentum) + new * momentum).astype(running.array.dtype), None))


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                  momentum=0.1, eps=1e-5):
    """Each channel of each example with mean 0 and variance 1. As `torch.nn.functional.instance_norm`.

    >>> import minigrad
    >>> instance_norm(minigrad.tensor([[[1.0, 3.0]]]))
    tensor([[[-1.0000,  1.0000]]])
    """
    check_tensor("instance_norm", input)
    if not use_input_stats:
        return batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
    n, c, *rest = input.array.shape
    if math.prod(rest) == 1:
        raise complaints.norms.one_value("spatial element", f"torch.Size({[n, c, *rest]})")
    weight, bias = (value if value is None else value.repeat(n) for value in (weight, bias))
    out = batch_norm(input.reshape(1, n * c, *rest), None, None, weight, bias, True, momentum, eps)
    if running_mean is not None or running_var is not None:
        examples = batch_statistics(input, eps)
        follow(running_mean, running_var, *examples, momentum, 0, math.prod(rest))
    return out.reshape(n, c, *rest)


def batch_statistics(input, eps):
    """Mean and 1/√variance of each channel, averaged over the examples."""
    x = input.array.reshape(*input.array.shape[:2], -1)
    return tied(x.mean(2).mean(0), None), tied(1 / np.sqrt(x.var(2).mean(0)), None)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Each number over a power of the squares of its neighbours in other channels.

    x/(k + alpha·mean of squares over `size` channels)^beta. As `torch.nn.functional.local_response_norm`.

    >>> import minigrad
    >>> local_response_norm(minigrad.ones(1, 2, 1), 2).shape
    torch.Size([1, 2, 1])
    """
    if input.ndim < 3:
        raise complaints.norms.three_dims(input.ndim)
    if not input.numel():
        return input
    from .padding import pad
    from .pooling import avg_pool2d

    n, c, *rest = input.array.shape
    squares = pad((input * input).reshape(n, 1, c, -1), (0, 0, size // 2, (size - 1) // 2))
    means = avg_pool2d(squares, (size, 1), stride=1).reshape(n, c, *rest)
    return input / (means * alpha + k) ** beta
