# Learning rate schedules, warm-up, gradient clipping, checkpoint and resume.
import copy
import io
import math

import torch
from torch import nn
from torch.optim import lr_scheduler

x = torch.linspace(-1, 1, 16).unsqueeze(1)
y = x.abs() - 0.5 * x


def build():
    net = nn.Sequential(nn.Linear(1, 6), nn.ReLU(), nn.Linear(6, 1))
    with torch.no_grad():
        for k, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) * 2.1 + 1 + k).view_as(p))
    return net


schedules = {
    "step": lambda o: lr_scheduler.StepLR(o, step_size=3, gamma=0.5),
    "exponential": lambda o: lr_scheduler.ExponentialLR(o, gamma=0.8),
    "cosine": lambda o: lr_scheduler.CosineAnnealingLR(o, T_max=6, eta_min=0.01),
    "warm-up": lambda o: lr_scheduler.LambdaLR(o, lambda e: min(1.0, (e + 1) / 4) / math.sqrt(max(1, e - 3))),
    "milestones": lambda o: lr_scheduler.MultiStepLR(o, milestones=[2, 5], gamma=0.1),
    "linear": lambda o: lr_scheduler.LinearLR(o, start_factor=0.25, total_iters=4),
}
for name, make in schedules.items():
    net = build()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.2)
    scheduler = make(optimizer)
    rates = []
    for epoch in range(8):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        rates.append(round(scheduler.get_last_lr()[0], 5))
        scheduler.step()
    print(f"{name}: {loss.item():.5f}", rates)

# clipping
net = build()
(net(x) * 100).pow(2).mean().backward()
parameters = list(net.parameters())
before = torch.stack([p.grad.norm() for p in parameters]).norm()
total = nn.utils.clip_grad_norm_(parameters, max_norm=1.0)
after = torch.stack([p.grad.norm() for p in parameters]).norm()
print("norm:", before, torch.allclose(total, before), after)
nn.utils.clip_grad_value_(parameters, 0.1)
print("largest:", max(p.grad.abs().max().item() for p in parameters))


# a checkpoint in the middle, and the same end
def run(net, optimizer, scheduler, epochs):
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.smooth_l1_loss(net(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
    return loss.item()


net = build()
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
scheduler = lr_scheduler.StepLR(optimizer, 4)
run(net, optimizer, scheduler, 6)
buffer = io.BytesIO()
torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}, buffer)
end = run(net, optimizer, scheduler, 6)
buffer.seek(0)
saved = torch.load(buffer)
other = copy.deepcopy(build())
other.load_state_dict(saved["net"])
optimizer = torch.optim.Adam(other.parameters(), lr=1.0)
scheduler = lr_scheduler.StepLR(optimizer, 4)
optimizer.load_state_dict(saved["optimizer"])
scheduler.load_state_dict(saved["scheduler"])
print("resumed:", run(other, optimizer, scheduler, 6) == end, end, scheduler.last_epoch)
