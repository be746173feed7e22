"""What an exercise is: its right answer, the wrong answers that we know, and what a fresh start needs.

One Python file a lesson (`exercises/00.py`) lists them; both languages share it. All sentences stand in the
catalogue `i18n/*/lesson00.json`, under keys made of the exercise's id. `minigrad.lesson` tells which.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import Any

from minigrad.lesson.puzzle import Puzzle

Part = float | bool | str | None
Finding = str | tuple[str, dict[str, Any]]  # what is wrong with an answer: a tag, maybe with values for its sentence
CLOSE = 1e-6


@dataclass(frozen=True)
class Known:
    """A wrong answer that people give for a reason: how it is told, the hint, the misconception.

    `numbers` are the parts of the answer (None: any), or a function of them that says whether they fit.
    """

    numbers: tuple[Part, ...] | Callable[[tuple[Part, ...]], bool]
    hint: str
    misconception: str = ""

    def fits(self, parts: tuple[Part, ...]) -> bool:
        if callable(self.numbers):
            return bool(self.numbers(parts))
        return all(
            wanted is None or same(part, wanted, CLOSE * _size(wanted))
            for part, wanted in zip(parts, self.numbers, strict=True)
        )


@dataclass(frozen=True)
class Exercise:
    """One task with numbers as its answer, or with the words True, False, None and names.

    `answer`: the right parts, `tol` the absolute tolerance for each number. `known`: recognised wrong answers,
    the first that fits wins. `name`: the variable that the answer goes into. `setup`: code that recreates
    what the task needs. `take`: turns a special answer (a widget) into plain parts first. `teaches`: the
    cells to look at again. A part that is text in `answer` makes all parts words: see `answers.read_words`.
    """

    id: str
    answer: tuple[Part, ...]
    name: str
    known: tuple[Known, ...]
    tol: float = CLOSE
    points: int = 1
    setup: str = ""
    teaches: tuple[str, ...] = ()
    take: Callable[[Any], Any] | None = None

    @property
    def lesson(self) -> str:
        return self.id[:2]

    @property
    def words(self) -> bool:
        """Whether the answer is a table of words (True, None, a name) and not only of numbers."""
        return any(part is None or isinstance(part, str) for part in self.answer)

    def right(self, parts: tuple[Part, ...]) -> bool:
        return all(same(part, wanted, self.tol) for part, wanted in zip(parts, self.answer, strict=True))

    def nearly(self, parts: tuple[Part, ...]) -> bool:
        """Right up to one per cent: rounded, or a nudge away."""
        return all(
            same(part, wanted, 0.01 * _size(wanted)) for part, wanted in zip(parts, self.answer, strict=True)
        )

    def recognise(self, parts: tuple[Part, ...]) -> str | None:
        """The tag of the first known wrong answer that fits."""
        return next((known.hint for known in self.known if known.fits(parts)), None)

    @property
    def tags(self) -> tuple[str, ...]:
        """Every hint that a wrong answer may get."""
        return tuple(known.hint for known in self.known)

    @property
    def code(self) -> str:
        """The right answer as the line that would hand it in."""
        parts = [part if isinstance(part, str) else "" for part in self.answer]
        shown = [repr(text) if text else _plain(part) for text, part in zip(parts, self.answer)]
        return f"{self.name} = {shown[0] if len(shown) == 1 else '(' + ', '.join(shown) + ')'}"


@dataclass(frozen=True)
class Task:
    """One task with code as its answer: a function, a table of functions, a tensor whose graph counts.

    `judge(answer)` returns None when all is well, else the tag of the sentence `hint.<id>.<tag>`, or such a tag
    and the values in the sentence. What it raises is told as an error of the answer. `tags`: all tags that it may
    return, for the tests. `code`: one right answer, shown as the solution.
    """

    id: str
    name: str
    judge: Callable[[Any], Finding | None]
    tags: tuple[str, ...]
    code: str
    points: int = 1
    setup: str = ""
    teaches: tuple[str, ...] = ()

    @property
    def lesson(self) -> str:
        return self.id[:2]


def same(part: Part, wanted: Part, tolerance: float) -> bool:
    """Numbers within the tolerance; words letter by letter. True is 1 and False is 0.

    >>> same(3.0000001, 3, 1e-6), same("Mul", "Mul", 0), same(None, 0, 1)
    (True, True, False)
    """
    if isinstance(part, (str, NoneType)) or isinstance(wanted, (str, NoneType)):
        return part == wanted
    return abs(part - wanted) <= tolerance


def _size(wanted: Part) -> float:
    return 1.0 if isinstance(wanted, (str, NoneType)) else max(1.0, abs(wanted))


def _plain(part: Part) -> str:
    return f"{part:g}" if isinstance(part, float) else repr(part)


@dataclass(frozen=True)
class Asked:
    """A quiz question without its words: option keys in the order shown and the right ones, or a number.

    `named` are wrong numbers that have an explanation of their own. `order`: the option keys as they have to be
    put in order.
    """

    key: str
    options: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    number: float | None = None
    named: tuple[float, ...] = ()
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ticket:
    """A question answered in the learner's own words and judged by the learner: the keys of what to look for."""

    id: str
    rubric: tuple[str, ...]


def lessons() -> list[str]:
    """The lessons that can be started, in order.

    >>> lessons()[0]
    '00'
    """
    return sorted(file.stem for file in (Path(__file__).parent / "exercises").glob("[0-9][0-9].py"))


def exercises(lesson: str) -> dict[str, Exercise | Task | Puzzle]:
    """The exercises of one lesson by id.

    >>> list(exercises("00"))
    ['00.1', '00.2', '00.3']
    """
    return {exercise.id: exercise for exercise in _content(lesson).EXERCISES}


def quizzes(lesson: str) -> dict[str, list[Asked]]:
    """The quizzes of one lesson by id.

    >>> list(quizzes("00"))
    ['00-picture', '00-exit']
    """
    return _content(lesson).QUIZZES


def predictions(lesson: str) -> tuple[str, ...]:
    """The ids of what is predicted in a lesson outside of its exercises."""
    return tuple(getattr(_content(lesson), "PREDICTIONS", ()))


def tickets(lesson: str) -> dict[str, Ticket]:
    """The questions of one lesson that are answered in words, by id."""
    return {ticket.id: ticket for ticket in getattr(_content(lesson), "TICKETS", ())}


def _content(lesson: str):
    return import_module(f"minigrad.lesson.exercises.{lesson}")
