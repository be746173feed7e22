"""Questions with an explanation for every answer, and the field in which a learner commits a prediction.

Both live in a saved page without a kernel: right answers and explanations travel with the question. With a
kernel the answers come back to Python (`quiz.answers`, `predict.value`), where a lesson keeps them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import anywidget
import traitlets

from minigrad.i18n import say
from minigrad.widgets.esm import css, esm
from minigrad.widgets.number import number
from minigrad.widgets.saving import described, with_page

CLOSE = 1e-6


@dataclass(frozen=True)
class Option:
    """One answer to choose, and what is said to whoever chose it."""

    key: str
    text: str
    why: str
    right: bool = False


@dataclass(frozen=True)
class Question:
    """A question of one of four kinds, told apart by what it holds.

    With `options`: `order` when there is an order to put them in, `single` when one is right, else `multiple`.
    Without: `numeric`, the right `number`, what is said to the right answer (`right`), to numbers that we know
    (`named`, by number), and to any `other`.
    """

    key: str
    text: str
    options: tuple[Option, ...] = ()
    number: float | None = None
    right: str = ""
    named: tuple[tuple[float, str], ...] = ()
    other: str = ""
    order: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        if self.order:
            return "order"
        if not self.options:
            return "numeric"
        return "single" if sum(option.right for option in self.options) == 1 else "multiple"

    def judge(self, choice: Any) -> tuple[bool, list[str]]:
        """Whether `choice` is right, and the explanations it gets. ValueError for a choice that can't be
        made.

        A choice is an option's key, several of them, or a number (text such as `3/4` too).
        """
        if self.kind == "numeric":
            return self._judge_number(number(str(choice)))
        chosen = [choice] if isinstance(choice, str) else list(choice)
        if self.kind == "order":
            return self._judge_order(chosen)
        known = {option.key: option for option in self.options}
        if not chosen or not set(chosen) <= known.keys() or (self.kind == "single" and len(chosen) > 1):
            raise ValueError(f"choose from {', '.join(known)}")
        right = set(chosen) == {option.key for option in self.options if option.right}
        return right, [option.why for option in self.options if option.key in chosen]

    def incomplete(self, choice: Any) -> bool:
        """Of several right options some are chosen, and no wrong one."""
        right = {option.key for option in self.options if option.right}
        return set([choice] if isinstance(choice, str) else choice) < right if self.kind == "multiple" else False

    def _judge_order(self, chosen: list[str]) -> tuple[bool, list[str]]:
        if sorted(chosen) != sorted(self.order):
            raise ValueError(f"put each in its place: {', '.join(sorted(self.order))}")
        right = tuple(chosen) == self.order
        return right, [self.right if right else self.other]

    def _judge_number(self, value: float) -> tuple[bool, list[str]]:
        if abs(value - self.number) <= CLOSE:
            return True, [self.right]
        return False, [next((why for known, why in self.named if abs(value - known) <= CLOSE), self.other)]

    def plain(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "kind": self.kind,
            "text": self.text,
            "options": [vars(option) for option in self.options],
            "number": self.number,
            "right": self.right,
            "named": [list(pair) for pair in self.named],
            "other": self.other,
            "order": list(self.order),
        }


class _Saved(anywidget.AnyWidget):
    """In a saved page it works as here, from the answers given so far."""

    def _repr_mimebundle_(self, **kwargs: Any):
        return with_page(super()._repr_mimebundle_(**kwargs), lambda: described("quiz", self))


class Quiz(_Saved):
    """A few questions; each answer is explained at once and may be changed.

    `labels` are the words of the controls: submit, sure, right, wrong, incomplete, number, choose_first, choose_many.

    >>> labels = {"right": "Right.", "wrong": "Not yet."}
    >>> quiz = Quiz([Question("1", "2 + 2 = ?", number=4, right="Yes.")], labels)
    >>> quiz.answer("1", "8/2")
    'Right. Yes.'
    """

    _esm = esm("quiz")
    _css = css("quiz")
    payload = traitlets.Dict().tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)

    def __init__(self, questions: list[Question], labels: dict[str, str], lang: str = "en"):
        self.questions = {question.key: question for question in questions}
        plain = [question.plain() for question in questions]
        super().__init__(payload={"kind": "quiz", "lang": lang, "labels": labels, "questions": plain})

    def answer(self, key: str, choice: Any, sure: bool = False) -> str:
        """Answer from Python; returns what the learner reads. KeyError or ValueError for what can't be."""
        if not isinstance(key, str) or key not in self.questions:
            raise KeyError(self._choose(self.questions))
        try:
            words = self.feedback(key, choice)
        except (ValueError, TypeError):
            raise ValueError(self._wanted(self.questions[key])) from None
        plain = (
            choice
            if isinstance(choice, str)
            else list(choice)
            if isinstance(choice, (list, tuple))
            else str(choice)
        )
        self.answers = {**self.answers, key: {"choice": plain, "sure": sure}}
        return words

    def _wanted(self, question: Question) -> str:
        if question.kind == "numeric":
            return say("lesson.predict.not_number", self.payload["lang"])
        return self._choose(option.key for option in question.options)

    def _choose(self, known: Iterable[str]) -> str:
        return say("widgets.predict.choose", self.payload["lang"], known=", ".join(known))

    def feedback(self, key: str, choice: Any) -> str:
        question, labels = self.questions[key], self.payload["labels"]
        right, whys = question.judge(choice)
        head = "right" if right else "incomplete" if question.incomplete(choice) else "wrong"
        return " ".join([labels[head], *whys])

    def describe(self) -> str:
        """The questions, what was answered and what was said to it, as text."""
        return "\n".join(line for question in self.questions.values() for line in self._lines(question))

    def _lines(self, question: Question) -> list[str]:
        given = self.answers.get(question.key)
        chosen = given["choice"] if given else []
        lines = [f"{question.key}. {question.text}"]
        for option in question.options:
            lines.append(f"   [{'x' if option.key in chosen else ' '}] {option.text}")
        if question.kind == "numeric":
            lines.append(f"   {chosen or '…'}")
        if given:
            lines.append(f"   {self.feedback(question.key, chosen)}")
        return lines

    __repr__ = describe


