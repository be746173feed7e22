# WGAN with gradient penalty: gradients of gradients through autograd.grad with create_graph.
import numpy as np
import torch
from torch import nn
from torch.autograd import grad

rng = np.random.default_rng(8)
real = torch.tensor(rng.normal(loc=1.0, size=(12, 2)).astype(np.float32))
fake = torch.tensor(rng.normal(loc=-1.0, size=(12, 2)).astype(np.float32))
mix = torch.tensor(rng.random((12, 1)).astype(np.float32))

critic = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 8), nn.ELU(), nn.Linear(8, 1))
with torch.no_grad():
    for k, p in enumerate(critic.parameters()):
        p.copy_(torch.tensor(0.5 * np.cos(np.arange(p.numel()) + k), dtype=torch.float32).reshape(p.shape))


def penalty(critic, real, fake, mix):
    between = (mix * real + (1 - mix) * fake).requires_grad_(True)
    score = critic(between)
    (slope,) = grad(outputs=score, inputs=between, grad_outputs=torch.ones_like(score), create_graph=True,
                    retain_graph=True)
    return ((slope.norm(2, dim=1) - 1) ** 2).mean(), slope


value, slope = penalty(critic, real, fake, mix)
print("penalty:", value)
print("slope:", slope.shape, slope.requires_grad, slope[0])
value.backward()
print("gradients:", [None if p.grad is None else round(p.grad.norm().item(), 4) for p in critic.parameters()])
print("last bias has none:", critic[-1].bias.grad is None or not critic[-1].bias.grad.any())

# the same by finite differences, for one weight
critic.double()
real, fake, mix = real.double(), fake.double(), mix.double()
weight = critic[0].weight
critic.zero_grad()
penalty(critic, real, fake, mix)[0].backward()
analytic = weight.grad[0, 0].item()
step = 1e-5
with torch.no_grad():
    weight[0, 0] += step
up = penalty(critic, real, fake, mix)[0].item()
with torch.no_grad():
    weight[0, 0] -= 2 * step
down = penalty(critic, real, fake, mix)[0].item()
with torch.no_grad():
    weight[0, 0] += step
print("checked:", abs(analytic - (up - down) / (2 * step)) < 1e-7, round(analytic, 5))

optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)
for step in range(15):
    optimizer.zero_grad()
    distance = critic(real).mean() - critic(fake).mean()
    loss = -distance + 10 * penalty(critic, real, fake, mix)[0]
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(f"step {step:2d}: distance {distance.item():.4f} loss {loss.item():.4f}")
