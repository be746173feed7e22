# XOR with a small network: three optimizers, hidden activations, saving and loading the state.
import io

import torch
from torch import nn

x = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
y = torch.tensor([[0.0], [1.0], [1.0], [0.0]])


def build():
    net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1), nn.Sigmoid())
    start = torch.tensor([0.5, -0.8, 0.9, 0.4, -0.6, 0.7, 0.3, -0.2])
    with torch.no_grad():
        net[0].weight.copy_(start.view(4, 2))
        net[0].bias.copy_(torch.tensor([0.1, -0.1, 0.2, 0.0]))
        net[2].weight.copy_(torch.tensor([[0.7, -0.5, 0.6, 0.4]]))
        net[2].bias.fill_(-0.2)
    return net


def train(name, optimizer_of, steps):
    net = build()
    optimizer = optimizer_of(net.parameters())
    criterion = nn.BCELoss()
    for step in range(steps):
        optimizer.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
    print(f"{name}: {loss.item():.5f}", net(x).round().flatten().tolist())
    return net


train("sgd", lambda p: torch.optim.SGD(p, lr=1.0, momentum=0.9), 60)
train("rmsprop", lambda p: torch.optim.RMSprop(p, lr=0.05), 60)
train("adagrad", lambda p: torch.optim.Adagrad(p, lr=0.5), 60)
net = train("adam", lambda p: torch.optim.Adam(p, lr=0.1), 80)
print(net)
print("hidden:", net[:2](x))
print("parameters:", sum(p.numel() for p in net.parameters()))

buffer = io.BytesIO()
torch.save(net.state_dict(), buffer)
buffer.seek(0)
other = build()
print("loaded:", other.load_state_dict(torch.load(buffer)))
print("same output:", torch.equal(other(x), net(x)))
for name, value in other.state_dict().items():
    print(name, tuple(value.shape))
try:
    nn.Linear(3, 3).load_state_dict(net[0].state_dict())
except RuntimeError as error:
    print(str(error).splitlines()[1].strip())
