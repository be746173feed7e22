"""The language of the lesson that was started last: what is said outside of `nb` speaks it too."""

lang = "en"


def speak(language: str) -> None:
    global lang
    lang = language
