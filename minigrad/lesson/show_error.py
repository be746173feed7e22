"""Run code that is meant to fail, and show the message instead of a red traceback."""

from contextlib import contextmanager

from minigrad.i18n import say
from minigrad.lesson import session
from minigrad.lesson.explain import explain


@contextmanager
def show_error(expected: type[BaseException] | tuple[type[BaseException], ...] = Exception):
    """Print the first line of the error that the block raises, and what it means; the cell goes on.

    An error of another type than `expected` is not caught. A block that raises nothing says so.
    TypeError when `expected` is no type of error.

    >>> with show_error(ZeroDivisionError):
    ...     1 / 0
    ZeroDivisionError: division by zero
    """
    kinds = expected if isinstance(expected, tuple) else (expected,)
    if not all(isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds):
        raise TypeError(say("lesson.show_error.not_a_type", session.lang, given=repr(expected)[:40]))
    try:
        yield
    except expected as error:
        first, *_ = str(error).splitlines() or [""]
        print(f"{type(error).__name__}: {first}")
        if words := explain(error, session.lang):
            print(*words.lines[1:], sep="\n")
        return
    print(say("lesson.show_error.none", session.lang, expected=" / ".join(kind.__name__ for kind in kinds)))
