# Softmax regression on three spirals' arms of features: DataLoader, cross-entropy by hand and from the library.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

angle = np.linspace(0, 2 * np.pi, 30)
points, labels = [], []
for k in range(3):
    radius = 1 + 0.2 * np.sin(3 * angle + k)
    points.append(np.stack([radius * np.cos(angle / 3 + 2.1 * k), radius * np.sin(angle / 3 + 2.1 * k)], 1))
    labels += [k] * 30
x = torch.tensor(np.concatenate(points), dtype=torch.float)
y = torch.tensor(labels)
loader = DataLoader(TensorDataset(x, y), batch_size=16)
print("batches:", len(loader), [tuple(b[0].shape) for b in loader])

model = nn.Linear(2, 3)
nn.init.zeros_(model.weight)
nn.init.zeros_(model.bias)
optimizer = torch.optim.SGD(model.parameters(), lr=0.3, momentum=0.5)
for epoch in range(8):
    total = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(xb), yb)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(xb)
    if epoch % 2 == 0:
        print(f"epoch {epoch}: {total / len(x):.5f}")

logits = model(x)
by_hand = -(logits.log_softmax(1).gather(1, y.unsqueeze(1))).mean()
print("loss:", by_hand.item(), F.nll_loss(F.log_softmax(logits, dim=1), y).item())
smooth = F.cross_entropy(logits, y, label_smoothing=0.1)
print("smoothed:", smooth)
soft = F.one_hot(y, 3).float()
print("from probabilities:", F.cross_entropy(logits, soft))
prediction = logits.argmax(dim=1)
confusion = torch.zeros(3, 3, dtype=torch.long)
for t, p in zip(y, prediction):
    confusion[t, p] += 1
print(confusion)
print("accuracy:", (prediction == y).float().mean().item())
top, where = logits.softmax(1).max(1)
print("confidence:", top.mean(), where[:4])
model.zero_grad()
F.cross_entropy(model(x), y).backward()
expected = (logits.softmax(1) - soft).T @ x / len(x)
print("gradient is (p - y)x:", torch.allclose(model.weight.grad, expected, atol=1e-6))
