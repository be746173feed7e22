"""Lesson 04: the way back by hand, its program in pieces, its local rules, and an order that only seems to work."""

import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from minigrad.lesson.answers import Unreadable, given, read
from minigrad.lesson.exercise import Asked, Exercise, Finding, Known, Task
from minigrad.lesson.exercises.programs import FORK, TWO_LEAVES
from minigrad.lesson.puzzle import Line, Puzzle, Trial
from minigrad.lesson.scalars import Scalar, backward, bfs_backward, collect, order

OTHER_NUMBERS = """\
x = torch.tensor(-1.0, requires_grad=True)
w = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
t = 4
loss = (w * x + b - t) ** 2
"""


# ---- 04.4: a table of local derivatives

RULES = """\
local = {
    "add": lambda a, b: (1, 1),
    "sub": lambda a, b: (1, -1),
    "mul": lambda a, b: (b, a),
    "div": lambda a, b: (1 / b, -a / b**2),
    "pow": lambda a, n: n * a ** (n - 1),
    "exp": lambda a: math.exp(a),
    "log": lambda a: 1 / a,
    "sin": lambda a: math.cos(a),
    "relu": lambda a: 1 if a > 0 else 0,
    "max": lambda a, b: (1, 0) if a > b else (0, 1),
}
"""
PAIRS = ((1.5, 2.0), (-0.7, 1.3), (2.2, -0.6), (0.4, 3.1), (-1.8, -2.5))
VALUES = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, n: a**n,
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "relu": lambda a: max(a, 0.0),
    "max": max,
}
POINTS = {
    **dict.fromkeys(("add", "sub", "mul", "div", "max"), PAIRS),
    **dict.fromkeys(("exp", "sin"), ((1.5,), (-0.7,), (2.2,), (0.4,), (-1.8,))),
    "relu": ((-1.0,), (1.5,), (-0.7,), (2.2,), (0.4,)),
    "log": ((1.5,), (0.7,), (2.2,), (0.4,), (3.1,)),
    "pow": ((1.5, 3), (0.7, 2), (2.2, -1), (0.4, 4), (3.1, 2)),
}
CLOSE = 1e-5

# What people write instead, by operation: (hint, rule).
TAKEN_FOR: dict[str, list[tuple[str, Callable]]] = {
    "sub": [("sub_sign", lambda a, b: (1, 1))],
    "mul": [("mul_swapped", lambda a, b: (a, b))],
    "div": [
        ("div_sign", lambda a, b: (1 / b, a / b**2)),
        ("div_second", lambda a, b: (1 / b, -a / b)),
        ("div_second", lambda a, b: (1 / b, -1 / b**2)),
        ("div_second", lambda a, b: (1 / b, a)),
    ],
    "pow": [
        ("pow_factor", lambda a, n: a ** (n - 1)),
        ("pow_exponent", lambda a, n: n * a**n),
        ("pow_value", lambda a, n: a**n),
    ],
    "exp": [("exp_as_power", lambda a: a * math.exp(a - 1)), ("exp_as_power", lambda a: a)],
    "log": [("log_value", math.log), ("log_value", math.exp)],
    "sin": [("sin_value", math.sin), ("sin_sign", lambda a: -math.cos(a))],
    "relu": [("relu_flat", lambda a: 1), ("relu_value", lambda a: max(a, 0.0))],
    "max": [("max_one_winner", lambda a, b: (1, 1)), ("max_value", lambda a, b: max(a, b))],
}


def judge_rules(answer: Any) -> Finding | None:
    """Each rule against the central difference at five points; the first that differs is told."""
    if not isinstance(given(answer), Mapping):
        return "not_a_table", {"type": type(answer).__name__}
    missing = [op for op in VALUES if op not in answer]
    if missing:
        return "rule_missing", {"op": missing[0], "n": len(missing)}
    if any(answer[op] is ... for op in VALUES):
        raise Unreadable("unfinished")
    for op in VALUES:
        if not callable(answer[op]):
            return "not_a_rule", {"op": op, "type": type(answer[op]).__name__}
        if finding := _compare(op, answer[op]):
            return finding
    return None


def _compare(op: str, rule: Callable) -> Finding | None:
    for point in POINTS[op]:
        wanted = _slopes(op, point)
        given = _given(rule, point, len(wanted), op)
        if not isinstance(given, tuple):
            counted = {"op": op, "wanted": len(wanted), "got": given}
            return _recognised(op, rule) or ("wrong_number_of_slopes", counted)
        if not _agree(given, wanted):
            return _recognised(op, rule) or ("rule_differs", {"op": op, "at": _shown(point), "got": _shown(given)})
    return None


def _slopes(op: str, point: tuple[float, ...]) -> tuple[float, ...]:
    """Central differences in every argument; the exponent of a power is a plain number and gets none."""
    inputs = 1 if op == "pow" else len(point)
    return tuple(_slope(VALUES[op], point, i) for i in range(inputs))


