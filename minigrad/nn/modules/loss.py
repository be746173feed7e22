"""Losses as modules: each calls its function in nn.functional. `reduction` is "mean", "sum" or "none"."""

from .. import complaints
from .. import functional as F
from ..functional.losses import outdated
from .module import Module


class Loss(Module):
    """What losses share."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        asked = size_average is not None or reduce is not None
        self.reduction = outdated(size_average, reduce) if asked else reduction


class WeightedLoss(Loss):
    """A loss with a weight for each class or element."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class L1Loss(Loss):
    """|input - target|. As `torch.nn.L1Loss`."""

    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(Loss):
    """(input - target)². As `torch.nn.MSELoss`.

    >>> import minigrad
    >>> minigrad.nn.MSELoss()(minigrad.tensor([1.0, 3.0]), minigrad.tensor([0.0, 0.0]))
    tensor(5.)
    """

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(Loss):
    """Squared below beta, straight above. As `torch.nn.SmoothL1Loss`."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(Loss):
    """As SmoothL1Loss times delta. As `torch.nn.HuberLoss`."""

    def __init__(self, reduction="mean", delta=1.0):
        if not isinstance(delta, (int, float)):
            raise complaints.layer_argument(f"delta must be a float or int, got: {type(delta)}", kind=TypeError)
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class NLLLoss(WeightedLoss):
    """Minus the log-probability of the right class. As `torch.nn.NLLLoss`."""

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input, target):
        return F.nll_loss(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class CrossEntropyLoss(WeightedLoss):
    """Minus the log of the softmax of the right class, or weighed by probabilities. As `torch.nn.CrossEntropyLoss`.

    >>> import minigrad
    >>> minigrad.nn.CrossEntropyLoss()(minigrad.tensor([[0.0, 0.0]]), minigrad.tensor([1]))
    tensor(0.6931)
    """

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                 label_smoothing=0.0):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing

    def forward(self, input, target):
        return F.cross_entropy(input, target, weight=self.weight, ignore_index=self.ignore_index,
                               reduction=self.reduction, label_smoothing=self.label_smoothing)


class BCELoss(WeightedLoss):
    """Cross-entropy of probabilities between two classes. As `torch.nn.BCELoss`."""

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(Loss):
    """BCELoss of the sigmoid of the input, computed safely. As `torch.nn.BCEWithLogitsLoss`."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(input, target, self.weight, pos_weight=self.pos_weight,
                                                  reduction=self.reduction)


class KLDivLoss(Loss):
    """target · (log target - input), input being log-probabilities. As `torch.nn.KLDivLoss`."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class CosineSimilarity(Module):
    """The cosine of the angle between vectors along a dimension. As `torch.nn.CosineSimilarity`."""

    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim, self.eps = dim, eps

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
