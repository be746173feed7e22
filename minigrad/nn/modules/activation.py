"""Activations as layers: each calls its function in nn.functional."""
from ...autograd.overwriting import unobserved
from ...create import full
from .. import complaints
from .. import functional as F
from ..parameter import Parameter
from .module import Module


class InPlace(Module):
    """What activations share that may write into their input."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""

    def described(self, *names):
        """`alpha=1.0, inplace=True`"""
        facts = [f"{name}={getattr(self, name)}" for name in names]
        return ", ".join([*facts, *["inplace=True"] * bool(self.inplace)])


class ReLU(InPlace):
    """max(x, 0). As `torch.nn.ReLU`.

    >>> import minigrad
    >>> minigrad.nn.ReLU()(minigrad.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    def forward(self, input):
        return F.relu(input, self.inplace)


class RReLU(InPlace):
    """x for x > 0, else x times a random slope in training, the mean slope otherwise. As `torch.nn.RReLU`."""

    def __init__(self, lower=1 / 8, upper=1 / 3, inplace=False):
        super().__init__(inplace)
        self.lower, self.upper = lower, upper

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self):
        return self.described("lower", "upper")


class LeakyReLU(InPlace):
    """x for x > 0, else a small slope times x. As `torch.nn.LeakyReLU`."""

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return self.described("negative_slope")


class PReLU(Module):
    """As LeakyReLU, with slopes that are trained: one, or one for each channel. As `torch.nn.PReLU`."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        with unobserved():
            self.weight = Parameter(full((num_parameters,), float(init), dtype=dtype, device=device))

    def reset_parameters(self):
        """Start again at `init`."""
        self.weight.data.fill_(self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class Threshold(InPlace):
    """x where it is above the threshold, else a value. As `torch.nn.Threshold`."""

    def __init__(self, threshold, value, inplace=False):
        super().__init__(inplace)
        self.threshold, self.value = threshold, value

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        return self.described("threshold", "value")


class Hardtanh(InPlace):
    """x kept between min_val and max_val. As `torch.nn.Hardtanh`."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__(inplace)
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        if self.max_val <= self.min_val:
            raise complaints.layer_argument(
                f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})", kind=AssertionError)

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return self.described("min_val", "max_val")


class ReLU6(Hardtanh):
    """x kept between 0 and 6. As `torch.nn.ReLU6`."""

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return self.described()


class Sigmoid(Module):
    """1 / (1 + e⁻ˣ). As `torch.nn.Sigmoid`."""

    def forward(self, input):
        return input.sigmoid()


class Hardsigmoid(InPlace):
    """x/6 + 1/2, kept between 0 and 1. As `torch.nn.Hardsigmoid`."""

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)

    def extra_repr(self):
        return ""


class Tanh(Module):
    """The hyperbolic tangent. As `torch.nn.Tanh`."""

    def forward(self, input):
        return input.tanh()


class SiLU(InPlace):
    """x · sigmoid(x), also called swish. As `torch.nn.SiLU`."""

    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(InPlace):
    """x · tanh(softplus(x)). As `torch.nn.Mish`."""

    def forward(self, input):
        return F.mish(input, self.inplace)


class Hardswish(InPlace):
    """x · hardsigmoid(x). As `torch.nn.Hardswish`."""

    def forward(self, input):
        return F.hardswish(input, self.inplace)

    def extra_repr(self):
        return ""


class ELU(InPlace):
    """x for x > 0, else alpha · (eˣ - 1). As `torch.nn.ELU`."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(inplace)
        self.alpha = alpha

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return self.described("alpha")


class CELU(ELU):
    """x for x > 0, else alpha · (e^(x/alpha) - 1). As `torch.nn.CELU`."""

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class SELU(InPlace):
    """A scaled ELU that keeps mean 0 and spread 1. As `torch.nn.SELU`."""

    def forward(self, input):
        return F.selu(input, self.inplace)


class GLU(Module):
    """The first half of a dimension times the sigmoid of the second. As `torch.nn.GLU`."""

    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class GELU(Module):
    """x · Φ(x), with the normal distribution's Φ or its "tanh" approximation. As `torch.nn.GELU`."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Hardshrink(Module):
    """x where |x| is above lambd, else 0. As `torch.nn.Hardshrink`."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return F.hardshrink(input, self.lambd)

    def extra_repr(self):
        return f"{self.lambd}"


class Softshrink(Module):
    """x moved towards 0 by lambd. As `torch.nn.Softshrink`."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return F.softshrink(input, self.lambd)

    def extra_repr(self):
        return f"{self.lambd}"


class Tanhshrink(Module):
    """x - tanh(x). As `torch.nn.Tanhshrink`."""

    def forward(self, input):
        return F.tanhshrink(input)


class LogSigmoid(Module):
    """log(sigmoid(x)). As `torch.nn.LogSigmoid`."""

    def forward(self, input):
        return F.logsigmoid(input)


class Softplus(Module):
    """log(1 + e^(beta·x)) / beta, and x itself above the threshold. As `torch.nn.Softplus`."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class Softsign(Module):
    """x / (1 + |x|). As `torch.nn.Softsign`."""

    def forward(self, input):
        return F.softsign(input)


class Softmax(Module):
    """eˣ, divided by its sum along a dimension. As `torch.nn.Softmax`."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim, _stacklevel=5)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmin(Module):
    """Softmax of -x. As `torch.nn.Softmin`."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)

    def extra_repr(self):
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """log(softmax(x)) along a dimension. As `torch.nn.LogSoftmax`."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.log_softmax(input, self.dim, _stacklevel=5)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax2d(Module):
    """Softmax over the channels at every place of an image. As `torch.nn.Softmax2d`."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise complaints.layer_argument(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3, _stacklevel=5)
