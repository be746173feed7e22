"""Random tensors. The numbers follow from the seed: the same seed gives the same numbers again.

They are NumPy's numbers, not PyTorch's: a seed gives other values than it gives there.
"""

from contextlib import contextmanager
from functools import cached_property

import numpy as np

from . import dtypes, errors
from .core.primitive import primitive
from .create import check_device, checked_size, given_dtype, made, repeated
from .ops import arguments as args
from .ops import complaints
from .ops.facts import result_type
from .tensor import Tensor


class Generator:
    """A source of random numbers with a seed of its own. As `torch.Generator`.

    >>> import minigrad
    >>> g = minigrad.Generator().manual_seed(3)
    >>> bool((minigrad.rand(2, generator=g) < 1).all())
    True
    """

    def __init__(self, device="cpu"):
        check_device(device)
        self.device = dtypes.device(device)
        self.manual_seed(67280421310721)

    def manual_seed(self, seed):
        """Start again at this seed; returns the generator."""
        self.start = int(seed) % 2 ** 64
        self.__dict__.pop("numbers", None)
        return self

    @cached_property
    def numbers(self):
        """NumPy's generator, made for the first draw: loading it takes longer than all the rest of minigrad."""
        return np.random.Generator(np.random.PCG64(self.start))

    def initial_seed(self):
        """The seed that the numbers follow from."""
        return self.start

    def seed(self):
        """Start at a seed that nobody chose; returns it."""
        self.manual_seed(np.random.SeedSequence().entropy)
        return self.start

    def get_state(self):
        """Where the generator stands, as a tensor of bytes, to go back to with `set_state`."""
        import json  # here and below: rarely needed, and slow to import

        return made(np.frombuffer(json.dumps(self.numbers.bit_generator.state).encode(), np.uint8).copy())

    def set_state(self, state):
        """Go back to a state; returns the generator."""
        if getattr(state, "dtype", None) is not dtypes.uint8:
            raise complaints.creation.not_a_state()
        import json

        self.numbers.bit_generator.state = json.loads(bytes(state.array))
        return self


default_generator = Generator()


def manual_seed(seed):
    """Let all random numbers follow from this seed. As `torch.manual_seed`.

    >>> import minigrad
    >>> _ = minigrad.manual_seed(0); a = minigrad.rand(3)
    >>> _ = minigrad.manual_seed(0); minigrad.equal(a, minigrad.rand(3))
    True
    """
    return default_generator.manual_seed(seed)


def seed():
    """Start at a seed that nobody chose; returns it. As `torch.seed`."""
    return default_generator.seed()


def initial_seed():
    """The seed that the numbers follow from. As `torch.initial_seed`."""
    return default_generator.initial_seed()


def get_rng_state():
    """Where the random numbers stand, for `set_rng_state`. As `torch.get_rng_state`."""
    return default_generator.get_state()


def set_rng_state(state):
    """Go back to a state of the random numbers. As `torch.set_rng_state`."""
    default_generator.set_state(state)


@contextmanager
def fork_rng(devices=None, enabled=True):
    """What is drawn inside leaves the random numbers after it as they would be. As `torch.random.fork_rng`.

    >>> import minigrad
    >>> with minigrad.random.fork_rng():
    ...     _ = minigrad.manual_seed(3)
    """
    start, state = initial_seed(), get_rng_state()
    try:
        yield
    finally:
        if enabled:
            manual_seed(start)
            set_rng_state(state)


def numbers_of(generator):
    """The NumPy generator to draw from."""
    return (generator or default_generator).numbers


def float_dtype(name, dtype):
    dtype = given_dtype(name, dtype) or dtypes.get_default_dtype()
    if not dtype.is_floating_point:
        raise errors.no_kernel(name, dtype)
    return dtype


def uniform(size, dtype, generator):
    """Numbers in [0, 1), also after rounding to the dtype."""
    drawn = np.asarray(numbers_of(generator).random(size)).astype(dtype.numpy)
    return np.minimum(drawn, np.nextafter(dtype.numpy.type(1), dtype.numpy.type(0)))


def normal_numbers(size, dtype, generator):
    return np.asarray(numbers_of(generator).standard_normal(size)).astype(dtype.numpy)


