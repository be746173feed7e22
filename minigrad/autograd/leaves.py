"""A tensor's gradient: whether it gets one, where it is kept, and who is told when it arrives.

A leaf's gradient lives in its AccumulateGrad node. A leaf that no longer requires gradients puts the node aside
(`resting`), and with it `.grad` and the hooks, until it does again.
"""
import warnings
from copy import deepcopy

import numpy as np

from .. import errors
from ..core.grad_mode import mode
from ..core.hooks import Hooks
from ..core.node import AccumulateGrad, tied
from . import complaints


def track(tensor, on, wording="only Tensors of floating point and complex dtype"):
    """Switch requires_grad of a leaf on or off."""
    node = tensor.node
    if node is not None and not node.is_end:
        if not on:
            raise errors.flag_of_result()
    elif not on:
        tensor.__dict__["resting"], tensor.node = node or resting(tensor), None
    elif node is None:
        if tensor.array.dtype.kind != "f":
            raise errors.only_floats_require_grad(wording)
        if tensor.is_inference() and not mode.inference:
            raise complaints.inference_requires_grad()
        tensor.node = tensor.__dict__.pop("resting", None) or AccumulateGrad(tensor)


def resting(tensor):
    return tensor.__dict__.get("resting")


def gradient(tensor):
    """The gradient that backward passes have added up here; None before the first. Can be assigned, or set to None.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> (x * x).backward(); x.grad
    tensor(6.)
    """
    node = tensor.node or resting(tensor)
    if node is None:
        return None
    if node.is_end:
        return node.grad
    if node.hooks is not None and (node.hooks.retains or node.hooks.grad is not None):
        return node.hooks.grad
    warnings.warn(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
        "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf "
        "Tensor, use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure "
        "you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more informations.",
        UserWarning, stacklevel=2)
    return None


def set_gradient(tensor, value):
    """Assign .grad: a tensor of the same shape and dtype, or None."""
    if value is None and tensor.node is not None and tensor.node.is_end:
        tensor.node.grad = None
        return
    if value is not None:
        if not hasattr(value, "array"):
            raise complaints.grad_type(value)
        if value is tensor:
            raise complaints.self_as_grad()
        if value.array.shape != tensor.array.shape:
            raise complaints.grad_shape(value.array.shape, tensor.array.shape)
        if value.array.dtype != tensor.array.dtype:
            raise complaints.grad_dtype(value.array, tensor.array)
    node = tensor.node or resting(tensor)
    if node is None and value is not None:
        node = tensor.__dict__["resting"] = AccumulateGrad(tensor)
    if node is not None:
        (node if node.is_end else node.hang()).grad = value


def zeros(tensor, tracked):
    """A gradient of nothing for this tensor; a leaf of its own in a pass that is recorded."""
    gradient = tied(np.zeros_like(tensor.array), None)
    track(gradient, tracked)
    return gradient


def clear_gradient(tensor):
    set_gradient(tensor, None)


def retain_grad(tensor):
    """Keep the gradient of this computed tensor in `.grad` when a backward pass comes by.

    Raises RuntimeError if no gradient ever arrives here. PyTorch: `Tensor.retain_grad`.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> y = x * x
    >>> y.retain_grad(); (y * 2).backward(); y.grad
    tensor(2.)
    """
    if tensor.node is None:
        raise complaints.retain_untracked()
    if not tensor.node.is_end:
        tensor.node.hang().retains = True


def retains_grad(tensor):
    """Whether `retain_grad` was called on this computed tensor."""
    return tensor.node is not None and tensor.node.hooks is not None and tensor.node.hooks.retains


def register_hook(tensor, hook):
    """Call `hook(gradient)` when this tensor's gradient is complete; what it returns replaces the gradient.

    Returns a handle with `remove()`. PyTorch: `Tensor.register_hook`.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> handle = x.register_hook(lambda g: g * 10)
    >>> (x * x).backward(); x.grad
    tensor(60.)
    """
    if tensor.node is None:
        raise complaints.no_hook()
    return Hooks.add(tensor.node.hang().tensor, hook)


def register_post_accumulate_grad_hook(tensor, hook):
    """Call `hook(leaf)` after a backward pass has added to this leaf's `.grad`. As PyTorch's method of that name.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> handle = x.register_post_accumulate_grad_hook(lambda leaf: print(leaf.grad))
    >>> (x * x).backward()
    tensor(6.)
    """
    if tensor.node is None:
        raise complaints.no_hook()
    if not tensor.node.is_end:
        raise complaints.post_hook_needs_leaf()
    if tensor.node.after_grad is None:
        tensor.node.after_grad = {}
    return Hooks.add(tensor.node.after_grad, hook)


# ---- copies

def deepcopied(tensor, memo):
    """What `copy.deepcopy` makes of a leaf: other memory, the same numbers, flag, gradient and class.

    Raises RuntimeError for a computed tensor: its history cannot be copied.
    """
    if not tensor.is_leaf:
        raise complaints.deepcopy_of_result()
    copy = memo[id(tensor)] = rebuilt(type(tensor), deepcopy(tensor.array), tensor.requires_grad)
    copy.__dict__.update(deepcopy({k: v for k, v in tensor.__dict__.items() if k != "resting"}, memo))
    if (tensor.node or resting(tensor)) is not None:
        copy.grad = deepcopy(tensor.grad, memo)
    return copy


def reduced(tensor):
    """What `pickle` keeps of a leaf."""
    if not tensor.is_leaf:
        raise complaints.deepcopy_of_result()
    return rebuilt, (type(tensor), tensor.array, tensor.requires_grad)


def rebuilt(cls, array, requires_grad):
    tensor = object.__new__(cls)
    tensor.array, tensor.node, tensor.version = array, None, None
    if requires_grad:
        tensor.node = AccumulateGrad(tensor)
    return tensor
