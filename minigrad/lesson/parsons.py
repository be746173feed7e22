"""A puzzle of a lesson as a widget: words from the catalogue, the order into the progress file."""

from collections.abc import Callable, Iterable
from typing import Any

from minigrad.i18n import say
from minigrad.lesson.puzzle import Placed, Puzzle, neighbours
from minigrad.lesson.said import Result
from minigrad.widgets.parsons import Parsons

WORDS = (
    "program", "discarded", "select", "up", "down", "indent_button", "outdent", "discard", "put_back", "run", "again",
    "moved", "is_discarded", "is_back", "empty", "no_line", "indent", "todo", "not_recorded", "nearest",
)


Judge = Callable[[str, Placed], Result]


def parsons(puzzle: Puzzle, lang: str, check: Judge, rehearse: Judge, record: dict, changed) -> Parsons:
    """The widget. `check` judges and counts, `rehearse` only judges; `record` keeps the order, then `changed()` is
    called.
    """
    labels = {word: _template(f"lesson.parsons.{word}", lang) for word in WORDS}
    texts = puzzle.texts

    def judge(program: Placed) -> dict[str, str]:
        return _verdict(check(puzzle.id, program), 0)

    def recorded() -> list[tuple[Placed, dict[str, str]]]:
        # What Python can't read, the page tells by itself: the rules of indentation need no running.
        results = ((placed, rehearse(puzzle.id, placed)) for placed in _each_once(neighbours(puzzle)))
        return [(placed, _verdict(told, 1)) for placed, told in results if told.message_key != "parsons.indent"]

    widget = Parsons(
        say(f"lesson{puzzle.lesson}.parsons.{puzzle.id}", lang),
        [(key, texts[key]) for key in puzzle.shuffled()],
        judge, labels, lang, puzzle.head, puzzle.foot, puzzle.depth, recorded,
    )
    if kept := _still_fits(puzzle, record.get(puzzle.id)):
        widget.program = kept

    def keep(change: Any) -> None:
        record[puzzle.id] = [list(line) for line in change["new"]]
        changed()

    widget.observe(keep, names="program")
    return widget


def _each_once(orders: Iterable[Placed]) -> list[Placed]:
    return [list(order) for order in dict.fromkeys(map(tuple, orders))]


def _verdict(result: Result, without: int) -> dict[str, str]:
    """For the page: without the heading, and without the last line, which speaks of cells, in a saved one."""
    lines = result.lines[1 : -1 if without and result.status not in ("ok", "todo") else None]
    return {"status": result.status, "says": "\n".join(lines)}


def _template(key: str, lang: str) -> str:
    """The page fills in the line itself."""
    return say(key, lang, line="{line}", place="{place}", number="{number}")


def _still_fits(puzzle: Puzzle, kept: Any) -> list | None:
    """An earlier order may be of a puzzle that has changed since."""
    try:
        return [list(line) for line in puzzle.read(kept)] if kept else None
    except (ValueError, TypeError):
        return None
