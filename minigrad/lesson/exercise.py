"""What an exercise is: its right answer, the wrong answers that we know, and what a fresh start needs.

One Python file a lesson (`exercises/00.py`) lists them; both languages share it. All sentences stand in the
catalogue `i18n/*/lesson00.json`, under keys made of the exercise's id.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

Numbers = tuple[float, ...]
CLOSE = 1e-6


@dataclass(frozen=True)
class Known:
    """A wrong answer that people give for a reason: its numbers (None: any), the hint, the misconception."""

    numbers: tuple[float | None, ...]
    hint: str
    misconception: str = ""

    def fits(self, numbers: Numbers) -> bool:
        return all(
            wanted is None or abs(number - wanted) <= CLOSE * max(1.0, abs(wanted))
            for number, wanted in zip(numbers, self.numbers, strict=True)
        )


@dataclass(frozen=True)
class Exercise:
    """One task with numbers as its answer.

    `answer`: the right numbers, `tol` the absolute tolerance for each. `known`: recognised wrong answers,
    the first that fits wins. `name`: the variable that the answer goes into. `setup`: code that recreates
    what the task needs. `take`: turns a special answer (a widget) into plain numbers first. `teaches`: the
    cells to look at again.
    """

    id: str
    answer: Numbers
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

    def right(self, numbers: Numbers) -> bool:
        return all(
            abs(number - wanted) <= self.tol for number, wanted in zip(numbers, self.answer, strict=True)
        )

    def nearly(self, numbers: Numbers) -> bool:
        """Right up to one per cent: rounded, or a nudge away."""
        return all(
            abs(number - wanted) <= 0.01 * max(1.0, abs(wanted))
            for number, wanted in zip(numbers, self.answer, strict=True)
        )

    def recognise(self, numbers: Numbers) -> str | None:
        """The tag of the first known wrong answer that fits."""
        return next((known.hint for known in self.known if known.fits(numbers)), None)


@dataclass(frozen=True)
class Asked:
    """A quiz question without its words: option keys in the order shown and the right ones, or a number.

    `named` are wrong numbers that have an explanation of their own.
    """

    key: str
    options: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    number: float | None = None
    named: tuple[float, ...] = ()


def lessons() -> list[str]:
    """The lessons that can be started, in order.

    >>> lessons()[0]
    '00'
    """
    return sorted(file.stem for file in (Path(__file__).parent / "exercises").glob("[0-9][0-9].py"))


def exercises(lesson: str) -> dict[str, Exercise]:
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


def _content(lesson: str):
    return import_module(f"minigrad.lesson.exercises.{lesson}")
