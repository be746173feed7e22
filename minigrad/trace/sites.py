"""Which line of the learner's is at work, and the little that must be known of it at once: which names stand there."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import CodeType, FrameType

from minigrad.trace.source import Place, Places, Source, learner_frame


@dataclass(slots=True, eq=False, repr=False)
class Site:
    """An instruction of the learner's code: its place, the names it gives to results, the variables among its operands.

    It holds the code object, so that nothing else can come to have its address.
    """

    code: CodeType
    place: Place | None
    names: list[str | None]
    operands: list[str]
    names_some: bool = False                     # is there a name for a result?

    def __post_init__(self):
        self.names_some = any(self.names)


class Sites:
    """Finds the site of the frame that is at work; each is worked out once in a cell."""

    _cell_text: Callable[[], tuple[int, str | None]]

    def __init__(self):
        self.sources: dict[str, Source] = {}
        self.new_places()

    def new_places(self) -> None:
        """Forget frames and namespaces, at the beginning and the end of a cell."""
        self._places = Places()
        self._sites: dict[tuple[int, int], Site] = {}
        self._names_of: dict[str, str] = {}
        self._namespaces: dict[int, dict] = {}
        self._last: tuple | None = None          # frame, site and results of the operation before

    def _here(self) -> tuple[FrameType | None, Site | None]:
        """The learner's frame and its site. The nearest frame that can be the learner's is the fourth from here."""
        frame = sys._getframe(4)
        site = self._sites.get((id(frame.f_code), frame.f_lasti))     # to hash a code object would take far longer
        if site is not None:
            return frame, site
        frame, _ = learner_frame(frame)
        if frame is None:
            return None, None
        key = id(frame.f_code), frame.f_lasti
        site = self._sites.get(key)
        if site is None:
            self._namespaces[id(frame.f_globals)] = frame.f_globals
            site = self._sites[key] = self._site(frame, frame.f_code)
        return frame, site

    def _site(self, frame: FrameType, code: CodeType) -> Site:
        place = self._filed(self._places.of(frame))
        if place is None:
            return Site(code, None, [], [])
        source = self.source(place)
        return Site(code, place, source.names(place.key), source.operands(place.key))

    def _filed(self, place: Place | None) -> Place | None:
        """The place under a name of its own: two cells that run as `<string>` are two sources."""
        if place is None:
            return None
        name = self._names_of.get(place.file)
        if name is None:
            number, text = self._cell_text()
            known = bool(linecache.getlines(place.file))
            name = self._names_of[place.file] = place.file if known else f"{place.file} {number}"
            if name not in self.sources:
                self.sources[name] = Source.of_file(place.file, text, number)
        return place if name == place.file else replace(place, file=name)

    def source(self, place: Place) -> Source:
        """The text that holds `place`."""
        return self.sources[place.file]
