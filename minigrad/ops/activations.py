"""What stands between the layers of a network: functions that bend, element by element.

Beyond relu, tanh and sigmoid, which are in elementwise.py. Names and formulas that a learner calls are in
nn/functional/activations.py; here are kernels and slopes.
"""
import math

import numpy as np

from ..core.primitive import primitive
from ..dtypes import decimals_only
from . import complaints
from .elementwise import exp, sigmoid, tanh, where
from .functions import erf
from .joining import cat

# ---- bent at zero


@primitive(x=lambda g, x, alpha, scale, input_scale: g * where(
    x > 0, scale, (scale * alpha * input_scale) * exp(x.clip(max=0) * input_scale)), promote=decimals_only("elu_cpu"))
def elu(x, *, alpha=1.0, scale=1.0, input_scale=1.0):
    """x above zero, alpha·(eˣ - 1) below, both times `scale`. Saves x. PyTorch: EluBackward0.

    >>> import minigrad
    >>> elu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return np.where(x > 0, x * scale, (scale * alpha) * np.expm1(np.minimum(x, 0) * input_scale))[()]


@primitive(x=lambda g, x, alpha: g * where(x > 0, 1, exp(x.clip(max=0) / alpha)), promote=decimals_only("elu_cpu"))
def celu(x, *, alpha=1.0):
    """x above zero, alpha·(exp(x/alpha) - 1) below: a smooth slope. Saves x. PyTorch: CeluBackward0.

    >>> import minigrad
    >>> celu(minigrad.tensor([-1.0, 2.0]), 0.5)
    tensor([-0.4323,  2.0000])
    """
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))[()]


@primitive(x=lambda g, x, negative_slope: where(x > 0, g, g * negative_slope),
           promote=decimals_only("leaky_relu_cpu"))
def leaky_relu(x, *, negative_slope=0.01):
    """x above zero, negative_slope·x below. Saves x. PyTorch: LeakyReluBackward0.

    >>> import minigrad
    >>> leaky_relu(minigrad.tensor([-1.0, 2.0]), 0.1)
    tensor([-0.1000,  2.0000])
    """
    return np.where(x > 0, x, x * negative_slope)[()]


@primitive(a=lambda g, a, b: where(a > 0, g, g * b), b=lambda g, a: where(a > 0, 0, g * a), name="prelu",
           node="PreluKernelBackward0", promote=decimals_only("prelu_cpu"), saved={"b": "weight"})
def prelu_kernel(a, b):
    """a above zero, b·a below, with a learned slope b that broadcasts. Saves both. PyTorch: PreluKernelBackward0.

    >>> import minigrad
    >>> prelu_kernel(minigrad.tensor([-1.0, 2.0]), minigrad.tensor([0.5]))
    tensor([-0.5000,  2.0000])
    """
    return np.where(a > 0, a, b * a)[()]


@primitive(x=lambda g, x, threshold: where(x > threshold, g, 0), promote=decimals_only("threshold_cpu", integers=True))
def threshold(x, *, threshold, value):
    """x above the threshold, else `value`. Saves x. PyTorch: ThresholdBackward0.

    >>> import minigrad
    >>> threshold(minigrad.tensor([0.5, 2.0]), threshold=1, value=0)
    tensor([0., 2.])
    """
    return np.where(x > threshold, x, x.dtype.type(value))[()]


# ---- bounded by straight lines


@primitive(x=lambda g, x, min_val, max_val: where((x > min_val) & (x < max_val), g, 0))
def hardtanh(x, *, min_val=-1.0, max_val=1.0):
    """x, held between two bounds; on a bound the slope is 0. Saves x. PyTorch: HardtanhBackward0.

    >>> import minigrad
    >>> hardtanh(minigrad.tensor([-3.0, 0.5]))
    tensor([-1.0000,  0.5000])
    """
    if x.dtype.kind == "b" or x.dtype.kind == "u" and min_val < 0:
        raise complaints.activations.hardtanh_kind(x)
    return np.minimum(np.maximum(x, x.dtype.type(min_val)), x.dtype.type(max_val))


@primitive(x=lambda g, x: where((x > -3) & (x < 3), g / 6, 0), promote=decimals_only("hardsigmoid_cpu"))
def hardsigmoid(x):
    """(x + 3)/6, held between 0 and 1: a cheap sigmoid. Saves x. PyTorch: HardsigmoidBackward0.

    >>> import minigrad
    >>> hardsigmoid(minigrad.tensor([-4.0, 0.0]))
    tensor([0.0000, 0.5000])
    """
    return np.minimum(np.maximum(x + 3, 0), 6) / 6


@primitive(x=lambda g, x: where(x <= -3, 0, where(x < 3, g * (x / 3 + 0.5), g)),
           promote=decimals_only("hardswish_cpu"))
def hardswish(x):
    """x·hardsigmoid(x). Saves x. PyTorch: HardswishBackward0.

    >>> import minigrad
    >>> hardswish(minigrad.tensor([-4.0, 3.0]))
    tensor([-0., 3.])
    """
    return x * np.minimum(np.maximum(x + 3, 0), 6) / 6


def beyond(g, x, lambd):
    """The gradient where x is not between -lambd and lambd."""
    return where((x >= -lambd) & (x <= lambd), 0, g)


@primitive(x=beyond, promote=decimals_only("hardshrink_cpu"))
def hardshrink(x, *, lambd=0.5):
    """0 between -lambd and lambd, x outside. Saves x. PyTorch: HardshrinkBackward0.

    >>> import minigrad
    >>> hardshrink(minigrad.tensor([0.2, 0.7]))
    tensor([0.0000, 0.7000])
    """
    return np.where((x >= -lambd) & (x <= lambd), 0, x)[()]


@primitive(x=beyond, promote=decimals_only("softshrink_check"))
def softshrink(x, *, lambd=0.5):
    """0 between -lambd and lambd, outside x moved towards 0 by lambd. Saves x. PyTorch: SoftshrinkBackward0.

    >>> import minigrad
    >>> softshrink(minigrad.tensor([0.2, 1.5]))
    tensor([0., 1.])
    """
    return np.where(x > lambd, x - lambd, np.where(x < -lambd, x + lambd, x * 0))[()]


# ---- smooth


def gelu_slope(g, x, approximate):
    """d/dx of x·Φ(x) is Φ(x) + x·φ(x)."""
    if approximate == "none":
        return g * (0.5 * (1 + erf(x * math.sqrt(0.5))) + x * exp(x * x * -0.5) * (1 / math.sqrt(2 * math.pi)))
    t = tanh(bend * (x + 0.044715 * (x * x * x)))
    return g * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (bend + (3 * 0.044715 * bend) * (x * x)))


bend = math.sqrt(2 / math.pi)


@primitive(x=gelu_slope, promote=decimals_only("GeluKernelImpl"))
def gelu(x, *, approximate="none"):
    """x·Φ(x), where Φ is the share of the normal distribution below x. Saves x. PyTorch: GeluBackward0.

    `approximate="tanh"` takes a formula with tanh for Φ.

    >>> import minigrad
    >>> gelu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.1587,  1.9545])
    """
    if approximate == "none":
        return 0.5 * x * (1 + erf.kernel(x * math.sqrt(0.5)))
    if approximate != "tanh":
        raise complaints.activations.gelu_approximation()
    return 0.5 * x * (1 + np.tanh(bend * (x + 0.044715 * (x * x * x))))


def silu_slope(g, x):
    s = sigmoid(x)
    return g * (s * (1 + x * (1 - s)))


@primitive(x=silu_slope, promote=decimals_only("silu_cpu"))
def silu(x):
    """x·sigmoid(x), also called swish. Saves x. PyTorch: SiluBackward0.

    >>> import minigrad
    >>> silu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.2689,  1.7616])
    """
    return x / (1 + np.exp(-x))


def mish_slope(g, x):
    t = tanh(softplus(x, beta=1, threshold=20))
    return g * (t + x * sigmoid(x) * (1 - t * t))


@primitive(x=mish_slope, promote=decimals_only("mish_cpu"))
def mish(x):
    """x·tanh(softplus(x)). Saves x. PyTorch: MishBackward0.

    >>> import minigrad
    >>> mish(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.3034,  1.9440])
    """
    return x * np.tanh(np.logaddexp(x, 0))


@primitive(x=lambda g, x, beta, threshold: where(x * beta > threshold, g, g * sigmoid(x * beta)),
           promote=decimals_only("softplus_cpu"))
def softplus(x, *, beta=1.0, threshold=20.0):
    """ln(1 + exp(beta·x))/beta: relu with a rounded corner. Saves x. PyTorch: SoftplusBackward0.

    Where beta·x is above the threshold it is x itself.

    >>> import minigrad
    >>> softplus(minigrad.tensor([0.0, 2.0]))
    tensor([0.6931, 2.1269])
    """
    wide = x * beta
    return np.where(wide > threshold, x, np.log1p(np.exp(np.minimum(wide, threshold))) / beta)[()]


@primitive(x=lambda g, x: g * sigmoid(-x), promote=decimals_only("log_sigmoid_cpu"))
def log_sigmoid(x):
    """ln sigmoid(x), without underflow. Saves x. PyTorch: LogSigmoidBackward0.

    >>> import minigrad
    >>> log_sigmoid(minigrad.tensor([0.0, -100.0]))
    tensor([  -0.6931, -100.0000])
    """
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


def halves(x, dim):
    """The two halves of a dimension."""
    middle = x.shape[dim] // 2
    before = (slice(None),) * dim
    return x[(*before, slice(None, middle))], x[(*before, slice(middle, None))]


def glu_slope(g, x, dim):
    a, b = halves(x, dim)
    s = sigmoid(b)
    return cat([g * s, g * (a * s * (1 - s))], dim=dim)


@primitive(x=glu_slope, promote=decimals_only("glu_cpu"))
def glu(x, *, dim=-1):
    """The first half of a dimension times the sigmoid of the second: a gate. Saves x. PyTorch: GluBackward0.

    >>> import minigrad
    >>> glu(minigrad.tensor([2.0, 0.0]), dim=0)
    tensor([1.])
    """
    a, b = halves(x, dim)
    return a / (1 + np.exp(-b))
