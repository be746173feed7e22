"""Three hints a task, each saying more than the one before, and the solution when the learner has tried."""

from minigrad.i18n import catalogue, say
from minigrad.lesson.exercise import Exercise, Task
from minigrad.lesson.puzzle import Puzzle
from minigrad.lesson.said import Said

RUNGS = 3
TRIES = 3


def next_hint(exercise: Exercise | Task | Puzzle, entry: dict, lang: str) -> Said:
    """The next hint: a nudge, a pointer, a worked step of another example. The last one stays."""
    entry["hints"] = rung = min(entry["hints"] + 1, RUNGS)
    tail = "hint.last" if rung == RUNGS else "hint.more"
    return Said(
        (
            say("lesson.hint.head", lang, id=exercise.id, rung=rung),
            say(f"lesson{exercise.lesson}.hint.{exercise.id}.rung{rung}", lang),
            say(f"lesson.{tail}", lang, id=exercise.id),
        ),
        lang,
    )


def solution(exercise: Exercise | Task | Puzzle, entry: dict, lang: str, give_up: bool) -> Said:
    """The solution after three tries or a right answer, or at once with `give_up`."""
    left = TRIES - entry["attempts"]
    if left > 0 and entry["status"] != "ok" and not give_up:
        return Said((say("lesson.solution.locked", lang, n=left, id=exercise.id),), lang)
    entry["solution_seen"] = True
    lines = (
        say("lesson.solution.head", lang, id=exercise.id),
        say(f"lesson{exercise.lesson}.solution.{exercise.id}", lang),
    )
    return Said(lines, lang, exercise.code.rstrip("\n"))


def example(exercise: Exercise | Task | Puzzle, lang: str) -> Said:
    """A task of the same kind, solved: `example.<id>` where a lesson has it, else the third hint."""
    known = catalogue(f"lesson{exercise.lesson}", lang)
    words = known.get(f"example.{exercise.id}") or known[f"hint.{exercise.id}.rung3"]
    return Said((say("lesson.example.head", lang, id=exercise.id), *words.split("\n")), lang)