def _slope(value: Callable, point: tuple[float, ...], i: int, h: float = 1e-5) -> float:
    up, down = (tuple(a + step * (j == i) for j, a in enumerate(point)) for step in (h, -h))
    return (value(*up) - value(*down)) / (2 * h)


def _given(rule: Callable, point: tuple[float, ...], count: int, op: str) -> tuple[float, ...] | int:
    """The slopes that the learner's rule gives, or how many there are when the number is wrong."""
    said = given(rule(*point))
    if op == "pow" and isinstance(said, (list, tuple)) and len(said) == 2:
        said = said[:1]  # also told what the exponent does: true, and not asked
    try:
        return read(said, count)
    except Unreadable as problem:
        if problem.key == "wrong_count":
            return problem.values["got"]
        raise


def _agree(given: tuple[float, ...], wanted: tuple[float, ...]) -> bool:
    return all(abs(one - other) <= CLOSE * max(1.0, abs(other)) for one, other in zip(given, wanted))


def _recognised(op: str, rule: Callable) -> str | None:
    """The first known mistake that gives the same numbers at all points."""
    for tag, mistaken in TAKEN_FOR.get(op, ()):
        if all(_same_mistake(rule, mistaken, point, op) for point in POINTS[op]):
            return tag
    return None


def _same_mistake(rule: Callable, mistaken: Callable, point: tuple[float, ...], op: str) -> bool:
    expected = mistaken(*point)
    expected = expected if isinstance(expected, tuple) else (expected,)
    given = _given(rule, point, len(expected), op)
    return isinstance(given, tuple) and _agree(given, expected)


def _shown(numbers: tuple[float, ...]) -> str:
    return ", ".join(f"{number:.4g}" for number in numbers)


# ---- 04.3: the program of the way back, in pieces

LINES = (
    Line("collect", "nodes = collect(root)"),
    Line("order", "nodes = order(nodes)"),
    Line("empty", "grad = dict.fromkeys(nodes, 0.0)"),
    Line("seed", "grad[root] = 1.0"),
    Line("loop", "for node in nodes:"),
    Line("inputs", "for source, local in node.inputs:", indent=1),
    Line("push", "c = grad[node] * local", indent=2),
    Line("accumulate", "grad[source] += c", indent=2),
    Line("return", "return grad"),
)
DISTRACTORS = (
    Line("overwrite", "grad[source] = c", indent=2, instead="accumulate"),
    Line("forwards", "for node in reversed(nodes):", instead="loop"),
    Line("zero", "grad[root] = 0.0", instead="seed"),
)


def chain() -> tuple[Scalar, ...]:
    x = Scalar(2)
    return (x * 3 + 1) ** 2, x


def fork() -> tuple[Scalar, ...]:
    x, y = Scalar(2), Scalar(3)
    return x * y + x**2, x, y


def unequal_diamond() -> tuple[Scalar, ...]:
    x = Scalar(1)
    b = 2 * x
    return b + 3 * b, b, x


def article() -> tuple[Scalar, ...]:
    x, w, b = Scalar(2), Scalar(3), Scalar(1)
    return (w * x + b - 5) ** 2, x, w, b


def trial(make: Callable[[], tuple[Scalar, ...]]) -> Callable[[dict[str, Any]], str | None]:
    """Run the assembled `backward` on one graph and tell by its numbers what went wrong."""

    def run(namespace: dict[str, Any]) -> str | None:
        root, *watched = make()
        grad = namespace["backward"](root)
        if not isinstance(grad, dict):
            return "returns_nothing"
        if [grad.get(node) for node in watched] == [backward(root)[node] for node in watched]:
            return None
        return _cause(root, grad)

    return run


def _cause(root: Scalar, grad: dict[Scalar, float]) -> str:
    if not grad.get(root):
        return "all_zeros"
    if not any(grad[node] for node in grad if node is not root):
        return "nothing_arrives"
    if grad == _overwriting(root):
        return "last_one_wins"
    if grad in (bfs_backward(root), _from_the_leaves(root)):
        return "too_early"
    return "some_are_missing"


def _overwriting(root: Scalar) -> dict[Scalar, float]:
    """The gradients when `=` stands in the place of `+=`."""
    grad = dict.fromkeys(order(collect(root)), 0.0) | {root: 1.0}
    for node in grad:
        for source, local in node.inputs:
            grad[source] = grad[node] * local
    return grad


def _from_the_leaves(root: Scalar) -> dict[Scalar, float]:
    """The gradients when the loop begins at the wrong end."""
    grad = dict.fromkeys(order(collect(root)), 0.0) | {root: 1.0}
    for node in reversed(grad):
        for source, local in node.inputs:
            grad[source] += grad[node] * local
    return grad


# ---- 04.5: a graph on which the order matters

WRONG_BY_LUCK = """\
def ans_04_5(x):
    b = 2 * x
    c = 3 * b
    return b + c
"""


