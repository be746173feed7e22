"""Names of arguments: PyTorch's, NumPy's for some of them, and `out=`; the same under both libraries."""
import warnings

import pytest

import minigrad

CALLS = """
torch.exp(input=x)
torch.add(input=x, other=y)
torch.add(x, x2=y)
torch.mul(input=x, other=2)
torch.maximum(input=x, other=y)
torch.eq(input=x, other=y)
torch.fmax(x, other=y)
torch.max(x, other=y)
torch.mm(input=x, mat2=y.t())
torch.addmm(input=x[:, :2], mat1=x, mat2=y.t())
torch.dot(input=x[0], tensor=y[0])
torch.mv(input=x, vec=y[0])
torch.cdist(x1=x, x2=y)
torch.cat([x, y], axis=1)
torch.stack([x, y], axis=-1)
torch.chunk(x, 3, axis=1)
torch.unbind(x, axis=1)
torch.unsqueeze(x, axis=1)
torch.gather(x, axis=1, index=i)
torch.index_select(x, axis=0, index=i[0])
torch.cumsum(x, axis=0)
torch.flip(input=x, dims=(0,))
torch.tile(input=x, dims=(2, 1))
torch.broadcast_to(input=x, size=(2, 2, 3))
torch.swapaxes(x, axis0=0, axis1=1)
torch.hsplit(input=x, sections=3)
x.unsqueeze(axis=0)
x.gather(axis=1, index=i)
x.fmax(other=y)
x.repeat(repeats=(2, 1))
torch.unflatten(x, axis=1, sizes=(3, 1))
x.flip(dims=(1,))
torch.add(x, y, out=torch.zeros(2, 3))
torch.add(x, y, out=torch.empty(0))
torch.add(x, y, out=torch.zeros(5))
torch.add(x, y, out=torch.zeros(2, 3, dtype=torch.int64))
torch.add(x, y, out=torch.zeros(2, 3, dtype=torch.float64))
torch.add(x.clone().requires_grad_(), y, out=torch.zeros(2, 3))
torch.add(x, y, out=torch.zeros(2, 3, requires_grad=True))
torch.exp(x, out=3)
torch.exp(x, out=x)
torch.exp(x, out=None)
torch.matmul(x, y.t(), out=torch.zeros(2, 2))
torch.sum(x, 0, out=torch.zeros(3))
torch.cat([x, y], out=torch.zeros(4, 3))
torch.max(x, 1, out=(torch.zeros(2), torch.zeros(2, dtype=torch.int64)))[1]
x.add(y, out=x)
torch.cumsum(x, 1.0)
torch.unsqueeze(x, 1.0)
torch.gather(x, 1.0, i)
x.gather(1.0, i)
x.unsqueeze(1.5)
torch.exp(3)
torch.exp(x, z=3)
torch.cross(2, x)
""".split("\n")[1:-1]


def tried(m, call):
    x = m.tensor([[1.0, 5.0, 2.0], [4.0, 3.0, 6.0]])
    space = {"torch": m, "x": x, "y": x.flip(0), "i": m.tensor([[0, 1], [1, 0]])}
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            return repr(eval(call, space)), [str(w.message)[:60] for w in heard]
        except Exception as error:
            return type(error).__name__, str(error).split("\n")[0]


@pytest.mark.parametrize("call", CALLS)
def test_as_pytorch(torch, call):
    assert tried(minigrad, call) == tried(torch, call)


def test_the_tensor_that_is_written_is_returned_and_counts_the_write():
    x, out = minigrad.ones(2), minigrad.zeros(2)
    view = out[:1]
    assert minigrad.add(x, x, out=out) is out
    assert out._version == 1 and view.tolist() == [2.0]
    with minigrad.no_grad():
        assert minigrad.add(x.clone().requires_grad_(), x, out=out) is out
