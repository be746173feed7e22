"""The tensor: numbers with a memory of where they came from.

All arithmetic lives in ops/; here each operator and method is one line that says which op it is.
"""
import numpy as np

from . import dtypes, errors
from .autograd import complaints, engine, inplace, leaves
from .core import observe
from .core.node import tied
from .core.primitive import inferred, introduce
from .core.value import Value
from .ops import arithmetic, convert, elementwise, functions, index, linalg, neural, reduce, statistics
from .ops import shape as shaping  # `shape` is an attribute below
from .ops.size import Size
from .printing import formatted, text


class Tensor(Value):
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
        kind = dtypes.get_default_dtype().numpy
        if all(isinstance(n, int) for n in data):
            return tied(np.zeros(data if data else 0, kind), None)
        (values,) = data
        return tied(np.array(getattr(values, "array", values), kind), None)

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
        return 0 if self.node is None else self.node.index

    grad = property(leaves.gradient, leaves.set_gradient, leaves.clear_gradient)

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        """Add the gradient of this tensor to the `.grad` of every leaf it was computed from.

        `gradient` weighs the elements and may be left out when there is only one. See `autograd.backward`.
        """
        engine.backward(self, gradient, retain_graph, create_graph, inputs)

    retain_grad, retains_grad = leaves.retain_grad, property(leaves.retains_grad)
    register_hook = leaves.register_hook
    register_post_accumulate_grad_hook = leaves.register_post_accumulate_grad_hook

    def detach(self):
        """The same memory, without history: changes are seen in both, gradients stop here."""
        alias = tied(self.own(), None, self.share())
        alias.view_of = self, None, {}
        if observe.observers:
            observe.announce(Tensor.detach, (self,), {}, alias)
        return alias

    @property
    def data(self):
        """The same memory without history, and writes through it are not noticed. Assigning replaces the numbers."""
        return tied(self.own(), None, inferred() if self.is_inference() else None)

    @data.setter
    def data(self, value):
        self.array = value.array
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
    device = property(lambda self: dtypes.cpu, doc="Where the numbers live: always the CPU.")
    layout = property(lambda self: dtypes.strided, doc="How the numbers lie in memory: always strided.")

    def size(self, dim=None):
        """The shape, or the length of one dimension."""
        return self.shape if dim is None else self.array.shape[reduce.axis(dim, self.array.ndim)]

    def dim(self):
        """How many dimensions there are."""
        return self.array.ndim

    def numel(self):
        """How many elements there are."""
        return self.array.size

    nelement = numel
    ndimension = dim

    def is_floating_point(self):
        """Whether the elements are decimal numbers."""
        return self.array.dtype.kind == "f"

    def element_size(self):
        """Bytes of one element."""
        return self.array.dtype.itemsize

    # ---- out of the tensor world, and into other dtypes

    item, tolist, numpy = convert.item, convert.tolist, convert.numpy
    __array__, __float__, __int__, __complex__ = convert.numpy_protocol, convert.to_float, convert.to_int, convert.to_complex
    __index__, __bool__, __array_wrap__ = convert.to_index, convert.truth, convert.wrapped
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
    __floordiv__, __rfloordiv__ = elementwise.floor_divide, arithmetic.rfloordiv
    __eq__, __ne__ = elementwise.eq, elementwise.ne
    __lt__, __le__ = elementwise.lt, elementwise.le
    __gt__, __ge__ = elementwise.gt, elementwise.ge
    __and__ = __rand__ = functions.bitwise_and
    __or__ = __ror__ = functions.bitwise_or
    __xor__ = __rxor__ = functions.bitwise_xor
    __invert__ = functions.bitwise_not

    # ---- methods: element by element

    add, sub, mul, div = arithmetic.add, arithmetic.sub, arithmetic.mul, arithmetic.div
    pow, square, clamp, clip = arithmetic.pow, arithmetic.square, arithmetic.clamp, arithmetic.clamp
    exp, log, sqrt, sin, cos = elementwise.exp, elementwise.log, elementwise.sqrt, elementwise.sin, elementwise.cos
    tanh, sigmoid, relu = elementwise.tanh, elementwise.sigmoid, elementwise.relu
    neg, abs, sign, floor = elementwise.neg, elementwise.abs, elementwise.sign, elementwise.floor
    reciprocal, remainder = elementwise.reciprocal, arithmetic.remainder
    maximum, minimum = elementwise.maximum, elementwise.minimum
    eq, ne, lt, le, gt, ge = (arithmetic.eq, arithmetic.ne, arithmetic.lt, arithmetic.le, arithmetic.gt, arithmetic.ge)
    isnan, isinf, isfinite = functions.isnan, functions.isinf, functions.isfinite
    clone = elementwise.clone
    ceil, trunc, round, frac, fmod = functions.ceil, functions.trunc, functions.round, functions.frac, arithmetic.fmod
    expm1, exp2, log1p, log2, log10 = functions.expm1, functions.exp2, functions.log1p, functions.log2, functions.log10
    rsqrt, tan, asin, acos, atan = functions.rsqrt, functions.tan, functions.asin, functions.acos, functions.atan
    atan2, sinh, cosh, erf = functions.atan2, functions.sinh, functions.cosh, functions.erf
    asinh, acosh, atanh = functions.asinh, functions.acosh, functions.atanh
    logical_not, logical_and = functions.logical_not, functions.logical_and
    logical_or, logical_xor = functions.logical_or, functions.logical_xor
    isclose, allclose, equal = functions.isclose, functions.allclose, functions.equal

    # ---- methods: reductions

    sum, mean, prod, var, std = reduce.sum, reduce.mean, statistics.prod, statistics.var, statistics.std
    max, min, amax, amin = reduce.max, reduce.min, reduce.amax, reduce.amin
    argmax, argmin, norm = statistics.argmax, statistics.argmin, statistics.norm
    any, all, count_nonzero = statistics.any, statistics.all, statistics.count_nonzero

    # ---- methods: shape

    view, reshape, flatten, ravel, unflatten = shaping.view, shaping.reshape, shaping.flatten, shaping.ravel, shaping.unflatten
    view_as, reshape_as, expand, expand_as = shaping.view_as, shaping.reshape_as, shaping.expand, shaping.expand_as
    broadcast_to, squeeze, unsqueeze = shaping.broadcast_to, shaping.squeeze, shaping.unsqueeze
    sum_to_size = shaping.sum_to_size
    t, transpose, permute, movedim = shaping.t, shaping.transpose, shaping.permute, shaping.movedim
    swapaxes, swapdims, moveaxis = shaping.swapaxes, shaping.swapdims, shaping.moveaxis
    T, mT = property(shaping.reverse_dims), property(shaping.matrix_transpose)
    split, chunk, unbind, tensor_split = shaping.split, shaping.chunk, shaping.unbind, shaping.tensor_split
    narrow, select, diagonal, diag, trace = shaping.narrow, shaping.select, shaping.diagonal, shaping.diag, shaping.trace
    tril, triu, diag_embed = shaping.tril, shaping.triu, shaping.diag_embed
    flip, fliplr, flipud, roll, rot90 = shaping.flip, shaping.fliplr, shaping.flipud, shaping.roll, shaping.rot90
    repeat, tile, repeat_interleave = shaping.repeat, shaping.tile, index.repeat_interleave
    contiguous, is_contiguous, stride = shaping.contiguous, shaping.is_contiguous, shaping.stride

    # ---- methods: picking

    __getitem__, __setitem__ = index.getitem, inplace.setitem
    gather, index_select, take, take_along_dim = index.gather, index.index_select, index.take, index.take_along_dim
    masked_fill, masked_select, nonzero = index.masked_fill, index.masked_select, index.nonzero
    scatter, scatter_add, index_put = index.scatter, index.scatter_add, index.index_put
    index_add, index_copy, index_fill = index.index_add, index.index_copy, index.index_fill
    sort, argsort, topk, unique = index.sort, index.argsort, index.topk, index.unique

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

    # ---- methods: products of matrices, scores

    matmul, mm, mv, dot, bmm, addmm = linalg.matmul, linalg.mm, linalg.mv, linalg.dot, linalg.bmm, linalg.addmm
    outer, inner, matrix_power = linalg.outer, linalg.inner, linalg.matrix_power
    softmax, log_softmax = neural.softmax, neural.log_softmax

    def __matmul__(self, other):
        return linalg.matmul(self, other) if isinstance(other, Tensor) else NotImplemented

    __rmatmul__ = lambda self, other: NotImplemented  # noqa: E731

    # ---- methods: in place

    add_, sub_, mul_, div_, pow_ = map(inplace.into, (add, sub, mul, div, pow))
    neg_, abs_, exp_, log_, sqrt_, sin_, cos_ = map(inplace.into, (neg, abs, exp, log, sqrt, sin, cos))
    tanh_, sigmoid_, relu_, clamp_, reciprocal_ = map(inplace.into, (tanh, sigmoid, relu, clamp, reciprocal))
    floor_, ceil_, round_, trunc_, remainder_ = map(inplace.into, (floor, ceil, round, trunc, remainder))
    square_, masked_fill_, tril_, triu_ = map(inplace.into, (square, masked_fill, tril, triu))
    floor_divide_, index_put_ = map(inplace.into, (elementwise.floor_divide, index_put))
    scatter_, scatter_add_, index_add_, index_copy_, index_fill_ = map(
        inplace.into, (scatter, scatter_add, index_add, index_copy, index_fill))
    zero_, fill_, copy_ = inplace.zero_, inplace.fill_, inplace.copy_
    squeeze_, unsqueeze_, t_, transpose_ = inplace.squeeze_, inplace.unsqueeze_, inplace.t_, inplace.transpose_
    __iadd__, __isub__, __imul__, __itruediv__, __ipow__ = add_, sub_, mul_, div_, pow_
    __ifloordiv__, __imod__ = floor_divide_, remainder_
    __iand__, __ior__, __ixor__ = map(inplace.into, (__and__, __or__, __xor__))


introduce(Tensor)
