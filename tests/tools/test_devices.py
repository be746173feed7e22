"""Devices: the CPU, "meta" without numbers, a CUDA that is not there. Expected: PyTorch 2.13 without CUDA."""

import pytest

import minigrad
from minigrad.core.observe import observers


@pytest.fixture(autouse=True)
def nobody_looks_on_afterwards():
    """The first meta tensor of a process brings an onlooker, which stays; other tests count onlookers."""
    before = observers[:]
    yield
    observers[:] = before


@pytest.fixture
def x():
    return minigrad.ones(2, 3, device="meta")


@pytest.mark.parametrize("compute, shape", [
    (lambda x: x + minigrad.ones(3, device="meta"), (2, 3)), (lambda x: x.sum(0), (3,)), (lambda x: x.mean(), ()),
    (lambda x: x @ x.T, (2, 2)), (lambda x: minigrad.cat([x, x]), (4, 3)), (lambda x: x[0], (3,)),
    (lambda x: x.reshape(3, 2), (3, 2)), (lambda x: x.view(-1), (6,)), (lambda x: x.softmax(1), (2, 3)),
    (lambda x: x.max(1)[0], (2,)), (lambda x: minigrad.einsum("ij,kj->ik", x, x), (2, 2)),
    (lambda x: x.to("meta"), (2, 3)),
    (lambda x: minigrad.zeros_like(x), (2, 3)), (lambda x: x.clone().add_(1), (2, 3)), (lambda x: x > 0, (2, 3)),
])
def test_shapes_without_numbers(x, compute, shape):
    y = compute(x)
    assert y.shape == shape and y.is_meta and str(y.device) == "meta"


def test_no_memory_is_asked_for():
    big = minigrad.empty(1_000_000, 1_000_000, device="meta")
    assert (big @ minigrad.empty(1_000_000, 3, device="meta")).shape == (1_000_000, 3)
    assert (big * 2).sum().shape == ()


def test_how_it_is_printed(x):
    assert repr(x) == "tensor(..., device='meta', size=(2, 3))"
    assert repr(minigrad.arange(3, device="meta")) == "tensor(..., device='meta', size=(3,), dtype=torch.int64)"


def test_gradients_have_shapes_too(x):
    b = minigrad.ones(3, device="meta", requires_grad=True)
    (x * b).sum().backward()
    assert b.grad.is_meta and b.grad.shape == (3,)


@pytest.mark.parametrize("use, kind, says", [
    (lambda x: x.tolist(), NotImplementedError, "Cannot copy out of meta tensor; no data!"),
    (lambda x: x.to("cpu"), NotImplementedError, "Cannot copy out of meta tensor; no data!"),
    (lambda x: x.sum().item(), RuntimeError, r"Tensor.item\(\) cannot be called on meta tensors"),
    (lambda x: bool(x.sum()), RuntimeError, r"Tensor.item\(\) cannot be called on meta tensors"),
    (lambda x: x.numpy(), TypeError, "can't convert meta device type tensor to numpy"),
    (lambda x: x + minigrad.ones(3), RuntimeError, "Tensor on device cpu is not on the expected device meta!"),
])
def test_numbers_that_are_not_there(x, use, kind, says):
    with pytest.raises(kind, match=says):
        use(x)


def test_cuda_says_no():
    assert minigrad.cuda.is_available() is False
    assert (minigrad.cuda.device_count(), minigrad.cuda.memory_allocated()) == (0, 0)
    assert not minigrad.ones(1).is_cuda and minigrad.ones(1).get_device() == -1


@pytest.mark.parametrize("ask", [
    lambda: minigrad.ones(1).cuda(), lambda: minigrad.ones(1).to("cuda"), lambda: minigrad.ones(1, device="cuda:0"),
    lambda: minigrad.tensor([1.0], device=minigrad.device("cuda")), lambda: minigrad.cuda.synchronize(),
    lambda: minigrad.cuda.current_device(), lambda: minigrad.cuda.get_device_name(0),
])
def test_what_would_need_cuda(ask):
    with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
        ask()
