"""Losses that compare numbers: distances, and answers of yes or no. Losses over classes are in classification.py."""
import math
import warnings

import numpy as np

from ... import errors
from ...autograd import no_grad
from ...core.value import Value
from ...ops import complaints, losses
from ...ops.arithmetic import clamp_min, maximum, minimum
from ...ops.broadcasting import broadcast_tensors
from ...ops.elementwise import abs as absolute
from ...ops.elementwise import exp, log, where
from .similarity import cosine_similarity, pairwise_distance

# ---- mean, sum or none


def outdated(size_average, reduce):
    """The reduction that PyTorch's two old arguments mean, with a warning where the loss was called."""
    reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.",
                  stacklevel=4)
    return reduction


def reduction_of(reduction, size_average=None, reduce=None):
    """The kind of reduction, also when it is said in PyTorch's old way."""
    if size_average is not None or reduce is not None:
        return outdated(size_average, reduce)
    if reduction == "elementwise_mean":
        warnings.warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.", stacklevel=3)
        return "mean"
    elif reduction not in ("mean", "sum", "none"):
        raise complaints.losses.unknown_reduction(reduction)
    return reduction


def reduced(loss, reduction):
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


def alike(input, target):
    """Both in one shape; a warning if they had to be broadcast."""
    if target.size() == input.size():
        return input, target
    warnings.warn(
        f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). "
        "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        stacklevel=3)
    return broadcast_tensors(input, target)


def weighed_mean(loss, weight, input, reduction):
    """Losses times weights; their mean divides by the sum of the weights."""
    if weight.size() != input.size():
        raise complaints.losses.weight_size()
    weighed = loss * weight
    if reduction == "none":
        return weighed
    return weighed.sum() if reduction == "sum" else weighed.sum() / weight.sum()


# ---- distances


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The mean of the squared differences. As `torch.nn.functional.mse_loss`.

    Warns when the shapes differ, since broadcasting is then rarely what was meant.

    >>> import minigrad
    >>> mse_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
    tensor(2.)
    """
    a, b = alike(input, target)
    if weight is None:
        return losses.squared_error(a, b, reduction=reduction_of(reduction, size_average, reduce))
    check_weighed(reduction)
    return weighed_mean((a - b) ** 2, weight, input, reduction)


def check_weighed(reduction):
    if reduction not in ("mean", "sum", "none"):
        raise complaints.losses.invalid_reduction(reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The mean of the absolute differences. As `torch.nn.functional.l1_loss`.

    >>> import minigrad
    >>> l1_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
    tensor(1.)
    """
    a, b = alike(input, target)
    if weight is None:
        reduction = reduction_of(reduction, size_average, reduce)
        return reduced(absolute(a - b), reduction)
    check_weighed(reduction)
    return weighed_mean(absolute(a - b), weight, input, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squares for differences below beta, absolute values beyond, without a corner between.

    ½(a - b)²/beta where |a - b| < beta, else |a - b| - beta/2. As `torch.nn.functional.smooth_l1_loss`.

    >>> import minigrad
    >>> smooth_l1_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([0.5, 4.0]), reduction="none")
    tensor([0.1250, 1.5000])
    """
    a, b = alike(input, target)
    reduction = reduction_of(reduction, size_average, reduce)
    if beta < 0:
        raise complaints.losses.negative_beta()
    if beta == 0:
        return reduced(absolute(a - b), reduction)
    return losses.smooth_distance(a, b, reduction=reduction, beta=beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squares for differences up to delta, a straight line beyond. As `torch.nn.functional.huber_loss`.

    ½(a - b)² where |a - b| ≤ delta, else delta·(|a - b| - delta/2).

    >>> import minigrad
    >>> huber_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([0.5, 4.0]), reduction="none")
    tensor([0.1250, 1.5000])
    """
    a, b = alike(input, target)
    if delta <= 0:
        raise complaints.losses.no_delta()
    if weight is None:
        return losses.huber_distance(a, b, reduction=reduction_of(reduction), delta=delta)
    if weight.size() != input.size():
        raise complaints.losses.weight_size()
    weighed = losses.huber_distance(a, b, reduction="none", delta=delta) * weight
    check_weighed(reduction)
    return reduced(weighed, reduction)


