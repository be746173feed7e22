"""Linear algebra under its PyTorch name, `minigrad.linalg`."""

from .ops.statistics import norm, vector_norm

__all__ = ["norm", "vector_norm"]
