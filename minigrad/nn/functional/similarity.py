"""Lengths and directions of vectors: normalize, cosine similarity, distances."""
from ... import errors
from ...core.value import Value
from ...ops import complaints
from ...ops.arithmetic import clamp_min
from ...ops.broadcasting import broadcast_tensors, expand_as


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Vectors along `dim`, divided by their p-norm (or by eps if that is smaller). As `torch.nn.functional.normalize`.

    >>> import minigrad
    >>> normalize(minigrad.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])
    """
    result = input / expand_as(clamp_min(input.norm(p, dim, keepdim=True), eps), input)
    if out is None:
        return result
    return out.copy_(result)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along `dim`: x1·x2 over their lengths, each at least eps.

    Shapes broadcast. Raises RuntimeError for integers. As `torch.nn.functional.cosine_similarity`.

    >>> import minigrad
    >>> cosine_similarity(minigrad.tensor([[1.0, 0.0]]), minigrad.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    for place, (name, value) in enumerate((("x1", x1), ("x2", x2)), 1):
        if not isinstance(value, Value):
            raise errors.not_a_tensor("cosine_similarity", place, value, name)
    x1, x2 = broadcast_tensors(x1, x2)
    if x1.dtype is not x2.dtype:
        wide = (x1[..., :0] + x2[..., :0]).dtype if x1.ndim else (x1 + x2).dtype
        x1, x2 = x1.to(wide), x2.to(wide)
    if not x1.dtype.is_floating_point:
        raise complaints.numbers.no_common_decimals(x1.dtype)
    first, second = (x / expand_as(clamp_min(length(x, dim), eps), x) for x in (x1, x2))
    return (first * second).sum(dim)


def length(x, dim):
    return x.norm(2, dim, keepdim=True)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 + eps along the last dimension. As `torch.nn.functional.pairwise_distance`.

    >>> import minigrad
    >>> pairwise_distance(minigrad.tensor([[3.0, 4.0]]), minigrad.zeros(1, 2))
    tensor([5.0000])
    """
    return (x1 - x2 + eps).norm(p, -1, keepdim)
