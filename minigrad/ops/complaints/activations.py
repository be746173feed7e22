"""Activations and what they cannot bend."""

import numpy as np

from ...errors import case


def hardtanh_kind(array):
    if array.dtype.kind == "b":
        return case(RuntimeError, "activation_setting", "Bool inputs not supported for hardtanh", "truth has no size.")
    return case(
        RuntimeError, "activation_setting",
        "cannot do hardtanh on an unsigned type with negative limits",
        "there is no number below 0 in this dtype.", "convert with .float() first.")


def hardtanh_bounds():
    return case(ValueError, "activation_setting", "min_val cannot be greater than max_val")


def gelu_approximation():
    return case(RuntimeError, "activation_setting", "approximate argument must be either none or tanh.")


def glu_of_0d():
    return case(
        RuntimeError, "odd_halving",
        "glu does not support scalars because halving size must be even")


def odd_halving(dim, length):
    return case(
        RuntimeError, "odd_halving",
        f"Halving dimension must be even, but dimension {dim} is size {length}",
        "one half is the gate of the other.")


def negative_shrink(lambd, d):
    return case(
        RuntimeError, "activation_setting",
        f"lambda must be in range [0, {np.finfo(d.numpy).max:g}] for input dtype {d.title}, but found {lambd:g}")


def celu_of_zero():
    return case(RuntimeError, "activation_setting", "ZeroDivisionError: alpha cannot be 0 for CELU")


def prelu_dtype(input, weight):
    return case(
        RuntimeError, "convolution_dtypes",
        f"prelu: Type promoting not supported. Got {input.title} and {weight.title}",
        "the slope is a weight of the network's own dtype.", "convert one with .to(other.dtype).")


def prelu_count(weights, channels):
    return case(
        RuntimeError, "prelu_weight",
        f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {weights} and channel size = "
        f"{channels}.",
        "there is one slope for all, or one for each channel (dimension 1).")


def prelu_of_0d():
    return case(RuntimeError, "prelu_weight", "Not allow zero-dim input tensor.", "there is no channel to weigh.")


def prelu_weight(ndim):
    return case(
        RuntimeError, "prelu_weight",
        f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {ndim}")


# ---- dropout


def dropout_share(p):
    return case(ValueError, "dropout_share", f"dropout probability has to be between 0 and 1, but got {p}")


def dropout_dtype(d):
    return case(
        RuntimeError, "dropout_dtype",
        f"result type Float can't be cast to the desired output type {d.title}",
        "what is left is divided by 1 - p, which gives decimal numbers.", "convert with .float() first.")


def dropout1d_dims(ndim):
    return case(
        RuntimeError, "dropout_dtype",
        f"dropout1d: Expected 2D or 3D input, but received a {ndim}D input. Note that dropout1d exists to provide "
        "channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension "
        "(i.e. 2D or 3D inputs).")
