"""More reductions: products, how far apart elements are, how long vectors are, where the largest is, what is true."""
import builtins
import math
import warnings

import numpy as np

from ..core.primitive import primitive
from ..dtypes import bool_, of, total
from . import complaints
from .arguments import axis, numpy_names
from .elementwise import abs, sign, where
from .rare import load
from .reduce import count, dims, parted, restored, sum, sum_dim

# ---- products


def others(x, dim):
    """For each element of x the product of the others along a dimension, without dividing: x may hold zeros."""
    n = x.shape[dim] if x.ndim else 1
    product = x * 0 + 1
    for k in range(1, n):
        product = product * x[(slice(None),) * dim + ((np.arange(n) + k) % n,)]
    return product


def prod_slope(g, x, out):
    """out/x, or where that would be 0/0 the product of the other factors."""
    if getattr(x, "array", x).all():
        return g * out / x
    return g * others(x.reshape((-1,)), 0).reshape(x.shape)


@primitive(x=prod_slope, promote=total, name="prod")
def prod_all(x):
    """The product of all elements. Saves x and the result. PyTorch: `torch.prod`, ProdBackward0."""
    return np.multiply.reduce(x, None)


def prod_dim_slope(g, x, out, dim, keepdim):
    """As prod_slope, one line along `dim` at a time."""
    if not keepdim:
        g, out = g.reshape(kept(x.shape, dim)), out.reshape(kept(x.shape, dim))
    if getattr(x, "array", x).all():
        return g * out / x
    return g * others(x, dim)


def kept(shape, dim):
    return tuple([1 if i == dim else n for i, n in enumerate(shape)])


@primitive(x=prod_dim_slope, promote=total, name="prod", node="ProdBackward1")
def prod_dim(x, *, dim, keepdim=False):
    """Products along one dimension. Saves x and the result. PyTorch: `torch.prod`, ProdBackward1."""
    return np.multiply.reduce(x, dim if x.ndim else (), keepdims=keepdim)


@numpy_names
def prod(input, dim=None, keepdim=False, *, dtype=None):
    """The product of all elements or along `dim`; the gradient is exact where elements are zero.

    PyTorch: `torch.prod`, ProdBackward0 and ProdBackward1.

    >>> import minigrad
    >>> minigrad.tensor([2.0, 3.0, 4.0]).prod()
    tensor(24.)
    """
    if dtype is not None:
        return prod(input.to(dtype), dim, keepdim).to(dtype)
    if dim is None:
        return prod_all(input)
    if not isinstance(dim, int):
        raise complaints.arguments.wrong_combination("prod", "(Tensor input) or (Tensor input, int dim)")
    return prod_dim(input, dim=axis(dim, input.ndim), keepdim=keepdim)


# ---- how far apart


def var_slope(g, x, dim, correction):
    """d var/dx = 2 (x - mean)/(n - correction)."""
    n = count(x.shape, dim)
    return restored(g, x.shape, dim) * (x - average(x, dim, n)) * 2 / builtins.max(n - correction, 0)


def average(x, dim, n):
    """The mean along `dim`, with the dimensions kept, of an array or a tensor."""
    total = sum_dim(x, dim=dim, keepdim=True) if hasattr(x, "array") else np.add.reduce(x, dim, keepdims=True)
    return total / n


def deviation(x, dim, keepdim, correction):
    n = count(x.shape, dim)
    away = x - np.add.reduce(x, dim, keepdims=True) / x.dtype.type(n)
    return np.add.reduce(away * away, dim, keepdims=keepdim) / x.dtype.type(builtins.max(n - correction, 0))


@primitive(x=var_slope, name="var", node="VarBackward0")
def var_dim(x, *, dim, correction, keepdim=False):
    """Variance along dimensions. Saves x. PyTorch: `torch.var`, VarBackward0."""
    return deviation(x, dim, keepdim, correction)


