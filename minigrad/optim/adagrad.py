"""Adagrad."""
import numpy as np

from .optimizer import Optimizer, check, counted, held, rate


class Adagrad(Optimizer):
    """s ← s + g², p ← p - lr / (1 + (t-1) · lr_decay) · g / (√s + eps): ever smaller steps where much was moved.

    As `torch.optim.Adagrad`.

    >>> import minigrad
    >>> w = minigrad.tensor(1.0, requires_grad=True)
    >>> optimizer = Adagrad([w], lr=0.1)
    >>> (w * w).backward(); optimizer.step(); w
    tensor(0.9000, requires_grad=True)
    """

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10,
                 foreach=None, *, maximize=False, differentiable=False, fused=None):
        check(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay,
              initial_accumulator_value=initial_accumulator_value, eps=eps)
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused})
        for group in self.param_groups:         # as in PyTorch, the sums are there before the first step
            for p in group["params"]:
                self.state[p] = {}
                self.start(self.state[p], p.array, group)

    def start(self, state, array, group):
        counted(state, 0)
        return held(state, "sum", array, group["initial_accumulator_value"])

    def move(self, array, gradient, state, group):
        gradient = self.directed(array, gradient, group)
        total = self.start(state, array, group)
        step_size = rate(group) / (1 + (counted(state) - 1) * group["lr_decay"])
        room = self.room(array)
        np.add(total, np.multiply(gradient, gradient, out=room), out=total)
        np.add(np.sqrt(total, out=room), group["eps"], out=room)
        np.multiply(np.divide(gradient, room, out=room), step_size, out=room)
        np.subtract(array, room, out=array)
