"""Activations by the names that people call: `relu(x)`, `elu(x, alpha)`, most with `inplace=True`."""
import warnings

from ... import errors
from ...autograd.inplace import inplace_title
from ...autograd.overwriting import overwrite
from ...core.value import Value
from ...ops import activations as ops
from ...ops import arguments as args
from ...ops import complaints, elementwise, neural
from ...ops.elementwise import abs as absolute
from ...ops.elementwise import tanh
from ...random import numbers_of


def applied(name, op, input, inplace=False, **settings):
    """The op's result, new or written over its input."""
    args.check_tensor(name, input)
    if not inplace:
        return op(input, **settings)
    overwrite(input, op, (), settings)
    if type(input.node) is getattr(op, "node", None):      # not so for a view, whose base has the history
        inplace_title(input.node)
    return input


# ---- bent at zero


def relu(input, inplace=False):
    """max(x, 0). Slope 1 above zero, 0 at zero and below. As `torch.nn.functional.relu`.

    >>> import minigrad
    >>> relu(minigrad.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    return applied("relu", elementwise.relu, input, True) if inplace else elementwise.relu(input)


def relu_(input):
    """As `relu`, written over the input."""
    return relu(input, True)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x above zero, negative_slope·x below, so that the slope is never 0. As `torch.nn.functional.leaky_relu`.

    >>> import minigrad
    >>> leaky_relu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.0100,  2.0000])
    """
    return applied("leaky_relu", ops.leaky_relu, input, inplace, negative_slope=negative_slope)


def leaky_relu_(input, negative_slope=0.01):
    """As `leaky_relu`, written over the input."""
    return leaky_relu(input, negative_slope, True)


def prelu(input, weight):
    """x above zero, weight·x below; the weight is learned, one for all or one for each channel (dimension 1).

    Raises RuntimeError for another count of weights or another dtype. As `torch.nn.functional.prelu`.

    >>> import minigrad
    >>> prelu(minigrad.tensor([-1.0, 2.0]), minigrad.tensor([0.25]))
    tensor([-0.2500,  2.0000])
    """
    for place, (name, value) in enumerate((("input", input), ("weight", weight)), 1):
        if not isinstance(value, Value):
            raise errors.not_a_tensor("prelu", place, value, name)
    if input.dtype is not weight.dtype:
        raise complaints.activations.prelu_dtype(input.dtype, weight.dtype)
    count = weight.numel()
    if count != 1:
        if input.ndim == 0:
            raise complaints.activations.prelu_of_0d()
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != count:
            raise complaints.activations.prelu_count(count, channels)
    if weight.ndim > 1:
        raise complaints.activations.prelu_weight(weight.ndim)
    if input.ndim > 1 and weight.ndim == 1:
        weight = weight.reshape((1, count) + (1,) * (input.ndim - 2))
    elif weight.ndim != input.ndim:
        weight = weight.reshape((1,) * input.ndim)
    return ops.prelu_kernel(input, weight)


def rrelu(input, lower=1 / 8, upper=1 / 3, training=False, inplace=False):
    """x above zero, below it x times a slope drawn from [lower, upper], or their middle when not training.

    As `torch.nn.functional.rrelu`.

    >>> import minigrad
    >>> rrelu(minigrad.tensor([-1.0, 2.0]), 0.1, 0.3)
    tensor([-0.2000,  2.0000])
    """
    if not training:
        return leaky_relu(input, (lower + upper) / 2, inplace)
    drawn = numbers_of(None).uniform(lower, upper, tuple(input.shape)).astype(input.array.dtype)
    return applied("rrelu", sloped, input, inplace, slope=drawn)


def sloped(input, slope):
    return elementwise.where(input.detach() > 0, input, elementwise.mul(input, slope))


def rrelu_(input, lower=1 / 8, upper=1 / 3, training=False):
    """As `rrelu`, written over the input."""
    return rrelu(input, lower, upper, training, True)


def threshold(input, threshold, value, inplace=False):
    """x where it is above the threshold, else `value`. As `torch.nn.functional.threshold`.

    >>> import minigrad
    >>> threshold_(minigrad.tensor([0.5, 2.0]), 1, 0)
    tensor([0., 2.])
    """
    return applied("threshold", ops.threshold, input, inplace, threshold=threshold, value=value)


def threshold_(input, threshold, value):
    """As `threshold`, written over the input."""
    return applied("threshold", ops.threshold, input, True, threshold=threshold, value=value)


