"""Products that are put together of others, or added to something: addmv, baddbmm, cross, kron, cdist."""
import math

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from ..dtypes import common, never_truth
from . import arguments as args
from . import complaints
from .elementwise import mul
from .linalg import bmm, check_bias, check_dtypes, dot, matmul, mm, mv, scaled
from .reduce import expand
from .statistics import norm_slope, vector_norm_dim
from .views import reshape, unsqueeze

# ---- a product and a sum in one


@primitive(input=lambda g, beta: scaled(g, beta),
           mat=lambda g, vec, alpha: scaled(g.reshape((-1, 1)) * vec, alpha),
           vec=lambda g, mat, alpha: scaled(mat.mT @ g, alpha), saved={"input": "self"})
def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta·input + alpha·(mat @ vec); the input broadcasts. As `torch.addmv`, AddmvBackward0.

    >>> import minigrad
    >>> minigrad.addmv(minigrad.ones(2), minigrad.eye(2), minigrad.ones(2))
    tensor([2., 2.])
    """
    return added(input, mv.kernel(mat, vec), beta, alpha)


@primitive(input=lambda g, beta: scaled(g, beta),
           vec1=lambda g, vec2, alpha: scaled(g @ vec2, alpha),
           vec2=lambda g, vec1, alpha: scaled(g.mT @ vec1, alpha), saved={"input": "self"}, promote=common)
def addr(input, vec1, vec2, *, beta=1, alpha=1):
    """beta·input + alpha·(vec1 ⊗ vec2), all products of two vectors. As `torch.addr`, AddrBackward0.

    >>> import minigrad
    >>> minigrad.addr(minigrad.zeros(2, 2), minigrad.ones(2), minigrad.tensor([1.0, 2.0]))
    tensor([[1., 2.],
            [1., 2.]])
    """
    for name, x in (("vec1", vec1), ("vec2", vec2)):
        if x.ndim != 1:
            raise complaints.products.outer_dims(name, x.ndim)
    product = vec1.reshape(-1, 1) * vec2
    check_bias(input, product.shape)
    return (scaled(input, beta) + scaled(product, alpha)).astype(np.result_type(input, product))


@primitive(input=lambda g, beta: scaled(g, beta),
           batch1=lambda g, batch2, alpha: scaled(bmm(g, batch2.mT), alpha),
           batch2=lambda g, batch1, alpha: scaled(bmm(batch1.mT, g), alpha), saved={"input": "self"})
def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta·input + alpha·(batch1 @ batch2), pair by pair. As `torch.baddbmm`, BaddbmmBackward0.

    >>> import minigrad
    >>> minigrad.baddbmm(minigrad.ones(1), minigrad.ones(2, 1, 3), minigrad.ones(2, 3, 1)).flatten()
    tensor([4., 4.])
    """
    return added(input, bmm.kernel(batch1, batch2), beta, alpha)


def turned_over(g, other, alpha, left):
    """The gradient of one batch of factors: the same g for each pair."""
    wide = expand(unsqueeze(g, 0), shape=(other.shape[0], *g.shape))
    return scaled(bmm(wide, other.mT) if left else bmm(other.mT, wide), alpha)


@primitive(input=lambda g, beta: scaled(g, beta),
           batch1=lambda g, batch2, alpha: turned_over(g, batch2, alpha, True),
           batch2=lambda g, batch1, alpha: turned_over(g, batch1, alpha, False), saved={"input": "self"})
