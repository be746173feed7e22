"""Tensors cut in equal parts along the directions that hstack, vstack and dstack join."""
from . import complaints
from .joining import tensor_split


def parted(name, least, input, sections, dim):
    """The pieces; a whole number of sections has to divide the length."""
    if input.ndim < least:
        raise complaints.shapes.split_needs(name, least, input.ndim)
    if isinstance(sections, int):
        length = input.shape[dim]
        if not sections or length % sections:
            raise complaints.shapes.split_uneven(name, dim, length, sections)
    elif not isinstance(sections, (tuple, list)):
        raise complaints.arguments.wrong_combination(name, "(Tensor input, int sections) or (Tensor input, tuple of "
                                                     "ints indices)")
    return tensor_split(input, sections, dim)


def hsplit(input, indices_or_sections):
    """Side by side: pieces of the second dimension, or of a row; a number of them, or the places to cut at.

    Raises RuntimeError if the pieces cannot be equal. As `torch.hsplit`.

    >>> import minigrad
    >>> minigrad.arange(4).hsplit(2)
    (tensor([0, 1]), tensor([2, 3]))
    """
    return parted("hsplit", 1, input, indices_or_sections, 0 if input.ndim == 1 else 1)


def vsplit(input, indices_or_sections):
    """Pieces of the first dimension. As `torch.vsplit`.

    >>> import minigrad
    >>> minigrad.eye(2).vsplit(2)[0]
    tensor([[1., 0.]])
    """
    return parted("vsplit", 2, input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    """Pieces of the third dimension. As `torch.dsplit`.

    >>> import minigrad
    >>> minigrad.ones(1, 1, 4).dsplit([1])[1].shape
    torch.Size([1, 1, 3])
    """
    return parted("dsplit", 3, input, indices_or_sections, 2)
