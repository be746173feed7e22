"""The sizes of vectors and matrices, as `linalg` spells them."""
import math

from . import arguments as args
from . import complaints
from .diagonals import diagonal
from .elementwise import abs
from .singular import singular
from .statistics import vector_norm


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The size of a vector or a matrix: of everything in the 2-norm, or in the norm that `ord` names.

    With an `ord`, a tensor with two dimensions (or two in `dim`) is a matrix. As `torch.linalg.norm`.

    >>> import minigrad
    >>> minigrad.linalg.norm(minigrad.tensor([[3.0, 0.0], [0.0, 4.0]]), 1)
    tensor(4.)
    """
    if isinstance(ord, str):
        if dim is None and A.ndim != 2:
            raise complaints.products.norm_needs_matrix()
        return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if dim is None and A.ndim not in (1, 2):
        raise complaints.products.norm_needs_matrix()
    if dim is None and A.ndim == 2 or isinstance(dim, (tuple, list)) and len(dim) == 2:
        return matrix_norm(A, ord, (0, 1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(A, ord, dim, keepdim, dtype=dtype)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """The size of a matrix: "fro" the root of all squares, 1 the largest column sum of sizes, inf the largest row sum.

    -1 and -inf take the smallest; 2 and -2 the largest and smallest singular value, "nuc" their sum. As
    `torch.linalg.matrix_norm`.

    >>> import minigrad
    >>> minigrad.linalg.matrix_norm(minigrad.tensor([[3.0, 0.0], [0.0, 4.0]]))
    tensor(5.)
    """
    if dtype is not None:
        A = A.to(dtype)
    if A.ndim < 2:
        raise complaints.products.matrix_norm_dims(A.ndim)
    if not A.is_floating_point():
        raise complaints.products.matrix_floats("linalg.matrix_norm", A.dtype)
    rows, columns = args.axes(tuple(dim), A.ndim)
    if ord == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim)
    if ord in (2, -2, "nuc"):
        return singular_norm(A, ord, rows, columns, keepdim)
    if ord not in (1, -1, math.inf, -math.inf):
        raise complaints.products.unknown_norm(ord, "matrix_norm")
    summed, chosen = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = abs(A).sum(summed, keepdim)
    chosen -= not keepdim and chosen > summed
    return sums.amax(chosen, keepdim) if ord > 0 else sums.amin(chosen, keepdim)


def singular_norm(A, ord, rows, columns, keepdim):
    """What is made of singular values; matrices stand in the dimensions rows and columns."""
    others = [dim for dim in range(A.ndim) if dim not in (rows, columns)]
    values = singular(A.permute(*others, rows, columns))[1]
    if ord == "nuc" or not values.shape[-1]:
        found = values.sum(-1, keepdim)
    else:
        found = (values.amax if ord == 2 else values.amin)(-1, keepdim)
    if not keepdim:
        return found
    back = sorted(range(A.ndim), key=[*others, rows, columns].__getitem__)
    return found.unsqueeze(-1).permute(*back)


def last_diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonals of matrices. As `torch.linalg.diagonal`."""
    return diagonal(A, offset, dim1, dim2)
