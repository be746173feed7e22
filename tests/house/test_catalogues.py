"""Two languages, one meaning: every string that a learner sees stands in both catalogues."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = ROOT / "minigrad" / "i18n"
FORMS = {"en": 2, "ru": 3}  # node, nodes; узел, узла, узлов
PLURAL = re.compile(r"\{(\w+)\|([^{}]*)\}")
SHOWN = re.compile(r"\{(\w+)\}")  # a count that only chooses a form may be needed in one language alone
COMMAND = re.compile(r"^(pip|python3?) ")


def areas() -> list[str]:
    return sorted({path.name for path in CATALOGUES.glob("*/*.json")})


def load(language: str, area: str) -> dict[str, str]:
    path = CATALOGUES / language / area
    return dict(flat(json.loads(path.read_text("utf-8")))) if path.exists() else {}


def flat(entry, key=""):
    """("a.b", text) for every text in the catalogue, however deep it is written."""
    if isinstance(entry, str):
        yield key, entry
        return
    inner = entry.items() if isinstance(entry, dict) else enumerate(entry)
    for name, value in inner:
        yield from flat(value, f"{key}.{name}" if key else str(name))


def test_there_are_catalogues():
    assert areas()


@pytest.mark.parametrize("area", areas())
def test_both_languages_have_the_same_keys(area):
    assert load("en", area).keys() == load("ru", area).keys()


@pytest.mark.parametrize("area", areas())
def test_both_languages_fill_in_the_same_values(area):
    english, russian = load("en", area), load("ru", area)
    unequal = [
        key
        for key in english.keys() & russian.keys()
        if set(SHOWN.findall(english[key])) != set(SHOWN.findall(russian[key]))
    ]
    assert unequal == []


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("area", areas())
def test_plurals_have_every_form(area, language):
    wrong = [
        (key, word)
        for key, text in load(language, area).items()
        for word, forms in PLURAL.findall(text)
        if len(forms.split("|")) != FORMS[language] or not all(form.strip() for form in forms.split("|"))
    ]
    assert wrong == []


@pytest.mark.parametrize("area", areas())
def test_no_text_is_empty_and_russian_is_not_english(area):
    english, russian = load("en", area), load("ru", area)
    assert [key for key, text in {**english, **russian}.items() if not text.strip()] == []
    untranslated = [
        key
        for key, text in russian.items()
        if text == english.get(key) and has_words(text) and not COMMAND.match(text)
    ]
    assert untranslated == []


def has_words(text: str) -> bool:
    """More Latin words than a name or a formula has."""
    return len(re.findall(r"[A-Za-z]{3,}", SHOWN.sub("", text))) >= 4
