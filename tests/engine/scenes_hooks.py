"""Scenes for hooks: each prints the same under PyTorch and under minigrad. `torch` is either of the two."""

import threading

from .scenes import leaf, tried


def scene_order(torch, say):
    x = leaf(torch, 1.0, 2.0)
    y = x * 3
    y.register_hook(lambda g: say("tensor 1", g))
    y.retain_grad()
    y.register_hook(lambda g: g * 2)
    y.register_hook(lambda g: say("tensor 3", g))
    y.grad_fn.register_prehook(lambda g: say("before 1", g))
    y.grad_fn.register_prehook(lambda g: (g[0] * 10,))
    y.grad_fn.register_hook(lambda i, o: say("after 1", i, o))
    y.grad_fn.register_hook(lambda i, o: (i[0] + 1, None))
    y.grad_fn.register_hook(lambda i, o: say("after 3", i, o))
    x.register_hook(lambda g: say("leaf", g))
    x.register_post_accumulate_grad_hook(lambda leaf: say("post", leaf is x, leaf.grad))
    (y**2).sum().backward()
    say(x.grad, y.grad)


def scene_replace(torch, say):
    x = leaf(torch, 1.0, 2.0)
    x.register_hook(lambda g: g * 2)
    x.register_hook(lambda g: g + 1)
    (x * x).sum().backward()
    say(x.grad)
    say(torch.autograd.grad((x * x).sum(), x))
    y = x * 1
    y.register_hook(lambda g: g * 0 + 7)
    y.retain_grad()
    y.sum().backward()
    say(y.grad, x.grad)


def scene_handles(torch, say):
    x = leaf(torch, 1.0)
    first = x.register_hook(lambda g: say("first"))
    second = x.register_hook(lambda g: say("second"))
    (x * 2).backward()
    first.remove()
    first.remove()
    (x * 2).backward()
    second.remove()
    (x * 2).backward()
    with x.register_hook(lambda g: say("inside")) as handle:
        (x * 2).backward()
    (x * 2).backward()
    say(type(handle).__name__)
    h = x.register_post_accumulate_grad_hook(lambda t: say("post"))
    h.remove()
    (x * 2).backward()
    y = x * 2
    before = y.grad_fn.register_prehook(lambda g: say("before"))
    after = y.grad_fn.register_hook(lambda i, o: say("after"))
    before.remove()
    after.remove()
    y.backward()


def scene_removed_while_running(torch, say):
    x = leaf(torch, 1.0)
    handles = []

    def hook(g):
        say("once")
        handles[0].remove()

    handles.append(x.register_hook(hook))
    x.register_hook(lambda g: say("always"))
    (x * 2).backward()
    (x * 2).backward()


def scene_refused(torch, say):
    x = leaf(torch, 1.0, 2.0)
    two = torch.ones(2)
    for answer in (3, "text", [1], torch.ones(3), torch.ones(2, 1), two.double(), two.long()):
        y = x * 2
        y.register_hook(lambda g: answer)
        tried(say, lambda: y.sum().backward())
    tried(say, lambda: torch.ones(1).register_hook(lambda g: g))
    tried(say, lambda: (x * 2).register_post_accumulate_grad_hook(lambda t: None))
    tried(say, lambda: torch.ones(1).register_post_accumulate_grad_hook(lambda t: None))
    tried(say, lambda: torch.ones(1).retain_grad())
    y = x * 2
    y.grad_fn.register_hook(lambda i, o: (i[0],))
    tried(say, lambda: y.sum().backward())
    y = x * 2
    y.grad_fn.register_hook(lambda i, o: 3)
    tried(say, lambda: y.sum().backward())
    y = x * 2
    y.grad_fn.register_prehook(lambda g: (g[0], g[0]))
    tried(say, lambda: y.sum().backward())
    y = x * 2
    y.grad_fn.register_hook(lambda i, o: (torch.ones(3), None))
    tried(say, lambda: y.sum().backward())


