"""Parameters in a list or by name: ParameterList and ParameterDict."""
from collections.abc import Iterable
from operator import index as whole_number

from ...tensor import Tensor
from .. import complaints
from ..parameter import Parameter
from .container import pairs
from .module import Module


def as_parameter(value):
    """A tensor becomes a parameter; anything else stays what it is."""
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def described(value, dtype_title):
    """How a held value is written in the repr of its holder."""
    if not isinstance(value, Tensor):
        return f"Object of type: {type(value).__name__}"
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"{kind} containing: [{dtype_title(value)} of size {'x'.join(map(str, value.shape))}]"


class ParameterList(Module):
    """A list of parameters; tensors that are put in become parameters. As `torch.nn.ParameterList`.

    >>> import minigrad
    >>> len(minigrad.nn.ParameterList([minigrad.ones(2), minigrad.ones(3)]))
    2
    """

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _name(self, position):
        position = whole_number(position)
        if not -len(self) <= position < len(self):
            raise complaints.place_range(position)
        return str(position % len(self))

    def __getitem__(self, position):
        if isinstance(position, slice):
            return type(self)(list(self)[position])
        return getattr(self, self._name(position))

    def __setitem__(self, position, value):
        setattr(self, self._name(position), as_parameter(value))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        """Add a value at the end; returns the list."""
        self._size += 1
        self[len(self) - 1] = value
        return self

    def extend(self, values):
        """Add several values at the end; returns the list."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise complaints.not_for_container(
                TypeError, f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        lines = [f"  ({i}): {described(value, lambda t: t.dtype)}" for i, value in enumerate(self)]
        return "\n".join(lines)

    def __call__(self, *args, **kwargs):
        raise complaints.not_for_container(RuntimeError, "ParameterList should not be called.")


class ParameterDict(Module):
    """Parameters by name; tensors that are put in become parameters. As `torch.nn.ParameterDict`.

    >>> import minigrad
    >>> minigrad.nn.ParameterDict({"w": minigrad.ones(2)})["w"].requires_grad
    True
    """

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        self._keys[key] = None
        setattr(self, key, as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        """The names."""
        return self._keys.keys()

    def items(self):
        """(name, value)."""
        return [(key, self[key]) for key in self._keys]

    def values(self):
        """The values."""
        return [self[key] for key in self._keys]

    def get(self, key, default=None):
        """The value of a name, or the default."""
        return self[key] if key in self else default

    def setdefault(self, key, default=None):
        """The value of a name, which gets the default if it has none."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key):
        """Take a value out and return it."""
        value = self[key]
        del self[key]
        return value

    def clear(self):
        """Take all values out."""
        for key in tuple(self._keys):
            del self[key]

    def copy(self):
        """Another dict with the same parameters."""
        return ParameterDict(dict(self.items()))

    def update(self, parameters):
        """Add values from a mapping or from (name, value) pairs."""
        for key, value in pairs("ParameterDict", parameters):
            self[key] = value

    def extra_repr(self):
        return "\n".join([f"  ({key}): {described(value, complaints.typename)}" for key, value in self.items()])

    def __call__(self, input):
        raise complaints.not_for_container(RuntimeError, "ParameterDict should not be called.")
