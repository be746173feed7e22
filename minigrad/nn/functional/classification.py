"""Losses over classes: nll_loss, cross_entropy, multi_margin_loss; and one-hot rows."""
import numpy as np

from ... import dtypes, errors
from ...core.node import tied
from ...core.value import Value
from ...ops import complaints, losses
from ...ops.arguments import check_tensor
from ...ops.arithmetic import clamp_min
from ...ops.elementwise import mul, neg
from ...ops.neural import log_softmax
from .activations import logsigmoid
from .losses import reduced, reduction_of


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability of the right class, averaged over the examples. As `torch.nn.functional.nll_loss`.

    `input` holds log-probabilities, (examples, classes, …); `target` the number of each class. The mean divides
    by the sum of the weights of the classes met; targets equal to `ignore_index` do not count. Raises RuntimeError or
    ValueError for shapes and dtypes that do not fit, IndexError for a class that is not there.

    >>> import minigrad
    >>> nll_loss(minigrad.tensor([[-1.0, -2.0], [-3.0, -4.0]]), minigrad.tensor([0, 1]))
    tensor(2.5000)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    check_tensors("nll_loss_nd", input, target)
    return chosen(input, target, weight, ignore_index, reduction)


def check_tensors(name, input, target):
    for place, (argument, value) in enumerate((("input", input), ("target", target)), 1):
        if not isinstance(value, Value):
            raise errors.not_a_tensor(name, place, value, argument)


def chosen(input, target, weight, ignore_index, reduction):
    """The loss of the chosen classes, in the shape of the targets unless reduced."""
    x, labels = input.array, np.asarray(target.array)
    check_targets(x, labels)
    if labels.dtype.kind not in "iu" or labels.dtype.itemsize not in (1, 8) or labels.dtype == np.int8:
        raise complaints.losses.target_dtype(labels)
    classes = x.shape[0] if x.ndim == 1 else x.shape[1]
    if weight is not None:
        check_weight(weight, classes, input.dtype)
    if x.ndim == 1:
        labels = labels.reshape(())
    if x.ndim not in (1, 2, 4):                    # pictures of one row
        flat = input.reshape(x.shape[0], classes, 1, -1)
        rows = tied(labels.reshape(len(labels), 1, -1), None)
        return reshaped(chosen(flat, rows, weight, ignore_index, reduction),
                        labels.shape if reduction == "none" else ())
    labels, weights = weights_of(labels, weight, ignore_index, classes, x.dtype)
    divisor = {"sum": 1, "none": None}.get(reduction, labels.size if weights is None else np.sum(weights))
    op = losses.nll_loss if x.ndim < 3 else losses.nll_loss2d
    return op(input, target=labels, weight=weights, divisor=divisor)


def reshaped(loss, shape):
    return loss if loss.array.shape == shape else loss.reshape(shape)


def weights_of(labels, weight, ignore_index, classes, dtype):
    """(labels that can be looked up, the weight of each, or None if all count alike): what is ignored has weight 0."""
    if labels.dtype != np.int64:
        labels = labels.astype(np.int64)
    if labels.size and 0 <= labels.min() and labels.max() < classes and not 0 <= ignore_index < classes:
        counted = None                          # all do
    else:
        counted = labels != ignore_index
        outside = labels[counted & ((labels < 0) | (labels >= classes))]
        if outside.size:
            raise complaints.losses.target_range(outside[0])
        labels = np.where(counted, labels, 0)
    if weight is None:
        return labels, None if counted is None else counted.astype(dtype)
    weights = weight.array[labels]
    return labels, weights if counted is None else weights * counted


def check_targets(x, labels):
    """Input and target must fit: all dimensions of the input but that of the classes."""
    if x.ndim == 0:
        raise complaints.losses.no_scores()
    if x.ndim == 1:
        if labels.ndim > 1:
            raise complaints.losses.several_targets()
        if labels.size != 1:
            raise complaints.losses.single_target(labels.size)
        return
    if labels.ndim == 0 or len(x) != len(labels):
        raise complaints.losses.batch_sizes(len(x), len(labels) if labels.ndim else 1)
    want = (len(x), *x.shape[2:])
    if x.ndim == 2 and labels.ndim > 1:
        raise complaints.losses.several_targets()
    if x.ndim == 4 and labels.ndim != 3:
        raise complaints.losses.picture_targets(labels.ndim)
    if x.ndim == 4 and labels.shape != want:
        raise complaints.losses.picture_sizes(x.shape, labels.shape)
    if labels.shape != want:
        raise complaints.losses.place_sizes(want, labels.shape)


def check_weight(weight, classes, dtype, name=""):
    if weight.array.shape != (classes,):
        raise complaints.losses.class_weights(classes, weight.array.shape, name)
    if weight.dtype is not dtype and not name:
        raise complaints.losses.scalar_type(dtype, weight.dtype)


