"""What the project says to a learner, in every language it speaks.

One catalogue an area and a language: `i18n/en/trace.json`, `i18n/ru/trace.json`. A sentence is never glued together
from pieces: it has named places, and counts choose the right form inside the sentence.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

languages = ("en", "ru")

_PLACE = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")


@cache
def catalogue(area: str, lang: str) -> dict[str, str]:
    """All sentences of one area. KeyError for an unknown language or area, naming it.

    >>> sorted(catalogue("trace", "en")) == sorted(catalogue("trace", "ru"))
    True
    """
    if lang not in languages:
        raise KeyError(f"no language {lang!r}; there are {', '.join(languages)}")
    file = files(__package__) / lang / f"{area}.json"
    if not file.is_file():
        raise KeyError(f"no catalogue {area!r} in {lang!r}")
    return json.loads(file.read_text(encoding="utf-8"))


def plural(n: int | float, lang: str) -> int:
    """Which form a count takes: 0 one, 1 few or other, 2 many.

    >>> [plural(n, "en") for n in (0, 1, 2)]
    [1, 0, 1]
    >>> [plural(n, "ru") for n in (1, 2, 5, 11, 21, 22, 111)]
    [0, 1, 2, 2, 0, 1, 2]
    """
    if lang != "ru":
        return 0 if n == 1 else 1
    if n != int(n):
        return 1
    tens, ones = abs(int(n)) % 100, abs(int(n)) % 10
    if ones == 1 and tens != 11:
        return 0
    if 2 <= ones <= 4 and not 12 <= tens <= 14:
        return 1
    return 2


def say(key: str, lang: str, **values: Any) -> str:
    """The sentence `key` ("area.name") in `lang`, with `{value}` and plurals `{n|node|nodes}` filled in.

    Learner's text is put in as it is: braces in a value are not places. KeyError names a key, language, or value
    that is missing.

    >>> say("trace.count.nodes", "en", n=1), say("trace.count.nodes", "ru", n=4)
    ('1 node', '4 узла')
    """
    area, _, name = key.partition(".")
    sentences = catalogue(area, lang)
    if name not in sentences:
        raise KeyError(f"no sentence {key!r} in {lang!r}")

    def fill(place: re.Match) -> str:
        value, forms = place[1], place[2]
        if value not in values:
            raise KeyError(f"sentence {key!r} needs {value!r}")
        if not forms:
            return str(values[value])
        choices = forms[1:].split("|")
        return choices[min(plural(values[value], lang), len(choices) - 1)]

    return _PLACE.sub(fill, sentences[name])


def places(sentence: str) -> set[str]:
    """The names that a sentence wants filled: the same in every language, which a test compares.

    >>> sorted(places("{n} {n|node|nodes} from {root}"))
    ['n', 'root']
    """
    return {place[1] for place in _PLACE.finditer(sentence)}
