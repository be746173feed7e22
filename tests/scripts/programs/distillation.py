# Knowledge distillation: a wide teacher, a small student, temperature, KL divergence, frozen weights, hooks.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

rng = np.random.default_rng(12)
x = torch.tensor(rng.normal(size=(48, 4)).astype(np.float32))
y = ((x[:, 0] * x[:, 1] > 0).long() + (x[:, 2] > 0.5).long())


def mlp(width):
    net = nn.Sequential(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, 3))
    generator = np.random.default_rng(width)
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.tensor(generator.normal(scale=0.4, size=tuple(p.shape)).astype(np.float32)))
    return net


def accuracy(net):
    with torch.no_grad():
        return (net(x).argmax(1) == y).float().mean().item()


teacher = mlp(16)
optimizer = torch.optim.Adam(teacher.parameters(), lr=0.03)
for epoch in range(30):
    optimizer.zero_grad()
    loss = F.cross_entropy(teacher(x), y)
    loss.backward()
    optimizer.step()
print(f"teacher: loss {loss.item():.4f} accuracy {accuracy(teacher):.4f}")
teacher.eval().requires_grad_(False)


def distill(temperature, share, epochs=30):
    student = mlp(3)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.2, momentum=0.8, nesterov=True)
    divergence = nn.KLDivLoss(reduction="batchmean")
    for epoch in range(epochs):
        logits = student(x)
        soft = F.softmax(teacher(x) / temperature, dim=1)
        guess = F.log_softmax(logits / temperature, dim=1)
        loss = share * temperature ** 2 * divergence(guess, soft) + (1 - share) * F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return student, loss.item()


for temperature, share in ((1.0, 0.0), (2.0, 0.5), (4.0, 0.9)):
    student, loss = distill(temperature, share)
    agreement = (student(x).argmax(1) == teacher(x).argmax(1)).float().mean().item()
    print(f"T={temperature} share={share}: loss {loss:.4f} accuracy {accuracy(student):.4f} agreement {agreement:.4f}")
print("teacher untouched:", all(p.grad is not None and not p.requires_grad for p in teacher.parameters()))
features = {}
for name, net in (("teacher", teacher), ("student", student)):
    net[1].register_forward_hook(lambda module, inputs, output, name=name: features.update({name: output}))
    net(x[:4])
print("features:", {name: tuple(value.shape) for name, value in features.items()})
print("active share:", (features["teacher"] > 0).float().mean())
print("one line:", F.kl_div(F.log_softmax(student(x), 1), F.log_softmax(teacher(x), 1), log_target=True,
                            reduction="batchmean"))
