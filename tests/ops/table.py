"""All ops in one table: how to call each, and with what.

A row's function takes the library (minigrad or torch) and the input tensors, so one text is run under both. `shapes`
lists samples, each one shape an input; numbers are drawn from `span`. `slope=False`: nothing to differentiate.
"""

from . import network, seldom
from .row import Row, one

VECTOR, MATRIX, CUBE = ((3,),), ((2, 3),), ((2, 3, 2),)
SAME = (((3,), (3,)), ((2, 3), (3,)), ((2, 1), (1, 3)), ((), (2,)), ((2,), ()), ((), ()), ((0, 3), (3,)))


def unary(names, span=(-2.0, 2.0), **more):
    return [Row(name, lambda m, x, name=name: getattr(m, name)(x), span=span, **more) for name in names.split()]


def binary(names, span=(-2.0, 2.0), **more):
    return [Row(name, lambda m, a, b, name=name: getattr(m, name)(a, b), SAME, span, **more) for name in names.split()]


def where_true(m, x):
    return m.tensor([[True, False, True], [False, True, True]])


def positions(m, *rows):
    return m.tensor(list(rows))


POINTWISE = [
    *unary("neg exp sin cos tanh sigmoid relu abs square tan atan sinh cosh asinh erf expm1 exp2 clone"),
    *unary("log sqrt reciprocal rsqrt log1p log2 log10", span=(0.3, 3.0)),
    *unary("asin acos atanh", span=(-0.9, 0.9)),
    *unary("acosh", span=(1.2, 3.0)),
    *unary("sign floor ceil trunc round frac"),
    *unary("isnan isinf isfinite logical_not", slope=False),
    *unary("bitwise_not", slope=False),
    *binary("add sub mul maximum minimum"),
    *binary("div", span=(0.5, 3.0)),
    *binary("atan2", span=(0.3, 2.0)),
    *binary("eq ne lt le gt ge logical_and logical_or logical_xor isclose", slope=False),
    *binary("bitwise_and bitwise_or bitwise_xor", slope=False),
    *binary("remainder fmod", span=(0.6, 3.0)),
    *binary("floor_divide", span=(0.6, 3.0), slope=False),
    Row("pow", lambda m, a, b: a**b, SAME, (0.5, 2.0)),
    one("pow number", lambda m, x: x**3 + x**2 + x**0.5, span=(0.5, 2.0), dtypes=False),
    one("pow base", lambda m, x: 2.5**x),
    one("rsub", lambda m, x: m.rsub(x, 3)),
    one("rdiv", lambda m, x: 3 / x, span=(0.5, 2.0)),
    one("numbers", lambda m, x: (2 + x) * 3 - x / 2 + (1 - x) * True),
    one("add alpha", lambda m, x: m.add(x, 2, alpha=3) - m.sub(x, x, alpha=2)),
    one(
        "div modes", lambda m, x: m.div(x, 2, rounding_mode="floor") + m.div(x, 2, rounding_mode="trunc"), dtypes=False
    ),
    one(
        "div tensor modes",
        lambda m, x: m.div(x, x + 3, rounding_mode="trunc"),
        span=(0.5, 2.0),
        dtypes=False,
        writes="PyTorch saves values for a slope that is always 0",
    ),
    one("fmod number", lambda m, x: m.fmod(x, 1.5) + m.remainder(x, 1.5), span=(0.1, 1.4)),
    one("round decimals", lambda m, x: m.round(x, decimals=1), dtypes=False),
    one("clamp", lambda m, x: m.clamp(x, -1, 1) + x.clamp(min=0) + x.clamp(max=0.5)),
    Row("clamp tensors", lambda m, x, a, b: m.clamp(x, a, b + 4), (((2, 3), (3,), ()), ((3,), (3,), (3,)))),
    Row("where", lambda m, a, b: m.where(a > b, a, b), SAME),
    one("where number", lambda m, x: m.where(x > 0, x, 0.0)),
    Row(
        "equal",
        lambda m, a, b: m.tensor([m.equal(a, a), m.equal(a, b), m.allclose(a, a)]),
        (((3,), (3,)),),
        slope=False,
        dtypes=False,
    ),
    one("allclose", lambda m, x: m.tensor(m.allclose(x, x + 1e-9)), (3,), slope=False, dtypes=False),
    one("to", lambda m, x: x.to(m.float64) * x.double(), dtypes=False),
    one("to float32", lambda m, x: x.float() + x.half(), slope=False),
    one("to integer", lambda m, x: x.to(m.int64) + x.long(), slope=False, dtypes=False),
    one("detach", lambda m, x: x.detach() * x),
]

