"""`nb`: everything a lesson offers to the learner, in the language of the lesson."""

from collections.abc import Callable, Container
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from minigrad import trace
from minigrad.i18n import say
from minigrad.lesson import hints, torch_box
from minigrad.lesson.answers import Unreadable, read
from minigrad.lesson.check import Verdict, judge
from minigrad.lesson.doctor import Report, examine
from minigrad.lesson.exercise import CLOSE, Exercise, Task, exercises, predictions, quizzes, tickets
from minigrad.lesson.goals import GOALS, goal, lettered
from minigrad.lesson.live import Live, stepper
from minigrad.lesson.picture import Picture
from minigrad.lesson.progress import Progress, home
from minigrad.lesson.puzzle import Puzzle
from minigrad.lesson.reveal import Revealed, compared, shown
from minigrad.lesson.said import Result, Said
from minigrad.lesson.unwatched import unwatched
from minigrad.tensor import Tensor
from minigrad.widgets.number import number

MODES = ("forward", "backward", "life")
VIEWS = ("values", "tensors", "operations", "stored")


class Notebook:
    """One started lesson. `lang` is the language, `rng` a NumPy generator with a fixed seed."""

    def __init__(self, lesson: str, lang: str, namespace: dict, live: Live | None):
        self.lesson = lesson
        self.lang = lang
        self.rng = np.random.default_rng(0)
        self._namespace = namespace
        self._live = live
        self._exercises = exercises(lesson)
        self._quizzes = quizzes(lesson)
        self._tickets = tickets(lesson)
        self._progress = Progress(home() / "progress.json", self._warn)

    def __repr__(self) -> str:
        return f"Notebook({self.lesson!r}, lang={self.lang!r})"

    # ---- pictures

    def live(self, on: bool) -> None:
        """Draw below each cell (True), or only where asked for with `%%graph` and `nb.graph(t)` (False)."""
        if self._live is None:
            print(self._say("live.needs_notebook"))
            return
        self._live.on = on
        print(self._say("live.on" if on else "live.off"))

    def graph(self, tensor: Tensor, depth: int | None = None, view: str | None = None) -> Any:
        """The graph that led to `tensor`, as a still picture; `.dot` is the same as a `graphviz.Digraph`.

        `depth`: only so many operations back. `view`: values, tensors, operations or stored; then it is the stepper at
        the end of its story, in that view, with the switch to the others. TypeError for anything but a tensor,
        ValueError for a depth that is not 1, 2, … or another view; a tensor without a graph gets a sentence.
        """
        if view is not None and view not in VIEWS:
            raise ValueError(self._say("graph.view", view=repr(view)[:40], known=", ".join(VIEWS)))
        if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 1):
            raise ValueError(self._say("graph.depth", depth=repr(depth)[:40]))
        graph = self._graph_of(tensor, rehearse=False, depth=depth)
        if not graph:
            return self._nothing()
        return self._in_view(graph, view) if view else Picture(graph, self.lang)

    def goal(self, exercise_id: str) -> Picture:
        """The graph that an exercise asks for, with letters in place of names. LookupError where there is none."""
        exercise = self._exercise(exercise_id)
        if exercise.id not in GOALS:
            raise LookupError(self._say("goal.unknown", id=exercise.id))
        return Picture(lettered(self._graph_of(goal(exercise.id), rehearse=False)), self.lang)

    def _in_view(self, graph: trace.Graph, view: str) -> Any:
        """Open, where the graph is whole, so that the switch between the views is there."""
        shown = stepper(graph, self.lang, opened=True, view=view, predict=False)
        if hasattr(shown, "index"):
            shown.index = max(0, len(graph.steps) - 1)
        return shown

    def stepper(self, tensor: Tensor, mode: str = "life", **how: Any) -> Any:
        """The timeline of the graph that led to `tensor`, opened where `mode` begins: forward, backward or
        life.

        `how` goes on to `minigrad.widgets.stepper.Stepper`: `predict=True` asks for each contribution before it is
        shown, `order="free"` lets the learner choose the next node, `view="stored"` begins in another view. TypeError
        for anything but a tensor, ValueError for another mode; a tensor without a graph gets a sentence.
        """
        if mode not in MODES:
            raise ValueError(self._say("graph.mode", mode=mode, known=", ".join(MODES)))
        graph = self._graph_of(tensor, rehearse=mode != "forward")
        if not graph:
            return self._nothing()
        shown = stepper(graph, self.lang, opened=True, **how)
        if mode == "backward" and hasattr(shown, "index"):
            shown.index = next((k for k, step in enumerate(graph.steps) if step.phase == "backward"), 0)
        return shown

    def leaves(
        self, fn: Callable, sliders: dict[str, tuple[float, float, float]], at: dict[str, float] | None = None
    ):
        """Sliders for the leaves of `fn`; see `minigrad.widgets.leaf_sliders.LeafSliders`.

        TypeError for what is no function, no such table of sliders or no such fixed values.
        """
        if not (callable(fn) and _places(sliders) and (at is None or _numbers(at))):
            raise TypeError(self._say("leaves.wanted"))
        try:
            from minigrad.widgets.leaf_sliders import LeafSliders
        except ImportError:
            return self._no_widgets(", ".join(sliders))
        return LeafSliders(fn, sliders, at=at or {}, lang=self.lang)

    def _graph_of(self, tensor: Tensor, **how) -> trace.Graph | None:
        if not isinstance(tensor, Tensor):
            raise TypeError(self._say("graph.not_tensor", type=type(tensor).__name__))
        if self._live:
            self._live.by_hand = True
        graph = trace.graph_of(tensor, self._live.recorder if self._live else None, **how)
        return graph if graph.ops else None

    def _nothing(self) -> Said:
        return Said((self._say("graph.nothing"),), self.lang)

    # ---- questions

    def predict(self, exercise_id: str):
        """A field for a prediction, committed before the answer is seen. Headless: `.answer(4)`."""
        exercise_id = self._predictable(exercise_id)
        try:
            question = say(f"lesson{self.lesson}.predict.{exercise_id}", self.lang)
        except KeyError:
            raise LookupError(self._say("predict.unknown", id=exercise_id)) from None
        try:
            from minigrad.lesson.quiz import predict
        except ImportError:
            return self._no_widgets(question)
        return predict(exercise_id, question, self.lang, self._predictions(), self._progress.save)

    def reveal(self, exercise_id: str, observed: Any) -> Said:
        """The committed prediction beside what was `observed`; without a prediction nothing is compared.

        An `observed` that is not one number gets the sentence that says so.
        """
        key = self._predictable(exercise_id)
        predicted = self._predictions().get(key)
        try:
            with unwatched():
                (seen,) = read(observed, 1)
        except (Unreadable, RecursionError):
            return Said((self._say("reveal.unreadable", type=type(observed).__name__),), self.lang)
        try:
            foretold = number(predicted or "")
        except ValueError:
            return Revealed((self._say("reveal.missing"),), self.lang, key=key, seen=seen)
        word = "right" if abs(foretold - seen) <= CLOSE else "differs"
        told = compared(key, word, self.lang, predicted=predicted, observed=shown(seen))
        return Revealed((told,), self.lang, key=key, seen=seen)

    def check(self, exercise_id: str, answer: Any) -> Result:
        """What is to be said about an answer; never an exception, whatever the answer is."""
        exercise = self._exercise(exercise_id)
        with unwatched():
            verdict = judge(exercise, answer)
        if verdict.status != "todo":
            entry = self._progress.entry(exercise.id)
            entry["attempts"] += 1
            entry["status"] = "ok" if "ok" in (verdict.status, entry["status"]) else verdict.status
            self._progress.save()
        return self._result(exercise, verdict)

    def _result(self, exercise: Exercise | Task | Puzzle, verdict: Verdict) -> Result:
        common = verdict.message_key.startswith(("check.", "parsons."))
        area = "lesson" if common else f"lesson{self.lesson}"
        values = {"n": len(exercise.answer) if isinstance(exercise, Exercise) else 1, **verdict.details}
        lines = [
            f"{exercise.id} · {self._say(f'check.status.{verdict.status}')}",
            *self._failing(exercise, verdict),
            say(f"{area}.{verdict.message_key}", self.lang, **values),
        ]
        if verdict.status not in ("ok", "todo"):
            key = "check.next_order" if isinstance(exercise, Puzzle) else "check.next"
            lines.append(self._say(key, name=exercise.name, id=exercise.id))
        return Result(
            tuple(lines), self.lang, status=verdict.status, message_key=verdict.message_key, details=verdict.details
        )

    def _rehearse(self, exercise_id: str, answer: Any) -> Result:
        """What `check` would say, without counting a try."""
        exercise = self._exercise(exercise_id)
        with unwatched():
            return self._result(exercise, judge(exercise, answer))

    def _failing(self, exercise: Exercise | Task | Puzzle, verdict: Verdict) -> list[str]:
        """The first test of a puzzle that fails, in words."""
        if "test" not in verdict.details or not isinstance(exercise, Puzzle):
            return []
        test = say(f"lesson{self.lesson}.parsons.{exercise.id}.test.{verdict.details['test']}", self.lang)
        return [self._say("parsons.fails", test=test)]

    def hint(self, exercise_id: str) -> Said:
        """The next of three hints."""
        exercise = self._exercise(exercise_id)
        hint = hints.next_hint(exercise, self._progress.entry(exercise.id), self.lang)
        self._progress.save()
        return hint

    def solution(self, exercise_id: str, give_up: bool = False) -> Said:
        """The solution, after three tries or with `give_up=True`."""
        exercise = self._exercise(exercise_id)
        told = hints.solution(exercise, self._progress.entry(exercise.id), self.lang, give_up)
        self._progress.save()
        return told

    def reset(self, exercise_id: str) -> Said:
        """Begin afresh: what the exercise needs is there, its answer is `...`, its record is forgotten.

        For a prediction or a quiz: what was answered is forgotten.
        """
        if _among(exercise_id, [*self._quizzes, *self._tickets, *predictions(self.lesson)]):
            return self._forget(exercise_id)
        exercise = self._exercise(exercise_id)
        exec(compile(exercise.setup, f"<reset {exercise.id}>", "exec"), self._namespace)
        self._namespace[exercise.name] = ...
        self._progress.forget(exercise.id)
        self._progress.save()
        return Said((self._say("reset.done", id=exercise.id, name=exercise.name),), self.lang)

    def _forget(self, asked: str) -> Said:
        self._progress.lesson(asked).pop(asked, None)
        self._progress.forget(asked)
        self._progress.save()
        return Said((self._say("reset.asked", id=asked),), self.lang)

    def example(self, exercise_id: str) -> Said:
        """A task of the same kind with other numbers, solved step by step."""
        return hints.example(self._exercise(exercise_id), self.lang)

    def parsons(self, puzzle_id: str):
        """The lines of a program, to be put in order and run. Headless: `.order("a", ("b", 1))`, see
        `minigrad.widgets.parsons.Parsons`. LookupError for an unknown one.
        """
        puzzle = self._exercise(puzzle_id)
        if not isinstance(puzzle, Puzzle):
            known = ", ".join(key for key, each in self._exercises.items() if isinstance(each, Puzzle))
            raise LookupError(self._say("parsons.unknown", id=_short(puzzle_id), known=known or "–"))
        try:
            from minigrad.lesson.parsons import parsons
        except ImportError:
            return self._no_widgets(puzzle.code)
        record = self._progress.lesson(puzzle_id).setdefault("parsons", {})
        return parsons(puzzle, self.lang, self.check, self._rehearse, record, self._progress.save)

    def ticket(self, ticket_id: str):
        """A question answered in your own words; then a list of what to look for, to judge it by yourself.
        Headless: `.write("…")`, `.tick("key")`. LookupError for an unknown one.
        """
        if not _among(ticket_id, self._tickets):
            known, n = ", ".join(self._tickets) or "–", len(self._tickets)
            raise LookupError(self._say("ticket.unknown", id=_short(ticket_id), known=known, n=n))
        try:
            from minigrad.lesson.quiz import ticket
        except ImportError:
            return self._no_widgets(say(f"lesson{self.lesson}.ticket.{ticket_id}", self.lang))
        record = self._progress.lesson(ticket_id).setdefault(ticket_id, {})
        return ticket(self._tickets[ticket_id], self.lang, record, self._progress.save)

    def quiz(self, quiz_id: str):
        """A quiz of this lesson. Headless: `.answer("1", "x")`. LookupError for an unknown one."""
        if not _among(quiz_id, self._quizzes):
            known = ", ".join(self._quizzes)
            raise LookupError(self._say("quiz.unknown", id=_short(quiz_id), known=known, n=len(self._quizzes)))
        try:
            from minigrad.lesson.quiz import quiz
        except ImportError:
            return self._no_widgets(quiz_id)
        record = self._progress.lesson(quiz_id).setdefault(quiz_id, {})
        return quiz(quiz_id, self._quizzes[quiz_id], self.lang, record, self._progress.save)

    # ---- around the lesson

    def torch_box(self, box_id: str) -> torch_box.TorchBox:
        """Code and what real PyTorch prints for it, as it was recorded. LookupError for an unknown one."""
        boxes = torch_box.recordings(self.lesson)
        if not _among(box_id, boxes):
            known = ", ".join(boxes) or "–"
            raise LookupError(self._say("torch_box.unknown", id=_short(box_id), known=known, n=len(boxes)))
        return torch_box.TorchBox(boxes[box_id].code, boxes[box_id].output, boxes[box_id].version, self.lang)

    def show(self, value: Any) -> None:
        """Print numbers with four significant digits, so that all machines show the same."""
        with unwatched():
            plain = value.detach().numpy() if hasattr(value, "detach") else value
        print(np.array2string(np.asarray(plain), formatter={"float_kind": lambda number: f"{number:.4g}"}))

    def doctor(self, details: bool = False) -> Report:
        """What is installed, and how to repair the rest; `details=True`: versions in the text too."""
        return Report(tuple(examine()), self.lang, details)

    def progress(self) -> Said:
        """How far this lesson is done."""
        entries = [self._progress.entry(exercise_id) for exercise_id in self._exercises]
        done = sum(entry["status"] == "ok" for entry in entries)
        lines = [self._say("progress.head", number=self.lesson, done=done, total=len(entries))]
        for exercise_id, entry in zip(self._exercises, entries):
            tries = f" · {self._say('progress.tries', n=entry['attempts'])}" if entry["attempts"] else ""
            lines.append(f"{exercise_id} · {self._say('check.status.' + entry['status'])}{tries}")
        return Said(tuple(lines), self.lang)

    def export(self, file: str | Path = "progress.json") -> Said:
        """Write what you have done in all lessons into a file of your own, to keep or to carry elsewhere.

        A place that can't be written gets a sentence. TypeError for what names no file.
        """
        try:
            target = self._progress.export(self._file(file))
        except (OSError, ValueError) as problem:
            told = {"file": str(Path(file))[:80], "reason": _reason(problem)}
            return Said((self._say("progress.not_written", **told),), self.lang)
        return Said((self._say("progress.exported", file=target.name),), self.lang)

    def import_(self, file: str | Path = "progress.json") -> Said:
        """Take over such a file: where both know an exercise, the one that got further stays.

        A file that is none of ours changes nothing and gets a sentence. TypeError for what names no file.
        """
        source = self._file(file)
        taken = self._progress.take_over(source)
        if taken is None:
            return Said((self._say("progress.not_ours", file=source.name or str(source)),), self.lang)
        return Said((self._say("progress.imported", n=taken, file=source.name),), self.lang)

    # ---- within

    def _file(self, named: Any) -> Path:
        if not isinstance(named, (str, Path)):
            raise TypeError(self._say("progress.no_file", type=type(named).__name__))
        return Path(named)

    def _no_widgets(self, what: str) -> Said:
        return Said((what, self._say("no_widgets")), self.lang)

    def _say(self, key: str, **values: Any) -> str:
        return say(f"lesson.{key}", self.lang, **values)

    def _warn(self, key: str, **values: Any) -> None:
        print(self._say(key, **values))

    def _exercise(self, exercise_id: str) -> Exercise | Task | Puzzle:
        if not _among(exercise_id, self._exercises):
            known = ", ".join(self._exercises)
            raise LookupError(
                self._say(
                    "check.unknown", id=_short(exercise_id), lesson=self.lesson, known=known, n=len(self._exercises)
                )
            )
        return self._exercises[exercise_id]

    def _predictable(self, asked: str) -> str:
        """The id of an exercise or of another prediction of this lesson."""
        return asked if _among(asked, predictions(self.lesson)) else self._exercise(asked).id

    def _predictions(self) -> dict:
        return self._progress.lesson(self.lesson).setdefault("predictions", {})


def _among(name: Any, known: Container[str]) -> bool:
    """Any object may be asked for, also one that can't be looked up."""
    return isinstance(name, str) and name in known


def _short(asked: Any) -> str:
    """What was asked for, as far as a sentence can hold it."""
    text = str(asked)
    return text if len(text) <= 40 else text[:39] + "…"


def _reason(problem: Exception) -> str:
    """Why a file could not be written, without the path, which may be a long one."""
    return getattr(problem, "strerror", None) or str(problem)


def _numbers(table: Any) -> bool:
    return isinstance(table, dict) and all(
        isinstance(name, str) and isinstance(value, Real) for name, value in table.items()
    )


def _places(sliders: Any) -> bool:
    """By name a start, two ends, and maybe a step."""
    if not isinstance(sliders, dict) or not sliders:
        return False
    return all(
        isinstance(name, str)
        and isinstance(place, (tuple, list))
        and len(place) in (3, 4)
        and all(isinstance(number, Real) for number in place)
        for name, place in sliders.items()
    )
