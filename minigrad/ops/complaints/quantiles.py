"""What a quantile cannot be asked for."""
from ...errors import case


def wrong(name, says, why=None):
    return case(RuntimeError, "quantile", f"{name}() {says}", why)


def quantile_dtype(name):
    return wrong(name, "input tensor must be either float or double dtype")


def quantile_of_nothing(name):
    return wrong(name, "input tensor must be non-empty")


def quantile_shares(name, ndim):
    return wrong(name, "q must be a scalar or 1D tensor")


def quantile_q_dtype(name):
    return wrong(name, "q tensor must be same dtype as the input tensor")


def quantile_range(name, q):
    return wrong(name, f"q must be in the range [0, 1] but got {q:g}")


def quantile_range_of_many(name):
    return wrong(name, "q values must be in the range [0, 1]")


def quantile_way(name, way):
    return wrong(name, f"interpolation must be one of linear, lower, higher, midpoint or nearest, but got {way}")