def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta·input + alpha·Σ(batch1 @ batch2), summed over the batch. As `torch.addbmm`, AddbmmBackward0.

    >>> import minigrad
    >>> minigrad.addbmm(minigrad.zeros(1, 1), minigrad.ones(2, 1, 3), minigrad.ones(2, 3, 1))
    tensor([[6.]])
    """
    return added(input, bmm.kernel(batch1, batch2).sum(0, batch1.dtype), beta, alpha)


def added(input, product, beta, alpha):
    if input.dtype != product.dtype:
        raise complaints.products.sum_dtypes(input, product)
    check_bias(input, product.shape)
    return scaled(input, beta) + scaled(product, alpha)


# ---- products of vectors


@primitive(a=lambda g, b, dim: cross_dim(b, g, dim=dim),
           b=lambda g, a, dim: cross_dim(g, a, dim=dim), name="cross", node="LinalgCrossBackward0",
           promote=never_truth("cross"))
def cross_dim(a, b, *, dim):
    """As cross. Saves both."""
    return np.cross(a, b, axis=dim)


def cross(input, other, dim=None):
    """The vector at right angles to two vectors, along a dimension of length 3. As `torch.cross`, LinalgCrossBackward0.

    >>> import minigrad
    >>> minigrad.cross(minigrad.tensor([1.0, 0.0, 0.0]), minigrad.tensor([0.0, 1.0, 0.0]), dim=0)
    tensor([0., 0., 1.])
    """
    if dim is None:
        threes = [place for place, n in enumerate(input.shape) if n == 3]
        if not threes:
            raise complaints.products.no_dim_of_three()
        dim = threes[0]
    return linalg_cross(input, other, dim=dim)


def linalg_cross(input, other, *, dim=-1):
    """As `cross`, along the last dimension if none is named. As `torch.linalg.cross`."""
    if input.ndim != other.ndim:
        raise complaints.products.cross_dims(input.ndim, other.ndim)
    dim = args.axis(dim, input.ndim)
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise complaints.products.cross_length(dim, input.shape[dim], other.shape[dim])
    if input.dtype is not other.dtype:
        raise complaints.products.dot_dtypes(input.array, other.array)
    return cross_dim(input, other, dim=dim)


@primitive(a=lambda g, b: g * b,
           b=lambda g, a: g * a)
def vdot(a, b):
    """The dot product of two vectors, as `dot`. Saves both. As `torch.vdot`, VdotBackward0.

    >>> import minigrad
    >>> minigrad.vdot(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
    tensor(11)
    """
    return dot.kernel(a, b)


def vecdot(x, y, *, dim=-1):
    """The sum of the products along a dimension; shapes broadcast. As `torch.linalg.vecdot`.

    >>> import minigrad
    >>> minigrad.linalg.vecdot(minigrad.ones(2, 3), minigrad.ones(3))
    tensor([3., 3.])
    """
    for one in (x, y):
        if not one.is_floating_point():
            raise complaints.products.matrix_floats("linalg.vecdot", one.dtype)
    check_dtypes(x.array, y.array, complaints.products.bmm_dtypes)
    return mul(x, y).sum(dim)


def kron(input, other):
    """All products of an element of one tensor with the whole other, laid out in blocks. As `torch.kron`.

    >>> import minigrad
    >>> minigrad.kron(minigrad.tensor([1, 10]), minigrad.tensor([1, 2]))
    tensor([ 1,  2, 10, 20])
    """
    for name, x in (("self", input), ("other", other)):
        if not isinstance(x, Value):
            raise errors.not_a_tensor("kron", 1 if name == "self" else 2, x, "input" if name == "self" else name)
    ndim = max(input.ndim, other.ndim)
    left, right = ((1,) * (ndim - x.ndim) + tuple(x.shape) for x in (input, other))
    apart = [n for m in left for n in (m, 1)], [n for m in right for n in (1, m)]
    product = mul(reshape(input, apart[0]), reshape(other, apart[1]))
    return reshape(product, [m * n for m, n in zip(left, right)])


def multi_dot(tensors):
    """The product of several matrices; the first and the last may be vectors. As `torch.linalg.multi_dot`."""
    product, *others = tensors
    for x in others:
        product = matmul(product, x)
    return product


def chain_matmul(*matrices):
    """The product of several matrices. As `torch.chain_matmul`."""
    product, *others = matrices
    for x in others:
        product = mm(product, x)
    return product


# ---- distances


@primitive(a=lambda g, a, b, out, p: apart(g, a, b, out, p).sum(-2),
           b=lambda g, a, b, out, p: -apart(g, a, b, out, p).sum(-3), name="cdist", saved={"a": "x1", "b": "x2"})
def distances(a, b, *, p):
    """As cdist. Saves both and the result."""
    return vector_norm_dim.kernel(a[..., :, None, :] - b[..., None, :, :], ord=p, dim=(a.ndim,))


def apart(g, a, b, out, p):
    """How each distance changes with each coordinate of the difference."""
    away = unsqueeze(a, a.ndim - 1) - unsqueeze(b, b.ndim - 2)
    return norm_slope(unsqueeze(g, g.ndim), away, unsqueeze(out, out.ndim), p, (away.ndim - 1,))


def cdist(x1, x2, p=2.0, compute_mode=None):
    """Distances of each row of one matrix to each row of another, in the p-norm; batches broadcast.

    As `torch.cdist`, CdistBackward0.

    >>> import minigrad
    >>> minigrad.cdist(minigrad.tensor([[0.0, 0.0]]), minigrad.tensor([[3.0, 4.0], [0.0, 1.0]]))
    tensor([[5., 1.]])
    """
    for name, x in (("X1", x1), ("X2", x2)):
        if not x.is_floating_point():
            raise complaints.products.cdist_floats(name, x.dtype)
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise complaints.products.cdist_dims(name, x.ndim)
    if x1.shape[-1] != x2.shape[-1]:
        raise complaints.products.cdist_sizes(x1.shape[-1], x2.shape[-1])
    if x1.array.dtype.itemsize == 2:
        raise errors.no_kernel("cdist", x1.dtype)
    if p < 0 or math.isnan(p):
        raise complaints.products.cdist_power()
    check_dtypes(x1.array, x2.array, complaints.products.bmm_dtypes)
    return distances(x1, x2, p=p)
