"""What hooks, modes, gradients and writing in place say when they cannot. See minigrad/errors.py."""

from ..errors import case, changed, freed, kind, leaf_inplace, size, type_title

__all__ = ["changed", "freed", "leaf_inplace"]      # those of errors.py, at hand here too


def detached_view():
    return case(
        RuntimeError, "detached_view",
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
        "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() "
        "cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
        "torch/optim/optimizer.py as the solution.")


def checked_switch(on):
    """True or False, nothing else."""
    if isinstance(on, bool):
        return on
    raise case(TypeError, "switch",
               f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {kind(on)}")


def data_of(value):
    """The numbers of a tensor that is assigned to .data; an error if it is none."""
    if hasattr(value, "array"):
        return value.array
    raise case(TypeError, "data_type", f"Variable data has to be a tensor, but got {type(value).__name__}")


def array_of(gradient):
    """The numbers of a gradient that a pass starts from; an error if it is no tensor."""
    if hasattr(gradient, "array"):
        return gradient.array
    raise case(TypeError, "gradient_type",
               f"gradients can be either Tensors or None, but got {type(gradient).__name__}")


def gradients_count(got, expected):
    for gradient in got:
        if gradient is not None:
            array_of(gradient)
    return case(
        RuntimeError, "gradients_count",
        f"got {len(expected)} tensors and {len(got)} gradients",
        "every output needs its own gradient, or None for a scalar.")


def no_inputs(function):
    return case(RuntimeError, "no_inputs", f"`inputs` argument to `{function}()` cannot be empty.")


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
        f"attempting to assign a gradient with dtype '{plain_name(got)}' to a tensor with grad_dtype "
        f"'{type_title(expected)}'. "
        "The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). "
        "You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. "
        "Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems "
        "that assume they match.")


def plain_name(array):
    """What C++ calls the numbers of an array: PyTorch's message speaks so."""
    names = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long int", "int32": "int",
             "int16": "short int", "int8": "signed char", "uint8": "unsigned char"}
    return names.get(array.dtype.name, array.dtype.name)


def self_as_grad():
    return case(RuntimeError, "self_as_grad", "can't assign Variable as its own grad")


def grad_type(value):
    return case(
        TypeError, "grad_type",
        f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")


def hook_shape(hook, got, expected):
    return case(
        RuntimeError, "hook_shape",
        f"hook '{hook_name(hook)}' has changed the size of value",
        f"it was {size(expected)} and is now {size(got)}.")


def hook_dtype(hook, got, expected):
    return case(
        RuntimeError, "hook_dtype",
        f"hook '{hook_name(hook)}' has changed the type of value (was torch.{type_title(expected)}Tensor got "
        f"torch.{type_title(got)}Tensor)")


def hook_count(hook, got, expected):
    return case(
        RuntimeError, "hook_count",
        f"hook '{hook_name(hook)}' has returned an incorrect number of values (got {got}, but expected {expected})")


def hook_type(value, expected="Variable"):
    return case(TypeError, "hook_type", f"expected {expected}, but hook returned '{type(value).__name__}'")


def hook_name(hook):
    return getattr(hook, "__name__", "<unknown>")


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
        "Inference tensors do not track version counter.", "writes to them are not noticed.")


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
    if not hasattr(op, "node"):
        return view_of_function(op.__name__, *output)
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


# ---- Functions

def view_of_function(name, index):
    return case(
        RuntimeError, "view_of_function",
        f"Output {index} of {name} is a view and is being modified inplace. This view was created inside a custom "
        "Function (or because an input was returned as-is) and the autograd logic to handle view+inplace would "
        "override the custom backward associated with the custom Function, leading to incorrect gradients. This "
        "behavior is forbidden. You can fix this by cloning the output of the custom Function.")


def legacy_function():
    return case(
        RuntimeError, "legacy_function",
        "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
        "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)",
        "an instance of a Function was called.", "YourFunction.apply(x), on the class itself.")


def missing_forward():
    return case(
        NotImplementedError, "missing_method",
        "You must implement the forward function for custom autograd.Function.")


def missing_setup_context():
    return case(NotImplementedError, "missing_method", "setup_context is not implemented.")


def missing_backward():
    return case(
        NotImplementedError, "missing_method",
        "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
        "backward mode AD.")


def backward_and_vjp():
    return case(
        RuntimeError, "backward_and_vjp",
        "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one "
        "of them.")


def saves_tensors(index, value):
    return case(
        TypeError, "saves_tensors",
        f"save_for_backward can only save variables, but argument {index} is of type {type(value).__name__}",
        "only tensors need to be watched for writes in place.", "keep other things as attributes: ctx.k = k.")


def marks_tensors(says):
    return case(RuntimeError, "marks_tensors", says, "a mark belongs on a tensor.")


def dirty_not_returned():
    return case(
        RuntimeError, "dirty_not_returned",
        "Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
        "modified inplace must all be outputs of the Function.")


