"""The modes as users write them: `with no_grad():`, `@inference_mode()`, `set_grad_enabled(False)`."""
from functools import wraps
from inspect import isgeneratorfunction

from ..core.grad_mode import mode as modes
from ..core.grad_mode import set_inference, set_recording
from . import complaints


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
        self.before = modes.recording
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

    def __init__(self, mode):
        self.on = self.mode = complaints.checked_switch(mode)
        self.before = modes.recording
        set_recording(self.on)

    def __call__(self, function):
        set_recording(self.before)              # as a decorator it speaks of the function only
        return super().__call__(function)

    def again(self):
        return set_grad_enabled(self.on)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.on})"

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

    def __new__(cls, mode=True):
        block = super().__new__(cls)
        block.on = True if callable(mode) else bool(mode)
        return block(mode) if callable(mode) else block

    def again(self):
        return type(self)(self.on)

    def __enter__(self):
        self.before = modes.recording, modes.inference
        set_inference(self.on)
        set_recording(not self.on)

    def __exit__(self, *_):
        recording, inference = self.before
        set_inference(inference)
        set_recording(recording)
