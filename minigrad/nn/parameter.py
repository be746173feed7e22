"""Parameter and Buffer: the tensors that a module knows by name."""
from ..autograd.overwriting import unobserved
from ..core.node import AccumulateGrad
from ..core.observe import announce_created, observers
from ..create import empty
from ..errors import only_floats_require_grad
from ..printing import text
from ..tensor import Tensor


class Parameter(Tensor):
    """A tensor that a module trains: a leaf on the memory of `data`, listed by `module.parameters()`.

    Raises RuntimeError if whole numbers are to require gradients. As `torch.nn.Parameter`.

    >>> import minigrad
    >>> minigrad.nn.Parameter(minigrad.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    __slots__ = ()

    def __new__(cls, data=None, requires_grad=True):
        with unobserved():                      # who watches sees the parameter alone
            parameter = alias(cls, empty(0) if data is None else data.detach())
        if requires_grad:
            if parameter.array.dtype.kind != "f":
                raise only_floats_require_grad("Only Tensors of floating point and complex dtype")
            parameter.node = AccumulateGrad(parameter)
        if observers:
            announce_created(parameter)
        return parameter

    def __repr__(self):
        return "Parameter containing:\n" + text(self)

    __str__ = __repr__
    __format__ = object.__format__


def alias(cls, data):
    """The same memory as an object of another class, without history."""
    made = object.__new__(cls)
    made.array, made.node, made.version = data.own(), None, data.share()
    return made


class Kind(type(Tensor)):
    """Every tensor made by `Buffer(…)` is one: it stays an ordinary tensor."""

    def __instancecheck__(self, value):
        return isinstance(value, Tensor) and getattr(value, "_is_buffer", False)


class Buffer(Tensor, metaclass=Kind):
    """A tensor that a module keeps without training it, such as a running mean. As `torch.nn.Buffer`.

    >>> import minigrad
    >>> module = minigrad.nn.Module()
    >>> module.mean = minigrad.nn.Buffer(minigrad.zeros(1))
    >>> [name for name, _ in module.named_buffers()]
    ['mean']
    """

    __slots__ = ()

    def __new__(cls, data=None, *, persistent=True):
        buffer = (empty(0) if data is None else data).detach()
        buffer.requires_grad_(getattr(data, "requires_grad", False))
        buffer.persistent, buffer._is_buffer = persistent, True
        return buffer