def scene_raising(torch, say):
    x = leaf(torch, 1.0)
    y = x * 2

    def hook(g):
        raise ValueError("mine")

    handle = y.register_hook(hook)
    tried(say, y.backward)
    handle.remove()
    tried(say, y.backward)
    say(x.grad, torch.is_grad_enabled())


def scene_modes(torch, say):
    x = leaf(torch, 1.0)
    x.register_hook(lambda g: say(torch.is_grad_enabled(), g.requires_grad))
    (x * x).backward()
    (x * x).backward(create_graph=True)
    with torch.no_grad():
        pass
    y = x * x
    y.grad_fn.register_hook(lambda i, o: say("node", torch.is_grad_enabled(), i[0].requires_grad))
    torch.autograd.grad(y, x, create_graph=True)


def scene_higher_order(torch, say):
    x = leaf(torch, 2.0)
    y = x**3
    y.register_hook(lambda g: g * 2)
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    say(g)
    g.register_hook(lambda h: say("second", h))
    say(torch.autograd.grad(g, x))


def scene_same_object(torch, say):
    x = leaf(torch, 1.0, 2.0)
    kept = []
    y = x * 3
    y.register_hook(kept.append)
    (y * 2).sum().backward()
    say(kept[0], kept[0].is_leaf, kept[0].requires_grad)
    say(x.grad)


def scene_in_place_on_the_gradient(torch, say):
    x = leaf(torch, 1.0, 2.0)
    y = x * 3
    y.register_hook(lambda g: g.mul_(5))
    (y * 2).sum().backward()
    say(x.grad)


def scene_backward_inside(torch, say):
    x, z = leaf(torch, 1.0), leaf(torch, 2.0)

    def hook(g):
        with torch.enable_grad():
            (z * z * g.detach()).sum().backward()
        say("inner", z.grad)

    x.register_hook(hook)
    (x * 3).backward()
    say(x.grad, z.grad)

    def again(g):
        with torch.enable_grad():
            return g + torch.autograd.grad((x**3).sum(), x)[0].detach()

    w = leaf(torch, 5.0)
    y = w * 2
    y.register_hook(again)
    y.backward()
    say(w.grad, x.grad)


def scene_inputs(torch, say):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0)
    y = x * w
    y.register_hook(lambda g: say("y", g))
    x.register_hook(lambda g: say("x", g))
    w.register_hook(lambda g: say("w", g))
    x.register_post_accumulate_grad_hook(lambda t: say("post x"))
    y.backward(inputs=[x], retain_graph=True)
    say(x.grad, w.grad)
    y.backward(inputs=[y], retain_graph=True)
    say(y.grad if y.retains_grad else "no grad kept")
    tried(say, lambda: y.backward(inputs=[]))
    tried(say, lambda: y.backward(inputs=[torch.ones(1)]))
    y.backward(inputs=x)
    say(x.grad)
    other = leaf(torch, 1.0)
    (x * 2).backward(inputs=[other, x])
    say(other.grad)


def scene_grad_of_intermediate(torch, say):
    x = leaf(torch, 2.0)
    y = x * 3
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda g: say("before", g))
    z = y * y
    say(torch.autograd.grad(z, y, retain_graph=True))
    say(torch.autograd.grad(z, [y, x]))


def scene_accumulate_node(torch, say):
    x = leaf(torch, 2.0)
    end = (x * 1).grad_fn.next_functions[0][0]
    end.register_prehook(lambda g: say("before", g))
    end.register_hook(lambda i, o: say("after", i, o, x.grad))
    (x * 3).backward()
    (x * 3).backward()
    say(end.variable is x)


def scene_several_outputs(torch, say):
    x = torch.arange(4.0).requires_grad_()
    a, b = x.split(2)
    a.register_hook(lambda g: say("a", g))
    a.grad_fn.register_prehook(lambda g: say("before", g))
    a.grad_fn.register_hook(lambda i, o: say("after", i, o))
    (a * 2).sum().backward()
    say(x.grad)
    a, b = x.split(2)
    a.retain_grad()
    b.register_hook(lambda g: g * 100)
    (a * b).sum().backward()
    say(x.grad, a.grad)


