"""Layers that change the shape."""
from .. import complaints
from .module import Module


class Flatten(Module):
    """Dimensions from `start_dim` to `end_dim` in one. As `torch.nn.Flatten`.

    >>> import minigrad
    >>> minigrad.nn.Flatten()(minigrad.ones(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension in several. As `torch.nn.Unflatten`.

    >>> import minigrad
    >>> minigrad.nn.Unflatten(1, (3, 4))(minigrad.ones(2, 12)).shape
    torch.Size([2, 3, 4])
    """

    def __init__(self, dim, unflattened_size):
        super().__init__()
        if not isinstance(unflattened_size, (tuple, list)):
            raise complaints.layer_argument(
                f"unflattened_size must be a tuple of ints, but found type {type(unflattened_size).__name__}",
                kind=TypeError)
        for place, length in enumerate(unflattened_size):
            if not isinstance(length, int):
                raise complaints.layer_argument(
                    "unflattened_size must be tuple of ints, but found element of type "
                    f"{type(length).__name__} at pos {place}", kind=TypeError)
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