EVERY = ((3,), (2, 3), (2, 3, 2), ())
REDUCTIONS = [
    *[one(name, lambda m, x, name=name: getattr(m, name)(x), *EVERY) for name in "sum mean prod".split()],
    *[
        one(
            f"{name} dim",
            lambda m, x, name=name: getattr(m, name)(x, 0) + getattr(m, name)(x, dim=-2, keepdim=True),
            (2, 3),
            (2, 3, 2),
            dtypes=False,
        )
        for name in "sum mean prod var std amax amin".split()
    ],
    *[
        one(f"{name} dims", lambda m, x, name=name: getattr(m, name)(x, (0, -1)), (2, 3), (2, 3, 2), dtypes=False)
        for name in "sum mean var std amax amin".split()
    ],
    *[one(name, lambda m, x, name=name: getattr(m, name)(x), (3,), (2, 3)) for name in "max min var std".split()],
    *[one(name, lambda m, x, name=name: getattr(m, name)(x), (3,), (2, 3)) for name in "amax amin".split()],
    *[
        one(f"{name} dim", lambda m, x, name=name: getattr(m, name)(x, 1)[0], (2, 3), (2, 3, 2))
        for name in ("max", "min")
    ],
    one("max dim squared", lambda m, x: m.max(x, 0).values ** 2, (2, 3), dtypes=False),
    *[
        one(f"{name} indices", lambda m, x, name=name: getattr(m, name)(x, dim=0, keepdim=True)[1], (2, 3), slope=False)
        for name in ("max", "min")
    ],
    *[
        one(
            name,
            lambda m, x, name=name: m.stack([getattr(m, name)(x), getattr(m, name)(x, 0).sum()]),
            (2, 3),
            (3,),
            slope=False,
        )
        for name in ("argmax", "argmin")
    ],
    *[one(name, lambda m, x, name=name: getattr(m, name)(x > 0), (2, 3), (), slope=False) for name in ("any", "all")],
    *[
        one(f"{name} dim", lambda m, x, name=name: getattr(m, name)(x > 0, 1), (2, 3), slope=False)
        for name in ("any", "all")
    ],
    one("count_nonzero", lambda m, x: m.count_nonzero(x), (2, 3), slope=False),
    one(
        "norm",
        lambda m, x: m.norm(x) + x.norm(1) + x.norm(3) + x.norm(float("inf")),
        (3,),
        (2, 3),
        span=(0.5, 2.0),
        dtypes=False,
    ),
    one("norm dim", lambda m, x: x.norm(dim=1), (2, 3), span=(0.5, 2.0), dtypes=False),
    one("sum_to_size", lambda m, x: x.sum_to_size(1, 2), (2, 3, 2), dtypes=False),
]