# ---- yes or no


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """How surprising the answers `target` (0, 1 or between) are when `input` gives the probability of 1.

    -(y·ln p + (1 - y)·ln(1 - p)), logarithms held above -100. Raises RuntimeError outside [0, 1] and for other dtypes,
    ValueError for other shapes. As `torch.nn.functional.binary_cross_entropy`.

    >>> import minigrad
    >>> binary_cross_entropy(minigrad.tensor([0.5, 1.0]), minigrad.tensor([1.0, 1.0]))
    tensor(0.3466)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.size() != input.size():
        raise complaints.losses.truth_sizes(target.size(), input.size())
    if weight is not None:
        try:
            shape = np.broadcast_shapes(weight.array.shape, target.array.shape)
        except ValueError:
            raise complaints.losses.weight_broadcast(weight.array.shape, target.array.shape) from None
        weight = weight.expand(shape)
    if not input.dtype.is_floating_point:
        raise errors.no_kernel("binary_cross_entropy", input.dtype)
    for other in (target, weight):
        if other is not None and other.dtype is not input.dtype:
            raise complaints.losses.other_dtype(input.dtype, other.dtype)
    for name, x in (("input", input.array), ("target", target.array)):
        if ((x < 0) | (x > 1)).any():
            raise complaints.losses.outside_unit(name)
    return losses.truth_loss(input, target, weight, reduction=reduction)


def broadcasts(weight, input):
    try:
        return np.broadcast_shapes(weight.array.shape, input.array.shape) == input.array.shape
    except ValueError:
        return False


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean",
                                     pos_weight=None):
    """`binary_cross_entropy` of sigmoid(input), exact for large scores too.

    `pos_weight` weighs the examples with target 1. As `torch.nn.functional.binary_cross_entropy_with_logits`.

    >>> import minigrad
    >>> binary_cross_entropy_with_logits(minigrad.tensor([0.0, 100.0]), minigrad.tensor([1.0, 1.0]))
    tensor(0.3466)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.size() != input.size():
        raise complaints.losses.logit_sizes(target.size(), input.size())
    for value, *order in ((pos_weight, pos_weight, input), (weight, input, weight)):
        if value is not None and not broadcasts(value, input):
            raise errors.sizes(*[tuple(x.shape) for x in order])
    return losses.logit_loss(input, target, weight, pos_weight, reduction=reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """How far the distribution `target` is from the one whose logarithms are `input`: the sum of t·(ln t - input).

    "batchmean" divides the sum by the number of examples, as the mathematical definition does; "mean" by that of all
    elements. As `torch.nn.functional.kl_div`.

    >>> import minigrad
    >>> kl_div(minigrad.tensor([[0.5, 0.5]]).log(), minigrad.tensor([[1.0, 0.0]]), reduction="batchmean")
    tensor(0.6931)
    """
    if size_average is None and reduce is None and reduction == "mean":
        warnings.warn("reduction: 'mean' divides the total loss by both the batch size and the support size."
                      "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
                      "'mean' will be changed to behave the same as 'batchmean' in the next major release.",
                      stacklevel=2)
    batch = reduction == "batchmean" and size_average is None and reduce is None
    reduction = "sum" if batch else reduction_of(reduction, size_average, reduce)
    if not (input.is_floating_point() and target.is_floating_point()):
        raise complaints.losses.no_divergence()
    loss = reduced(exp(target) * (target - input) if log_target else entropy(target) - target * input, reduction)
    return loss / input.size(0) if batch and input.ndim else loss


def entropy(t):
    """t·ln t, which is 0 at 0."""
    return t * log(where(t == 0, 1.0, t))


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """ln(1 + exp(-x·y)) for answers y of 1 or -1. As `torch.nn.functional.soft_margin_loss`.

    >>> import minigrad
    >>> soft_margin_loss(minigrad.tensor([0.0]), minigrad.tensor([1.0]))
    tensor(0.6931)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.requires_grad:
        raise complaints.losses.constant("soft_margin_loss", "target")
    return losses.soft_margin(input, target, reduction=reduction)


# ---- margins and pairs


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """x where the target is 1, max(0, margin - x) where it is -1. As `torch.nn.functional.hinge_embedding_loss`.

    >>> import minigrad
    >>> hinge_embedding_loss(minigrad.tensor([0.2, 0.4]), minigrad.tensor([1.0, -1.0]))
    tensor(0.4000)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    beyond = where(target == 1, 0.0, clamp_min(margin - input, 0))
    return reduced(beyond + where(target == -1, 0.0, input), reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -y·(a - b) + margin): a should be above b where y is 1. As `torch.nn.functional.margin_ranking_loss`.

    >>> import minigrad
    >>> margin_ranking_loss(minigrad.tensor([1.0]), minigrad.tensor([3.0]), minigrad.tensor([1.0]))
    tensor(2.)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if not input1.ndim == input2.ndim == target.ndim:
        raise complaints.losses.pair_dims(input1.size(), input2.size(), target.size())
    return reduced(clamp_min(-target * (input1 - input2) + margin, 0), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """1 - cos of pairs that belong together (target 1), max(0, cos - margin) of the others (target -1).

    As `torch.nn.functional.cosine_embedding_loss`.

    >>> import minigrad
    >>> pair = minigrad.tensor([[1.0, 0.0]]), minigrad.tensor([[0.0, 1.0]])
    >>> cosine_embedding_loss(*pair, minigrad.tensor([1]))
    tensor(1.)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    if target.ndim > 1:
        raise complaints.losses.cosine_target()
    cosine = cosine_similarity(input1, input2, dim=-1)
    apart = where(target == -1, clamp_min(cosine - margin, 0), 0.0)
    return reduced(where(target == 1, 1 - cosine, 0.0) + apart, reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None,
                        reduce=None, reduction="mean"):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin). As `torch.nn.functional.triplet_margin_loss`.

    >>> import minigrad
    >>> a, b = minigrad.tensor([[0.0, 0.0]]), minigrad.tensor([[3.0, 4.0]])
    >>> triplet_margin_loss(a, b, a)
    tensor(6.0000)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    return triplet(anchor, positive, negative, lambda a, b: pairwise_distance(a, b, p, eps), margin, swap, reduction)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False,
                                      reduction="mean"):
    """`triplet_margin_loss` with a distance of one's own. As `torch.nn.functional.triplet_margin_with_distance_loss`.

    >>> import minigrad
    >>> a, b = minigrad.tensor([[0.0, 0.0]]), minigrad.tensor([[3.0, 4.0]])
    >>> triplet_margin_with_distance_loss(a, b, a, distance_function=lambda x, y: (x - y).abs().sum(1))
    tensor(8.)
    """
    return triplet(anchor, positive, negative, distance_function or pairwise_distance, margin, swap,
                   reduction_of(reduction))


def triplet(anchor, positive, negative, distance, margin, swap, reduction):
    if margin <= 0:
        raise complaints.losses.no_margin(margin)
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = minimum(far, distance(positive, negative))
    return reduced(clamp_min(margin + near - far, 0), reduction)


# ---- distributions


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """½(ln var + (x - y)²/var): how surprising y is in a normal distribution around x.

    Raises ValueError for a negative variance or one of another shape. As `torch.nn.functional.gaussian_nll_loss`.

    >>> import minigrad
    >>> gaussian_nll_loss(minigrad.tensor([1.0]), minigrad.tensor([3.0]), minigrad.tensor([1.0]))
    tensor(2.)
    """
    if not isinstance(var, Value):
        var = input.detach() * 0 + var
    if (var.array < 0).any():
        raise complaints.losses.negative_variance()
    if var.size() != input.size():
        if input.array.shape[:-1] == var.array.shape:
            var = var.unsqueeze(-1)
        elif input.ndim != var.ndim or sum(b for a, b in zip(input.shape, var.shape) if a != b) != 1:
            raise complaints.losses.variance_size()
    reduction = reduction_of(reduction)
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (log(var) + (input - target) ** 2 / var)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None,
                     reduction="mean"):
    """exp(x) - y·x: how surprising the counts y are when x is the logarithm of their expectation.

    As `torch.nn.functional.poisson_nll_loss`.

    >>> import minigrad
    >>> poisson_nll_loss(minigrad.tensor([0.0]), minigrad.tensor([2.0]))
    tensor(1.)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    loss = exp(input) - target * input if log_input else input - target * log(input + eps)
    if full:
        large = maximum(target, target * 0 + 1)
        loss = loss + where(target > 1, target * log(large) - target + 0.5 * log(2 * math.pi * large), 0.0)
    return reduced(loss, reduction)
