"""Scenes for checkpoints and for hooks on saved values: each prints the same under PyTorch and under minigrad."""

import gc
import warnings
import weakref
from importlib import import_module

from .scenes import leaf, tried


def checkpoints(torch):
    return import_module(torch.__name__ + ".utils.checkpoint")


def scene_both_kinds(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    for kind in (True, False):
        x, w = leaf(torch, 0.5, 1.0), leaf(torch, 2.0)
        calls = []

        def block(a, k, b):
            calls.append((torch.is_grad_enabled(), a.requires_grad))
            return torch.tanh(a * b) * k

        out = checkpoint(block, x, 3, w, use_reentrant=kind)
        say(out, calls)
        out.sum().backward()
        say(calls, x.grad, w.grad)
        say(checkpoint(block, x.detach(), 3, w.detach(), use_reentrant=kind).requires_grad)
        with torch.no_grad():
            say(checkpoint(block, x, 3, w, use_reentrant=kind).requires_grad)
        y = checkpoint(lambda a: (a * 2, a.exp(), "text"), x, use_reentrant=kind)
        say(type(y).__name__, y)
        (y[0].sum() + y[1].sum()).backward()
        say(x.grad)


def scene_closure(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    for kind in (True, False):
        x, w = leaf(torch, 0.5), leaf(torch, 2.0)
        checkpoint(lambda a: a * w * w, x, use_reentrant=kind).backward()
        say(x.grad, w.grad)
        x, w = leaf(torch, 0.5), leaf(torch, 2.0)
        out = checkpoint(lambda a: a * w * w, x.detach(), use_reentrant=kind)
        say(out.requires_grad)


def scene_grad(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    for kind in (True, False):
        x = leaf(torch, 0.5)
        tried(say, lambda: torch.autograd.grad(checkpoint(lambda a: a.exp() * a, x, use_reentrant=kind), x))
        tried(say, lambda: checkpoint(lambda a: a.exp() * a, x, use_reentrant=kind).backward(inputs=[x]))
    f = lambda a: checkpoint(lambda b: b.exp() * b, a, use_reentrant=False)  # noqa: E731
    (g,) = torch.autograd.grad(f(x), x, create_graph=True)
    say(g, torch.autograd.grad(g, x))
    y = f(x)
    y.backward(retain_graph=True)
    y.backward()
    say(x.grad)
    tried(say, y.backward)


def scene_arguments(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    x = leaf(torch, 0.5)
    tried(say, lambda: checkpoint(lambda a, k: a * k, x, k=3, use_reentrant=False))
    tried(say, lambda: checkpoint(lambda a, k: a * k, x, k=3, use_reentrant=True))
    tried(say, lambda: checkpoint(lambda a: a * 3, x, use_reentrant=True, debug=True))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tried(say, lambda: checkpoint(lambda a: a * 3, x))
        tried(say, lambda: checkpoint(lambda a: a * 3, x.detach(), use_reentrant=True))
        tried(say, lambda: checkpoints(torch).checkpoint_sequential([torch.sin, torch.exp], 2, x))
    say([(w.category.__name__, str(w.message)) for w in caught])


def scene_sequential(torch, say):
    sequential = checkpoints(torch).checkpoint_sequential
    for kind in (True, False):
        for segments in (1, 2, 3, 5):
            x = leaf(torch, 0.5)
            calls = []

            def step(i):
                return lambda a: (calls.append(i), a.sin() + i)[1]

            out = sequential([step(i) for i in range(5)], segments, x, use_reentrant=kind)
            say(out.grad_fn.name(), calls)
            out.backward()
            say(calls, x.grad)


def scene_random(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    for kind in (True, False):
        x = torch.ones(50, requires_grad=True)
        out = checkpoint(lambda a: a * torch.rand(50) * a, x, use_reentrant=kind)
        out.sum().backward()
        say(torch.allclose(x.grad, 2 * out))
        x.grad = None
        out = checkpoint(lambda a: a * torch.rand(50) * a, x, use_reentrant=kind, preserve_rng_state=False)
        out.sum().backward()
        say(torch.allclose(x.grad, 2 * out))
        torch.manual_seed(3)
        out = checkpoint(lambda a: a * torch.rand(50) * a, x, use_reentrant=kind)
        state = torch.get_rng_state()
        out.sum().backward()
        after = torch.rand(3)
        torch.set_rng_state(state)
        say(torch.equal(after, torch.rand(3)))


def scene_nested(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    for kind in (True, False):
        x = leaf(torch, 0.5)
        calls = []

        def inner(a):
            calls.append("inner")
            return a.sin().exp()

        def outer(a):
            calls.append("outer")
            b = a.exp()
            return checkpoint(inner, b, use_reentrant=kind) * b

        out = checkpoint(outer, x, use_reentrant=kind)
        say(calls)
        out.backward()
        say(sorted(set(calls)), x.grad)


def scene_frees(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    for kind in (None, True, False):
        alive = []

        def f(a):
            for _ in range(3):
                a = a.exp()
                alive.append(weakref.ref(a))
            return a.sum()

        x = leaf(torch, 0.1, 0.2)
        out = f(x) if kind is None else checkpoint(f, x, use_reentrant=kind)
        gc.collect()
        say(sum(getattr(ref(), "shape", None) is not None for ref in alive[:2]))
        out.backward()
        say(x.grad)


def scene_differs(torch, say):
    module = checkpoints(torch)
    x = leaf(torch, 0.5, 1.0)
    turn = []

    def fewer(a):
        turn.append(0)
        return a.exp().sin() if len(turn) == 1 else a * 2

    def other(a):
        turn.append(0)
        return a.exp().sin() if len(turn) == 1 else a.sum().exp().sin()

    for f in (fewer, other):
        turn.clear()
        out = module.checkpoint(f, x, use_reentrant=False)
        tried(say, lambda: out.sum().backward())
        turn.clear()
        out = module.checkpoint(f, x, use_reentrant=False, determinism_check="none")
        say(issubclass(module.CheckpointError, RuntimeError))


def scene_early_stop(torch, say):
    module = checkpoints(torch)
    x = leaf(torch, 0.5)

    def f(a):
        b = a.exp()
        say("after exp")
        c = b.sin()
        say("after sin")
        return c + 1

    module.checkpoint(f, x, use_reentrant=False).backward()
    with module.set_checkpoint_early_stop(False):
        out = module.checkpoint(f, x, use_reentrant=False)
        out.backward()
    say(x.grad)


def scene_nodes(torch, say):
    checkpoint = checkpoints(torch).checkpoint
    x = leaf(torch, 0.5)
    say(checkpoint(torch.exp, x, use_reentrant=True), checkpoint(torch.exp, x, use_reentrant=False))
    y = checkpoint(torch.exp, x, use_reentrant=True)
    y.register_hook(lambda g: say("hook", g))
    (y * 2).backward()
    say(x.grad)


def scene_of_a_function(torch, say):
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            say("forward")
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            return g * 2 * ctx.saved_tensors[0]

    for kind in (True, False):
        x = leaf(torch, 0.5)
        checkpoints(torch).checkpoint(lambda a: Square.apply(a.exp()).sin(), x, use_reentrant=kind).backward()
        say(x.grad)


# ---- hooks on saved values


def packing(torch, say, name=""):
    def pack(t):
        say(name + "pack", tuple(t.shape), t.dtype, t.requires_grad, torch.is_grad_enabled())
        return t.detach().clone()

    def unpack(t):
        say(name + "unpack", tuple(t.shape))
        return t

    return torch.autograd.graph.saved_tensors_hooks(pack, unpack)


def scene_packs(torch, say):
    x, w = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    for f in (lambda: x * w, lambda: x.exp(), lambda: x * 2, lambda: x + w, lambda: (x * w).sin(), lambda: x.sum(),
              lambda: x @ w, lambda: x * torch.ones(2), lambda: x / w):  # fmt: skip
        x.grad = w.grad = None
        with packing(torch, lambda *a: None):
            y = f()
        y.sum().backward()
        say(x.grad, w.grad)
    with packing(torch, say):
        y = (x * 2).exp()
    y.sum().backward()
    with packing(torch, say):
        y = x.exp()
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    tried(say, lambda: y.sum().backward())


def scene_packs_nested(torch, say):
    x = leaf(torch, 1.0)
    with packing(torch, say, "outer "):
        a = x.exp()
        with packing(torch, say, "inner "):
            b = a.sin()
        c = b.exp()
    c.sum().backward()
    say(x.grad)
    y = x.exp()
    y.backward()


def scene_packs_of_functions(torch, say):
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            out = x * x
            ctx.save_for_backward(x, out)
            return out

        @staticmethod
        def backward(ctx, g):
            x, out = ctx.saved_tensors
            return g * 2 * x

    x = leaf(torch, 3.0)
    with packing(torch, lambda *a: say(*a[:2])):
        y = Square.apply(x)
    y.backward()
    say(x.grad)


def scene_packs_twice(torch, say):
    x = leaf(torch, 0.5)
    with packing(torch, lambda *a: None):
        y = x.exp() * x
        (g,) = torch.autograd.grad(y, x, create_graph=True)
        say(g, torch.autograd.grad(g, x))


def scene_packs_refused(torch, say):
    graph = torch.autograd.graph
    x = leaf(torch, 0.5)
    with graph.saved_tensors_hooks(lambda t: t, lambda t: 3):
        y = x.exp()
    tried(say, y.backward)
    with graph.disable_saved_tensors_hooks("not here"):
        tried(say, lambda: graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__())
        x.exp().backward()

    def fails(t):
        raise ValueError("mine")

    with graph.saved_tensors_hooks(fails, lambda t: t):
        tried(say, x.exp)
    with graph.saved_tensors_hooks(lambda t: t, fails):
        y = x.exp()
    tried(say, y.backward)
    with graph.saved_tensors_hooks(lambda t: t.mul_(2), lambda t: t):
        tried(say, x.exp)
    with graph.save_on_cpu():
        y = x.exp() * x
    y.backward()
    say(x.grad)


def scene_packed_values_may_change(torch, say):
    x = leaf(torch, 0.5)
    with packing(torch, lambda *a: None):
        a = x * 1
        y = a * a
        a.add_(1)
    tried(say, y.backward)
    say(x.grad)


def scene_packed_saved_value(torch, say):
    x = leaf(torch, 0.5)
    with packing(torch, say):
        y = x.exp()
    say(y.grad_fn.name(), type(y.grad_fn).__name__, y.grad_fn._saved_result)
