"""The tensor: numbers with a memory of where they came from.

All arithmetic lives in ops/; here each operator and method is one line that says which op it is.
"""

from . import dtypes, errors
from .autograd import complaints, engine, leaves
from .autograd.inplace import InPlace, setitem
from .autograd.overwriting import into
from .core import observe
from .core.node import tied
from .core.primitive import inferred, introduce
from .core.value import Value
from .ops import arithmetic, convert, elementwise, facts, index, linalg, logic, reduce, rounding
from .ops.methods import Methods
from .ops.size import Size
from .printing import formatted, text


class Tensor(Value, Methods, InPlace):
    """An array of numbers that remembers, if asked to, which operations made it.

    `Tensor(data)` and `Tensor(2, 3)` are PyTorch's old constructors; `minigrad.tensor` is the usual one.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ()
    __array_priority__ = 1000           # NumPy arrays leave operators with a tensor to the tensor

    def __new__(cls, *data, device=None):
        from .ops.legacy import made

        return made(dtypes.get_default_dtype(), data)

    # ---- the graph

    @property
    def requires_grad(self):
        """Whether gradients are computed for this tensor. Can be set on leaves."""
        return self.node is not None

    @requires_grad.setter
    def requires_grad(self, on):
        leaves.track(self, on)

    def requires_grad_(self, on=True):
        """Track operations on this tensor from now on (or no longer); returns the tensor."""
        leaves.track(self, on, "only Tensors of floating point dtype")
        if observe.observers:
            observe.announce_created(self)
        return self

    @property
    def is_leaf(self):
        """Whether no recorded operation made this tensor."""
        return self.node is None or self.node.is_end

    @property
    def grad_fn(self):
        """The node that leads back from this tensor; None for leaves."""
        return None if self.node is None or self.node.is_end else self.node.source

    @property
    def output_nr(self):
        return 0 if self.node is None else self.node.output_nr

    grad = property(leaves.gradient, leaves.set_gradient, leaves.clear_gradient)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        """Add the gradient of this tensor to the `.grad` of every leaf it was computed from.

        `gradient` weighs the elements and may be left out when there is only one. See `autograd.backward`.
        """
        engine.backward(self, gradient, retain_graph, create_graph, inputs)

    retain_grad, retains_grad = leaves.retain_grad, property(leaves.retains_grad)
    register_hook = leaves.register_hook
    register_post_accumulate_grad_hook = leaves.register_post_accumulate_grad_hook
    __deepcopy__, __reduce__ = leaves.deepcopied, leaves.reduced

    def detach(self):
        """The same memory, without history: changes are seen in both, gradients stop here."""
        alias = tied(self.own(), None, self.share())
        if observe.observers:
            observe.announce(Tensor.detach, (self,), {}, alias)
        return alias

    @property
    def data(self):
        """The same memory without history, and writes through it are not noticed. Assigning replaces the numbers."""
        return tied(self.own(), None, inferred() if self.is_inference() else None)

    @data.setter
    def data(self, value):
        self.array = complaints.data_of(value)
        if self.node is not None and self.node.is_end:
            self.node.array = self.array

    @property
    def _version(self):
        """How often this memory was written in place."""
        if self.version is None:
            return 0
        if self.version.inference:
            raise complaints.inference_version()
        return self.version.count

    def is_inference(self):
        """Whether this tensor was made in inference mode."""
        return self.version is not None and self.version.inference

    # ---- what it is

    dtype = property(lambda self: dtypes.of(self.array), doc="The number type, such as `minigrad.float32`.")
    shape = property(lambda self: Size(self.array.shape), doc="The length of each dimension.")
    ndim = property(lambda self: self.array.ndim, doc="How many dimensions there are.")
    device = property(facts.device, doc="Where the numbers live: the CPU, or nowhere (`meta`).")
    layout = property(lambda self: dtypes.strided, doc="How the numbers lie in memory: always strided.")

    def size(self, dim=None):
        """The shape, or the length of one dimension."""
        return self.shape if dim is None else self.array.shape[reduce.axis(dim, self.array.ndim)]

    def dim(self):
        """How many dimensions there are."""
        return self.array.ndim

    ndimension = dim

    def element_size(self):
        """Bytes of one element."""
        return self.array.dtype.itemsize

    itemsize, nbytes = property(element_size), property(lambda self: self.array.nbytes, doc="Bytes of all elements.")

    # ---- out of the tensor world, and into other dtypes

    item, tolist, numpy = convert.item, convert.tolist, convert.numpy
    __float__, __int__, __complex__ = convert.to_float, convert.to_int, convert.to_complex
    __index__, __bool__ = convert.to_index, convert.truth
    __array__, __array_wrap__ = convert.numpy_protocol, convert.wrapped
    to, type_as, float, double, half = convert.to, convert.type_as, convert.float, convert.double, convert.half
    long, int, short, bool, byte = convert.long, convert.int, convert.short, convert.bool, convert.byte

    __repr__ = __str__ = text
    __format__ = formatted

    # ---- operators

    __hash__ = object.__hash__
    __add__ = __radd__ = elementwise.add
    __sub__ = elementwise.sub
    __rsub__ = elementwise.rsub
    __mul__ = __rmul__ = elementwise.mul
    __truediv__ = elementwise.div
    __rtruediv__ = arithmetic.rdiv
    __pow__ = arithmetic.pow
    __rpow__ = arithmetic.rpow
    __neg__ = elementwise.neg
    __abs__ = elementwise.abs
    __mod__, __rmod__ = arithmetic.remainder, arithmetic.rmod
    __floordiv__, __rfloordiv__ = rounding.floor_divide, arithmetic.rfloordiv
    __eq__, __ne__ = elementwise.eq, elementwise.ne
    __lt__, __le__ = elementwise.lt, elementwise.le
    __gt__, __ge__ = elementwise.gt, elementwise.ge
    __and__ = __rand__ = logic.bitwise_and
    __or__ = __ror__ = logic.bitwise_or
    __xor__ = __rxor__ = logic.bitwise_xor
    __invert__ = logic.invert

    # ---- a sequence

    __getitem__, __setitem__ = index.getitem, setitem

    def __len__(self):
        if self.array.ndim == 0:
            raise errors.length_of_0d()
        return len(self.array)

    def __iter__(self):
        if self.array.ndim == 0:
            raise errors.iteration_over_0d()
        return iter(self.unbind())

    def __contains__(self, value):
        return (self == value).any().item()

    def __matmul__(self, other):
        return linalg.matmul(self, other) if isinstance(other, Tensor) else NotImplemented

    __rmatmul__ = lambda self, other: NotImplemented  # noqa: E731

    # ---- in place

    __iand__, __ior__, __ixor__ = map(into, (__and__, __or__, __xor__))


introduce(Tensor)
