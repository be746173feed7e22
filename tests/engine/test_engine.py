"""The one loop: order, accumulation, hooks, size, memory. The oracle is torch, or numbers counted by hand."""

import gc
import sys
import weakref

import numpy as np
import pytest

import minigrad
from minigrad.autograd import engine


def leaf(*values):
    return minigrad.tensor(values[0] if len(values) == 1 else values, requires_grad=True)


# ---- order


def program(m, names):
    """A small graph with reuse, a constant and a dead end; says in which order its nodes run."""
    a, b = m.tensor(2.0, requires_grad=True), m.tensor(3.0, requires_grad=True)
    c = a * b
    d = c.sin()
    e = c + d * 2
    f = (e * e).exp() - b
    for name, t in dict(c=c, d=d, e=e, f=f).items():
        t.grad_fn.register_hook(lambda gi, go, name=name: names.append(name))
    for name, t in dict(a=a, b=b).items():
        t.register_hook(lambda g, name=name: names.append(name))
    f.backward()
    return [a.grad.item(), b.grad.item()]


def test_nodes_run_in_torchs_order(torch):
    ours, theirs = [], []
    np.testing.assert_allclose(program(minigrad, ours), program(torch, theirs), rtol=1e-4)
    assert ours == theirs


def test_a_node_waits_for_all_who_used_it():
    a = leaf(0.5)
    b = a * 3
    c = b * b + b
    (c - b * c).backward()
    # f = (b² + b)(1 - b) = b - b³, so df/da = 3 (1 - 3 b²) with b = 1.5
    assert a.grad.item() == pytest.approx(3 * (1 - 3 * 1.5**2))


# ---- accumulation


def test_a_kept_grad_sees_later_sums():
    x = leaf(1.0, 1.0)
    (x * 2).sum().backward()
    kept = x.grad
    (x * 3).sum().backward()
    assert kept is x.grad and kept.tolist() == [5.0, 5.0]


@pytest.mark.parametrize("shape", [(), (1,), (2,), (2, 2)])
def test_gradients_share_no_memory(shape):
    a, b = minigrad.ones(shape).requires_grad_(), minigrad.ones(shape).requires_grad_()
    seed = minigrad.ones(shape)
    (a + b).backward(seed)
    with minigrad.no_grad():
        a.grad.add_(5)
    assert b.grad.sum().item() == b.numel() and seed.sum().item() == b.numel()


def test_the_seed_of_a_leaf_is_copied():
    a, seed = minigrad.ones(2, requires_grad=True), minigrad.ones(2)
    a.backward(seed)
    a.grad.add_(1)
    assert seed.tolist() == [1.0, 1.0]


def test_an_array_that_nobody_else_holds_is_taken_without_a_copy():
    alone = engine.holders(None, {0: np.empty(0)}.pop(0), False)
    kept = np.empty(0)
    shared = engine.holders(None, kept, False)
    assert alone == engine.ALONE < shared


def test_a_gradient_has_its_leafs_dtype():
    a = minigrad.ones(2, dtype=minigrad.float16, requires_grad=True)
    b = minigrad.ones(2, dtype=minigrad.float64, requires_grad=True)
    c = leaf(1.0, 1.0)
    (a * b * c).sum().backward()
    assert [t.grad.dtype for t in (a, b, c)] == [minigrad.float16, minigrad.float64, minigrad.float32]


def test_no_float64_sneaks_in():
    x = leaf(0.5, 2.0)
    chosen = minigrad.where(x > 1, x, 0.0)
    for y in (x * 2, x / 3, x**2, 2**x, x.mean(), x.var(), x.norm(), x.exp() + 1, chosen, x.clamp(0, 1)):
        (g,) = minigrad.autograd.grad(y.sum(), x)
        assert y.dtype is minigrad.float32 and g.dtype is minigrad.float32


# ---- hooks


def test_hooks_chain_and_go_away():
    x = leaf(1.0)
    seen = []
    first = x.register_hook(lambda g: g * 2)
    x.register_hook(lambda g: seen.append(g.item()))
    (x * 3).backward()
    assert (seen, x.grad.item()) == ([6.0], 6.0)
    first.remove()
    (x * 3).backward()
    assert (seen, x.grad.item()) == ([6.0, 3.0], 9.0)


def test_a_hook_runs_without_recording():
    x = leaf(1.0)
    modes = []
    x.register_hook(lambda g: modes.append(minigrad.is_grad_enabled()))
    (x * 2).backward()
    minigrad.autograd.grad(x * 2, x, create_graph=True)
    assert modes == [False, True] and minigrad.is_grad_enabled()


def test_backward_inside_a_hook():
    x, y = leaf(2.0), leaf(3.0)
    x.register_hook(lambda g: (y * y).backward() if minigrad.is_grad_enabled() else inner(y))

    def inner(t):
        with minigrad.enable_grad():
            (t * t).backward()

    (x * x).backward()
    assert (x.grad.item(), y.grad.item()) == (4.0, 6.0)


def test_post_accumulate_hook_sees_the_sum():
    x = leaf(1.0)
    sums = []
    x.register_post_accumulate_grad_hook(lambda t: sums.append(t.grad.item()))
    (x * 2).backward()
    (x * 3).backward()
    assert sums == [2.0, 5.0]


def test_node_hook_replaces_what_is_sent():
    x = leaf(1.0)
    y = x * 2
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * 10, None))
    y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 3,))
    y.backward()
    assert x.grad.item() == 60.0


