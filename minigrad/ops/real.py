"""What programs write for the sake of complex numbers: on real ones it changes nothing."""


from . import complaints


def conj(input):
    """The number itself, as it has no imaginary part; the same tensor. As `torch.conj`, and for real numbers also
    `torch.conj_physical`, `torch.resolve_conj`, `torch.resolve_neg` and `torch.real`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0])
    >>> x.conj() is x
    True
    """
    return input


def imag(input):
    """Raises RuntimeError: there are no complex numbers. As `torch.imag`."""
    raise complaints.numbers.no_imaginary()


def is_conj(input):
    """Whether numbers wait to be conjugated: never. As `torch.is_conj`."""
    return False


def is_neg(input):
    """Whether numbers wait to be negated: never. As `torch.is_neg`."""
    return False
