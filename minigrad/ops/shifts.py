"""Bits moved to the left or to the right."""
from .. import errors
from ..core.primitive import primitive
from ..dtypes import bool_
from .logic import whole_numbers


def bits(name):
    """Integers: truth values have no bits to move."""
    whole = whole_numbers(name)

    def refusing(operands):
        d = whole(operands)
        if d is bool_:
            raise errors.no_kernel(name, d)
        return d
    return refusing


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
