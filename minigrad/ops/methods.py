"""Ops as methods of a tensor, one line each: which op a method is. Operators and the rest stand in tensor.py."""

from .. import absent
from . import (
    arithmetic,
    broadcasting,
    convert,
    diagonals,
    elementwise,
    facts,
    functions,
    joining,
    linalg,
    logic,
    neural,
    picking,
    putting,
    rare,
    reduce,
    rounding,
    slices,
    sorting,
    statistics,
    transposing,
    turning,
    views,
)


class Methods:
    """What a tensor inherits: `x.exp()` is `exp(x)`."""

    __slots__ = ()

    def __dir__(self):
        lacking = set(dir(type(self))) - {*absent.present(type(self)), *vars(self)}
        return [name for name in object.__dir__(self) if name not in lacking]

    # ---- what it is

    numel = nelement = facts.numel
    is_floating_point, is_complex, is_same_size = facts.is_floating_point, facts.is_complex, facts.is_same_size
    is_meta = property(lambda self: facts.device(self).type == "meta", doc="Whether there are no numbers.")
    is_cuda, is_cpu = False, property(lambda self: not self.is_meta, doc="Whether the numbers live on the CPU.")
    data_ptr, storage_offset, _base = facts.data_ptr, facts.storage_offset, property(facts.base)

    cpu, cuda, get_device = convert.cpu, convert.cuda, convert.get_device

    # ---- element by element

    add, sub, mul, div = arithmetic.add, arithmetic.sub, arithmetic.mul, arithmetic.div
    pow, square, clamp, clip = arithmetic.pow, arithmetic.square, arithmetic.clamp, arithmetic.clamp
    exp, log, sqrt, sin, cos = elementwise.exp, elementwise.log, elementwise.sqrt, elementwise.sin, elementwise.cos
    tanh, sigmoid, relu = elementwise.tanh, elementwise.sigmoid, elementwise.relu
    neg, abs, sign, floor = elementwise.neg, elementwise.abs, elementwise.sign, elementwise.floor
    reciprocal, remainder = elementwise.reciprocal, arithmetic.remainder
    maximum, minimum = arithmetic.maximum, arithmetic.minimum
    eq, ne, lt, le, gt, ge = (arithmetic.eq, arithmetic.ne, arithmetic.lt, arithmetic.le, arithmetic.gt, arithmetic.ge)
    isnan, isinf, isfinite = logic.isnan, logic.isinf, logic.isfinite
    clone = elementwise.clone
    ceil, trunc, round, frac, fmod = rounding.ceil, rounding.trunc, rounding.round, rounding.frac, arithmetic.fmod
    expm1, exp2, log1p, log2, log10 = functions.expm1, functions.exp2, functions.log1p, functions.log2, functions.log10
    rsqrt, tan, asin, acos, atan = functions.rsqrt, functions.tan, functions.asin, functions.acos, functions.atan
    atan2, sinh, cosh, erf = arithmetic.atan2, functions.sinh, functions.cosh, functions.erf
    asinh, acosh, atanh = functions.asinh, functions.acosh, functions.atanh
    logical_not, logical_and = logic.logical_not, arithmetic.logical_and
    logical_or, logical_xor = arithmetic.logical_or, arithmetic.logical_xor
    isclose, allclose, equal = logic.isclose, logic.allclose, logic.equal

    # ---- reductions

    sum, mean, prod, var, std = reduce.sum, reduce.mean, statistics.prod, statistics.var, statistics.std
    max, min, amax, amin = reduce.max, reduce.min, reduce.amax, reduce.amin
    argmax, argmin, norm = statistics.argmax, statistics.argmin, statistics.norm
    any, all, count_nonzero = statistics.any, statistics.all, statistics.count_nonzero

    # ---- shape

    view, reshape, flatten, ravel, unflatten = views.view, views.reshape, views.flatten, views.ravel, views.unflatten
    view_as, reshape_as, squeeze, unsqueeze = views.view_as, views.reshape_as, views.squeeze, views.unsqueeze
    contiguous, is_contiguous, stride = views.contiguous, views.is_contiguous, views.stride
    expand, expand_as, broadcast_to = broadcasting.expand, broadcasting.expand_as, broadcasting.broadcast_to
    sum_to_size = broadcasting.sum_to_size
    t, transpose, permute, movedim = transposing.t, transposing.transpose, transposing.permute, transposing.movedim
    swapaxes, swapdims, moveaxis = transposing.swapaxes, transposing.swapdims, transposing.moveaxis
    T, mT = property(transposing.reverse_dims), property(transposing.matrix_transpose)
    H = property(transposing.conjugate_transpose)
    mH, real = property(lambda self: self.mT if self.ndim else self), property(lambda self: self)
    imag = property(lambda self: rare.load("real", "imag")(self))
    split, chunk, unbind, tensor_split = joining.split_method, joining.chunk, joining.unbind, joining.tensor_split
    narrow, select = slices.narrow, slices.select
    diagonal, diag, diag_embed, trace = diagonals.diagonal, diagonals.diag, diagonals.diag_embed, diagonals.trace
    tril, triu = diagonals.tril, diagonals.triu
    flip, fliplr, flipud, roll, rot90 = turning.flip, turning.fliplr, turning.flipud, turning.roll, turning.rot90
    repeat, tile, repeat_interleave = turning.repeat, turning.tile, picking.repeat_interleave

    # ---- picking

    gather, index_select, take = picking.gather, picking.index_select, picking.take
    take_along_dim, masked_select, nonzero = picking.take_along_dim, picking.masked_select, picking.nonzero
    scatter, scatter_add, index_put = putting.scatter, putting.scatter_add, putting.index_put
    masked_fill = putting.masked_fill

    def where(self, condition, other):
        """This tensor's elements where the condition holds, those of `other` elsewhere. As `Tensor.where`.

        >>> import minigrad
        >>> x = minigrad.tensor([-1.0, 2.0])
        >>> x.where(x > 0, 0.0)
        tensor([0., 2.])
        """
        return arithmetic.where(condition, self, other)

    index_add, index_copy, index_fill = putting.index_add, putting.index_copy, putting.index_fill
    sort, argsort, topk, unique = sorting.sort, sorting.argsort, sorting.topk, sorting.unique

    # ---- products of matrices, scores

    matmul, mm, mv, dot, bmm, addmm = linalg.matmul, linalg.mm, linalg.mv, linalg.dot, linalg.bmm, linalg.addmm
    outer, inner, matrix_power = linalg.outer, linalg.inner, linalg.matrix_power
    softmax, log_softmax = neural.softmax, neural.log_softmax


rare.attach(Methods)
