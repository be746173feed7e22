"""Modules made of modules, in order or by name: Sequential, ModuleList, ModuleDict."""
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import index as whole_number

from .. import complaints
from .module import Module, shifted, written


class Numbered(Module):
    """What Sequential and ModuleList share: parts called "0", "1", …"""

    def _name(self, position):
        """The name of the part at a position, which may count from the end."""
        position = whole_number(position)
        if not -len(self) <= position < len(self):
            raise complaints.place_range(position)
        return list(self._modules)[position]

    def __setitem__(self, position, module):
        setattr(self, self._name(position), module)

    def __delitem__(self, position):
        names = list(self._modules)[position] if isinstance(position, slice) else [self._name(position)]
        for name in names:
            del self._modules[name]
        self._renumber(list(self._modules.values()))

    def _renumber(self, modules):
        self._modules = {str(number): module for number, module in enumerate(modules)}

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        """Add a module at the end; returns the container."""
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        """Add a module before a position."""
        modules = list(self)
        modules.insert(index, module)
        self._renumber(modules)

    def pop(self, key):
        """Take a module out and return it."""
        module = self[key]
        del self[key]
        return module


class Sequential(Numbered):
    """Modules that run one after the other, each on the result of the one before. As `torch.nn.Sequential`.

    >>> import minigrad
    >>> from minigrad import nn
    >>> net = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
    >>> net
    Sequential(
      (0): Linear(in_features=3, out_features=2, bias=True)
      (1): ReLU()
    )
    """

    def __init__(self, *args):
        super().__init__()
        named = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(name if named else str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def __getitem__(self, position):
        if isinstance(position, slice):
            return type(self)(OrderedDict(list(self._modules.items())[position]))
        return self._modules[self._name(position)]

    def insert(self, index, module):
        """Add a module before a position; returns the container."""
        if not isinstance(module, Module):
            raise complaints.not_for_container(AssertionError, f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise complaints.insert_range(index)
        super().insert(index, module)
        return self

    def extend(self, sequential):
        """Add several modules at the end; returns the container."""
        for module in sequential:
            self.append(module)
        return self

    def _checked(self, other):
        if not isinstance(other, Sequential):
            raise complaints.not_for_container(
                ValueError, f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return list(other)

    def __add__(self, other):
        return Sequential(*self, *self._checked(other))

    def __iadd__(self, other):
        return self.extend(self._checked(other))

    def _times(self, count):
        if not isinstance(count, int):
            raise complaints.not_for_container(
                TypeError, f"unsupported operand type(s) for *: {type(self)} and {type(count)}")
        if count <= 0:
            raise complaints.not_for_container(
                ValueError, f"Non-positive multiplication factor {count} for {type(self)}")
        return list(self) * count

    def __mul__(self, other):
        return Sequential(*self._times(other))

    __rmul__ = __mul__

    def __imul__(self, other):
        self._renumber(self._times(other))
        return self


class ModuleList(Numbered):
    """A list of modules whose parameters are found. It has no forward. As `torch.nn.ModuleList`.

    >>> from minigrad import nn
    >>> nn.ModuleList([nn.ReLU(), nn.ReLU()])
    ModuleList(
      (0-1): 2 x ReLU()
    )
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, position):
        if isinstance(position, slice):
            return type(self)(list(self)[position])
        return self._modules[self._name(position)]

    def extend(self, modules):
        """Add several modules at the end; returns the list."""
        if not isinstance(modules, Iterable):
            raise complaints.not_for_container(
                TypeError, f"ModuleList.extend should be called with an iterable, but got {type(modules).__name__}")
        for module in modules:
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList([*self, *other])

    def __repr__(self):
        """Equal neighbours are written once, with their count."""
        parts, number = [], 0
        for text, same in groupby(repr(module) for module in self):
            count = len(list(same))
            label, times = (f"{number}", "") if count == 1 else (f"{number}-{number + count - 1}", f"{count} x ")
            parts.append(f"({label}): {times}{shifted(text)}")
            number += count
        return written(self._get_name(), [], parts)


class ModuleDict(Module):
    """Modules by name, whose parameters are found. It has no forward. As `torch.nn.ModuleDict`.

    >>> from minigrad import nn
    >>> list(nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()}))
    ['a', 'b']
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        """Take all modules out."""
        self._modules.clear()

    def pop(self, key):
        """Take a module out and return it."""
        return self._modules.pop(key)

    def keys(self):
        """The names."""
        return self._modules.keys()

    def items(self):
        """(name, module)."""
        return self._modules.items()

    def values(self):
        """The modules."""
        return self._modules.values()

    def update(self, modules):
        """Add modules from a mapping or from (name, module) pairs."""
        for key, module in pairs("ModuleDict", modules):
            self[key] = module


def pairs(name, source):
    """(key, value) from a mapping or an iterable of pairs; an error in PyTorch's words for anything else."""
    if isinstance(source, Mapping) or hasattr(source, "items"):
        yield from source.items()
        return
    if not isinstance(source, Iterable):
        raise complaints.not_for_container(
            TypeError, f"{name}.update should be called with an iterable of key/value pairs, but got "
            f"{type(source).__name__}")
    for place, pair in enumerate(source):
        if not isinstance(pair, Iterable):
            raise complaints.not_for_container(
                TypeError, f"{name} update sequence element #{place} should be Iterable; is{type(pair).__name__}")
        pair = tuple(pair)
        if len(pair) != 2:
            raise complaints.not_for_container(
                ValueError, f"{name} update sequence element #{place} has length {len(pair)}; 2 is required")
        yield pair