# ---- size and memory


@pytest.mark.parametrize("create_graph", [False, True])
def test_deep(create_graph):
    x = leaf(1.0)
    y = x
    for _ in range(100_000 if not create_graph else 20_000):
        y = y + 1.0
    (g,) = minigrad.autograd.grad(y, x, create_graph=create_graph)
    assert g.item() == 1.0 and sys.getrecursionlimit() <= 3000
    del y


def test_wide():
    x = leaf(2.0)
    y = sum([x * 1.0 for _ in range(50_000)])
    y.backward()
    assert x.grad.item() == 50_000.0


def test_a_dropped_graph_is_gone_at_once():
    gc.collect()
    gc.disable()
    try:
        x = leaf(1.0, 2.0)
        for run in (True, False):
            y = (x * x).exp().sum() + x.max(0).values.tanh()
            node, value = weakref.ref(y.grad_fn), weakref.ref(y)
            if run:
                y.backward()
            del y
            assert node() is None and value() is None
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_saved_values_are_dropped_as_the_pass_goes():
    x = leaf(1.0, 2.0)
    y = x * x
    z = y.exp()
    z.sum().backward()
    assert y.grad_fn.freed and z.grad_fn.freed
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time") as caught:
        z.sum().backward()
    assert caught.value.key == "freed" and caught.value.node is z.grad_fn


# ---- several outputs, several roots


def test_the_gradients_of_several_outputs_meet():
    x = leaf(1.0, 2.0, 3.0, 4.0)
    left, right = x.chunk(2)
    (left * 2 + right * right).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0, 6.0, 8.0]
    assert left.grad_fn is right.grad_fn and right.output_nr == 1


def test_several_roots_with_one_a_leaf():
    x = leaf(3.0)
    minigrad.autograd.backward([x, x * x, x])
    assert x.grad.item() == 1 + 6 + 1


def test_gradient_of_an_inner_tensor():
    x = leaf(3.0)
    y = x * x
    z = y * y
    assert [g.item() for g in minigrad.autograd.grad(z, [y, x])] == [18.0, 108.0]


# ---- the private pass


def state(tensors):
    return [(t.grad if t.is_leaf else None, t._version, t.array.tolist(), t.grad_fn and t.grad_fn.saved_items())
            for t in tensors]


def test_watching_changes_nothing_and_sees_all():
    class Onlooker(minigrad.core.observe.Observer):
        def __init__(self):
            self.events = []

        def on_backward_start(self, run):
            self.waits = dict(run.waits)

        def on_node(self, node, upstream, sent):
            self.events.append((node.name(), [(target.name(), place) for target, place, _ in sent]))

        def on_accumulate(self, node, gradient):
            self.events.append(("leaf", float(gradient)))

        def on_free(self, node):
            self.events.append("freed")

    w, x = leaf(3.0), minigrad.tensor(2.0)
    hooked = []
    w.register_hook(hooked.append)
    y = w * x
    z = (y + w) * y
    before = state([w, x, y, z])
    obs = Onlooker()
    account = engine.watch(z, observer=obs)
    assert state([w, x, y, z]) == before and hooked == [] and w.grad is None
    accumulate = w.node
    # z = (wx + w)wx with x = 2: dz/dw = 12 w
    assert {node: float(g) for node, g in account.items()} == {accumulate: 36.0}
    assert obs.waits == {accumulate: 2}
    assert obs.events == [
        ("MulBackward0", [("AddBackward0", 0), ("MulBackward0", 1)]),
        ("AddBackward0", [("MulBackward0", 0), ("torch::autograd::AccumulateGrad", 1)]),
        ("MulBackward0", [("torch::autograd::AccumulateGrad", 0)]),
        ("leaf", 36.0),
    ]
    z.backward()
    assert w.grad.item() == 36.0 and len(hooked) == 1


def test_two_passes_interleaved():
    x = leaf(2.0)
    y = x * x * x

    class Nested(minigrad.core.observe.Observer):
        def on_node(self, node, upstream, sent):
            if not hasattr(self, "inner"):
                self.inner = minigrad.autograd.grad(y, x, retain_graph=True)[0].item()

    obs = Nested()
    (total,) = engine.watch(y, observer=obs).values()
    assert obs.inner == float(total) == 12.0


# ---- threads


def test_each_thread_has_its_own_grad_mode():
    import threading

    answers = []

    def other():
        answers.append(minigrad.is_grad_enabled())
        minigrad.set_grad_enabled(False)        # ends with the thread

    with minigrad.no_grad():
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    again = threading.Thread(target=lambda: answers.append((leaf(1.0) * 2).requires_grad))
    again.start()
    again.join()
    assert answers == [True, True] and (leaf(1.0) * 2).requires_grad


# ---- broadcasting


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "sums"),
    [((2, 3), (3,), (6, 6)), ((4, 1), (1, 3), (12, 12)), ((), (2,), (2, 2)), ((2, 1, 3), (4, 1), (24, 24))],
)
def test_a_gradient_is_summed_to_its_inputs_shape(first, second, sums, create_graph):
    a, b = minigrad.ones(first, requires_grad=True), minigrad.ones(second, requires_grad=True)
    gradients = minigrad.autograd.grad((a * b).sum(), (a, b), create_graph=create_graph)
    assert [tuple(g.shape) for g in gradients] == [first, second]
    assert [g.sum().item() for g in gradients] == list(sums)
