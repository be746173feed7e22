"""Steps of every optimizer with every option, their states, and sequences of rates, beside PyTorch's."""

import warnings

import numpy as np
import pytest

import minigrad

OPTIONS = {
    "SGD": [{}, {"momentum": 0.9}, {"momentum": 0.9, "dampening": 0.3}, {"momentum": 0.9, "nesterov": True},
            {"weight_decay": 0.1}, {"maximize": True, "momentum": 0.5, "weight_decay": 0.2}],
    "Adam": [{}, {"lr": 0.1}, {"betas": (0.5, 0.9)}, {"eps": 0.1}, {"weight_decay": 0.3, "lr": 0.1},
             {"amsgrad": True, "lr": 0.1}, {"maximize": True, "weight_decay": 0.1, "decoupled_weight_decay": True}],
    "AdamW": [{}, {"lr": 0.1}, {"weight_decay": 0.3, "lr": 0.1}, {"amsgrad": True, "maximize": True}],
    "RMSprop": [{}, {"alpha": 0.5}, {"momentum": 0.9}, {"centered": True},
                {"centered": True, "momentum": 0.5, "weight_decay": 0.1}, {"maximize": True}],
    "Adagrad": [{}, {"lr_decay": 0.1}, {"initial_accumulator_value": 1.0}, {"weight_decay": 0.1, "maximize": True}],
}
CASES = [(name, options) for name, several in OPTIONS.items() for options in several]


def leaves(m):
    """A vector, a number, a matrix of another dtype."""
    return (m.tensor([1.0, -2.0, 0.5], requires_grad=True), m.tensor(0.7, requires_grad=True),
            m.tensor([[1.0, 2.0], [3.0, -4.0]], dtype=m.float64, requires_grad=True))


def stepped(m, name, options, steps=6):
    a, b, c = params = leaves(m)
    optimizer = getattr(m.optim, name)(params, **{"lr": 0.05, **options})
    for _ in range(steps):
        optimizer.zero_grad()
        ((a * a).sum() * b + 0.01 * (c ** 3).sum() + (a * c[0, 0]).sum()).backward()
        optimizer.step()
    return params, optimizer


