"""Number types, named as in PyTorch, and the rules by which they mix.

NumPy and PyTorch disagree: NumPy turns int64 + float32 into float64, PyTorch into float32. `result_type` is
PyTorch's rule, the categories bool < integer < floating, in which a number or a 0-d tensor lifts the category
but never the width.
"""
import builtins

import numpy as np

from . import errors


class dtype:
    """A number type such as `minigrad.float32`; there is one object for each.

    >>> import minigrad
    >>> minigrad.tensor([1.0]).dtype is minigrad.float32
    True
    """

    __slots__ = ("name", "numpy", "is_floating_point", "title")
    is_complex = False

    def __init__(self, name, title):
        self.name = name
        self.numpy = np.dtype(name)
        self.is_floating_point = self.numpy.kind == "f"
        self.title = title                      # "Float" in "torch.FloatTensor" and in "expected Float but got Long"

    @property
    def itemsize(self):
        return self.numpy.itemsize

    @property
    def is_signed(self):
        return self.numpy.kind in "if"

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return "bool_" if self.name == "bool" else self.name


float16 = half = dtype("float16", "Half")
float32 = float = dtype("float32", "Float")
float64 = double = dtype("float64", "Double")
uint8 = dtype("uint8", "Byte")
int8 = dtype("int8", "Char")
int16 = short = dtype("int16", "Short")
int32 = int = dtype("int32", "Int")
int64 = long = dtype("int64", "Long")
bool_ = dtype("bool", "Bool")

every = (float16, float32, float64, uint8, int8, int16, int32, int64, bool_)
_by_numpy = {d.numpy: d for d in every}
_default = [float32]
_python = {builtins.bool: bool_, builtins.int: int64, builtins.float: None}


def of(array):
    """The dtype of a NumPy array or NumPy scalar."""
    return _by_numpy[array.dtype]


def find(numpy_type):
    """The dtype for anything NumPy accepts as one, or None if PyTorch has no such type."""
    return _by_numpy.get(np.dtype(numpy_type))


def get_default_dtype():
    """The dtype of new floating point tensors: float32 unless `set_default_dtype` said otherwise.

    >>> import minigrad
    >>> minigrad.get_default_dtype()
    torch.float32
    """
    return _default[0]


def set_default_dtype(d):
    """Choose the dtype that Python floats get; integers divided by integers get it too.

    >>> import minigrad
    >>> minigrad.set_default_dtype(minigrad.float32)
    """
    if not isinstance(d, dtype):
        raise TypeError(f"invalid dtype object: only floating-point types are supported as the default type, got {d!r}")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    _default[0] = d


def of_number(value):
    """The dtype that a Python number stands for."""
    return _python[type(value)] or _default[0]


def promote_types(a, b):
    """The narrowest dtype that both convert to: floating beats integer, whatever the widths.

    >>> import minigrad
    >>> minigrad.promote_types(minigrad.int64, minigrad.float16)
    torch.float16
    """
    if a is b:
        return a
    if a.is_floating_point != b.is_floating_point:
        return a if a.is_floating_point else b
    return _by_numpy[np.promote_types(a.numpy, b.numpy)]


def category(d):
    return 2 if d.is_floating_point else 0 if d is bool_ else 1


def can_cast(source, target):
    """Whether values may be stored without leaving their category: float into int may not.

    >>> import minigrad
    >>> minigrad.can_cast(minigrad.float32, minigrad.int64)
    False
    """
    return category(source) <= category(target)


def result_dtype(operands):
    """PyTorch's dtype for a result of arrays, NumPy scalars (0-d tensors) and Python numbers."""
    levels = [None, None, None]                 # arrays with dimensions, 0-d values, Python numbers
    for operand in operands:
        if operand is None:
            continue
        array = getattr(operand, "dtype", None) is not None
        level = 2 if not array else 1 if operand.ndim == 0 else 0
        d = _by_numpy[operand.dtype] if array else of_number(operand)
        levels[level] = d if levels[level] is None else promote_types(levels[level], d)
    result = None
    for d in levels:
        if result is None or d is not None and category(d) > category(result):
            result = d
    return result


def common(operands):
    """For arithmetic and comparisons: the dtype that all operands are brought to."""
    return result_dtype(operands)


def floating(operands):
    """For division, exp and their kind: integers become the default floating dtype."""
    d = result_dtype(operands)
    return d if d.is_floating_point else _default[0]


def never_truth(name, promote=common):
    """As `promote`, for kernels that PyTorch has not written for truth values; `name` is what it calls the kernel."""
    def refusing(operands):
        d = promote(operands)
        if d is bool_:
            raise errors.no_kernel(name, d)
        return d
    return refusing


def decimals_only(name, integers=False):
    """As `common`, for kernels that exist for decimal numbers only (or for integers, too)."""
    def refusing(operands):
        d = result_dtype(operands)
        if not d.is_floating_point and (d is bool_ or not integers):
            raise errors.no_kernel(name, d)
        return d
    return refusing


def total(operands):
    """For sum and prod: integers and truth values are added up as int64."""
    d = result_dtype(operands)
    return d if d.is_floating_point else int64


class device:
    """Where numbers live: the CPU, or `meta`, where there are none; other names are understood, so scripts can ask.

    Raises RuntimeError for a name that PyTorch does not know either. As `torch.device`.

    >>> import minigrad
    >>> minigrad.device("cpu")
    device(type='cpu')
    """

    __slots__ = ("type", "index")
    known = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla",
             "lazy", "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone")

    def __init__(self, name, index=None):
        if isinstance(name, device):
            name, index = name.type, name.index
        self.type, _, number = str(name).partition(":")
        if number and not number.isdecimal():
            raise RuntimeError(f"Invalid device string: '{name}'")
        self.index = index if not number else builtins.int(number)
        if self.type not in self.known:
            raise RuntimeError(f"Expected one of {', '.join(self.known)} device type at start of device string: {name}")

    def __repr__(self):
        return f"device(type='{self.type}'" + (")" if self.index is None else f", index={self.index})")

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))


def is_meta(place):
    """Whether a device, or its name, is the one where tensors have shapes and no numbers."""
    return place is not None and device(place).type == "meta"


class layout:
    """How numbers lie in memory: `minigrad.strided` in steps, `minigrad.sparse_coo` as places and values."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"torch.{self.name}"


cpu, meta = device("cpu"), device("meta")
strided, sparse_coo = layout("strided"), layout("sparse_coo")
