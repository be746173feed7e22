"""Linear algebra under its PyTorch name, `minigrad.linalg`: norms at once, the others when they are first asked for."""

from importlib import import_module

from . import absent
from .ops.linalg import matmul, matrix_power
from .ops.statistics import vector_norm

_lazy = {
    "cholesky": "decompositions", "det": "decompositions", "inv": "decompositions", "slogdet": "decompositions",
    "solve": "decompositions", "LinAlgError": "complaints.products", "cross": "products:linalg_cross",
    "multi_dot": "products", "vecdot": "products", "norm": "norms", "matrix_norm": "norms",
    "diagonal": "norms:last_diagonal",
}
__all__ = ["matmul", "matrix_power", "vector_norm", *_lazy]  # noqa: PLE0604


def __getattr__(name):
    """A name of the table above, loaded now."""
    if name not in _lazy:
        raise absent.no_attribute("module 'minigrad.linalg'", name, __all__)
    module, _, member = _lazy[name].partition(":")
    return getattr(import_module(f"minigrad.ops.{module}"), member or name)


def __dir__():
    return sorted(__all__)
