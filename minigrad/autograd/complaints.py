"""What hooks, modes, gradients and conversions say when they cannot. See minigrad/errors.py."""

from ..errors import case, size


def gradients_count(got, expected):
    return case(
        RuntimeError, "gradients_count",
        f"got {expected} tensors and {got} gradients",
        "every output needs its own gradient, or None for a scalar.")


def no_inputs():
    return case(RuntimeError, "no_inputs", "`inputs` argument to `backward()` cannot be empty.")


def grad_shape(got, expected):
    return case(
        RuntimeError, "grad_shape",
        f"attempting to assign a gradient of size '{size(got)}' to a tensor of size '{size(expected)}'. "
        "Please ensure that the gradient and the tensor are the same size")


def grad_dtype(got, expected):
    return case(
        RuntimeError, "grad_dtype",
        f"attempting to assign a gradient with dtype '{got}' to a tensor with grad_dtype '{expected}'. "
        "The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). "
        "You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype.")


def grad_type(value):
    return case(TypeError, "grad_type", f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")


def hook_shape(name, got, expected):
    return case(
        RuntimeError, "hook_shape",
        f"hook '{name}' has changed the size of value: it was {size(expected)} and is now {size(got)}")


def hook_type(value):
    return case(TypeError, "hook_type", f"expected Tensor, but hook returned '{type(value).__name__}'")


def no_hook():
    return case(
        RuntimeError, "no_hook",
        "cannot register a hook on a tensor that doesn't require gradient",
        "no gradient ever passes through this tensor.")


def retain_untracked():
    return case(
        RuntimeError, "retain_untracked",
        "can't retain_grad on Tensor that has requires_grad=False",
        "no gradient ever arrives at this tensor.")


def post_hook_needs_leaf():
    return case(
        RuntimeError, "post_hook_needs_leaf",
        "post accumulate grad hooks cannot be registered on non-leaf tensors",
        "only leaves accumulate a gradient.")


def inference_version():
    return case(
        RuntimeError, "inference_version",
        "Inference tensors do not track version counter. Writes to them are not noticed.")


def inference_inplace():
    return case(
        RuntimeError, "inference_inplace",
        "Inplace update to inference tensor outside InferenceMode is not allowed."
        "You can make a clone to get a normal tensor before doing inplace update."
        "See https://github.com/pytorch/rfcs/pull/17 for more details.")


def inference_requires_grad():
    return case(
        RuntimeError, "inference_requires_grad",
        "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.",
        "the tensor was made in inference mode.", "clone() it outside the mode first.")