class Predict(_Saved):
    """A question with one field: the number is committed before the code runs, and then stays.

    `labels`: commit, your_answer, help, not_number, committed (with `{value}`), waiting. `key`: under which a page
    tells others what was predicted.
    """

    _esm = esm("quiz")
    _css = css("quiz")
    payload = traitlets.Dict().tag(sync=True)
    value = traitlets.Unicode("").tag(sync=True)

    def __init__(self, question: str, labels: dict[str, str], lang: str = "en", value: str = "", key: str = ""):
        payload = {"kind": "predict", "key": key, "lang": lang, "labels": labels, "question": question}
        super().__init__(payload=payload, value=value)

    def answer(self, value: float | str) -> str:
        """Commit a prediction; a second one changes nothing. ValueError for what is not a number."""
        try:
            number(str(value))
        except ValueError:
            raise ValueError(say("lesson.predict.not_number", self.payload["lang"])) from None
        if not self.value:
            self.value = str(value)
        return self.describe()

    @property
    def number(self) -> float | None:
        """The committed prediction, None before there is one."""
        return number(self.value) if self.value else None

    def describe(self) -> str:
        """The question, and what was predicted."""
        labels = self.payload["labels"]
        state = labels["committed"].replace("{value}", self.value) if self.value else labels["waiting"]
        return f"{self.payload['question']} · {state}"

    __repr__ = describe


class Write(_Saved):
    """A question answered in one's own words; then what to look for appears, to be ticked by whoever wrote it.

    `rubric`: what to look for, by key. `labels`: your_words, done, empty, look_for, judged.

    >>> labels = {"look_for": "Does it say:"}
    >>> Write("Why?", {"adds": "that roads add"}, labels).write("They add.")
    'Does it say:\\n   [ ] that roads add'
    """

    _esm = esm("quiz")
    _css = css("quiz")
    payload = traitlets.Dict().tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    ticked = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, question: str, rubric: dict[str, str], labels: dict[str, str], lang: str = "en", text: str = ""):
        super().__init__(
            payload={
                "kind": "write", "lang": lang, "labels": labels, "question": question,
                "rubric": [{"key": key, "text": told} for key, told in rubric.items()],
            },
            text=text,
        )

    def write(self, words: str) -> str:
        """Hand in an answer; returns what to look for in it. ValueError for an empty one."""
        if not isinstance(words, str) or not words.strip():
            raise ValueError(say("lesson.ticket.empty", self.payload["lang"]))
        self.text = words.strip()
        return "\n".join(self._look_for())

    def tick(self, *keys: str) -> None:
        """Say which of the things to look for are there. KeyError for one that is not on the list."""
        for key in keys:
            if key not in {line["key"] for line in self.payload["rubric"]}:
                raise KeyError(key)
        self.ticked = [*keys]

    def _look_for(self) -> list[str]:
        rows = ((line["key"] in self.ticked, line["text"]) for line in self.payload["rubric"])
        return [self.payload["labels"]["look_for"], *(f"   [{'x' if there else ' '}] {text}" for there, text in rows)]

    def describe(self) -> str:
        """The question; once it is answered, the answer and what to look for."""
        told = [self.text, *self._look_for()] if self.text else ["…"]
        return "\n".join([self.payload["question"], *told])

    __repr__ = describe
