"""Sparse tensors in coordinate form (COO): only what is not zero is kept, as a list of places and a list of values.

    indices [[0, 1],      place of the first value: row 0, column 2
             [2, 0]]      of the second: row 1, column 0
    values   [3, 9]

A matrix of 1 000 000 × 1 000 000 with ten values costs ten values. The values are an ordinary tensor: gradients flow
through every function here, because each is composed of ordinary ops on the values.
"""
import numpy as np

from . import dtypes
from .core.node import tied
from .core.value import Value
from .create import as_tensor, check_device, given_dtype, zeros
from .errors import case
from .ops import linalg
from .ops.joining import cat
from .ops.picking import index_select, masked_select
from .ops.putting import index_add, index_put
from .ops.reduce import sum as total
from .ops.size import Size
from .printing import text


class SparseTensor:
    """A tensor of layout `sparse_coo`. Made by `sparse_coo_tensor` and `Tensor.to_sparse`.

    >>> import minigrad
    >>> minigrad.tensor([[0., 2.], [3., 0.]]).to_sparse().values()
    tensor([2., 3.])
    """

    is_sparse, layout, device = True, dtypes.sparse_coo, dtypes.cpu

    def __init__(self, indices, values, size, coalesced):
        self._places, self._numbers, self.shape, self._coalesced = indices, values, Size(size), coalesced

    # ---- what it is

    dtype = property(lambda self: self._numbers.dtype, doc="The number type of the values.")
    ndim = property(lambda self: len(self.shape), doc="How many dimensions there are.")
    requires_grad = property(lambda self: self._numbers.requires_grad, doc="Whether the values require gradients.")
    grad_fn = property(lambda self: self._numbers.grad_fn, doc="The node that made the values.")

    def size(self, dim=None):
        """The shape, or the length of one dimension."""
        return self.shape if dim is None else self.shape[dim]

    def dim(self):
        """How many dimensions there are."""
        return len(self.shape)

    def sparse_dim(self):
        """How many dimensions the places have."""
        return len(self._places)

    def dense_dim(self):
        """How many dimensions each value has of its own."""
        return self.dim() - self.sparse_dim()

    def numel(self):
        """How many elements the dense form has."""
        return int(np.prod(self.shape))

    def _nnz(self):
        """How many values are kept."""
        return self._places.shape[1]

    def is_coalesced(self):
        """Whether every place occurs once, in order."""
        return self._coalesced

    def __len__(self):
        return self.shape[0]

    # ---- its parts

    def indices(self):
        """The places: one column for each value. Raises RuntimeError unless coalesced."""
        self.check_coalesced("indices")
        return tied(self._places, None)

    def values(self):
        """The values, one for each place. Raises RuntimeError unless coalesced."""
        self.check_coalesced("values")
        return self._numbers

    def _indices(self):
        return tied(self._places, None)

    def _values(self):
        return self._numbers

    def check_coalesced(self, part):
        if not self._coalesced:
            raise case(RuntimeError, "uncoalesced", f"Cannot get {part} on an uncoalesced tensor, please call "
                       ".coalesce() first", "the same place may occur several times.", "s.coalesce().values()")

    def coalesce(self):
        """Values of the same place added up, places in order. As `Tensor.coalesce`."""
        if self._coalesced:
            return self
        outer = self.shape[:self.sparse_dim()]
        flat = np.ravel_multi_index(tuple(self._places), outer) if outer else np.zeros(self._nnz(), np.int64)
        places, group = np.unique(flat, return_inverse=True)
        numbers = zeros(len(places), *self._numbers.shape[1:], dtype=self.dtype)
        numbers = index_add(numbers, 0, tied(group.reshape(-1), None), self._numbers)
        indices = np.array(np.unravel_index(places, outer)) if outer else np.zeros((0, len(places)))
        return SparseTensor(indices.astype(np.int64), numbers, self.shape, True)

    def to_dense(self):
        """The ordinary tensor, with zeros where nothing is kept. As `Tensor.to_dense`."""
        where = tuple(tied(row, None) for row in self._places)
        if not where:
            return total(self._numbers, 0)
        return index_put(zeros(*self.shape, dtype=self.dtype), where, self._numbers, accumulate=True)

    def to_sparse(self):
        """The tensor itself: it is sparse already."""
        return self

    # ---- the same places, other values

    def with_values(self, values):
        return SparseTensor(self._places, values, self.shape, self._coalesced)

    def double(self):
        """The values as float64."""
        return self.with_values(self._numbers.double())

    def float(self):
        """The values as float32."""
        return self.with_values(self._numbers.float())

    def to(self, *target, **named):
        """The values in another dtype."""
        return self.with_values(self._numbers.to(*target, **named))

    def clone(self):
        """A copy."""
        return self.with_values(self._numbers.clone())

    def detach(self):
        """The same without history."""
        return self.with_values(self._numbers.detach())

    def abs(self):
        """The absolute value of each element."""
        return self.coalesce().with_values(self.coalesce()._numbers.abs())

    def requires_grad_(self, on=True):
        """Track the values from now on. PyTorch makes the sparse tensor the leaf; here the values are."""
        self._numbers.requires_grad_(on)
        return self

    def __neg__(self):
        return self.with_values(-self._numbers)

    def __truediv__(self, number):
        return self.with_values(self._numbers / number)

    def __mul__(self, other):
        if not isinstance(other, SparseTensor):
            return self.with_values(self._numbers * other)
        self.check_shape(other, "mul")
        first, second = self.coalesce(), other.coalesce()
        if not np.array_equal(first._places, second._places):
            return to_sparse(first.to_dense() * second.to_dense())
        return first.with_values(first._numbers * second._numbers)

    __rmul__ = __mul__

    # ---- together with others

    def check_shape(self, other, name):
        if self.shape != other.shape:
            raise case(RuntimeError, "sizes", f"{name}: expected sizes of 'self' and 'other' to match, but "
                       f"{list(self.shape)} != {list(other.shape)}")

    def __add__(self, other):
        if not isinstance(other, SparseTensor):
            return self.to_dense() + other
        self.check_shape(other, "add")
        if np.array_equal(self._places, other._places):
            return self.with_values(self._numbers + other._numbers)
        places = np.concatenate([self._places, other._places], axis=1)
        return SparseTensor(places, cat([self._numbers, other._numbers]), self.shape, False)

    __radd__ = __add__

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __matmul__(self, dense):
        return mm(self, dense)

    def t(self):
        """Rows and columns swapped."""
        return self.transpose(0, 1)

    def transpose(self, dim0, dim1):
        """Two dimensions swapped."""
        order = list(range(self.dim()))
        order[dim0], order[dim1] = order[dim1], order[dim0]
        return SparseTensor(self._places[order], self._numbers, [self.shape[d] for d in order], False)

    def sum(self, dim=None):
        """The sum of all elements, or along a dimension. As `torch.sparse.sum`."""
        return total(self._numbers) if dim is None else to_sparse(total(self.to_dense(), dim))

    def numpy(self):
        """Raises TypeError: an array has no sparse form."""
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")

    def __getattr__(self, name):
        raise AttributeError(f"'SparseTensor' object has no attribute '{name}': minigrad's sparse tensors know the "
                             "basics. Use .to_dense() first, or work on .values().")

    def __repr__(self):
        inner = "\n       ".join(["tensor(indices=" + indented(self._indices(), 15) + ",",
                                  "values=" + indented(self._numbers.detach(), 14) + ","])
        kind = "" if self.dtype in (dtypes.get_default_dtype(), dtypes.int64, dtypes.bool_) else f", dtype={self.dtype}"
        history = f", grad_fn=<{self.grad_fn.name()}>" if self.grad_fn else ", requires_grad=True" * self.requires_grad
        return f"{inner}\n       size={tuple(self.shape)}, nnz={self._nnz()}{kind}, layout={self.layout}{history})"


