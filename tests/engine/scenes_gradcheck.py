"""Scenes for gradcheck, gradgradcheck and anomaly mode: each prints the same under PyTorch and under minigrad."""

import warnings

from .scenes import leaf, tried


def whole(say, action):
    """What an action says, or all of how it fails."""
    try:
        say(action())
    except Exception as error:
        say(type(error).__name__, "|", str(error))


def double(torch, *values):
    return leaf(torch, *values, dtype=torch.float64)


def wrong(torch):
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 3 * x * g

    return Wrong.apply


def scene_passes(torch, say):
    check, twice = torch.autograd.gradcheck, torch.autograd.gradgradcheck
    x, y = double(torch, 0.5, 1.5), double(torch, 2.0, -1.0)
    for f, inputs in (
        (torch.sin, x), (torch.sin, (x,)), (torch.sin, [x]), (lambda a, b: a * b, (x, y)),
        (lambda a, b: (a * b, a + b), (x, y)), (lambda a, b: a @ b, (x, y)), (lambda a, k: a * k, (x, 3)),
        (lambda a, b: a * b, (x, y.detach())), (lambda a: a.sum(), double(torch)),
        (lambda a: (a * 2, a.detach()), (x,)),
    ):  # fmt: skip
        tried(say, lambda: check(f, inputs))
        if f(*(inputs if isinstance(inputs, (tuple, list)) else (inputs,))) is not None and inputs is not x:
            tried(say, lambda: twice(f, inputs))
    tried(say, lambda: twice(lambda a: a**3, x, double(torch, 1.0, 2.0)))
    tried(say, lambda: check(lambda a: a * 2, torch.tensor(3.0, dtype=torch.float64, requires_grad=True)))
    say(x, x.grad, x._version)


def scene_fails(torch, say):
    check, twice = torch.autograd.gradcheck, torch.autograd.gradgradcheck
    x = double(torch, 1.0, 2.0)
    whole(say, lambda: check(wrong(torch), (x,)))
    say(check(wrong(torch), (x,), raise_exception=False))
    whole(say, lambda: check(lambda a, b: (a + b, wrong(torch)(b)), (x, double(torch, 3.0))))
    whole(say, lambda: check(wrong(torch), x, atol=10.0))
    tried(say, lambda: twice(wrong(torch), (x,)))
    tried(say, lambda: check(torch.sin, (x.detach(),)))
    tried(say, lambda: check(torch.sin, (torch.ones(1, dtype=torch.float64, requires_grad=True).expand(3),)))
    tried(say, lambda: check(lambda a: a.detach() * 2, x))
    tried(say, lambda: check(lambda a: torch.ones(2, dtype=torch.float64), x))
    tried(say, lambda: check(lambda a: a[a > 1.0000001], double(torch, 1.0000005, 2.0)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tried(say, lambda: check(torch.sin, (leaf(torch, 0.5),)))
        tried(say, lambda: check(torch.sin, (leaf(torch, 0.5),), raise_exception=False))
        tried(say, lambda: check(lambda a: a * 2, (leaf(torch, 0.5),), eps=1e-2, atol=1e-2))
    say({str(w.message) for w in caught}, {w.category.__name__ for w in caught})


def scene_unfair_backwards(torch, say):
    check = torch.autograd.gradcheck
    x = double(torch, 1.0, 2.0)

    def function(backward):
        class Some(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

        Some.backward = staticmethod(backward)
        return Some.apply

    count = [0]

    def drifting(ctx, g):
        count[0] += 1
        return g * (2 + count[0] * 1e-9)

    def strict(ctx, g):
        ctx.set_materialize_grads(False)
        if g is None or not g.any():
            raise RuntimeError("no gradient")
        return g * 2

    tried(say, lambda: check(function(drifting), x))
    tried(say, lambda: check(function(drifting), x, nondet_tol=1e-3))
    tried(say, lambda: check(function(lambda ctx, g: g * 0 + 2), x))
    tried(say, lambda: check(function(lambda ctx, g: torch.full_like(g, 2.0)), double(torch, 1.0)))
    tried(say, lambda: check(function(strict), x))


def scene_error_class(torch, say):
    from importlib import import_module

    module = import_module(torch.__name__ + ".autograd.gradcheck")
    say(module.GradcheckError.__mro__[1].__name__)
    try:
        torch.autograd.gradcheck(wrong(torch), double(torch, 1.0))
    except module.GradcheckError as error:
        say(str(error).split("\n")[0])


def scene_anomaly(torch, say):
    def run(f, *values, on=True, **settings):
        x = leaf(torch, *values)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with torch.autograd.set_detect_anomaly(on, **settings):
                tried(say, lambda: f(x).sum().backward())
        for warning in caught:
            if warning.category is UserWarning:
                say(str(warning.message).split("\n")[0])
        say(x.grad)

    run(lambda x: x.sqrt() * 0, 0.0)
    run(lambda x: x.sqrt() * 0, 0.0, on=False)
    run(lambda x: x.sqrt() * 0, 0.0, check_nan=False)
    run(lambda x: x / x, 0.0)
    run(lambda x: torch.where(x > 0, x.log(), torch.zeros(1)) * 0, 0.0, 1.0)
    run(lambda x: (x * 2).exp_().mul_(3), 1.0)

    def overwritten(x):
        y = x.exp()
        z = y * y
        y.add_(1)
        return z

    run(overwritten, 1.0)
    run(overwritten, 1.0, on=False)


def scene_anomaly_modes(torch, say):
    say(torch.is_anomaly_enabled())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with torch.autograd.detect_anomaly():
            say(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
            with torch.autograd.set_detect_anomaly(False):
                say(torch.is_anomaly_enabled())
            say(torch.is_anomaly_enabled())
        say(torch.is_anomaly_enabled())
        torch.autograd.set_detect_anomaly(True)
        say(torch.is_anomaly_enabled())
        torch.autograd.set_detect_anomaly(False)
    say([str(w.message) for w in caught])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y = leaf(torch, 0.0).sqrt() * 0
        with torch.autograd.detect_anomaly():
            tried(say, y.backward)
    say([str(w.message).split(" (Triggered")[0] for w in caught if w.category is UserWarning][1:])


def scene_anomaly_in_a_function(torch, say):
    class Bad(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * y

        @staticmethod
        def backward(ctx, g):
            return g, g * float("nan")

    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            raise ValueError("mine")

    x, y = leaf(torch, 1.0), leaf(torch, 2.0)
    for f in (lambda: Bad.apply(x, y), lambda: Bad.apply(x.detach(), y), lambda: Fails.apply(x)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with torch.autograd.detect_anomaly():
                tried(say, lambda: f().backward())
        say([str(w.message).split("\n")[0] for w in caught])
        say("scenes_gradcheck.py" in str(caught[-1].message), "f()" in str(caught[-1].message))


def scene_anomaly_twice(torch, say):
    x = leaf(torch, 0.0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with torch.autograd.set_detect_anomaly(True):
            (g,) = torch.autograd.grad((x**1.5).sum(), x, create_graph=True)
            tried(say, lambda: torch.autograd.grad(g.sum() * 0, x))
    say([str(w.message).strip().split("\n")[0] for w in caught if w.category is UserWarning])
