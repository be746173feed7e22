"""Losses, their targets and weights."""

from ...errors import case, size, type_title


def unknown_reduction(reduction):
    return case(
        ValueError, "unknown_reduction",
        f"{reduction} is not a valid value for reduction",
        hint='"mean", "sum" or "none".')


def weight_size():
    return case(ValueError, "loss_weight_size", "Weights and input must have the same size.")


def invalid_reduction(reduction):
    return case(
        ValueError, "unknown_reduction",
        f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")


def negative_beta():
    return case(RuntimeError, "loss_setting", "smooth_l1_loss does not support negative values for beta.")


def no_delta():
    return case(RuntimeError, "loss_setting", "huber_loss does not support non-positive values for delta.")


# ---- yes or no


def outside_unit(name):
    return case(
        RuntimeError, "outside_unit",
        f"all elements of {name} should be between 0 and 1",
        "they are probabilities.",
        "sigmoid() first, or binary_cross_entropy_with_logits on the scores." if name == "input" else None)


def other_dtype(wanted, got):
    return case(
        RuntimeError, "loss_dtypes",
        f"Found dtype {got.title} but expected {wanted.title}",
        "prediction and target are compared in one dtype.", "convert one with .to(other.dtype).")


def scalar_type(wanted, got):
    return case(
        RuntimeError, "loss_dtypes",
        f"expected scalar type {wanted.title} but found {got.title}",
        "weights have the dtype of what they weigh.", "convert with .to(other.dtype).")


def truth_sizes(target, input):
    return case(
        ValueError, "loss_sizes",
        f"Using a target size ({target}) that is different to the input size ({input}) is deprecated. "
        "Please ensure they have the same size.",
        "each prediction has its own target.", "reshape one of them: target.reshape(input.shape).")


def logit_sizes(target, input):
    return case(
        ValueError, "loss_sizes",
        f"Target size ({target}) must be the same as input size ({input})",
        "each prediction has its own target.", "reshape one of them: target.reshape(input.shape).")


def no_divergence():
    return case(RuntimeError, "loss_dtypes", "kl_div: Integral inputs not supported.",
                "logarithms and probabilities are decimal numbers.", "convert with .float().")


def weight_broadcast(weight, shape):
    pairs = zip(range(-1, -len(weight) - 1, -1), reversed(weight), [*reversed(shape), *[1] * len(weight)])
    place, length = next((i, n) for i, n, m in pairs if n not in (1, m))
    return case(
        RuntimeError, "loss_weight_size",
        f"Attempting to broadcast a dimension of length {length} at {place}! Mismatching argument at index 1 had "
        f"torch.Size({size(weight)}); but expected shape should be broadcastable to {size(shape)}")


# ---- which class


def batch_sizes(input, target):
    return case(
        ValueError, "batch_sizes",
        f"Expected input batch_size ({input}) to match target batch_size ({target}).")


def target_range(target):
    return case(
        IndexError, "target_range",
        f"Target {target} is out of bounds.",
        "a target is the number of its class.")


def target_dtype(array):
    return case(
        RuntimeError, "target_dtype",
        f"expected target dtype to be Long or Byte, but got {type_title(array)}",
        "a target is the number of its class.",
        "convert with .long().")


def several_targets():
    return case(
        RuntimeError, "target_shape",
        "0D or 1D target tensor expected, multi-target not supported",
        "rows of scores have one class each: the target is a vector of their numbers.",
        "target.argmax(1) of one-hot rows, or decimal probabilities of the input's shape.")


def no_scores():
    return case(ValueError, "no_scores", "Expected 1 or more dimensions (got 0)", "there are no classes.")


def single_target(count):
    return case(ValueError, "target_shape",
                f"For 1D input, 1D target must have size 1, but got target size: {count}")


def place_sizes(want, got):
    return case(
        RuntimeError, "target_shape",
        f"Expected target size {size(want)}, got {size(got)}",
        "classes stand in dimension 1 of the input; the target has all the other dimensions.")


def picture_targets(ndim):
    return case(
        RuntimeError, "target_shape",
        f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {ndim}",
        "a target has all dimensions of the input but that of the classes, which is dimension 1.")


def picture_sizes(input, target):
    return case(
        RuntimeError, "target_shape",
        f"size mismatch (got input: {size(input)} , target: {size(target)}",
        "a target has all dimensions of the input but that of the classes, which is dimension 1.")


def class_weights(classes, shape, name=""):
    return case(
        RuntimeError, "class_weights",
        f"{name}weight tensor should be defined either for all {classes} classes or no classes but got weight tensor "
        f"of shape: {size(shape)}")


def probabilities_dtype(d):
    return case(
        RuntimeError, "probabilities_dtype",
        f"Expected floating point type for target with class probabilities, got {d.title}",
        "a target of the input's shape holds the probability of every class.",
        "target.float(), or the numbers of the classes with one dimension less.")


def ignored_probabilities():
    return case(RuntimeError, "probabilities_dtype", "ignore_index is not supported for floating point target")


def smoothing_range(value):
    return case(RuntimeError, "loss_setting", f"label_smoothing must be between 0.0 and 1.0. Got: {value:g}")


# ---- one-hot rows


def class_numbers():
    return case(
        RuntimeError, "one_hot", "one_hot is only applicable to index tensor of type LongTensor.",
        "the numbers of classes are integers.", "convert with .long().")


def negative_class():
    return case(RuntimeError, "one_hot", "Class values must be non-negative.")


def class_too_large():
    return case(RuntimeError, "one_hot", "Class values must be smaller than num_classes.")


def unknown_classes():
    return case(RuntimeError, "one_hot", "Can not infer total number of classes from empty tensor.",
                hint="say num_classes=.")


# ---- distances of pairs


def pair_dims(first, second, target):
    return case(
        RuntimeError, "loss_sizes",
        "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
        f"input1: {first}, input2: {second}, target: {target} ")


def no_margin(margin):
    return case(ValueError, "loss_setting", f"margin must be greater than 0, got {margin}")


def negative_variance():
    return case(ValueError, "variance", "var has negative entry/entries")


def variance_size():
    return case(ValueError, "variance", "var is of incorrect size")


def cosine_target():
    return case(
        RuntimeError, "target_shape", "0D or 1D target tensor expected, multi-target not supported",
        "each pair of rows has one target, 1 or -1.")


def margin_target():
    return case(RuntimeError, "target_range", "target out of range", "a target is the number of its class.")


def scalar_type_float(got):
    return case(RuntimeError, "loss_dtypes", f"expected scalar type Float but found {got.title}",
                "shares are decimal numbers.", "convert with .float().")


def constant(name, argument):
    return case(
        RuntimeError, "constant_argument",
        f"The function '{name}' is not differentiable with respect to argument '{argument}'. This input cannot have "
        "requires_grad True.",
        "it is what the prediction is measured by.", f"{argument}.detach().")
