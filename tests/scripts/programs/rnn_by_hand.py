# A recurrent network written by hand: back-propagation through time, truncated, with clipped gradients.
import math

import torch
from torch import nn

t = torch.arange(60) * 0.3
series = torch.sin(t) + 0.3 * torch.sin(2.7 * t)
inputs, targets = series[:-1], series[1:]


class RNNCell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.hidden = hidden
        self.w_in = nn.Parameter(torch.empty(hidden, inputs))
        self.w_rec = nn.Parameter(torch.empty(hidden, hidden))
        self.b = nn.Parameter(torch.zeros(hidden))
        self.reset()

    def reset(self):
        with torch.no_grad():
            for k, p in enumerate((self.w_in, self.w_rec)):
                numbers = torch.cos(torch.arange(p.numel()) * 1.9 + k)
                p.copy_(numbers.view_as(p) / math.sqrt(self.hidden))

    def forward(self, x, h):
        return torch.tanh(x @ self.w_in.T + h @ self.w_rec.T + self.b)


class Model(nn.Module):
    def __init__(self, hidden=6):
        super().__init__()
        self.cell = RNNCell(1, hidden)
        self.read = nn.Linear(hidden, 1)
        nn.init.constant_(self.read.weight, 0.1)
        nn.init.zeros_(self.read.bias)

    def forward(self, sequence, h=None):
        h = torch.zeros(1, self.cell.hidden) if h is None else h
        out = []
        for value in sequence:
            h = self.cell(value.view(1, 1), h)
            out.append(self.read(h))
        return torch.cat(out).squeeze(1), h


model = Model()
print(model, [name for name, _ in model.named_parameters()])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(8):
    h, total = None, 0.0
    for start in range(0, len(inputs), 20):
        piece = slice(start, start + 20)
        output, h = model(inputs[piece], h)
        loss = nn.functional.mse_loss(output, targets[piece])
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        h = h.detach()
        total += loss.item()
    if epoch % 2 == 0:
        print(f"epoch {epoch}: loss {total / 3:.5f} norm {norm.item():.4f}")

# how the gradient fades on its way back through time
x = inputs[:15].clone().requires_grad_()
output, _ = model(x)
output[-1].backward()
print("gradient by age:", x.grad.abs()[[0, 5, 10, 14]])
with torch.no_grad():
    value, h, made = inputs[-1:], None, []
    _, h = model(inputs)
    for _ in range(3):
        value, h = model(value, h)
        made.append(value.item())
print("goes on:", made)
