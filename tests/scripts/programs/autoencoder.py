# An autoencoder that squeezes five numbers through two, with Huber loss and a learning rate that falls.
import numpy as np
import torch
from torch import nn

angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
basis = np.array([[1, 0.5, -0.3, 0.2, 0.8], [0.1, -0.7, 0.9, 0.4, -0.2]])
data = np.stack([np.cos(angles), np.sin(angles)], 1) @ basis
x = torch.tensor(data, dtype=torch.float32)


class AutoEncoder(nn.Module):
    def __init__(self, width=5, code=2):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(width, 8), nn.SiLU(), nn.Linear(8, code))
        self.decoder = nn.Sequential(nn.Linear(code, 8), nn.SiLU(), nn.Linear(8, width))

    def forward(self, x):
        code = self.encoder(x)
        return self.decoder(code), code


def start(module, seed=[0]):
    if isinstance(module, nn.Linear):
        n, m = module.weight.shape
        values = np.cos(1.1 * np.arange(n * m) + seed[0]).reshape(n, m) / np.sqrt(m)
        module.weight.data = torch.tensor(values, dtype=torch.float32)
        nn.init.constant_(module.bias, 0.05)
        seed[0] += 1


model = AutoEncoder()
model.apply(start)
print(model)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=25, gamma=0.5)
criterion = nn.HuberLoss(delta=0.5)
for epoch in range(80):
    rebuilt, code = model(x)
    loss = criterion(rebuilt, x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    if epoch % 20 == 0:
        print(f"epoch {epoch:2d}: loss {loss.item():.5f} lr {scheduler.get_last_lr()[0]}")
model.eval()
with torch.no_grad():
    rebuilt, code = model(x)
    print("code:", code.shape, code[0])
    error = (rebuilt - x).abs().mean(dim=1)
    print("mean error:", error.mean(), "worst:", error.max())
    strange = torch.full((1, 5), 2.0)
    rebuilt, _ = model(strange)
    print("an outlier stands out:", bool((rebuilt - strange).abs().mean() > 5 * error.max()))
    between = torch.lerp(code[0], code[10], torch.linspace(0, 1, 3).unsqueeze(1))
    print("between two codes:", model.decoder(between))
