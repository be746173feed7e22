"""A Parsons puzzle: the lines of a program are there, their order and indentation are not.

What a learner puts together is executed against tests, in a namespace of its own. So any order that does the work
is right, and what is told about another one is what the first failing test saw.
"""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations, product
from typing import Any

MOST_STEPS = 50_000  # of the interpreter in the learner's program: more is a loop without an end
FILE = "<puzzle>"
TAB = "    "
MOST_BLOCKS = 6

Placed = list[tuple[str, int]]  # (key of a line, how deep it is indented), from the top


class Endless(Exception):
    """The program was still running after `MOST_STEPS` steps of the interpreter."""


@dataclass(frozen=True)
class Line:
    """One line of the program, without its indentation. `indent`: how deep it stands in the solution.

    A distractor names the line that it is taken for: `instead`.
    """

    key: str
    text: str
    indent: int = 0
    instead: str = ""


@dataclass(frozen=True)
class Trial:
    """One test: `run(namespace)` returns None, or the tag of the sentence `hint.<id>.<tag>`.

    `namespace` is what the whole program has left behind. `parsons.<id>.test.<key>` says what is tested.
    """

    key: str
    run: Callable[[dict[str, Any]], str | None]


@dataclass(frozen=True)
class Outcome:
    """`status`: ok, wrong (a test failed), error (the program stopped) or todo. `test`: the first that failed.

    `reason` is a key: a `hint.<id>.<reason>` of the lesson after a failed test, else `parsons.<reason>`.
    """

    status: str
    reason: str = ""
    test: str = ""
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Puzzle:
    """`lines` in the order of the solution, `distractors` that belong nowhere, and the tests.

    `head` and `foot` are fixed lines above and below, whose depth stands in their text; `depth` is where the learner's
    lines begin. `given`: code that has run before, unseen. `tags`: all hints that the tests may give.
    """

    id: str
    lines: tuple[Line, ...]
    distractors: tuple[Line, ...]
    trials: tuple[Trial, ...]
    tags: tuple[str, ...]
    head: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    depth: int = 0
    given: str = ""
    name: str = ""
    points: int = 2
    setup: str = ""
    teaches: tuple[str, ...] = ()

    @property
    def lesson(self) -> str:
        return self.id[:2]

    @property
    def texts(self) -> dict[str, str]:
        return {line.key: line.text for line in self.lines + self.distractors}

    @property
    def solution(self) -> Placed:
        return [(line.key, line.indent) for line in self.lines]

    @property
    def code(self) -> str:
        return self.assemble(self.solution)

    def shuffled(self) -> list[str]:
        """The keys in the order in which the learner meets them: the same each time, and not the solution."""
        keys = list(self.texts)
        random.Random(self.id).shuffle(keys)
        return keys

    def assemble(self, placed: Placed) -> str:
        """The program as text."""
        texts = self.texts
        own = [TAB * (self.depth + indent) + texts[key] for key, indent in placed]
        return "\n".join([*self.head, *own, *self.foot]) + "\n"

    def read(self, order: Any) -> Placed:
        """An order as it is written by hand: keys, or pairs of a key and a depth. ValueError for anything else."""
        placed = [(entry, 0) if isinstance(entry, str) else tuple(entry) for entry in order]
        keys = [entry[0] if entry else None for entry in placed]
        if not set(keys) <= self.texts.keys() or len(set(keys)) < len(keys):
            raise ValueError(f"each line once at most, of these: {', '.join(self.texts)}")
        if not all(len(entry) == 2 and isinstance(entry[1], int) and 0 <= entry[1] <= 8 for entry in placed):
            raise ValueError("a line is a key, or a key with its depth: 0, 1, 2 …")
        return placed

    def judge(self, placed: Placed) -> Outcome:
        """What the tests say, the first that fails first. The program runs anew for each of them."""
        if not placed:
            return Outcome("todo", "todo")
        try:
            program = compile(self.assemble(placed), FILE, "exec")
        except SyntaxError as problem:
            return Outcome("error", "indent", values={"line": self._own_line(problem.lineno, placed)})
        for trial in self.trials:
            outcome = self._try(program, trial)
            if outcome.status != "ok":
                return outcome
        return Outcome("ok")

    def _try(self, program: Any, trial: Trial) -> Outcome:
        namespace: dict[str, Any] = {"__name__": FILE}
        exec(self.given, namespace)
        try:
            with step_limit():
                exec(program, namespace)
                tag = trial.run(namespace)
        except Endless:
            return Outcome("error", "endless", trial.key)
        except NameError as problem:
            return Outcome("error", "name", trial.key, {"name": problem.name or "?"})
        except (Exception, SystemExit) as problem:
            first, *_ = str(problem).splitlines() or [""]
            return Outcome("error", "raised", trial.key, {"error": f"{type(problem).__name__}: {first}"[:120]})
        return Outcome("wrong", tag, trial.key) if tag else Outcome("ok")

    def _own_line(self, lineno: int | None, placed: Placed) -> int:
        """The line among the learner's that Python could not read, counted from 1."""
        return max(1, min((lineno or 1) - len(self.head), len(placed)))


