"""Matrix products in all shapes. Every gradient is a product again, with the other factor turned over.

For out = a @ b with gradient g:  ∂a = g @ bᵀ  and  ∂b = aᵀ @ g.
"""

import math

import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from . import arguments as args
from . import complaints
from .elementwise import clone, mul
from .reduce import expand, gathered
from .transposing import matrix_transpose, permute, t
from .views import in_shape, reshape, unsafe_view, unsqueeze


def check_dtypes(a, b, refusal):
    """Products do not mix dtypes, and there are none of truth values."""
    if a.dtype != b.dtype:
        raise refusal(a, b)
    if a.dtype == bool:
        raise complaints.products.product_of_bools()


def times_turned(g, b):
    """g @ bᵀ for two matrices; `dot` needs half as long as `@` for small arrays."""
    return g.dot(b.T) if type(g) is np.ndarray else mm(g, t(b))


def turned_times(a, g):
    """aᵀ @ g, computed as (gᵀ @ a)ᵀ: layers turn their weight over, and so its gradient lies as the weight does."""
    return g.T.dot(a).T if type(g) is np.ndarray else t(mm(t(g), a))


def batch_product(a, b):
    """a @ b for two batches of matrices; of arrays at once."""
    return a @ b if type(a) is type(b) is np.ndarray else bmm(a, b)


def factors(a, b):
    """Whether two arrays are matrices that fit: what nearly always holds is looked at first, and at once."""
    return a.ndim == 2 == b.ndim and a.dtype is b.dtype and a.shape[1] == b.shape[0] and a.dtype.kind != "b"


def batch_factors(a, b):
    """Whether two arrays are batches of matrices that fit, pair by pair."""
    return a.ndim == 3 == b.ndim and a.dtype is b.dtype and a.dtype.kind != "b" and (
        (a.shape[0], a.shape[2]) == b.shape[:2])


@primitive(a=lambda g, b: times_turned(g, b),
           b=lambda g, a: turned_times(a, g), exact=True, saved={"b": "mat2"})
def mm(a, b):
    """Matrix times matrix: (n, k) @ (k, m) -> (n, m). Saves both factors.

    Raises RuntimeError if the inner sizes or the dtypes differ. As `torch.mm`.

    >>> import minigrad
    >>> minigrad.mm(minigrad.tensor([[1, 2]]), minigrad.tensor([[3], [4]]))
    tensor([[11]])
    """
    if not factors(a, b):
        check_factors(a, b, "self")
    return a.dot(b)


def check_factors(a, b, first):
    """Say what is wrong with two factors, if anything is; `first` is what PyTorch calls the first."""
    for name, x in ((first, a), ("mat2", b)):
        if x.ndim != 2:
            raise complaints.products.must_be_matrix(name)
    if a.shape[1] != b.shape[0]:
        raise complaints.products.mm_sizes(a.shape, b.shape)
    check_dtypes(a, b, complaints.products.matmul_dtypes)


@primitive(a=lambda g, b: g.reshape((-1, 1)) * b,
           b=lambda g, a: mv(t(a), g), exact=True, saved={"b": "vec"})
def mv(a, b):
    """Matrix times vector: (n, k) @ (k,) -> (n,). Saves both. As `torch.mv`.

    >>> import minigrad
    >>> minigrad.mv(minigrad.tensor([[1, 2], [3, 4]]), minigrad.tensor([1, 0]))
    tensor([1, 3])
    """
    if a.ndim != 2 or b.ndim != 1:
        raise complaints.products.mv_dims(b.ndim, a.ndim)
    if a.shape[1] != b.shape[0]:
        raise complaints.products.mv_sizes(a.shape, b.shape)
    check_dtypes(a, b, complaints.products.mv_dtypes)
    return a.dot(b)


@primitive(a=lambda g, b: g * b,
           b=lambda g, a: g * a, exact=True, saved={"b": "tensor"})
def dot(a, b):
    """The sum of the products of two vectors. Saves both. As `torch.dot`.

    >>> import minigrad
    >>> minigrad.dot(minigrad.tensor([1, 2, 3]), minigrad.tensor([4, 5, 6]))
    tensor(32)
    """
    if a.ndim != 1 or b.ndim != 1:
        raise complaints.products.dot_dims(a.ndim, b.ndim)
    if a.shape != b.shape:
        raise complaints.products.dot_sizes(a.size, b.size)
    check_dtypes(a, b, complaints.products.dot_dtypes)
    return a.dot(b)


@primitive(a=lambda g, b: batch_product(g, b.mT),
           b=lambda g, a: batch_product(a.mT, g), exact=True, saved={"b": "mat2"})