@pytest.mark.parametrize("name, options", CASES)
def test_steps_go_where_pytorch_goes(torch, name, options):
    want, theirs = stepped(torch, name, options)
    got, ours = stepped(minigrad, name, options)
    for a, b in zip(got, want):
        np.testing.assert_allclose(a.tolist(), b.tolist(), rtol=2e-5)
    want, got = theirs.state_dict()["state"], ours.state_dict()["state"]
    assert {k: list(v) for k, v in got.items()} == {k: list(v) for k, v in want.items()}
    for k, values in want.items():
        for key, value in values.items():
            np.testing.assert_allclose(got[k][key].tolist(), value.tolist(), rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("name", OPTIONS)
def test_a_step_writes_into_the_same_memory_and_is_counted(name):
    (a, b, _), _ = stepped(minigrad, name, {}, steps=0)
    view, before = a.detach(), a.data_ptr()
    optimizer = getattr(minigrad.optim, name)([a, b], lr=0.1)
    (a.sum() * b).backward()
    optimizer.step()
    assert (a.data_ptr(), a._version, b._version) == (before, 1, 1)
    assert view.tolist() == a.tolist() != [1.0, -2.0, 0.5]
    assert a.is_leaf and a.requires_grad and a.grad_fn is None and b.is_leaf


def test_a_graph_notices_that_a_step_changed_what_it_saved():
    w = minigrad.ones(2, requires_grad=True)
    loss = (w * w).sum()
    loss.backward(retain_graph=True)
    minigrad.optim.SGD([w], lr=0.1).step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_large_parameters_are_stepped_in_stretches_as_small_ones_are():
    numbers = np.sin(np.arange(140_001)).astype(np.float32)
    large = minigrad.tensor(numbers, requires_grad=True)
    small = minigrad.tensor(numbers[::1000], requires_grad=True)
    for w in (large, small):
        optimizer = minigrad.optim.Adam([w], lr=0.1, amsgrad=True, weight_decay=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            (w ** 3).sum().backward()
            optimizer.step()
    np.testing.assert_array_equal(large.detach().numpy()[::1000], small.detach().numpy())


def test_a_state_goes_on_where_it_was_left():
    (a, b, c), first = stepped(minigrad, "Adam", {"lr": 0.1}, steps=3)
    copies = [p.detach().clone().requires_grad_() for p in (a, b, c)]
    second = minigrad.optim.Adam(copies, lr=9.0)
    second.load_state_dict(first.state_dict())
    for params, optimizer in (((a, b, c), first), (copies, second)):
        optimizer.zero_grad()
        sum((p ** 2).sum() for p in params).backward()
        optimizer.step()
    assert all(minigrad.equal(p, q) for p, q in zip((a, b, c), copies))
    assert second.param_groups[0]["lr"] == 0.1
    assert second.state[copies[0]]["exp_avg"] is not first.state[a]["exp_avg"]


def test_hooks_and_a_closure():
    w = minigrad.ones(1, requires_grad=True)
    optimizer, seen = minigrad.optim.SGD([w], lr=0.1), []
    optimizer.register_step_pre_hook(lambda *args: seen.append("before"))
    handle = optimizer.register_step_post_hook(lambda *args: seen.append(w.item()))

    def closure():
        assert minigrad.is_grad_enabled()
        optimizer.zero_grad()
        loss = (w * 2).sum()
        loss.backward()
        return loss

    with minigrad.no_grad():
        assert optimizer.step(closure).item() == 2
    handle.remove()
    optimizer.step()
    assert seen == ["before", pytest.approx(0.8), "before"]


def test_an_optimizer_of_ones_own():
    class Signs(minigrad.optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        @minigrad.no_grad()
        def step(self, closure=None):
            for group in self.param_groups:
                for p in group["params"]:
                    p -= group["lr"] * p.grad.sign()

    w = minigrad.tensor([1.0, -1.0], requires_grad=True)
    optimizer = Signs([w], lr=0.25)
    schedule = minigrad.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    for _ in range(2):
        optimizer.zero_grad()
        (w ** 2).sum().backward()
        optimizer.step()
        schedule.step()
    assert w.tolist() == [0.625, -0.625]


# ---- schedules

SCHEDULES = [
    "StepLR(o, 3)", "StepLR(o, 3, gamma=0.5)", "MultiStepLR(o, [2, 5, 5])", "ExponentialLR(o, 0.9)",
    "CosineAnnealingLR(o, 5)", "CosineAnnealingLR(o, 4, eta_min=0.01)", "LinearLR(o)", "LinearLR(o, 0.5, 0.1, 4)",
    "ConstantLR(o)", "PolynomialLR(o, 6, power=2)", "LambdaLR(o, lambda e: 0.95 ** e)",
    "LambdaLR(o, [lambda e: 0.95 ** e, lambda e: 1 / (1 + e)])", "MultiplicativeLR(o, lambda e: 0.95)",
    "CosineAnnealingWarmRestarts(o, 3)", "CosineAnnealingWarmRestarts(o, 2, 2, eta_min=0.01)",
    "SequentialLR(o, [ConstantLR(o, 0.1, 9), ExponentialLR(o, 0.9)], [3])",
    "SequentialLR(o, [LinearLR(o, 0.1, total_iters=2), CosineAnnealingLR(o, 4), StepLR(o, 2)], [3, 7])",
    "ChainedScheduler([ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)])", "ReduceLROnPlateau(o, patience=1)",
    "ReduceLROnPlateau(o, mode='max', patience=1, cooldown=2, min_lr=[0.01, 0.2], threshold_mode='abs')",
]


def sequence(m, schedule, epochs=12, **where):
    """The rates of two groups, epoch by epoch."""
    groups = [{"params": [m.ones(2, requires_grad=True)]}, {"params": [m.ones(1, requires_grad=True)], "lr": 0.5}]
    optimizer = m.optim.SGD(groups, lr=0.1)
    names = {**vars(m.optim.lr_scheduler), "o": optimizer}
    schedule = eval(schedule, names)
    rates = [list(schedule.get_last_lr())]
    for epoch in range(epochs):
        optimizer.step()
        measured = [(3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1)[epoch]] if "Plateau" in type(schedule).__name__ else []
        schedule.step(*measured)
        rates.append(list(schedule.get_last_lr()))
    return rates, [group["lr"] for group in optimizer.param_groups], schedule.state_dict()


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_rates_are_those_of_pytorch(torch, schedule):
    want, got = sequence(torch, schedule), sequence(minigrad, schedule)
    np.testing.assert_allclose(got[0], want[0], rtol=1e-12)
    assert got[1] == got[0][-1]
    assert set(got[2]) == set(want[2])
    assert {k: v for k, v in got[2].items() if k != "_last_lr"} == {k: v for k, v in want[2].items() if k != "_last_lr"}


def remarks(m):
    """What is warned of when a schedule is used in the wrong way."""
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        w = m.ones(1, requires_grad=True)
        for before in (False, True):
            optimizer = m.optim.SGD([w], lr=0.1)
            if before:
                optimizer.step()
            schedule = m.optim.lr_scheduler.StepLR(optimizer, 2)
            schedule.step()
            optimizer.step()
            schedule.step()
        schedule.get_lr()
        schedule.step(7)
        good = m.optim.SGD([w], lr=0.1)
        schedule = m.optim.lr_scheduler.StepLR(good, 2)
        good.step()
        schedule.step()
    return [str(remark.message) for remark in log]


def test_the_wrong_order_is_remarked_on(torch):
    want, got = remarks(torch), remarks(minigrad)
    assert len(got) == 4
    assert [text[:60] for text in got] == [text[:60] for text in want]
