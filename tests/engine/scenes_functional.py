"""Scenes for autograd.functional: each prints the same under PyTorch and under minigrad."""

from .scenes import tried


def vectors(torch):
    return torch.tensor([1.0, 2.0]), torch.tensor([[1.0, -1.0], [0.5, 2.0]])


def scene_jacobian(torch, say):
    F = torch.autograd.functional
    x, m = vectors(torch)
    say(F.jacobian(lambda v: v * v, x))
    say(F.jacobian(lambda v: v.sum(), x))
    say(F.jacobian(lambda v: (v.sum(), v * 3), x))
    say(F.jacobian(lambda v, w: v * w.sum(), (x, m)))
    say(F.jacobian(lambda v, w: (v * w.sum(), w), (x, m)))
    say(F.jacobian(lambda v: m @ v, x).shape, F.jacobian(lambda w: w.exp(), m))
    say(F.jacobian(lambda v: torch.ones(2), x))
    say(F.jacobian(lambda v, w: v, (x, m)))
    say(F.jacobian(lambda v: v * v, torch.tensor(3.0)))
    say(F.jacobian(lambda v: v * v, x, vectorize=True))
    say(F.jacobian(lambda v: v * v, x, vectorize=True, strategy="forward-mode"))
    tracked = x.clone().requires_grad_()
    j = F.jacobian(lambda v: v**3, tracked)
    say(j, j.requires_grad)
    j = F.jacobian(lambda v: v**3, tracked, create_graph=True)
    say(j.requires_grad, torch.autograd.grad(j.sum(), tracked))
    j = F.jacobian(lambda v: v**3, x, create_graph=True)
    say(j.requires_grad)
    with torch.no_grad():
        say(F.jacobian(lambda v: v**3, x))


def scene_hessian(torch, say):
    F = torch.autograd.functional
    x, m = vectors(torch)
    say(F.hessian(lambda v: (v**3).sum(), x))
    say(F.hessian(lambda v: (v**3).sum().reshape(1), x))
    say(F.hessian(lambda v, w: (v * w.sum(0) ** 2).sum(), (x, m)))
    say(F.hessian(lambda v: (v**3).sum(), x, create_graph=True).requires_grad)
    say(F.hessian(lambda v: v.sum(), x))
    say(F.hessian(lambda v: (v**3).sum(), x, vectorize=True), F.hessian(lambda v: v**3, torch.tensor(2.0)))
    tried(say, lambda: F.hessian(lambda v: v**3, x))
    tried(say, lambda: F.hessian(lambda v: (v.sum(),), x))
    tried(say, lambda: F.hessian(lambda v: 3, x))
    tried(say, lambda: F.hessian(lambda v: v.sum(), x, strict=True))
    tried(say, lambda: F.hessian(lambda v: (v**2).sum(), x, strict=True))


def scene_products(torch, say):
    F = torch.autograd.functional
    x, m = vectors(torch)
    f = lambda v: v**3  # noqa: E731
    s = lambda v: (v**3).sum()  # noqa: E731
    say(F.vjp(f, x, torch.ones(2)), F.vjp(s, x), F.jvp(f, x, torch.ones(2)), F.jvp(f, torch.tensor(2.0)))
    say(F.vhp(s, x, torch.ones(2)), F.hvp(s, x, torch.ones(2)), F.hvp(lambda v: v**3, torch.tensor([2.0])))
    two = lambda v, w: (v * w).sum()  # noqa: E731
    vs = (torch.ones(2), torch.ones(2, 2))
    say(F.vjp(two, (x, m)), F.jvp(two, (x, m), vs), F.vhp(two, (x, m), vs), F.hvp(two, (x, m), vs))
    several = lambda v: (v * 2, v.sum())  # noqa: E731
    say(F.vjp(several, x, (torch.ones(2), torch.tensor(3.0))), F.jvp(several, x, torch.ones(2)))
    for name, g in (("vjp", f), ("jvp", f), ("vhp", s), ("hvp", s)):
        call = getattr(F, name)
        tried(say, lambda: call(g, x, torch.ones(3)))
        tried(say, lambda: call(g, x, (torch.ones(2), torch.ones(2))))
        tried(say, lambda: call(g, x))
        tried(say, lambda: call(g, 3))
        tried(say, lambda: call(g, (x, 3)))
        tried(say, lambda: call(lambda v: 3, x, torch.ones(2)))
        tried(say, lambda: call(g, x, 3))
        tried(say, lambda: call(lambda v, w: (v * w).sum(), (x, x), torch.ones(2)))
        tried(say, lambda: call(lambda v, w: (v * w).sum(), (x, x), (torch.ones(2), torch.ones(3))))
        for create in (True, False):
            out, found = call(g, x.clone().requires_grad_(), torch.ones(2), create_graph=create)
            say(out.requires_grad, found.requires_grad)


def scene_strict(torch, say):
    F = torch.autograd.functional
    x, m = vectors(torch)
    constant, linear = (lambda v: torch.ones(2)), (lambda v: v * 2)
    ones = torch.ones(2)
    for call in (F.jacobian, lambda f, i, **k: F.vjp(f, i, ones, **k), lambda f, i, **k: F.jvp(f, i, ones, **k)):
        for create in (False, True):
            tried(say, lambda: call(constant, x, strict=True, create_graph=create))
            tried(say, lambda: call(linear, x, strict=True, create_graph=create))
            tried(say, lambda: call(lambda v: v**3, x, strict=True, create_graph=create))
    tried(say, lambda: F.jacobian(lambda v, w: v, (x, x), strict=True))
    tried(say, lambda: F.vjp(lambda v, w: v, (x, x), torch.ones(2), strict=True))
    tried(say, lambda: F.jvp(lambda v, w: v, (x, x), (torch.ones(2), torch.ones(2)), strict=True))
    for call in (F.vhp, F.hvp):
        for f in (lambda v: torch.ones(1), lambda v: v.sum(), lambda v: (v**3).sum()):
            for create in (False, True):
                tried(say, lambda: call(f, x, torch.ones(2), strict=True, create_graph=create))
    tried(say, lambda: F.jacobian(linear, x, vectorize=True, strict=True))
    tried(say, lambda: F.jacobian(linear, x, strategy="sideways"))
    tried(say, lambda: F.jacobian(linear, x, strategy="forward-mode"))
    tried(say, lambda: F.jacobian(linear, x, strategy="forward-mode", create_graph=True))


def scene_not_tensors(torch, say):
    F = torch.autograd.functional
    x, m = vectors(torch)
    tried(say, lambda: F.jacobian(lambda v: v, 3.0))
    tried(say, lambda: F.jacobian(lambda v: v, [x]))
    tried(say, lambda: F.jacobian(lambda v, w: v, (x, "text")))
    tried(say, lambda: F.jacobian(lambda v: [v], x))
    tried(say, lambda: F.jacobian(lambda v: (v, 2), x))
    tried(say, lambda: F.jacobian(lambda v: None, x))
