# A variational autoencoder: reparametrisation with given noise, KL term by formula and by kl_div's definition.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

rng = np.random.default_rng(11)
x = torch.tensor((rng.random((32, 6)) < np.linspace(0.1, 0.9, 6)).astype(np.float32))
noise = torch.tensor(rng.normal(size=(40, 32, 2)).astype(np.float32))


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(6, 10)
        self.mu = nn.Linear(10, 2)
        self.logvar = nn.Linear(10, 2)
        self.decode1 = nn.Linear(2, 10)
        self.decode2 = nn.Linear(10, 6)

    def encode(self, x):
        h = torch.tanh(self.hidden(x))
        return self.mu(h), self.logvar(h)

    def decode(self, z):
        return self.decode2(torch.tanh(self.decode1(z)))

    def forward(self, x, eps):
        mu, logvar = self.encode(x)
        z = mu + eps * torch.exp(0.5 * logvar)
        return self.decode(z), mu, logvar


def objective(logits, x, mu, logvar):
    rebuild = F.binary_cross_entropy_with_logits(logits, x, reduction="sum") / len(x)
    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / len(x)
    return rebuild, kl


model = VAE()
with torch.no_grad():
    for p in model.parameters():
        p.copy_(torch.tensor(rng.normal(scale=0.3, size=tuple(p.shape)).astype(np.float32)))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(40):
    logits, mu, logvar = model(x, noise[step])
    rebuild, kl = objective(logits, x, mu, logvar)
    loss = rebuild + min(1.0, step / 20) * kl
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(f"step {step:2d} rebuild {rebuild.item():.4f} kl {kl.item():.4f}")
print("mu:", mu[0].detach(), "sigma:", (0.5 * logvar[0]).exp().detach())
with torch.no_grad():
    sample = torch.sigmoid(model.decode(noise[0][:3]))
print("generated:", sample)
print("column means:", sample.mean(0), x.mean(0))
print("kl is never negative:", bool(kl >= 0))
mu2, lv2 = torch.zeros(1, 2, requires_grad=True), torch.zeros(1, 2, requires_grad=True)
_, zero = objective(torch.zeros(1, 6), x[:1], mu2, lv2)
zero.backward()
print("at the prior:", zero.item() == 0, mu2.grad.abs().sum().item(), lv2.grad.abs().sum().item())
