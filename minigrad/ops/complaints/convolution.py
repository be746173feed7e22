"""Convolution, pooling and padding: shapes and settings that do not fit."""

from ...errors import case, kind, size

fit = "the kernel has shape (channels out, channels in / groups, *kernel); the input (examples, channels in, *size)."


def weight_dtype(input, weight):
    if input.name == "float32":
        says = (f"Input type (torch.{input.title}Tensor) and weight type (torch.{weight.title}Tensor) should be the "
                "same or input should be a MKLDNN tensor and weight is a dense tensor")
    else:
        says = f"expected scalar type {input.title} but found {weight.title}"
    return case(RuntimeError, "convolution_dtypes", says, "a convolution multiplies numbers of one dtype.",
                "convert one with .to(other.dtype).")


names = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long long", "int32": "int",
         "int16": "short", "int8": "signed char", "uint8": "unsigned char", "bool": "bool"}


def bias_dtype(input, bias):
    return case(
        RuntimeError, "convolution_dtypes",
        f"Input type ({names[input.name]}) and bias type ({names[bias.name]}) should be the same",
        "a convolution adds numbers of one dtype.", "convert one with .to(other.dtype).")


def input_dims(name, dims, shape):
    return case(
        RuntimeError, "convolution_dims",
        f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, but got input of size: "
        f"{size(shape)}",
        "the dimensions are (examples, channels, *size); examples may be missing.",
        "unsqueeze(0) for one channel or one example.")


def weight_dims(shape, input):
    return case(
        RuntimeError, "convolution_dims",
        f"Expected {len(input)}-dimensional input for {len(input)}-dimensional weight {size(shape)}, but got "
        f"{len(input)}-dimensional input of size {size(input)} instead", fit)


def setting_length(name, dims, given):
    return case(
        RuntimeError, "setting_length",
        f"expected {name} to be a single integer value or a list of {dims} values to match the convolution dimensions, "
        f"but got {name}={size(given)}")


def not_positive(name):
    return case(RuntimeError, "not_positive", f"non-positive {name} is not supported")


def negative_padding():
    return case(RuntimeError, "negative_padding", "negative padding is not supported", hint="cut with x[..., 1:-1].")


def empty_weight(groups, shape):
    return case(
        RuntimeError, "uneven_groups",
        f"Given groups={groups}, expected weight to be at least {groups} at dimension 0, but got weight of size "
        f"{size(shape)} instead")


def uneven_groups(groups, shape):
    return case(
        RuntimeError, "uneven_groups",
        f"Given groups={groups}, expected weight to be divisible by {groups} at dimension 0, but got weight of size "
        f"[{size(shape)}] instead",
        "each group makes its own part of the output's channels.")


def channels(groups, weight, input, expected, got):
    return case(
        RuntimeError, "convolution_channels",
        f"Given groups={groups}, weight of size {size(weight)}, expected input{size(input)} to have {expected} "
        f"channels, but got {got} channels instead", fit)


def transposed_channels(weight, input, expected, got):
    return case(
        RuntimeError, "convolution_channels",
        f"Given transposed=1, weight of size {size(weight)}, expected input{size(input)} to have {expected} channels, "
        f"but got {got} channels instead",
        "the kernel of a transposed convolution has shape (channels in, channels out / groups, *kernel).")


def bias_size(weight, count, bias, transposed=False):
    kind_of = "transposed=1, weight" if transposed else "weight"
    return case(
        RuntimeError, "bias_size",
        f"Given {kind_of} of size {size(weight)}, expected bias to be 1-dimensional with {count} elements, but got "
        f"bias of size {size(bias)} instead",
        "there is one number for each channel of the output.")


def kernel_too_large(input, kernel):
    def cross(lengths):
        return "(" + " x ".join(map(str, lengths)) + ")"

    return case(
        RuntimeError, "kernel_too_large",
        f"Calculated padded input size per channel: {cross(input)}. Kernel size: {cross(kernel)}. Kernel size can't be "
        "greater than actual input size",
        "the kernel has nowhere to stand.", "padding=, or a smaller kernel.")


def unknown_padding(name):
    return case(RuntimeError, "unknown_padding", f"Invalid padding string: '{name}'",
                hint='"same", "valid" or a number.')


