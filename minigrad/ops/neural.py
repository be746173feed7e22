"""What neural networks add: a layer, turning scores into probabilities, and measuring how wrong they are."""

import warnings

import numpy as np

from .. import errors
from ..core.primitive import primitive
from . import arguments as args
from . import complaints
from .elementwise import exp, mul, neg
from .linalg import linear
from .reduce import sum_dim

__all__ = ["cross_entropy", "linear", "log_softmax", "mse_loss", "nll_loss", "softmax"]

# --- from scores to probabilities


def shifted(x, dim):
    """Scores with the largest at 0, so that exp cannot overflow; softmax stays the same."""
    return x - np.maximum.reduce(x, dim, keepdims=True) if x.size else x


@primitive(x=lambda g, out, dim: out * (g - sum_dim(g * out, dim=(dim,), keepdim=True)), name="softmax")
def softmax_dim(x, *, dim):
    """exp(x) over its sum along a dimension. Saves the result."""
    powers = np.exp(shifted(x, dim))
    return powers / np.add.reduce(powers, dim, keepdims=True)


@primitive(x=lambda g, out, dim: g - exp(out) * sum_dim(g, dim=(dim,), keepdim=True), name="log_softmax")
def log_softmax_dim(x, *, dim):
    """The logarithm of softmax, exact for large scores too. Saves the result."""
    x = shifted(x, dim)
    return x - np.log(np.add.reduce(np.exp(x), dim, keepdims=True))


def over(name, op, input, dim, dtype):
    """One of the two above, with what people pass made uniform."""
    if dtype is not None:
        input = input.to(dtype)
    if not input.is_floating_point():
        raise errors.no_kernel(f"{name}_kernel_impl", input.dtype)
    dim = args.axis(dim, input.ndim)
    return op(input, dim) if input.ndim else op(input.reshape(1), 0).reshape(())


def softmax(input, dim, *, dtype=None):
    """Scores as probabilities that add up to 1 along a dimension: exp(x) / sum(exp(x)). As `torch.softmax`.

    Saves the result p; the gradient is p * (g - sum(g * p)). Large scores do not overflow.

    >>> import minigrad
    >>> minigrad.softmax(minigrad.tensor([0.0, 0.0]), 0)
    tensor([0.5000, 0.5000])
    """
    return over("softmax", softmax_dim, input, dim, dtype)


def log_softmax(input, dim, *, dtype=None):
    """Logarithms of the probabilities that `softmax` gives, without underflow. As `torch.log_softmax`.

    >>> import minigrad
    >>> minigrad.log_softmax(minigrad.tensor([1000.0, 0.0]), 0)
    tensor([    0., -1000.])
    """
    return over("log_softmax", log_softmax_dim, input, dim, dtype)


# --- how wrong

def reduced(name, losses):
    """One loss for each example, as the mean, the sum or unchanged."""
    if name == "none":
        return losses
    if name not in ("mean", "sum"):
        raise complaints.losses.unknown_reduction(name)
    return losses.mean() if name == "mean" else losses.sum()


def mse_slope(g, a, b, reduction):
    """2 (a - b), shared out over the elements if the loss is their mean."""
    difference = a - b
    count = difference.size if isinstance(difference, (np.ndarray, np.generic)) else difference.numel()
    return g * difference * (2 / count if reduction == "mean" else 2)


@primitive(a=mse_slope, b=lambda g, a, b, reduction: mse_slope(g, b, a, reduction), name="mse_loss",
           saved={"b": "target"})
def squared_error(a, b, *, reduction):
    """(a - b)² as the mean, the sum or unchanged. Saves both."""
    difference = a - b
    losses = difference * difference
    if reduction == "none":
        return losses
    total = np.add.reduce(losses, None)
    return total if reduction == "sum" else total / losses.dtype.type(losses.size)


def mse_loss(input, target, *, reduction="mean"):
    """The mean of the squared differences. As `torch.nn.functional.mse_loss`.

    Warns when the shapes differ, since broadcasting is then rarely what was meant.

    >>> import minigrad
    >>> mse_loss(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 4.0]))
    tensor(2.)
    """
    if reduction not in ("mean", "sum", "none"):
        raise complaints.losses.unknown_reduction(reduction)
    if input.shape != target.shape:
        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). "
            "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
            stacklevel=2)
    return squared_error(input, target, reduction)


@primitive(x=lambda g, x, target, weight, divisor: chosen_slope(g, x.shape, target, weight, divisor), name="nll_loss")
def chosen_loss(x, *, target, weight, divisor):
    """Minus the log-probability of each example's class, times its weight; summed and divided if asked to.

    Saves the targets, the weights and the input (for its shape, as PyTorch does).
    """
    losses = -x[np.arange(len(x)), target] * weight
    return losses if divisor is None else np.add.reduce(losses, None) / x.dtype.type(divisor)


