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


def nowhere(name):
    return case(
        IndexError, "empty_reduction",
        f"{name}(): Expected reduction dim to be specified for input.numel() == 0.",
        "there is no largest or smallest of nothing.")


def position_of_truth(name):
    return case(
        RuntimeError, "position_of_truth",
        f"{name}(): does not support bool input",
        "truth values have no largest.", "nonzero() says where they are true.")


def fractional_alpha():
    return case(
        RuntimeError, "fractional_alpha",
        "For integral input tensors, argument alpha must not be a floating point number.",
        "the result has the dtype of the two tensors.", "convert with .float() first.")


def not_a_condition(d):
    return case(
        RuntimeError, "not_a_condition",
        f"where expected condition to be a boolean tensor, but got a tensor with dtype {d.title}",
        "a condition says yes or no for every element.", "compare first: x > 0 is a condition.")


def no_complement():
    return case(
        TypeError, "no_complement",
        "~ (operator.invert) is only implemented on integer and Boolean-type tensors",
        "decimal numbers are not turned bit by bit.")


def mean_of_integers(d, dtype_given=False):
    return case(
        RuntimeError, "mean_of_integers",
        "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
        f"Got: {d.title}",
        "the mean of integers is rarely an integer.", "x.float().mean() or mean(dtype=float32).")


def relu_of_truth():
    return case(RuntimeError, "relu_of_truth", "Boolean inputs not supported for relu", "truth has no sign.")


def different_dtypes(a, b):
    return case(
        RuntimeError, "different_dtypes",
        f"{a.title} did not match {b.title}",
        "only numbers of one dtype are compared.", "convert one with .to(other.dtype).")


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


def no_common_decimals(d):
    return case(
        RuntimeError, "loss_dtypes",
        f"expected common dtype to be floating point, yet common dtype is {d.title}",
        "a cosine is rarely an integer.", "convert with .float() first.")


def norm_of_nothing(ord):
    return case(
        RuntimeError, "empty_reduction",
        f"linalg.vector_norm cannot compute the {ord} norm on an empty tensor because the operation does not have an "
        "identity")


def no_derivative(name):
    return case(
        RuntimeError, "no_kernel", f"derivative for aten::{name} is not implemented",
        "it is a step: flat, with jumps.", 'div(rounding_mode="floor"), whose slope is 0.')


def no_plus():
    return case(RuntimeError, "no_kernel", "The `+` operator, on a bool tensor is not supported.")


def expected_dtype(want, got):
    return case(
        RuntimeError, "same_dtype",
        f"expected dtype {want.title.lower()} for `end` but got dtype {got.title.lower()}",
        hint="convert one with .to(other.dtype).")


def integer_quotient():
    return case(
        RuntimeError, "needs_floats",
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true "
        "division of tensor1 and tensor2.",
        "the quotient of two integers is no integer.", "convert with .float().")


def out_of_tracked(name):
    return case(
        RuntimeError, "out_of_tracked",
        f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
        "requires grad.",
        "what is written over a tensor would have to become part of its history.",
        "leave out= away and keep the result, or compute under no_grad().")


def out_dtype(got, wanted):
    return case(
        RuntimeError, "output_dtype",
        f"result type {got.title} can't be cast to the desired output type {wanted.title}")


def no_imaginary():
    return case(
        RuntimeError, "no_imaginary", "imag is not implemented for tensors with non-complex dtypes.",
        "a real number has no imaginary part, and there are no complex ones here.", "zeros_like(x).")