# ---- scores


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                  label_smoothing=0.0):
    """How badly scores predict the right classes: log_softmax and nll_loss in one.

    `input` holds scores, (examples, classes, …). `target` holds the number of each class, or probabilities of all
    classes in the input's shape. `label_smoothing` gives this share of each target to all classes alike. Errors are
    those of `nll_loss`. As `torch.nn.functional.cross_entropy`.

    >>> import minigrad
    >>> cross_entropy(minigrad.tensor([[0.0, 0.0]]), minigrad.tensor([1]))
    tensor(0.6931)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    check_tensors("cross_entropy_loss", input, target)
    dim = 0 if input.ndim <= 1 else 1
    if input.array.shape == target.array.shape:
        if not target.dtype.is_floating_point:
            raise complaints.losses.probabilities_dtype(target.dtype)
        if ignore_index >= 0:
            raise complaints.losses.ignored_probabilities()
        return expected_loss(log_softmax(input, dim), target, weight, reduction, label_smoothing, dim)
    if label_smoothing > 1:
        raise complaints.losses.smoothing_range(label_smoothing)
    logs = log_softmax(input, dim)
    loss = chosen(logs, target, weight, ignore_index, reduction)
    if label_smoothing <= 0:
        return loss
    smooth = smoothed_loss(logs, target, weight, ignore_index, reduction, dim)
    return loss * (1 - label_smoothing) + smooth * (label_smoothing / input.shape[dim])


def along(weight, dim, ndim):
    """Class weights in a shape that broadcasts to the scores."""
    return weight.reshape([-1 if i == dim else 1 for i in range(ndim)])


def smoothed_loss(logs, target, weight, ignore_index, reduction, dim):
    """The part of the loss that wants every class a little."""
    weighed = logs if weight is None else logs * along(weight, dim, logs.ndim)
    counted = np.asarray(target.array != ignore_index).reshape(tuple(logs.shape[:dim] + logs.shape[dim + 1:]))
    losses_ = neg(weighed.sum(dim))
    if not counted.all():
        losses_ = losses_.masked_fill(tied(~counted, None), 0)
    if reduction != "mean":
        return reduced(losses_, reduction)
    labels = np.where(counted, np.asarray(target.array).reshape(counted.shape), 0)
    total = counted.sum() if weight is None else (weight.array[labels] * counted).sum()
    return losses_.sum() / total.item()


def expected_loss(logs, target, weight, reduction, label_smoothing, dim):
    """Cross-entropy against probabilities."""
    classes = logs.shape[dim] if logs.ndim else 1
    if weight is not None:
        check_weight(weight, classes, logs.dtype, "cross_entropy: ")
    if label_smoothing > 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = mul(logs, target)
    if weight is not None:
        products = products * along(weight, dim, logs.ndim)
    if reduction == "none":
        return neg(products.sum(dim))
    total = neg(products.sum())
    return losses.shared_out(total, count=logs.numel() // classes) if reduction == "mean" else total


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Mean over classes of max(0, margin - x[right] + x[other])ᵖ. As `torch.nn.functional.multi_margin_loss`.

    >>> import minigrad
    >>> multi_margin_loss(minigrad.tensor([[0.1, 0.6]]), minigrad.tensor([1]))
    tensor(0.2500)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    rows = input.reshape(1, -1) if input.ndim < 2 else input
    labels = np.asarray(target.array).reshape(-1)
    if ((labels < 0) | (labels >= rows.shape[1])).any():
        raise complaints.losses.margin_target()
    right = losses.picked_classes(rows, target=labels)
    gaps = clamp_min(margin - right.unsqueeze(1) + rows, 0) ** p
    if weight is not None:
        gaps = gaps * tied(weight.array[labels][:, None], None)
    others = np.ones(rows.array.shape, bool)
    others[np.arange(len(labels)), labels] = False
    loss = gaps.masked_fill(tied(~others, None), 0).sum(1) / rows.shape[1]
    return reduced(loss.reshape(tuple(target.shape)) if reduction == "none" else loss, reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross-entropy of every class, averaged. As `torch.nn.functional.multilabel_soft_margin_loss`.

    >>> import minigrad
    >>> multilabel_soft_margin_loss(minigrad.zeros(1, 2), minigrad.tensor([[1.0, 0.0]]))
    tensor(0.6931)
    """
    reduction = reduction_of(reduction, size_average, reduce)
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduced(loss.sum(input.ndim - 1) / input.shape[-1], reduction)


def one_hot(tensor, num_classes=-1):
    """For each number of a class a row of zeros with a 1 at its place. As `torch.nn.functional.one_hot`.

    Without `num_classes` there are as many as the largest number asks for. Raises RuntimeError for other dtypes than
    int64, for negative numbers and for numbers that are too large.

    >>> import minigrad
    >>> one_hot(minigrad.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    check_tensor("one_hot", tensor)
    if tensor.dtype is not dtypes.int64:
        raise complaints.losses.class_numbers()
    labels = np.asarray(tensor.array)
    if not labels.size:
        if num_classes <= 0:
            raise complaints.losses.unknown_classes()
        return tied(np.zeros((*labels.shape, num_classes), np.int64), None)
    if labels.min() < 0:
        raise complaints.losses.negative_class()
    if num_classes == -1:
        num_classes = int(labels.max()) + 1
    if labels.max() >= num_classes:
        raise complaints.losses.class_too_large()
    return tied((labels[..., None] == np.arange(num_classes)).astype(np.int64), None)
