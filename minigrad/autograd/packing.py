"""saved_tensors_hooks: two functions of the user, one for what a node saves, one for what it reads again.

A node whose values were packed gets a class of its own, which unpacks them for the length of its step.
"""
import threading
from functools import cache

from ..core.grad_mode import mode, set_recording
from ..core.node import Node, gone, tied
from ..core.primitive import on_save
from . import complaints


class Stack(threading.local):
    """The pairs of hooks that hold in this thread, innermost last, and why no pair may be used."""

    lookers = on_save                           # who else sees nodes that have just saved

    def __init__(self):
        self.pairs = []
        self.refusal = None


stack = Stack()


class saved_tensors_hooks:
    """Inside the block, what ops save goes through `pack`, and comes back through `unpack` in the backward pass.

    pack(tensor) returns anything; unpack(anything) returns the tensor. Both run unrecorded. Raises RuntimeError where
    hooks are disabled. PyTorch: `torch.autograd.graph.saved_tensors_hooks`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    >>> with minigrad.autograd.graph.saved_tensors_hooks(lambda t: t.tolist(), lambda v: minigrad.tensor(v)):
    ...     y = (x * x).sum()
    >>> y.backward(); x.grad
    tensor([2., 4.])
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if stack.refusal is not None:
            raise complaints.hooks_disabled(stack.refusal)
        if pack_node not in on_save:
            on_save.append(pack_node)
        stack.pairs.append((self.pack_hook, self.unpack_hook))

    def __exit__(self, *_):
        stack.pairs.pop()


class save_on_cpu(saved_tensors_hooks):
    """Keep saved tensors on the CPU: where they are anyway."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda tensor: tensor, lambda tensor: tensor)


class disable_saved_tensors_hooks:
    """Inside the block, using saved_tensors_hooks raises RuntimeError with this message."""

    def __init__(self, error_message):
        self.message = error_message

    def __enter__(self):
        if stack.pairs:
            raise complaints.hooks_disabled(self.message)
        self.before, stack.refusal = stack.refusal, self.message

    def __exit__(self, *_):
        stack.refusal = self.before


class Packed:
    """What stands where a node had saved a tensor: what the pack hook made of it."""

    __slots__ = ("content", "unpack", "node")

    def __init__(self, content, unpack, node):
        self.content, self.unpack = content, unpack
        self.node = node                        # where a gradient for the tensor arrives


def pack(tensor):
    """Hand a tensor to the innermost pack hook."""
    into, out_of = stack.pairs[-1]
    alias = tied(tensor.array, tensor.node, tensor.version)
    version = alias.version.count if alias.version is not None else 0
    content = quietly(into, alias)
    if alias.version is not None and alias.version.count != version:
        raise complaints.packed_in_place()
    return Packed(content, out_of, tensor.node)


def unpack(packed):
    """Get the tensor back; it must be one."""
    tensor = quietly(packed.unpack, packed.content)
    if not hasattr(tensor, "array"):
        raise complaints.unpacked(tensor)
    return tied(tensor.array, packed.node)


def quietly(hook, argument):
    """Hooks run unrecorded."""
    before = mode.recording
    set_recording(False)
    try:
        return hook(argument)
    finally:
        set_recording(before)


# ---- nodes of ops

def pack_node(node):
    """Pack what a node has just saved."""
    if not stack.pairs or not node.saves or type(node).op is None or not node.rules:
        return
    packed = False
    for name in node.saves:
        value = getattr(node, name, None)
        if isinstance(value, Node.Tensor):
            setattr(node, name, pack(value))
        elif isinstance(value, tuple):
            setattr(node, name, tuple([pack(part) for part in value]))
        elif hasattr(value, "dtype"):           # a result, kept as an array
            setattr(node, name, pack(tied(value, node)))
            getattr(node, name).node = None     # the node itself: it would hold itself alive
        else:
            continue
        packed = True
    if packed:
        node.__class__ = packed_class(type(node))


@cache
def packed_class(cls):
    """The class of nodes of one op whose values are packed."""
    return type(cls.__name__, (Unpacking, cls), {"__slots__": (), "__module__": cls.__module__})


class Unpacking:
    """Lays the saved values out for the length of a step."""

    __slots__ = ()

    def apply(self, g, keep):
        return self.laid_out(super().apply, g, keep)

    def apply_graph(self, g, keep):
        return self.laid_out(super().apply_graph, g, keep)

    def laid_out(self, step, g, keep):
        held = {name: getattr(self, name) for name in self.saves if hasattr(self, name)}
        for name, value in held.items():
            if value is not gone:
                setattr(self, name, self.opened(name, value))
        try:
            return step(g, True)
        finally:
            for name, value in held.items():
                setattr(self, name, value if keep else gone)

    def opened(self, name, value):
        """A saved value as the rule wants it: a result as an array, anything else as a tensor."""
        if type(value) is tuple:
            return tuple([unpack(part) for part in value])
        if type(value) is not Packed:
            return value
        tensor = unpack(value)
        return tensor.array if name == "out" or name in self.outputs else tensor

    def saved(self, name):
        held = getattr(self, name)
        if held is gone:
            return super().saved(name)
        setattr(self, name, self.opened(name, held))
        try:
            return super().saved(name)
        finally:
            setattr(self, name, held)
