"""Layers that put a margin around a signal or an image."""
from .. import functional as F
from .conv import each
from .module import Module


class Pad(Module):
    """What all share: `padding` on both sides, last dimension first."""

    mode, spatial = "constant", 1
    value = 0.0

    def __init__(self, padding):
        super().__init__()
        self.padding = each(padding, 2 * self.spatial)

    def forward(self, input):
        if self.mode == "constant":
            return F.pad(input, self.padding, "constant", self.value)
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self):
        return f"{self.padding}"


class ConstantPad1d(Pad):
    """One number around a signal. As `torch.nn.ConstantPad1d`."""

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad2d(ConstantPad1d):
    """One number around an image. As `torch.nn.ConstantPad2d`."""

    spatial = 2


class ZeroPad1d(Pad):
    """Zeros around a signal. As `torch.nn.ZeroPad1d`."""


class ZeroPad2d(Pad):
    """Zeros around an image. As `torch.nn.ZeroPad2d`.

    >>> import minigrad
    >>> minigrad.nn.ZeroPad2d(1)(minigrad.ones(1, 1, 1, 1)).sum(-1)
    tensor([[[0., 1., 0.]]])
    """

    spatial = 2


class ReflectionPad1d(Pad):
    """A signal's mirror image at both ends. As `torch.nn.ReflectionPad1d`."""

    mode = "reflect"


class ReflectionPad2d(ReflectionPad1d):
    """An image's mirror image around it. As `torch.nn.ReflectionPad2d`."""

    spatial = 2


class ReplicationPad1d(Pad):
    """The numbers at the ends of a signal, again. As `torch.nn.ReplicationPad1d`."""

    mode = "replicate"


class ReplicationPad2d(ReplicationPad1d):
    """The numbers at the edges of an image, again. As `torch.nn.ReplicationPad2d`."""

    spatial = 2


class CircularPad1d(Pad):
    """The other end of a signal. As `torch.nn.CircularPad1d`."""

    mode = "circular"


class CircularPad2d(CircularPad1d):
    """The other side of an image. As `torch.nn.CircularPad2d`."""

    spatial = 2
