"""Every error text: what PyTorch says first, then why it happened and what to try.

Each function makes the built-in exception type that PyTorch raises. `str(error)` is PyTorch's sentence; the notes
(shown below it in a traceback) explain it with the shapes and names at hand; `error.key` names the case, so that a
notebook can say the same in the reader's language.
"""


def case(kind, key, says, why=None, hint=None):
    """An exception that teaches: `says` is PyTorch's text, `why` and `hint` become its notes."""
    error = kind(says)
    error.key = key
    if why:
        error.add_note(f"Why: {why}")
    if hint:
        error.add_note(f"Try: {hint}")
    return error


def size(shape):
    return "[" + ", ".join(map(str, shape)) + "]"


# ---- starting a backward pass

def no_graph(index=0):
    return case(
        RuntimeError, "no_graph",
        f"element {index} of tensors does not require grad and does not have a grad_fn",
        "no operation on the way to this tensor was recorded, so there is nothing to walk back.",
        "create a leaf with requires_grad=True before computing, and look for no_grad(), detach() or .data on the way.")


def not_a_scalar(shape):
    return case(
        RuntimeError, "not_a_scalar",
        "grad can be implicitly created only for scalar outputs",
        f"the tensor has shape {tuple(shape)}; the gradient to start from is 1 only when there is one element.",
        "sum() or mean() it first, or pass gradient= with the same shape.")


def gradient_shape(index, got, expected):
    return case(
        RuntimeError, "gradient_shape",
        f"Mismatch in shape: grad_output[{index}] has a shape of torch.Size({size(got)}) and output[{index}] has a "
        f"shape of torch.Size({size(expected)}).",
        "each element of the output needs exactly one weight.",
        "give the gradient the output's shape, for instance with ones_like(output).")


def not_differentiable():
    return case(
        RuntimeError, "not_differentiable",
        "One of the differentiated Tensors does not require grad",
        "a tensor you ask a gradient for was created without requires_grad=True.",
        "x.requires_grad_() before computing with it.")


def unused(index):
    return case(
        RuntimeError, "unused",
        f"The differentiated Tensor at index {index} appears to not have been used in the graph. "
        "Set allow_unused=True if this is the desired behavior.",
        "there is no path in the graph from the output back to it.",
        "check that the output was computed from this very object, or pass allow_unused=True to get None.")


# ---- what nodes saved

def freed(node):
    error = case(
        RuntimeError, "freed",
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
        "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
        "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
        "saved tensors after calling backward.",
        f"{node.name()} gave its saved values back after the first pass.",
        "backward(retain_graph=True) the first time, or compute the result again.")
    error.node = node
    return error


def changed(node, name, tensor=None):
    """In-place after saving. `tensor` is the saved input; None means the node's own result."""
    if tensor is None:
        array, version, maker, index = getattr(node, name), node.out_version, node, 0
    else:
        array, version, maker = tensor.array, tensor.version, tensor.node
        index = 0 if maker is None else maker.output_nr
    made = ""
    if maker is not None and not maker.is_end:
        made = f", which is output {index} of {maker.name().rstrip('0123456789').removesuffix('Backward')},"
    before = version.count_at(node.seq)
    what = "its own result" if tensor is None else f"`{node.titles.get(name, name)}`"
    error = case(
        RuntimeError, "changed",
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[torch.{type_title(array)}Tensor {size(array.shape)}]{made} is at version {version.count}; expected version "
        f"{before} instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, "
        "with torch.autograd.set_detect_anomaly(True, check_nan=False).",
        f"{node.name()} saved {what} for its gradient rule; it was overwritten {version.count - before} time(s) since.",
        "replace the in-place operation by its ordinary form (x = x + 1 instead of x.add_(1)), or write before the "
        "value is used.")
    error.node = node
    return error


def inference_saved():
    return case(
        RuntimeError, "inference_saved",
        "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
        "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it "
        "in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.")


# ---- leaves and flags

def only_floats_require_grad(who="Only Tensors of floating point and complex dtype"):
    return case(
        RuntimeError, "only_floats",
        f"{who} can require gradients",
        "between two integers there is nothing to go to step by small step, so no slope.",
        "write 2.0 instead of 2, or convert with .float().")


def flag_of_result():
    return case(
        RuntimeError, "flag_of_result",
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach().",
        "the tensor was computed by a recorded operation.")


