"""Attention: each query takes a mean of the values, weighed by how well their keys answer it."""
import numpy as np

from ..core.primitive import primitive
from .neural import softmax_dim
from .reduce import sum_dim


def safe_shares(scores):
    """softmax over the last dimension; a row in which everything is forbidden gets zeros."""
    top = np.maximum.reduce(scores, -1, keepdims=True, initial=-np.inf)
    powers = np.exp(scores - np.where(np.isneginf(top), scores.dtype.type(0), top))
    total = np.add.reduce(powers, -1, keepdims=True)
    return powers / np.where(total == 0, scores.dtype.type(1), total)


@primitive(x=softmax_dim.rules["x"])
def safe_softmax(x, *, dim):
    """softmax over the last dimension that gives zeros where everything is -inf. PyTorch: SafeSoftmaxBackward0.

    >>> import minigrad
    >>> safe_softmax(minigrad.tensor([float("-inf"), float("-inf")]), 0)
    tensor([0., 0.])
    """
    return safe_shares(x)


def weights_again(query, key, mask, weights, scale):
    """The weights; on tensors they are computed again, so that second gradients find their way."""
    if not hasattr(query, "array"):
        return weights
    scores = (query @ key.mT) * scale
    return safe_softmax(scores if mask is None else scores + mask, dim=query.ndim - 1)


def score_slope(g, query, key, value, mask, weights, scale):
    """The gradient of the scores: weights·(d - mean of d), where d are the products of gradient and values."""
    weights = weights_again(query, key, mask, weights, scale)
    wanted = g[0] @ value.mT
    return weights * (wanted - sum_dim(wanted * weights, dim=(weights.ndim - 1,), keepdim=True)) * scale


@primitive(query=lambda g, query, key, value, mask, weights, scale:
           score_slope(g, query, key, value, mask, weights, scale) @ key,
           key=lambda g, query, key, value, mask, weights, scale:
           score_slope(g, query, key, value, mask, weights, scale).mT @ query,
           value=lambda g, query, key, mask, weights, scale:
           weights_again(query, key, mask, weights, scale).mT @ g[0],
           outputs=("values", "weights"), node="ScaledDotProductFlashAttentionForCpuBackward0",
           saved={"mask": "attn_mask"})
def attention(query, key, value, mask=None, *, scale):
    """softmax(query @ keyᵀ · scale + mask) @ value. Saves the inputs and the weights.

    PyTorch: ScaledDotProductFlashAttentionForCpuBackward0.

    >>> import minigrad
    >>> x = minigrad.eye(2).reshape(1, 1, 2, 2)
    >>> attention(x, x, x, None, scale=1.0)[0]
    tensor([[[[0.7311, 0.2689],
              [0.2689, 0.7311]]]])
    """
    scores = np.matmul(query, key.mT)
    scores *= scores.dtype.type(scale)
    weights = safe_shares(scores if mask is None else scores + mask)
    return np.matmul(weights, value), weights
