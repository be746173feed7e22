"""All parameters as one vector, and back."""
from ...ops.joining import cat
from ...tensor import Tensor
from .. import complaints


def parameters_to_vector(parameters):
    """The numbers of all parameters in a row; gradients flow through. As `torch.nn.utils.parameters_to_vector`.

    >>> import minigrad
    >>> parameters_to_vector([minigrad.ones(2), minigrad.zeros(1, 2)])
    tensor([1., 1., 0., 0.])
    """
    return cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec, parameters):
    """Let the parameters show the numbers of a vector, on its memory. As `torch.nn.utils.vector_to_parameters`."""
    if not isinstance(vec, Tensor):
        raise complaints.layer_argument(f"expected torch.Tensor, but got: {complaints.typename(vec)}", kind=TypeError)
    start = 0
    for parameter in parameters:
        count = parameter.numel()
        parameter.data = vec[start:start + count].view_as(parameter).data
        start += count
