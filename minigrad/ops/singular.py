"""Singular values: every matrix is U @ diag(S) @ Vh, with orthonormal U and Vh and S ≥ 0, largest first."""
import numpy as np

from ..core.primitive import primitive
from .diagonals import diag_embed
from .views import unsqueeze


def from_parts(g, U, S, Vh):
    """The gradient of the matrix: U diag(gS) Vh for its singular values, and what turning U and Vh adds.

    Values that are equal leave U and Vh open: then their part is no number.
    """
    gU, gS, gVh = g
    size = np.shape(getattr(S, "array", S))[-1]
    inner = 0 if gS is None else diag_embed(gS)
    if gU is not None or gVh is not None:
        squares = S * S
        apart = unsqueeze(squares, -2) - unsqueeze(squares, -1) + np.eye(size, dtype=dtype_of(S))
        off = 1 - np.eye(size, dtype=dtype_of(S))
    if gU is not None:
        turn = U.mT @ gU
        inner = inner + (turn - turn.mT) / apart * off * unsqueeze(S, -2)
    if gVh is not None:
        turn = Vh @ gVh.mT
        inner = inner + unsqueeze(S, -1) * ((turn - turn.mT) / apart * off)
    found = U @ inner @ Vh
    if gU is not None:
        rest = gU / unsqueeze(S, -2)
        found = found + (rest - U @ (U.mT @ rest)) @ Vh
    if gVh is not None:
        rest = gVh / unsqueeze(S, -1)
        found = found + U @ (rest - (rest @ Vh.mT) @ Vh)
    return found


def dtype_of(x):
    return np.asarray(getattr(x, "array", x)).dtype


@primitive(x=from_parts, outputs=("U", "S", "Vh"), name="svd", node="LinalgSvdBackward0")
def singular(x):
    """The three parts, as few columns as there are singular values. Saves them."""
    return tuple(np.linalg.svd(x, full_matrices=False))
