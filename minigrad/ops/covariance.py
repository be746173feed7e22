"""How quantities vary together: each row is one quantity, each column one observation."""
import warnings

import numpy as np

from . import complaints
from .linalg import mm
from .views import unsqueeze


def weights_of(fweights, aweights, columns):
    """How much each observation counts, or None."""
    for name, weights in (("fweights", fweights), ("aweights", aweights)):
        if weights is None:
            continue
        whole = not weights.is_floating_point()
        if whole != (name == "fweights"):
            raise complaints.covariances.weights_dtype(name, "floating point" if whole else "integral", weights.dtype)
        if weights.ndim > 1:
            raise complaints.covariances.weights_dims(name, weights.ndim)
        if weights.numel() != columns:
            raise complaints.covariances.weights_count(name, weights.numel(), columns)
        if np.any(weights.array < 0):
            raise complaints.covariances.negative_weights(name)
    if fweights is None or aweights is None:
        return fweights if aweights is None else aweights
    return fweights * aweights


def cov(input, *, correction=1, fweights=None, aweights=None):
    """The covariances of the rows: the mean product of their distances from their means, divided by n - correction.

    `fweights` says how often each column was seen, `aweights` how much it counts. Raises RuntimeError for more than
    two dimensions. As `torch.cov`.

    >>> import minigrad
    >>> minigrad.cov(minigrad.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise complaints.covariances.too_many_dims("cov", input.ndim)
    if input.array.dtype.kind == "b":
        raise complaints.covariances.no_truths()
    rows = input.view(1, -1) if input.ndim < 2 else input
    columns = rows.shape[1]
    weights = weights_of(fweights, aweights, columns)
    if weights is not None and not columns:
        weights = None
    total = columns if weights is None else weights.sum()
    if weights is not None and not total.item():
        raise complaints.covariances.no_weight()
    means = (rows if weights is None else rows * weights).sum(1) / total
    if weights is None or aweights is None or not correction:
        freedom = total - correction
    else:
        freedom = total - correction * (weights * aweights).sum() / total
    if freedom <= 0:
        warnings.warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of "
                      "observations.", UserWarning, 2)
        freedom = 0 if weights is None else freedom * 0
    apart = rows - unsqueeze(means, 1)
    other = apart if weights is None else apart * weights
    return (mm(apart, other.to(apart.dtype).t()) / freedom).squeeze()


def corrcoef(input):
    """The correlations of the rows: covariances divided by both standard deviations. As `torch.corrcoef`.

    >>> import minigrad
    >>> minigrad.corrcoef(minigrad.tensor([[0.0, 1.0, 2.0], [2.0, 1.0, 0.0]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input.ndim > 2:
        raise complaints.covariances.too_many_dims("corrcoef", input.ndim)
    found = cov(input)
    if not found.ndim:
        return found / found
    deviations = found.diag().sqrt()
    return (found / deviations.view(-1, 1) / deviations.view(1, -1)).clip(-1, 1)
