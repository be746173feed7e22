"""Tensors that no operation made: from numbers, from arrays, filled with one value, counted.

Every function here announces its tensor to whoever watches (`on_create`), and can mark it as a leaf that requires
gradients. Without a `dtype` whole numbers become int64 and decimal ones the default dtype, float32.
"""

import math
import numbers
import warnings

import numpy as np

from . import dtypes, errors
from .core.grad_mode import mode
from .core.node import AccumulateGrad, tied
from .core.observe import announce_created, observers
from .core.primitive import halves, inferred
from .ops import arguments as args
from .ops import complaints
from .ops.data import array_of, check_array, fitting, leaf_dtype, number
from .tensor import Tensor


def made(array, requires_grad=False, device=None):
    """A leaf tensor around an array; a 0-d array becomes a NumPy scalar, which computes faster."""
    if dtypes.is_meta(device):
        array = without_numbers(array.shape, array.dtype)
    usual = type(array) is np.float32           # the commonest kind of number needs no look at its dtype
    if not usual and array.dtype == np.float16:
        halves.add(array.dtype)
    result = tied(array if usual or array.ndim else array[()], None, inferred() if mode.inference else None)
    if requires_grad:
        if not usual and array.dtype.kind != "f":
            raise errors.only_floats_require_grad()
        result.node = AccumulateGrad(result)
    if observers:
        announce_created(result)
    return result


# --- from data

def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A new tensor with a copy of the data: a number, nested lists of numbers, or a NumPy array.

    Whole numbers give int64, decimal ones float32, an array keeps its own dtype (float64 usually).
    Raises ValueError for ragged lists, TypeError for text, RuntimeError for what is not a number, or when whole
    numbers are asked to require gradients. As `torch.tensor`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    if type(data) is float and dtype is None and device is None:        # the commonest case, without a detour
        return made(dtypes.get_default_dtype().numpy.type(data), requires_grad)
    check_device(device)
    if isinstance(data, Tensor):
        warnings.warn(complaints.creation.copy_construct_warning, UserWarning, stacklevel=2)
    return made(array_of(data, given_dtype("tensor", dtype)).copy(), requires_grad, device)


def as_tensor(data, dtype=None, device=None):
    """The data as a tensor, without a copy where none is needed. As `torch.as_tensor`.

    A tensor of the right dtype is returned itself; an array shares its memory with the result.

    >>> import minigrad, numpy
    >>> shared = numpy.zeros(2)
    >>> t = minigrad.as_tensor(shared); shared[0] = 5; t
    tensor([5., 0.], dtype=torch.float64)
    """
    check_device(device)
    if isinstance(data, Tensor):
        return data.to(device=device, dtype=dtype)
    return shared_or_scalar(array_of(data, given_dtype("as_tensor", dtype)))


asarray = as_tensor


def from_numpy(array):
    """A tensor on the very memory of the array: writing to one is seen in the other. As `torch.from_numpy`.

    Raises TypeError for what is no array, or one of text or objects; ValueError for an array with negative strides.

    >>> import minigrad, numpy
    >>> minigrad.from_numpy(numpy.arange(3))
    tensor([0, 1, 2])
    """
    if not isinstance(array, np.ndarray):
        raise complaints.creation.not_an_array(array)
    check_array(array)
    return shared_or_scalar(array)


def shared_or_scalar(array):
    """Like `made`, but a 0-d array stays an array: its memory belongs to somebody else too."""
    result = made(array)
    result.array = array
    return result


def scalar_tensor(value, *, dtype=None, device=None, requires_grad=False):
    """A 0-d tensor of the default dtype. As `torch.scalar_tensor`.

    >>> import minigrad
    >>> minigrad.scalar_tensor(3)
    tensor(3.)
    """
    return tensor(value, dtype=dtype or dtypes.get_default_dtype(), device=device, requires_grad=requires_grad)


def given_dtype(name, dtype):
    """The dtype that a caller asked for; Python's float, int and bool are understood too."""
    plain = {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool_}.get(dtype, dtype)
    if plain is not None and not isinstance(plain, dtypes.dtype):
        raise complaints.arguments.wrong_argument(name, "dtype", None, "torch.dtype", dtype)
    return plain


def check_device(device):
    """Say at once that there is no such machine; PyTorch without CUDA raises AssertionError."""
    if device is None:
        return
    kind = dtypes.device(device).type
    if kind == "cuda":
        raise complaints.arguments.no_cuda()
    if kind not in ("cpu", "meta"):
        raise complaints.arguments.no_device(kind)


def without_numbers(shape, dtype):
    """An array for the device "meta": a shape and a dtype."""
    from .ops.meta import MetaArray

    return MetaArray(shape, dtype)


def repeated(shape, value, dtype, device):
    """An array of one value; on "meta" no memory is asked for."""
    if dtypes.is_meta(device):
        return without_numbers(shape, dtype.numpy)
    return np.full(shape, fitting(value, dtype) if value else value, dtype.numpy)


# --- filled with one value

