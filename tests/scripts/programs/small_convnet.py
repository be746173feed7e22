# A convolutional network on drawn bars: conv, pooling, flattening, training, filters and feature maps.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def bars(n, size=8):
    images, labels = np.zeros((n, 1, size, size), np.float32), np.zeros(n, np.int64)
    for i in range(n):
        kind, place = i % 3, (i * 5) % size
        if kind == 0:
            images[i, 0, place] = 1
        elif kind == 1:
            images[i, 0, :, place] = 1
        else:
            images[i, 0, np.arange(size), (np.arange(size) + place) % size] = 1
        labels[i] = kind
    return torch.from_numpy(images), torch.from_numpy(labels)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(4, 6, 3)
        self.fc = nn.Linear(6, 3)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.relu(self.conv2(x))
        x = F.adaptive_avg_pool2d(x, 1)
        return self.fc(torch.flatten(x, 1))


rng = np.random.default_rng(5)
net = Net()
with torch.no_grad():
    for p in net.parameters():
        scale = 0.4 if p.dim() > 1 else 0.1
        p.copy_(torch.from_numpy(rng.normal(scale=scale, size=tuple(p.shape)).astype(np.float32)))
print(net)
x, y = bars(24)
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
for epoch in range(25):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    if epoch % 6 == 0:
        print(f"epoch {epoch:2d}: {loss.item():.4f}")
print("logits:", net(x[:3]))
print("accuracy:", (net(x).argmax(1) == y).sum().item(), "of", len(y))
maps = []
handle = net.conv1.register_forward_hook(lambda module, inputs, output: maps.append(output.detach()))
net(x[:2])
handle.remove()
print("feature map:", maps[0].shape, maps[0][0, 0, 0])
print("filter gradient:", net.conv1.weight.grad.abs().sum() > 0, net.conv1.weight[0, 0])
image = x[:1].clone().requires_grad_()
net(image)[0, 0].backward()
print("saliency:", image.grad[0, 0].abs().sum(1))
