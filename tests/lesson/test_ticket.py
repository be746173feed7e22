"""A question answered in the learner's own words: kept, judged by the learner, there again next time."""

import pytest

from minigrad.i18n import languages, say
from minigrad.lesson import quiz
from minigrad.lesson.exercise import Ticket

ASKED = Ticket("04-why", ("adds", "once"))
TOLD = "lesson04.ticket.04-why"
WORDS = {TOLD: "Why?", f"{TOLD}.adds": "roads add", f"{TOLD}.once": "once"}


@pytest.fixture(autouse=True)
def a_lesson_with_a_ticket(monkeypatch):
    monkeypatch.setattr(quiz, "say", lambda key, lang, **told: WORDS.get(key) or say(key, lang, **told))


@pytest.mark.parametrize("lang", languages)
def test_what_was_written_and_ticked_is_there_again(lang):
    record, saved = {}, []
    first = quiz.ticket(ASKED, lang, record, lambda: saved.append(dict(record)))
    looked_for = first.write("  They add.  ")
    assert "roads add" in looked_for and "once" in looked_for
    first.tick("adds")
    assert saved[-1] == {"words": {"choice": "They add.", "ticked": ["adds"]}}
    again = quiz.ticket(ASKED, lang, record, lambda: None)
    assert (again.text, again.ticked) == ("They add.", ["adds"])
    assert "[x] roads add" in repr(again) and "[ ] once" in repr(again)


@pytest.mark.parametrize("lang", languages)
def test_an_empty_answer_and_an_unknown_tick_change_nothing(lang):
    record = {}
    asked = quiz.ticket(ASKED, lang, record, lambda: None)
    with pytest.raises(ValueError) as refused:
        asked.write("   ")
    assert str(refused.value) == say("lesson.ticket.empty", lang)
    with pytest.raises(KeyError):
        asked.tick("luck")
    assert record == {} and asked.ticked == []


def test_a_tick_for_what_is_no_longer_looked_for_is_dropped():
    record = {"words": {"choice": "They add.", "ticked": ["adds", "gone"]}}
    assert quiz.ticket(ASKED, "en", record, lambda: None).ticked == ["adds"]
