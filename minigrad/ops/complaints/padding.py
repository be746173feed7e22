"""Padding that cannot be."""

from ...errors import case, size


def odd_count():
    return case(RuntimeError, "pad_count", "Padding length must be divisible by 2",
                "there are two numbers for each dimension, from the last one on: (left, right, top, bottom, …).")


def too_many(count, ndim):
    return case(
        RuntimeError, "pad_count",
        "Padding length should be less than or equal to two times the input dimension but got padding length "
        f"{count} and input of dimension {ndim}",
        "there are two numbers for each dimension, from the last one on: (left, right, top, bottom, …).")


def nothing_left():
    return case(RuntimeError, "negative_padding", "narrow(): length must be non-negative.",
                "more was cut off than there is.")


def no_value(mode):
    return case(RuntimeError, "pad_value", f'Padding mode "{mode}" doesn\'t take in value argument',
                "it takes the numbers from the tensor itself.")


def unknown_mode(mode):
    return case(NotImplementedError, "pad_mode", f"Unrecognised padding mode {mode}",
                hint='"constant", "reflect", "replicate" or "circular".')


def mirror_dims(count, ndim):
    return case(
        NotImplementedError, "mirror_dims",
        f"Padding size {count} is not supported for {ndim}D input tensor.\n"
        "Supported combinations for non-constant padding:\n"
        "  - 2D or 3D input: padding size = 2 (pads last dimension)\n"
        "  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n"
        "  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)")


def too_much_to_mirror(argument, before, after, dim, shape):
    return case(
        RuntimeError, "too_much_to_mirror",
        f"Argument #{argument}: Padding size should be less than the corresponding input dimension, but got: padding "
        f"({before}, {after}) at dimension {dim} of input {size(shape)}",
        "a mirror shows no more than there is before it.", 'mode="replicate", or less padding.')


def wrapped_twice():
    return case(RuntimeError, "too_much_to_mirror", "Padding value causes wrapping around more than once.")
