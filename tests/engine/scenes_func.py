"""Scenes for `func`: each prints the same under PyTorch and under minigrad."""

from importlib import import_module

from .scenes import leaf, tried


def func_of(torch):
    return import_module(torch.__name__ + ".func")


def scene_grad(torch, say):
    grad, both = func_of(torch).grad, func_of(torch).grad_and_value
    x, s = torch.tensor([1.0, 2.0]), torch.tensor(2.0)
    f = lambda v, w: (v * w).sum()  # noqa: E731
    say(grad(torch.sin)(s), grad(grad(torch.sin))(s), grad(grad(grad(lambda t: t**4)))(s), both(lambda t: t**3)(s))
    for argnums in (0, 1, -1, (0, 1), (1,), 2, -3, "a", (0, 0), (), (0, 5), [0]):
        tried(say, lambda: grad(f, argnums=argnums)(x, x * 3))
    tried(say, lambda: grad(f)(x, w=x * 5))
    for g in (lambda v: v * 2, lambda v: 3.0, lambda v: (v.sum(), v), lambda v: None, lambda v: v.sum().reshape(1)):
        tried(say, lambda: grad(g)(x))
        tried(say, lambda: both(g, has_aux=True)(x))
    say(grad(lambda v: (v.sum(), {"a": v * 2}), has_aux=True)(x), both(lambda v: (v.sum(), [v * 3]), has_aux=True)(x))
    say(grad(lambda d: (d["a"] * d["b"][0]).sum())({"a": x, "b": [x * 3, x]}))
    say(grad(lambda v: torch.ones(()))(x), x.requires_grad, x.grad)
    tried(say, lambda: grad(lambda v: v.sum())(3.0))
    tried(say, lambda: grad(lambda v: v.sum())(torch.tensor([1, 2])))


def scene_levels(torch, say):
    grad = func_of(torch).grad
    x, w = torch.tensor([1.0, 2.0]), leaf(torch, 1.0, 2.0)
    g = grad(lambda v: (v**3).sum())(w)
    say(g.requires_grad, torch.autograd.grad(g.sum(), w))
    g = grad(lambda v: (v * v * w).sum())(x)
    say(g.requires_grad, torch.autograd.grad(g.sum(), w))
    with torch.no_grad():
        say(grad(lambda v: (v**3).sum())(w))
    say(w.grad, grad(lambda v: (grad(lambda u: (u * u * v).sum())(x) * v).sum())(x))
    say(grad(lambda v: (grad(lambda u: (u**3).sum())(v) * v).sum())(x))
    say(grad(lambda v: (v.detach() * v).sum())(x))


def scene_products(torch, say):
    F = func_of(torch)
    x, s = torch.tensor([1.0, 2.0]), torch.tensor(2.0)
    value, pull = F.vjp(lambda v: v * v, x)
    say(value, pull(x), pull(torch.ones(2)))
    tried(say, lambda: pull(s))
    value, pull = F.vjp(lambda a, b: (a * b, a.sum()), x, x * 3)
    say(value, pull((x, s)))
    tried(say, lambda: F.vjp(lambda v: v * 2, x, has_aux=True))
    value, pull, aux = F.vjp(lambda v: (v * 2, v), x, has_aux=True)
    say(value, pull(x), aux)
    value, pull = F.vjp(lambda d: {"out": d["a"] * 2}, {"a": x})
    say(value, pull({"out": x}))
    say(F.jvp(lambda v: v * v, (x,), (x,)), F.jvp(lambda v, w: (v * w, v), (x, x), (x, x * 0)))
    say(F.jvp(lambda v: (v * v, v), (x,), (x,), has_aux=True))
    tried(say, lambda: F.jvp(lambda v: v * v, x, x))
    tried(say, lambda: F.jvp(lambda v: v * v, (x,), (s,)))
    say(F.grad(lambda v: F.jvp(lambda u: u**3, (v,), (torch.ones(2),))[1].sum())(x))
    say(F.grad(lambda v: F.vjp(lambda u: u**3, v)[1](torch.ones(2))[0].sum())(x))


