"""Schedules: how the learning rate goes on from epoch to epoch. As `torch.optim.lr_scheduler`."""
from .base import LRScheduler
from .cosine import CosineAnnealingLR, CosineAnnealingWarmRestarts
from .factors import ConstantLR, ExponentialLR, LinearLR, MultiStepLR, PolynomialLR, StepLR
from .functions import LambdaLR, MultiplicativeLR
from .plateau import ReduceLROnPlateau
from .sequence import ChainedScheduler, SequentialLR

_LRScheduler = LRScheduler                      # its name in older programs

__all__ = [
    "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "ExponentialLR",
    "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "PolynomialLR", "ReduceLROnPlateau",
    "SequentialLR", "StepLR",
]


def __getattr__(name):
    from ...nn.missing import absent

    raise absent("optim.lr_scheduler", name, __all__)
