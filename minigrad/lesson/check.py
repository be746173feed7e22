"""Judge an answer: right, nearly right, a wrong answer that we know, unreadable, or not there yet."""

from dataclasses import dataclass, field
from typing import Any

from minigrad.lesson.answers import Unreadable, read
from minigrad.lesson.exercise import Exercise
from minigrad.lesson.watchdog import TimeUp, time_limit

SECONDS = 5.0


@dataclass(frozen=True)
class Verdict:
    """`status` is ok, almost, wrong, error or todo; `message_key` names the sentence, `details` fills it."""

    status: str
    message_key: str
    details: dict[str, Any] = field(default_factory=dict)


def judge(exercise: Exercise, answer: Any, seconds: float | None = None) -> Verdict:
    """What is to be said about `answer`. Never raises for anything that the answer does.

    An answer may also be a function without arguments: it is called, for at most `seconds` (5).

    >>> from minigrad.lesson.exercise import exercises
    >>> judge(exercises("00")["00.1"], 7).message_key
    'hint.00.1.stopped_at_y'
    """
    seconds = SECONDS if seconds is None else seconds
    if answer is ...:
        return Verdict("todo", "check.todo")
    try:
        with time_limit(seconds):
            numbers = _numbers(exercise, answer)
    except Unreadable as problem:
        status = "todo" if problem.key == "unfinished" else "error"
        return Verdict(status, f"check.{problem.key}", problem.values)
    except TimeUp:
        return Verdict("error", "check.too_long", {"seconds": f"{seconds:g}"})
    except RecursionError:
        return Verdict("error", "check.too_deep")
    except (Exception, SystemExit) as problem:
        return Verdict("error", "check.raised", {"error": _first_line(problem)})
    return _compare(exercise, numbers)


def _numbers(exercise: Exercise, answer: Any) -> tuple[float, ...]:
    if exercise.take:
        answer = exercise.take(answer)
    if callable(answer):
        answer = answer()
    return read(answer, len(exercise.answer))


def _compare(exercise: Exercise, numbers: tuple[float, ...]) -> Verdict:
    if exercise.right(numbers):
        return Verdict("ok", f"ok.{exercise.id}")
    if tag := exercise.recognise(numbers):
        return Verdict("wrong", f"hint.{exercise.id}.{tag}")
    if exercise.nearly(numbers):
        return Verdict("almost", "check.almost")
    return Verdict("wrong", f"hint.{exercise.id}.rung1")


def _first_line(problem: BaseException) -> str:
    lines = str(problem).splitlines()
    return f"{type(problem).__name__}: {lines[0]}" if lines else type(problem).__name__