class step_limit:
    """Code of a puzzle may take so many steps of the interpreter; then `Endless` is raised in it. Lines would not do:
    `while True: pass` is one.

    >>> with step_limit(100):
    ...     exec(compile("for i in range(3): pass", FILE, "exec"))
    """

    def __init__(self, most: int = MOST_STEPS):
        self.left = most

    def __enter__(self) -> None:
        self.before = sys.gettrace()
        sys.settrace(self._called)

    def __exit__(self, *_: Any) -> None:
        sys.settrace(self.before)

    def _called(self, frame: Any, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != FILE:
            return None
        frame.f_trace_opcodes = True
        return self._ran

    def _ran(self, frame: Any, event: str, _: Any) -> Any:
        self.left -= event in ("opcode", "line")
        if self.left < 0:
            raise Endless
        return self._ran


def neighbours(puzzle: Puzzle) -> Iterator[Placed]:
    """The orders that a learner comes by near the goal.

    A mix is the solution with any of the distractors in the place of the lines that they are taken for. Of each mix all
    orders of its blocks, and all that are one change away: a line goes up, down or sideways, two lines change places,
    one is taken out, or one is put in. And the solution as far as it has been built from the top.
    """
    yield from (puzzle.solution[:built] for built in range(1, len(puzzle.lines)))
    for base in _mixes(puzzle):
        yield from _blocks_in_any_order(base)
        yield from _one_change(puzzle, base)


def _blocks_in_any_order(base: Placed) -> Iterator[Placed]:
    """A block is a line that is not indented, with all that stands inside it. The first order is the one given."""
    blocks: list[Placed] = []
    for line in base:
        if line[1] == 0 or not blocks:
            blocks.append([])
        blocks[-1].append(line)
    if len(blocks) > MOST_BLOCKS:
        yield base
        return
    for order in permutations(blocks):
        yield [line for block in order for line in block]


def _mixes(puzzle: Puzzle) -> Iterator[Placed]:
    for chosen in product((False, True), repeat=len(puzzle.distractors)):
        taken = {line.instead: line.key for line, is_in in zip(puzzle.distractors, chosen) if is_in}
        yield [(taken.get(key, key), indent) for key, indent in puzzle.solution]


def _one_change(puzzle: Puzzle, base: Placed) -> Iterator[Placed]:
    depths = range(max(indent for _, indent in puzzle.solution) + 1)
    used = dict(base)
    for at, (key, _) in enumerate(base):
        rest = [*base[:at], *base[at + 1 :]]
        yield rest
        yield from _with(key, rest, depths)
    for key in puzzle.texts:
        if key not in used:
            yield from _with(key, base, depths)
    for one, other in combinations(range(len(base)), 2):
        swapped = list(base)
        swapped[one], swapped[other] = (base[other][0], base[one][1]), (base[one][0], base[other][1])
        yield swapped


def _with(key: str, rest: Placed, depths: range) -> Iterator[Placed]:
    for to in range(len(rest) + 1):
        for depth in depths:
            yield [*rest[:to], (key, depth), *rest[to:]]
