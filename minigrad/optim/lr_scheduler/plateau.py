"""A rate that is reduced when a measured value stays where it is."""
import math
import warnings

from .. import complaints
from ..optimizer import Optimizer
from .base import EPOCH, LRScheduler


class ReduceLROnPlateau(LRScheduler):
    """Times factor when a measured value has not got better for `patience` epochs. As PyTorch's class of that name.

    `step(value)` takes the measured value.
    """

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel",
                 cooldown=0, min_lr=0, eps=1e-8):
        if factor >= 1:
            raise complaints.schedule("Factor should be < 1.0.")
        if not isinstance(optimizer, Optimizer):
            raise complaints.schedule(f"{type(optimizer).__name__} is not an Optimizer", TypeError)
        count = len(optimizer.param_groups)
        if isinstance(min_lr, (list, tuple)) and len(min_lr) != count:
            raise complaints.schedule(f"expected {count} min_lrs, got {len(min_lr)}")
        if mode not in ("min", "max"):
            raise complaints.schedule(f"mode {mode} is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise complaints.schedule(f"threshold mode {threshold_mode} is unknown!")
        self.factor, self.optimizer = factor, optimizer
        self.default_min_lr = None if isinstance(min_lr, (list, tuple)) else min_lr
        self.min_lrs = [min_lr] * count if self.default_min_lr is min_lr else list(min_lr)
        self.patience, self.cooldown, self.eps, self.last_epoch = patience, cooldown, eps, 0
        self._last_lr = self.rates()
        self.mode_worse = self.best = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.cooldown_counter = self.num_bad_epochs = 0

    def step(self, metrics, epoch=None):
        """Look at this epoch's value, and reduce the rates if it is time."""
        value = float(metrics)
        if epoch is not None:
            warnings.warn(EPOCH, UserWarning, stacklevel=2)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.better(value):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self.reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self.rates()

    @property
    def in_cooldown(self):
        """Whether epochs are not counted for a while after a reduction."""
        return self.cooldown_counter > 0

    def better(self, value):
        sign = 1 if self.mode == "max" else -1
        if self.threshold_mode == "rel":
            bound = self.best * (1 + sign * self.threshold)
        else:
            bound = self.best + sign * self.threshold
        return sign * value > sign * bound

    def reduce(self):
        for group, lowest in zip(self.optimizer.param_groups, self.min_lrs):
            old = float(group["lr"])
            new = max(old * self.factor, lowest)
            if old - new > self.eps:
                group["lr"] = new
