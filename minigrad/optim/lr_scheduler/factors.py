"""Rates that are multiplied by a factor, every few epochs or a little every epoch."""
from bisect import bisect_right
from collections import Counter

from .. import complaints
from .base import LRScheduler


class StepLR(LRScheduler):
    """Times gamma every `step_size` epochs. As `torch.optim.lr_scheduler.StepLR`."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self.outside()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self.rates()
        return [rate * self.gamma for rate in self.rates()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Times gamma at every epoch of a list. As `torch.optim.lr_scheduler.MultiStepLR`."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self.outside()
        return [rate * self.gamma ** self.milestones[self.last_epoch] if self.last_epoch in self.milestones else rate
                for rate in self.rates()]

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma ** passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """Times factor for the first epochs, then as it was. As `torch.optim.lr_scheduler.ConstantLR`."""

    def __init__(self, optimizer, factor=1 / 3, total_iters=5, last_epoch=-1):
        if factor > 1 or factor < 0:
            raise complaints.schedule("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self.outside()
        if self.last_epoch == 0:
            return [rate * self.factor for rate in self.rates()]
        if self.last_epoch != self.total_iters:
            return self.rates()
        return [rate * (1 / self.factor) for rate in self.rates()]

    def _get_closed_form_lr(self):
        factor = self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)
        return [base * factor for base in self.base_lrs]


class LinearLR(LRScheduler):
    """A factor that goes straight from one number to another. As `torch.optim.lr_scheduler.LinearLR`."""

    def __init__(self, optimizer, start_factor=1 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if start_factor > 1 or start_factor <= 0:
            raise complaints.schedule(
                "Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1 or end_factor < 0:
            raise complaints.schedule("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self.outside()
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self.rates()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self.rates()
        way = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * way
        return [rate * (1 + way / before) for rate in self.rates()]

    def _get_closed_form_lr(self):
        way = self.end_factor - self.start_factor
        factor = self.start_factor + way * min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * factor for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Times gamma every epoch. As `torch.optim.lr_scheduler.ExponentialLR`."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self.outside()
        return self.rates() if self._is_initial else [rate * self.gamma for rate in self.rates()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """Down to 0 as a power of the epochs that are left. As `torch.optim.lr_scheduler.PolynomialLR`."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        self.outside()
        if self._is_initial or self.last_epoch > self.total_iters:
            return self.rates()
        left, before = (1 - epoch / self.total_iters for epoch in (self.last_epoch, self.last_epoch - 1))
        return [rate * (left / before) ** self.power for rate in self.rates()]

    def _get_closed_form_lr(self):
        left = 1 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left ** self.power for base in self.base_lrs]
