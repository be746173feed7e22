"""An error in the reader's language: what it says about the graph, and what to try."""

from minigrad.i18n import catalogue, say
from minigrad.lesson.said import Said

AREA = "lesson_errors"


def explain(error: BaseException, lang: str) -> Said | None:
    """The explanation that belongs to `error.key`; None for an error that has none.

    The message itself stays English, as in PyTorch: it is what people search for.

    >>> from minigrad import errors
    >>> explain(errors.no_bounds(), "en")
    What this error means
    clamp needs at least one limit.
    """
    key = getattr(error, "key", None)
    known = catalogue(AREA, lang)
    if key not in known:
        return None
    lines = [say("lesson.explain.head", lang), known[key]]
    if advice := known.get(f"{key}.try"):
        lines.append(say("lesson.explain.try", lang, advice=advice))
    return Said(tuple(lines), lang)