def bmm(a, b):
    """Products of two batches of matrices, pair by pair: (B, n, k) @ (B, k, m) -> (B, n, m). As `torch.bmm`.

    >>> import minigrad
    >>> minigrad.bmm(minigrad.ones(2, 1, 3), minigrad.ones(2, 3, 4)).shape
    torch.Size([2, 1, 4])
    """
    if not batch_factors(a, b):
        check_batches(a, b)
    return a @ b


def check_batches(a, b):
    """Say what is wrong with two batches of factors, if anything is."""
    for name, x in (("batch1", a), ("batch2", b)):
        if x.ndim != 3:
            raise complaints.products.must_be_batch(name)
    if (a.shape[0], a.shape[2]) != b.shape[:2]:
        raise complaints.products.bmm_sizes(a.shape, b.shape)
    check_dtypes(a, a if a.dtype == bool else b, complaints.products.bmm_dtypes)


@primitive(x=lambda g, x_shape: reshape(g, x_shape), name="squeeze", node="SqueezeBackward4")
def only_row(x):
    """The one row of a matrix, as a vector."""
    return x[0]


def matmul(input, other):
    """The product of vectors, matrices or batches of matrices, by their dimensions.

    (k) @ (k) is a dot product, (n, k) @ (k, m) a matrix product, a vector counts as a row on the left and a column on
    the right; more dimensions are a batch and broadcast. Raises RuntimeError if the inner sizes or the dtypes differ,
    or for 0-d tensors. As `torch.matmul`.

    >>> import minigrad
    >>> a = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
    >>> a @ minigrad.tensor([1.0, -1.0])
    tensor([-1., -1.])
    """
    if not isinstance(input, Value) or not isinstance(other, Value):
        raise complaints.products.matmul_operand(input, other)
    dims = input.array.ndim, other.array.ndim
    if dims == (2, 2):
        return mm(input, other)
    if dims == (2, 1):
        return mv(input, other)
    if dims == (1, 1):
        return dot(input, other)
    if 0 in dims:
        raise complaints.products.matmul_of_0d(*dims)
    if dims == (1, 2):
        return only_row(mm(unsqueeze(input, 0), other))
    if dims[0] > 2 >= dims[1]:
        return rows_times(input, other)
    if dims[1] > 2 >= dims[0] and input.node is not None:
        return times_columns(input, other)
    return batch_times(input, other)


def rows_times(input, other):
    """A batch times one matrix or vector: all rows of the batch in one product."""
    *batch, inner = input.array.shape
    flat = in_shape(input, (math.prod(batch), inner))
    out = mm(flat, other) if other.array.ndim == 2 else mv(flat, other)
    return unsafe_view(out, (*batch, *other.array.shape[1:]))


def times_columns(input, other):
    """One matrix or vector times a batch: turned over, it is the product above.

    PyTorch does so if the one needs gradients.
    """
    turned = matrix_transpose(other)
    if input.ndim == 1:
        return rows_times(turned, input)
    return clone(matrix_transpose(rows_times(turned, t(input))))


def batch_times(input, other):
    """Two batches, broadcast against each other."""
    left = input if input.array.ndim > 1 else unsqueeze(input, 0)
    right = other if other.array.ndim > 1 else unsqueeze(other, -1)
    (*batch, rows, _), (*other_batch, _, columns) = left.array.shape, right.array.shape
    if batch != other_batch:
        try:
            batch = np.broadcast_shapes(tuple(batch), tuple(other_batch))
        except ValueError:
            raise errors.sizes(tuple(batch), tuple(other_batch)) from None
    a, b = batch_of(left, tuple(batch)), batch_of(right, tuple(batch))
    shape = (*batch, *[rows][:input.array.ndim > 1], *[columns][:other.array.ndim > 1])
    return unsafe_view(bmm(a, b), shape)


def batch_of(x, batch):
    """The matrices of x, repeated over a batch shape, as one batch dimension."""
    *own, rows, columns = x.array.shape
    wide = x if tuple(own) == batch else expand(x, shape=(*batch, rows, columns))
    return wide if len(batch) == 1 else in_shape(wide, (math.prod(batch), rows, columns))


# --- composed of products

def scaled(g, factor):
    return g if factor == 1 else g * factor


@primitive(input=lambda g, input_shape, beta: gathered(g if beta == 1 else g * beta, input_shape),
           a=lambda g, b, alpha: times_turned(g if alpha == 1 else g * alpha, b),
           b=lambda g, a, alpha: turned_times(a, g if alpha == 1 else g * alpha), exact=True,
           saved={"a": "mat1", "b": "mat2"})
