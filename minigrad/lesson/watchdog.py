"""A time limit for code that a learner wrote: an answer that loops for ever must not freeze the notebook."""

import _thread
import signal
import sys
import threading
from contextlib import contextmanager


class TimeUp(Exception):
    """The code inside `time_limit` did not end in time."""


class _Watchdog(threading.Thread):
    def __init__(self, seconds: float):
        super().__init__(daemon=True)
        self.seconds = seconds
        self.barks = 0
        self.over = threading.Event()

    def run(self):
        patience = self.seconds
        while not self.over.wait(patience):
            self.barks += 1
            _interrupt_main()
            patience = 0.2


def _interrupt_main() -> None:
    """As Ctrl-C does it. Where there are signals a real one: only that wakes a sleep."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        _thread.interrupt_main()


@contextmanager
def time_limit(seconds: float):
    """Run the block; raise `TimeUp` when it takes longer. Works in kernels, and on Windows too.

    The main thread is interrupted as Ctrl-C would do it. Elsewhere than in the main thread there is no limit:
    an interrupt would hit somebody else.

    >>> with time_limit(5):
    ...     1 + 1
    2
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    watchdog = _Watchdog(seconds)
    block = sys._getframe(2)

    def interrupt(signum, frame):
        if watchdog.barks > 1:
            _raise_at_each_line(frame, block)
        raise KeyboardInterrupt

    tracer = sys.gettrace()
    # A handler of our own: a program started in the background may ignore Ctrl-C altogether.
    before = signal.signal(signal.SIGINT, interrupt)
    watchdog.start()
    try:
        try:
            yield
        finally:
            sys.settrace(tracer)
            _dismiss(watchdog)
    except BaseException:
        if watchdog.barks:
            raise TimeUp from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if watchdog.barks:
        raise TimeUp


def _raise_at_each_line(frame, end) -> None:
    """A bare `except:` swallowed the first interrupt: raise at the next line, so in its handler too."""

    def interrupt(frame, event, _):
        if event == "line":
            raise KeyboardInterrupt
        return interrupt

    while frame is not None and frame is not end:
        frame.f_trace = interrupt
        frame = frame.f_back
    sys.settrace(lambda *_: None)


def _dismiss(watchdog: _Watchdog) -> None:
    """Stop the thread. An interrupt still on its way must arrive here, not in the learner's next line."""
    while True:
        try:
            watchdog.over.set()
            watchdog.join()
            for _ in range(100):
                pass
            return
        except KeyboardInterrupt:
            continue
