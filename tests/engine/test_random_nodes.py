"""Drawn numbers depend on means, spreads and chances, with a slope that is zero."""
import pytest

CASES = {
    "bernoulli": lambda m, x: m.bernoulli(x.sigmoid()),
    "normal mean": lambda m, x: m.normal(x, 1.0),
    "normal std": lambda m, x: m.normal(0.0, x.exp()),
    "normal both": lambda m, x: m.normal(x, x.exp()),
}


@pytest.mark.parametrize("call", CASES.values(), ids=CASES)
def test_the_node_and_its_zero_gradient(torch, call):
    import minigrad

    seen = []
    for m in (torch, minigrad):
        x = m.tensor([[0.5, -1.0], [0.0, 2.0]], requires_grad=True)
        out = call(m, x)
        out.sum().backward()
        seen.append((out.grad_fn.name(), str(out.dtype), tuple(out.shape), x.grad.tolist()))
    assert seen[0] == seen[1]
    assert not call(m, m.tensor([[0.5, 1.0]])).requires_grad


def test_a_chance_can_be_one_number():
    import minigrad

    assert minigrad.ones(3).bernoulli(0.0).tolist() == [0, 0, 0]
    assert minigrad.bernoulli(minigrad.zeros(2), 1.0).tolist() == [1, 1]
    assert sorted(minigrad.ones(3).multinomial(3).tolist()) == [0, 1, 2]
