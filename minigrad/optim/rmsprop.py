"""RMSprop."""
import numpy as np

from .optimizer import Optimizer, check, counted, held, rate


class RMSprop(Optimizer):
    """v ← α v + (1-α) g², p ← p - lr · g / (√v + eps): the gradient divided by the root of its mean square.

    `centered` subtracts the square of the mean gradient from v; `momentum` sums the steps. As `torch.optim.RMSprop`.

    >>> import minigrad
    >>> w = minigrad.tensor(1.0, requires_grad=True)
    >>> optimizer = RMSprop([w], lr=0.01)
    >>> (w * w).backward(); optimizer.step(); w
    tensor(0.9000, requires_grad=True)
    """

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        check(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable})

    def move(self, array, gradient, state, group):
        alpha = group["alpha"]
        gradient = self.directed(array, gradient, group)
        room, other = self.room(array), self.room(array, 1)
        counted(state)
        square = held(state, "square_avg", array)
        np.multiply(square, alpha, out=square)
        np.multiply(np.multiply(gradient, gradient, out=room), 1 - alpha, out=room)
        np.add(square, room, out=square)
        buffer = held(state, "momentum_buffer", array) if group["momentum"] > 0 else None
        if group["centered"]:
            mean = held(state, "grad_avg", array)
            np.add(mean, np.multiply(np.subtract(gradient, mean, out=room), 1 - alpha, out=room), out=mean)
            np.subtract(square, np.multiply(mean, mean, out=room), out=room)
        else:
            room[...] = square
        np.add(np.sqrt(room, out=room), group["eps"], out=room)
        np.divide(gradient, room, out=other)
        if buffer is not None:
            np.add(np.multiply(buffer, group["momentum"], out=buffer), other, out=buffer)
            other = np.multiply(buffer, 1, out=other)
        np.subtract(array, np.multiply(other, rate(group), out=other), out=array)
