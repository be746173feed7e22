"""More scenes for Functions, hooks and tools, as programs of a course have them."""

import warnings
from importlib import import_module

from .scenes import leaf, tried


def scene_straight_through(torch, say):
    class Round(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.round()

        @staticmethod
        def backward(ctx, g):
            return g

    x = leaf(torch, 0.4, 1.6, -2.5)
    y = Round.apply(x * 2)
    (y**2).sum().backward()
    say(y, x.grad)


def scene_clipped_relu(torch, say):
    class Clip(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, low, high):
            ctx.save_for_backward(x)
            ctx.bounds = low, high
            return x.clamp(low, high)

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            low, high = ctx.bounds
            inside = (x > low) & (x < high)
            return g * inside, None, None

    x = torch.linspace(-2, 2, 6, requires_grad=True)
    Clip.apply(x, -1.0, 1.0).pow(2).sum().backward()
    say(x.grad)
    double = torch.linspace(-2, 2, 6, dtype=torch.float64, requires_grad=True)
    say(torch.autograd.gradcheck(lambda t: Clip.apply(t, -1.0, 1.0), (double,)))


def scene_linear_layer(torch, say):
    class Linear(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, w, b=None):
            ctx.save_for_backward(x, w, b)
            out = x.mm(w.t())
            if b is not None:
                out += b.unsqueeze(0).expand_as(out)
            return out

        @staticmethod
        def backward(ctx, g):
            x, w, b = ctx.saved_tensors
            gx = gw = gb = None
            if ctx.needs_input_grad[0]:
                gx = g.mm(w)
            if ctx.needs_input_grad[1]:
                gw = g.t().mm(x)
            if b is not None and ctx.needs_input_grad[2]:
                gb = g.sum(0)
            return gx, gw, gb

    x = torch.arange(6.0).reshape(3, 2).requires_grad_()
    w = torch.tensor([[1.0, -1.0], [0.5, 2.0]], requires_grad=True)
    b = leaf(torch, 0.1, 0.2)
    out = Linear.apply(x, w, b)
    say(out)
    out.pow(2).mean().backward()
    say(x.grad, w.grad, b.grad)
    Linear.apply(x.detach(), w).sum().backward()
    say(w.grad)
    args = tuple(t.detach().double().requires_grad_() for t in (x, w, b))
    say(torch.autograd.gradcheck(Linear.apply, args), torch.autograd.gradgradcheck(Linear.apply, args))


def scene_reverse_gradient(torch, say):
    class Reverse(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, alpha):
            ctx.alpha = alpha
            return x.view_as(x)

        @staticmethod
        def backward(ctx, g):
            return g.neg() * ctx.alpha, None

    x = leaf(torch, 1.0, 2.0)
    y = Reverse.apply(x * 1, 0.5)
    (y * y).sum().backward()
    say(y, x.grad)
    tried(say, lambda: Reverse.apply(x * 1, 0.5).mul_(2))


def scene_numpy_inside(torch, say):
    class Sine(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            import numpy

            array = x.detach().numpy()
            ctx.slope = torch.from_numpy(numpy.cos(array))
            return torch.from_numpy(numpy.sin(array))

        @staticmethod
        def backward(ctx, g):
            return g * ctx.slope

    x = leaf(torch, 0.5, 1.0)
    y = Sine.apply(x)
    y.sum().backward()
    say(y, x.grad)


def scene_tensors_in_a_context(torch, say):
    class Keep(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, index):
            ctx.index, ctx.shape, ctx.count, ctx.out, ctx.saved = index, x.shape, 3, None, "kept"
            ctx.op, ctx.source, ctx.edges, ctx.seq, ctx.hooks, ctx.name_ = 1, 2, 3, 4, 5, 6
            return x[index]

        @staticmethod
        def backward(ctx, g):
            out = torch.zeros(ctx.shape)
            out[ctx.index] = g
            say(ctx.count, ctx.saved, ctx.op, ctx.edges, ctx.seq)
            return out, None

    x = leaf(torch, 1.0, 2.0, 3.0)
    y = Keep.apply(x, 1)
    (y * 2).backward()
    say(y.grad_fn.index, y.grad_fn.shape, x.grad)
    tried(say, lambda: y.grad_fn.never_set)


def scene_hooks_that_watch(torch, say):
    x = leaf(torch, 1.0, 2.0)
    norms = {}

    def watch(name):
        def hook(g):
            norms[name] = round(g.norm().item(), 4)

        return hook

    a = x * 3
    b = a.tanh()
    c = (b**2).sum()
    for name, t in (("a", a), ("b", b), ("c", c), ("x", x)):
        t.register_hook(watch(name))
    c.backward()
    say(norms)


def scene_hook_clips(torch, say):
    x = leaf(torch, 1.0, 2.0)
    x.register_hook(lambda g: g.clamp(-1, 1))
    (x * torch.tensor([10.0, 0.5])).sum().backward()
    say(x.grad)
    x.grad = None
    (x * torch.tensor([10.0, 0.5])).sum().backward()
    (x * torch.tensor([-10.0, 0.5])).sum().backward()
    say(x.grad)


def scene_hooks_without_grad(torch, say):
    x = leaf(torch, 1.0)
    y = x * 2
    y.register_hook(lambda g: say("y", g))
    with torch.no_grad():
        z = y * 3
    tried(say, z.backward)
    tried(say, lambda: y.detach().register_hook(print))
    x.requires_grad_(False)
    tried(say, lambda: x.register_hook(print))


def scene_checkpointed_network(torch, say):
    checkpoint = import_module(torch.__name__ + ".utils.checkpoint").checkpoint
    w = [torch.full((3, 3), 0.1 * (i + 1), requires_grad=True) for i in range(3)]
    x = torch.ones(2, 3)

    def block(h, i):
        return torch.tanh(h @ w[i])

    found = []
    for kind in (None, False, True):
        for t in w:
            t.grad = None
        h = x.clone().requires_grad_()
        start = h
        for i in range(3):
            h = block(h, i) if kind is None else checkpoint(block, h, i, use_reentrant=kind)
        h.pow(2).mean().backward()
        found.append([start.grad.tolist()] + [t.grad.tolist() for t in w])
    say(found[0] == found[1] == found[2], found[0])


def scene_anomaly_in_training(torch, say):
    x = leaf(torch, 1.0, 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with torch.autograd.detect_anomaly():
            tried(say, lambda: (x / x.sum(0, keepdim=True) * 0).log().mul(0).sum().backward())
            tried(say, lambda: (x * 2).sum().backward())
            tried(say, lambda: x.norm().pow(0.5).backward())
            tried(say, lambda: (x * 0).norm().backward())
            tried(say, lambda: torch.autograd.grad((x - 1).sqrt().sum(), x))
        say(x.grad)


def scene_second_order_through_hooks(torch, say):
    x = leaf(torch, 2.0)
    y = x**3
    y.register_hook(lambda g: g * x.detach())
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    (h,) = torch.autograd.grad(g, x)
    say(g, h)


def scene_accumulated_jacobian(torch, say):
    F = torch.autograd.functional
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    say(F.jacobian(lambda m: m.softmax(1), x).shape, F.jacobian(lambda m: m.softmax(1), x)[0, :, 0])
    say(F.jacobian(lambda m: m @ m, x))
    say(F.hessian(lambda m: (m @ m).trace(), x))
    say(F.hvp(lambda m: (m**3).sum(), x, torch.ones(2, 2))[1], F.vhp(lambda m: (m**3).sum(), x, torch.ones(2, 2))[1])
    say(F.jacobian(lambda a: a.double() * 2, torch.tensor([1.0, 2.0])))


def scene_inputs_and_graphs(torch, say):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)
    y = x * w
    z = y * y
    z.backward(inputs=[y, x], retain_graph=True)
    say(y.grad, x.grad, w.grad)
    z.backward(inputs=(w,))
    say(y.grad, x.grad, w.grad)
    tried(say, lambda: z.backward(inputs=[x]))
    tried(say, lambda: torch.autograd.grad(x * w, x, grad_outputs=torch.ones(2)))
    tried(say, lambda: torch.autograd.grad([x * w, x + w], [x], grad_outputs=[torch.ones(1)]))
    say(torch.autograd.grad([x * w, x + w], [x, w], [torch.tensor([2.0]), None]))
    tried(say, lambda: torch.autograd.backward([x * w, x + w], [torch.ones(1)]))


def scene_traced_function(torch, say):
    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, k, label):
            ctx.k = k
            return x * k

        @staticmethod
        def backward(ctx, g):
            return g * ctx.k, None, None

    traced = torch.jit.trace(lambda x: Scale.apply(x, 3, "text") + 1, torch.ones(2))
    say(traced(torch.tensor([1.0, 5.0])))


def scene_variable(torch, say):
    Variable = torch.autograd.Variable
    x = Variable(torch.ones(2), requires_grad=True)
    (x * x).sum().backward()
    say(x, x.grad, isinstance(x, Variable), isinstance(3, Variable), Variable(torch.ones(1)).requires_grad)
