# Writing in place: what is allowed, what is noticed, views, buffers, masks and version counters.
import torch

x = torch.arange(6.0).reshape(2, 3)
print("start:", x._version, x)
x.add_(1).mul_(2)
x[0, 1] = -5
x[1] += torch.tensor([10.0, 20.0, 30.0])
x[:, 2].zero_()
print("changed:", x._version, x)

# a view and its base
base = torch.zeros(4)
view = base[1:3]
view.fill_(7)
print("base:", base, view.data_ptr() != base.data_ptr(), base._version == view._version)

# history of a buffer that is filled step by step
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
out = torch.empty(3)
for i in range(3):
    out[i] = a[i] ** (i + 1)
out.sum().backward()
print("through the buffer:", a.grad)

a.grad = None
y = a * 2
y[0] = 0
y.mul_(3)
y.sum().backward()
print("a part overwritten:", a.grad)


def attempt(what, function):
    try:
        function()
    except RuntimeError as error:
        print(f"{what}: {str(error).split('.')[0][:70]}")
    else:
        print(f"{what}: fine")


attempt("leaf", lambda: a.add_(1))
attempt("expanded", lambda: torch.zeros(1).expand(3).add_(1))


def saved_is_changed():
    z = a.exp()
    z.add_(1)
    z.sum().backward()


def not_saved_is_changed():
    z = a + 1
    z.mul_(2)
    z.sum().backward()


attempt("result of exp", saved_is_changed)
attempt("result of add", not_saved_is_changed)
with torch.no_grad():
    a.add_(1)
    a[a > 3] = 0
print("under no_grad:", a, a._version > 0)
mask = torch.tensor([True, False, True])
b = torch.ones(3, requires_grad=True)
c = (b * 4).masked_fill_(mask, 0.5)
c.backward(torch.ones(3))
print("masked:", c, b.grad)
d = torch.zeros(3).index_add_(0, torch.tensor([0, 2, 0]), torch.tensor([1.0, 2.0, 3.0]))
d.clamp_(max=3.5).copy_(d + 1)
print("index_add:", d)
e = torch.ones(2, 2)
e.t_().triu_()
print("turned:", e, e.stride())
