"""Convolutions: a small window of weights that moves over a signal or an image."""
import math

from ...autograd.overwriting import unobserved
from .. import complaints, init
from .. import functional as F
from .linear import parameter
from .module import Module


def each(value, count):
    """One number for every dimension, as a tuple."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * count


class ConvNd(Module):
    """What convolutions share: weight (out_channels, in_channels/groups, *kernel_size) and bias (out_channels)."""

    spatial = 0
    output_padding = ()

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride = each(kernel_size, self.spatial), each(stride, self.spatial)
        self.dilation, self.padding_mode = each(dilation, self.spatial), padding_mode
        self.padding = padding if isinstance(padding, str) else each(padding, self.spatial)
        self.check()
        with unobserved():
            self.weight = parameter(*self.weight_shape(), dtype=dtype, device=device)
            self.register_parameter("bias", parameter(out_channels, dtype=dtype, device=device) if bias else None)
            self.reset_parameters()

    def check(self):
        """Raises ValueError for arguments that do not go together."""
        if self.groups <= 0:
            raise complaints.layer_argument("groups must be a positive integer")
        for name in ("in_channels", "out_channels"):
            if getattr(self, name) % self.groups:
                raise complaints.layer_argument(f"{name} must be divisible by groups")
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                raise complaints.layer_argument(
                    f"Invalid padding string {self.padding!r}, should be one of { {'same', 'valid'} }")
            if self.padding == "same" and any(step != 1 for step in self.stride):
                raise complaints.layer_argument("padding='same' is not supported for strided convolutions")
        modes = {"zeros", "reflect", "replicate", "circular"}
        if self.padding_mode not in modes:
            raise complaints.layer_argument(
                f"padding_mode must be one of {modes}, but got padding_mode='{self.padding_mode}'")

    def weight_shape(self):
        return (self.out_channels, self.in_channels // self.groups, *self.kernel_size)

    def reset_parameters(self):
        """Draw new starting values, evenly within ± 1/√fan_in."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in:
                init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def forward(self, input):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self.margins(), mode=self.padding_mode)
            padding = 0
        return self.convolve(input, padding)

    def convolve(self, input, padding):
        function = (F.conv1d, F.conv2d)[self.spatial - 1]
        return function(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)

    def margins(self):
        """What F.pad is to add on both sides, last dimension first."""
        if self.padding == "valid":
            return [0] * (2 * self.spatial)
        if self.padding != "same":
            return [n for n in reversed(self.padding) for _ in "lr"]
        totals = [d * (k - 1) for d, k in zip(reversed(self.dilation), reversed(self.kernel_size))]
        return [part for total in totals for part in (total // 2, total - total // 2)]

    def extra_repr(self):
        facts = [f"{self.in_channels}", f"{self.out_channels}", f"kernel_size={self.kernel_size}",
                 f"stride={self.stride}"]
        usual = {"padding": 0, "dilation": 1, "output_padding": 0}
        facts += [f"{name}={value}" for name, number in usual.items()
                  if (value := getattr(self, name)) != (number,) * len(value)]
        facts += [f"groups={self.groups}"] * (self.groups != 1) + ["bias=False"] * (self.bias is None)
        return ", ".join(facts + [f"padding_mode={self.padding_mode}"] * (self.padding_mode != "zeros"))


class Conv1d(ConvNd):
    """A window that moves along a signal: (N, C_in, L) to (N, C_out, L_out). As `torch.nn.Conv1d`.

    >>> import minigrad
    >>> minigrad.nn.Conv1d(2, 3, 3)(minigrad.ones(1, 2, 5)).shape
    torch.Size([1, 3, 3])
    """

    spatial = 1


class Conv2d(ConvNd):
    """A window that moves over an image: (N, C_in, H, W) to (N, C_out, H_out, W_out). As `torch.nn.Conv2d`.

    >>> import minigrad
    >>> minigrad.nn.Conv2d(1, 8, 3, padding=1)(minigrad.ones(1, 1, 5, 5)).shape
    torch.Size([1, 8, 5, 5])
    """

    spatial = 2
