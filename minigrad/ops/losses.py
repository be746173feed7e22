"""How wrong a prediction is: kernels and slopes of the losses that have a rule of their own.

Each works element by element and then takes the mean, the sum or nothing, as `reduction` says; its slope shares the
gradient out in the same way. What people call is in nn/functional/losses.py.
"""
import math

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..dtypes import decimals_only, of
from .elementwise import exp, log, sigmoid
from .reduce import sum_to


def reduced(losses, reduction):
    """The mean, the sum, or every loss for itself."""
    if reduction == "none":
        return losses
    total = np.add.reduce(losses, None)
    return total if reduction == "sum" else total / losses.dtype.type(losses.size)


def share(g, shape, reduction):
    """The gradient that belongs to one element."""
    return g * (1 / max(math.prod(shape), 1)) if reduction == "mean" else g


# ---- distances


def squared_slope(g, a, b, reduction):
    difference = a - b
    return share(g * 2, difference.shape, reduction) * difference


@primitive(a=squared_slope, b=lambda g, a, b, reduction: squared_slope(g, b, a, reduction), name="mse_loss",
           saved={"b": "target"}, promote=decimals_only("mse_cpu"))
def squared_error(a, b, *, reduction="mean"):
    """(a - b)². Saves both. PyTorch: MseLossBackward0.

    >>> import minigrad
    >>> squared_error(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
    tensor(2.)
    """
    difference = a - b
    return reduced(difference * difference, reduction)


def smooth_slope(g, a, b, reduction, beta):
    difference = a - b
    return share(g, difference.shape, reduction) * (difference / beta).clip(-1, 1)


@primitive(a=smooth_slope, b=lambda g, a, b, reduction, beta: smooth_slope(g, b, a, reduction, beta),
           name="smooth_l1_loss", node="SmoothL1LossBackward0", saved={"b": "target"},
           promote=decimals_only("smooth_l1_cpu"))
def smooth_distance(a, b, *, reduction="mean", beta=1.0):
    """Half the square over beta where |a - b| < beta, beyond that |a - b| - beta/2. PyTorch: SmoothL1LossBackward0.

    >>> import minigrad
    >>> smooth_distance(minigrad.tensor([1.0, 2.0]), minigrad.tensor([0.5, 4.0]), "none")
    tensor([0.1250, 1.5000])
    """
    distance = np.abs(a - b)
    return reduced(np.where(distance < beta, distance * distance * (0.5 / beta), distance - 0.5 * beta)[()], reduction)


def huber_slope(g, a, b, reduction, delta):
    difference = a - b
    return share(g, difference.shape, reduction) * difference.clip(-delta, delta)


@primitive(a=huber_slope, b=lambda g, a, b, reduction, delta: huber_slope(g, b, a, reduction, delta),
           name="huber_loss", saved={"b": "target"}, promote=decimals_only("huber_cpu"))
def huber_distance(a, b, *, reduction="mean", delta=1.0):
    """Half the square where |a - b| ≤ delta, beyond that delta·(|a - b| - delta/2). PyTorch: HuberLossBackward0.

    >>> import minigrad
    >>> huber_distance(minigrad.tensor([1.0, 2.0]), minigrad.tensor([0.5, 4.0]), "none")
    tensor([0.1250, 1.5000])
    """
    distance = np.abs(a - b)
    losses = np.where(distance <= delta, distance * distance * 0.5, delta * (distance - 0.5 * delta))[()]
    return reduced(losses, reduction)


# ---- yes or no


def weighed(g, weight):
    return g if weight is None else g * weight


def truth_slope(g, a, b, weight, reduction):
    """(a - b) over a(1 - a), which is held above 1e-12."""
    spread_out = weighed(share(g, a.shape, reduction), weight)
    return spread_out * (a - b) / (a * (1 - a)).clip(min=1e-12)


def target_slope(g, a, weight, reduction):
    return weighed(share(g, a.shape, reduction), weight) * (log(1 - a).clip(min=-100) - log(a).clip(min=-100))


@primitive(a=truth_slope, b=target_slope, name="binary_cross_entropy", saved={"b": "target"},
           promote=decimals_only("binary_cross_entropy"))
def truth_loss(a, b, weight=None, *, reduction="mean"):
    """-(b·ln a + (1 - b)·ln(1 - a)) times the weight; logarithms are held above -100. Saves a, b and the weight.

    PyTorch: BinaryCrossEntropyBackward0.

    >>> import minigrad
    >>> truth_loss(minigrad.tensor([0.5, 0.5]), minigrad.tensor([1.0, 0.0]), reduction="none")
    tensor([0.6931, 0.6931])
    """
    losses = (b - 1) * np.maximum(np.log(1 - a), -100) - b * np.maximum(np.log(a), -100)
    return reduced(weighed(losses, weight), reduction)


def logit_slope(g, a, b, weight, pos_weight, reduction):
    g = weighed(share(g, a.shape, reduction), weight)
    if pos_weight is None:
        return g * (sigmoid(a) - b)
    return g * (sigmoid(a) * (1 - b + b * pos_weight) - b * pos_weight)


