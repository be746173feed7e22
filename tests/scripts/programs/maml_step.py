# Meta-learning (MAML): a gradient step inside the graph, and the gradient through that step.
import math

import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.linspace(-2, 2, 10).unsqueeze(1)


def task(amplitude, phase):
    return amplitude * torch.sin(x + phase)


def forward(x, weights):
    w1, b1, w2, b2 = weights
    return F.linear(torch.tanh(F.linear(x, w1, b1)), w2, b2)


def start():
    shapes = [(6, 1), (6,), (1, 6), (1,)]
    weights = []
    for k, shape in enumerate(shapes):
        n = math.prod(shape)
        weights.append((0.5 * torch.sin(torch.arange(n) * 2.3 + k)).reshape(shape).requires_grad_())
    return weights


def adapt(weights, y, lr=0.1, create_graph=True):
    loss = F.mse_loss(forward(x[::2], weights), y[::2])
    grads = torch.autograd.grad(loss, weights, create_graph=create_graph)
    return [w - lr * g for w, g in zip(weights, grads)], loss


meta = start()
tasks = [task(1.0, 0.0), task(0.6, 0.8), task(1.3, -0.5)]
optimizer = torch.optim.SGD(meta, lr=0.05)
for epoch in range(10):
    optimizer.zero_grad()
    total = 0.0
    for y in tasks:
        fast, _ = adapt(meta, y)
        loss = F.mse_loss(forward(x[1::2], fast), y[1::2])
        (loss / len(tasks)).backward()
        total += loss.item()
    optimizer.step()
    if epoch % 3 == 0:
        print(f"epoch {epoch}: {total / len(tasks):.5f}")

new = task(0.9, 0.3)
fast, before = adapt(meta, new)
after = F.mse_loss(forward(x[::2], fast), new[::2])
print("one step on a new task:", before.item(), "->", after.item())
print("fast weights are results:", [w.is_leaf for w in fast], fast[0].grad_fn is not None)

# first order: the inner gradient is a constant
grads = {}
for name, second in (("full", True), ("first order", False)):
    weights = start()
    fast, _ = adapt(weights, tasks[0], create_graph=second)
    F.mse_loss(forward(x[1::2], fast), tasks[0][1::2]).backward()
    grads[name] = weights[0].grad
    print(name, weights[0].grad.flatten())
print("differ:", not torch.allclose(grads["full"], grads["first order"]))
