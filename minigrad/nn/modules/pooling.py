"""Pooling: one number for each window, its largest or its mean."""
from .. import functional as F
from .module import Module


class MaxPool(Module):
    """What both maxima share."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def options(self):
        return {"ceil_mode": self.ceil_mode, "return_indices": self.return_indices}

    def extra_repr(self):
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
                f"dilation={self.dilation}, ceil_mode={self.ceil_mode}")


class MaxPool1d(MaxPool):
    """The largest number of each window of a signal. As `torch.nn.MaxPool1d`."""

    def forward(self, input):
        return F.max_pool1d(input, self.kernel_size, self.stride, self.padding, self.dilation, **self.options())


class MaxPool2d(MaxPool):
    """The largest number of each window of an image. As `torch.nn.MaxPool2d`.

    >>> import minigrad
    >>> minigrad.nn.MaxPool2d(2)(minigrad.arange(4.0).reshape(1, 1, 2, 2))
    tensor([[[[3.]]]])
    """

    def forward(self, input):
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, **self.options())


class AvgPool(Module):
    """What pooling of means shares."""

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(AvgPool):
    """The mean of each window of a signal. As `torch.nn.AvgPool1d`."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size, self.stride, self.padding = [
            tuple(value) if isinstance(value, (tuple, list)) else (value,)
            for value in (kernel_size, kernel_size if stride is None else stride, padding)]
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class AvgPool2d(AvgPool):
    """The mean of each window of an image. As `torch.nn.AvgPool2d`."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, kernel_size if stride is None else stride, padding
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input):
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                            self.count_include_pad, self.divisor_override)


class AdaptivePool(Module):
    """What pooling shares that is told the size of its result."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(AdaptivePool):
    """Means over so many equal parts of a signal. As `torch.nn.AdaptiveAvgPool1d`."""

    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(AdaptivePool):
    """Means over a grid of that size, whatever the size of the image. As `torch.nn.AdaptiveAvgPool2d`.

    >>> import minigrad
    >>> minigrad.nn.AdaptiveAvgPool2d(1)(minigrad.ones(2, 3, 5, 7)).shape
    torch.Size([2, 3, 1, 1])
    """

    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)
