"""Gradients kept small: all scaled together by their norm, or each number cut off."""
import math
import warnings

import numpy as np

from ...autograd.modes import no_grad
from ...autograd.overwriting import store
from ...create import tensor
from ...tensor import Tensor
from .. import complaints


def gradients_of(parameters):
    return [p.grad for p in listed(parameters) if p.grad is not None]


def listed(tensors):
    if isinstance(tensors, Tensor):
        return [tensors]
    tensors = list(tensors)
    return tensors


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all numbers of the tensors together. As `torch.nn.utils.get_total_norm`.

    >>> import minigrad
    >>> get_total_norm([minigrad.tensor([3.0]), minigrad.tensor([4.0])])
    tensor(5.)
    """
    arrays = [np.asarray(t.array) for t in listed(tensors)]
    if not arrays:
        return tensor(0.0)
    norm_type = float(norm_type)
    kind = np.result_type(*arrays)
    norms = np.array([np.linalg.norm(a.ravel(), norm_type) if a.size else 0 for a in arrays], kind)
    total = np.linalg.norm(norms, norm_type).astype(kind)
    if error_if_nonfinite and not math.isfinite(total):
        raise complaints.nonfinite_norm(norm_type)
    return tensor(total)


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scale gradients by max_norm / total_norm where that is below 1. As `torch.nn.utils.clip_grads_with_norm_`."""
    factor = float(max_norm) / (total_norm.array + total_norm.array.dtype.type(1e-6))
    factor = np.minimum(factor, 1)
    with no_grad():
        for gradient in gradients_of(parameters):
            store(gradient, gradient.array * gradient.array.dtype.type(factor))


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scale all gradients by one factor so that their common norm is at most max_norm; returns the norm before.

    Raises RuntimeError for a norm that is not finite, if `error_if_nonfinite`. As `torch.nn.utils.clip_grad_norm_`.

    >>> import minigrad
    >>> w = minigrad.ones(2, requires_grad=True)
    >>> w.grad = minigrad.tensor([3.0, 4.0])
    >>> clip_grad_norm_([w], 1.0), w.grad
    (tensor(5.), tensor([0.6000, 0.8000]))
    """
    if not isinstance(parameters, Tensor):
        exhausted = not hasattr(parameters, "__len__")
        parameters = list(parameters)
        if exhausted and not parameters:
            warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", UserWarning,
                          stacklevel=2)
    total = get_total_norm(gradients_of(parameters), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(parameters, max_norm, total)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The old name of `clip_grad_norm_`."""
    warnings.warn("torch.nn.utils.clip_grad_norm is now deprecated in favor of torch.nn.utils.clip_grad_norm_.",
                  FutureWarning, stacklevel=2)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Cut every number of the gradients off at ± clip_value. As `torch.nn.utils.clip_grad_value_`."""
    limit = float(clip_value)
    with no_grad():
        for gradient in gradients_of(parameters):
            store(gradient, np.clip(gradient.array, -limit, limit))
