"""Layers that, in training, set parts of their input to zero."""
from .. import complaints
from .. import functional as F
from .module import Module


class Droppers(Module):
    """What the layers below share: the share of zeros, and whether to write into the input."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise complaints.layer_argument(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(Droppers):
    """In training, zeros with probability p and the rest divided by 1 - p. As `torch.nn.Dropout`.

    >>> import minigrad
    >>> minigrad.nn.Dropout(0.5).eval()(minigrad.ones(2))
    tensor([1., 1.])
    """

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(Droppers):
    """Whole channels of a (N, C, L) input at once. As `torch.nn.Dropout1d`."""

    def forward(self, input):
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(Droppers):
    """Whole channels of a (N, C, H, W) input at once. As `torch.nn.Dropout2d`."""

    def forward(self, input):
        return F.dropout2d(input, self.p, self.training, self.inplace)


class AlphaDropout(Droppers):
    """Dropout that keeps mean and spread for SELU. As `torch.nn.AlphaDropout`."""

    def forward(self, input):
        return F.alpha_dropout(input, self.p, self.training)
