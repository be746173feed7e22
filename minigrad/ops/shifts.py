"""Bits moved to the left or to the right."""
from ..core.primitive import primitive
from ..dtypes import never_truth
from .logic import whole_numbers


def bits(name):
    """Integers: truth values have no bits to move."""
    return never_truth(name, whole_numbers(name))


@primitive(promote=bits("lshift_cpu"), symbol="<<")
def bitwise_left_shift(a, b):
    """a·2ᵇ of integers: `a << b`. PyTorch: `torch.bitwise_left_shift`.

    >>> import minigrad
    >>> minigrad.bitwise_left_shift(minigrad.tensor([1, 3]), 2)
    tensor([ 4, 12])
    """
    return a << b


@primitive(promote=bits("rshift_cpu"), symbol=">>")
def bitwise_right_shift(a, b):
    """⌊a/2ᵇ⌋ of integers: `a >> b`. PyTorch: `torch.bitwise_right_shift`.

    >>> import minigrad
    >>> minigrad.bitwise_right_shift(minigrad.tensor([4, 12]), 2)
    tensor([1, 3])
    """
    return a >> b


def rlshift(bits, number):
    """What `number << bits` means."""
    return bitwise_left_shift(number, bits)


def rrshift(bits, number):
    """What `number >> bits` means."""
    return bitwise_right_shift(number, bits)
