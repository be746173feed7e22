"""`Variable`, as old code writes it: today every tensor is one."""
from ..core.node import Node
from .leaves import track


class Kind(type):
    def __instancecheck__(cls, value):
        return isinstance(value, Node.Tensor)


class Variable(metaclass=Kind):
    """A tensor on the same memory, tracked if asked to. PyTorch: `torch.autograd.Variable`, which does nothing more.

    >>> import minigrad
    >>> minigrad.autograd.Variable(minigrad.ones(2), requires_grad=True)
    tensor([1., 1.], requires_grad=True)
    """

    def __new__(cls, data, requires_grad=False):
        tensor = data.detach()
        track(tensor, requires_grad)
        return tensor
