"""Beginning a lesson, in plain Python."""

import random
import subprocess
import sys

import numpy as np
import pytest

import minigrad as torch
from minigrad.lesson import start


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))


def test_one_line_is_printed(capsys):
    start("00", lang="ru")
    assert capsys.readouterr().out == "Урок 00 · Первый граф за пять минут.\n"


@pytest.mark.parametrize("name", ["00", "0", 0])
def test_a_lesson_has_a_short_name_too(name):
    assert start(name).lesson == "00"


@pytest.mark.parametrize("lesson", ["17", "x", "", None, "00 ", "../00"])
def test_an_unknown_lesson_names_those_there_are(lesson):
    with pytest.raises(ValueError, match="There are|There is .*: 00"):
        start(lesson)


def test_an_unknown_lesson_is_named_in_russian():
    with pytest.raises(ValueError, match="Урока «17» здесь нет. Есть: 00"):
        start("17", lang="ru")


@pytest.mark.parametrize("lang", ["fr", "EN", "", None, 1])
def test_an_unknown_language_is_told_in_all_languages(lang):
    with pytest.raises(ValueError, match="There are: en, ru.*Есть: en, ru"):
        start("00", lang=lang)


def test_random_numbers_begin_the_same():
    def draw():
        nb = start("00")
        return random.random(), np.random.rand(), nb.rng.random(), torch.rand(1).item()

    assert draw() == draw()


def test_plain_python_has_no_live_mode_and_needs_no_ipython(tmp_path):
    code = "\n".join(
        [
            "import sys",
            "sys.modules['IPython'] = None",
            "from minigrad.lesson import start",
            "nb = start('00')",
            "import minigrad as torch",
            "x = torch.tensor(3.0, requires_grad=True)",
            "print(nb.graph(x * x))",
        ]
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert run.stdout.startswith("Lesson 00 · Your first graph in five minutes.\nGraph: 1 pocket, 1 operation")


def test_live_mode_in_plain_python_says_what_works(capsys):
    start("00").live(True)
    assert "nb.graph(t)" in capsys.readouterr().out
