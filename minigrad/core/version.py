"""Versions: has this memory been written since a node saved it?

One clock numbers nodes and dates in-place writes, so a saved value is stale exactly when its last write is
younger than the node that saved it. Nothing has to be stored per saved value.
"""
from collections import deque
from itertools import count

tick = count(1).__next__


class Version:
    """How often, and when, one piece of memory was written. Views and detached aliases share one object."""

    __slots__ = ("count", "when", "dates", "inference")

    def __init__(self, inference=False):
        self.count = self.when = 0
        self.dates = deque(maxlen=64)
        self.inference = inference              # made in inference mode: not counted, not to be saved

    def write(self):
        """Note that the memory changes now."""
        self.count += 1
        self.when = tick()
        self.dates.append(self.when)

    def count_at(self, when):
        """The count that a node of that date saw, exact for the last 64 writes."""
        return self.count - sum(date > when for date in self.dates)
