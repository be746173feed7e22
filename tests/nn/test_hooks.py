"""Hooks of modules, in order and with what they may change; the expected values come from PyTorch 2.13."""

import copy

import pytest

import minigrad
from minigrad import nn


@pytest.fixture
def layer():
    layer = nn.Linear(2, 1)
    with minigrad.no_grad():
        layer.weight.copy_(minigrad.tensor([[3.0, 4.0]]))
        layer.bias.fill_(0.5)
    return layer


class Both(nn.Module):
    def forward(self, a, b, k=2):
        return a * b, a + k * b


def test_forward_hooks_run_in_order_and_replace_the_result():
    module, order = nn.ReLU(), []
    for number in range(3):
        module.register_forward_hook(lambda m, args, out, n=number: order.append(n), prepend=number == 2)
    module.register_forward_hook(lambda m, args, out: out + 1)
    assert module(minigrad.tensor([-1.0])).tolist() == [1.0]
    assert order == [2, 0, 1]


def test_pre_hooks_replace_arguments():
    module = nn.ReLU()
    module.register_forward_pre_hook(lambda m, args: args[0] - 5)
    assert module(minigrad.tensor([6.0])).tolist() == [1.0]
    both, seen = Both(), []
    both.register_forward_pre_hook(lambda m, args, kw: ((args[0] * 2, args[1]), {"k": 5}), with_kwargs=True)
    both.register_forward_hook(lambda m, args, kw, out: seen.append((args[0].item(), kw)), with_kwargs=True)
    assert [t.item() for t in both(minigrad.tensor(2.0), minigrad.tensor(3.0), k=1)] == [12.0, 19.0]
    assert seen == [(4.0, {"k": 5})]
    both.register_forward_pre_hook(lambda m, args, kw: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match=r"forward pre-hook must return None or a tuple of \(new_args, new_kwargs\)"):
        both(minigrad.tensor(2.0), minigrad.tensor(3.0))


def test_a_hook_is_called_after_an_error_too_if_asked():
    class Fails(nn.Module):
        def forward(self, x):
            raise ValueError("no")

    module, seen = Fails(), []
    module.register_forward_hook(lambda m, args, out: seen.append((args, out)), always_call=True)
    module.register_forward_hook(lambda m, args, out: seen.append("never"))
    with pytest.raises(ValueError, match="no"):
        module(1)
    assert seen == [((1,), None)]


def test_a_backward_hook_sees_and_replaces_gradients(layer):
    seen = []

    def hook(module, grad_input, grad_output):
        seen.append((grad_input[0].tolist(), grad_output[0].tolist()))
        return (grad_input[0] * 2,)

    handle = layer.register_full_backward_hook(hook)
    x = minigrad.ones(1, 2, requires_grad=True)
    out = layer(x)
    assert out.grad_fn.name() == "BackwardHookFunctionBackward"
    (out * 5).sum().backward()
    assert seen == [([[15.0, 20.0]], [[5.0]])]
    assert x.grad.tolist() == [[30.0, 40.0]]
    assert layer.weight.grad.tolist() == [[5.0, 5.0]]
    handle.remove()
    assert layer(x).grad_fn.name() != "BackwardHookFunctionBackward"


def test_backward_hooks_with_several_inputs_and_outputs():
    both, seen = Both(), []
    both.register_full_backward_hook(lambda m, gi, go: seen.append([None if g is None else g.item() for g in gi + go]))
    a, b = minigrad.tensor(2.0, requires_grad=True), minigrad.tensor(3.0)
    (both(a, b)[0] * 2).backward()
    both(b, a)[1].backward()
    assert seen == [[6.0, 0.0, 2.0, None], [0.0, 2.0, None, 1.0]]


def test_without_inputs_that_need_gradients_a_backward_hook_is_called_early(layer):
    seen = []
    layer.register_full_backward_hook(lambda m, gi, go: seen.append((gi, go[0].item())))
    with pytest.warns(UserWarning, match="Full backward hook is firing when gradients are computed with respect to"):
        layer(minigrad.ones(1, 2)).sum().backward()
    assert seen == [((None,), 1.0)]


def test_a_backward_pre_hook_changes_what_comes_in(layer):
    layer.register_full_backward_pre_hook(lambda m, grad_output: (grad_output[0] * 10,))
    x = minigrad.ones(1, 2, requires_grad=True)
    layer(x).sum().backward()
    assert (x.grad.tolist(), layer.bias.grad.tolist()) == ([[30.0, 40.0]], [10.0])