def addmm(input, a, b, *, beta=1, alpha=1):
    """A matrix product and a sum in one: beta * input + alpha * (a @ b); the input broadcasts. As `torch.addmm`.

    >>> import minigrad
    >>> minigrad.addmm(minigrad.tensor([10.0, 20.0]), minigrad.eye(2), minigrad.ones(2, 2))
    tensor([[11., 21.],
            [11., 21.]])
    """
    if not factors(a, b):
        if a.dtype != b.dtype:
            raise complaints.products.addmm_dtypes(input, a, b)
        check_factors(a, b, "mat1")
    out = a.dot(b)
    if input.dtype is not out.dtype and input.dtype != out.dtype:
        raise complaints.products.addmm_dtypes(input, a, b)
    if input.shape != out.shape[1:]:
        check_bias(input, out.shape)
    if alpha != 1: out = out * alpha
    out += input if beta == 1 else input * beta
    return out


def check_bias(bias, want):
    """What is added to a product must broadcast to it."""
    if bias.ndim > len(want):
        raise complaints.shapes.expand_too_many(bias.ndim, want)
    args.expanded(bias, want)


def linear(input, weight, bias=None):
    """A layer of neurons: input @ weightᵀ + bias, with weight (out, in). As `torch.nn.functional.linear`.

    >>> import minigrad
    >>> linear(minigrad.ones(1, 2), minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([10.0]))
    tensor([[13.]])
    """
    if not (isinstance(input, Value) and isinstance(weight, Value)):
        raise complaints.products.linear_operand(input, weight)
    turned = t(weight)
    if not input.array.shape:
        raise complaints.products.matmul_of_0d(0, weight.ndim, "linear")
    if bias is None:
        return matmul(input, turned)
    if input.array.ndim == 2:
        return addmm(bias, input, turned)
    *batch, inner = input.array.shape
    out = addmm(bias, in_shape(input, (math.prod(batch), inner)), turned)
    return in_shape(out, (*batch, out.array.shape[-1]))


def outer(input, vec2):
    """All products of two vectors: (n) and (m) give (n, m). As `torch.outer`.

    >>> import minigrad
    >>> minigrad.outer(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise complaints.products.outer_dims(name, x.ndim)
    return mul(reshape(input, (-1, 1)), vec2)


ger = outer


def inner(input, other):
    """Products summed over the last dimension of both. As `torch.inner`.

    >>> import minigrad
    >>> minigrad.inner(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
    tensor(11)
    """
    if input.ndim == 0 or other.ndim == 0:
        return mul(input, other)
    if input.shape[-1] != other.shape[-1]:
        raise complaints.products.inner_sizes(input.shape, other.shape)
    return tensordot(input, other, ([-1], [-1]))


def tensordot(a, b, dims=2):
    """Products summed over pairs of dimensions: the last `dims` of a with the first of b, or as listed. As
    `torch.tensordot`.

    >>> import minigrad
    >>> minigrad.tensordot(minigrad.ones(2, 3), minigrad.ones(3, 2), 1)
    tensor([[3., 3.],
            [3., 3.]])
    """
    if isinstance(dims, int):
        dims = range(a.ndim - dims, a.ndim), range(dims)
    left, right = (args.axes(tuple(chosen), x.ndim) for chosen, x in zip(dims, (a, b)))
    for i, j in zip(left, right):
        if a.shape[i] != b.shape[j]:
            raise complaints.products.tensordot_sizes(i, j, a.shape[i], b.shape[j])
    keep_a = [i for i in range(a.ndim) if i not in left]
    keep_b = [j for j in range(b.ndim) if j not in right]
    inner_size = int(np.prod([a.shape[i] for i in left]))
    shape_a, shape_b = [a.shape[i] for i in keep_a], [b.shape[j] for j in keep_b]
    flat_a = reshape(permute(a, (*keep_a, *left)), (int(np.prod(shape_a)), inner_size))
    flat_b = reshape(permute(b, (*right, *keep_b)), (inner_size, int(np.prod(shape_b))))
    return reshape(mm(flat_a, flat_b), (*shape_a, *shape_b))


def matrix_power(input, n):
    """A square matrix times itself, n times; its inverse, if n is negative. As `torch.matrix_power`.

    >>> import minigrad
    >>> minigrad.matrix_power(minigrad.tensor([[1.0, 1.0], [0.0, 1.0]]), 3)
    tensor([[1., 3.],
            [0., 1.]])
    """
    if input.ndim < 2:
        raise complaints.products.square_matrices("linalg.matrix_power", input.ndim)
    if input.shape[-1] != input.shape[-2]:
        raise complaints.products.square_matrices("linalg.matrix_power", None, *input.shape[-2:])
    if n == 1:
        return clone(input)
    if n == 0:
        return mul(input, 0) + np.eye(input.shape[-1], dtype=input.array.dtype)
    if n < 0:
        from .decompositions import inv

        input, n = inv(input), -n
    if n == 3:                                  # in the order in which PyTorch multiplies
        return matmul(matmul(input, input), input)
    result = None
    while n:
        if n & 1:
            result = input if result is None else matmul(result, input)
        n >>= 1
        input = matmul(input, input) if n else input
    return result
