"""Numbers sent to positions along a dimension and summed up there; parts of a tensor replaced."""
import numpy as np

from .. import errors
from ..core.primitive import primitive
from ..core.value import Value
from . import arguments as args
from . import complaints
from .elementwise import where
from .picking import along, checked_positions, gathered, positions, truth
from .putting import check_source, scattered_sum, upto, without, without_places
from .slices import laid_in, region

# name: (what combines two numbers, what changes nothing)
WAYS = {"sum": (np.add, 0), "mean": (np.add, 0), "prod": (np.multiply, 1),
        "amax": (np.maximum, -np.inf), "amin": (np.minimum, np.inf)}


def plain(x):
    return getattr(x, "array", x)


def counts(x, dim, at, include_self):
    """How many numbers make up each result, at least 1."""
    found = np.full(np.shape(x), int(include_self), plain(x).dtype)
    np.add.at(found, along(at, dim, found.ndim), 1)
    return np.maximum(found, 1)


def winners(x, src, out, dim, at):
    """Which numbers of x and src are the result, and how many of them there are."""
    x, src, out = plain(x), plain(src)[upto(at)], plain(out)
    here, there = (x == out).astype(x.dtype), (src == out[along(at, dim, out.ndim)]).astype(x.dtype)
    return here, there, scattered_sum.kernel(here, there, dim=dim, positions=at)


def to_x(g, x, src, out, dim, at, reduce, include_self):
    """The gradient of what was there before."""
    if reduce == "mean":
        g = g / counts(x, dim, at, include_self)
    elif reduce == "prod":
        whole = where(plain(x) == 0, 1, x)
        g = g * combined(whole, src, dim=dim, at=at, reduce=reduce, include_self=include_self) / whole
    elif reduce != "sum":
        here, _, share = winners(x, src, out, dim, at)
        g = g / share * here
    return g if include_self else without(g, dim, at)


def to_src(g, x, src, out, dim, at, reduce, include_self):
    """The gradient of the numbers that were sent."""
    if reduce == "prod":
        return product_to_src(g, x, src, out, dim, at, include_self)
    if reduce == "mean":
        g = g / counts(x, dim, at, include_self)
    elif reduce != "sum":
        _, there, share = winners(x, src, out, dim, at)
        return laid_in(gathered(g / share, dim, at) * there, src.shape, upto(at))
    return laid_in(gathered(g, dim, at), src.shape, upto(at))


def product_to_src(g, x, src, out, dim, at, include_self):
    """The product of all the others; a single zero leaves that of the others to itself."""
    zero = plain(src) == 0
    many = scattered_sum.kernel(np.zeros(x.shape), zero, dim=dim, positions=at)[along(at, dim, len(x.shape))]
    single = np.zeros(src.shape, bool)
    single[upto(at)] = zero[upto(at)] & (many == 1)
    others = combined(x, where(single, 1, src), dim=dim, at=at, reduce="prod", include_self=include_self)
    alone = laid_in(gathered(g * others, dim, at), src.shape, upto(at))
    return where(single, alone, laid_in(gathered(g * out, dim, at), src.shape, upto(at)) / where(zero, 1, src))


def bound(dtype, start):
    """The smallest or largest whole number of a dtype."""
    if dtype.kind == "b":
        return start > 0
    return np.iinfo(dtype).max if start > 0 else np.iinfo(dtype).min