def indented(tensor, width):
    """A part as text that stands `width` characters to the right; its dtype is told once, at the end."""
    if not tensor.numel():
        return f"tensor([], size={tuple(tensor.shape)})"
    return text(tensor).replace(f", dtype={tensor.dtype}", "").replace("\n", "\n" + " " * width)


def sparse_coo_tensor(indices, values=None, size=None, *, dtype=None, device=None, requires_grad=False,
                      check_invariants=None, is_coalesced=None):
    """A sparse tensor from places and values. As `torch.sparse_coo_tensor`.

    indices: integers of shape (dimensions, n). values: n numbers, or n tensors. size: the shape of the dense form; the
    smallest that holds all places if left out. Places may repeat: their values count together.
    Raises RuntimeError if numbers and places do not match, or a place lies outside.

    >>> import minigrad
    >>> minigrad.sparse_coo_tensor([[0, 1], [2, 0]], [3., 9.], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [9., 0., 0.]])
    """
    check_device(device)
    if values is None:                          # sparse_coo_tensor(size): nothing is kept
        size = tuple(indices)
        return SparseTensor(np.zeros((len(size), 0), np.int64), zeros(0, dtype=dtype), size, True)
    values = as_tensor(values, dtype=given_dtype("sparse_coo_tensor", dtype))
    places = np.array(as_tensor(indices).array, np.int64)
    if places.ndim == 1:
        places = places[None]
    count, given = places.shape[1], values.shape[0] if values.ndim else 0
    if count != given:
        raise case(RuntimeError, "sparse_counts", "indices and values must have same nnz, but got nnz from indices: "
                   f"{count}, nnz from values: {given}", "every place belongs to one value.")
    if size is None:
        size = [*(int(row.max()) + 1 if count else 0 for row in places), *values.shape[1:]]
    check_places(places, tuple(size))
    if requires_grad:
        values = values.detach().requires_grad_()
    return SparseTensor(places, values, size, bool(is_coalesced))


