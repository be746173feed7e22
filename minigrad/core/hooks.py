"""Hooks: functions of the user that a backward pass calls on its way. A node has none until somebody asks."""
from itertools import count

number = count().__next__
hung = []               # not empty once any node has hooks: until then a backward pass looks for none


class RemovableHandle:
    """What registering a hook returns: `remove()` takes the hook away again; so does leaving a `with` block.

    >>> import minigrad
    >>> x = minigrad.ones(1, requires_grad=True)
    >>> handle = x.register_hook(lambda g: g * 2)
    >>> handle.remove()
    """

    def __init__(self, table):
        self.table = table
        self.id = number()

    def remove(self):
        self.table.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()


class Hooks:
    """All that a user has hung on one node."""

    __slots__ = ("tensor", "before", "after", "retains", "grad", "metadata")

    def __init__(self):
        if not hung: hung.append(True)
        self.tensor = {}            # on the tensor this node made (or the leaf): gradient -> gradient or None
        self.before = {}            # on the node: (gradients,) -> (gradients,) or None
        self.after = {}             # on the node: (inputs' gradients, outputs' gradients) -> inputs' gradients or None
        self.retains = False        # retain_grad() was called on the tensor
        self.grad = None            # the gradient that retain_grad() keeps
        self.metadata = {}

    @staticmethod
    def add(table, hook):
        handle = RemovableHandle(table)
        table[handle.id] = hook
        return handle
