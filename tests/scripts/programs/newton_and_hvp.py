# Second derivatives: Hessians, Hessian-vector products, Newton's method, conjugate gradients, curvature.
import torch
from torch.autograd import grad
from torch.autograd.functional import hessian, jacobian

torch.set_default_dtype(torch.float64)


def rosenbrock(v):
    return (1 - v[0]) ** 2 + 10 * (v[1] - v[0] ** 2) ** 2


v = torch.tensor([-0.5, 0.8], requires_grad=True)
print("value:", rosenbrock(v))
print("gradient:", jacobian(rosenbrock, v))
print("hessian:", hessian(rosenbrock, v))

# Newton's method
point = v.detach().clone()
for step in range(6):
    g, h = jacobian(rosenbrock, point), hessian(rosenbrock, point)
    point = point - torch.linalg.solve(h, g)
    print(f"step {step}:", [round(c, 6) for c in point.tolist()])

# a product of the Hessian with a vector, without the Hessian
def hvp(function, at, direction):
    at = at.detach().requires_grad_()
    (g,) = grad(function(at), at, create_graph=True)
    (product,) = grad(g, at, grad_outputs=direction)
    return product


direction = torch.tensor([1.0, -2.0])
print("hvp:", hvp(rosenbrock, v, direction), torch.allclose(hvp(rosenbrock, v, direction), hessian(rosenbrock, v) @ direction))

# conjugate gradients on a quadratic, given products only
basis = torch.tensor([[2.0, 0.3, 0.0], [0.3, 1.5, -0.2], [0.0, -0.2, 1.0]])
target = torch.tensor([1.0, 2.0, 3.0])


def quadratic(w):
    return 0.5 * w @ basis @ w - target @ w


w = torch.zeros(3)
residual = target - hvp(quadratic, w, w)
p = residual.clone()
for step in range(3):
    hp = hvp(quadratic, w, p)
    alpha = residual @ residual / (p @ hp)
    w = w + alpha * p
    new = residual - alpha * hp
    p = new + (new @ new) / (residual @ residual) * p
    residual = new
print("cg:", w, torch.allclose(basis @ w, target))

# the largest curvature by power iteration
u = torch.ones(3) / 3 ** 0.5
for _ in range(40):
    u = hvp(quadratic, w, u)
    curvature = u.norm()
    u = u / curvature
print("largest curvature:", curvature)
t = torch.tensor(0.7, requires_grad=True)
values, current = [], torch.sin(t) * torch.exp(t)
for order in range(4):
    values.append(current.item())
    (current,) = grad(current, t, create_graph=True)
print("derivatives:", [round(value, 5) for value in values])
torch.set_default_dtype(torch.float32)