SEVERAL = "both refuse, but of two reasons PyTorch names another first"
SHAPE = [
    one("view", lambda m, x: x.view(3, -1) * 2, (2, 3), (6,), (0, 3)),
    one("reshape", lambda m, x: m.reshape(x.transpose(0, 1), (-1,)), (2, 3)),
    one("flatten", lambda m, x: m.flatten(x, 1), (2, 3, 2)),
    one("ravel", lambda m, x: m.ravel(x), (2, 3), ()),
    one("unflatten", lambda m, x: m.unflatten(x, 1, (2, -1)), (3, 4)),
    one("view_as", lambda m, x: x.view_as(m.zeros(3, 2)) + x.reshape_as(m.zeros(3, 2)), (2, 3)),
    one("contiguous", lambda m, x: x.t().contiguous() + x.contiguous().t(), (2, 3)),
    one("t", lambda m, x: m.t(x), (2, 3), (3,)),
    one("transpose", lambda m, x: m.transpose(x, 0, -1), (2, 3), (2, 3, 2)),
    one("swapaxes", lambda m, x: m.swapaxes(x, 0, 1), (2, 3)),
    one("swapdims", lambda m, x: m.swapdims(x, 0, 1), (2, 3)),
    one("T", lambda m, x: x.T @ x + x.mT @ x, (2, 3), dtypes=False),
    one("permute", lambda m, x: m.permute(x, (2, 0, 1)), (2, 3, 2)),
    one("movedim", lambda m, x: m.movedim(x, (0, 1), (-1, 0)), (2, 3, 2)),
    one("moveaxis", lambda m, x: m.moveaxis(x, 0, 1), (2, 3, 2)),
    one("squeeze", lambda m, x: m.squeeze(x), (1, 3, 1), (2, 1), ()),
    one("squeeze dim", lambda m, x: x.squeeze(0).squeeze(-1), (1, 3, 1)),
    one("squeeze dims", lambda m, x: x.squeeze((0, 2)), (1, 3, 1), (1, 3, 2)),
    one("unsqueeze", lambda m, x: m.unsqueeze(x, 0).unsqueeze(-1), (3,), (2, 3), ()),
    one("expand", lambda m, x: x.expand(2, -1, 3), (2, 1), (1, 3)),
    one("expand_as", lambda m, x: x.expand_as(m.zeros(2, 3)), (3,), (2, 1)),
    one("broadcast_to", lambda m, x: m.broadcast_to(x, (2, 3)), (3,), ()),
    Row("broadcast_tensors", lambda m, a, b: m.broadcast_tensors(a, b)[0] * b, (((3, 1), (2,)),)),
    Row(
        "broadcast_shapes",
        lambda m, a, b: m.zeros(m.broadcast_shapes(a.shape, b.shape)),
        (((3, 1), (2,)),),
        slope=False,
    ),
    one("atleast_1d", lambda m, x: m.atleast_1d(x), (), (2,)),
    one("atleast_2d", lambda m, x: m.atleast_2d(x), (), (2,), (2, 3)),
    one("atleast_3d", lambda m, x: m.atleast_3d(x), (), (2,), (2, 3)),
    Row(
        "meshgrid",
        lambda m, a, b: m.meshgrid(a, b, indexing="ij")[0] * m.meshgrid(a, b, indexing="xy")[1].t(),
        (((2,), (3,)),),
    ),
    Row("cat", lambda m, a, b: m.cat([a, b, a], 1), (((2, 3), (2, 1)), ((2, 0), (2, 2)))),
    Row("cat empty row", lambda m, a, b: m.cat((a, b)), (((0,), (2, 2)),), dtypes=False),
    Row("concat", lambda m, a, b: m.concat([a, b]), (((2,), (3,)),)),
    Row("concatenate", lambda m, a, b: m.concatenate([a, b]), (((2,), (3,)),)),
    Row("stack", lambda m, a, b: m.stack([a, b, b], -1), (((2, 3), (2, 3)), ((), ()))),
    Row("hstack", lambda m, a, b: m.hstack([a, b]), (((2,), (3,)), ((2, 1), (2, 3)))),
    Row("vstack", lambda m, a, b: m.vstack([a, b]), (((3,), (3,)), ((2, 3), (1, 3)))),
    Row("row_stack", lambda m, a, b: m.row_stack([a, b]), (((3,), (3,)),)),
    Row("dstack", lambda m, a, b: m.dstack([a, b]), (((3,), (3,)), ((2, 3), (2, 3)))),
    Row("column_stack", lambda m, a, b: m.column_stack([a, b]), (((3,), (3,)), ((2, 3), (2, 1)))),
    one("narrow", lambda m, x: m.narrow(x, 1, 1, 2), (2, 3)),
    one("select", lambda m, x: m.select(x, 1, -1), (2, 3), (2, 3, 2)),
    one("split", lambda m, x: m.split(x, 2, 1)[0] * m.split(x, [1, 2], 1)[1], (2, 3), writes=SEVERAL),
    one("split unused", lambda m, x: m.split(x, 2)[1] * m.split(x, [1, 2, 2])[2].sum(), (5,), writes=SEVERAL),
    one("chunk", lambda m, x: m.chunk(x, 2)[1], (5,), (4, 2), writes=SEVERAL),
    one("unbind", lambda m, x: m.unbind(x, 1)[1] * m.unbind(x, -1)[0], (2, 3), writes=SEVERAL),
    one("tensor_split", lambda m, x: m.tensor_split(x, 3)[0] + m.tensor_split(x, (1, 3))[1].sum(), (5,)),
    one("flip", lambda m, x: m.flip(x, (0, -1)), (2, 3), (3, 2, 2)),
    one("fliplr", lambda m, x: m.fliplr(x), (2, 3)),
    one("flipud", lambda m, x: m.flipud(x), (2, 3)),
    one("roll", lambda m, x: m.roll(x, 1) + m.roll(x, (1, -1), (0, 1)), (2, 3)),
    one("rot90", lambda m, x: m.rot90(x) + m.rot90(x, -1), (2, 3)),
    one("repeat", lambda m, x: x.repeat(2, 1, 3), (3,), (2, 3)),
    one("tile", lambda m, x: m.tile(x, (2,)), (3,), (2, 3)),
    one("repeat_interleave", lambda m, x: m.repeat_interleave(x, 2) * x.repeat_interleave(2, 1).flatten(), (2, 3)),
    one("tril", lambda m, x: m.tril(x), (3, 3), (2, 2, 3)),
    one("triu", lambda m, x: m.triu(x, diagonal=1), (3, 3), (2, 2, 3)),
    one("diagonal", lambda m, x: m.diagonal(x, 1) * m.diagonal(x, 0)[..., :2].sum(), (3, 3), (2, 3, 2)),
    one("diag", lambda m, x: m.diag(x), (3,), (3, 3)),
    one("diag_embed", lambda m, x: m.diag_embed(x, 1), (3,), (2, 3)),
    one("trace", lambda m, x: m.trace(x), (3, 3), (2, 3)),
]

