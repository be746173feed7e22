"""Another order of dimensions: views that only count differently."""
import warnings

from ..core.primitive import primitive
from . import arguments as args
from . import complaints


@primitive(x=lambda g: t(g), view=True)
def t(x):
    """Rows become columns; tensors with fewer than two dimensions stay as they are. As `torch.t`.

    >>> import minigrad
    >>> minigrad.tensor([[1, 2], [3, 4]]).t()
    tensor([[1, 3],
            [2, 4]])
    """
    if x.ndim > 2:
        raise complaints.shapes.too_many_for_t(x.ndim)
    return x.T


@primitive(x=lambda g, dim0, dim1: transpose(g, dim0, dim1), view=True)
def transpose(x, *, dim0, dim1):
    """Swap two dimensions. Saves nothing but their numbers. As `torch.transpose`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).transpose(0, -1).shape
    torch.Size([4, 3, 2])
    """
    dim0, dim1 = args.axis(dim0, x.ndim), args.axis(dim1, x.ndim)
    return x.swapaxes(dim0, dim1) if x.ndim else x

swapaxes = swapdims = transpose


@primitive(x=lambda g, dims: permuted(g, opposite(dims)), name="permute", view=True)
def permuted(x, *, dims):
    """The dimensions in another order. Saves the order."""
    return x.transpose(dims)


def permute(input, *order, dims=None):
    """The dimensions in another order: dims[i] is the old number of the new dimension i. As `torch.permute`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).permute(2, 0, 1).shape
    torch.Size([4, 2, 3])
    """
    dims = args.sizes("permute", "dims", order or (dims,))
    if len(dims) != input.ndim:
        raise complaints.shapes.permute_count(input.ndim, len(dims))
    order = tuple([args.axis(dim, input.ndim) for dim in dims])
    if len(set(order)) < len(order):
        raise complaints.shapes.permute_twice()
    return permuted(input, order)


def opposite(dims):
    """The order of dimensions that undoes another one."""
    return tuple(sorted(range(len(dims)), key=dims.__getitem__))


def movedim(input, source, destination):
    """Move dimensions to new places; the others keep their order. As `torch.movedim`.

    >>> import minigrad
    >>> minigrad.zeros(2, 3, 4).movedim(0, 2).shape
    torch.Size([3, 4, 2])
    """
    source, destination = ((dims,) if isinstance(dims, int) else tuple(dims) for dims in (source, destination))
    if len(source) != len(destination):
        raise complaints.shapes.movedim_counts(source, destination)
    if input.ndim == 0:
        args.axes(source, 0)
        args.axes(destination, 0)
        return permute(input, ())
    for name, dims in (("source", source), ("destination", destination)):
        if len({args.axis(dim, input.ndim) for dim in dims}) < len(dims):
            raise complaints.shapes.movedim_twice(name, dims)
    source = [args.axis(dim, input.ndim) for dim in source]
    order = [dim for dim in range(input.ndim) if dim not in source]
    for place, dim in sorted(zip([args.axis(dim, input.ndim) for dim in destination], source)):
        order.insert(place, dim)
    return permute(input, tuple(order))

moveaxis = movedim


def reverse_dims(input):
    """All dimensions in opposite order. As `Tensor.T`."""
    if input.ndim not in (0, 2):
        warnings.warn(complaints.shapes.reversing_warning, UserWarning, stacklevel=2)
    return permute(input, tuple(reversed(range(input.ndim))))


def matrix_transpose(input):
    """Rows and columns swapped in every matrix of a batch. As `Tensor.mT`."""
    if input.ndim < 2:
        raise complaints.shapes.not_matrices(input.ndim)
    return transpose(input, -2, -1)


def adjoint(input):
    """Rows and columns swapped in every matrix: of real numbers, as `mT`. As `torch.adjoint`."""
    return matrix_transpose(input)


def conjugate_transpose(input):
    """As `mT` for a matrix of real numbers. As `Tensor.H`; raises RuntimeError for other counts of dimensions."""
    if input.ndim not in (0, 2):
        raise complaints.shapes.conjugate_dims(input.ndim)
    return matrix_transpose(input) if input.ndim else input