def logit_target_slope(g, a, weight, pos_weight, reduction):
    g = weighed(share(g, a.shape, reduction), weight)
    if pos_weight is None:
        return g * -a
    low = a.clip(max=0)                         # ln sigmoid(a) = min(a, 0) - ln(1 + exp(-|a|))
    log_yes = low - log(1 + exp(low + low - a))
    return g * (log_yes - a - log_yes * pos_weight)


@primitive(a=logit_slope, b=logit_target_slope, name="binary_cross_entropy_with_logits", saved={"b": "target"},
           promote=decimals_only("log_sigmoid_cpu"))
def logit_loss(a, b, weight=None, pos_weight=None, *, reduction="mean"):
    """Binary cross-entropy of sigmoid(a), exact for large scores too. Saves all inputs.

    (1 - b)·a - (1 + (pos_weight - 1)·b)·ln sigmoid(a), times the weight. PyTorch:
    BinaryCrossEntropyWithLogitsBackward0.

    >>> import minigrad
    >>> logit_loss(minigrad.tensor([0.0, 0.0]), minigrad.tensor([1.0, 0.0]), reduction="none")
    tensor([0.6931, 0.6931])
    """
    if a.dtype.kind != "f":
        raise errors.no_kernel("log_sigmoid_cpu", of(a))
    log_no = np.log1p(np.exp(-np.abs(a))) - np.minimum(a, 0)
    losses = (1 - b) * a + (log_no if pos_weight is None else (1 + (pos_weight - 1) * b) * log_no)
    return reduced(weighed(losses, weight), reduction)


def margin_slope(g, a, b, reduction):
    product = a * b
    return share(g, product.shape, reduction) * -b * sigmoid(-product)


@primitive(a=margin_slope, name="soft_margin_loss", saved={"b": "target"}, promote=decimals_only("soft_margin_loss"))
def soft_margin(a, b, *, reduction="mean"):
    """ln(1 + exp(-a·b)) for b of 1 or -1. Saves both. PyTorch: SoftMarginLossBackward0.

    >>> import minigrad
    >>> soft_margin(minigrad.tensor([0.0]), minigrad.tensor([1.0]))
    tensor(0.6931)
    """
    return reduced(np.logaddexp(-a * b, 0), reduction)


@primitive(x=lambda g, count: g / count, name="div", node="DivBackward1")
def shared_out(x, *, count):
    """x over a number of examples. PyTorch: DivBackward1.

    >>> import minigrad
    >>> shared_out(minigrad.tensor(3.0), count=2)
    tensor(1.5000)
    """
    return x / x.dtype.type(count)


# ---- which class


def at_targets(shape, target):
    """The index of each example's class; classes stand in dimension 1."""
    if len(shape) < 3:
        return (np.arange(shape[0]), target) if len(shape) == 2 else (target,)
    n, _, *places = np.ogrid[tuple(map(slice, shape))]
    return n[:, 0], target, *[place[:, 0] for place in places]


@primitive(x=lambda g, x_shape, target: sum_to(picked_classes(g, target=target), shape=x_shape))
def spread_over_classes(x, *, shape, target):
    """Zeros of shape (examples, classes, …) with one number at each example's class; it may be the same for all.

    >>> import minigrad, numpy
    >>> spread_over_classes(minigrad.tensor([5.0]), (1, 3), numpy.array([2]))
    tensor([[0., 0., 5.]])
    """
    out = np.zeros(shape, x.dtype)
    out[at_targets(shape, target)] = x
    return out


@primitive(x=lambda g, x_shape, target: spread_over_classes(g, shape=x_shape, target=target))
def picked_classes(x, *, target):
    """The number at each example's class.

    >>> import minigrad, numpy
    >>> picked_classes(minigrad.tensor([[1.0, 2.0]]), numpy.array([1]))
    tensor([2.])
    """
    return x[at_targets(x.shape, target)]


def chosen_loss(x, target, weight, divisor):
    """Minus the log-probability of each example's class, times its weight; the sum over a divisor if there is one."""
    losses = -weighed(x[at_targets(x.shape, target)], weight)
    return losses if divisor is None else np.add.reduce(losses, None) / x.dtype.type(divisor)


def chosen_slope(g, x, target, weight, divisor):
    g = -weighed(g if divisor is None else g * (1 / (divisor or 1)), weight)
    return spread_over_classes(g, shape=x.shape, target=target)


@primitive(x=chosen_slope)
def nll_loss(x, *, target, weight, divisor):
    """Of rows of log-probabilities. Saves the targets, the weights and the input (for its shape, as PyTorch does).

    >>> import minigrad, numpy
    >>> nll_loss(minigrad.tensor([[-1.0, -2.0]]), numpy.array([1]), numpy.ones(1, "float32"), 1)
    tensor(2.)
    """
    return chosen_loss(x, target, weight, divisor)


@primitive(x=chosen_slope, node="NllLoss2DBackward0")
def nll_loss2d(x, *, target, weight, divisor):
    """Of pictures of log-probabilities, (examples, classes, height, width). Saves the same as `nll_loss`.

    >>> import minigrad, numpy
    >>> nll_loss2d(minigrad.tensor([[[[-1.0]], [[-2.0]]]]), numpy.array([[[1]]]), numpy.ones((1, 1, 1), "f"), 1)
    tensor(2.)
    """
    return chosen_loss(x, target, weight, divisor)
