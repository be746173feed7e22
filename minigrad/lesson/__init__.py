"""The teaching layer: `nb = start("00")` in a notebook's first cell, and all else is on `nb`."""

from minigrad.lesson.show_error import show_error
from minigrad.lesson.start import start

__all__ = ["show_error", "start"]
