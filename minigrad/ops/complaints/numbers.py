"""Arithmetic, reductions, and tensors that should be one number."""

from ...errors import case

graph_left_behind_warning = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first.")


def rounding_mode(value):
    return case(
        RuntimeError, "rounding_mode",
        f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{value}'")


def norm_of_integers(d):
    return case(
        RuntimeError, "norm_of_integers",
        f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {d.title}",
        "a length is rarely an integer.", "x.float().norm().")


def needs_floats(function, d):
    return case(
        RuntimeError, "needs_floats",
        f"{function} only support floating point and complex dtypes" if function.startswith("std") or
        function.startswith("var") else f"{function}: only floating point dtypes are supported, got {d.title}",
        hint="convert with .float().")


def empty_reduction(name, dim=None):
    if dim is None:
        return case(
            RuntimeError, "empty_reduction",
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with "
            "the 'dim' argument.")
    return case(
        IndexError, "empty_reduction",
        f"{name}(): Expected reduction dim {dim} to have non-zero size.",
        "there is no largest or smallest of nothing.")


def mean_of_integers(d, dtype_given=False):
    return case(
        RuntimeError, "mean_of_integers",
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
        f"Got: {d.title}",
        "the mean of integers is rarely an integer.", "x.float().mean() or mean(dtype=float32).")


def division_by_zero():
    return case(RuntimeError, "division_by_zero", "ZeroDivisionError", "integers have no infinity.")


def not_one_number():
    return case(ValueError, "not_one_number", "only one element tensors can be converted to Python scalars")


def ambiguous_truth(count):
    what = "no values" if count == 0 else "more than one value"
    return case(
        RuntimeError, "ambiguous_truth",
        f"Boolean value of Tensor with {what} is ambiguous",
        "each element has a truth value of its own.", "any() or all().")


def not_a_position():
    return case(TypeError, "not_an_index", "only integer tensors of a single element can be converted to an index")
