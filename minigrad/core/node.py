"""Nodes: the steps of a backward pass. The decorator in primitive.py generates one subclass for each op."""
from weakref import ref

from .. import errors
from .hooks import Hooks

gone = object()               # stands where a saved value was

class Node:
    """One step of a backward pass: it knows where gradients go (`edges`) and what its rules need.

    A node is younger than every node whose results it used; `seq` is its date of birth.
    """

    __slots__ = ("seq", "hooks", "__weakref__")
    op = None                 # the op that records such nodes
    rules = ()                # (edge index, rule, names it mentions)
    places = ()               # edge index -> index among the op's inputs
    saves = ()                # names of the slots that hold saved values
    titles = {}               # PyTorch's names for them: {"a": "self"}
    edges = ()
    fit = None                # ((shape, dtype), ...) of live inputs, where gradients have to be fitted to them
    is_end = False            # AccumulateGrad says True
    wakes = False             # runs even if no gradient arrived: a Function of the user
    keeps_out = False         # saves the result itself, not an input
    outputs = ()              # names of several outputs
    output_nr = 0             # which output of `source` this stands for

    @property
    def source(self):
        """The node that users see: itself, except for a Port."""
        return self

    def name(self):
        """PyTorch's name: "MulBackward0", and "torch::autograd::AccumulateGrad" for what no op made."""
        name = type(self).__name__
        return name if "Backward" in name.removesuffix("Backwards") else f"torch::autograd::{name}"

    @property
    def next_functions(self):
        """((node, which of its outputs), ...): where gradients go next; (None, 0) for a constant."""
        return tuple([(None, 0) if edge is None else (edge.source, edge.output_nr) for edge in self.edges])

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"

    # ---- saved values

    def release(self):
        for name in self.saves: setattr(self, name, gone)

    @property
    def freed(self):
        return any(getattr(self, name, None) is gone for name in self.saves)

    def saved(self, name):
        """A saved value as a tensor that is still tied to the graph; an error once it is gone or stale."""
        value = getattr(self, name)
        if value is gone:
            raise errors.freed(self)
        if type(value) is Node.Tensor and value.version is None: return value
        if name == "out":
            if self.out_version is not None and self.out_version.when > self.seq:
                raise errors.changed(self, name)
            return tied(value, self, self.out_version)
        if name in self.outputs:
            index = self.outputs.index(name)
            return tied(value, Port(self, index) if value.dtype.kind == "f" else None, None)
        for tensor in value if type(value) is tuple else (value,):
            version = getattr(tensor, "version", None)
            if version is not None and version.when > self.seq:
                raise errors.changed(self, name, tensor)
        return value

    def saved_items(self):
        """[(PyTorch's name, value)]: what this node keeps for its rules."""
        return [(self.titles[name], self.saved(name)) for name in self.saves if hasattr(self, name)]

    def kept(self, name):
        """What `node._saved_self` and its like show: a saved value, None if this use did not need it, or a setting."""
        if name not in self.saves:
            return getattr(self, name)
        return self.saved(name) if hasattr(self, name) else None

    # ---- the step itself

    def apply(self, g, keep):
        """[(edge, gradient to send along it)] from the result's gradient, on arrays. Generated."""

    def apply_graph(self, g, keep):
        """The same rules on tensors: what create_graph=True asks for."""
        edges = self.edges
        sent = []
        for i, rule, names in self.rules:
            if edges[i] is not None:
                values = [self.saved(n) if n in self.saves else getattr(self, n) for n in names]
                sent.append((edges[i], rule(g, *values)))
        if not keep:
            self.release()
        return sent

    # ---- hooks

    def hang(self):
        """This node's hooks, made at the first request."""
        if self.hooks is None:
            self.hooks = Hooks()
        return self.hooks

    def register_hook(self, hook):
        """Call `hook(grad_inputs, grad_outputs)` after this node ran; what it returns replaces grad_inputs."""
        return Hooks.add(self.hang().after, hook)

    def register_prehook(self, hook):
        """Call `hook(grad_outputs)` before this node runs; what it returns replaces grad_outputs."""
        return Hooks.add(self.hang().before, hook)

    @property
    def metadata(self):
        return self.hang().metadata

    def _sequence_nr(self):
        return self.seq


class ListNode(Node):
    """A node of an op that takes a list of tensors, such as cat: its edges are stored, one for each."""

    __slots__ = ()

    def apply_graph(self, g, keep):
        (_, rule, names), = self.rules
        values = [self.saved(n) if n in self.saves else getattr(self, n) for n in names]
        gradients = rule(g, *values)
        if not keep:
            self.release()
        return [(edge, h) for edge, h in zip(self.edges, gradients) if edge is not None]


class Port(Node):
    """One output of an op that has several: it hands its gradient on to the node, at the right place."""

    __slots__ = ("node", "output_nr")

    def __init__(self, node, index):
        self.node = node
        self.output_nr = index
        self.seq = node.seq + 0.5               # younger than its node, older than all who use the output
        self.hooks = None

    @property
    def edges(self):
        return (self.node,)

    @property
    def source(self):
        return self.node

    def name(self):
        return self.node.name()

    def apply(self, g, keep):
        parts = Parts([None] * self.node.count)
        parts[self.output_nr] = g
        return ((self.node, parts),)

    apply_graph = apply


class Parts(list):
    """The gradients of several outputs; None where nothing arrived. Adding adds place by place."""

    def __add__(self, other):
        return Parts([b if a is None else a if b is None else a + b for a, b in zip(self, other)])

    @property
    def shape(self):
        return None


class AccumulateGrad(Node):
    """The end of the road: adds what arrives to its leaf's .grad. One for each leaf, shared by all its uses."""

    __slots__ = ("grad", "leaf", "array", "after_grad")
    seq = float("inf")
    is_end = True

    def __init__(self, tensor):
        self.grad = None
        self.leaf = ref(tensor)                 # weak: the leaf holds its node, so the node must not hold the leaf
        self.array = tensor.array
        self.hooks = None
        self.after_grad = None

    @property
    def variable(self):
        """The leaf. If only the graph remembers it, a new tensor on the same memory stands in for it."""
        leaf = self.leaf()
        if leaf is None:
            leaf = tied(self.array, self, None)
            self.leaf = ref(leaf)
        return leaf

    def _sequence_nr(self):
        return 2**64 - 1


def tied(array, node, version=None):
    """A tensor on this array, tied to that node."""
    tensor = Node.blank()
    tensor.array = array
    tensor.node = node
    tensor.version = version
    return tensor


def fits(edges, arrays):
    """((shape, dtype), ...) that gradients must have, for the inputs that get one."""
    return tuple([(array.shape, array.dtype) for edge, array in zip(edges, arrays) if edge is not None])
