"""What the learner has done so far, in one small JSON file that stays on the learner's machine.

The file is `$MINIGRAD_HOME/progress.json`, or `~/.minigrad/progress.json`. It is written after every answer,
whole, beside the old one and then moved over it, so a power cut leaves either the old file or the new one.
"""

import json
import os
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

VERSION = 1
STATUSES = ("ok", "almost", "wrong", "error", "todo")


def home() -> Path:
    """The folder of the progress file: `$MINIGRAD_HOME` if set, else `~/.minigrad`.

    >>> (home() / "progress.json").name
    'progress.json'
    """
    chosen = os.environ.get("MINIGRAD_HOME")
    return Path(chosen) if chosen else Path.home() / ".minigrad"


class Progress:
    """Attempts, hints, predictions and quiz answers; `warn(key, **values)` is told what went wrong with the
    file.

    A corrupted file is set aside under a new name and reported. A folder that can't be written is reported
    once; from then on everything is kept in memory only, as with a file from a newer version. Several notebooks may
    write the same file: each one changes only what it has touched.
    """

    def __init__(self, path: Path, warn):
        self.path = path
        self.warn = warn
        self.writable = True
        self.lessons = self._read() or {}
        self._synced = _flat(self.lessons)

    def _read(self) -> dict | None:
        """The lessons in the file; None when there is no file, or none that can be used."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as problem:
            return self._set_aside(problem)
        try:
            content = json.loads(text)
            if content.get("version", VERSION) > VERSION:
                return self._leave_alone()
            lessons = content["lessons"]
            if not _well_formed(lessons):
                raise TypeError("not the shape of a progress file")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
            return self._set_aside(problem)
        return lessons

    def _leave_alone(self) -> None:
        if self.writable:
            self.warn("progress.newer")
        self.writable = False

    def _set_aside(self, problem: Exception) -> None:
        try:
            aside = _free_name(self.path)
            os.replace(self.path, aside)
        except OSError:
            return self._give_up(problem)
        self.warn("progress.corrupted", file=aside.name)

    def _give_up(self, problem: Exception) -> None:
        if self.writable:
            self.warn("progress.unwritable", reason=type(problem).__name__)
        self.writable = False

    def entry(self, exercise_id: str) -> dict:
        """The record of one exercise: `status`, `attempts`, `hints`, `solution_seen`."""
        exercises = self.lesson(exercise_id).setdefault("exercises", {})
        return exercises.setdefault(
            exercise_id, {"status": "todo", "attempts": 0, "hints": 0, "solution_seen": False}
        )

    def lesson(self, any_id: str) -> dict:
        """The record of the lesson that an id such as `00.1` or `00-exit` belongs to."""
        return self.lessons.setdefault(any_id[:2], {})

    def forget(self, exercise_id: str) -> None:
        """Drop one exercise's record and its prediction."""
        lesson = self.lesson(exercise_id)
        lesson.get("exercises", {}).pop(exercise_id, None)
        lesson.get("predictions", {}).pop(exercise_id, None)

    def export(self, file: Path) -> Path:
        """Write everything into `file`, in the form in which it is kept. OSError when that can't be done."""
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, self._text())
        return file

    def take_over(self, file: Path) -> int | None:
        """Join what stands in `file` to what is here and save. How many exercises are taken; None for another file."""
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            lessons = content["lessons"]
            ours = content.get("version", VERSION) <= VERSION and _well_formed(lessons)
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return None
        if not ours:
            return None
        taken = sum(
            self._take(lesson, part, key, record) and part == "exercises"
            for (lesson, part, key), record in _flat(lessons).items()
        )
        self.save()
        return taken

    def _take(self, lesson: str, part: str, key: str, record: Any) -> bool:
        """Whether a record of another file got further than ours, and so replaces it."""
        records = self.lessons.setdefault(lesson, {}).setdefault(part, {})
        if key in records and not (part == "exercises" and _further(record, records[key])):
            return False
        records[key] = record
        return True

    def _text(self) -> str:
        return json.dumps({"version": VERSION, "lessons": self.lessons}, ensure_ascii=False, indent=1) + "\n"

    def save(self) -> None:
        """Write the whole file at once; after a failure the session goes on in memory."""
        if self.writable:
            self._join(self._read())
        if not self.writable:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self.path, self._text())
        except OSError as problem:
            self._give_up(problem)

    def _join(self, lessons: dict | None) -> None:
        """Take over what another notebook has written since, except where this one has its own."""
        ours, theirs = _flat(self.lessons), self._synced if lessons is None else _flat(lessons)
        for place in self._synced.keys() | theirs.keys():
            if ours.get(place) != self._synced.get(place):
                continue
            lesson, part, key = place
            record = self.lessons.setdefault(lesson, {}).setdefault(part, {})
            if place in theirs:
                record[key] = theirs[place]
            else:
                record.pop(key, None)
        self._synced = _flat(self.lessons)


def _further(one: dict, other: dict) -> bool:
    """Right beats not yet right; then more tries beat fewer."""
    return (one["status"] == "ok", one["attempts"]) > (other["status"] == "ok", other["attempts"])


def _flat(lessons: dict) -> dict[tuple[str, str, str], Any]:
    """A copy of every single record, by lesson, part of the lesson and key."""
    return {
        (lesson, part, key): deepcopy(record)
        for lesson, parts in lessons.items()
        for part, records in parts.items()
        for key, record in records.items()
    }


def _well_formed(lessons) -> bool:
    """A file edited by hand may hold anything: look as deep as we rely on."""
    return _table(lessons) and all(
        _table(parts) and all(_table(records) and _known(part, records) for part, records in parts.items())
        for parts in lessons.values()
    )


def _table(content) -> bool:
    return isinstance(content, dict)


def _known(part: str, records: dict) -> bool:
    """Exercises, predictions, or the answers of a quiz."""
    if part == "predictions":
        return all(isinstance(text, str) for text in records.values())
    if part == "exercises":
        return all(map(_is_entry, records.values()))
    if part == "parsons":
        return all(isinstance(placed, list) for placed in records.values())
    return all(_table(answer) and "choice" in answer for answer in records.values())


def _is_entry(entry) -> bool:
    return (
        _table(entry)
        and {"status", "attempts", "hints", "solution_seen"} <= entry.keys()
        and entry["status"] in STATUSES
        and all(isinstance(entry[count], int) and entry[count] >= 0 for count in ("attempts", "hints"))
    )


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.broken-{number}{path.suffix}")).exists():
        number += 1
    return aside


def _replace(path: Path, text: str) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
