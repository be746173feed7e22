"""A puzzle of a lesson as a widget: words from the catalogue, the order into the progress file."""

from collections.abc import Callable
from typing import Any

from minigrad.i18n import say
from minigrad.lesson.puzzle import Placed, Puzzle
from minigrad.widgets.parsons import Parsons

WORDS = (
    "program", "discarded", "select", "up", "down", "indent_button", "outdent", "discard", "put_back", "run", "again",
    "moved", "is_discarded", "is_back", "empty", "no_line", "indent_first", "indent_more", "indent_less",
    "not_recorded", "nearest",
)


def parsons(puzzle: Puzzle, lang: str, check: Callable[[str, Any], Any], record: dict, changed) -> Parsons:
    """The widget. `check(id, program)` judges and counts; `record` keeps the order, then `changed()` is called."""
    labels = {word: _template(f"lesson.parsons.{word}", lang) for word in WORDS}
    texts = puzzle.texts

    def judge(program: Placed) -> dict[str, str]:
        result = check(puzzle.id, program)
        return {"status": result.status, "says": "\n".join(result.lines[1:])}

    widget = Parsons(
        say(f"lesson{puzzle.lesson}.parsons.{puzzle.id}", lang),
        [(key, texts[key]) for key in puzzle.shuffled()],
        judge, labels, lang, puzzle.head, puzzle.foot, puzzle.depth,
    )
    if kept := _still_fits(puzzle, record.get(puzzle.id)):
        widget.program = kept

    def keep(change: Any) -> None:
        record[puzzle.id] = [list(line) for line in change["new"]]
        changed()

    widget.observe(keep, names="program")
    return widget


def _template(key: str, lang: str) -> str:
    """The page fills in the line itself."""
    return say(key, lang, line="{line}", place="{place}", number="{number}")


def _still_fits(puzzle: Puzzle, kept: Any) -> list | None:
    """An earlier order may be of a puzzle that has changed since."""
    try:
        return [list(line) for line in puzzle.read(kept)] if kept else None
    except (ValueError, TypeError):
        return None
