"""Run code that is meant to fail, and show the message instead of a red traceback."""

from contextlib import contextmanager

from minigrad.i18n import say
from minigrad.lesson import session
from minigrad.lesson.explain import explain


@contextmanager
def show_error(expected: type[BaseException] = Exception):
    """Print the first line of the error that the block raises, and what it means; the cell goes on.

    An error of another type than `expected` is not caught. A block that raises nothing says so.

    >>> with show_error(ZeroDivisionError):
    ...     1 / 0
    ZeroDivisionError: division by zero
    """
    try:
        yield
    except expected as error:
        first, *_ = str(error).splitlines() or [""]
        print(f"{type(error).__name__}: {first}")
        if words := explain(error, session.lang):
            print(*words.lines[1:], sep="\n")
        return
    print(say("lesson.show_error.none", session.lang, expected=expected.__name__))