def rand(*size, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """Numbers spread evenly over [0, 1). As `torch.rand`.

    >>> import minigrad
    >>> minigrad.rand(2, 3).shape
    torch.Size([2, 3])
    """
    check_device(device)
    size, dtype = checked_size("rand", size), float_dtype("rand", dtype)
    if dtypes.is_meta(device):
        return made(repeated(size, 0, dtype, device), requires_grad)
    return made(uniform(size, dtype, generator), requires_grad)


def randn(*size, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """Numbers of the standard normal distribution: mean 0, spread 1. As `torch.randn`.

    >>> import minigrad
    >>> minigrad.randn(2, requires_grad=True).is_leaf
    True
    """
    check_device(device)
    size, dtype = checked_size("randn", size), float_dtype("randn", dtype)
    if dtypes.is_meta(device):
        return made(repeated(size, 0, dtype, device), requires_grad)
    return made(normal_numbers(size, dtype, generator), requires_grad)


def randint(*limits, size=None, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """Whole numbers from low (0 if left out) to just before high: `randint(high, size)`, `randint(low, high, size)`.

    Raises RuntimeError if there is no number between them. As `torch.randint`.

    >>> import minigrad
    >>> minigrad.randint(5, (3,)).dtype
    torch.int64
    """
    check_device(device)
    if size is None and limits:
        *limits, size = limits
    if not isinstance(size, (tuple, list)) or not 1 <= len(limits) <= 2:
        raise complaints.arguments.wrong_combination(
            "randint", "(low, high, size) or (high, size), with size a tuple of ints")
    low, high = (0, *limits)[-2:]
    drawn = whole_numbers(low, high, checked_size("randint", size), generator)
    dtype = given_dtype("randint", dtype) or dtypes.int64
    return made(drawn.astype(dtype.numpy), requires_grad, device)


def whole_numbers(low, high, size, generator):
    low, high = int(low), int(high)
    if low >= high:
        raise complaints.creation.nothing_between(low, high)
    return np.asarray(numbers_of(generator).integers(low, high, size))


def randperm(n, *, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """The numbers 0 … n-1 in random order. As `torch.randperm`.

    >>> import minigrad
    >>> sorted(minigrad.randperm(4).tolist())
    [0, 1, 2, 3]
    """
    check_device(device)
    if not args.is_int(n):
        raise complaints.arguments.wrong_argument("randperm", "n", 1, "int", n)
    if n < 0:
        raise complaints.creation.negative_dimension(n)
    dtype = given_dtype("randperm", dtype) or dtypes.int64
    return made(numbers_of(generator).permutation(n).astype(dtype.numpy), requires_grad, device)


def rand_like(input, *, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """As `rand`, in the shape and dtype of `input`. As `torch.rand_like`."""
    return made(uniform(input.shape, float_dtype("rand_like", dtype or input.dtype), generator), requires_grad,
                device or input.device)


def randn_like(input, *, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """As `randn`, in the shape and dtype of `input`. As `torch.randn_like`."""
    return made(normal_numbers(input.shape, float_dtype("randn_like", dtype or input.dtype), generator), requires_grad,
                device or input.device)


def randint_like(input, *limits, generator=None, dtype=None, device=None, layout=None, requires_grad=False):
    """As `randint`, in the shape and dtype of `input`. As `torch.randint_like`."""
    low, high = (0, *limits)[-2:]
    drawn = whole_numbers(low, high, input.shape, generator)
    return made(drawn.astype((dtype or input.dtype).numpy), requires_grad)


@primitive(mean=lambda g: g * 0, node="NormalBackward1", name="normal")
def normal_around(mean, *, numbers):
    """Numbers drawn around means: no slope leads back to them."""
    return numbers


@primitive(std=lambda g: g * 0, node="NormalBackward2", name="normal")
def normal_wide(std, *, numbers):
    """Numbers drawn with given spreads."""
    return numbers


@primitive(mean=lambda g: g * 0, std=lambda g: g * 0, node="NormalBackward3", name="normal")
def normal_both(mean, std, *, numbers):
    """Numbers drawn around means, with given spreads."""
    return numbers


@primitive(x=lambda g: g * 0, node="BernoulliBackward0", name="bernoulli")
def tossed(x, *, numbers):
    """Ones and zeros drawn with given chances."""
    return numbers


def normal(mean=0.0, std=1.0, size=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    """Normal numbers with the given mean and spread, numbers or tensors. As `torch.normal`.

    >>> import minigrad
    >>> minigrad.normal(0.0, 1.0, (2,)).shape
    torch.Size([2])
    """
    given = {name: value for name, value in (("mean", mean), ("std", std)) if isinstance(value, Tensor)}
    mean, std = (np.asarray(getattr(value, "array", value)) for value in (mean, std))
    if (std < 0).any():
        raise complaints.creation.negative_spread(std.min())
    shape = np.broadcast_shapes(mean.shape, std.shape) if size is None else checked_size("normal", size)
    drawn = numbers_of(generator).standard_normal(shape) * std + mean
    if any(value.node is not None for value in given.values()):
        op = normal_both if len(given) == 2 else normal_around if "mean" in given else normal_wide
        kind = result_type(*given.values()) if len(given) == 2 else next(iter(given.values())).dtype
        return op(*given.values(), numbers=np.asarray(drawn).astype(kind.numpy))
    return made(np.asarray(drawn).astype(float_dtype("normal", dtype).numpy), requires_grad)


def bernoulli(input, p=None, *, generator=None):
    """1 with the probability that `input` gives, or with the probability p, else 0. As `torch.bernoulli`.

    >>> import minigrad
    >>> minigrad.bernoulli(minigrad.ones(2))
    tensor([1., 1.])
    """
    chances = np.asarray(input.array if p is None else np.full(input.shape, p, input.array.dtype))
    if not ((chances >= 0) & (chances <= 1)).all():
        raise complaints.creation.not_a_probability()
    numbers = np.asarray(numbers_of(generator).random(chances.shape) < chances).astype(chances.dtype)
    return made(numbers) if input.node is None else tossed(input, numbers=numbers)


def drawn(rng, weights, count, replacement):
    """Positions drawn with weights; without putting back, those of weight 0 come last."""
    some = np.count_nonzero(weights)
    if replacement or some >= count:
        return rng.choice(len(weights), count, replacement, weights / weights.sum())
    first = rng.choice(len(weights), some, False, weights / weights.sum())
    return np.concatenate([first, np.flatnonzero(weights == 0)[:count - some]])


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Row by row, positions drawn with the weights in `input`. As `torch.multinomial`.

    Raises RuntimeError for more draws than there are positions, if none is put back.

    >>> import minigrad
    >>> minigrad.multinomial(minigrad.tensor([0.0, 1.0]), 3, replacement=True)
    tensor([1, 1, 1])
    """
    if not input.is_floating_point():
        raise complaints.creation.whole_weights(input.dtype.title)
    weights = np.atleast_2d(np.asarray(input.array, np.float64))
    if not replacement and num_samples > weights.shape[1]:
        raise complaints.creation.too_many_samples()
    if (weights < 0).any() or not np.isfinite(weights).all() or not weights.sum(1).all():
        raise complaints.creation.not_weights()
    rng = numbers_of(generator)
    rows = [drawn(rng, row, num_samples, replacement) for row in weights]
    return made(np.stack(rows) if input.ndim == 2 else rows[0])


# ---- written over a tensor: `torch.empty(3).uniform_(-1, 1)`

def draw_over(tensor, array):
    """Put drawn numbers in the place of the tensor's own; a leaf that requires gradients refuses."""
    return tensor.copy_(made(np.asarray(array).astype(tensor.array.dtype)))


def decimals_only(tensor, kernel):
    if tensor.array.dtype.kind != "f":
        raise errors.no_kernel(kernel, tensor.dtype)


def uniform_(self, low=0.0, to=1.0, *, generator=None):
    """Numbers from low to `to`, each as likely, in place. As `Tensor.uniform_`."""
    decimals_only(self, "check_uniform_bounds")
    if low > to:
        raise complaints.creation.range_ends_first(low, to)
    return draw_over(self, numbers_of(generator).uniform(low, to, self.array.shape))


def normal_(self, mean=0.0, std=1.0, *, generator=None):
    """Normally distributed numbers in place. As `Tensor.normal_`."""
    decimals_only(self, "normal_kernel_cpu")
    if std < 0:
        raise complaints.creation.negative_spread(std)
    return draw_over(self, numbers_of(generator).normal(mean, std, self.array.shape))


def exponential_(self, lambd=1.0, *, generator=None):
    """Exponentially distributed numbers in place. As `Tensor.exponential_`."""
    decimals_only(self, "exponential")
    if lambd <= 0:
        raise complaints.creation.not_a_rate(lambd)
    return draw_over(self, numbers_of(generator).exponential(1 / lambd, self.array.shape))


def bernoulli_(self, p=0.5, *, generator=None):
    """Ones with probability p, else zeros, in place; p is a number or a tensor. As `Tensor.bernoulli_`."""
    chance = getattr(p, "array", p)
    if not np.all((np.asarray(chance) >= 0) & (np.asarray(chance) <= 1)):
        raise complaints.creation.not_a_probability(p)
    return draw_over(self, numbers_of(generator).random(self.array.shape) < chance)


def random_(self, low=None, to=None, *, generator=None):
    """Whole numbers in place: from low up to, not including, `to`; below the one number given; or any that the dtype
    holds exactly. As `Tensor.random_`."""
    if to is None:
        kind = self.array.dtype
        exact = 2 ** (np.finfo(kind).nmant + 1) if kind.kind == "f" else 2 if kind.kind == "b" else np.iinfo(kind).max
        low, to = 0, exact if low is None else low
    if low >= to:
        raise complaints.creation.nothing_between(low, to)
    return draw_over(self, numbers_of(generator).integers(low, to, self.array.shape))


Tensor.uniform_, Tensor.normal_, Tensor.exponential_ = uniform_, normal_, exponential_
Tensor.bernoulli_, Tensor.random_ = bernoulli_, random_
Tensor.bernoulli, Tensor.multinomial = bernoulli, multinomial