def scene_retain(torch, say):
    x = leaf(torch, 2.0)
    y = x * 3
    y.retain_grad()
    y.retain_grad()
    say(y.retains_grad, x.retains_grad)
    z = y * y
    z.retain_grad()
    z.backward(retain_graph=True)
    say(y.grad, z.grad)
    z.backward()
    say(y.grad, z.grad)
    x.retain_grad()
    say(x.retains_grad)


def scene_dropped_tensor(torch, say):
    x = leaf(torch, 2.0)
    y = x * 3
    y.register_hook(lambda g: say("still heard", g))
    z = y * 2
    del y
    z.backward()


def scene_in_place_after_hook(torch, say):
    x = leaf(torch, 2.0, 3.0)
    y = x * 3
    y.register_hook(lambda g: say("old", g))
    y.mul_(2)
    y.register_hook(lambda g: say("new", g))
    y.sum().backward()
    say(x.grad)


def scene_multi_grad(torch, say):
    graph = torch.autograd.graph
    a, b, c = leaf(torch, 1.0), leaf(torch, 2.0), leaf(torch, 3.0)
    handle = graph.register_multi_grad_hook([a, b, c], lambda grads: say("all", grads))
    (a * b).backward()
    (a * b * c).backward()
    handle.remove()
    (a * b).backward()
    handle = graph.register_multi_grad_hook((a, b), lambda grad: say("any", grad), mode="any")
    (a * 2 + b * 3).backward()
    tried(say, lambda: graph.register_multi_grad_hook((a, b), print, mode="some"))


def scene_gradient_edge(torch, say):
    graph = torch.autograd.graph
    x = leaf(torch, 2.0)
    y = x * 3
    edge = graph.get_gradient_edge(y)
    say(edge.node is y.grad_fn, edge.output_nr, type(edge).__name__)
    edge = graph.get_gradient_edge(x)
    say(edge.node.name())
    tried(say, lambda: graph.get_gradient_edge(torch.ones(1)))


def scene_post_accumulate(torch, say):
    x = leaf(torch, 2.0)

    def step(t):
        with torch.no_grad():
            t -= 0.1 * t.grad
        t.grad = None

    x.register_post_accumulate_grad_hook(step)
    (x * x).backward()
    say(x, x.grad)
    (x * x).backward()
    say(x)
    tried(say, lambda: x.register_post_accumulate_grad_hook(lambda t: 3) and (x * x).backward())


def scene_threads(torch, say):
    x = leaf(torch, 2.0)
    seen = {}

    def work(i):
        with torch.no_grad() if i % 2 else torch.enable_grad():
            seen[i] = torch.is_grad_enabled(), (x * 2).requires_grad
        for _ in range(50):
            (x * i).backward()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    with torch.no_grad():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    say(sorted(seen.items()), x.grad)


def scene_metadata(torch, say):
    x = leaf(torch, 2.0)
    y = x * 3
    y.grad_fn.metadata["note"] = 5
    say(y.grad_fn.metadata, isinstance(y.grad_fn, torch.autograd.graph.Node))


def scene_unused_and_zeros(torch, say):
    x, w = leaf(torch, 2.0), leaf(torch, 3.0, 4.0)
    say(torch.autograd.grad(x * 2, [x, w], allow_unused=True))
    say(torch.autograd.grad(x * 2, [x, w], materialize_grads=True))
    tried(say, lambda: torch.autograd.grad(x * 2, [x, w]))
    tried(say, lambda: torch.autograd.grad(x * 2, [x, w], allow_unused=False, materialize_grads=True))
    (g,) = torch.autograd.grad(x * 2, w, materialize_grads=True, create_graph=True)
    say(g, g.requires_grad)
    tried(say, lambda: torch.autograd.grad(x * 2, []))
    tried(say, lambda: torch.autograd.grad([], [x]))
    tried(say, lambda: torch.autograd.grad(x * 2, torch.ones(1)))
