"""`cov` and `corrcoef`: their input, and how much each observation counts."""

from ...errors import case


def too_many_dims(name, ndim):
    return case(
        RuntimeError, "covariance_dims",
        f"{name}(): expected input to have two or fewer dimensions but got an input with {ndim} dimensions",
        "a row is one quantity, a column one observation.",
        "flatten(1), or a loop over the first dimension.")


def no_truths():
    return case(
        RuntimeError, "no_kernel", "cov(): bool dtype is not supported for input",
        "a mean of truth values is no truth value.", "convert with .float().")


def weights_dtype(name, wanted, got):
    return case(
        RuntimeError, "covariance_weights",
        f"cov(): expected {name} to have {wanted} dtype but got {name} with {got.title} dtype",
        "fweights count how often a column was seen, aweights say how much it matters.")


def weights_dims(name, ndim):
    return case(
        RuntimeError, "covariance_weights",
        f"cov(): expected {name} to have one or fewer dimensions but got {name} with {ndim} dimensions",
        "there is one weight for each column.", "flatten().")


def weights_count(name, count, columns):
    return case(
        RuntimeError, "covariance_weights",
        f"cov(): expected {name} to have the same numel as there are observations in the input but got "
        f"{count} != {columns}",
        "there is one weight for each column.")


def negative_weights(name):
    return case(RuntimeError, "not_weights", f"cov(): {name} cannot be negative")


def no_weight():
    return case(RuntimeError, "not_weights", "cov(): weights sum to zero, can't be normalized")
