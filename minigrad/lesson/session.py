"""The lesson that was started last: its language, which is also spoken outside of `nb`, and its live mode."""

from typing import Any

lang = "en"
live: Any = None  # minigrad.lesson.live.Live


def begin(language: str, live_mode: Any) -> None:
    """Another lesson begins; the one before stops watching cells."""
    global lang, live
    if live:
        live.stop()
    lang, live = language, live_mode
