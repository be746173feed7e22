"""Stochastic gradient descent."""
import numpy as np

from ..core.node import tied
from . import complaints
from .optimizer import Optimizer, check, constant, rate

SMALL = 4096                    # below, new memory for a product costs less than looking for room that is there


class SGD(Optimizer):
    """p ← p - lr · g; with momentum, g is replaced by a running sum: b ← momentum · b + (1 - dampening) · g.

    The first g is the first sum. `nesterov` steps along g + momentum · b; `weight_decay` adds that much of p to g.
    As `torch.optim.SGD`.

    >>> import minigrad
    >>> w = minigrad.tensor(1.0, requires_grad=True)
    >>> optimizer = SGD([w], lr=0.1)
    >>> (w * w).backward(); optimizer.step(); w
    tensor(0.8000, requires_grad=True)
    """

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None):
        check(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise complaints.nesterov()
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, "foreach": foreach, "differentiable": differentiable,
            "fused": fused})

    def memory(self, p, group):
        return self.state[p] if group["momentum"] != 0 else {}

    def move(self, array, gradient, state, group):
        momentum = group["momentum"]
        if group["weight_decay"] or group["maximize"]:
            gradient = self.directed(array, gradient, group)
        if momentum == 0 and array.size < SMALL:
            array -= gradient * constant(float(group["lr"]), array.dtype)
            return
        room = self.room(array)
        if momentum != 0:
            buffer = state.get("momentum_buffer")
            if buffer is None:
                state["momentum_buffer"] = tied(np.array(gradient), None)
                buffer = state["momentum_buffer"].array
            else:
                buffer = buffer.own()
                np.multiply(buffer, momentum, out=buffer)
                np.add(buffer, np.multiply(gradient, 1 - group["dampening"], out=room), out=buffer)
            if group["nesterov"]:
                gradient = np.add(gradient, np.multiply(buffer, momentum, out=room), out=room)
            else:
                gradient = buffer
        np.subtract(array, np.multiply(gradient, rate(group), out=room), out=array)
