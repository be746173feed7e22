"""Norms: shapes and settings that do not fit."""

from ...errors import case, size


def nothing_to_normalize():
    return case(
        RuntimeError, "norm_shape",
        "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
        "normalized_shape = []")


def parameter_shape(name, shape, wanted):
    return case(
        RuntimeError, "norm_parameter",
        f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape {size(shape)} and "
        f"normalized_shape = {size(wanted)}")


def feature_shape(wanted, shape, stars):
    return case(
        RuntimeError, "norm_shape",
        f"Given normalized_shape={size(wanted)}, expected input with shape [{stars}{', '.join(map(str, wanted))}], but "
        f"got input of size{size(shape)}",
        "features are the last dimensions; the others count examples.")


def layer_dtypes(d):
    return case(RuntimeError, "convolution_dtypes",
                f"mixed dtype (CPU): expect parameter to have scalar type of {d.title}",
                "weight and bias have the input's dtype.", "convert one with .to(other.dtype).")


def batch_dtypes():
    return case(RuntimeError, "convolution_dtypes", "mixed dtype (CPU): all inputs must share same datatype.",
                "weight, bias and running statistics have the input's dtype.", "convert one with .to(other.dtype).")


def two_dims(ndim):
    return case(RuntimeError, "norm_dims",
                f"Expected at least 2 dimensions for input tensor but received {ndim}",
                "the dimensions are (examples, channels, …).")


def three_dims(ndim):
    return case(ValueError, "norm_dims",
                "Expected 3D or higher dimensionality                          input (got "
                f"{ndim} dimensions)", "the dimensions are (examples, channels, …).")


def uneven_groups(shape, groups):
    return case(
        RuntimeError, "uneven_groups",
        "Expected number of channels in input to be divisible by num_groups, but got input of shape "
        f"{size(shape)} and num_groups={groups}")


def channel_parameter(name, shape, input):
    return case(
        RuntimeError, "norm_parameter",
        f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of shape "
        f"{size(shape)} and input of shape {size(input)}")


def channel_count(name, channels, count):
    return case(RuntimeError, "norm_parameter", f"{name} should contain {channels} elements not {count}",
                "there is one for each channel, dimension 1 of the input.")


def no_running(name):
    return case(RuntimeError, "no_running", f"{name} must be defined in evaluation mode",
                "outside training, mean and variance are those met before.", "training=True.")


def one_value(what, shape):
    return case(
        ValueError, "one_value",
        f"Expected more than 1 {what} when training, got input size {shape}",
        "one number is its own mean, and its variance is 0.", "a larger batch, or eval().")


def batch_eps(rest):
    return case(ValueError, "norm_shape", f"batch_norm eps must be {rest}")
