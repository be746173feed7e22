"""The two examples that run through the lessons, as code that an exercise can begin from."""

THREE_LEAVES = """\
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
"""
LINE_AND_SQUARE = """\
y = w * x + b
loss = (y - 5) ** 2
"""
TWO_LEAVES = """\
x = torch.tensor([2.0], requires_grad=True)
y = torch.tensor([3.0], requires_grad=True)
"""
FORK = """\
z = x * y + x**2
"""
