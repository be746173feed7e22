"""`scaled_dot_product_attention`."""
import math

import numpy as np

from ... import errors
from ...core.node import tied
from ...core.value import Value
from ...ops import attention as ops
from ...ops import complaints
from ...ops.linalg import matmul
from ...ops.picking import repeat_interleave
from ...ops.transposing import transpose
from .dropout import dropped


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None,
                                 enable_gqa=False):
    """softmax(query @ keyᵀ / √E + mask) @ value: a mean of the values, weighed by how well keys answer queries.

    Shapes: query (…, L, E), key (…, S, E), value (…, S, V); the result is (…, L, V). A mask of truth values says what
    may be looked at; numbers are added to the scores. `is_causal` forbids looking ahead. A query that may look at
    nothing gets zeros. Raises RuntimeError for shapes, dtypes and masks that do not fit. As
    `torch.nn.functional.scaled_dot_product_attention`.

    >>> import minigrad
    >>> x = minigrad.eye(2)
    >>> scaled_dot_product_attention(x, x, x, is_causal=True, scale=1.0)
    tensor([[1.0000, 0.0000],
            [0.2689, 0.7311]])
    """
    check(query, key, value, attn_mask, dropout_p)
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    if enable_gqa and query.ndim > 2 and query.shape[-3] != key.shape[-3]:
        repeats = query.shape[-3] // key.shape[-3]
        key, value = repeat_interleave(key, repeats, -3), repeat_interleave(value, repeats, -3)
    if fused(query, key, value, attn_mask, dropout_p):
        mask = additive(attn_mask, is_causal, query, key)
        return ops.attention(query, key, value, mask, scale=scale)[0]
    root = math.sqrt(scale)
    scores = matmul(query * root, transpose(key, -2, -1) * root)
    mask = additive(attn_mask, is_causal, query, key)
    weights = ops.safe_softmax(scores if mask is None else scores + mask, dim=scores.ndim - 1)
    if dropout_p:
        weights = dropped(weights, dropout_p, True, False, tuple(weights.shape))
    return matmul(weights, value)


def check(query, key, value, mask, dropout_p):
    for place, (name, x) in enumerate((("query", query), ("key", key), ("value", value)), 1):
        if not isinstance(x, Value):
            raise errors.not_a_tensor("scaled_dot_product_attention", place, x, name)
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise complaints.attention.dims(query.ndim, key.ndim, value.ndim)
    if not query.dtype is key.dtype is value.dtype:
        raise complaints.attention.dtypes(query.dtype, key.dtype, value.dtype)
    if not query.dtype.is_floating_point:
        raise complaints.losses.scalar_type_float(query.dtype)
    if mask is not None and mask.dtype.name not in ("bool", query.dtype.name):
        raise complaints.attention.mask_dtype(mask.dtype, query.dtype)
    if not 0 <= dropout_p <= 1:
        raise complaints.attention.dropout_share(dropout_p)


def fused(query, key, value, mask, dropout_p):
    """Whether PyTorch takes its one-step attention: batches of heads, all alike, and a mask without gradients."""
    return (query.ndim == key.ndim == value.ndim == 4 and not dropout_p
            and query.shape[:2] == key.shape[:2] == value.shape[:2] and key.shape[2] == value.shape[2]
            and query.shape[3] == key.shape[3] == value.shape[3]
            and (mask is None or not mask.requires_grad and mask.ndim in (2, 4)))


def additive(mask, is_causal, query, key):
    """What is added to the scores: 0 where one may look, -inf where not."""
    length, others = query.shape[-2], key.shape[-2]
    if is_causal:
        ahead = np.triu(np.full((length, others), -np.inf, query.array.dtype), 1)
        return tied(ahead, None) if mask is None else tied(ahead, None) + additive(mask, False, query, key)
    if mask is None or mask.dtype.name != "bool":
        return mask
    return tied(np.where(mask.array, 0, -np.inf).astype(query.array.dtype), None)
