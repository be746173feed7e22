"""Shared memory, writes, and what watchers hear of them."""

import numpy as np
import pytest

import minigrad
from minigrad.core.observe import Observer, observers


class Listener(Observer):
    def __init__(self):
        self.heard = []

    def on_create(self, tensor):
        self.heard.append(("created", tuple(tensor.shape)))

    def on_op(self, op, inputs, settings, out):
        self.heard.append(("op", op.__name__))

    def on_inplace(self, op, target, inputs, settings):
        self.heard.append(("written", op.__name__))


@pytest.fixture
def listener():
    listener = Listener()
    observers.append(listener)
    yield listener
    observers.remove(listener)


def test_new_tensors_are_announced_once(listener):
    minigrad.tensor([1.0, 2.0])
    minigrad.zeros(2, 3, requires_grad=True)
    minigrad.from_numpy(np.ones(4))
    minigrad.rand(5)
    minigrad.arange(6)
    assert listener.heard == [("created", shape) for shape in [(2,), (2, 3), (4,), (5,), (6,)]]


def test_a_write_is_announced_once_and_its_steps_are_not(listener):
    x = minigrad.ones(2, 3, requires_grad=True) * 2
    x.add_(1)
    x[0] = 5.0
    x[[1]] = 6.0
    x[1].mul_(2)
    assert listener.heard == [("created", (2, 3)), ("op", "mul"), ("written", "add"), ("written", "setitem"),
                              ("written", "setitem"), ("op", "select"), ("written", "mul")]


def test_numpy_shares_memory_both_ways():
    array = np.zeros(3)
    x = minigrad.from_numpy(array)
    x[0] = 1.0
    array[1] = 2.0
    assert x.tolist() == [1.0, 2.0, 0.0] and array.tolist() == [1.0, 2.0, 0.0]
    assert minigrad.as_tensor(array).numpy() is array
    assert minigrad.tensor(array).numpy() is not array


def test_a_0d_array_is_shared_too():
    array = np.array(1.0)
    x = minigrad.from_numpy(array)
    x += 1
    assert array == 2.0


def test_views_write_into_their_base():
    x = minigrad.zeros(2, 3)
    for view in (x.view(6)[:1], x.t()[2], x[1:, 1], x.reshape(3, 2)[1], x.diagonal()):
        before = x.sum().item()
        view.add_(1)
        assert x.sum().item() == before + view.numel()
    copy = x.t().reshape(6)
    copy.zero_()
    assert x.sum() > 0


def test_versions_count_writes_through_views():
    x = minigrad.zeros(2, 3)
    x[0] = 1.0
    x.t().add_(1)
    x.detach().mul_(2)
    assert x._version == 3 and x[1]._version == 3


def test_a_failed_write_changes_nothing():
    x = minigrad.ones(2, 3)
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        x.add_(minigrad.ones(4, 2, 3))
    with pytest.raises(RuntimeError, match="can't be cast"):
        minigrad.ones(2, dtype=minigrad.int64).add_(1.5)
    assert x.sum() == 6 and x._version == 0


def test_the_same_seed_gives_the_same_numbers():
    minigrad.manual_seed(7)
    first = [minigrad.rand(3), minigrad.randn(3), minigrad.randint(9, (3,)), minigrad.randperm(5)]
    minigrad.manual_seed(7)
    again = [minigrad.rand(3), minigrad.randn(3), minigrad.randint(9, (3,)), minigrad.randperm(5)]
    assert all(minigrad.equal(a, b) for a, b in zip(first, again))
    own = minigrad.Generator().manual_seed(7)
    assert minigrad.equal(minigrad.rand(3, generator=own), first[0])


def test_random_numbers_have_their_distribution():
    minigrad.manual_seed(0)
    u, n = minigrad.rand(20000), minigrad.randn(20000)
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.01
    assert abs(n.mean()) < 0.03 and abs(n.std() - 1) < 0.03
    assert sorted(set(minigrad.randint(3, 7, (500,)).tolist())) == [3, 4, 5, 6]
    assert minigrad.bernoulli(minigrad.full((20000,), 0.25)).mean() - 0.25 < 0.02
    assert set(minigrad.multinomial(minigrad.tensor([0.0, 1.0, 3.0]), 200, replacement=True).tolist()) == {1, 2}


@pytest.mark.parametrize("call, error, words", [
    (lambda: minigrad.randint(5, 5, (2,)), RuntimeError, "'from' to be less than 'to'"),
    (lambda: minigrad.rand(2, dtype=minigrad.int64), NotImplementedError, "Long"),
    (lambda: minigrad.multinomial(minigrad.tensor([0.0, 1.0]), 3), RuntimeError, "without replacement"),
    (lambda: minigrad.bernoulli(minigrad.ones(2) * 2), RuntimeError, "p_in <= 1"),
    (lambda: minigrad.zeros(2, device="cuda"), AssertionError, "CUDA"),
    (lambda: minigrad.tensor(np.ones(2, np.uint16)), TypeError, "uint16"),
])
def test_refusals(call, error, words):
    with pytest.raises(error, match=words):
        call()


WRITES = [
    "v = c[0]; c.mul_(3)",
    "v = c.unsqueeze(0); c[c > 1] = 3.0",
    "v = c.expand(2, 2, 2); c[:, 1] = 3.0",
    "v = c.t(); u = c[1]; c[0] = c[0] * 2; u.mul_(5)",
    "v = c.view(4)[1:]; c.t()[0] = w[0]",
    "c = torch.zeros(2, 2); v = c[1]; c[1, 0] = w[0, 0]",
    "v = c.detach()[0]; c.mul_(2)",
    "v = c[0]; d = c.detach(); d.mul_(2)",
]


@pytest.mark.parametrize("program", WRITES)
def test_every_view_shows_the_history_of_what_was_written_under_it(torch, program):
    """A write through one name is differentiated through all others, as in PyTorch."""

    def ends(m):
        w = m.tensor([[0.5, 1.5], [2.5, 0.25]], requires_grad=True)
        names = {"torch": m, "w": w, "c": w * 1}
        exec(program, names)
        v, c = names["v"], names["c"]
        (v * v).sum().add((c * w).sum()).backward()
        return v.tolist(), v.requires_grad, v._version, w.grad.tolist()

    assert ends(minigrad) == ends(torch)


def test_a_dead_view_is_forgotten():
    """Taking views for ever costs no memory."""
    c = minigrad.ones(3)
    for _ in range(1000):
        c[0]
    assert len(c.version.views) <= 65


def test_turning_a_tensor_in_place_is_a_write_that_its_node_notices():
    c = minigrad.ones(2, 2, requires_grad=True).tanh()
    c.t_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        c.sum().backward()


def test_an_error_in_a_rule_names_its_node():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(lambda g: g[:1])
    z = y.exp()
    with pytest.raises(RuntimeError, match="has changed the size of value") as caught:
        z.sum().backward()
    assert caught.value.node is y.grad_fn
