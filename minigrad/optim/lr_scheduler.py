"""Schedules: how the learning rate goes on from epoch to epoch. As `torch.optim.lr_scheduler`.

A schedule's `step()` is called once an epoch, after the optimizer's steps. It computes each rate from the one before,
so that several schedules can change the same optimizer.
"""
import math
import warnings
from bisect import bisect_right
from collections import Counter
from types import FunctionType

from . import complaints
from .optimizer import Optimizer

ORDER = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
    "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in "
    "PyTorch skipping the first value of the learning rate schedule. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate")
EPOCH = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed "
    "form is used instead of the new chainable form, where available. Please open an issue if you are unable to "
    "replicate your use case: https://github.com/pytorch/pytorch/issues/new/choose.")


class LRScheduler:
    """The base of all schedules: a subclass computes the next rates in `get_lr`."""

    _get_lr_called_within_step = _is_initial = False

    def __init__(self, optimizer, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise complaints.schedule(f"{type(optimizer).__name__} is not an Optimizer", TypeError)
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise complaints.schedule(
                    f"param 'initial_lr' is not specified in param_groups[{place}] when resuming scheduler with "
                    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
                    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 for "
                    "a fresh training run (not recommended)", KeyError)
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        if not hasattr(optimizer, "_scheduled"):
            optimizer._scheduled, optimizer._stepped = True, False
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def rates(self):
        """The rates as they stand, one for each group."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def get_lr(self):
        """The next rates. Every schedule defines it; ask `get_last_lr()` for the current ones."""
        raise NotImplementedError

    def get_last_lr(self):
        """The current rates, one for each group."""
        return self._last_lr

    def step(self, epoch=None):
        """Go on to the next epoch: compute the rates and set them in the optimizer."""
        if self._step_count == 1 and not self.optimizer._stepped:
            warnings.warn(ORDER, UserWarning, stacklevel=2)
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH, UserWarning, stacklevel=2)
        self._get_lr_called_within_step = True
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = getattr(self, "_get_closed_form_lr", None) if epoch is not None else None
        values = (closed or self.get_lr)()
        self._get_lr_called_within_step = False
        for group, rate in zip(self.optimizer.param_groups, values):
            group["lr"] = rate
        self._last_lr = self.rates()

    def outside(self):
        """Say that `get_lr` is not the way to ask."""
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
                          UserWarning, stacklevel=3)

    def state_dict(self):
        """All that the schedule knows except the optimizer, to be saved and loaded again."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Go on from a saved state."""
        self.__dict__.update(state_dict)


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


class CosineAnnealingLR(LRScheduler):
    """Down to eta_min along half a cosine of T_max epochs, and up again. As PyTorch's class of that name."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def height(self, epoch):
        return 1 + math.cos(math.pi * epoch / self.T_max)

    def get_lr(self):
        self.outside()
        if self._is_initial:
            return self.rates()
        if self._step_count == 1 and self.last_epoch > 0:
            return self._get_closed_form_lr()
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:          # at the bottom: 0 has no ratio
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [rate + (base - self.eta_min) * rise for base, rate in zip(self.base_lrs, self.rates())]
        ratio = self.height(self.last_epoch) / self.height(self.last_epoch - 1)
        return [ratio * (rate - self.eta_min) + self.eta_min for rate in self.rates()]

    def _get_closed_form_lr(self):
        return [self.eta_min + (base - self.eta_min) * self.height(self.last_epoch) / 2 for base in self.base_lrs]


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


_LRScheduler = LRScheduler                      # its name in older programs