def chosen_slope(g, shape, target, weight, divisor):
    g = g * -weight if divisor is None else g * (-weight / weight.dtype.type(divisor))
    return spread_over_classes(g, shape, target)


@primitive(x=lambda g, target: picked_classes(g, target))
def spread_over_classes(x, *, shape, target):
    """Zeros of shape (examples, classes) with one number at each example's class."""
    out = np.zeros(shape, x.dtype)
    out[np.arange(len(out)), target] = x
    return out


@primitive(x=lambda g, x_shape, target: spread_over_classes(g, x_shape, target))
def picked_classes(x, *, target):
    """The number at each example's class."""
    return x[np.arange(len(x)), target]


def nll_loss(input, target, weight=None, *, ignore_index=-100, reduction="mean"):
    """Minus the log-probability of the right class, averaged over the examples. As `torch.nn.functional.nll_loss`.

    `input` holds log-probabilities, (examples, classes); `target` the number of each example's class. The mean divides
    by the sum of the weights of the classes met; examples with the target `ignore_index` do not count.

    >>> import minigrad
    >>> nll_loss(minigrad.tensor([[-1.0, -2.0], [-3.0, -4.0]]), minigrad.tensor([0, 1]))
    tensor(2.5000)
    """
    if reduction not in ("mean", "sum", "none"):
        raise complaints.losses.unknown_reduction(reduction)
    labels = np.asarray(target.array)
    if labels.dtype.kind not in "iu":
        raise complaints.losses.target_dtype(labels)
    single = input.ndim == 1
    rows, labels = (input.reshape(1, -1), labels.reshape(1)) if single else (input, labels)
    if rows.ndim > 2:                   # classes stand in dimension 1: bring them to the end
        rows = rows.movedim(1, -1).reshape(-1, rows.shape[1])
        labels = labels.reshape(-1)
    if len(rows) != len(labels):
        raise complaints.losses.batch_sizes(len(rows), len(labels))
    counted = labels != ignore_index
    outside = labels[counted & ((labels < 0) | (labels >= rows.shape[1]))]
    if outside.size:
        raise complaints.losses.target_range(outside[0])
    labels = np.where(counted, labels, 0)
    weights = counted.astype(rows.array.dtype)
    if weight is not None:
        weights = weights * weight.array[labels]
    with np.errstate(invalid="ignore", divide="ignore"):
        divisor = {"mean": weights.sum(), "sum": 1, "none": None}[reduction]
        loss = chosen_loss(rows, labels, weights, divisor)
    return loss if reduction != "none" else loss.reshape(target.shape)


def cross_entropy(input, target, weight=None, *, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """How badly scores predict the right classes: log_softmax and nll_loss in one. As
    `torch.nn.functional.cross_entropy`.

    `input` holds scores, (examples, classes). `target` holds the number of each class, or probabilities of all classes.

    >>> import minigrad
    >>> cross_entropy(minigrad.tensor([[0.0, 0.0]]), minigrad.tensor([1]))
    tensor(0.6931)
    """
    dim = 0 if input.ndim == 1 else 1
    logs = log_softmax(input, dim)
    if target.shape == input.shape and target.is_floating_point():
        return soft_cross_entropy(logs, target, weight, reduction, label_smoothing, dim)
    loss = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if not label_smoothing:
        return loss
    classes = input.shape[dim]
    smooth = smoothed_loss(logs, target, weight, ignore_index, reduction, dim)
    return loss * (1 - label_smoothing) + smooth * (label_smoothing / classes)


def smoothed_loss(logs, target, weight, ignore_index, reduction, dim):
    """The part of the loss that wants every class a little."""
    weighted = logs if weight is None else logs * weight.reshape([-1 if i == dim else 1 for i in range(logs.ndim)])
    counted = np.asarray(target.array) != ignore_index
    losses = neg(weighted.sum(dim)) * counted
    if reduction != "mean":
        return reduced(reduction, losses)
    labels = np.where(counted, target.array, 0)
    total = counted.sum() if weight is None else (weight.array[labels] * counted).sum()
    return losses.sum() / float(total)


def soft_cross_entropy(logs, target, weight, reduction, label_smoothing, dim):
    """Cross-entropy against probabilities."""
    classes = logs.shape[dim]
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = mul(logs, target)
    if weight is not None:
        products = products * weight.reshape([-1 if i == dim else 1 for i in range(logs.ndim)])
    if reduction == "none":
        return neg(products.sum(dim))
    examples = logs.numel() // classes
    total = neg(products.sum())
    return total / examples if reduction == "mean" else total
