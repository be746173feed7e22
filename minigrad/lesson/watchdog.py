"""A time limit for code that a learner wrote: an answer that loops for ever must not freeze the notebook."""

import _thread
import signal
import sys
import threading
from typing import Any


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


class time_limit:
    """Run the block; raise `TimeUp` when it takes longer. Works in kernels, and on Windows too.

    The main thread is interrupted as Ctrl-C would do it. Elsewhere than in the main thread there is no limit:
    an interrupt would hit somebody else. Nor can one call be stopped that never comes back to Python, as
    `sum(itertools.repeat(1))`: then only a restart of the kernel helps.

    >>> with time_limit(5):
    ...     1 + 1
    2
    """

    def __init__(self, seconds: float):
        self.seconds = seconds
        self.watchdog: _Watchdog | None = None

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        self.watchdog = _Watchdog(self.seconds)
        self.block = sys._getframe(1)
        self.tracer = sys.gettrace()
        # A handler of our own: a program started in the background may ignore Ctrl-C altogether.
        self.before = signal.signal(signal.SIGINT, self._interrupt)
        self.watchdog.start()

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, _: Any) -> None:
        if self.watchdog is None:
            return
        sys.settrace(self.tracer)
        self.watchdog.over.set()
        self.watchdog.join()
        for _ in range(100):  # an interrupt still on its way arrives here, not in the learner's next line
            pass
        signal.signal(signal.SIGINT, signal.default_int_handler if self.before is None else self.before)
        if self.watchdog.barks:
            raise TimeUp from None

    def _interrupt(self, signum: int, frame: Any) -> None:
        """Stop the block; what begins and ends the limit is never interrupted, or the dog would bark for ever."""
        inside = []
        while frame is not None and frame is not self.block:
            inside.append(frame)
            frame = frame.f_back
        if any(each.f_code in _OURS for each in inside):
            return
        if self.watchdog is not None and self.watchdog.barks > 1:
            _raise_at_each_line(inside)
        raise KeyboardInterrupt


_OURS = {time_limit.__enter__.__code__, time_limit.__exit__.__code__}


def _raise_at_each_line(frames: list[Any]) -> None:
    """A bare `except:` swallowed the first interrupt: raise at the next line, so in its handler too."""

    def interrupt(frame, event, _):
        if event == "line":
            raise KeyboardInterrupt
        return interrupt

    for frame in frames:
        frame.f_trace = interrupt
    sys.settrace(lambda *_: None)
