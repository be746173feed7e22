"""Rates that a function of the epoch gives."""
from types import FunctionType

from .. import complaints
from .base import LRScheduler


class Lambdas(LRScheduler):
    """What the two schedules share that are given a function, or one for each group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        several = isinstance(lr_lambda, (list, tuple))
        if several and len(lr_lambda) != count:
            raise complaints.schedule(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda) if several else [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        """As always, but functions are not kept, only what objects that can be called hold."""
        state = {name: value for name, value in self.__dict__.items() if name not in ("optimizer", "lr_lambdas")}
        kept = [None if isinstance(f, FunctionType) else dict(f.__dict__) for f in self.lr_lambdas]
        return {**state, "lr_lambdas": kept}

    def load_state_dict(self, state_dict):
        """Go on from a saved state."""
        state = dict(state_dict)
        for function, kept in zip(self.lr_lambdas, state.pop("lr_lambdas")):
            if kept is not None:
                function.__dict__.update(kept)
        self.__dict__.update(state)


class LambdaLR(Lambdas):
    """The first rate times `lr_lambda(epoch)`. As `torch.optim.lr_scheduler.LambdaLR`.

    >>> import minigrad
    >>> optimizer = minigrad.optim.SGD([minigrad.ones(1, requires_grad=True)], lr=1.0)
    >>> LambdaLR(optimizer, lambda epoch: 1 / (epoch + 2)).get_last_lr()
    [0.5]
    """

    def get_lr(self):
        self.outside()
        return [base * f(self.last_epoch) for f, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(Lambdas):
    """The last rate times `lr_lambda(epoch)`. As `torch.optim.lr_scheduler.MultiplicativeLR`."""

    def get_lr(self):
        self.outside()
        if self._is_initial:
            return self.rates()
        return [rate * f(self.last_epoch) for f, rate in zip(self.lr_lambdas, self.rates())]