def test_a_hook_with_a_wrong_count_is_refused(layer):
    layer.register_full_backward_hook(lambda m, gi, go: (1, 2))
    with pytest.raises(RuntimeError, match="invalid number of grad_input, got 2, but expected 1"):
        layer(minigrad.ones(1, 2, requires_grad=True)).sum().backward()


# ---- states, copies, casts

def test_a_state_dict_shares_memory_and_a_deep_copy_does_not(layer):
    state, twin = layer.state_dict(), copy.deepcopy(layer)
    layer.weight.data.fill_(1)
    assert state["weight"].tolist() == [[1.0, 1.0]] and not state["weight"].requires_grad
    assert twin.weight.tolist() == [[3.0, 4.0]] and twin.weight.requires_grad
    assert layer.state_dict(keep_vars=True)["weight"] is layer.weight


def test_a_copy_keeps_shared_parameters_shared():
    net = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])
    net[1].weight = net[0].weight
    twin = copy.deepcopy(net)
    assert twin[0].weight is twin[1].weight is not net[0].weight


def test_casting_keeps_the_parameter_and_converts_its_gradient(layer):
    before = layer.weight
    layer.weight.grad = minigrad.ones(1, 2)
    layer.double()
    assert layer.weight is before and before.dtype is before.grad.dtype is minigrad.float64
    optimizer = minigrad.optim.SGD([before], lr=1.0)
    optimizer.step()
    assert layer.weight.tolist() == [[2.0, 3.0]]


def test_extra_state_travels_with_the_tensors():
    class Counting(nn.Module):
        def __init__(self):
            super().__init__()
            self.count = 1

        def get_extra_state(self):
            return {"count": self.count}

        def set_extra_state(self, state):
            self.count = state["count"]

    first, second = Counting(), Counting()
    first.count = 5
    assert dict(first.state_dict()) == {"_extra_state": {"count": 5}}
    second.load_state_dict(first.state_dict())
    assert second.count == 5


def test_assign_takes_the_tensors_themselves():
    layer, weight = nn.Linear(2, 2, bias=False), minigrad.zeros(2, 2)
    layer.load_state_dict({"weight": weight}, assign=True)
    weight.fill_(7)
    assert layer.weight.tolist() == [[7.0, 7.0], [7.0, 7.0]] and layer.weight.requires_grad


def test_names_change_their_kind_when_something_else_is_assigned():
    module = nn.Module()
    module.x = 3
    module.x = nn.Parameter(minigrad.ones(1))
    assert "x" not in module.__dict__ and [name for name, _ in module.named_parameters()] == ["x"]
    module.x = None
    module.y = nn.ReLU()
    module.y = None
    assert list(module.named_parameters()) == list(module.named_children()) == []
    del module.x
    with pytest.raises(AttributeError, match="'Module' object has no attribute 'x'"):
        module.x  # noqa: B018


def test_parameters_are_named_by_their_path_in_pictures():
    from minigrad.trace import Recorder, capture

    cell = "out = net(x).sum()"
    names = {"net": nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.ModuleDict({"a": nn.ReLU()})["a"]),
             "x": minigrad.ones(1, 2)}
    recorder = Recorder()
    recorder.begin_cell(cell)
    exec(compile(cell, "<cell>", "exec"), names)
    recorder.end_cell()
    labels = {node.name for node in capture(recorder).tensors}
    assert {"net[0].weight", "net[0].bias", "x"} <= labels


def test_making_layers_records_nothing():
    from minigrad.core.observe import Observer, observers

    class Loud(Observer):
        def on_create(self, tensor):
            raise AssertionError("a tensor was announced")

        on_op = on_inplace = on_create

    loud = Loud()
    observers.append(loud)
    try:
        nn.Sequential(nn.Linear(2, 2), nn.Conv2d(1, 1, 2), nn.BatchNorm1d(2), nn.LayerNorm(2), nn.Embedding(3, 2),
                      nn.GroupNorm(1, 2), nn.RMSNorm(2), nn.PReLU(), nn.Bilinear(1, 1, 1))
    finally:
        observers.remove(loud)


@pytest.mark.parametrize("owner, name, nearest", [
    (nn, "LSTM", "a Module of Linear layers"), (nn, "Lineer", "Linear"), (minigrad.optim, "LBFGS", "optim.Adam"),
    (minigrad.optim.lr_scheduler, "OneCycleLR", "SequentialLR"),
])
def test_what_is_missing_names_the_nearest_thing(owner, name, nearest):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'") as caught:
        getattr(owner, name)
    assert nearest in caught.value.__notes__[0]
