"""saved_tensors_hooks: two functions of the user, one for what a node saves, one for what it reads again."""
import threading

from ..core.grad_mode import mode, set_recording
from ..core.node import gone, tied
from ..core.primitive import on_save
from . import complaints


class Stack(threading.local):
    """The pairs of hooks that hold in this thread now, innermost last; and why saving is disabled."""

    def __init__(self):
        self.pairs = []
        self.refusals = []

    lookers = on_save                           # who else wants to see a node after it saved its values


stack = Stack()


class Packed:
    """What stands where a node had saved a tensor: what `pack` made of it."""

    __slots__ = ("content", "unpack")

    def __init__(self, content, unpack):
        self.content, self.unpack = content, unpack


def pack(tensor):
    """Hand a tensor to the innermost pack hook."""
    into, out_of = stack.pairs[-1]
    return Packed(quietly(into, tied(tensor.array, tensor.node, tensor.version)), out_of)


def unpack(packed):
    """Get the tensor back; it must be one."""
    tensor = quietly(packed.unpack, packed.content)
    if not hasattr(tensor, "array"):
        raise complaints.unpacked(tensor)
    return tensor


def quietly(hook, argument):
    """Hooks run unrecorded."""
    before = mode.recording
    set_recording(False)
    try:
        return hook(argument)
    finally:
        set_recording(before)
