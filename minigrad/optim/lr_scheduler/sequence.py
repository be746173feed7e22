"""Schedules made of schedules."""
from bisect import bisect_right

from .. import complaints
from .base import LRScheduler
from .plateau import ReduceLROnPlateau


class SequentialLR(LRScheduler):
    """One schedule after the other, each from its milestone on. As `torch.optim.lr_scheduler.SequentialLR`.

    >>> import minigrad
    >>> from minigrad.optim import SGD, lr_scheduler
    >>> optimizer = SGD([minigrad.ones(1, requires_grad=True)], lr=1.0)
    >>> warm_up = lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=9)
    >>> after = lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> schedule = SequentialLR(optimizer, [warm_up, after], milestones=[2])
    >>> for epoch in range(4):
    ...     print(schedule.get_last_lr())
    ...     optimizer.step()
    ...     schedule.step()
    [0.5]
    [0.5]
    [1.0]
    [0.5]
    """

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        check_parts(type(self).__name__, optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise complaints.schedule(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                f"milestone points, but got number of schedulers {len(schedulers)} and the number of milestones to be "
                f"equal to {len(milestones)}")
        self._schedulers, self._milestones = schedulers, milestones
        self.last_epoch, self.optimizer = last_epoch + 1, optimizer
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        undo(schedulers)                        # each has made its first step when it was built
        first = schedulers[bisect_right(milestones, 0)]
        first.start()
        self._last_lr = first.get_last_lr()

    def step(self):
        """Go on to the next epoch of the schedule whose turn it is."""
        self.last_epoch += 1
        turn = bisect_right(self._milestones, self.last_epoch)
        schedule = self._schedulers[turn]
        if turn > 0 and self._milestones[turn - 1] == self.last_epoch:
            schedule.go_to(0)
        else:
            schedule.step()
        self._last_lr = schedule.get_last_lr()

    def state_dict(self):
        """As always, with the states of the parts."""
        state = {name: value for name, value in self.__dict__.items() if name not in ("optimizer", "_schedulers")}
        return {**state, "_schedulers": [schedule.state_dict() for schedule in self._schedulers]}

    def load_state_dict(self, state_dict):
        """Go on from a saved state."""
        state = dict(state_dict)
        for schedule, part in zip(self._schedulers, state.pop("_schedulers")):
            schedule.load_state_dict(part)
        self.__dict__.update(state)


class ChainedScheduler(SequentialLR):
    """Several schedules at once: all change the rate at every step. As PyTorch's class of that name."""

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) < 1:
            raise complaints.schedule(
                f"{type(self).__name__} expects at least one scheduler to be chained, but got no scheduler.")
        optimizer = optimizer or schedulers[0].optimizer
        check_parts(type(self).__name__, optimizer, schedulers)
        self._schedulers, self.optimizer = schedulers, optimizer
        self._last_lr = self.rates()

    def step(self):
        """Go on to the next epoch, in all schedules."""
        for schedule in self._schedulers:
            schedule.step()
        self._last_lr = self.rates()


def check_parts(name, optimizer, schedulers):
    """Raises for parts that cannot follow each other."""
    if len(schedulers) < 1:
        raise complaints.schedule(f"{name} expects at least one scheduler, but got no scheduler.")
    for place, schedule in enumerate(schedulers):
        if not hasattr(schedule, "optimizer"):
            raise complaints.schedule(f"{name} at index {place} should have `optimizer` as its attribute.", TypeError)
        if isinstance(schedule, ReduceLROnPlateau):
            raise complaints.schedule(
                f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be "
                f"specified when calling `step`, but got one at index {place} in the given schedulers sequence.")
        if optimizer is not schedule.optimizer:
            raise complaints.schedule(
                f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
                f"{type(schedule).__name__} at index {place} has {schedule.optimizer}, which is different from "
                f"{type(optimizer).__name__}.")


def undo(schedulers):
    for schedule in schedulers:
        if hasattr(schedule, "_schedulers"):
            undo(schedule._schedulers)
        else:
            schedule.last_epoch -= 1
