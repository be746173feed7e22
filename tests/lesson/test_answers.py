"""Each documented answer is told what the curriculum says, in both languages."""

import json
import math
import re
import sys
import time
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest
import yaml

import minigrad
import minigrad as torch
from minigrad.i18n import languages
from minigrad.lesson import check, start
from minigrad.lesson.scalars import Scalar

FILES = sorted((Path(__file__).parents[1] / "answers").glob("[0-9][0-9].yml"))
CATALOGUES = Path(minigrad.__file__).parent / "i18n"


def at(**leaves):
    """What `nb.leaves` hands to a check: an object that knows where its sliders are."""
    return SimpleNamespace(at=leaves)


def raises():
    raise ValueError("not today\nsecond line")


def leaves_the_program():
    sys.exit(1)


def stops_everything():
    raise GeneratorExit


def says_nothing():
    class Mute(Exception):
        def __str__(self):
            raise ValueError("not a word")

    raise Mute


class Nosy:
    """Asking it for anything at all fails."""

    def __getattr__(self, name):
        raise ValueError(name)


def endless_recursion():
    return endless_recursion()


def contains_itself():
    answer = []
    answer.append(answer)
    return answer


def loops():
    while True:
        pass


def sleeps():
    while True:
        time.sleep(0.05)


def stubborn():
    """Swallows whatever stops it, as a bare `except:` does."""
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722
            pass


def rules(**changed):
    """The ten local rules of exercise 04.4, some of them changed."""
    return {
        "add": lambda a, b: (1, 1),
        "sub": lambda a, b: (1, -1),
        "mul": lambda a, b: (b, a),
        "div": lambda a, b: (1 / b, -a / (b * b)),
        "pow": lambda a, n: n * a ** (n - 1),
        "exp": math.exp,
        "log": lambda a: 1 / a,
        "sin": math.cos,
        "relu": lambda a: float(a > 0),
        "max": lambda a, b: (1, 0) if a > b else (0, 1),
    } | changed


def lines(**changed):
    """The lines of puzzle 04.3 in their order; a line changed to None is left out, one changed to 1 is indented so."""
    solution = [("collect", 0), ("order", 0), ("empty", 0), ("seed", 0), ("loop", 0), ("inputs", 1), ("push", 2),
                ("accumulate", 2), ("return", 0)]
    put = [(key, depth, changed.get(key, key)) for key, depth in solution]
    return [(key, to) if isinstance(to, int) else (to, depth) for key, depth, to in put if to is not None]


NAMES = {
    "Decimal": Decimal, "Fraction": Fraction, "np": np, "torch": torch, "at": at, "raises": raises,
    "leaves_the_program": leaves_the_program, "endless_recursion": endless_recursion,
    "contains_itself": contains_itself, "loops": loops, "sleeps": sleeps, "stubborn": stubborn,
    "math": math, "rules": rules, "lines": lines, "Scalar": Scalar,
    "MappingProxyType": MappingProxyType, "stops_everything": stops_everything, "says_nothing": says_nothing,
    "Nosy": Nosy,
}


def expected(lesson: str):
    """(exercise, answer, status, row) of each answer in the lesson's file."""
    table = yaml.safe_load((Path(__file__).parents[1] / "answers" / f"{lesson}.yml").read_text(encoding="utf-8"))
    every = table.pop("every", {"unreadable": []})
    for exercise, kinds in table.items():
        for answer in kinds["right"]:
            yield exercise, answer, "ok", {"key": f"ok.{exercise}"}
        for answer in kinds.get("almost", []):
            yield exercise, answer, "almost", {"key": "check.almost"}
        for row in kinds["wrong"]:
            for answer in row["answers"]:
                yield exercise, answer, "wrong", row
        for row in kinds.get("unreadable", []) + every["unreadable"]:
            for answer in row["answers"]:
                yield exercise, answer, row.get("status", "error"), row


def handed_in(answer: str):
    """An expression; or a few lines of a program that name their result `answer`."""
    names = dict(NAMES)
    if "\n" not in answer:
        return eval(answer, names)
    exec(answer, names)
    return names["answer"]


@cache
def sentence(lesson: str, key: str, lang: str) -> re.Pattern:
    """The sentence of a key as the catalogue has it, with something in each of its gaps."""
    area = "lesson" if key.startswith(("check.", "parsons.")) else f"lesson{lesson}"
    written = json.loads((CATALOGUES / lang / f"{area}.json").read_text(encoding="utf-8"))[key]
    return re.compile(".+?".join(map(re.escape, re.split(r"\{[^{}]+\}", written))), re.DOTALL)


CASES = [(file.stem, *case) for file in FILES for case in expected(file.stem)]


@pytest.fixture(autouse=True)
def fresh_home(monkeypatch, tmp_path):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("lesson, exercise, answer, status, row", CASES)
def test_an_answer_is_told_what_the_curriculum_says(lesson, exercise, answer, status, row, lang, monkeypatch):
    if row["key"] == "check.too_long":  # the others get all the time there is: a busy machine may pause them
        monkeypatch.setattr(check, "SECONDS", 0.3)
    result = start(lesson, lang).check(exercise, handed_in(answer))
    assert (result.status, result.message_key) == (status, row["key"])
    assert row.get(lang, "") in repr(result)
    assert re.search(sentence(lesson, row["key"], lang), repr(result)), repr(result)
    assert bool(result) == (status == "ok")


def test_every_known_wrong_answer_is_in_the_file():
    from minigrad.lesson.exercise import exercises, lessons

    told = {row["key"] for _, _, _, status, row in CASES if status == "wrong"}
    known = {
        f"hint.{exercise.id}.{tag}"
        for lesson in lessons()
        for exercise in exercises(lesson).values()
        for tag in exercise.tags
    }
    assert known <= told
