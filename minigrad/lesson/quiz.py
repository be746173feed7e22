"""Quizzes and predictions of a lesson: words from the catalogue, answers into the progress file."""

from minigrad.i18n import say
from minigrad.lesson.exercise import Asked, Ticket
from minigrad.widgets.quiz import Option, Predict, Question, Quiz, Write

QUIZ_WORDS = (
    "submit", "sure", "right", "wrong", "incomplete", "number", "choose_first", "choose_many", "up", "down",
)
TICKET_WORDS = ("your_words", "done", "empty", "look_for", "judged")
PREDICT_WORDS = ("commit", "your_answer", "help", "not_number", "waiting")


def quiz(quiz_id: str, asked: list[Asked], lang: str, record: dict, changed) -> Quiz:
    """The quiz `quiz_id`. `record` holds earlier answers and takes new ones; then `changed()` is called."""
    labels = {word: say(f"lesson.quiz.{word}", lang) for word in QUIZ_WORDS}
    labels["not_number"] = say("lesson.predict.not_number", lang)
    widget = Quiz([_question(quiz_id, question, lang) for question in asked], labels, lang)
    widget.answers = {key: given for key, given in record.items() if _still_fits(widget.questions.get(key), given)}

    def keep(change):
        record.update(change["new"])
        changed()

    widget.observe(keep, names="answers")
    return widget


def _still_fits(question: Question | None, given: dict) -> bool:
    """An earlier answer may be to a question that has changed since."""
    if question is None:
        return False
    try:
        question.judge(given["choice"])
    except (ValueError, TypeError):
        return False
    return True


def _question(quiz_id: str, asked: Asked, lang: str) -> Question:
    def words(tag: str) -> str:
        return say(f"lesson{quiz_id[:2]}.quiz.{quiz_id}.{asked.key}{tag}", lang)

    if asked.number is not None:
        named = tuple((value, words(f".{value:g}")) for value in asked.named)
        return Question(
            asked.key,
            words(""),
            number=asked.number,
            right=words(".right"),
            named=named,
            other=words(".other"),
        )
    if asked.order:
        shown = asked.options or tuple(sorted(asked.order))
        options = tuple(Option(key, words(f".{key}"), "") for key in shown)
        return Question(
            asked.key, words(""), options, right=words(".right"), other=words(".other"), order=asked.order
        )
    options = tuple(
        Option(key, words(f".{key}"), words(f".{key}.why"), key in asked.right) for key in asked.options
    )
    return Question(asked.key, words(""), options=options)


def predict(exercise_id: str, question: str, lang: str, record: dict, changed) -> Predict:
    """The field for one prediction. `record` holds an earlier one or takes it; then `changed()` is called."""
    labels = {word: say(f"lesson.predict.{word}", lang) for word in PREDICT_WORDS}
    labels["committed"] = say("lesson.predict.committed", lang, value="{value}")
    widget = Predict(question, labels, lang, value=str(record.get(exercise_id, "")), key=exercise_id)

    def keep(change):
        record[exercise_id] = change["new"]
        changed()

    widget.observe(keep, names="value")
    return widget


def ticket(asked: Ticket, lang: str, record: dict, changed) -> Write:
    """The question `asked`, answered in words. `record` holds what was written and ticked before, or takes it."""
    area = f"lesson{asked.id[:2]}.ticket.{asked.id}"
    gaps = {"done": "{done}", "total": "{total}"}  # the page counts
    labels = {word: say(f"lesson.ticket.{word}", lang, **gaps) for word in TICKET_WORDS}
    rubric = {key: say(f"{area}.{key}", lang) for key in asked.rubric}
    kept = record.get("words", {})
    widget = Write(say(area, lang), rubric, labels, lang, text=str(kept.get("choice", "")))
    widget.ticked = [key for key in kept.get("ticked", []) if key in rubric]

    def keep(change):
        record["words"] = {"choice": widget.text, "ticked": list(widget.ticked)}
        changed()

    widget.observe(keep, names=["text", "ticked"])
    return widget
