"""Adam and AdamW: each number steps by its mean gradient, measured against how much its gradient varies."""
import numpy as np

from .optimizer import Optimizer, check, check_betas, constant, counted, held, rate


class Adam(Optimizer):
    """m ← β₁ m + (1-β₁) g, v ← β₂ v + (1-β₂) g², p ← p - lr · m̂ / (√v̂ + eps), with m̂ = m/(1-β₁ᵗ), v̂ = v/(1-β₂ᵗ).

    `amsgrad` divides by the largest v so far. `weight_decay` adds that much of p to g, or shrinks p itself when
    `decoupled_weight_decay`. As `torch.optim.Adam`.

    >>> import minigrad
    >>> w = minigrad.tensor(1.0, requires_grad=True)
    >>> optimizer = Adam([w], lr=0.1)
    >>> (w * w).backward(); optimizer.step(); w
    tensor(0.9000, requires_grad=True)
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        check(lr=lr, eps=eps)
        check_betas(betas)
        check(weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize, "foreach": foreach, "capturable": capturable, "differentiable": differentiable,
            "fused": fused, "decoupled_weight_decay": decoupled_weight_decay})

    def move(self, array, gradient, state, group):
        beta1, beta2 = map(float, group["betas"])
        lr, decay = rate(group), group["weight_decay"]
        step = counted(state)
        mean, square = held(state, "exp_avg", array), held(state, "exp_avg_sq", array)
        largest = held(state, "max_exp_avg_sq", array) if group["amsgrad"] else None
        if group["decoupled_weight_decay"]:
            if group["maximize"]:
                gradient = np.negative(gradient, out=self.room(array, "turned"))
            if decay != 0:
                np.multiply(array, 1 - lr * decay, out=array)
        else:
            gradient = self.directed(array, gradient, group)
        correction = (1 - beta2 ** step) ** 0.5
        factors = 1 - beta1, 1 - beta2, beta2, lr * correction / (1 - beta1 ** step), group["eps"] * correction
        factors = [constant(factor, array.dtype) for factor in factors]
        for part in stretches(array, gradient, mean, square, largest):
            move_part(*part, self.room(part[0]), *factors)


def move_part(array, gradient, mean, square, largest, room, rise1, rise2, beta2, step_size, eps):
    """The formulas above, with one array for all results in between.

    m̂/(√v̂ + eps) is computed as m/(√v + eps·c) · c/(1-β₁ᵗ), with c = √(1-β₂ᵗ): one division less for every number.
    """
    np.subtract(gradient, mean, out=room)
    np.multiply(room, rise1, out=room)
    np.add(mean, room, out=mean)
    np.multiply(gradient, gradient, out=room)
    np.multiply(room, rise2, out=room)
    np.multiply(square, beta2, out=square)
    np.add(square, room, out=square)
    if largest is not None:
        square = np.maximum(largest, square, out=largest)
    np.sqrt(square, out=room)
    np.add(room, eps, out=room)
    np.divide(mean, room, out=room)
    np.multiply(room, step_size, out=room)
    np.subtract(array, room, out=array)


STRETCH = 65_536                # numbers that stay in a processor's cache while all formulas go over them


def stretches(*arrays):
    """Large arrays cut into stretches, all at the same places; small ones, and views with gaps, as they are."""
    size = arrays[0].size
    if size < 2 * STRETCH or not all(a is None or a.flags.c_contiguous for a in arrays):
        return [arrays]
    flat = [a if a is None else a.reshape(-1) for a in arrays]
    return [[a if a is None else a[start:start + STRETCH] for a in flat] for start in range(0, size, STRETCH)]


class AdamW(Adam):
    """Adam with weight decay on its own: p shrinks by lr · weight_decay, whatever its gradient. As `torch.optim.AdamW`.

    >>> import minigrad
    >>> AdamW([minigrad.ones(1, requires_grad=True)]).param_groups[0]["weight_decay"]
    0.01
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize,
                         capturable=capturable, differentiable=differentiable, fused=fused,
                         decoupled_weight_decay=True)
