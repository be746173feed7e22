"""Layers that multiply by a matrix.

Layers make their parameters unobserved: who watches meets them at their first use, under names like `net.fc1.weight`.
"""
import math

from ...autograd.overwriting import unobserved
from ...create import empty
from ...ops.einsum import einsum
from .. import complaints, init
from .. import functional as F
from ..parameter import Parameter
from .module import Module


def parameter(*shape, dtype=None, device=None):
    """A parameter whose numbers are still to be set."""
    return Parameter(empty(*shape, dtype=dtype, device=device))


class Identity(Module):
    """Gives back what it gets; takes any arguments. As `torch.nn.Identity`."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """x @ weight.T + bias. As `torch.nn.Linear`.

    Input (…, in_features), output (…, out_features); weight (out_features, in_features), bias (out_features), both
    spread evenly within ± 1/√in_features.

    >>> import minigrad
    >>> layer = minigrad.nn.Linear(3, 2)
    >>> layer(minigrad.ones(5, 3)).shape
    torch.Size([5, 2])
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        with unobserved():
            self.weight = parameter(out_features, in_features, dtype=dtype, device=device)
            self.register_parameter("bias", parameter(out_features, dtype=dtype, device=device) if bias else None)
            self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        own = self._parameters          # where Python looks for self.weight and self.bias after everywhere else
        if "weight" not in own or "bias" not in own:
            return F.linear(input, self.weight, self.bias)
        return F.linear(input, own["weight"], own["bias"])

    def extra_repr(self):
        bias = self.bias is not None
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={bias}"


class Bilinear(Module):
    """x₁ᵀ W x₂ + bias, one W for each output. As `torch.nn.Bilinear`.

    >>> import minigrad
    >>> minigrad.nn.Bilinear(2, 3, 4)(minigrad.ones(5, 2), minigrad.ones(5, 3)).shape
    torch.Size([5, 4])
    """

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        if in1_features <= 0:
            raise complaints.layer_argument(f"in1_features must be > 0, but got (in1_features={in1_features})")
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        with unobserved():
            self.weight = parameter(out_features, in1_features, in2_features, dtype=dtype, device=device)
            self.register_parameter("bias", parameter(out_features, dtype=dtype, device=device) if bias else None)
            self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values."""
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        output = einsum("...i,oij,...j->...o", input1, self.weight, input2)
        return output if self.bias is None else output + self.bias

    def extra_repr(self):
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, bias={self.bias is not None}")