def zeros(*size, dtype=None, device=None, layout=None, requires_grad=False, **size_by_name):
    """A tensor of zeros; the size as numbers or as one tuple. As `torch.zeros`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    """
    return filled("zeros", size, size_by_name, 0, dtype, device, requires_grad)


def ones(*size, dtype=None, device=None, layout=None, requires_grad=False, **size_by_name):
    """A tensor of ones. As `torch.ones`.

    >>> import minigrad
    >>> minigrad.ones(2, dtype=minigrad.int64)
    tensor([1, 1])
    """
    return filled("ones", size, size_by_name, 1, dtype, device, requires_grad)


def empty(*size, dtype=None, device=None, layout=None, requires_grad=False, **size_by_name):
    """A tensor whose numbers do not matter yet; here they are zeros. As `torch.empty`.

    >>> import minigrad
    >>> minigrad.empty(2, 3).shape
    torch.Size([2, 3])
    """
    return filled("empty", size, size_by_name, 0, dtype, device, requires_grad)


def filled(name, size, size_by_name, value, dtype, device, requires_grad):
    """The body of the three above."""
    check_device(device)
    if "size" in size_by_name:
        size = size_by_name.pop("size")
    elif not size:
        raise complaints.arguments.missing_argument(name, "size")
    if size_by_name:
        raise complaints.arguments.unexpected_argument(name, next(iter(size_by_name)))
    dtype = given_dtype(name, dtype) or dtypes.get_default_dtype()
    return made(repeated(checked_size(name, size), value, dtype, device), requires_grad)


def checked_size(name, size):
    """Sizes that a new tensor can have."""
    shape = args.sizes(name, "size", size)
    if any(length < 0 for length in shape):
        raise complaints.creation.negative_size(name, shape)
    return shape


def full(size, fill_value, *, dtype=None, device=None, layout=None, requires_grad=False):
    """A tensor filled with one number, which also decides the dtype if none is given. As `torch.full`.

    >>> import minigrad
    >>> minigrad.full((2,), 7.5)
    tensor([7.5000, 7.5000])
    """
    check_device(device)
    if not isinstance(size, (tuple, list)):
        raise complaints.arguments.wrong_argument("full", "size", 1, "tuple of ints", size)
    dtype = given_dtype("full", dtype) or leaf_dtype(plain_number("full", "fill_value", 2, fill_value))
    return made(repeated(checked_size("full", size), number(fill_value), dtype, device), requires_grad)


def plain_number(name, argument, position, value):
    """The value itself, if it is a number or holds one."""
    if isinstance(value, numbers.Number) or isinstance(value, Tensor) and value.numel() == 1:
        return value
    raise complaints.arguments.wrong_argument(name, argument, position, "Number", value)


def zeros_like(input, *, dtype=None, device=None, layout=None, requires_grad=False, memory_format=None):
    """Zeros of the same shape and dtype. As `torch.zeros_like`.

    >>> import minigrad
    >>> minigrad.zeros_like(minigrad.tensor([1, 2]))
    tensor([0, 0])
    """
    return like("zeros_like", input, 0, dtype, device, requires_grad)


def ones_like(input, *, dtype=None, device=None, layout=None, requires_grad=False, memory_format=None):
    """Ones of the same shape and dtype. As `torch.ones_like`.

    >>> import minigrad
    >>> minigrad.ones_like(minigrad.tensor([1.5, 2]))
    tensor([1., 1.])
    """
    return like("ones_like", input, 1, dtype, device, requires_grad)


def empty_like(input, *, dtype=None, device=None, layout=None, requires_grad=False, memory_format=None):
    """Same shape and dtype, numbers that do not matter yet. As `torch.empty_like`.

    >>> import minigrad
    >>> minigrad.empty_like(minigrad.ones(2)).shape
    torch.Size([2])
    """
    return like("empty_like", input, 0, dtype, device, requires_grad)


def full_like(input, fill_value, *, dtype=None, device=None, layout=None, requires_grad=False, memory_format=None):
    """One number everywhere, in the same shape and dtype. As `torch.full_like`.

    >>> import minigrad
    >>> minigrad.full_like(minigrad.ones(2), 3)
    tensor([3., 3.])
    """
    value = number(plain_number("full_like", "fill_value", 2, fill_value))
    return like("full_like", input, value, dtype, device, requires_grad)


def like(name, input, value, dtype, device, requires_grad):
    """The body of the four above."""
    if not isinstance(input, Tensor):
        raise complaints.arguments.wrong_argument(name, "input", 1, "Tensor", input)
    check_device(device)
    dtype = given_dtype(name, dtype) or input.dtype
    return made(repeated(input.shape, value, dtype, device or input.device), requires_grad)


def eye(n, m=None, *, dtype=None, device=None, layout=None, requires_grad=False):
    """Ones on the diagonal of an (n, m) matrix, zeros elsewhere. As `torch.eye`.

    >>> import minigrad
    >>> minigrad.eye(2)
    tensor([[1., 0.],
            [0., 1.]])
    """
    for letter, length in (("n", n), ("m", m)):
        if length is not None and not args.is_int(length):
            raise complaints.arguments.wrong_argument("eye", letter, 1 if letter == "n" else 2, "int", length)
        if length is not None and length < 0:
            raise complaints.creation.below_zero(letter, length)
    dtype = given_dtype("eye", dtype) or dtypes.get_default_dtype()
    return made(np.eye(n, m, dtype=dtype.numpy), requires_grad, device)


