# Functions of one's own: forward and backward by hand, checked, used in a layer; straight-through estimator.
import torch
from torch import nn


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 3

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * 3 * x ** 2


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None


class Step(torch.autograd.Function):
    """1 above zero; backwards as if it were the identity near zero."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x > 0).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (x.abs() < 1).to(x.dtype)


x = torch.tensor([-2.0, 0.5, 3.0], requires_grad=True)
y = Cube.apply(x)
print(y)
y.sum().backward()
print("gradient:", x.grad)
(g,) = torch.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), x)
print("second:", h)
print("check:", torch.autograd.gradcheck(Cube.apply, (torch.tensor([0.3, -1.2], dtype=torch.double, requires_grad=True),)))
print("scaled:", torch.autograd.grad(Scale.apply(x, 2.5).sum(), x)[0])


class Binary(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(2, 3)
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        return self.out(Step.apply(self.hidden(x)))


net = Binary()
with torch.no_grad():
    net.hidden.weight.copy_(torch.tensor([[0.5, -0.4], [0.3, 0.8], [-0.6, 0.2]]))
    net.hidden.bias.copy_(torch.tensor([0.1, -0.2, 0.3]))
    net.out.weight.copy_(torch.tensor([[0.4, -0.3, 0.2]]))
    net.out.bias.zero_()
data = torch.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [-1.0, 0.5]])
target = torch.tensor([[1.0], [0.0], [1.0], [0.0]])
optimizer = torch.optim.SGD(net.parameters(), lr=0.2)
for step in range(12):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(net(data), target)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"step {step:2d}: {loss.item():.5f}")
print("hidden gradient:", net.hidden.weight.grad)
