"""What hooks, modes, gradients and writing in place say when they cannot. See minigrad/errors.py."""

from ..errors import case, kind, size, type_title


def gradients_count(got, expected):
    return case(
        RuntimeError, "gradients_count",
        f"got {expected} tensors and {got} gradients",
        "every output needs its own gradient, or None for a scalar.")


def no_inputs():
    return case(RuntimeError, "no_inputs", "`inputs` argument to `backward()` cannot be empty.")


def unused_forbidden():
    return case(
        ValueError, "unused_forbidden",
        "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")


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
    return case(
        TypeError, "grad_type",
        f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")


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


# ---- writing in place


def output_shape(target, result):
    return case(
        RuntimeError, "output_shape",
        f"output with shape {size(target)} doesn't match the broadcast shape {size(result)}",
        "an in-place op cannot make its tensor larger.",
        "the ordinary form: x = x + y.")


def output_dtype(result, target):
    return case(
        RuntimeError, "output_dtype",
        f"result type {result.title} can't be cast to the desired output type {target.title}",
        "an in-place op cannot change its tensor's dtype, and fractions would be lost.",
        "the ordinary form: x = x + 1.5, or x.float() first.")


def overlapping():
    return case(
        RuntimeError, "overlapping",
        "unsupported operation: more than one element of the written-to tensor refers to "
        "a single memory location. Please clone() the tensor before performing the operation.")


def one_of_several(view):
    _, op, _, *output = view.view_of
    name = op.node.__name__.rstrip("0123456789").removesuffix("Backward")
    return case(
        RuntimeError, "one_of_several",
        f"Output {output[0] if output else 0} of {name} is a view and is being modified inplace. This view "
        "is the output of a function that returns multiple views. Such functions do not allow the output views to be "
        "modified inplace. You should replace the inplace operation by an out-of-place one.")


def fill_value(ndim):
    return case(
        RuntimeError, "fill_value",
        f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions.")


def cannot_assign(value, array):
    return case(
        TypeError, "cannot_assign",
        f"can't assign a {kind(value)} to a torch.{type_title(array)}Tensor",
        hint="wrap it with tensor(...).")


def put_dtypes(target, value):
    return case(
        RuntimeError, "put_dtypes",
        "Index put requires the source and destination dtypes match, got "
        f"{type_title(target)} for the destination and {type_title(value)} for the source.")
