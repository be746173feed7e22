"""The time limit: it stops what loops, and leaves everything else as it was."""

import signal
import sys
import threading
import time

import pytest

from minigrad.lesson.watchdog import TimeUp, time_limit


def forever():
    while True:
        pass


def swallowing():
    while True:
        try:
            time.sleep(0.02)
        except:  # noqa: E722
            pass


def turning():
    try:
        forever()
    except BaseException:
        raise ValueError("something else") from None


@pytest.mark.parametrize("endless", [forever, swallowing, turning])
def test_what_loops_is_stopped_and_nothing_stays_behind(endless):
    handler, tracer = signal.getsignal(signal.SIGINT), sys.gettrace()
    with pytest.raises(TimeUp), time_limit(0.1):
        endless()
    assert signal.getsignal(signal.SIGINT) is handler and sys.gettrace() is tracer
    time.sleep(0.3)


def test_what_ends_in_time_is_left_alone():
    before = threading.active_count()
    with time_limit(5):
        done = 1
    with pytest.raises(ZeroDivisionError), time_limit(5):
        done = 1 / 0
    assert done == 1 and threading.active_count() == before


def test_the_learner_may_stop_it_too():
    with pytest.raises(KeyboardInterrupt), time_limit(5):
        raise KeyboardInterrupt


def test_another_thread_has_no_limit_and_no_harm():
    seen = []

    def work():
        with time_limit(0.01):
            time.sleep(0.1)
            seen.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["done"]


def test_sleep_is_interrupted_too():
    began = time.monotonic()
    with pytest.raises(TimeUp), time_limit(0.1):
        time.sleep(30)
    assert time.monotonic() - began < 15


def test_what_answers_after_all_is_too_late_and_leaves_no_dog_behind():
    """A `return` in a `finally` swallows the interrupt. Over and over: none may hit the lines that follow."""

    def late():
        try:
            forever()
        finally:
            return 4  # noqa: B012

    before = threading.active_count()
    for _ in range(5):
        with pytest.raises(TimeUp), time_limit(0.01):
            late()
        with pytest.raises(TimeUp), time_limit(0.01):
            swallowing()
    assert threading.active_count() == before
    time.sleep(0.5)


@pytest.mark.parametrize("seconds", [0.0, 0.0001, 0.0005, 0.001])
def test_an_interrupt_at_the_very_end_of_the_block_is_no_harm(seconds):
    before = threading.active_count()
    for _ in range(50):
        try:
            with time_limit(seconds):
                sum(range(20_000))
        except TimeUp:
            pass
    assert threading.active_count() == before
