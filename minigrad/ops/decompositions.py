"""Square matrices: determinant, inverse, solving equations, Cholesky's root. Gradients are products of the results."""
import numpy as np

from ..core.primitive import primitive
from . import complaints
from .diagonals import tril
from .elementwise import log, mul
from .views import unsqueeze


def check_square(name, x):
    """At least one square matrix of decimal numbers."""
    if not x.is_floating_point():
        raise complaints.products.matrix_floats(name, x.dtype)
    if x.ndim < 2:
        raise complaints.products.square_matrices(name, x.ndim)
    if x.shape[-1] != x.shape[-2]:
        raise complaints.products.square_matrices(name, None, *x.shape[-2:])
    if x.array.itemsize == 2:
        raise complaints.products.no_half(name, x.dtype)


def turned(x):
    return x.mT


@primitive(x=lambda g, out: -(turned(out) @ g @ turned(out)), name="inv", node="LinalgInvExBackward0",
           saved={"out": "inverse"})
def inverse(x):
    """As inv. Saves the result."""
    try:
        return np.linalg.inv(x)
    except np.linalg.LinAlgError:
        raise complaints.products.singular("linalg.inv", x.shape[-1]) from None


def inv(input):
    """The inverse of square matrices, x @ inv(x) = 1; the gradient is -x⁻ᵀ g x⁻ᵀ. As `torch.linalg.inv`.

    Raises LinAlgError (a RuntimeError) for a singular matrix.

    >>> import minigrad
    >>> minigrad.linalg.inv(minigrad.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    check_square("linalg.inv", input)
    return inverse(input)


def boxed(g):
    """A number for each matrix, as a 1 x 1 matrix."""
    return unsqueeze(unsqueeze(g, g.ndim), g.ndim + 1)


@primitive(x=lambda g, x, out: boxed(g * out) * turned(inverse(x)), name="det", node="LinalgDetBackward0")
def determinant(x):
    """As det. Saves x and the result."""
    return np.linalg.det(x)


def det(input):
    """The determinant, the factor by which a matrix scales volumes; its gradient is det·x⁻ᵀ. As `torch.linalg.det`.

    >>> import minigrad
    >>> minigrad.linalg.det(minigrad.tensor([[2.0, 0.0], [0.0, 3.0]]))
    tensor(6.)
    """
    check_square("linalg.det", input)
    return determinant(input)


@primitive(x=lambda g, x: x * 0 if g[1] is None else boxed(g[1]) * turned(inverse(x)),
           outputs=("sign", "logabsdet"), name="slogdet", node="LinalgSlogdetBackward0")
def sign_and_logarithm(x):
    """As slogdet. Saves x."""
    return tuple([np.asarray(part) for part in np.linalg.slogdet(x)])


class Slogdet(tuple):
    """(sign, logabsdet), with names."""

    sign, logabsdet = property(lambda self: self[0]), property(lambda self: self[1])

    def __repr__(self):
        return f"torch.return_types.linalg_slogdet(\nsign={self[0]!r},\nlogabsdet={self[1]!r})"


def slogdet(input):
    """Sign and logarithm of the determinant, for matrices whose determinant overflows. As `torch.linalg.slogdet`.

    >>> import minigrad
    >>> minigrad.linalg.slogdet(-minigrad.eye(1)).sign
    tensor(-1.)
    """
    check_square("linalg.slogdet", input)
    return Slogdet(sign_and_logarithm(input))


def logdet(input):
    """The logarithm of the determinant; nan if it is negative. As `torch.logdet`."""
    check_square("logdet", input)
    return log(determinant(input))


@primitive(a=lambda g, a, out: -(solved(turned(a), g) @ turned(out)),
           b=lambda g, a: solved(turned(a), g), name="solve", node="LinalgSolveExBackward0",
           saved={"a": "A", "out": "result"})
def solved(a, b):
    """The x with a @ x = b, for matrices b. Saves a and the result."""
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        raise complaints.products.singular("torch.linalg.solve", 1) from None


def solve(A, B, *, left=True):
    """The X with A @ X = B (X @ A = B with left=False); B is a vector, or has columns. As `torch.linalg.solve`.

    Raises LinAlgError (a RuntimeError) if A is singular.

    >>> import minigrad
    >>> minigrad.linalg.solve(minigrad.tensor([[2.0, 0.0], [0.0, 4.0]]), minigrad.tensor([2.0, 4.0]))
    tensor([1., 1.])
    """
    check_square("linalg.solve", A)
    if A.dtype is not B.dtype:
        raise complaints.products.bmm_dtypes(A.array, B.array)
    vector = B.ndim == 1 or B.ndim + 1 == A.ndim and tuple(B.shape) == tuple(A.shape[:-1])
    if vector:
        B = unsqueeze(B, -1)
    if not left:
        return turned(solve(turned(A), turned(B)))
    if B.shape[-2] != A.shape[-1]:
        raise complaints.products.solve_sizes(A.shape, B.shape)
    found = solved(A, B)
    return found.squeeze(-1) if vector else found


def root_slope(g, out):
    """L⁻ᵀ Φ(Lᵀ g) L⁻¹, made symmetric; Φ keeps the lower triangle and half the diagonal."""
    inner = tril(turned(out) @ g)
    inner = inner - mul(inner, np.eye(out.shape[-1], dtype=np.dtype(getattr(out, "array", out).dtype)) / 2)
    found = solved(turned(out), turned(solved(turned(out), turned(inner))))
    return (found + turned(found)) / 2


@primitive(x=root_slope, name="cholesky", node="LinalgCholeskyExBackward0", saved={"out": "L"})
def root(x):
    """As cholesky. Saves the result."""
    try:
        return np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        raise complaints.products.not_positive("linalg.cholesky") from None


def cholesky(input, *, upper=False):
    """The lower triangle L with L @ Lᵀ = input, of symmetric positive matrices. As `torch.linalg.cholesky`.

    Raises LinAlgError (a RuntimeError) if there is none.

    >>> import minigrad
    >>> minigrad.linalg.cholesky(minigrad.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    check_square("linalg.cholesky", input)
    found = root(input)
    return turned(found) if upper else found
