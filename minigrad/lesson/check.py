"""Judge an answer: right, nearly right, a wrong answer that we know, unreadable, or not there yet."""

from dataclasses import dataclass, field
from typing import Any

from minigrad.lesson.answers import Unreadable, read, read_words
from minigrad.lesson.exercise import Exercise, Part, Task
from minigrad.lesson.puzzle import Outcome, Puzzle
from minigrad.lesson.watchdog import TimeUp, time_limit

SECONDS = 5.0
MOST_SHOWN = 200  # letters of an error


@dataclass(frozen=True)
class Verdict:
    """`status` is ok, almost, wrong, error or todo; `message_key` names the sentence, `details` fills it."""

    status: str
    message_key: str
    details: dict[str, Any] = field(default_factory=dict)


def judge(exercise: Exercise | Task | Puzzle, answer: Any, seconds: float | None = None) -> Verdict:
    """What is to be said about `answer`. Never raises for anything that the answer does, except when
    the learner stops it by Ctrl-C.

    An answer may also be a function without arguments: it is called, for at most `seconds` (5).

    >>> from minigrad.lesson.exercise import exercises
    >>> judge(exercises("00")["00.1"], 7).message_key
    'hint.00.1.stopped_at_y'
    """
    seconds = SECONDS if seconds is None else seconds
    try:
        if answer is ... or getattr(answer, "untouched", False) is True:
            return Verdict("todo", _todo(exercise))
        with time_limit(seconds):
            if isinstance(exercise, Task):
                return _found(exercise, exercise.judge(answer))
            if isinstance(exercise, Puzzle):
                return _put_in_order(exercise, getattr(answer, "program", answer))
            parts = _parts(exercise, answer)
    except Unreadable as problem:
        status = "todo" if problem.key == "unfinished" else "error"
        return Verdict(status, f"check.{problem.key}", problem.values)
    except TimeUp:
        return Verdict("error", "check.too_long", {"seconds": f"{seconds:g}"})
    except RecursionError:
        return Verdict("error", "check.too_deep")
    except KeyboardInterrupt:  # the learner's own: no time limit has run out
        raise
    except BaseException as problem:
        return Verdict("error", "check.raised", {"error": _first_line(problem)})
    return _compare(exercise, parts)


def _todo(exercise: Exercise | Task | Puzzle) -> str:
    if isinstance(exercise, Puzzle):
        return "parsons.todo"
    return "check.todo_code" if isinstance(exercise, Task) else "check.todo"


def _parts(exercise: Exercise, answer: Any) -> tuple[Part, ...]:
    if exercise.take:
        answer = exercise.take(answer)
    if callable(answer):
        answer = answer()
    return (read_words if exercise.words else read)(answer, len(exercise.answer))


def _found(task: Task, finding: None | str | tuple[str, dict]) -> Verdict:
    """What the judge of code returned, as a verdict."""
    if finding is None:
        return Verdict("ok", f"ok.{task.id}")
    tag, values = (finding, {}) if isinstance(finding, str) else finding
    return Verdict("wrong", f"hint.{task.id}.{tag}", values)


def _put_in_order(puzzle: Puzzle, order: Any) -> Verdict:
    if order is None:
        raise Unreadable("none")
    try:
        placed = puzzle.read(order)
    except (ValueError, TypeError):
        return Verdict("error", "parsons.no_order", {"known": ", ".join(puzzle.texts)})
    return _ran(puzzle, puzzle.judge(placed))


def _ran(puzzle: Puzzle, outcome: Outcome) -> Verdict:
    """What came out of a puzzle's tests, as a verdict."""
    if outcome.status == "ok":
        return Verdict("ok", f"ok.{puzzle.id}")
    if outcome.status == "wrong":
        return Verdict("wrong", f"hint.{puzzle.id}.{outcome.reason}", {"test": outcome.test})
    status = "todo" if outcome.status == "todo" else "wrong"
    return Verdict(status, f"parsons.{outcome.reason}", outcome.values)


def _compare(exercise: Exercise, parts: tuple[Part, ...]) -> Verdict:
    if exercise.right(parts):
        return Verdict("ok", f"ok.{exercise.id}")
    if tag := exercise.recognise(parts):
        return Verdict("wrong", f"hint.{exercise.id}.{tag}")
    if exercise.nearly(parts):
        return Verdict("almost", "check.almost")
    return Verdict("wrong", f"hint.{exercise.id}.rung1")


def _first_line(problem: BaseException) -> str:
    try:
        lines = str(problem).splitlines()
    except Exception:  # an error of the learner's own may not even be able to say what it is
        lines = []
    return f"{type(problem).__name__}: {lines[0][:MOST_SHOWN]}" if lines else type(problem).__name__