def leaf_inplace(view=False):
    return case(
        RuntimeError, "leaf_inplace",
        f"a {'view of a ' if view else ''}leaf Variable that requires grad is being used in an in-place operation.",
        "the leaf's old value would be lost while the graph still speaks of it.",
        "write inside `with no_grad():`, as optimizers do, or make a new tensor.")


# ---- conversions

def numpy_of_tracked():
    return case(
        RuntimeError, "numpy_of_tracked",
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
        "NumPy could change the memory, and the graph would not hear of it.")


def not_one_element(count):
    return case(
        RuntimeError, "not_one_element",
        f"a Tensor with {count} elements cannot be converted to Scalar",
        "only a tensor with exactly one element is a number.",
        "sum() or index it first, or use tolist().")


def length_of_0d():
    return case(TypeError, "length_of_0d", "len() of a 0-d tensor", "a 0-d tensor is a single number.", "item().")


def iteration_over_0d():
    return case(
        TypeError, "iteration_over_0d",
        "iteration over a 0-d tensor",
        "a 0-d tensor is a single number.", "item().")


# ---- operands

def not_a_tensor(function, position, value, argument="input"):
    return case(
        TypeError, "not_a_tensor",
        f"{function}(): argument '{argument}' (position {position}) must be Tensor, not {kind(value)}",
        hint="wrap it with tensor(...).")


def not_tensors(function, argument, value):
    return case(
        TypeError, "not_a_tensor",
        f"{function}(): argument '{argument}' (position 1) must be tuple of Tensors, not {kind(value)}",
        hint="put the tensors into a list.")


def operand_types(symbol, a, b):
    return case(TypeError, "operand_types", f"unsupported operand type(s) for {symbol}: '{kind(a)}' and '{kind(b)}'")


def sizes(a, b):
    """Two shapes that do not broadcast."""
    width = max(len(a), len(b))
    longer, shorter = (1,) * (width - len(a)) + tuple(a), (1,) * (width - len(b)) + tuple(b)
    for dim in reversed(range(width)):
        m, n = longer[dim], shorter[dim]
        if m != n and 1 not in (m, n):
            break
    return case(
        RuntimeError, "sizes",
        f"The size of tensor a ({m}) must match the size of tensor b ({n}) at non-singleton dimension {dim}",
        f"shapes {tuple(a)} and {tuple(b)} are compared from the right; sizes must be equal, or one of them 1.",
        "unsqueeze(dim) or reshape one of them so that the sizes stand below each other.")


def dim_range(dim, ndim):
    low, high = -max(ndim, 1), max(ndim, 1) - 1
    return case(
        IndexError, "dim_range",
        f"Dimension out of range (expected to be in range of [{low}, {high}], but got {dim})",
        f"the tensor has {ndim} dimension(s).")


def repeated_dim(dim):
    return case(RuntimeError, "repeated_dim", f"dim {dim} appears multiple times in the list of dims")


def bool_subtraction(both):
    return case(
        RuntimeError, "bool_subtraction",
        "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
        "operator instead." if both else
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use "
        "the `~` or `logical_not()` operator instead.")


def bool_negation():
    return case(
        RuntimeError, "bool_negation",
        "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator instead.")


def negative_integer_power():
    return case(
        RuntimeError, "negative_integer_power",
        "Integers to negative integer powers are not allowed.",
        "the result would be a fraction.", "use a float: 2.0 ** -1.")


def no_kernel(name, dtype):
    return case(NotImplementedError, "no_kernel", f'"{name}" not implemented for \'{dtype.title}\'',
                "the operation has no meaning for this number type.", "convert first, for instance with .float().")


def kind(value):
    """A value's type as PyTorch's messages write it."""
    t = type(value)
    return f"{t.__module__}.{t.__qualname__}" if t.__module__ == "numpy" else t.__qualname__


def type_title(array):
    """The "Float" of torch.FloatTensor."""
    titles = {"float32": "Float", "float64": "Double", "float16": "Half", "int64": "Long", "int32": "Int",
              "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool"}
    return titles.get(array.dtype.name, array.dtype.name)


def no_bounds():
    return case(RuntimeError, "no_bounds", "torch.clamp: At least one of 'min' or 'max' must not be None")