def check_places(places, size):
    for dim, (row, length) in enumerate(zip(places, size)):
        if row.size and row.min() < 0:
            raise case(RuntimeError, "sparse_outside", f"found negative index {row.min()} for dim {dim}")
        if row.size and row.max() >= length:
            raise case(RuntimeError, "sparse_outside", f"size is inconsistent with indices: for dim {dim}, size is "
                       f"{length} but found index {row.max()}", "a place lies outside of the size.", "a larger size")


def to_sparse(tensor, sparse_dim=None):
    """What is not zero, in coordinate form. As `Tensor.to_sparse`.

    >>> import minigrad
    >>> minigrad.tensor([0., 5.]).to_sparse().indices()
    tensor([[1]])
    """
    if sparse_dim not in (None, tensor.ndim):
        raise NotImplementedError("minigrad keeps single numbers in a sparse tensor: leave sparse_dim out.")
    array = np.asarray(tensor.array)
    if array.ndim == 0:
        return SparseTensor(np.zeros((0, 1), np.int64), tensor.reshape(1), (), True)
    places = np.array(np.nonzero(array), np.int64).reshape(array.ndim, -1)
    return SparseTensor(places, masked_select(tensor, tied(array != 0, None)), array.shape, True)


def mm(sparse, dense):
    """The product of a sparse matrix and a dense one: only the kept values are multiplied. As `torch.sparse.mm`.

    Raises RuntimeError if the shapes do not fit.

    >>> import minigrad
    >>> s = minigrad.tensor([[0., 2.], [3., 0.]]).to_sparse()
    >>> minigrad.sparse.mm(s, minigrad.ones(2, 1))
    tensor([[2.],
            [3.]])
    """
    if not isinstance(sparse, SparseTensor):
        return linalg.mm(sparse, dense if isinstance(dense, Value) else dense.to_dense())
    if isinstance(dense, SparseTensor):
        return to_sparse(mm(sparse, dense.to_dense()))
    if sparse.dim() != 2 or dense.ndim not in (1, 2) or sparse.shape[1] != dense.shape[0]:
        first, second = ("x".join(map(str, matrix.shape)) for matrix in (sparse, dense))
        raise case(RuntimeError, "sizes", f"mat1 and mat2 shapes cannot be multiplied ({first} and {second})")
    rows, columns = (tied(row, None) for row in sparse._places)
    values = sparse._numbers if dense.ndim == 1 else sparse._numbers.unsqueeze(1)
    start = zeros(sparse.shape[0], *dense.shape[1:], dtype=dense.dtype)
    return index_add(start, 0, rows, index_select(dense, 0, columns) * values)


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta · input + alpha · (mat1 @ mat2), with a sparse mat1. As `torch.sparse.addmm`."""
    return input * beta + mm(mat1, mat2) * alpha


def sum(input, dim=None):
    """The sum of all elements, or along a dimension. As `torch.sparse.sum`."""
    return input.sum(dim)
