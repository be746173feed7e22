# Fitting a polynomial: Vandermonde matrix, overfitting, validation loss, early stopping, float64.
import math
import torch

torch.set_default_dtype(torch.float64)
x = torch.linspace(-1, 1, 21)
y = torch.sin(math.pi * x) + 0.1 * torch.cos(17 * x)
train = torch.arange(0, 21, 2)
valid = torch.arange(1, 21, 2)


def design(x, degree):
    return torch.stack([x ** k for k in range(degree + 1)], dim=1)


def fit(degree, steps=300, lr=0.2):
    a, b = design(x[train], degree), design(x[valid], degree)
    w = torch.zeros(degree + 1, requires_grad=True)
    best, best_step, patience = math.inf, -1, 0
    for step in range(steps):
        loss = (a @ w - y[train]).pow(2).mean()
        (g,) = torch.autograd.grad(loss, w)
        with torch.no_grad():
            w.sub_(lr * g)
            check = (b @ w - y[valid]).square().mean().item()
        if check < best - 1e-9:
            best, best_step, patience = check, step, 0
        else:
            patience += 1
            if patience == 20:
                break
    return w.detach(), loss.item(), best, best_step


for degree in (1, 3, 5, 9):
    w, loss, best, at = fit(degree)
    print(f"degree {degree}: train {loss:.6f} valid {best:.6f} at {at}")
    print("   ", [round(v, 4) for v in w.tolist()])

w, *_ = fit(5)
print("dtype:", w.dtype, w.shape)
grid = torch.linspace(-1, 1, 5)
print("curve:", design(grid, 5) @ w)
slope = torch.zeros(1)
t = torch.tensor([0.25], requires_grad=True)
value = (design(t, 5) @ w).sum()
value.backward()
print("value and slope at 0.25:", value, t.grad)
exact = sum(k * w[k] * 0.25 ** (k - 1) for k in range(1, 6))
print("slope by hand:", exact, bool((exact - t.grad).abs() < 1e-12))
torch.set_default_dtype(torch.float32)
