# Batch normalization: in training and evaluation, running statistics, and the same computed by hand.
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(4)
x = torch.tensor(rng.normal(loc=5, scale=3, size=(32, 4)).astype(np.float32))
y = torch.tensor((rng.random(32) < 0.5).astype(np.int64))

norm = nn.BatchNorm1d(4)
out = norm(x)
mean, var = x.mean(0), x.var(0, unbiased=False)
by_hand = (x - mean) / torch.sqrt(var + norm.eps)
print("by hand:", torch.allclose(out, by_hand, atol=1e-5))
print("running mean:", norm.running_mean, torch.allclose(norm.running_mean, 0.1 * mean))
print("running var:", norm.running_var, torch.allclose(norm.running_var, 0.9 + 0.1 * x.var(0)))
print("tracked:", norm.num_batches_tracked)
norm.eval()
print("eval:", norm(x[:1]))


class Net(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.fc1 = nn.Linear(4, 8, bias=not norm)
        self.norm = nn.BatchNorm1d(8) if norm else nn.Identity()
        self.fc2 = nn.Linear(8, 2)

    def forward(self, x):
        return self.fc2(torch.relu(self.norm(self.fc1(x))))


def train(norm):
    net = Net(norm)
    for k, (name, p) in enumerate(net.named_parameters()):
        if "norm" not in name:
            p.data = torch.tensor(0.3 * np.sin(np.arange(p.numel()) + k), dtype=torch.float32).view(p.shape)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    losses = []
    for epoch in range(20):
        for part in torch.arange(32).split(16):
            loss = nn.functional.cross_entropy(net(x[part]), y[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        losses.append(loss.item())
    return net, losses


for norm in (False, True):
    net, losses = train(norm)
    print("with norm:" if norm else "without:", [round(v, 4) for v in losses[::5]])
print(net)
print("buffers:", [(name, tuple(b.shape)) for name, b in net.named_buffers()])
net.eval()
alone = net(x[:1])
together = net(x)[:1]
print("a single example in eval:", torch.allclose(alone, together, atol=1e-5), alone)
net.train()
try:
    net(x[:1])
except ValueError as error:
    print("a single example in training:", error)
for name, parameter in net.norm.named_parameters():
    print(name, parameter.detach())
