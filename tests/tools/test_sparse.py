"""Sparse tensors in coordinate form; expected values and texts are PyTorch 2.13's."""

import pytest

import minigrad
from minigrad import sparse_coo_tensor, tensor


@pytest.fixture
def s():
    return sparse_coo_tensor(tensor([[0, 1, 1], [2, 0, 0]]), tensor([3.0, 4.0, 5.0]), (2, 3))


def test_what_it_is(s):
    assert (s.shape, s.ndim, s.numel(), s._nnz(), s.sparse_dim(), s.dense_dim()) == ((2, 3), 2, 6, 3, 2, 0)
    assert str(s.layout) == "torch.sparse_coo" and s.is_sparse and not s.is_coalesced()
    assert not tensor(1.0).is_sparse


def test_places_may_repeat(s):
    assert s.to_dense().tolist() == [[0, 0, 3], [9, 0, 0]]
    c = s.coalesce()
    assert c.indices().tolist() == [[0, 1], [2, 0]] and c.values().tolist() == [3, 9]
    with pytest.raises(RuntimeError, match="Cannot get values on an uncoalesced tensor, please call .coalesce"):
        s.values()


def test_how_it_is_printed(s):
    assert repr(s) == """tensor(indices=tensor([[0, 1, 1],
                       [2, 0, 0]]),
       values=tensor([3., 4., 5.]),
       size=(2, 3), nnz=3, layout=torch.sparse_coo)"""
    assert repr(s.double()).endswith("size=(2, 3), nnz=3, dtype=torch.float64, layout=torch.sparse_coo)")
    assert repr(minigrad.zeros(2, 2).to_sparse()) == """tensor(indices=tensor([], size=(2, 0)),
       values=tensor([], size=(0,)),
       size=(2, 2), nnz=0, layout=torch.sparse_coo)"""


def test_there_and_back():
    for dense in ([[0.0, 2.0], [3.0, 0.0]], [1, 0, 2], 5.0, [[[0.0, 1.0]]]):
        assert tensor(dense).to_sparse().to_dense().tolist() == dense


@pytest.mark.parametrize("compute, expected", [
    (lambda s: s + s, [[0, 0, 6], [18, 0, 0]]),
    (lambda s: s - s, [[0, 0, 0], [0, 0, 0]]),
    (lambda s: s * 2, [[0, 0, 6], [18, 0, 0]]),
    (lambda s: 2 * s, [[0, 0, 6], [18, 0, 0]]),
    (lambda s: s / 2, [[0, 0, 1.5], [4.5, 0, 0]]),
    (lambda s: -s, [[0, 0, -3], [-9, 0, 0]]),
    (lambda s: s * s, [[0, 0, 9], [81, 0, 0]]),
    (lambda s: s + s.coalesce() * 2, [[0, 0, 9], [27, 0, 0]]),
    (lambda s: s.t(), [[0, 9], [0, 0], [3, 0]]),
    (lambda s: minigrad.sparse.mm(s, s.t()), [[9, 0], [0, 81]]),
    (lambda s: minigrad.sparse.sum(s, 0), [9, 0, 3]),
])
def test_arithmetic(s, compute, expected):
    assert compute(s).to_dense().tolist() == expected


def test_together_with_dense(s):
    assert minigrad.sparse.mm(s, minigrad.ones(3, 1)).tolist() == [[3], [9]]
    assert (s @ minigrad.ones(3, 2)).tolist() == [[3, 3], [9, 9]]
    assert (minigrad.ones(2, 3) + s).tolist() == [[1, 1, 4], [10, 1, 1]]
    assert minigrad.sparse.addmm(minigrad.ones(2, 1), s, minigrad.ones(3, 1)).tolist() == [[4], [10]]
    assert s.sum().item() == 12


def test_gradients_reach_values_and_the_dense_tensor():
    v = tensor([3.0, 4.0, 5.0], requires_grad=True)
    w = minigrad.ones(3, 1, requires_grad=True)
    s = sparse_coo_tensor(tensor([[0, 1, 1], [2, 0, 0]]), v, (2, 3))
    (minigrad.sparse.mm(s, w) * tensor([[1.0], [2.0]])).sum().backward()
    assert v.grad.tolist() == [1, 2, 2]
    assert w.grad.tolist() == [[18], [0], [3]]
    d = tensor([[0, 1.0], [2, 0]], requires_grad=True)
    minigrad.sparse.mm(d.to_sparse(), minigrad.ones(2, 1)).sum().backward()
    assert d.grad.tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize("make, kind, says", [
    (lambda: sparse_coo_tensor([[0, 1]], [1.0]), RuntimeError, "indices and values must have same nnz, but got nnz "
     "from indices: 2, nnz from values: 1"),
    (lambda: sparse_coo_tensor([[5]], [1.0], (3,)), RuntimeError, "size is inconsistent with indices: for dim 0, "
     "size is 3 but found index 5"),
    (lambda: sparse_coo_tensor([[-1]], [1.0], (3,)), RuntimeError, "found negative index -1 for dim 0"),
    (lambda: sparse_coo_tensor([[0]], [1.0]).numpy(), TypeError, "can't convert Sparse layout tensor to numpy"),
    (lambda: sparse_coo_tensor([[0]], [1.0]).relu(), AttributeError, "to_dense"),
    (lambda: minigrad.sparse.mm(minigrad.eye(2).to_sparse(), minigrad.ones(3, 1)), RuntimeError,
     r"mat1 and mat2 shapes cannot be multiplied \(2x2 and 3x1\)"),
])
def test_bad_input(make, kind, says):
    with pytest.raises(kind, match=says):
        make()
