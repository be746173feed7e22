"""Scenes for what people ask of a pass, and for modes: each prints the same under PyTorch and under minigrad."""

from .scenes import leaf, tried


def scene_wrong_gradients(torch, say):
    x = leaf(torch, 1.0, 2.0)
    for seed in (1.0, [1.0, 1.0], "a", (torch.ones(2),), torch.ones(3)):
        tried(say, lambda seed=seed: (x * 2).backward(seed))
        tried(say, lambda seed=seed: torch.autograd.grad(x * 2, x, seed))
    for outputs in (3, x.sum() * 2):
        tried(say, lambda outputs=outputs: torch.autograd.backward(outputs))
        tried(say, lambda outputs=outputs: torch.autograd.grad(outputs, x))
    tried(say, lambda: torch.autograd.grad(x.sum(), 3))
    tried(say, lambda: x.sum().backward(inputs=3))


def scene_a_node_is_called(torch, say):
    x = leaf(torch, 1.0, 2.0)
    for y in (x * 3, x * x, x.exp().detach() * x, x**2, x.sum(), x @ x, torch.cat([x, x]), -x, x.view(2, 1)):
        found = y.grad_fn(torch.ones_like(y))
        say([None if g is None else g.detach() for g in (found if isinstance(found, tuple) else [found])])
    say((x * 2).grad_fn.next_functions[0][0](torch.ones(2)), x.grad)


def scene_generators(torch, say):
    layer = torch.nn.Linear(2, 1)
    say([g.shape for g in torch.autograd.grad(layer(torch.ones(2)).sum(), layer.parameters())])
    x = leaf(torch, 1.0, 2.0)
    say(torch.autograd.grad((f(x).sum() for f in (torch.exp, torch.sin)), x))


def scene_assigned_gradients(torch, say):
    x = leaf(torch, 1.0, 2.0)
    tried(say, lambda: setattr(x, "grad", x))
    for name in ("float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool"):
        tried(say, lambda name=name: setattr(x, "grad", torch.ones(2, dtype=getattr(torch, name))))
    say(x.grad)


def scene_switches(torch, say):
    tried(say, lambda: repr(torch.set_grad_enabled(False)))
    tried(say, lambda: repr(torch.set_grad_enabled(mode=True)))
    tried(say, lambda: torch.set_grad_enabled("a"))
    say(torch.is_grad_enabled())
    with torch.inference_mode(mode=False):
        say(torch.is_inference_mode_enabled())


def scene_negative_sizes(torch, say):
    for name in ("zeros", "ones", "empty", "rand", "randn"):
        make = getattr(torch, name)
        for size in ((-1,), (2, -3), ((2, -3),)):
            tried(say, lambda make=make, size=size: make(*size))
    tried(say, lambda: torch.full((-1,), 2))
    tried(say, lambda: torch.randint(0, 5, (2, -2)))
    for name in ("new_zeros", "new_ones", "new_empty"):
        tried(say, lambda name=name: getattr(torch.ones(1), name)(-1))
    tried(say, lambda: torch.ones(1).new_full((-1,), 2))
    tried(say, lambda: torch.device("cuda:x"))


def scene_activations_in_place(torch, say):
    x = leaf(torch, -1.0, 2.0)
    for name in ("relu", "elu", "selu", "celu", "leaky_relu", "relu6", "hardtanh", "silu", "mish", "threshold"):
        y = x * 1
        call = getattr(torch.nn.functional, name)
        call(y, *((0.1, 3.0) if name == "threshold" else ()), inplace=True)
        say(name, y, y.grad_fn.name(), y.grad_fn.next_functions[0][0].name(), y._version)
        x.grad = None
        y.sum().backward()
        say(x.grad)
    y = (x * 1)[:1]
    torch.nn.functional.elu_(y)
    say(y.grad_fn.name())


def scene_generators_of_numbers(torch, say):
    say(torch.manual_seed(2) is torch.default_generator, torch.default_generator.initial_seed())
    with torch.random.fork_rng():
        torch.manual_seed(9)
    say(torch.initial_seed())


def scene_detached_in_place(torch, say):
    x = leaf(torch, -1.0, 2.0)
    y = x * 2
    say(y.detach_() is y, y.is_leaf, y.requires_grad, y.grad_fn, y._version)
    say(x.detach_().requires_grad)
    tried(say, lambda: (leaf(torch, 1.0) * 2).view(1).detach_())
    say(torch.ones(1).detach_())


def scene_named_arguments(torch, say):
    class Scaled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, k=2, y=None):
            say(ctx.needs_input_grad)
            return x * k

        @staticmethod
        def backward(ctx, g):
            return g * 2, None

    class Split(torch.autograd.Function):
        @staticmethod
        def forward(x, k=2, y=None):
            return x * k

        @staticmethod
        def setup_context(ctx, inputs, output):
            say(len(inputs), ctx.needs_input_grad)

        @staticmethod
        def backward(ctx, g):
            return g * 2, None, None

    x = leaf(torch, 1.0, 2.0)
    for kind in (Scaled, Split):
        tried(say, lambda kind=kind: kind.apply(x, k=3).sum().backward())
        tried(say, lambda kind=kind: kind.apply(k=3, x=x).sum().backward())
        tried(say, lambda kind=kind: kind.apply(x, 3, y=x).sum().backward())
        tried(say, lambda kind=kind: kind.apply(x, z=3))
        tried(say, lambda kind=kind: kind.apply(x))
        say(x.grad)
    for named in ({"y": 4}, {"x": 3}):
        tried(say, lambda named=named: Scaled.apply(x, **named))
    tried(say, lambda: Scaled.apply(k=3))
    tried(say, lambda: setattr(x, "data", 3))


def scene_drawn_in_place(torch, say):
    for name, given in (("uniform_", (1, 0)), ("normal_", (0, -1)), ("exponential_", (-1,)), ("bernoulli_", (2,)),
                        ("random_", (5, 2))):
        draw = getattr(torch.Tensor, name)
        tried(say, lambda draw=draw, given=given: draw(torch.empty(2), *given))
        tried(say, lambda draw=draw: draw(leaf(torch, 1.0)))
        x = torch.zeros(2000)
        say(draw(x) is x, x.dtype, x._version, x.requires_grad)
    x = torch.zeros(4000)
    say(round(x.uniform_(2, 4).mean().item()), x.min().item() >= 2, x.max().item() < 4)
    say(round(x.normal_(5, 0.1).mean().item()), round(x.exponential_(0.1).mean().item(), -1))
    say(sorted(set(x.random_(3).tolist())), sorted(set(x.bernoulli_(0.5).tolist())), x.bernoulli_(1.0).sum())
    layer = torch.nn.Linear(2, 2)
    layer.weight.data.uniform_(0, 0)
    with torch.no_grad():
        layer.bias.normal_(1, 0)
    say(layer.weight, layer.bias)
    tried(say, lambda: torch.tensor([1]).uniform_())
    tried(say, lambda: torch.tensor([1]).normal_())
