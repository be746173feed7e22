"""Anomaly mode: where was the op called whose backward failed or gave nan? PyTorch: `torch.autograd.anomaly_mode`."""
import traceback
import warnings

import numpy as np

from ..core.observe import Observer, observers
from ..core.primitive import on_save, running
from . import complaints


class Finder(Observer):
    """Notes where each node was made, looks at each gradient, and says where the trouble came from."""

    check_nan = True

    def made(self, node):
        """A node has just been recorded: remember the lines of code that led to it."""
        node.metadata["traceback_"] = traceback.format_list(traceback.extract_stack())[:-2]
        if running and (parent := running[-1].current()) is not None:
            node.metadata["parent_"] = parent

    def on_node(self, node, upstream, sent):
        gradients = [g for _, _, g in sent]
        live = [i for i, edge in enumerate(node.edges) if edge is not None]
        for i, g in zip(live, gradients):
            if self.check_nan and g is not None and np.isnan(getattr(g, "array", g)).any():
                error = complaints.nan(node, i)
                error.node = node
                raise error

    def on_backward_end(self, error):
        node = getattr(error, "node", None)
        if not isinstance(error, Exception) or node is None or node.is_end:
            return
        tell(node)
        if getattr(error, "key", None) == "changed":
            error.args = (str(error).partition("Hint:")[0] + HINT,)


finder = Finder()
HINT = ("Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in "
        "question was changed in there or anywhere later. Good luck!")


def tell(node):
    """Warn with the lines that called the op, and with those of the pass that this call belonged to."""
    lines = node.metadata.get("traceback_")
    if lines is None:
        warnings.warn(
            f"Error detected in {node.name()}. No forward pass information available. Enable detect anomaly during "
            "forward pass for more information.", stacklevel=6)
        return
    warnings.warn(
        f"Error detected in {node.name()}. Traceback of forward call that caused the error:\n{''.join(lines)}",
        stacklevel=6)
    while (node := node.metadata.get("parent_")) is not None:
        lines = node.metadata.get("traceback_")
        if lines is None:
            warnings.warn(
                f"\n\nPrevious calculation was induced by {node.name()}. No forward pass information available. Enable "
                "detect anomaly during forward pass for more information.", stacklevel=6)
            return
        warnings.warn(
            f"\n\nPrevious calculation was induced by {node.name()}. Traceback of forward call that induced the "
            f"previous calculation:\n{''.join(lines)}", stacklevel=6)


def switch(on, check_nan):
    finder.check_nan = check_nan
    if on and finder not in observers:
        observers.append(finder)
        on_save.append(finder.made)
    elif not on and finder in observers:
        observers.remove(finder)
        on_save.remove(finder.made)


def is_anomaly_enabled():
    """Whether anomaly mode is on."""
    return finder in observers


def is_anomaly_check_nan_enabled():
    """Whether anomaly mode looks for nan."""
    return finder.check_nan


class set_detect_anomaly:
    """Anomaly mode on or off: at once when called, undone at the end when used with `with`.

    >>> import minigrad
    >>> with minigrad.autograd.set_detect_anomaly(True):
    ...     minigrad.is_anomaly_enabled()
    True
    """

    def __init__(self, mode, check_nan=True):
        self.before = is_anomaly_enabled(), finder.check_nan
        switch(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *_):
        switch(*self.before)


class detect_anomaly(set_detect_anomaly):
    """Inside the block, a backward pass that fails or gives nan says which op of the forward pass is to blame.

    Ops note where they are called, and each gradient is looked at: this costs time. Raises RuntimeError for nan in a
    gradient, unless check_nan=False. PyTorch: `torch.autograd.detect_anomaly`.

    >>> import warnings, minigrad
    >>> x = minigrad.zeros(1, requires_grad=True)
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     with minigrad.autograd.detect_anomaly():
    ...         (x.sqrt() * 0).backward()
    Traceback (most recent call last):
    RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
    ...
    """

    def __init__(self, check_nan=True):
        self.check_nan = check_nan
        self.before = is_anomaly_enabled(), finder.check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.", stacklevel=2)

    def __enter__(self):
        self.before = is_anomaly_enabled(), finder.check_nan
        switch(True, self.check_nan)
