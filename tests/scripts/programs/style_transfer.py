# Style transfer on a small image: pixels are optimized, features of a fixed convnet, Gram matrices, total variation.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

row = torch.linspace(0, 1, 10)
content = (row.view(-1, 1) * row.view(1, -1)).expand(1, 3, 10, 10).contiguous()
stripes = (0.5 + 0.5 * torch.sin(torch.arange(10) * 1.8)).view(1, 1, 1, -1).expand(1, 3, 10, 10).contiguous()


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 4, 3, padding=1), nn.Conv2d(4, 5, 3, padding=1)])
        for k, layer in enumerate(self.layers):
            values = torch.sin(torch.arange(layer.weight.numel()) * 0.7 + k)
            layer.weight.data = values.view_as(layer.weight) / math.sqrt(layer.weight[0].numel())
            layer.bias.data.zero_()
        self.requires_grad_(False)

    def forward(self, x):
        maps = []
        for layer in self.layers:
            x = F.softplus(layer(x), beta=2.0)
            maps.append(x)
            x = F.avg_pool2d(x, 2)
        return maps


def gram(maps):
    b, c, h, w = maps.shape
    flat = maps.view(b, c, h * w)
    return flat @ flat.transpose(1, 2) / (c * h * w)


def variation(image):
    across = (image[..., 1:] - image[..., :-1]).abs().mean()
    down = (image[..., 1:, :] - image[..., :-1, :]).abs().mean()
    return across + down


net = Features()
print(net, [p.requires_grad for p in net.parameters()])
wanted = net(content)[1]
styles = [gram(maps) for maps in net(stripes)]
print("gram:", styles[0][0])
image = content.clone().requires_grad_(True)
optimizer = torch.optim.Adam([image], lr=0.03)
for step in range(20):
    maps = net(image)
    content_loss = F.mse_loss(maps[1], wanted)
    style_loss = sum(F.mse_loss(gram(m), s) for m, s in zip(maps, styles))
    loss = content_loss + 100 * style_loss + 0.01 * variation(image)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        image.clamp_(0, 1)
    if step % 5 == 0:
        print(f"step {step:2d} content {content_loss.item():.5f} style {style_loss.item():.5f}")
print("moved:", (image - content).abs().mean(), image.is_leaf, image.shape)
print("row:", image[0, 0, 4].detach())
print("weights got no gradient:", all(p.grad is None for p in net.parameters()))
