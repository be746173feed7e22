"""What the learner has done so far, in one small JSON file that stays on the learner's machine.

The file is `$MINIGRAD_HOME/progress.json`, or `~/.minigrad/progress.json`. It is written after every answer,
whole, beside the old one and then moved over it, so a power cut leaves either the old file or the new one.
"""

import json
import os
import tempfile
from pathlib import Path

VERSION = 1


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
    once; from then on everything is kept in memory only.
    """

    def __init__(self, path: Path, warn):
        self.path = path
        self.warn = warn
        self.writable = True
        self.lessons = self._read()

    def _read(self) -> dict:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as problem:
            return self._set_aside(problem)
        try:
            lessons = json.loads(text)["lessons"]
            if not _well_formed(lessons):
                raise TypeError("not the shape of a progress file")
        except (ValueError, LookupError, TypeError) as problem:
            return self._set_aside(problem)
        return lessons

    def _set_aside(self, problem: Exception) -> dict:
        aside = _free_name(self.path)
        try:
            os.replace(self.path, aside)
        except OSError:
            self._give_up(problem)
            return {}
        self.warn("progress.corrupted", file=aside.name)
        return {}

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

    def save(self) -> None:
        """Write the whole file at once; after a failure the session goes on in memory."""
        if not self.writable:
            return
        text = json.dumps({"version": VERSION, "lessons": self.lessons}, ensure_ascii=False, indent=1)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self.path, text + "\n")
        except OSError as problem:
            self._give_up(problem)


def _well_formed(lessons) -> bool:
    """A file edited by hand may hold anything: look as deep as we rely on."""
    if not isinstance(lessons, dict):
        return False
    for lesson in lessons.values():
        if not isinstance(lesson, dict) or not all(isinstance(part, dict) for part in lesson.values()):
            return False
        for entry in lesson.get("exercises", {}).values():
            if (
                not isinstance(entry, dict)
                or not {"status", "attempts", "hints", "solution_seen"} <= entry.keys()
            ):
                return False
    return True


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
