"""Rows for what a program rarely needs: the gradients. Dtypes, shapes and writes are compared in tests/differential."""

from .row import Row

PAIR, MATRIX, SQUARE = (((2, 3), (3,)), ((2,), ())), (((2, 3),),), (((3, 3),), ((2, 2, 2),))
ELSEWHERE = "compared in tests/differential"


def seldom(name, call, shapes=(((3,),), ((2, 3),), ((),)), span=(-2.0, 2.0), slope=True, once=""):
    return Row(name, call, shapes, span, slope, dtypes=False, once=once, writes=ELSEWHERE)


def plain(names, **more):
    return [seldom(name, lambda m, *xs, name=name: getattr(m, name)(*xs), **more) for name in names.split()]



def invertible(m, x):
    return x + 4 * m.eye(x.shape[-1], dtype=x.dtype)


ROWS = [
    *plain("deg2rad rad2deg erfc sgn sinc nan_to_num positive"),
    *plain("signbit isposinf isneginf isreal", slope=False),
    *plain("logit", span=(0.1, 0.9)),
    seldom("logit eps", lambda m, x: m.logit(x, 0.2), span=(0.3, 0.7)),
    *plain("fmax fmin hypot logaddexp logaddexp2", shapes=PAIR),
    *plain("copysign", shapes=PAIR),
    seldom("copysign number", lambda m, x: m.copysign(x, -1)),
    *plain("xlogy float_power", shapes=PAIR, span=(0.3, 2.0)),
    seldom("xlogy numbers", lambda m, x: m.xlogy(2, x) + m.xlogy(x, 2.5), span=(0.3, 2.0)),
    seldom("lerp", lambda m, a, b: m.lerp(a, b, 0.3) + m.lerp(a, b, b), PAIR),
    seldom("addcmul", lambda m, a, b: m.addcmul(a, a, b, value=2), PAIR),
    seldom("addcdiv", lambda m, a, b: m.addcdiv(a, a, b, value=2), PAIR, (0.5, 2.0)),
    seldom("add multiple", lambda m, a, b: m.add(a, b, alpha=2) * m.sub(a, b, alpha=3) * m.rsub(a, b, alpha=2), PAIR),
    seldom("rsub multiple", lambda m, x: m.rsub(x, 3, alpha=2)),
    seldom("clamp_min", lambda m, x: m.clamp_min(x, 0.2) + m.clamp_max(x, 0.3)),
    seldom("clamp_max", lambda m, a, b: m.clamp_min(a, b) + m.clamp_max(a, b * 2), PAIR),
    seldom("shifts", lambda m, x: (x.long() << 2) + (x.long() >> 1), slope=False),
    # reductions
    *[seldom(name, lambda m, x, name=name: getattr(m, name)(x, -1), span=(0.3, 2.0))
      for name in "cumsum cumprod logcumsumexp logsumexp nansum nanmean".split()],
    seldom("cumprod zero", lambda m, x: m.cumprod(x * m.tensor([1.0, 0.0, 1.0], dtype=x.dtype), -1),
           (((3,),), ((2, 3),))),
    *[seldom(name, lambda m, x, name=name: getattr(m, name)(x, -1)[0])
      for name in "cummax cummin median nanmedian mode".split()],
    *[seldom(name + " squared", lambda m, x, name=name: getattr(m, name)(x, -1)[0] ** 2)
      for name in ("cummax", "cummin")],
    *[seldom(name + " all", lambda m, x, name=name: getattr(m, name)(x)) for name in ("median", "nanmedian")],
    seldom("kthvalue", lambda m, x: m.kthvalue(x, 2)[0], MATRIX),
    seldom("var_mean", lambda m, x: m.var_mean(x)[0] * m.var_mean(x, 0)[1], MATRIX),
    seldom("std_mean", lambda m, x: m.std_mean(x)[0] * m.std_mean(x, 0)[1], MATRIX),
    seldom("aminmax", lambda m, x: m.aminmax(x)[0] * m.aminmax(x, dim=0)[1], MATRIX),
    seldom("dist", lambda m, a, b: m.dist(a, b) + m.dist(a, b, 3), PAIR),
    seldom("diff", lambda m, x: m.diff(x, 2) * m.diff(x)[..., 1:], (((4,),),)),
    seldom("renorm", lambda m, x: m.renorm(x, 2, 0, 1.0), MATRIX, once="PyTorch's norm is a constant there"),
    # shape and places
    seldom("unfold", lambda m, x: x.unfold(-1, 2, 1) * 2, (((4,),), ((2, 3),))),
    seldom("as_strided", lambda m, x: m.as_strided(x * 1, (2, 2), (2, 1), 1), (((6,),),)),
    seldom("as_strided squared", lambda m, x: m.as_strided(x * 1, (2, 2), (2, 1), 1) ** 2, (((6,),),)),
    seldom("view dtype", lambda m, x: x.view(m.int64) * 0, slope=False),
    seldom("index_fill tensor", lambda m, x, n: m.index_fill(x, 0, m.tensor([0, 2]), n), (((3,), ()), ((3, 2), ()))),
    *[seldom("scatter_reduce " + way, lambda m, x, y, way=way: m.scatter_reduce(x, 0, m.tensor([0, 2, 0]), y, way),
             (((3,), (3,)),), span=(0.3, 2.0)) for way in "sum mean prod amax amin".split()],
    seldom("masked_scatter", lambda m, x, y: m.masked_scatter(x, m.tensor([True, False, True]), y) ** 2,
           (((3,), (3,)), ((2, 3), (5,)))),
    seldom("select_scatter", lambda m, x, y: m.select_scatter(x, y, 1, 1) ** 2, (((2, 3), (2,)),)),
    seldom("slice_scatter", lambda m, x, y: m.slice_scatter(x, y, 1, 1) ** 2, (((2, 3), (2, 2)),)),
    seldom("quantile", lambda m, x: m.quantile(x, 0.3, dim=-1) ** 2, MATRIX),
    seldom("nanquantile", lambda m, x: m.nanquantile(x, 0.3) ** 2, MATRIX),
    # products
    seldom("addmv", lambda m, c, a, v: m.addmv(c, a, v, beta=2, alpha=0.5), (((2,), (2, 3), (3,)),)),
    seldom("addr", lambda m, c, v, w: m.addr(c, v, w, beta=2, alpha=0.5), (((2, 3), (2,), (3,)),)),
    seldom("baddbmm", lambda m, c, a, b: m.baddbmm(c, a, b, beta=2), (((2, 2, 2), (2, 2, 3), (2, 3, 2)),)),
    seldom("addbmm", lambda m, c, a, b: m.addbmm(c, a, b, alpha=2), (((2, 2), (2, 2, 3), (2, 3, 2)),)),
    *plain("vdot", shapes=(((3,), (3,)),)),
    *plain("kron", shapes=PAIR),
    seldom("cross", lambda m, a, b: m.cross(a, b, dim=1), (((2, 3), (2, 3)),)),
    seldom("cdist", lambda m, a, b: m.cdist(a, b), (((2, 3), (4, 3)),), once="PyTorch has no second gradient"),
    # square matrices
    *[seldom(name, lambda m, x, name=name: getattr(m.linalg, name)(invertible(m, x)), SQUARE)
      for name in ("det", "inv")],
    seldom("slogdet", lambda m, x: m.linalg.slogdet(invertible(m, x))[1], SQUARE),
    seldom("solve", lambda m, x, b: m.linalg.solve(invertible(m, x), b), (((3, 3), (3,)), ((3, 3), (3, 2)))),
    seldom("cholesky", lambda m, x: m.linalg.cholesky(invertible(m, x @ x.mT)), SQUARE),
    seldom("matrix_norm", lambda m, x: m.linalg.matrix_norm(x) + m.linalg.matrix_norm(x, 1), MATRIX),
    *[seldom(f"matrix_norm {ord}", lambda m, x, ord=ord: m.linalg.matrix_norm(x, ord), (((2, 3),), ((2, 3, 2),)))
      for ord in (2, -2, "nuc")],
    *[seldom(name, lambda m, x, name=name: getattr(m, name)(x), MATRIX) for name in "cov corrcoef conj".split()],
    seldom("cov weights", lambda m, x: m.cov(x, fweights=m.tensor([1, 2, 1])), MATRIX),
    seldom("put", lambda m, x, y: x.put(m.tensor([0, 2]), y) * x.put(m.tensor([0, 0]), y, accumulate=True),
           (((3,), (2,)), ((2, 3), (2,)))),
    seldom("put twice", lambda m, x, y: (x * y.sum()).put(m.tensor([0, 2]), y) ** 2, (((3,), (2,)),)),
    seldom("hsplit", lambda m, x: m.hsplit(x, 2)[1] * m.hsplit(x, [1])[0], (((2, 4),), ((4,),))),
    seldom("vsplit", lambda m, x: m.vsplit(x, 2)[1] ** 2, (((2, 3),),)),
    seldom("dsplit", lambda m, x: m.dsplit(x, 2)[1] ** 2, (((1, 2, 4),),)),
    seldom("fill_diagonal_", lambda m, x: (x * x).fill_diagonal_(2.0), (((2, 3),), ((3, 2),))),
]