# --- counted

def arange(*limits, start=0, end=None, step=1, dtype=None, device=None, layout=None, requires_grad=False):
    """Numbers from start to just before end: `arange(end)`, `arange(start, end)` or `arange(start, end, step)`.

    int64 if all three are whole, else the default dtype. Raises RuntimeError for a step that is zero or leads
    away from the end. As `torch.arange`.

    >>> import minigrad
    >>> minigrad.arange(1, 2, 0.25)
    tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """
    check_device(device)
    if len(limits) == 1:
        end, = limits
    elif limits:
        start, end, step = (*limits, step)[:3]
    start, end, step = (number(plain_number("arange", name, 1, value))
                        for name, value in (("start", start), ("end", end), ("step", step)))
    if not step:
        raise complaints.creation.zero_step()
    if not math.isfinite(start) or not math.isfinite(end):
        raise complaints.creation.endless_range(start, end)
    if (end - start) * step < 0:
        raise complaints.creation.step_leads_away()
    whole_numbers = all(isinstance(value, int) for value in (start, end, step))
    dtype = given_dtype("arange", dtype) or (dtypes.int64 if whole_numbers else dtypes.get_default_dtype())
    if dtype is dtypes.bool_:
        raise errors.no_kernel("arange_cpu", dtype)
    if whole_numbers:
        return made(np.arange(start, end, step).astype(dtype.numpy), requires_grad, device)
    counted = start + np.arange(math.ceil((end - start) / step)) * step
    return made(counted.astype(dtype.numpy), requires_grad, device)


def closed_range(start=0, end=None, step=1, *, dtype=None, device=None, layout=None, requires_grad=False):
    """Numbers from start to end, which is included, unlike in `arange`. Outdated, with a warning. As `torch.range`."""
    warnings.warn("torch.range is deprecated and will be removed in a future release because its behavior is "
                  "inconsistent with Python's range builtin. Instead, use torch.arange, which produces values in "
                  "[start, end).", UserWarning, 2)
    start, end = (0, start) if end is None else (start, end)
    if not step:
        raise complaints.creation.zero_step()
    if (end - start) * step < 0:
        raise complaints.creation.step_leads_away()
    counted = start + np.arange(math.floor((end - start) / step) + 1) * step
    dtype = given_dtype("range", dtype) or dtypes.get_default_dtype()
    return made(counted.astype(dtype.numpy), requires_grad, device)


def linspace(start, end, steps, *, dtype=None, device=None, layout=None, requires_grad=False):
    """`steps` numbers from start to end, both included, equally far apart. As `torch.linspace`.

    >>> import minigrad
    >>> minigrad.linspace(0, 1, 5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    """
    check_device(device)
    dtype = given_dtype("linspace", dtype) or dtypes.get_default_dtype()
    return made(spaced(start, end, steps, dtype), requires_grad, device)


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None, layout=None, requires_grad=False):
    """`steps` powers of the base, with equally spaced exponents from start to end. As `torch.logspace`.

    >>> import minigrad
    >>> minigrad.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    check_device(device)
    dtype = given_dtype("logspace", dtype) or dtypes.get_default_dtype()
    powers = np.power(float(base), spaced(start, end, steps, dtypes.float64))
    return made(powers.astype(dtype.numpy), requires_grad, device)


def spaced(start, end, steps, dtype):
    """The first half is counted from the start, the second from the end, so that both are hit exactly."""
    if not args.is_int(steps):
        raise complaints.arguments.wrong_argument("linspace", "steps", 3, "int", steps)
    if steps < 0:
        raise complaints.creation.negative_steps()
    start, end = (number(plain_number("linspace", name, 1, value)) for name, value in (("start", start), ("end", end)))
    kind = dtype.numpy.type if dtype.is_floating_point else np.float64
    start, end = kind(start), kind(end)
    step = (end - start) / kind(max(steps - 1, 1))
    index = np.arange(steps)
    up, down = start + step * index.astype(kind), end - step * index[::-1].astype(kind)
    values = up if steps == 1 else np.where(index < steps // 2, up, down)
    return values.astype(dtype.numpy)


def tril_indices(row, col, offset=0, *, dtype=None, device=None):
    """Row and column numbers of the entries on and below a diagonal. As `torch.tril_indices`.

    >>> import minigrad
    >>> minigrad.tril_indices(2, 2)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    return made(np.stack(np.tril_indices(row, offset, col)).astype((dtype or dtypes.int64).numpy))


def triu_indices(row, col, offset=0, *, dtype=None, device=None):
    """Row and column numbers of the entries on and above a diagonal. As `torch.triu_indices`.

    >>> import minigrad
    >>> minigrad.triu_indices(2, 2)
    tensor([[0, 0, 1],
            [0, 1, 1]])
    """
    return made(np.stack(np.triu_indices(row, offset, col)).astype((dtype or dtypes.int64).numpy))
