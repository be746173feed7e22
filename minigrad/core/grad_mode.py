"""Grad mode and inference mode: does an op record itself? Each thread has its own answer.

Ops ask `not paused or mode.recording`: as long as no thread has switched recording off, that is one falsy test
of an empty set.
"""
import threading
from functools import wraps
from inspect import isgeneratorfunction


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


class Block:
    """A mode for the length of a `with` block, or of every call of a decorated function."""

    def __call__(self, function):
        if isgeneratorfunction(function):
            return self.around_generator(function)

        @wraps(function)
        def inside(*args, **kwargs):
            with self.again():
                return function(*args, **kwargs)

        return inside

    def around_generator(self, function):
        """The mode holds while the generator works, not while its caller does."""

        @wraps(function)
        def inside(*args, **kwargs):
            generator = function(*args, **kwargs)
            answer = None
            while True:
                with self.again():
                    try:
                        value = generator.send(answer)
                    except StopIteration as stop:
                        return stop.value
                answer = yield value

        return inside

    def again(self):
        return type(self)()


class no_grad(Block):
    """Ops inside are not recorded; results do not require gradients. Also a decorator, with or without ().

    >>> import minigrad
    >>> x = minigrad.ones(2, requires_grad=True)
    >>> with minigrad.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    on = False

    def __new__(cls, function=None):
        block = super().__new__(cls)
        return block if function is None else block(function)

    def __enter__(self):
        self.before = mode.recording
        set_recording(self.on)

    def __exit__(self, *_):
        set_recording(self.before)


class enable_grad(no_grad):
    """Ops inside are recorded again, for use within `no_grad`.

    >>> import minigrad
    >>> x = minigrad.ones(2, requires_grad=True)
    >>> with minigrad.no_grad(), minigrad.enable_grad():
    ...     y = x * 2
    >>> y.requires_grad
    True
    """

    on = True


class set_grad_enabled(Block):
    """Switch recording on or off: at once when called, undone at the end when used with `with`.

    >>> import minigrad
    >>> with minigrad.set_grad_enabled(False):
    ...     minigrad.is_grad_enabled()
    False
    """

    def __init__(self, on):
        self.on = bool(on)
        self.before = mode.recording
        set_recording(self.on)

    def __call__(self, function):
        set_recording(self.before)              # as a decorator it speaks of the function only
        return super().__call__(function)

    def again(self):
        return set_grad_enabled(self.on)

    def __enter__(self):
        set_recording(self.on)

    def __exit__(self, *_):
        set_recording(self.before)


class inference_mode(Block):
    """As no_grad, and what is made inside can never take part in a recorded op that would have to save it.

    >>> import minigrad
    >>> with minigrad.inference_mode():
    ...     y = minigrad.ones(2)
    >>> y.is_inference()
    True
    """

    def __new__(cls, on=True):
        block = super().__new__(cls)
        block.on = True if callable(on) else bool(on)
        return block(on) if callable(on) else block

    def again(self):
        return type(self)(self.on)

    def __enter__(self):
        self.before = mode.recording, mode.inference
        set_inference(self.on)
        set_recording(not self.on)

    def __exit__(self, *_):
        recording, inference = self.before
        set_inference(inference)
        set_recording(recording)
