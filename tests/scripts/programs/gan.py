# A GAN on one dimension: two networks, two optimizers, detach, labels, alternating steps.
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(3)
real_data = torch.tensor(rng.normal(loc=2.0, scale=0.5, size=(30, 16, 1)).astype(np.float32))
noise = torch.tensor(rng.normal(size=(60, 16, 1)).astype(np.float32))


def network(*sizes, last=None):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), nn.LeakyReLU(0.2)]
    layers[-1] = last or nn.Identity()
    net = nn.Sequential(*layers)
    for k, p in enumerate(net.parameters()):
        values = np.sin(0.9 * np.arange(p.numel()) + k) * 0.6
        p.data.copy_(torch.tensor(values, dtype=torch.float32).view_as(p))
    return net


generator = network(1, 8, 1)
critic = network(1, 8, 1, last=nn.Sigmoid())
print(generator, critic, sep="\n")
g_optimizer = torch.optim.Adam(generator.parameters(), lr=0.02, betas=(0.5, 0.999))
d_optimizer = torch.optim.Adam(critic.parameters(), lr=0.02, betas=(0.5, 0.999))
criterion = nn.BCELoss()
ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)

for step in range(30):
    # the critic learns to tell real from made up
    fake = generator(noise[2 * step])
    d_optimizer.zero_grad()
    d_loss = criterion(critic(real_data[step]), ones) + criterion(critic(fake.detach()), zeros)
    d_loss.backward()
    untouched = all(p.grad is None or not p.grad.any() for p in generator.parameters())
    d_optimizer.step()
    # the generator learns to be taken for real
    g_optimizer.zero_grad()
    g_loss = criterion(critic(generator(noise[2 * step + 1])), ones)
    g_loss.backward()
    g_optimizer.step()
    g_optimizer.zero_grad()
    if step % 6 == 0:
        print(f"step {step:2d} critic {d_loss.item():.4f} generator {g_loss.item():.4f}", untouched)

with torch.no_grad():
    made = generator(noise[0])
    print("made:", made.mean().item(), made.std().item())
    print("critic says:", critic(made).mean().item(), critic(real_data[0]).mean().item())
critic.requires_grad_(False)
g_loss = criterion(critic(generator(noise[1])), ones)
g_loss.backward()
print("frozen critic:", [p.requires_grad for p in critic.parameters()])
print("generator's gradients:", [round(p.grad.norm().item(), 4) for p in generator.parameters()])