def scene_jacobians(torch, say):
    F = func_of(torch)
    x = torch.tensor([1.0, 2.0])
    m = torch.arange(6.0).reshape(3, 2)
    for jac in (F.jacrev, F.jacfwd):
        say(jac(lambda v: v * v)(x), jac(lambda v: m @ v)(x), jac(lambda v: v.sum())(x))
        say(jac(torch.sin)(torch.tensor(0.0)))
        say(jac(lambda v, w: v * w.sum(), argnums=(0, 1))(x, x), jac(lambda v, w: v * w, argnums=1)(x, x * 3))
        say(jac(lambda v: (v * v, v.sum()))(x), jac(lambda v: {"a": v * v})(x))
        say(jac(lambda v: (v * v, v), has_aux=True)(x))
        say(jac(lambda v: torch.ones(2))(x), jac(jac(lambda v: v**3))(x))
    say(F.hessian(lambda v: (v**3).sum())(x), F.hessian(lambda v, w: (v * w**2).sum(), argnums=(0, 1))(x, x))
    say(F.hessian(lambda v: v**3)(x).shape, F.jacrev(lambda d: d["a"] * d["b"])({"a": x, "b": x}))
    say(F.jacrev(lambda v: v * v)(leaf(torch, 1.0, 2.0)).requires_grad, F.jacrev(F.grad(lambda v: (v**4).sum()))(x))


def scene_vmap(torch, say):
    F = func_of(torch)
    vmap = F.vmap
    x, s, m = torch.tensor([1.0, 2.0]), torch.tensor(2.0), torch.arange(6.0).reshape(2, 3)
    say(vmap(torch.dot)(m, m), vmap(lambda a: a * 2, in_dims=1, out_dims=1)(m), vmap(lambda a: a.sum(), in_dims=-1)(m))
    say(vmap(lambda a, b: a * b, in_dims=(0, None))(x, s), vmap(lambda a: (a, a * 2))(x))
    say(vmap(lambda d: d["a"])({"a": x}))
    say(vmap(vmap(lambda a: a + 1))(m), vmap(lambda a, b: a * b)(x, x), vmap(lambda a: torch.ones(2))(x))
    say(vmap(F.grad(lambda t: t**3))(x), vmap(F.grad(lambda w, v: (w * v).sum()), in_dims=(None, 0))(m[0], m))
    say(F.grad(lambda v: vmap(lambda a: a**2)(v).sum())(x), F.jacrev(vmap(torch.exp))(x))
    tried(say, lambda: vmap(lambda a, b: a * b)(x, torch.ones(3)))
    tried(say, lambda: vmap(lambda a, b: a * b)(x, 3))
    tried(say, lambda: vmap(lambda a: 3)(x))
    tried(say, lambda: vmap(lambda a: a)(s))
    tried(say, lambda: vmap(lambda a: a)())
    tried(say, lambda: vmap(lambda a: a, in_dims=3)(x))
    tried(say, lambda: vmap(lambda a: a, in_dims=None)(x))


def scene_modules(torch, say):
    F, nn = func_of(torch), torch.nn
    m = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    weights = {name: torch.ones_like(p) * 0.1 for name, p in m.named_parameters()}
    x, y = torch.tensor([[1.0, 2.0], [0.5, -1.0]]), torch.tensor([[1.0], [0.0]])
    say(F.functional_call(m, weights, (x,)), F.functional_call(m, weights, x))
    loss = lambda p, x, y: ((F.functional_call(m, p, (x,)) - y) ** 2).mean()  # noqa: E731
    say(F.grad(loss)(weights, x, y))
    say(F.vmap(F.grad(loss), in_dims=(None, 0, 0))(weights, x, y)["0.bias"])
    say([p.grad for p in m.parameters()], F.functional_call(m, [weights, {}], x, {}).shape)
    tried(say, lambda: F.functional_call(m, {"9.weight": x}, (x,)))
    tried(say, lambda: F.functional_call(m, {"0.weight": weights["0.weight"]}, (x,), strict=True))
    before = m[0].weight
    say(m[0].weight is before)