def same_with_stride():
    return case(
        RuntimeError, "same_with_stride", "padding='same' is not supported for strided convolutions",
        "with a stride the output cannot have the input's size.", "a number for padding.")


def output_padding(given, stride, dilation):
    names = ("depth", "height", "width")[-len(given):] if len(given) > 1 else ("height", "width")
    if len(given) == 1:
        given, stride, dilation = (0, *given), (1, *stride), (1, *dilation)
    told = [f"{kind}_{n}: {v}" for kind, values in
            (("output_padding", given), ("stride", stride), ("dilation", dilation)) for n, v in zip(names, values)]
    return case(RuntimeError, "setting_length",
                "output padding must be smaller than either stride or dilation, but got " + " ".join(told))


# ---- pooling


def pool_setting(op, name):
    return case(RuntimeError, "pool_setting", f"{op}: {name} must either be a single int, or a tuple of two ints")


def one_int(op, name, got):
    return case(RuntimeError, "pool_setting", f"{op}() argument '{name}' should contain one int (got {got})")


def zero_stride():
    return case(RuntimeError, "not_positive", "stride should not be zero")


def pool_padding(padding, kernel, dilation):
    return case(
        RuntimeError, "pool_padding",
        f"pad should be at most half of effective kernel size, but got pad={padding}, kernel_size={kernel} and "
        f"dilation={dilation}",
        "some windows would hold nothing but padding.")


def pool_dilation(dilation):
    return case(
        RuntimeError, "not_positive",
        f"dilation should be greater than zero, but got dilationH: {dilation[0]} dilationW: {dilation[1]}")


def pool_too_small(channels, size, out):
    def cross(lengths):
        return "(" + "x".join(map(str, (channels, *lengths))) + ")"

    return case(
        RuntimeError, "pool_too_small",
        f"Given input size: {cross(size)}. Calculated output size: {cross(out)}. Output size is too small",
        "the window is larger than the input.", "padding=, or a smaller window.")


def pool_dims(op, ndim, shape):
    if op == "max_pool1d":
        return case(
            RuntimeError, "pool_dims",
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:"
            + size(shape))
    if op == "max_pool2d":
        return case(
            RuntimeError, "pool_dims",
            "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:" + size(shape)
            if ndim in (3, 4) else "non-empty 3D or 4D (batch mode) tensor expected for input",
            "the dimensions are (examples, channels, height, width); examples may be missing.")
    if op == "avg_pool2d" and ndim < 3:
        return case(
            IndexError, "dim_range",
            f"Dimension out of range (expected to be in range of [{-max(ndim, 1)}, {max(ndim, 1) - 1}], but got -3)",
            "the dimensions are (examples, channels, height, width); examples may be missing.")
    if op in ("avg_pool1d", "adaptive_avg_pool1d", "adaptive_max_pool1d"):
        return case(
            RuntimeError, "pool_dims",
            f"Expected 2 to 3 dimensions, but got {ndim}-dimensional tensor for argument #1 'self' (while checking "
            f"arguments for {op})")
    return case(RuntimeError, "pool_dims", f"{op}(): Expected 3D or 4D tensor, but got {size(shape)}")


def pool_1d(says):
    return case(RuntimeError, "pool_setting", f"max_pool1d() {says}")


def zero_divisor():
    return case(RuntimeError, "pool_setting", "divisor must be not zero")


def adaptive_length():
    return case(RuntimeError, "adaptive_size", "adaptive_avg_pool2d: output_size must be 2")


def adaptive_negative(out):
    return case(
        RuntimeError, "adaptive_size",
        "adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received "
        f"{{{', '.join(map(str, out))}}}")


def adaptive_empty(op, shape, dim):
    return case(
        RuntimeError, "adaptive_size",
        f"{op}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes {size(shape)} "
        f"with dimension {dim} being empty")


def invalid_convolution(name, arguments):
    got = ", ".join(map(kind, arguments))
    return case(
        TypeError, "wrong_combination",
        f"{name}() received an invalid combination of arguments - got ({got}), but expected one of: "
        "(Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints or str padding = 0, "
        "tuple of ints dilation = 1, int groups = 1)")
