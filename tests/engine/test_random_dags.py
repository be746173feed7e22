"""Random programs: values, gradients and second gradients against torch; first gradients against finite differences."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import minigrad

SHAPES = [(), (1,), (3,), (2, 1), (2, 3)]
UNARY = {
    "tanh": lambda m, a: m.tanh(a),
    "sin": lambda m, a: m.sin(a),
    "exp": lambda m, a: m.exp(m.tanh(a)),
    "square": lambda m, a: a**2,
    "softplus": lambda m, a: m.log(1 + m.exp(a)),
    "root": lambda m, a: m.sqrt(a * a + 1),
    "half": lambda m, a: a * 0.5 - 1,
    "rest": lambda m, a: 1 / (2 + m.cos(a)),
    "sum": lambda m, a: a.sum(),
    "mean": lambda m, a: a.mean(-1, keepdim=True) if a.ndim else a,
    "max": lambda m, a: a.max(),
    "flip": lambda m, a: a.reshape(-1).flip(0).reshape(a.shape),
}
BINARY = {
    "+": lambda m, a, b: a + b,
    "-": lambda m, a, b: a - b,
    "*": lambda m, a, b: a * b,
    "/": lambda m, a, b: a / (b * b + 1),
    "max": lambda m, a, b: m.maximum(a, b),
    "where": lambda m, a, b: m.where(a > b, a * b, a - b),
}


@st.composite
def programs(draw):
    """(leaf shapes, steps): each step is (operation, operands) on what is there so far."""
    leaves = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))
    steps = []
    for count in range(len(leaves), len(leaves) + draw(st.integers(1, 10))):
        some = st.integers(0, count - 1)
        one = st.tuples(st.sampled_from(sorted(UNARY)), some)
        two = st.tuples(st.sampled_from(sorted(BINARY)), some, some)
        steps.append(draw(one | two))
    return leaves, steps, draw(st.integers(0, 2**16))


def values(leaves, seed):
    rng = np.random.default_rng(seed)
    return [rng.uniform(-1.5, 1.5, shape) for shape in leaves]


def outcome(m, steps, tensors):
    """One number that depends on every step."""
    made = list(tensors)
    for name, *operands in steps:
        rule = (BINARY if len(operands) == 2 else UNARY)[name]
        made.append(rule(m, *[made[i] for i in operands]))
    return sum((t.tanh().sum() for t in made[len(tensors):]), start=0 * tensors[0].sum())


def derivatives(m, steps, arrays):
    tensors = [m.tensor(a.tolist(), dtype=m.float64, requires_grad=True) for a in arrays]
    out = outcome(m, steps, tensors)
    first = m.autograd.grad(out, tensors, create_graph=True, allow_unused=True, materialize_grads=True)
    total = sum((g * g).sum() for g in first)
    second = m.autograd.grad(total, tensors, allow_unused=True, materialize_grads=True) if total.requires_grad else []
    return out.item(), [g.tolist() for g in first], [g.tolist() for g in second]


def close(a, b, tolerance):
    for x, y in zip(a, b, strict=True):
        np.testing.assert_allclose(x, y, rtol=tolerance, atol=tolerance)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(programs())
def test_random_programs_agree_with_torch(torch, program):
    leaves, steps, seed = program
    arrays = values(leaves, seed)
    ours, theirs = derivatives(minigrad, steps, arrays), derivatives(torch, steps, arrays)
    assert abs(ours[0] - theirs[0]) < 1e-9
    close(ours[1], theirs[1], 1e-8)
    close(ours[2], theirs[2], 1e-6)


SMOOTH = {"tanh", "sin", "exp", "square", "softplus", "root", "half", "rest", "sum", "mean", "flip", "+", "-", "*", "/"}


@settings(max_examples=30, deadline=None, derandomize=True)
@given(programs())
def test_random_smooth_programs_agree_with_finite_differences(program):
    leaves, steps, seed = program
    steps = [
        (name if name in SMOOTH else "tanh" if len(operands) == 1 else "*", *operands) for name, *operands in steps
    ]
    arrays = values(leaves, seed)
    _, gradients, _ = derivatives(minigrad, steps, arrays)

    def number(changed):
        return outcome(minigrad, steps, [minigrad.tensor(a.tolist(), dtype=minigrad.float64) for a in changed]).item()

    h = 1e-6
    for k, array in enumerate(arrays):
        for place in np.ndindex(array.shape):
            up, down = [a.copy() for a in arrays], [a.copy() for a in arrays]
            up[k][place] += h
            down[k][place] -= h
            slope = (number(up) - number(down)) / (2 * h)
            np.testing.assert_allclose(np.array(gradients[k])[place], slope, rtol=1e-4, atol=1e-5)
