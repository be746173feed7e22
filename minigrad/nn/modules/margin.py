"""Losses of pairs and triplets, and of given distributions; each calls its function in nn.functional."""
from .. import complaints
from .. import functional as F
from .loss import Loss, WeightedLoss
from .module import Module


class PoissonNLLLoss(Loss):
    """Minus the log-likelihood of counts. As `torch.nn.PoissonNLLLoss`."""

    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def forward(self, log_input, target):
        return F.poisson_nll_loss(log_input, target, log_input=self.log_input, full=self.full, eps=self.eps,
                                  reduction=self.reduction)


class GaussianNLLLoss(Loss):
    """Minus the log-likelihood of numbers with given means and variances. As `torch.nn.GaussianNLLLoss`."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(None, None, reduction)
        self.full, self.eps = full, eps

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)


class SoftMarginLoss(Loss):
    """log(1 + e^(-target · input)), targets being 1 or -1. As `torch.nn.SoftMarginLoss`."""

    def forward(self, input, target):
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class Margin(Loss):
    """A loss that asks for a distance of at least `margin`."""

    usual = 0.0

    def __init__(self, margin=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = self.usual if margin is None else margin


class HingeEmbeddingLoss(Margin):
    """The input where the target is 1, max(0, margin - input) where it is -1. As `torch.nn.HingeEmbeddingLoss`."""

    usual = 1.0

    def forward(self, input, target):
        return F.hinge_embedding_loss(input, target, margin=self.margin, reduction=self.reduction)


class MarginRankingLoss(Margin):
    """max(0, -target · (input1 - input2) + margin). As `torch.nn.MarginRankingLoss`."""

    def forward(self, input1, input2, target):
        return F.margin_ranking_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class CosineEmbeddingLoss(Margin):
    """1 - cos where the target is 1, max(0, cos - margin) where it is -1. As `torch.nn.CosineEmbeddingLoss`."""

    def forward(self, input1, input2, target):
        return F.cosine_embedding_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class TripletMarginLoss(Loss):
    """How much nearer the positive is than the negative, up to margin. As `torch.nn.TripletMarginLoss`."""

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        if margin <= 0:
            raise complaints.layer_argument(
                f"TripletMarginLoss: expected margin to be greater than 0, got {margin} instead")
        super().__init__(size_average, reduce, reduction)
        self.margin, self.p, self.eps, self.swap = margin, p, eps, swap

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_loss(anchor, positive, negative, margin=self.margin, p=self.p, eps=self.eps,
                                     swap=self.swap, reduction=self.reduction)


class MultiMarginLoss(WeightedLoss):
    """max(0, margin - score of the right class + score of another)ᵖ, over all others. As PyTorch's."""

    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        if p not in (1, 2):
            raise complaints.layer_argument("only p == 1 and p == 2 supported")
        self.p, self.margin = p, margin

    def forward(self, input, target):
        return F.multi_margin_loss(input, target, p=self.p, margin=self.margin, weight=self.weight,
                                   reduction=self.reduction)


class PairwiseDistance(Module):
    """The p-norm of the difference of vectors. As `torch.nn.PairwiseDistance`."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)