def leaf_was_written():
    return case(
        RuntimeError, "leaf_inplace", "a leaf Variable that requires grad has been used in an in-place operation.")


def gradients_returned(name, expected, got):
    return case(
        RuntimeError, "gradients_returned",
        f"function {name} returned an incorrect number of gradients (expected {expected}, got {got})",
        "backward returns one gradient for each input of forward.", "None for inputs without gradient.")


def gradient_of_no_tensor(name, position):
    return case(
        RuntimeError, "gradients_returned",
        f"function {name} returned a gradient different than None at position {position}, but the corresponding "
        "forward input was not a Variable")


def no_gradient(value):
    return case(RuntimeError, "gradients_returned", f"expected Variable or None (got {type(value).__name__})")


def invalid_gradient(name, index, got, expected):
    return case(
        RuntimeError, "invalid_gradient",
        f"Function {name} returned an invalid gradient at index {index} - got {size(got)} but expected shape "
        f"compatible with {size(expected)}",
        "a gradient has the shape of its input.")


def differentiated_twice():
    return case(
        RuntimeError, "differentiated_twice",
        "trying to differentiate twice a function that was marked with @once_differentiable")


# ---- what is done to saved values

def unpacked(value):
    return case(
        TypeError, "unpacked",
        f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {type(value).__name__}")


def deepcopy_of_result():
    return case(
        RuntimeError, "deepcopy_of_result",
        "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
        "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
        "see https://github.com/pytorch/pytorch/pull/103001",
        "a computed tensor has a history, which cannot be copied.",
        "x.detach() or x.clone() says which of the two you need.")


def hooks_disabled(message):
    return case(RuntimeError, "hooks_disabled", message)


def packed_in_place():
    return case(
        RuntimeError, "packed_in_place",
        "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
        "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you need "
        "to perform in-place operations on the input to a pack hook.")


def no_edge():
    return case(
        RuntimeError, "no_edge",
        "It is not possible to get the gradient edge for a Tensor that does not require gradients")


def hook_mode(mode):
    return case(ValueError, "hook_mode", f"Expects mode to be one of ('all', 'any') but got {mode}")


# ---- derivatives of functions

def no_tensors(says):
    return case(TypeError, "no_tensors", says)


def no_direction(says):
    return case(RuntimeError, "no_direction", says, "the vector is multiplied with a Jacobian, so its shape is given.")


def no_number(says):
    return case(
        RuntimeError, "no_number", says, "second derivatives are taken of one number.", "sum() the result.")


def independent(says):
    return case(RuntimeError, "independent", says, hint="strict=False: then zeros stand for what does not depend.")


def strategy(kind, says):
    return case(kind, "strategy", says)


# ---- checks

def repeated_memory(index):
    return case(
        RuntimeError, "repeated_memory",
        f"The {index}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping "
        "to be able to compute the numerical gradients correctly. You should call .contiguous on the input before "
        "passing it to gradcheck.")


def nothing_to_check():
    return case(
        ValueError, "nothing_to_check",
        "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.",
        hint="tensor(…, dtype=float64, requires_grad=True).")


def nan(node, index):
    return case(
        RuntimeError, "nan",
        f"Function '{node.name()}' returned nan values in its {index}th output.",
        "a slope there is infinite or not defined, for instance sqrt at 0, and was multiplied by 0.",
        "the warning above shows where the op was called; keep its input away from that point.")


# ---- checkpoints

def checkpoint_arguments(says):
    return case(ValueError, "checkpoint_arguments", says, hint="use_reentrant=False takes them.")


def reentrant_checkpoint():
    return case(
        RuntimeError, "reentrant_checkpoint",
        "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter "
        "to .backward(). To resolve this error, you can either set use_reentrant=False, or call .backward() without "
        "passing the `inputs` argument.")


def needless_checkpoint():
    return case(
        RuntimeError, "needless_checkpoint",
        "none of output has requires_grad=True, this checkpoint() is not necessary")


# ---- functions of functions

def no_scalar(says):
    return case(RuntimeError, "no_scalar", says)


def no_transform(value):
    return case(ValueError, "no_transform", f"Thing passed to transform API must be Tensor, got {type(value)}")


def argnums(says):
    return case(RuntimeError, "argnums", says, "argnums says which positional arguments are differentiated.")


def tangents(says):
    return case(RuntimeError, "tangents", says, "each primal moves along one tangent of its own shape.")


def vmapped(says):
    return case(ValueError, "vmapped", says)


def module_names(says):
    return case(RuntimeError, "module_names", says)


def written_several(title):
    return case(
        RuntimeError, "one_of_several",
        f"{title} is a view and its base or another view of its base has been modified inplace. This view is the "
        "output of a function that returns multiple views. Such functions do not allow the output views to be modified "
        "inplace. You should replace the inplace operation by an out-of-place one.")
