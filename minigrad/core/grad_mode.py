"""Grad mode and inference mode: does an op record itself? Each thread has its own answer.

Ops ask `not paused or mode.recording`: as long as no thread has switched recording off, that is one falsy test
of an empty set.
"""
import threading


class Mode(threading.local):
    """This thread's answers; a new thread records."""

    recording = True
    inference = False


mode = Mode()
paused = set()          # threads that do not record now
inferring = set()       # threads in inference mode now


def set_recording(on):
    mode.recording = on
    (paused.discard if on else paused.add)(threading.get_ident())


def set_inference(on):
    mode.inference = on
    (inferring.add if on else inferring.discard)(threading.get_ident())


def is_grad_enabled():
    """Whether ops on tensors that require gradients are recorded now, in this thread.

    >>> import minigrad
    >>> with minigrad.no_grad():
    ...     minigrad.is_grad_enabled()
    False
    """
    return mode.recording


def is_inference_mode_enabled():
    """Whether `inference_mode` is on in this thread.

    >>> import minigrad
    >>> minigrad.is_inference_mode_enabled()
    False
    """
    return mode.inference
