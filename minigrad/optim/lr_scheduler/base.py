"""What all schedules share: they are stepped once an epoch, after the optimizer.

Each rate is computed from the one before, so that several schedules can change the same optimizer.
"""
import warnings

from .. import complaints
from ..optimizer import Optimizer

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
        self.start()

    def start(self):
        """Make the first step, which sets the first rates."""
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
        self.go_to(epoch)

    def go_to(self, epoch=None):
        """Set the rates of the next epoch, or of the one given."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = getattr(self, "_get_closed_form_lr", None) if epoch is not None else None
        self.put(closed or self.get_lr)

    def put(self, compute):
        """Set the rates that a method computes."""
        self._get_lr_called_within_step = True
        values = compute()
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
