"""How wide a text will be, before any browser has seen it.

The widths are those of DejaVu Sans, which is wider than the system fonts of Windows, macOS and most Linux desktops:
what fits here fits there. They are given in thousandths of the font size, in classes of similar letters.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

MONO = 0.602
ELLIPSIS = "…"

_WIDTHS = {
    280: "ijl'|ıїі",
    320: " .,:;!·",
    400: "()[]-rtfI/\\JЈ°",
    530: 'csz"kvxyг*т_«»LTFсзху×',
    640: "abdeghnopqu0123456789$?еаборявньпдцEPSZYКХУкчиёэ",
    700: "ABCKRVXАВБЕРСЗТГ÷ωфщЛЧЭ",
    760: "DGHNOQUUИЙНОПДЯЬ∂жмыюш",
    850: "+=<>~−#^≤≥²√→←∑wM@ЖМФ…",
    1020: "mW%&ШЩЮЫ",
}
_WIDTH = {letter: width / 1000 for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.1


@lru_cache(maxsize=8192)
def width(text: str, size: float, mono: bool = False, bold: bool = False) -> float:
    """An upper estimate of the width of `text` in px at a font size in px.

    >>> width("abc", 10, mono=True)
    18.06
    >>> width("12", 10) < width("12", 10, bold=True)
    True
    """
    if mono and text.isascii():
        return round(len(text) * MONO * size, 2)
    total = sum(_letter(letter, mono) for letter in text) * size
    return round(total * (_BOLD if bold and not mono else 1), 2)


def _letter(letter: str, mono: bool) -> float:
    if ord(letter) < 0x500:
        return MONO if mono else _WIDTH.get(letter, 0.7)
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return 1.25
    return MONO if mono and letter == ELLIPSIS else _WIDTH.get(letter, 0.9)


def fit(text: str, room: float, size: float, mono: bool = False, bold: bool = False) -> str:
    """`text`, or as much of it as fits into `room` px with an ellipsis at its end.

    >>> fit("weight", 60, 12, mono=True), fit("hidden_weight", 60, 12, mono=True)
    ('weight', 'hidden_…')
    """
    if width(text, size, mono, bold) <= room:
        return text
    kept = text
    while kept and width(kept + ELLIPSIS, size, mono, bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def plain(text: str) -> str:
    """`text` on one line and without characters that XML forbids: a learner's string may hold anything.

    >>> plain('a\\n\\tb\\x00c')
    'a bc'
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    kept = "".join(letter for letter in " ".join(text.split()) if letter.isprintable() or letter == "\u200d")
    return kept.encode("utf-8", "replace").decode("utf-8")
