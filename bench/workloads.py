"""What is measured: small programs in PyTorch's words, which run under any package `T` that speaks them.

A workload is a function of T. It makes its data once and returns two functions: `step`, the part that is timed, and
`answer`, numbers in which all packages have to agree after the same number of steps.
"""

from contextlib import nullcontext

import numpy as np

WORKLOADS = {}                          # name -> (what it is, function)


def workload(name, about):
    def note(function):
        WORKLOADS[name] = about, function
        return function

    return note


def numbers(seed, *shape, scale=1.0):
    """Always the same normally distributed float32 numbers."""
    return (scale * np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


def layers(seed, *sizes):
    """[(weight, bias)] of a network with these sizes."""
    pairs = list(zip(sizes, sizes[1:]))
    return [(numbers(seed + i, out, inner, scale=inner**-0.5), np.zeros(out, np.float32))
            for i, (inner, out) in enumerate(pairs)]


def leaf(T, value):
    return T.tensor(value, requires_grad=True)


def network(T, seed, *sizes):
    """The same weights as `layers`, in modules with a ReLU between them."""
    modules = []
    for weight, bias in layers(seed, *sizes):
        linear = T.nn.Linear(weight.shape[1], weight.shape[0])
        with T.no_grad():
            linear.weight.copy_(T.tensor(weight))
            linear.bias.copy_(T.tensor(bias))
        modules += [linear, T.nn.ReLU()]
    return T.nn.Sequential(*modules[:-1])


# ---- single numbers: what a graph itself costs


@workload("W1", "(w*x + b - 5)**2 and its gradients")
def lesson(T):
    w, x, b = leaf(T, 2.0), T.tensor(3.0), leaf(T, 1.0)

    def step():
        w.grad = b.grad = None
        ((w * x + b - 5) ** 2).backward()

    return step, lambda: [w.grad.item(), b.grad.item()]


def program(length, seed=1):
    """A program of one-number operations, each on the newest number: [(what, place of the other operand)].

    Large numbers are halved or multiplied by the first one, 0.5; so neither numbers nor gradients explode.
    """
    choose = np.random.default_rng(seed)
    values, lines = [0.5], []
    for _ in range(length):
        value, other = values[-1], int(choose.integers(max(0, len(values) - 12), len(values)))
        grow = ["add", "add", "relu", "half" if value > 0.3 else "add"]
        what = str(choose.choice(["half", "mul"] if value > 1 else grow))
        if what == "mul":
            other = 0
        values.append({"add": value + values[other], "half": value * 0.5, "mul": value * 0.5, "relu": value}[what])
        lines.append((what, other))
    return lines


def follow(lines, start):
    values = [start]
    for what, other in lines:
        x = values[-1]
        values.append(x + values[other] if what == "add" else x * 0.5 if what == "half" else x.relu() if what == "relu"
                      else x * values[other])
    return values[-1]


@workload("W2", "a graph of 1,000 one-number operations, with shared parts")
def shared_parts(T):
    x, lines = leaf(T, 0.5), program(1000)

    def step():
        x.grad = None
        follow(lines, x).backward()

    return step, lambda: [x.grad.item()]


@workload("W2_recorded", "the same while minigrad's recorder listens; PyTorch has none and runs it as it is")
def recorded(T):
    step, answer = shared_parts(T)
    listening = getattr(getattr(T, "trace", None), "Recorder", nullcontext)

    def heard():
        with listening():
            step()

    return heard, answer


def chain(length):
    def make(T):
        x = leaf(T, 0.5)

        def step():
            x.grad = None
            y = x
            for _ in range(length // 2):
                y = y * 0.9999 + 0.0001
            y.backward()

        return step, lambda: [x.grad.item()]

    return make


workload("W3_10k", "a chain of 10,000 one-number operations")(chain(10_000))
workload("W3_100k", "a chain of 100,000, minigrad alone: how costs grow")(chain(100_000))


@workload("W11", "one recorded addition of arrays with one element")
def one_addition(T):
    a, b = leaf(T, numbers(1, 1)), leaf(T, numbers(2, 1))
    return lambda: a + b, lambda: [(a + b).sum().item()]


# ---- networks


@workload("W4", "two moons: 2-16-16-1, hinge loss, L2, a step of SGD; 100 points")
def moons(T):
    angle, side = np.linspace(0, np.pi, 50, dtype=np.float32), numbers(3, 100, 2, scale=0.1)
    upper, lower = np.c_[np.cos(angle), np.sin(angle)], np.c_[1 - np.cos(angle), 0.5 - np.sin(angle)]
    x = T.tensor(np.r_[upper, lower].astype(np.float32) + side)
    y = T.tensor(np.r_[np.ones(50), -np.ones(50)].astype(np.float32))
    net = network(T, 4, 2, 16, 16, 1)
    parameters = list(net.parameters())
    optimizer = T.optim.SGD(parameters, lr=0.1)

    def step():
        loss = (1 - y * net(x).reshape(-1)).relu().mean() + 1e-4 * sum((p * p).sum() for p in parameters)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step, lambda: [(p * p).sum().item() for p in parameters]


def digits(count, *sizes):
    def make(T):
        x = T.tensor(numbers(5, count, sizes[0]))
        y = T.tensor(np.random.default_rng(6).integers(0, sizes[-1], count))
        net, loss_of = network(T, 7, *sizes), T.nn.CrossEntropyLoss()
        optimizer = T.optim.Adam(net.parameters(), lr=1e-3)

        def step():
            optimizer.zero_grad()
            loss_of(net(x), y).backward()
            optimizer.step()

        return step, lambda: [loss_of(net(x), y).item()]

    return make


workload("W5_64", "784-128-10, cross-entropy, a step of Adam; 64 pictures")(digits(64, 784, 128, 10))
workload("W5_256", "the same, 256 pictures")(digits(256, 784, 128, 10))
workload("W6", "784-512-512-10, 256 pictures")(digits(256, 784, 512, 512, 10))


@workload("W7", "3×3 convolution, ReLU, pooling, linear; 32 pictures of 28×28")
def convolution(T):
    F = T.nn.functional
    x, y = T.tensor(numbers(8, 32, 1, 28, 28)), T.tensor(np.random.default_rng(9).integers(0, 10, 32))
    kernel, shift = leaf(T, numbers(10, 8, 1, 3, 3, scale=0.3)), leaf(T, np.zeros(8, np.float32))
    weight, bias = leaf(T, numbers(11, 10, 8 * 13 * 13, scale=0.03)), leaf(T, np.zeros(10, np.float32))

    def step():
        kernel.grad = shift.grad = weight.grad = bias.grad = None
        h = F.max_pool2d(F.conv2d(x, kernel, shift).relu(), 2).reshape(32, -1)
        F.cross_entropy(F.linear(h, weight, bias), y).backward()

    return step, lambda: [(t.grad * t.grad).sum().item() for t in (kernel, shift, weight, bias)]


@workload("W8", "embedding, causal attention, layer norm, linear; 8 texts of 64 letters, width 64")
def attention(T):
    F, width, letters = T.nn.functional, 64, 65
    draw = np.random.default_rng(12)
    text, next_one = (T.tensor(draw.integers(0, letters, (8, 64))) for _ in range(2))
    future = T.tensor(np.triu(np.full((64, 64), -1e9, np.float32), 1))
    table, place = leaf(T, numbers(13, letters, width)), leaf(T, numbers(14, 64, width))
    query, key, value, out = (leaf(T, numbers(15 + i, width, width, scale=width**-0.5)) for i in range(4))
    gain, shift = leaf(T, np.ones(width, np.float32)), leaf(T, np.zeros(width, np.float32))
    head = leaf(T, numbers(20, letters, width, scale=width**-0.5))
    everything = (table, place, query, key, value, out, gain, shift, head)

    def step():
        for t in everything:
            t.grad = None
        h = F.embedding(text, table) + place
        scores = F.linear(h, query) @ F.linear(h, key).transpose(-2, -1) * width**-0.5 + future
        h = h + F.linear(F.softmax(scores, dim=-1) @ F.linear(h, value), out)
        logits = F.linear(F.layer_norm(h, (width,), gain, shift), head)
        F.cross_entropy(logits.reshape(-1, letters), next_one.reshape(-1)).backward()

    return step, lambda: [(t.grad * t.grad).sum().item() for t in (table, query, out, head)]


# ---- gradients of gradients


def tanh_net(T, x, parameters):
    for weight, bias in parameters[:-1]:
        x = T.nn.functional.linear(x, weight, bias).tanh()
    return T.nn.functional.linear(x, *parameters[-1])


@workload("W9_gp", "gradient penalty: 32-64-64-1 with tanh, 64 examples")
def penalty(T):
    x = leaf(T, numbers(21, 64, 32))
    parameters = [(leaf(T, w), leaf(T, b)) for w, b in layers(22, 32, 64, 64, 1)]

    def step():
        for weight, bias in parameters:
            weight.grad = bias.grad = None
        (slope,) = T.autograd.grad(tanh_net(T, x, parameters).sum(), [x], create_graph=True)
        (((slope * slope).sum(1).sqrt() - 1) ** 2).mean().backward()

    return step, lambda: [(w.grad * w.grad).sum().item() for w, _ in parameters]


@workload("W9_hvp", "Hessian times a vector, the same network, squared error")
def hessian_times_vector(T):
    x, y = T.tensor(numbers(21, 64, 32)), T.tensor(numbers(23, 64, 1))
    parameters = [(leaf(T, w), leaf(T, b)) for w, b in layers(22, 32, 64, 64, 1)]
    flat = [t for pair in parameters for t in pair]
    vector = [T.tensor(numbers(30 + i, *t.shape)) for i, t in enumerate(flat)]
    last = []

    def step():
        loss = ((tanh_net(T, x, parameters) - y) ** 2).mean()
        first = T.autograd.grad(loss, flat, create_graph=True)
        last[:] = T.autograd.grad(sum((g * v).sum() for g, v in zip(first, vector)), flat)

    return step, lambda: [(h * h).sum().item() for h in last]


# ---- arrays that do not fit into the cache


@workload("W10", "exp(sin x)·sin x, summed, on a million numbers")
def long_vector(T):
    x = leaf(T, numbers(40, 1_000_000))

    def step():
        x.grad = None
        s = x.sin()
        (s.exp() * s).sum().backward()

    return step, lambda: [(x.grad * x.grad).sum().item()]