INDEX = [
    one("integer", lambda m, x: x[1, -1] * x[0].sum(), (2, 3)),
    one("slices", lambda m, x: x[:, 1:] + x[..., ::2] + x[None, :, :2][0], (2, 3)),
    one("whole", lambda m, x: x[...] + x[:] + x[()] + x[:, :], (2, 3)),
    one("lists", lambda m, x: x[[0, 0, 1]] + x[:, [2, 0, 1]][[1, 1, 0]], (2, 3)),
    one("pairs", lambda m, x: x[[0, 1], [2, 2]] * x[m.arange(2), m.tensor([0, 1])], (2, 3)),
    one("mask", lambda m, x: x[where_true(m, x)] * x[m.tensor([True, False])].sum(), (2, 3)),
    one("mixed", lambda m, x: x[0, :, [1, 0, 1]] + x[..., 0, None][1], (2, 3, 2)),
    one("true", lambda m, x: x[True] + x[None], (2, 3)),
    one("iterate", lambda m, x: sum(row * (i + 1) for i, row in enumerate(x)), (2, 3), dtypes=False),
    one("gather", lambda m, x: m.gather(x, 1, positions(m, [0, 0], [2, 1])), (2, 3)),
    one("take_along_dim", lambda m, x: m.take_along_dim(x, positions(m, [0, 2]), 1), (2, 3)),
    one("index_select", lambda m, x: m.index_select(x, 1, m.tensor([2, 0, 2])), (2, 3)),
    one("take", lambda m, x: m.take(x, positions(m, [0, -1], [2, 2])), (2, 3)),
    Row(
        "masked_fill",
        lambda m, x, v: m.masked_fill(x, where_true(m, x), v) + x.masked_fill(x > 0, 2.0),
        (((2, 3), ()),),
        dtypes=False,
    ),
    one("masked_select", lambda m, x: m.masked_select(x, where_true(m, x)), (2, 3), (3,)),
    Row(
        "scatter",
        lambda m, x, s: m.scatter(x, 1, positions(m, [0], [2]), s) + x.scatter(0, positions(m, [1, 0, 1]), 5.0),
        (((2, 3), (2, 1)),),
        dtypes=False,
    ),
    Row(
        "scatter_add",
        lambda m, x, s: m.scatter_add(x, 1, positions(m, [0, 0], [2, 1]), s),
        (((2, 3), (2, 2)),),
        dtypes=False,
    ),
    Row(
        "index_add", lambda m, x, s: m.index_add(x, 0, m.tensor([1, 1]), s, alpha=2), (((2, 3), (2, 3)),), dtypes=False
    ),
    Row("index_copy", lambda m, x, s: m.index_copy(x, 1, m.tensor([2, 0]), s), (((2, 3), (2, 2)),), dtypes=False),
    one("index_fill", lambda m, x: m.index_fill(x, 1, m.tensor([0, 2]), 7.0), (2, 3), dtypes=False),
    Row(
        "index_put",
        lambda m, x, v: (
            m.index_put(x, (m.tensor([0, 1]), m.tensor([2, 2])), v)
            + x.index_put((m.tensor([0, 0]),), v[0], accumulate=True)
        ),
        (((2, 3), (2,)),),
        dtypes=False,
    ),
    one("sort", lambda m, x: m.sort(x)[0] * m.sort(x, 0, descending=True).values, (2, 3), (3,)),
    one("argsort", lambda m, x: m.argsort(x, -1), (2, 3), slope=False),
    one("topk", lambda m, x: m.topk(x, 2).values * m.topk(x, 2, largest=False)[0], (2, 3), dtypes=False),
    one("nonzero", lambda m, x: m.nonzero(x > 0), (2, 3), (), slope=False),
    one("unique", lambda m, x: m.unique(m.round(x)), (2, 3), slope=False, dtypes=False),
]

