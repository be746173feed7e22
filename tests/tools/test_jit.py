"""A traced function replays the ops of its example, says so, and its gradients are those of the ops."""

import warnings

import pytest

import minigrad
from minigrad.jit import TracerWarning

pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit.trace` is deprecated")


def quietly(func, *inputs, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return minigrad.jit.trace(func, inputs, **settings)


def test_the_branch_of_the_example_is_kept():
    traced = quietly(lambda x: x * 2 if x.sum() > 0 else -x, minigrad.ones(2))
    assert traced(-minigrad.ones(2)).tolist() == [-2, -2]


def test_a_lost_branch_is_said_where_it_stands():
    def f(x):
        if x.sum() > 0:
            return x
        return -x

    with pytest.warns(TracerWarning, match="Converting a tensor to a Python boolean") as caught:
        minigrad.jit.trace(f, minigrad.ones(2))
    assert {w.filename for w in caught if w.category is TracerWarning} == {__file__}


@pytest.mark.parametrize("read, kind", [
    (lambda x: x[0].item(), "Python number"), (lambda x: x.tolist(), "Python list"),
    (lambda x: int(x[0]), "Python integer"),
    (lambda x: float(x[0]), "Python float"), (lambda x: x.numpy(), "NumPy array"),
])
def test_numbers_that_leave_are_said(read, kind):
    def f(x):
        read(x)
        return x * 2

    with pytest.warns(TracerWarning, match=f"Converting a tensor to a {kind}"):
        minigrad.jit.trace(f, minigrad.ones(2))


def test_gradients_flow_through_a_replay():
    traced = quietly(lambda x: x * 2, minigrad.ones(2))
    x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    traced(x).sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_writes_in_place_and_buffers_are_made_anew():
    def f(x):
        out = minigrad.zeros(3)
        out[0] = x[1]
        out.add_(x)
        return out, x[1:]

    traced = quietly(f, minigrad.ones(3))
    x = minigrad.tensor([1.0, 2.0, 3.0])
    for _ in range(2):                          # the buffer of the first run must not be seen in the second
        out, tail = traced(x)
        assert out.tolist() == [3, 2, 3] and tail.tolist() == [2, 3]
    assert x.tolist() == [1, 2, 3]


def test_parameters_stay_alive_and_have_names():
    model = minigrad.nn.Sequential(minigrad.nn.Linear(2, 1))
    traced = quietly(model, minigrad.ones(1, 2))
    with minigrad.no_grad():
        model[0].weight.fill_(3)
        model[0].bias.fill_(1)
    assert traced(minigrad.ones(1, 2)).tolist() == [[7]]
    assert "self.0.weight" in traced.code


def test_the_program_is_text():
    traced = quietly(lambda a, b: minigrad.cat([a * 2, b]).sum(dim=0), minigrad.ones(2), minigrad.ones(1))
    lines = [line.strip() for line in traced.code.splitlines()]
    assert lines[0].endswith("(a, b):")
    assert lines[1:] == ["mul_1 = mul(a, 2)", "cat_1 = cat((mul_1, b), dim=0)",
                         "sum_1 = sum(cat_1, dim=(0,), keepdim=False)", "return sum_1"]


def test_random_numbers_do_not_survive_the_check():
    with pytest.warns(TracerWarning, match="Output nr 1. of the traced function does not match"):
        minigrad.jit.trace(lambda x: x + minigrad.rand(2), minigrad.ones(2))


@pytest.mark.parametrize("inputs, result, says", [
    (("text",), None, "cannot be traced"),
    ((1.0, 2.0), None, "cannot be traced"),
    ((minigrad.ones(1),), lambda x: 5, "Only tensors, lists, tuples of tensors"),
])
def test_what_cannot_be_traced(inputs, result, says):
    with pytest.raises(RuntimeError, match=says):
        quietly(result or (lambda *x: x), *inputs)


def test_too_many_inputs():
    traced = quietly(lambda x: x * 2, minigrad.ones(2))
    with pytest.raises(RuntimeError, match=r"expected 1 argument\(s\) but received 2"):
        traced(minigrad.ones(2), minigrad.ones(2))


def test_scripts_are_refused_with_the_nearest_thing():
    with pytest.raises(NotImplementedError, match="jit.trace"):
        minigrad.jit.script(lambda x: x)