def std_slope(g, x, out, dim, correction):
    """d std/dx = (x - mean)/((n - correction) std); 0 where all elements are equal."""
    n = count(x.shape, dim)
    out = restored(out, x.shape, dim)
    flat = getattr(out, "array", out) == 0
    away = x - average(x, dim, n)
    return restored(g, x.shape, dim) * ~flat * away / ((out + flat) * builtins.max(n - correction, 0))


@primitive(x=std_slope, name="std", node="StdBackward0")
def std_dim(x, *, dim, correction, keepdim=False):
    """Standard deviation along dimensions. Saves x and the result. PyTorch: `torch.std`, StdBackward0."""
    return np.sqrt(deviation(x, dim, keepdim, correction))


@numpy_names
def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """The variance: the mean squared distance from the mean, divided by n - 1 (n with unbiased=False).

    Raises RuntimeError for integers. One element gives nan with a warning. PyTorch: `torch.var`, VarBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0, 3.0]).var()
    tensor(1.)
    """
    return spread_of("var", var_dim, input, dim, unbiased, keepdim, correction)


@numpy_names
def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """The standard deviation, the root of the variance. PyTorch: `torch.std`, StdBackward0.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 2.0, 3.0]).std()
    tensor(1.)
    """
    return spread_of("std", std_dim, input, dim, unbiased, keepdim, correction)


def spread_of(name, op, input, dim, unbiased, keepdim, correction):
    if isinstance(dim, bool):                   # var(False) speaks of unbiased
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased else 0
    if not input.is_floating_point():
        raise complaints.numbers.needs_floats("std and var", None)
    found = dims(dim, input.ndim)
    if count(input.shape, found) <= correction:
        warnings.warn(f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction "
                      "factor (input numel divided by output numel).", UserWarning, stacklevel=3)
    return op(input, dim=found, correction=correction, keepdim=keepdim)


# ---- norms


def norm_slope(g, x, out, ord, dim):
    """d‖x‖/dx: x/‖x‖ for ord 2, 0 for the zero vector."""
    g, out = restored(g, x.shape, dim), restored(out, x.shape, dim)
    zero = getattr(out, "array", out) == 0
    if ord == 2:
        return g * ~zero * (x / (out + zero))
    if ord in (0, 1):
        return g * sign(x) * ord
    if builtins.abs(ord) == math.inf:
        wins = getattr(abs(x), "array", abs(x)) == getattr(out, "array", out)
        return parted(g * sign(x), wins, dim, getattr(x, "array", x).dtype)
    size = abs(x)
    powers = size ** (ord - 1) if ord >= 1 else where(size == 0, 0, size ** (ord - 1))
    return g * ~zero * sign(x) * powers / (out + zero) ** (ord - 1)