PRODUCTS = (
    ((2, 3), (3, 2)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((3,), (3,)),
    ((2, 2, 3), (3, 2)),
    ((2, 2, 3), (3,)),
    ((2, 3), (2, 3, 2)),
    ((3,), (2, 3, 2)),
    ((2, 1, 2, 3), (3, 3, 2)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 2)),
)
LINALG = [
    Row("matmul", lambda m, a, b: m.matmul(a, b), PRODUCTS),
    Row("mm", lambda m, a, b: m.mm(a, b), (((2, 3), (3, 2)),)),
    Row("mv", lambda m, a, b: m.mv(a, b), (((2, 3), (3,)),)),
    Row("dot", lambda m, a, b: m.dot(a, b), (((3,), (3,)),)),
    Row("vdot", lambda m, a, b: m.vdot(a, b), (((3,), (3,)),)),
    Row("bmm", lambda m, a, b: m.bmm(a, b), (((2, 2, 3), (2, 3, 2)),)),
    Row(
        "addmm",
        lambda m, c, a, b: m.addmm(c, a, b) + m.addmm(c, a, b, beta=2, alpha=0.5),
        (((2,), (2, 3), (3, 2)), ((2, 2), (2, 3), (3, 2)), ((2, 1), (2, 3), (3, 2))),
        dtypes=False,
    ),
    Row("outer", lambda m, a, b: m.outer(a, b), (((2,), (3,)),)),
    Row("ger", lambda m, a, b: m.ger(a, b), (((2,), (3,)),)),
    Row("inner", lambda m, a, b: m.inner(a, b), (((3,), (3,)), ((2, 3), (2, 3)))),
    Row("tensordot", lambda m, a, b: m.tensordot(a, b, 1) + m.tensordot(a, b, ([1], [0])), (((2, 3), (3, 2)),)),
    Row(
        "einsum",
        lambda m, a, b: m.einsum("ij,kj->ik", a, b) + m.einsum("ij,kj->", a, b) + m.einsum("ii", a @ b.mT),
        (((2, 3), (2, 3)),),
        dtypes=False,
    ),
    Row(
        "einsum batch",
        lambda m, a, b: m.einsum("bij,bjk->bik", a, b) + m.einsum("...ij,...jk", a, b),
        (((2, 2, 3), (2, 3, 2)),),
        dtypes=False,
    ),
    Row("einsum three", lambda m, a, b: m.einsum("i,ij,j->i", a, b, a), (((3,), (3, 3)),), dtypes=False),
    one("matrix_power", lambda m, x: m.matrix_power(x, 3) + m.matrix_power(x, 0), (2, 2), dtypes=False),
    one("softmax", lambda m, x: m.softmax(x, -1), (3,), (2, 3), ()),
    one("log_softmax", lambda m, x: m.log_softmax(x, 0), (3,), (2, 3), ()),
]


