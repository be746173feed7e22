"""Normalization within one example: over its features, or over groups of its channels."""
from numbers import Integral

from ...autograd.overwriting import unobserved
from ...create import ones, zeros
from .. import complaints, init
from .. import functional as F
from ..parameter import Parameter
from .module import Module


class LayerNorm(Module):
    """Mean 0 and variance 1 over the last dimensions. As `torch.nn.LayerNorm`.

    >>> import minigrad
    >>> minigrad.nn.LayerNorm(2)(minigrad.tensor([[1.0, 3.0]])).detach()
    tensor([[-1.0000,  1.0000]])
    """

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        single = isinstance(normalized_shape, Integral)
        self.normalized_shape = (normalized_shape,) if single else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        shape, options = self.normalized_shape, {"dtype": dtype, "device": device}
        with unobserved():
            self.register_parameter("weight", Parameter(ones(shape, **options)) if elementwise_affine else None)
            self.register_parameter(
                "bias", Parameter(zeros(shape, **options)) if elementwise_affine and bias else None)

    def reset_parameters(self):
        """Start again at weight 1 and bias 0."""
        restart(self)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
                f"bias={self.bias is not None}")


class GroupNorm(Module):
    """Mean 0 and variance 1 over groups of channels. As `torch.nn.GroupNorm`."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None, *, bias=True):
        super().__init__()
        if num_channels % num_groups:
            raise complaints.layer_argument(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        options = {"dtype": dtype, "device": device}
        with unobserved():
            self.register_parameter("weight", Parameter(ones(num_channels, **options)) if affine else None)
            self.register_parameter("bias", Parameter(zeros(num_channels, **options)) if affine and bias else None)

    def reset_parameters(self):
        """Start again at weight 1 and bias 0."""
        restart(self)

    def forward(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return (f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
                f"bias={self.bias is not None}")


class RMSNorm(Module):
    """The last dimensions divided by the root of their mean square. As `torch.nn.RMSNorm`."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        single = isinstance(normalized_shape, Integral)
        self.normalized_shape = (normalized_shape,) if single else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        with unobserved():
            weight = Parameter(ones(self.normalized_shape, dtype=dtype, device=device)) if elementwise_affine else None
            self.register_parameter("weight", weight)

    def reset_parameters(self):
        """Start again at weight 1."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, input):
        return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


def restart(layer):
    if layer.weight is not None:
        init.ones_(layer.weight)
    if layer.bias is not None:
        init.zeros_(layer.bias)
