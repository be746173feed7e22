"""Optimizers: they change parameters along their gradients. As `torch.optim`."""
from . import lr_scheduler
from .adagrad import Adagrad
from .adam import Adam, AdamW
from .optimizer import Optimizer
from .rmsprop import RMSprop
from .sgd import SGD

__all__ = ["Adagrad", "Adam", "AdamW", "Optimizer", "RMSprop", "SGD", "lr_scheduler"]


def __getattr__(name):
    from ..nn.missing import absent

    raise absent("optim", name, __all__)
