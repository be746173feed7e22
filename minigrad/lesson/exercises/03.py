"""Lesson 03: what is recorded, told in tables, built, and walked."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import minigrad as torch
from minigrad.lesson.answers import Unreadable, given
from minigrad.lesson.exercise import Asked, Exercise, Finding, Known, Part, Task
from minigrad.lesson.exercises.programs import LINE_AND_SQUARE, THREE_LEAVES, TWO_LEAVES

FIVE = """\
x = torch.tensor(1.0, requires_grad=True)
c = torch.tensor(2.0)
h = x * c
k = c * c
d = h.detach()
"""
WALK = """\
def walk(fn):
    names, seen, waiting = [], set(), [fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        names.append(node.name())
        waiting += [child for child, _ in reversed(node.next_functions)]
    return names
"""
BUILT = """\
x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
ans_03_2 = x * y + x ** 2
"""


# ---- 03.1: three rows of five cells, for x, c, h, k and d

IS_LEAF, REQUIRES_GRAD, GRAD_FN = (dict(zip("xchkd", range(start, start + 5))) for start in (0, 5, 10))
TABLE = (True, True, False, True, True) + (True, False, True, False, False) + (None, None, "Mul", None, None)


def cell_is(row: dict[str, int], column: str, *values: Part) -> Callable[[tuple[Part, ...]], bool]:
    """Whether this cell of the table holds one of `values`."""
    return lambda parts: parts[row[column]] in values


def any_of(*tests: Callable[[tuple[Part, ...]], bool]) -> Callable[[tuple[Part, ...]], bool]:
    return lambda parts: any(test(parts) for test in tests)


# ---- 03.2: a graph to build

PICTURE = Counter({"Mul": 1, "Pow": 1, "Add": 1})


def judge_built(answer: Any) -> Finding | None:
    """The signature of the graph that led to `answer`: operations, leaves, edges into each leaf, value."""
    root = given(answer() if callable(answer) else answer)
    if not hasattr(root, "grad_fn") or not hasattr(root, "requires_grad"):
        return "not_a_tensor", {"type": type(root).__name__}
    if root.grad_fn is None:
        return "nothing_recorded"
    operations, edges = _signature(root.grad_fn)
    return _compare_graph(root, operations, edges)


def _signature(fn: Any) -> tuple[Counter, Counter]:
    """How often each operation occurs, and how many edges end in each leaf."""
    operations, edges, seen, waiting = Counter(), Counter(), {fn}, [fn]
    while waiting:
        node = waiting.pop()
        operations[_short(node.name())] += 1
        for child, _ in node.next_functions:
            if child is None:
                continue
            if _short(child.name()) == "AccumulateGrad":
                edges[child] += 1
            elif child not in seen:
                seen.add(child)
                waiting.append(child)
    return operations, edges


def _compare_graph(root: Any, operations: Counter, edges: Counter) -> Finding | None:
    if operations == Counter({"Mul": 1, "Add": 1}) and _short(root.grad_fn.name()) == "Mul":
        return "factored"
    if operations == Counter({"Mul": 2, "Add": 1}):
        return "mul_for_pow"
    if len(edges) < 2:
        return "constant_leaf"
    if operations != PICTURE:
        return "other_operations", {"yours": _listed(operations)}
    if len(edges) > 2 or sorted(edges.values()) != [1, 2]:
        return "one_leaf_twice", {"n": len(edges)}
    if not _wired_as_pictured(root.grad_fn):
        return "wired_otherwise", {"last": _short(root.grad_fn.name())}
    if root.numel() != 1 or abs(root.item() - 10) > 1e-6:
        return "other_value", {"value": f"{root.item():g}" if root.numel() == 1 else "?"}
    return None


def _wired_as_pictured(fn: Any) -> bool:
    """A sum of a product and of a power of one of its factors."""
    if _short(fn.name()) != "Add":
        return False
    inputs = {_short(child.name()): child for child, _ in fn.next_functions if child is not None}
    if inputs.keys() != {"Mul", "Pow"}:
        return False
    factors = [child for child, _ in inputs["Mul"].next_functions]
    base = inputs["Pow"].next_functions[0][0]
    return factors[0] is not factors[1] and any(base is factor for factor in factors)


def _listed(operations: Counter) -> str:
    return ", ".join(sorted(operations.elements()))


# ---- 03.3: a walk to write

Walk = Callable[[Any], Any]


def _graphs() -> list[tuple[str, Any]]:
    """(what the learner is told, where to begin): plain, a shared leaf, a shared node, constants, one leaf."""

    def leaf(value: float):
        return torch.tensor(value, requires_grad=True)

    x, y, p = leaf(2.0), leaf(3.0), leaf(2.0) * leaf(3.0)
    return [
        ("(w*x + b - 5)**2", ((leaf(3.0) * leaf(2.0) + leaf(1.0) - 5) ** 2).grad_fn),
        ("x*y + x**2", (x * y + x**2).grad_fn),
        ("p = x*y; p.exp() + p", (p.exp() + p).grad_fn),
        ("torch.tensor(2.0) * x + 1", (torch.tensor(2.0) * leaf(2.0) + 1).grad_fn),
        ("x", (leaf(2.0) * 1).grad_fn.next_functions[0][0]),
    ]


def judge_walk(answer: Any) -> Finding | None:
    """Call the walk on five graphs, on the first of them twice; the first that fails is told."""
    if not callable(given(answer)):
        return "not_a_function", {"type": type(answer).__name__}
    first, *others = _graphs()
    for n, (shown, fn) in enumerate([first, first, *others]):
        names = _names(answer, fn, shown)
        if not isinstance(names, list):
            return names
        if not _is_depth_first(names, fn):
            told = {"graph": shown, "got": ", ".join(names) or "[]"}
            return "remembers_last_call" if n == 1 else _what_went_wrong(names, fn), told
    return None


def _names(walk: Walk, fn: Any, shown: str) -> list[str] | Finding:
    try:
        names = walk(fn)
    except AttributeError as problem:
        if "NoneType" in str(problem):
            return "none_entry", {"graph": shown}
        raise
    if names is ...:
        raise Unreadable("unfinished")
    if names is None:
        return "returned_nothing"
    if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
        return "not_a_list", {"type": type(names).__name__}
    names = list(names)
    if any(name is None for name in names):
        return "none_entry", {"graph": shown}
    if any(hasattr(name, "next_functions") for name in names):
        return "nodes_not_names"
    if not all(isinstance(name, str) for name in names):
        return "not_a_list", {"type": type(next(n for n in names if not isinstance(n, str))).__name__}
    return [_short(name) for name in names]


def _short(name: str) -> str:
    """`Mul` for `MulBackward0`; a leaf's node calls itself `torch::autograd::AccumulateGrad`."""
    name = name.rpartition("::")[2]
    return name.rstrip("0123456789").removesuffix("Backward")


def _orders(fn: Any, turn: int) -> tuple[list[str], list[str], list[str]]:
    """Names in depth-first order, in the order of leaving, and level by level; `turn` -1 takes the last input first."""
    first, last, seen = [], [], set()

    def visit(node):
        seen.add(node)
        first.append(_short(node.name()))
        for child, _ in node.next_functions[::turn]:
            if child is not None and child not in seen:
                visit(child)
        last.append(_short(node.name()))

    visit(fn)
    level, found = [fn], {fn}
    for node in level:
        for child, _ in node.next_functions[::turn]:
            if child is not None and child not in found:
                found.add(child)
                level.append(child)
    return first, last, [_short(node.name()) for node in level]


def _is_depth_first(names: list[str], fn: Any) -> bool:
    return any(names == _orders(fn, turn)[0] for turn in (1, -1))


def _what_went_wrong(names: list[str], fn: Any) -> str:
    wanted, left, levels = _orders(fn, 1)
    more, fewer = Counter(names) - Counter(wanted), Counter(wanted) - Counter(names)
    if more and not fewer:
        return "visited_twice"
    if fewer and set(fewer) == {"AccumulateGrad"}:
        return "leaves_missing"
    if names == wanted[1:]:
        return "start_missing"
    if names == levels:
        return "level_by_level"
    if names in (left, wanted[::-1]):
        return "inputs_first"
    return "other_order"


EXERCISES = [
    Exercise(
        "03.1",
        answer=TABLE,
        name="ans_03_1",
        known=(
            Known(cell_is(IS_LEAF, "k", False), "k_is_leaf", "M7"),
            Known(cell_is(REQUIRES_GRAD, "h", False), "one_is_enough", "M8"),
            Known(
                any_of(
                    cell_is(GRAD_FN, "d", "Mul", "Detach"),
                    cell_is(IS_LEAF, "d", False),
                    cell_is(REQUIRES_GRAD, "d", True),
                ),
                "detach_starts_anew",
            ),
            Known(cell_is(IS_LEAF, "c", False), "constant_is_leaf", "M8"),
            Known(
                any_of(cell_is(REQUIRES_GRAD, "k", True), cell_is(GRAD_FN, "k", "Mul")), "nothing_to_record", "M7"
            ),
            Known(any_of(cell_is(IS_LEAF, "h", True), cell_is(GRAD_FN, "h", None)), "h_was_made", "M7"),
        ),
        setup=FIVE,
        teaches=("03-s08-constant", "03-s08-trap"),
    ),
    Exercise(
        "03.4",
        answer=(4, 1, 0),
        name="ans_03_4",
        known=(
            Known((1, 1, None), "all_after_x"),
            Known((4, 3, None), "constants_have_no_pocket"),
            Known((None, None, 4), "nothing_is_recorded"),
        ),
        setup=THREE_LEAVES + LINE_AND_SQUARE,
        teaches=("03-s09-constants",),
    ),
    Task(
        "03.3",
        name="walk",
        judge=judge_walk,
        tags=(
            "visited_twice", "none_entry", "returned_nothing", "not_a_list", "nodes_not_names", "leaves_missing",
            "start_missing", "remembers_last_call", "level_by_level", "inputs_first", "other_order", "not_a_function",
        ),
        code=WALK,
        setup=THREE_LEAVES + LINE_AND_SQUARE,
        teaches=("03-s10-hand",),
        points=2,
    ),
    Task(
        "03.2",
        name="ans_03_2",
        judge=judge_built,
        tags=(
            "factored", "mul_for_pow", "constant_leaf", "nothing_recorded", "other_operations", "one_leaf_twice",
            "wired_otherwise", "other_value", "not_a_tensor",
        ),
        code=BUILT,
        setup=TWO_LEAVES,
        teaches=("03-s12-goal",),
    ),
    Exercise(
        "03.5",
        answer=(True, False, True, False, False),
        name="ans_03_5",
        known=(
            Known((False, None, None, None, None), "two_drawings", "M1"),
            Known((None, True, None, None, None), "stored_nodes", "M1"),
            Known((None, None, False, None, None), "edges_lead_back"),
            Known((None, None, None, True, None), "leaf_is_no_switch", "M8"),
            Known((None, None, None, None, True), "constants_alone"),
        ),
        teaches=("03-s06-stored",),
    ),
]

PREDICTIONS = ("03-p1", "03-p2", "03-p3")

QUIZZES = {
    "03-warmup": [
        Asked("1", number=0, named=(4, 5)),
        Asked("2", options=("yes", "no"), right=("no",)),
        Asked("3", options=("constant", "leaf", "result"), right=("leaf",)),
    ],
    "03-leaf": [
        Asked("1", options=("yes", "no"), right=("yes",)),
        Asked("2", options=("yes", "no"), right=("no",)),
    ],
    "03-seed-c": [
        Asked("1", options=("backprop", "autograd", "script", "optimizer"), right=("autograd",)),
        Asked("2", options=("false", "true", "error", "device"), right=("true",)),
    ],
    "03-exit": [
        Asked("1", options=("tensors", "functions", "both"), right=("functions",)),
        Asked("2", number=2, named=(3, 1)),
    ],
}
