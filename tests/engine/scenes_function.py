"""Scenes for autograd.Function: each prints the same under PyTorch and under minigrad. `torch` is either of the two."""

import warnings

from .scenes import leaf, tried


def functions(torch):
    """The Functions that the scenes share."""

    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 2 * x * g

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    return Square, Double


def returning(torch, answer, forward=None):
    """A Function whose backward returns what `answer` says."""

    class Some(torch.autograd.Function):
        @staticmethod
        def backward(ctx, *g):
            return answer(*g)

    Some.forward = staticmethod(forward or (lambda ctx, *inputs: inputs[0] * 1))
    return Some


# ---- what a Function's node is


def scene_node(torch, say):
    Square, Double = functions(torch)
    x = leaf(torch, 1.0, 2.0)
    y = Square.apply(x)
    node = y.grad_fn
    say(y, node.name(), type(node).__name__, repr(node).split(" at ")[0])
    say(node.next_functions[0][0].name(), node.next_functions[0][1], len(node.next_functions))
    say(node.saved_tensors, node.saved_tensors[0] is x, node.needs_input_grad)
    say(y.grad_fn is node, y.is_leaf, y.output_nr, y._is_view() if hasattr(y, "_is_view") else False)
    y.sum().backward()
    tried(say, lambda: node.saved_tensors)
    tried(say, lambda: y.sum().backward())


def scene_untracked(torch, say):
    Square, Double = functions(torch)
    say(Square.apply(torch.ones(2)), Square.apply(torch.ones(2)).grad_fn)
    x = leaf(torch, 2.0)
    with torch.no_grad():
        say(Square.apply(x))
    with torch.inference_mode():
        say(Square.apply(x).is_inference())


def scene_inputs_of_all_kinds(torch, say):
    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, k, label=None, *, more=1):
            ctx.k = k
            ctx.label = label
            say(ctx.needs_input_grad)
            return x * k

        @staticmethod
        def backward(ctx, g):
            say(ctx.label, ctx.needs_input_grad)
            return g * ctx.k, None, None

    x = leaf(torch, 1.0, 2.0)
    y = Scale.apply(x, 3, "abc")
    say(y.grad_fn.next_functions[0][1], len(y.grad_fn.next_functions), y.grad_fn.k, y.grad_fn.label)
    y.sum().backward()
    say(x.grad)
    tried(say, lambda: Scale.apply(x, 3, more=2))
    Scale.apply(x, 3).sum().backward()


def scene_list_inputs(torch, say):
    class Sum(torch.autograd.Function):
        @staticmethod
        def forward(ctx, parts):
            say(ctx.needs_input_grad)
            return parts[0] + parts[1]

        @staticmethod
        def backward(ctx, g):
            return None

    x = leaf(torch, 1.0, 2.0)
    say(Sum.apply([x, x]).requires_grad)


def scene_integer_and_bool_inputs(torch, say):
    class Pick(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, index, mask):
            ctx.save_for_backward(index, None, mask)
            say(ctx.needs_input_grad)
            return x[index]

        @staticmethod
        def backward(ctx, g):
            index, none, mask = ctx.saved_tensors
            say(index, none, mask)
            out = torch.zeros(3)
            out[index] = g
            return out, None, None

    x = leaf(torch, 1.0, 2.0, 3.0)
    y = Pick.apply(x, torch.tensor([2, 0]), torch.tensor([True]))
    say([node if node is None else node.name() for node, _ in y.grad_fn.next_functions])
    y.sum().backward()
    say(x.grad)


# ---- grad mode


