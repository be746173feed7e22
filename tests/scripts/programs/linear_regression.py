# Linear regression: by hand with autograd, then with nn.Linear and SGD, then by the normal equations.
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(1)
features = rng.normal(size=(60, 3)).astype(np.float32)
true_w = np.array([1.5, -2.0, 0.7], dtype=np.float32)
noise = rng.normal(scale=0.05, size=60).astype(np.float32)
x = torch.from_numpy(features)
y = torch.from_numpy(features @ true_w + 0.3 + noise)
print("data:", x.shape, y.shape, x.dtype)

# by hand
w = torch.zeros(3, requires_grad=True)
b = torch.zeros((), requires_grad=True)
for step in range(60):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        b -= 0.1 * b.grad
        w.grad.zero_()
        b.grad = None
    if step % 20 == 0:
        print(f"step {step:2d} loss {loss.item():.5f}")
print("by hand:", w.detach(), b.item())

# with a layer and an optimizer
layer = nn.Linear(3, 1)
with torch.no_grad():
    layer.weight.zero_()
    layer.bias.zero_()
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
criterion = nn.MSELoss()
for epoch in range(60):
    optimizer.zero_grad()
    prediction = layer(x).squeeze(1)
    loss = criterion(prediction, y)
    loss.backward()
    optimizer.step()
print("layer:", layer.weight, layer.bias)
print("same as by hand:", torch.allclose(layer.weight[0], w, atol=1e-5), torch.allclose(layer.bias, b, atol=1e-5))

# the normal equations
ones = torch.ones(60, 1)
design = torch.cat([x, ones], dim=1)
solution = torch.linalg.solve(design.T @ design, design.T @ y)
print("solved:", solution)
residual = y - design @ solution
print("r2:", round((1 - residual.var() / y.var()).item(), 5))
print("largest error:", residual.abs().max().item())
