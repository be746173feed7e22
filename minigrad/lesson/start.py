"""Begin a lesson: language, seeds, progress, live mode."""

import random
import sys

import numpy as np

from minigrad.draw.layout import warm
from minigrad.i18n import languages, say
from minigrad.lesson import session
from minigrad.lesson.exercise import lessons
from minigrad.lesson.live import Live
from minigrad.lesson.notebook import Notebook
from minigrad.random import manual_seed


def start(lesson: str, lang: str = "en") -> Notebook:
    """Begin `lesson` ("00", …) in `lang` ("en" or "ru") and print one line. Returns `nb`, which offers the
    rest.

    In a notebook each cell that builds a graph draws it from now on. Random numbers begin the same each
    time. ValueError for a lesson or a language that is not here, naming those that are.

    >>> nb = start("00")
    Lesson 00 · Your first graph in five minutes.
    """
    if lang not in languages:
        known = ", ".join(languages)
        raise ValueError(
            " ".join(say("lesson.start.unknown_language", each, language=lang, known=known) for each in languages)
        )
    number, known = str(lesson), lessons()
    number = number.zfill(2) if number.isdecimal() else number
    if number not in known:
        raise ValueError(
            say("lesson.start.unknown_lesson", lang, lesson=lesson, known=", ".join(known), n=len(known))
        )
    _seed()
    warm()
    shell = _shell()
    live = Live(shell, lang) if shell else None
    session.begin(lang, live)
    if live:
        live.start()
    namespace = shell.user_ns if shell else sys._getframe(1).f_globals
    title = say(f"lesson{number}.title", lang)
    print(say("lesson.start.line" if live else "lesson.start.plain", lang, number=number, title=title))
    return Notebook(number, lang, namespace, live)


def _seed() -> None:
    random.seed(0)
    np.random.seed(0)
    manual_seed(0)


def _shell():
    """The running IPython shell; None in plain Python."""
    if not sys.modules.get("IPython"):
        return None
    from IPython.core.getipython import get_ipython

    return get_ipython()
