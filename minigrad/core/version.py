"""Versions: has this memory been written since a node saved it?

One clock numbers nodes and dates in-place writes, so a saved value is stale exactly when its last write is
younger than the node that saved it. Nothing has to be stored per saved value.
"""
from collections import deque
from itertools import count
from weakref import ref

tick = count(1).__next__


class Version:
    """How often, and when, one piece of memory was written. Views and detached aliases share one object."""

    __slots__ = ("count", "when", "dates", "inference", "views", "room")

    def __init__(self, inference=False):
        self.count = self.when = 0
        self.dates = ()                         # of the last writes
        self.views = []                         # weak references: who else shows this memory
        self.room = 64                          # so many are kept before the dead ones are sorted out
        self.inference = inference              # made in inference mode: not counted, not to be saved

    def write(self):
        """Note that the memory changes now."""
        if not self.count: self.dates = deque(maxlen=64)
        self.count += 1
        self.when = tick()
        self.dates.append(self.when)

    def shown_by(self, view):
        """Note a view of this memory, for as long as it lives."""
        self.views.append(ref(view))
        if len(self.views) > self.room:
            self.views = [view for view in self.views if view() is not None]
            self.room = 2 * len(self.views) + 64

    def count_at(self, when):
        """The count that a node of that date saw, exact for the last 64 writes."""
        return self.count - sum(date > when for date in self.dates)
