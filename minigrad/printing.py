"""How a tensor is written: digit for digit as PyTorch writes it.

All numbers of a tensor share one form, chosen by looking at all of them first: whole (`1.`), decimal (`1.5000`) or
scientific (`1.0000e-05`). They share one width too, so that columns stand under each other.

>>> import minigrad
>>> minigrad.tensor([1.5, -20.0])
tensor([  1.5000, -20.0000])
"""

import math
from types import SimpleNamespace

import numpy as np

from . import dtypes

usual = {
    "precision": 4,                 # digits after the point
    "threshold": 1000,              # more elements than this are summarised
    "edgeitems": 3,                 # how many a summary keeps at either end of an axis
    "linewidth": 80,
    "sci_mode": None,               # None: decide by the numbers
}
options = SimpleNamespace(**usual)
profiles = {"default": usual, "short": {**usual, "precision": 2, "edgeitems": 2},
            "full": {**usual, "threshold": math.inf}}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Change how tensors are printed from now on; what is not given stays as it is (`sci_mode` goes back to None).

    precision: digits after the point. threshold: larger tensors are summarised. edgeitems: numbers shown at each
    end of a summarised axis. linewidth: characters in a line. profile: "default", "short" or "full".
    sci_mode: True or False forces scientific form on or off; None lets the numbers decide.
    As `torch.set_printoptions`.

    >>> import minigrad
    >>> minigrad.set_printoptions(precision=2)
    >>> minigrad.tensor([3.14159])
    tensor([3.14])
    >>> minigrad.set_printoptions(profile="default")
    """
    if profile is not None:
        chosen = profiles.get(profile)
        if chosen is None:
            raise ValueError(f"unknown profile {profile!r}: choose default, short or full")
        vars(options).update(chosen)
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, value in given.items():
        if value is not None:
            setattr(options, name, value)
    options.sci_mode = sci_mode


class Form:
    """The one form and width for all numbers of an array."""

    def __init__(self, array):
        if array.dtype.kind != "f":
            self.write = str
            self.width = max(len(str(value)) for value in array.ravel().tolist())
            return
        visible = array[np.isfinite(array) & (array != 0)].astype(np.float64)
        self.write = self.choose(visible)
        self.width = max((len(self.write(value)) for value in visible.tolist()), default=1)

    @staticmethod
    def choose(visible):
        """The function that writes one number, after looking at the finite numbers that are not zero."""
        if not visible.size:
            return whole
        sizes = np.abs(visible)
        smallest, largest = float(sizes.min()), float(sizes.max())
        all_whole = bool((visible == np.ceil(visible)).all())
        scientific = options.sci_mode
        if scientific is None:
            scientific = largest / smallest > 1000 or largest > 1e8 or (not all_whole and smallest < 1e-4)
        if scientific:
            return f"{{:.{options.precision}e}}".format
        return whole if all_whole else f"{{:.{options.precision}f}}".format

    def __call__(self, value):
        return self.write(value).rjust(self.width)


def whole(value):
    return f"{value:.0f}." if math.isfinite(value) else f"{value}"


def rows(array, indent, form, summarise):
    """The numbers in nested brackets; `indent` is the column of the first bracket."""
    if array.ndim == 0:
        return form(array.item())
    edge = options.edgeitems
    cut = summarise and edge > 0 and len(array) > 2 * edge
    parts = [*array[:edge], *array[-edge:]] if cut else list(array)
    if array.ndim > 1:
        texts = [rows(part, indent + 1, form, summarise) for part in parts]
        if cut:
            texts.insert(edge, "...")
        return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(texts) + "]"
    texts = [form(part.item()) for part in parts]
    if cut:
        texts.insert(edge, " ...")
    per_line = max(1, (options.linewidth - indent) // (form.width + 2))
    lines = [", ".join(texts[i:i + per_line]) for i in range(0, len(texts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def ends(array):
    """The part of a large array that its summary shows."""
    for axis, length in enumerate(array.shape):
        if length > 2 * options.edgeitems:
            first, last = np.arange(options.edgeitems), np.arange(length - options.edgeitems, length)
            array = array.take(np.concatenate([first, last]), axis)
    return array


def text(tensor):
    """What `repr` and `str` give for a tensor.

    >>> import minigrad
    >>> text(minigrad.ones(2, requires_grad=True) * 2)
    'tensor([2., 2.], grad_fn=<MulBackward0>)'
    """
    array = np.asarray(tensor.array)
    head = "tensor("
    if tensor.is_meta:
        said = [f"device='meta', size={array.shape}", *suffixes(tensor, np.empty(0))]
        return with_suffixes(head + "...", said, len(head))
    if array.size:
        summarise = array.size > options.threshold
        form = Form(ends(array) if summarise else array)
        body = head + rows(array, len(head), form, summarise)
    else:
        body = head + "[]"
    return with_suffixes(body, suffixes(tensor, array), len(head))


def suffixes(tensor, array):
    """What is said of a tensor besides its numbers."""
    found = []
    expected = {dtypes.get_default_dtype()}
    if array.size:
        expected |= {dtypes.int64, dtypes.bool_}
    elif array.ndim != 1:
        found.append(f"size={array.shape}")
    if tensor.dtype not in expected:
        found.append(f"dtype={tensor.dtype}")
    if tensor.grad_fn is not None:
        found.append(f"grad_fn=<{type(tensor.grad_fn).__name__}>")
    elif tensor.requires_grad:
        found.append("requires_grad=True")
    return found


def with_suffixes(body, found, indent):
    """Append the suffixes, each on a new line where the last one is full."""
    used = len(body) - body.rfind("\n") + 1
    for suffix in found:
        if used + len(suffix) + 2 > options.linewidth:
            body += ",\n" + " " * indent + suffix
            used = indent + len(suffix)
        else:
            body += ", " + suffix
            used += len(suffix) + 2
    return body + ")"


def formatted(tensor, spec):
    """What `format` and f-strings give: a 0-d tensor is formatted as the number that it holds.

    >>> import minigrad
    >>> f"{minigrad.tensor(2.5):.2f}"
    '2.50'
    """
    if np.ndim(tensor.array) == 0:
        return format(tensor.array.item(), spec)
    return object.__format__(tensor, spec)