@primitive(x=norm_slope, name="vector_norm", node="LinalgVectorNormBackward0", saved={"x": "self"})
def vector_norm_dim(x, *, ord, dim, keepdim=False):
    """(Σ|xᵢ|ᵖ)^(1/p) along dimensions. Saves x and the result. PyTorch: LinalgVectorNormBackward0."""
    if ord == 2:
        return np.sqrt(np.add.reduce(x * x, dim, keepdims=keepdim))
    size = np.abs(x)
    if ord == math.inf:
        return np.maximum.reduce(size, dim, keepdims=keepdim)
    if ord == -math.inf:
        return np.minimum.reduce(size, dim, keepdims=keepdim)
    if ord == 0:
        return np.add.reduce((x != 0).astype(x.dtype), dim, keepdims=keepdim)
    return np.add.reduce(size ** ord, dim, keepdims=keepdim) ** (1 / ord)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The length of a vector, (Σ|xᵢ|ᵖ)^(1/p) with p = `ord`; inf is the largest size. 0 at the zero vector has slope 0.

    PyTorch: `torch.linalg.vector_norm`, LinalgVectorNormBackward0.

    >>> import minigrad
    >>> minigrad.tensor([3.0, -4.0]).norm()
    tensor(5.)
    """
    if not x.is_floating_point():
        raise complaints.numbers.norm_of_integers(of(x.array))
    if dtype is not None:
        x = x.to(dtype)
    if ord in (math.inf, -math.inf) and 0 in [x.shape[i] for i in dims(dim, x.ndim)]:
        raise complaints.numbers.norm_of_nothing(ord)
    return vector_norm_dim(x, ord=ord, dim=dims(dim, x.ndim), keepdim=keepdim)


@numpy_names
def norm(input, p=2, dim=None, keepdim=False, *, dtype=None):
    """The p-norm of all elements or along `dim`; see `vector_norm`. PyTorch: `torch.norm`.

    >>> import minigrad
    >>> minigrad.tensor([3.0, -4.0]).norm(1)
    tensor(7.)
    """
    if p == "nuc":
        return load("norms", "matrix_norm")(input, p, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(input, 2 if p == "fro" else p, dim, keepdim, dtype=dtype)


# ---- positions and truth: no slope


@primitive()
def argmax_dim(x, *, dim, keepdim=False):
    """Where the largest elements stand."""
    return np.argmax(x, dim, keepdims=keepdim)


@primitive()
def argmin_dim(x, *, dim, keepdim=False):
    """Where the smallest elements stand."""
    return np.argmin(x, dim, keepdims=keepdim)


@numpy_names
def argmax(input, dim=None, keepdim=False):
    """The index of the largest element, in the flattened tensor or along `dim`. PyTorch: `torch.argmax`.

    >>> import minigrad
    >>> minigrad.tensor([1.0, 9.0, 3.0]).argmax()
    tensor(1)
    """
    return argmax_dim(input, dim=position("argmax", input, dim), keepdim=keepdim)


@numpy_names
def argmin(input, dim=None, keepdim=False):
    """The index of the smallest element, in the flattened tensor or along `dim`. PyTorch: `torch.argmin`.

    >>> import minigrad
    >>> minigrad.tensor([4.0, 1.0, 3.0]).argmin()
    tensor(1)
    """
    return argmin_dim(input, dim=position("argmin", input, dim), keepdim=keepdim)


def position(name, input, dim):
    if input.dtype is bool_:
        raise complaints.numbers.position_of_truth(name)
    if dim is None:
        if input.numel() == 0:
            raise complaints.numbers.nowhere(name)
        return None
    dim = axis(dim, input.ndim)
    if input.ndim and input.shape[dim] == 0:
        raise complaints.numbers.empty_reduction(name, dim)
    return dim if input.ndim else None


@primitive()
def any_dim(x, *, dim, keepdim=False):
    """Whether at least one is true."""
    return np.logical_or.reduce(x, dim, keepdims=keepdim).astype(np.uint8 if x.dtype == np.uint8 else bool)


@primitive()
def all_dim(x, *, dim, keepdim=False):
    """Whether all are true."""
    return np.logical_and.reduce(x, dim, keepdims=keepdim).astype(np.uint8 if x.dtype == np.uint8 else bool)


@numpy_names
def any(input, dim=None, keepdim=False):
    """Whether at least one element is true (not 0), overall or along `dim`. PyTorch: `torch.any`.

    >>> import minigrad
    >>> minigrad.tensor([False, True]).any()
    tensor(True)
    """
    return any_dim(input, dim=dims(dim, input.ndim), keepdim=keepdim)


@numpy_names
def all(input, dim=None, keepdim=False):
    """Whether all elements are true (not 0), overall or along `dim`. PyTorch: `torch.all`.

    >>> import minigrad
    >>> minigrad.tensor([False, True]).all()
    tensor(False)
    """
    return all_dim(input, dim=dims(dim, input.ndim), keepdim=keepdim)


@numpy_names
def count_nonzero(input, dim=None):
    """How many elements are not 0, overall or along `dim`. PyTorch: `torch.count_nonzero`.

    >>> import minigrad
    >>> minigrad.count_nonzero(minigrad.tensor([0, 3, 5]))
    tensor(2)
    """
    return sum(input != 0, dim)