INPLACE = [
    one("add_", lambda m, x: (x * 1).add_(2).mul_(x).sub_(x), dtypes=False),
    Row("div_", lambda m, a, b: (a * 1).div_(b), (((2, 3), (3,)), ((3,), ())), (0.5, 2.0), dtypes=False),
    one("exp_", lambda m, x: (x * 1).exp_() * (x * 1).sigmoid_() + (x * 1).add_(1).tanh_(), dtypes=False),
    one("zero_", lambda m, x: (x * 2).zero_() + x, dtypes=False),
    Row("fill_", lambda m, x, v: (x * 2).fill_(3.0) + (x * 2).fill_(v), (((2, 3), ()),), dtypes=False),
    Row(
        "copy_",
        lambda m, a, b: (a * 2).copy_(b) + m.zeros(2, 3, dtype=b.dtype).copy_(b),
        (((2, 3), (3,)),),
        dtypes=False,
    ),
]


def assigned(m, x, index, value):
    y = x * 2
    y[index] = value
    return y


def built(m, v):
    out = m.zeros(2, 3, dtype=v.dtype)
    out[0] = v
    out[1, 1:] = v[:2] * v[0]
    return out


def through_view(m, x):
    y = x * 2
    y[0].mul_(x[1])
    y[:, 1].add_(1)
    return y


def view_after(m, x):
    y = x * 2
    part = y[0]
    part.mul_(3)
    return part * y[1]


WRITES = [
    Row(
        "setitem integer",
        lambda m, x, v: assigned(m, x, 0, v),
        (((2, 3), (3,)), ((2, 3), ()), ((2, 3), (1, 3))),
        dtypes=False,
    ),
    Row(
        "setitem slice",
        lambda m, x, v: assigned(m, x, (slice(None), slice(0, 2)), v),
        (((2, 3), (2,)), ((2, 3), (2, 1))),
        dtypes=False,
    ),
    Row(
        "setitem whole",
        lambda m, x, v: assigned(m, x, slice(None), v) + assigned(m, x, ..., v),
        (((2, 3), (3,)),),
        dtypes=False,
    ),
    Row("setitem list", lambda m, x, v: assigned(m, x, [1, 0], v), (((2, 3), (2, 3)), ((2, 3), (3,))), dtypes=False),
    Row("setitem mask", lambda m, x, v: assigned(m, x, x > 0, v), (((2, 3), ()),), dtypes=False),
    Row("setitem mixed", lambda m, x, v: assigned(m, x, (0, [0, 2]), v), (((2, 3), (2,)),), dtypes=False),
    one("setitem number", lambda m, x: assigned(m, x, (1, 2), 5.0), (2, 3), dtypes=False),
    one("built from parts", built, (3,), dtypes=False),
    one("write through views", through_view, (2, 3), dtypes=False),
    one("view after a write", view_after, (2, 3), dtypes=False),
]

ROWS = [*POINTWISE, *REDUCTIONS, *SHAPE, *INDEX, *LINALG, *network.ROWS, *seldom.ROWS, *INPLACE, *WRITES]

# minigrad computes where PyTorch has no code for the dtype; the result is what one expects.
GENEROUS = {
    "relu": "truth values",
    "abs": "truth values",
    "floor": "truth values",
    "ceil": "truth values",
    "trunc": "truth values",
    "round": "truth values",
    "frac": "integers",
    "sub": "truth values",
    "rsub": "truth values",
    "numbers": "truth values",
    "add alpha": "truth values",
    "isclose": "two dtypes",
    "remainder": "truth values",
    "fmod": "truth values",
    "floor_divide": "truth values",
    "pow": "truth values",
    "argmax": "truth values",
    "argmin": "truth values",
    "meshgrid": "truth values",
    "trace": "truth values",
    "clamp": "truth values",
}

# Named functions of minigrad without a row: they make tensors or answer questions, and have tests of their own.
OTHERS = set(
    """
    is_tensor is_floating_point is_complex is_nonzero is_same_size numel
""".split()
)