def judge_order(answer: Any) -> Finding | None:
    """Run both ways back on the learner's graph, at two places: they have to differ."""
    if not callable(given(answer)) and not isinstance(answer, Scalar):
        return "not_a_function", {"type": type(answer).__name__}
    roots = [answer] if isinstance(answer, Scalar) else [given(answer(Scalar(start))) for start in (1.0, 1.7)]
    if not all(isinstance(root, Scalar) for root in roots):
        return "not_a_scalar", {"type": type(roots[0]).__name__}
    if any(_differ(root) for root in roots):
        return None
    return _why_lucky(roots[0])


def _differ(root: Scalar) -> bool:
    right, by_luck = backward(root), bfs_backward(root)
    return any(abs(right[node] - by_luck[node]) > 1e-9 * max(1.0, abs(right[node])) for node in right)


def _why_lucky(root: Scalar) -> str:
    """No fork, roads of one length, a fork that has nothing to push, or an order that happens to be right."""
    nodes = order(collect(root))
    if not any(node.inputs for node in nodes):
        return "nothing_computed"
    uses = Counter(source for node in nodes for source, _ in node.inputs)
    if max(uses.values()) == 1:
        return "one_road"
    lengths: dict[Scalar, set[int]] = {node: set() for node in nodes}
    lengths[root].add(0)
    for node in nodes:
        for source, _ in node.inputs:
            lengths[source] |= {length + 1 for length in lengths[node]}
    uneven = [node for node, found in lengths.items() if len(found) > 1]
    if not uneven:
        return "equal_roads"
    return "lucky_order" if any(node.inputs for node in uneven) else "fork_at_a_leaf"


EXERCISES = [
    Exercise(
        "04.1",
        answer=(1, 9, -6, -6, -6, -6, 6, -12),
        name="ans_04_1",
        known=(
            Known((None, None, None, None, None, None, -1, 2), "no_upstream"),
            Known((None, None, 6, None, None, None, None, None), "sign"),
            Known((None, None, -3, None, None, None, None, None), "half"),
            Known((None, None, 9, None, None, None, None, None), "value_for_slope"),
            Known((None, None, None, None, None, None, -12, 6), "swapped_partners"),
            Known((None, None, None, None, None, None, -6, None), "partner_of_w"),
            Known((None, None, None, None, None, None, None, -6), "partner_of_x"),
        ),
        setup=OTHER_NUMBERS,
        teaches=("04-s03-worked", "04-s04-stepper"),
        points=2,
    ),
    Exercise(
        "04.2",
        answer=(7, 2, 12),
        name="ans_04_2",
        known=(
            Known(lambda numbers: numbers[0] in (3, 4), "one_path", "M10"),
            Known((12, None, None), "multiplied_paths", "M10"),
            Known((None, None, 4), "three_roads", "M10"),
            Known((None, 3, None), "partner_of_y"),
            Known((None, None, 8), "value_for_slope"),
        ),
        setup=TWO_LEAVES + FORK,
        teaches=("04-s02-run", "04-s06-paths"),
    ),
    Task(
        "04.4",
        name="local",
        judge=judge_rules,
        tags=(
            *dict.fromkeys(tag for mistakes in TAKEN_FOR.values() for tag, _ in mistakes),
            "not_a_table", "rule_missing", "not_a_rule", "wrong_number_of_slopes", "rule_differs",
        ),
        code=RULES,
        setup="import math\n",
        teaches=("04-s05-gates",),
        points=2,
    ),
    Task(
        "04.5",
        name="ans_04_5",
        judge=judge_order,
        tags=(
            "equal_roads", "lucky_order", "fork_at_a_leaf", "one_road", "nothing_computed", "not_a_scalar",
            "not_a_function",
        ),
        code=WRONG_BY_LUCK,
        setup="from minigrad.lesson.scalars import Scalar, backward, bfs_backward\n",
        teaches=("04-s08-compare",),
        points=2,
    ),
    Puzzle(
        "04.3",
        lines=LINES,
        distractors=DISTRACTORS,
        head=("def backward(root):",),
        depth=1,
        given="from minigrad.lesson.scalars import collect, order\n",
        trials=(
            Trial("chain", trial(chain)),
            Trial("fork", trial(fork)),
            Trial("diamond", trial(unequal_diamond)),
            Trial("article", trial(article)),
        ),
        tags=("returns_nothing", "all_zeros", "nothing_arrives", "last_one_wins", "too_early", "some_are_missing"),
        name="ans_04_3",
        teaches=("04-s08-order",),
    ),
]

PREDICTIONS = ("04-p1", "04-p2", "04-p3")

QUIZZES = {
    "04-warmup": [
        Asked("1", options=("yes", "no"), right=("yes",)),
        Asked("2", options=("tensor", "function", "leaf"), right=("function",)),
        Asked("3", number=5, named=(1, 0)),
    ],
    "04-gates": [
        Asked("1", options=("mul", "add", "max"), right=("add",)),
        Asked("2", number=20, named=(-50, -20)),
    ],
    "04-middle": [Asked("1", options=("number", "none", "error"), right=("none",))],
    "04-exit": [
        Asked("1", number=11, named=(5, 6, 30)),
        Asked("2", options=("lines", "ready", "breadth"), right=("ready",)),
    ],
}
