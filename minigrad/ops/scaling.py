"""Parts of a tensor brought down to a largest length."""
from . import arguments as args
from .elementwise import where
from .statistics import vector_norm


def renorm(input, p, dim, maxnorm):
    """Each place of a dimension, scaled down so that its p-norm is at most `maxnorm`. As `torch.renorm`.

    >>> import minigrad
    >>> minigrad.renorm(minigrad.tensor([[3.0, 4.0], [0.3, 0.4]]), 2, 0, 1.0)
    tensor([[0.6000, 0.8000],
            [0.3000, 0.4000]])
    """
    dim = args.axis(dim, input.ndim)
    length = vector_norm(input, p, tuple([i for i in range(input.ndim) if i != dim]), keepdim=True)
    return input * where(length > maxnorm, maxnorm / (length + 1e-7), 1.0)