@primitive(x=to_x, src=to_src, name="scatter_reduce", saved={"x": "self", "at": "index"})
def combined(x, src, *, dim, at, reduce, include_self):
    """As scatter_reduce, with checked positions. Saves both inputs, the result and the positions."""
    ufunc, start = WAYS[reduce]
    out, place = np.array(x), along(at, dim, x.ndim)
    if not include_self:
        out[place] = start if out.dtype.kind == "f" or np.isfinite(start) else bound(out.dtype, start)
    ufunc.at(out, place, np.asarray(src)[upto(at)])
    if reduce == "mean":
        share = counts(x, dim, at, include_self)
        out = out / share if out.dtype.kind == "f" else out // share
    return out


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """A copy in which the numbers of `src` sent to each position along a dimension are summed up with what was there.

    `reduce` is "sum", "prod", "mean", "amax" or "amin"; without `include_self` what was there is left out. As
    `torch.scatter_reduce`, ScatterReduceBackward0. Raises RuntimeError for positions outside.

    >>> import minigrad
    >>> minigrad.zeros(2).scatter_reduce(0, minigrad.tensor([0, 0, 1]), minigrad.tensor([1.0, 5.0, 2.0]), "amax")
    tensor([5., 2.])
    """
    if reduce not in WAYS and "a" + str(reduce) not in WAYS:
        raise complaints.picking.unknown_reduction(reduce)
    reduce = reduce if reduce in WAYS else "a" + reduce
    if reduce == "mean" and input.array.dtype.kind == "b":
        raise errors.no_kernel("scatter_gather_tensor_cpu_reduce_mean", input.dtype)
    at = positions("scatter", index)
    dim = checked_positions("scatter_reduce", input, dim, at)
    if not isinstance(src, Value):
        raise complaints.arguments.wrong_argument("scatter_reduce", "src", 3, "Tensor", src)
    check_source("scatter", input, at, src, dim)
    return combined(input, src, dim, at, reduce, include_self)


# ---- parts replaced


def masked_scatter(input, mask, source):
    """A copy in which the places under the mask take the numbers of `source`, one after another.

    As `torch.masked_scatter`. Raises RuntimeError for too few numbers.

    >>> import minigrad
    >>> minigrad.zeros(3).masked_scatter(minigrad.tensor([True, False, True]), minigrad.tensor([1.0, 2.0]))
    tensor([1., 0., 2.])
    """
    if source.dtype is not input.dtype:
        raise complaints.picking.masked_scatter_dtypes(input.dtype, source.dtype)
    mask = truth("masked_scatter", mask)
    shape = np.broadcast_shapes(mask.shape, tuple(input.shape))
    mask = np.broadcast_to(mask, shape)
    if np.count_nonzero(mask) > source.numel():
        raise complaints.picking.masked_scatter_count(source.numel(), np.count_nonzero(mask))
    return scattered_under(input.expand(shape), source, mask=mask)


@primitive(x=lambda g, mask: where(mask, 0, g), source=lambda g, source_shape, mask: sent_from(g, source_shape, mask),
           name="masked_scatter")
def scattered_under(x, source, *, mask):
    """As masked_scatter. Saves the mask and the shape of source."""
    out = np.array(x)
    out[mask] = source.reshape(-1)[:np.count_nonzero(mask)]
    return out


@primitive(x=lambda g, x_shape, mask: scattered_under(np.zeros(x_shape, plain(g).dtype), g, mask=mask))
def sent_from(x, *, shape, mask):
    """The numbers under the mask, then zeros, in a shape."""
    out = np.zeros(int(np.prod(shape)), x.dtype)
    found = x[mask]
    out[:len(found)] = found
    return out.reshape(shape)


def select_scatter(input, src, dim, index):
    """A copy with one place of a dimension replaced by `src`. As `torch.select_scatter`.

    >>> import minigrad
    >>> minigrad.zeros(2, 2).select_scatter(minigrad.ones(2), 0, 1)
    tensor([[0., 0.],
            [1., 1.]])
    """
    part = input.select(dim, index)
    if part.shape != src.shape:
        raise complaints.picking.part_shape("src", src.shape, part.shape)
    return replaced_place(input, src, (slice(None),) * args.axis(dim, input.ndim) + (index,))


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy with a slice of a dimension replaced by `src`. As `torch.slice_scatter`.

    >>> import minigrad
    >>> minigrad.zeros(4).slice_scatter(minigrad.ones(2), 0, 1, 3)
    tensor([0., 1., 1., 0.])
    """
    at = (slice(None),) * args.axis(dim, input.ndim) + (slice(start, end, step),)
    if input[at].shape != src.shape:
        raise complaints.picking.part_shape("src", src.shape, input[at].shape)
    return replaced_slice(input, src, at)


@primitive(x=lambda g, at: without_places(g, at), src=lambda g, at: region(g, at), name="select_scatter")
def replaced_place(x, src, *, at):
    """x with another number at a basic index."""
    out = np.array(x)
    out[at] = src
    return out


@primitive(x=lambda g, at: without_places(g, at), src=lambda g, at: region(g, at), name="slice_scatter")
def replaced_slice(x, src, *, at):
    """The same for slices."""
    return replaced_place.kernel(x, src, at=at)
