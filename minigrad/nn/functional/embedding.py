"""Numbers as vectors: `embedding`."""
import numpy as np

from ... import errors
from ...autograd import no_grad
from ...core.node import tied
from ...core.value import Value
from ...ops import complaints
from ...ops import embedding as ops


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """The rows of the table `weight` whose numbers stand in `input`: (…) gives (…, width).

    The row `padding_idx` gets no gradient. `max_norm` first shortens the rows in use to this norm, in place.
    `scale_grad_by_freq` divides a row's gradient by how often it is used. Raises IndexError for a number that is not
    there, RuntimeError for other dtypes than int64 and int32. As `torch.nn.functional.embedding`.

    >>> import minigrad
    >>> embedding(minigrad.tensor([1, 0]), minigrad.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor([[3., 4.],
            [1., 2.]])
    """
    for place, (name, value) in ((2, ("indices", input)), (1, ("weight", weight))):
        if not isinstance(value, Value):
            raise errors.not_a_tensor("embedding", place, value, name)
    if sparse:
        raise complaints.embedding.no_sparse_gradient()
    if padding_idx is not None:
        rows = weight.shape[0]
        if not -rows <= padding_idx < rows:
            raise complaints.embedding.padding_row()
        padding_idx %= rows
    if weight.ndim != 2:
        raise complaints.embedding.table_dims()
    indices = np.asarray(input.array)
    if indices.dtype.type not in (np.int64, np.int32):
        raise complaints.embedding.index_dtype(input.dtype)
    if indices.size and not 0 <= indices.min() <= indices.max() < weight.shape[0]:
        raise complaints.embedding.outside()
    if max_norm is not None:
        shorten(weight, indices, max_norm, norm_type)
    return ops.embedding(weight, indices=indices, padding_idx=-1 if padding_idx is None else padding_idx,
                         by_frequency=scale_grad_by_freq)


@no_grad()
def shorten(weight, indices, max_norm, norm_type):
    """Rows in use that are longer than max_norm get this length."""
    rows = np.unique(indices)
    table = weight.array.copy()
    norms = np.linalg.norm(table[rows], norm_type, 1)
    factors = np.where(norms > max_norm, max_norm / (norms + 1e-7), 1)
    table[rows] *= factors[:, None].astype(table.dtype)
    weight.copy_(tied(table, None))
