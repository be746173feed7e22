# Two moons, an MLP as a Module of its own, Adam, weight decay in groups, train and eval mode.
import math

import torch
import torch.nn as nn
import torch.optim as optim

t = torch.linspace(0, math.pi, 50)
upper = torch.stack([t.cos(), t.sin()], 1)
lower = torch.stack([1 - t.cos(), 0.4 - t.sin()], 1)
wobble = 0.08 * torch.stack([torch.sin(37 * t), torch.cos(53 * t)], 1)
x = torch.cat([upper + wobble, lower - wobble])
y = torch.cat([torch.zeros(50), torch.ones(50)]).long()
x = (x - x.mean(0)) / x.std(0)
print("standardised:", x.mean(0).abs().max() < 1e-6, x.std(0))


class MLP(nn.Module):
    def __init__(self, sizes, drop=0.0):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.drop = nn.Dropout(drop)
        self.reset()

    def reset(self):
        for k, layer in enumerate(self.layers):
            n = layer.weight.numel()
            with torch.no_grad():
                layer.weight.copy_(torch.sin(torch.arange(n) * 1.3 + k).view_as(layer.weight))
                layer.weight.div_(math.sqrt(layer.in_features))
                layer.bias.zero_()

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = self.drop(torch.relu(layer(x)))
        return self.layers[-1](x)


model = MLP([2, 12, 12, 2])
print(model)
decay = [p for n, p in model.named_parameters() if n.endswith("weight")]
free = [p for n, p in model.named_parameters() if n.endswith("bias")]
optimizer = optim.AdamW([{"params": decay, "weight_decay": 0.05}, {"params": free, "weight_decay": 0.0}], lr=0.02)
criterion = nn.CrossEntropyLoss()
for epoch in range(60):
    model.train()
    optimizer.zero_grad(set_to_none=True)
    loss = criterion(model(x), y)
    loss.backward()
    optimizer.step()
    if epoch % 15 == 0:
        model.eval()
        with torch.no_grad():
            accuracy = (model(x).argmax(1) == y).float().mean()
        print(f"epoch {epoch:2d} loss {loss.item():.4f} accuracy {accuracy.item():.2f}")
print("training flag:", model.training, model.drop.training)
print("final loss:", loss.item())
print("norms:", [round(p.norm().item(), 3) for p in decay])
print("steps taken:", optimizer.state[decay[0]]["step"].item(), len(optimizer.state))
print("groups:", [(len(g["params"]), g["weight_decay"]) for g in optimizer.param_groups])
