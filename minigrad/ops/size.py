"""Shapes as PyTorch prints them."""


class Size(tuple):
    """A shape: a tuple that prints as PyTorch's does.

    >>> import minigrad
    >>> minigrad.ones(2, 3).shape
    torch.Size([2, 3])
    """

    __slots__ = ()

    def numel(self):
        n = 1
        for length in self:
            n *= length
        return n

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __getitem__(self, index):
        part = tuple.__getitem__(self, index)
        return Size(part) if isinstance(index, slice) else part

    def __add__(self, other):
        return Size(tuple(self) + tuple(other))