def scene_modes(torch, say):
    class Probe(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            say("forward", torch.is_grad_enabled(), x.requires_grad)
            with torch.enable_grad():
                y = (x * 2).sum()
                say(y.requires_grad)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            say("backward", torch.is_grad_enabled(), g.requires_grad)
            with torch.enable_grad():
                z = torch.ones(1, requires_grad=True)
                say(torch.autograd.grad((z * 3).sum(), z))
            return g * 2

    x = leaf(torch, 1.0)
    Probe.apply(x).backward()
    say(torch.is_grad_enabled())
    Probe.apply(x).sum().backward(create_graph=True)
    with torch.no_grad():
        y = Probe.apply(x)
    y = Probe.apply(x)
    with torch.no_grad():
        y.backward()
    say(torch.is_grad_enabled(), x.grad)


def scene_inner_graph(torch, say):
    class Inner(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            with torch.enable_grad():
                inner = x.detach().requires_grad_()
                out = inner**3
            ctx.inner, ctx.out = inner, out
            return out.detach()

        @staticmethod
        def backward(ctx, g):
            (h,) = torch.autograd.grad(ctx.out, ctx.inner, g)
            return h

    x = leaf(torch, 1.0, 2.0)
    Inner.apply(x).sum().backward()
    say(x.grad)


# ---- several outputs


def scene_several(torch, say):
    class Both(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a + b, a * b, "text", None

        @staticmethod
        def backward(ctx, *g):
            say([h if h is None else h.tolist() for h in g])
            return g[0] + g[1], g[0]

    a, b = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    out = Both.apply(a, b)
    say(type(out).__name__, out)
    say(out[0].grad_fn is out[1].grad_fn, out[0].output_nr, out[1].output_nr)
    (out[0] * 3).sum().backward()
    say(a.grad, b.grad)
    out = Both.apply(a, b)
    torch.autograd.backward([out[0].sum(), out[1].sum()])
    say(a.grad, b.grad)


def scene_not_materialized(torch, say):
    class Both(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            ctx.set_materialize_grads(False)
            return a + 1, a * 2

        @staticmethod
        def backward(ctx, g, h):
            say(g, h)
            return g if h is None else h * 2 if g is None else g + h * 2

    a = leaf(torch, 1.0)
    Both.apply(a)[0].backward()
    Both.apply(a)[1].backward()
    sum(Both.apply(a)).backward()
    say(a.grad)


def scene_none_from_above(torch, say):
    Square, Double = functions(torch)
    Cut = returning(torch, lambda g: None)

    class Loud(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, g):
            say("got", g)
            return g

    class Quiet(Loud):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 1

    for kind in (Loud, Quiet):
        x = leaf(torch, 1.0, 2.0)
        Cut.apply(kind.apply(x)).sum().backward()
        say(x.grad)
    x = leaf(torch, 1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: say("hook", g))
    Cut.apply(y).sum().backward()
    say(x.grad)
    tried(say, lambda: torch.autograd.grad(Cut.apply(x * 2).sum(), x))
    tried(say, lambda: torch.autograd.grad(Cut.apply(x * 2).sum(), x, allow_unused=True))


def scene_non_differentiable(torch, say):
    class Sorted(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            places = x.argsort()
            floats = x * 0
            ctx.mark_non_differentiable(places, floats)
            ctx.save_for_backward(places)
            return x[places], places, floats

        @staticmethod
        def backward(ctx, g, *others):
            say(others)
            (places,) = ctx.saved_tensors
            out = torch.zeros_like(g)
            out[places] = g
            return out

    x = leaf(torch, 3.0, 1.0, 2.0)
    values, places, floats = Sorted.apply(x)
    say(values, places, floats)
    (values * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    say(x.grad)


def scene_integer_output(torch, say):
    class Count(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, (x > 0).sum()

        @staticmethod
        def backward(ctx, g, h):
            say(g, h)
            return g * 2

    x = leaf(torch, 3.0, 1.0)
    y, n = Count.apply(x)
    say(y, n)
    y.sum().backward()


def scene_outputs_refused(torch, say):
    x = leaf(torch, 1.0)
    for answer in (3, "text", None, [1, 2], 2.5):
        Some = returning(torch, lambda g: g, lambda ctx, x: answer)
        tried(say, lambda: Some.apply(x))
    Some = returning(torch, lambda g: g, lambda ctx, x: [x * 2, x * 3])
    tried(say, lambda: Some.apply(x))
    Some = returning(torch, lambda g: g, lambda ctx, x: (x * 2,))
    tried(say, lambda: Some.apply(x))


# ---- what backward may return


def scene_wrong_answers(torch, say):
    x, y = leaf(torch, 1.0, 2.0), leaf(torch, 3.0, 4.0)
    two = lambda ctx, a, b: a * b  # noqa: E731
    answers = [
        lambda g: (g,),
        lambda g: (g, g, g),
        lambda g: (g, g, None),
        lambda g: (g, None),
        lambda g: (None, None),
        lambda g: g,
        lambda g: (g, 3),
        lambda g: (g, "text"),
        lambda g: [g, g],
        lambda g: None,
        lambda g: (),
        lambda g: (torch.ones(3), g),
        lambda g: (g, torch.ones(3)),
        lambda g: (torch.ones(3, 2), g),
        lambda g: (torch.ones(()), g),
        lambda g: (torch.ones(1), g),
        lambda g: (torch.ones(2, 1), g),
        lambda g: (g.double(), g),
        lambda g: (g.long(), g),
        lambda g: (g > 0, g),
        lambda g: (g.tolist(), g),
    ]
    for answer in answers:
        x.grad = y.grad = None
        Some = returning(torch, answer, two)
        tried(say, lambda: Some.apply(x, y).sum().backward())
        say(x.grad, y.grad)
    Some = returning(torch, lambda g: (g, g), lambda ctx, x, k: x * k)
    tried(say, lambda: Some.apply(x, 3).sum().backward())
    tried(say, lambda: Some.apply(x, torch.ones(2)).sum().backward())
    Some = returning(torch, lambda g: (g,), lambda ctx, x, k: x * k)
    tried(say, lambda: Some.apply(x, 3).sum().backward())


def scene_gradient_dtypes(torch, say):
    for dtype in (torch.float64, torch.float16, torch.float32):
        x = leaf(torch, 1.0, 2.0, dtype=dtype)
        Some = returning(torch, lambda g: g, lambda ctx, x: x.double())
        y = Some.apply(x)
        y.sum().backward()
        say(y.dtype, x.grad)
    x = torch.tensor(2.0, requires_grad=True)
    Some = returning(torch, lambda g: g * torch.ones(2, 3))
    Some.apply(x).backward()
    say(x.grad)


# ---- ways to go wrong


def scene_misuse(torch, say):
    Square, Double = functions(torch)
    x = leaf(torch, 1.0)
    tried(say, lambda: Square()(x))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tried(say, lambda: type(Square()).__name__)
    say([str(w.message)[:90] for w in caught])

    class NoBackward(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    class NoForward(torch.autograd.Function):
        @staticmethod
        def backward(ctx, g):
            return g

    class Both(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g

        vjp = backward

    class Bound(torch.autograd.Function):
        def forward(self, x):
            return x

        def backward(self, g):
            return g

    class Raises(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            raise ValueError("mine")

    tried(say, lambda: NoBackward.apply(x))
    tried(say, lambda: NoBackward.apply(x).sum().backward())
    tried(say, lambda: NoForward.apply(x))
    tried(say, lambda: Both.apply(x).sum().backward())
    tried(say, lambda: Bound.apply(x).sum().backward())
    tried(say, lambda: Raises.apply(x).sum().backward())
    tried(say, lambda: Square.apply())
    tried(say, lambda: Square.apply(x, x))
    tried(say, lambda: Square.apply(3))
    tried(say, lambda: Square.forward(x))


def scene_save_refuses(torch, say):
    x = leaf(torch, 1.0)
    for wrong in (3, [x], "text"):
        Some = returning(torch, lambda g: g, lambda ctx, x: (ctx.save_for_backward(wrong), x * 2)[1])
        tried(say, lambda: Some.apply(x))
    for mark in ("mark_dirty", "mark_non_differentiable"):
        Some = returning(torch, lambda g: g, lambda ctx, x: (getattr(ctx, mark)(3), x * 2)[1])
        tried(say, lambda: Some.apply(x))


def scene_save_twice_and_late(torch, say):
    class Some(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            ctx.save_for_backward(x * 2, x * 3)
            say(len(ctx.saved_tensors))
            return x * 1

        @staticmethod
        def backward(ctx, g):
            say(ctx.saved_tensors)
            tried(say, lambda: ctx.save_for_backward(g))
            return g

    x = leaf(torch, 1.0)
    Some.apply(x).backward()


def scene_saved_intermediate(torch, say):
    class Exp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            inner = x.exp()
            out = inner + 1
            ctx.save_for_backward(inner, out)
            return out

        @staticmethod
        def backward(ctx, g):
            inner, out = ctx.saved_tensors
            say(inner.requires_grad, out.requires_grad, out.grad_fn.name(), ctx.name())
            return g * inner

    x = leaf(torch, 0.5)
    y = Exp.apply(x)
    say(y.grad_fn.saved_tensors[1].grad_fn is y.grad_fn, y.grad_fn.saved_tensors[0].requires_grad)
    y.backward(create_graph=True)
    say(x.grad.requires_grad, x.grad)


# ---- versions


def scene_versions(torch, say):
    Square, Double = functions(torch)
    a = leaf(torch, 1.0, 2.0)
    x = a * 1
    y = Square.apply(x)
    x.add_(1)
    tried(say, lambda: y.sum().backward())
    tried(say, lambda: y.grad_fn.saved_tensors)

    class Exp(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            out = x.exp()
            ctx.save_for_backward(out)
            return out

        @staticmethod
        def backward(ctx, g):
            return ctx.saved_tensors[0] * g

    y = Exp.apply(a)
    y.mul_(2)
    tried(say, lambda: y.sum().backward())
    y = Exp.apply(a)
    y.detach().mul_(2)
    tried(say, lambda: y.sum().backward())
    y = Exp.apply(a)
    z = y * 2
    z.mul_(3)
    tried(say, lambda: z.sum().backward())
    say(a.grad)
    leaf_ = leaf(torch, 1.0)
    y = Square.apply(leaf_)
    with torch.no_grad():
        leaf_.add_(1)
    tried(say, lambda: y.sum().backward())


# ---- mark_dirty


def scene_dirty(torch, say):
    class Add(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.add_(1)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, g):
            say("backward", g)
            return g * 10

    a = leaf(torch, 1.0, 2.0)
    x = a * 2
    y = Add.apply(x)
    say(y is x, x.grad_fn.name(), x._version, y)
    y.sum().backward()
    say(a.grad)
    tried(say, lambda: Add.apply(leaf(torch, 1.0)))
    base = a * 3
    row = base[:1]
    out = Add.apply(row)
    say(out is row, base.grad_fn.name(), row.grad_fn.name(), base)
    base.sum().backward()
    say(a.grad)
    plain = torch.ones(2)
    say(Add.apply(plain) is plain, plain._version, plain)

    class Lost(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.add_(1)
            ctx.mark_dirty(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g

    tried(say, lambda: Lost.apply(a * 1))
    other = returning(torch, lambda g: g, lambda ctx, x: (ctx.mark_dirty(x), x)[1])
    x = a * 1
    y = other.apply(x)
    say(y is x, x._version)


def scene_dirty_buffer(torch, say):
    class Put(torch.autograd.Function):
        @staticmethod
        def forward(ctx, buffer, x):
            buffer.copy_(x * 2)
            ctx.mark_dirty(buffer)
            return buffer

        @staticmethod
        def backward(ctx, g):
            say(ctx.needs_input_grad)
            return None, g * 2

    a = leaf(torch, 1.0, 2.0)
    buffer = torch.zeros(2)
    out = Put.apply(buffer, a)
    say(out is buffer, buffer.requires_grad, buffer.grad_fn.name(), buffer)
    (buffer * 3).sum().backward()
    say(a.grad)


# ---- inputs and views as results


def scene_input_returned(torch, say):
    Same = returning(torch, lambda g: g * 3, lambda ctx, x: x)
    x = leaf(torch, 1.0, 2.0)
    y = Same.apply(x)
    say(y is x, y.grad_fn.name(), y.data_ptr() == x.data_ptr(), y)
    y.sum().backward()
    say(x.grad)
    z = x * 1
    y = Same.apply(z)
    say(y is z, z.grad_fn.name(), y.grad_fn.name())
    tried(say, lambda: Same.apply(x * 1).add_(1))
    say(Same.apply(torch.ones(2)).grad_fn)
    plain = torch.ones(2)
    say(Same.apply(plain) is plain)
    with torch.no_grad():
        say(Same.apply(x) is x, Same.apply(x).requires_grad)


def scene_view_returned(torch, say):
    View = returning(torch, lambda g: g.reshape(4), lambda ctx, x: x.view(2, 2))
    x = leaf(torch, 1.0, 2.0, 3.0, 4.0)
    y = View.apply(x)
    say(y.data_ptr() == x.data_ptr(), y.grad_fn.name(), y)
    (y * y).sum().backward()
    say(x.grad)
    tried(say, lambda: View.apply(x * 1).mul_(2))


def scene_same_output_twice(torch, say):
    def forward(ctx, x):
        y = x * 2
        return y, y

    Twice = returning(torch, lambda g, h: g + h, forward)
    x = leaf(torch, 1.0)
    a, b = Twice.apply(x)
    say(a is b, a.output_nr, b.output_nr)
    tried(say, lambda: (a * 3 + b * 5).sum().backward())
    say(x.grad)


# ---- higher orders


def scene_twice(torch, say):
    Square, Double = functions(torch)
    x = leaf(torch, 1.0, 2.0)
    (g,) = torch.autograd.grad((Square.apply(x) ** 2).sum(), x, create_graph=True)
    say(g, g.requires_grad)
    (h,) = torch.autograd.grad(g.sum(), x, create_graph=True)
    say(h)
    (i,) = torch.autograd.grad(h.sum(), x)
    say(i)


def scene_once(torch, say):
    from_function = torch.autograd.function.once_differentiable

    class Once(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**2

        @staticmethod
        @from_function
        def backward(ctx, g):
            say(torch.is_grad_enabled(), g.requires_grad)
            return g * 2 * ctx.saved_tensors[0]

    x = leaf(torch, 3.0)
    Once.apply(x).backward()
    say(x.grad)
    (g,) = torch.autograd.grad(Once.apply(x), x, create_graph=True)
    say(g.requires_grad)
    tried(say, lambda: torch.autograd.grad(g, x))
    (g,) = torch.autograd.grad(Once.apply(x), x)
    say(g.requires_grad)


def scene_backward_of_a_function(torch, say):
    class Inner(torch.autograd.Function):
        @staticmethod
        def forward(ctx, g, x):
            ctx.save_for_backward(g, x)
            return 3 * x**2 * g

        @staticmethod
        def backward(ctx, gg):
            g, x = ctx.saved_tensors
            return gg * 3 * x**2, gg * 6 * x * g

    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, g):
            return Inner.apply(g, *ctx.saved_tensors)

    x = leaf(torch, 2.0)
    (g,) = torch.autograd.grad(Cube.apply(x), x, create_graph=True)
    say(g, g.grad_fn.name())
    say(torch.autograd.grad(g, x))


# ---- setup_context and vjp


def scene_setup_context(torch, say):
    class Mul(torch.autograd.Function):
        @staticmethod
        def forward(x, y, k):
            say(torch.is_grad_enabled())
            return x * y * k, x + y

        @staticmethod
        def setup_context(ctx, inputs, output):
            say(torch.is_grad_enabled(), type(inputs).__name__, type(output).__name__, len(output))
            x, y, ctx.k = inputs
            ctx.save_for_backward(x, y)

        @staticmethod
        def vjp(ctx, g, h):
            x, y = ctx.saved_tensors
            return g * y * ctx.k + h, g * x * ctx.k + h, None

    x, y = leaf(torch, 2.0), leaf(torch, 5.0)
    a, b = Mul.apply(x, y, 3)
    say(a, b)
    (a + b).backward()
    say(x.grad, y.grad)


def scene_reused_context(torch, say):
    Square, Double = functions(torch)
    x = leaf(torch, 2.0)
    y = Square.apply(x)
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    y.backward()
    say(x.grad)
    tried(say, y.backward)
    y = Double.apply(x)
    y.backward()
    y.backward()
    say(x.grad)


def scene_hooks_on_function(torch, say):
    Square, Double = functions(torch)
    x = leaf(torch, 2.0)
    y = Square.apply(x)
    y.register_hook(lambda g: say("tensor", g))
    y.retain_grad()
    y.grad_fn.register_prehook(lambda g: say("before", g))
    y.grad_fn.register_hook(lambda i, o: say("after", i, o))
    (y * 3).backward()
    say(x.grad, y.grad)


def scene_grad_of_function(torch, say):
    Square, Double = functions(torch)
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)
    y = Square.apply(x * w)
    z = Double.apply(y)
    say(torch.autograd.grad(z, [y, x, w], retain_graph=True))
    say(torch.autograd.grad(z, y, torch.tensor([5.0])))
    z = Double.apply(Square.apply(x * w))
    z.backward(inputs=[w])
    say(x.grad, w.grad)


def scene_subclass(torch, say):
    Square, Double = functions(torch)

    class Quad(Square):
        @staticmethod
        def backward(ctx, g):
            return Square.backward(ctx, g) * 2

    x = leaf(torch, 3.0)
    y = Quad.apply(x)
    say(y)
    y.backward()
    say(x.grad)


def scene_needs_input_grad_under_inputs(torch, say):
    class Mul(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, g):
            say(ctx.needs_input_grad)
            a, b = ctx.saved_tensors
            return g * b, g * a

    a, b = leaf(torch, 2.0), leaf(torch, 3.0)
    say(torch.autograd.grad(Mul.apply(a, b), a))
    Mul.apply(a, b).backward(inputs=[b])
    say(a.grad, b.grad)
    Mul.apply(a.detach(), b).backward()


def scene_deep(torch, say):
    Square, Double = functions(torch)
    x = leaf(torch, 1.0)
    y = x
    for _ in range(2000):
        y = Double.apply(y) / 2
    y.backward()
    say(x.grad)


def scene_zero_dim_and_empty(torch, say):
    Square, Double = functions(torch)
    for shape in ((), (0,), (2, 0)):
        x = torch.full(shape, 3.0, requires_grad=True)
        y = Square.apply(x)
        say(y)
        y.sum().backward()
        say(x.grad)