def elu(input, alpha=1.0, inplace=False):
    """x above zero, alpha·(eˣ - 1) below. As `torch.nn.functional.elu`.

    >>> import minigrad
    >>> elu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return applied("elu", ops.elu, input, inplace, alpha=alpha)


def elu_(input, alpha=1.0):
    """As `elu`, written over the input."""
    return elu(input, alpha, True)


SELU = {"alpha": 1.6732632423543772848170429916717, "scale": 1.0507009873554804934193349852946}


def selu(input, inplace=False):
    """elu, scaled so that deep networks keep mean 0 and variance 1 by themselves. As `torch.nn.functional.selu`.

    scale·x above zero, scale·alpha·(eˣ - 1) below, with scale = 1.0507… and alpha = 1.6733….

    >>> import minigrad
    >>> selu(minigrad.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    return applied("selu", ops.elu, input, inplace, **SELU)


def selu_(input):
    """As `selu`, written over the input."""
    return selu(input, True)


def celu(input, alpha=1.0, inplace=False):
    """x above zero, alpha·(exp(x/alpha) - 1) below. As `torch.nn.functional.celu`.

    >>> import minigrad
    >>> celu(minigrad.tensor([-1.0, 2.0]), 2.0)
    tensor([-0.7869,  2.0000])
    """
    if alpha == 0:
        raise complaints.activations.celu_of_zero()
    return applied("celu", ops.celu, input, inplace, alpha=alpha)


def celu_(input, alpha=1.0):
    """As `celu`, written over the input."""
    return celu(input, alpha, True)


# ---- bounded by straight lines


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x, held between min_val and max_val; on a bound the slope is 0. As `torch.nn.functional.hardtanh`.

    >>> import minigrad
    >>> hardtanh(minigrad.tensor([-3.0, 0.5]))
    tensor([-1.0000,  0.5000])
    """
    if min_val > max_val:
        raise complaints.activations.hardtanh_bounds()
    return applied("hardtanh", ops.hardtanh, input, inplace, min_val=min_val, max_val=max_val)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    """As `hardtanh`, written over the input."""
    return hardtanh(input, min_val, max_val, True)


def relu6(input, inplace=False):
    """min(max(x, 0), 6). As `torch.nn.functional.relu6`.

    >>> import minigrad
    >>> relu6(minigrad.tensor([-1.0, 2.0, 8.0]))
    tensor([0., 2., 6.])
    """
    return applied("relu6", ops.hardtanh, input, inplace, min_val=0, max_val=6)


def hardsigmoid(input, inplace=False):
    """(x + 3)/6, held between 0 and 1. As `torch.nn.functional.hardsigmoid`.

    >>> import minigrad
    >>> hardsigmoid(minigrad.tensor([-4.0, 0.0]))
    tensor([0.0000, 0.5000])
    """
    return applied("hardsigmoid", ops.hardsigmoid, input, inplace)


def hardswish(input, inplace=False):
    """x·hardsigmoid(x). As `torch.nn.functional.hardswish`.

    >>> import minigrad
    >>> hardswish(minigrad.tensor([3.0, 0.0]))
    tensor([3., 0.])
    """
    return applied("hardswish", ops.hardswish, input, inplace)


def hardshrink(input, lambd=0.5):
    """0 between -lambd and lambd, x outside. As `torch.nn.functional.hardshrink`.

    >>> import minigrad
    >>> hardshrink(minigrad.tensor([0.2, 0.7]))
    tensor([0.0000, 0.7000])
    """
    return applied("hardshrink", ops.hardshrink, input, lambd=lambd)


def softshrink(input, lambd=0.5):
    """0 between -lambd and lambd, outside x moved towards 0 by lambd. As `torch.nn.functional.softshrink`.

    >>> import minigrad
    >>> softshrink(minigrad.tensor([0.2, 1.5]))
    tensor([0., 1.])
    """
    if lambd < 0:
        raise complaints.activations.negative_shrink(lambd, input.dtype)
    return applied("softshrink", ops.softshrink, input, lambd=lambd)


# ---- smooth


def gelu(input, *, approximate="none"):
    """x·Φ(x), where Φ is the share of the normal distribution below x; "tanh" approximates Φ.

    As `torch.nn.functional.gelu`.

    >>> import minigrad
    >>> gelu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.1587,  1.9545])
    """
    return applied("gelu", ops.gelu, input, approximate=approximate)


def silu(input, inplace=False):
    """x·sigmoid(x), also called swish. As `torch.nn.functional.silu`.

    >>> import minigrad
    >>> silu(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.2689,  1.7616])
    """
    return applied("silu", ops.silu, input, inplace)


def mish(input, inplace=False):
    """x·tanh(softplus(x)). As `torch.nn.functional.mish`.

    >>> import minigrad
    >>> mish(minigrad.tensor([-1.0, 2.0]))
    tensor([-0.3034,  1.9440])
    """
    return applied("mish", ops.mish, input, inplace)


def softplus(input, beta=1.0, threshold=20.0):
    """ln(1 + exp(beta·x))/beta: relu with a rounded corner. As `torch.nn.functional.softplus`.

    >>> import minigrad
    >>> softplus(minigrad.tensor([0.0, 2.0]))
    tensor([0.6931, 2.1269])
    """
    return applied("softplus", ops.softplus, input, beta=beta, threshold=threshold)


def logsigmoid(input):
    """ln sigmoid(x), without underflow. As `torch.nn.functional.logsigmoid`.

    >>> import minigrad
    >>> logsigmoid(minigrad.tensor([0.0, -100.0]))
    tensor([  -0.6931, -100.0000])
    """
    return applied("log_sigmoid", ops.log_sigmoid, input)


def softsign(input):
    """x/(1 + |x|). As `torch.nn.functional.softsign`.

    >>> import minigrad
    >>> softsign(minigrad.tensor([-1.0, 3.0]))
    tensor([-0.5000,  0.7500])
    """
    return input / (absolute(input) + 1)


def tanhshrink(input):
    """x - tanh x. As `torch.nn.functional.tanhshrink`.

    >>> import minigrad
    >>> tanhshrink(minigrad.tensor([0.0, 2.0]))
    tensor([0.0000, 1.0360])
    """
    return input - tanh(input)


def glu(input, dim=-1):
    """The first half of a dimension times the sigmoid of the second: a gate. As `torch.nn.functional.glu`.

    Raises RuntimeError if the dimension cannot be halved.

    >>> import minigrad
    >>> glu(minigrad.tensor([2.0, 0.0]))
    tensor([1.])
    """
    if input.ndim == 0:
        raise complaints.activations.glu_of_0d()
    dim = args.axis(dim, input.ndim)
    if input.shape[dim] % 2:
        raise complaints.activations.odd_halving(dim, input.shape[dim])
    return applied("glu", ops.glu, input, dim=dim)


# ---- scores as probabilities


def chosen_dim(name, dim, ndim, level):
    """The dimension, or PyTorch's old guess with a warning."""
    if dim is not None:
        return dim
    warnings.warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an "
                  "argument.", stacklevel=level)
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Scores as probabilities that add up to 1 along `dim`: exp(x)/sum(exp(x)). As `torch.nn.functional.softmax`.

    >>> import minigrad
    >>> softmax(minigrad.tensor([0.0, 0.0]), dim=0)
    tensor([0.5000, 0.5000])
    """
    return neural.softmax(input, chosen_dim("softmax", dim, input.ndim, _stacklevel), dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Logarithms of the probabilities that `softmax` gives. As `torch.nn.functional.log_softmax`.

    >>> import minigrad
    >>> log_softmax(minigrad.tensor([1000.0, 0.0]), dim=0)
    tensor([    0., -1000.])
    """
    return neural.log_softmax(input, chosen_dim("log_softmax", dim, input.ndim, _stacklevel), dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """softmax(-x): the smallest score gets the largest share. As `torch.nn.functional.softmin`.

    >>> import minigrad
    >>> softmin(minigrad.tensor([0.0, 0.0]), dim=0)
    tensor([0.5000, 0.5000])
    """
    return neural.softmax(-input, chosen_dim("softmin", dim, input.ndim, _stacklevel), dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """Draws from the distribution that the logits describe, softened by `tau` so that gradients pass.

    With `hard` the result is one-hot, the gradient that of the soft one. As `torch.nn.functional.gumbel_softmax`.

    >>> import minigrad
    >>> gumbel_softmax(minigrad.zeros(2, 3), hard=True).sum(1)
    tensor([1., 1.])
    """
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    noise = numbers_of(None).gumbel(size=tuple(logits.shape)).astype(logits.array.dtype)
    soft = neural.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    winner = soft.detach().argmax(dim, keepdim=True)
    return (soft.detach() * 0).scatter(dim, winner, 1.0) - soft.detach() + soft
