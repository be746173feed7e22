"""A still picture from one that is drawn already: other states, no chips, a line of words under it."""

from __future__ import annotations

import re
from html import escape

from minigrad.draw.fonts import plain
from minigrad.draw.numbers import shown
from minigrad.draw.svg import FOOT, State

CHIP = re.compile(r'<g transform="[^"]*"><g class="c[^"]*" data-key="[^"]*\.chip" data-state="hidden">.*?</g></g>')
STATE = re.compile(r'data-key="([^"]+)" data-state="\w+"')
WORDS = re.compile(r'data-key="([^"]+\.text)">[^<]*<')
SIZE = re.compile(r'viewBox="0 0 (\S+) (\S+)" width="\S+" height="\S+"')


def still(picture: str, state: State, prefix: str) -> str:
    """`picture`, as `svg.render` drew it before the first step, at `state`; chips that are hidden then are left out.

    `prefix` begins its ids from now on.
    """
    picture = STATE.sub(lambda m: f'data-key="{m[1]}" data-state="{state[m[1]]}"' if m[1] in state else m[0], picture)
    picture = WORDS.sub(lambda m: _words(m, state), picture)
    return renamed(CHIP.sub("", picture), prefix)


def renamed(picture: str, prefix: str) -> str:
    """The same picture with ids that begin with `prefix`."""
    before = re.search(r'<title id="(.*?)-t">', picture)[1]
    picture = picture.replace(f'aria-labelledby="{before}-t {before}-d"', f'aria-labelledby="{prefix}-t {prefix}-d"')
    return picture.replace(f'id="{before}-t"', f'id="{prefix}-t"').replace(f'id="{before}-d"', f'id="{prefix}-d"')


def _words(match: re.Match, state: State) -> str:
    key = match[1]
    if key not in state:
        return match[0]
    return f'data-key="{key}">{escape(shown(key, plain(state[key])), quote=False)}<'


def footed(picture: str, foot: str) -> str:
    """The same picture with a line of words under it; with no words, the picture."""
    if not foot:
        return picture
    width, height = SIZE.search(picture).groups()
    taller = f"{float(height) + FOOT:g}"
    picture = SIZE.sub(f'viewBox="0 0 {width} {taller}" width="{width}" height="{taller}"', picture, count=1)
    line = f'<g class="lgd"><text x="12" y="{float(taller) - 9:g}">{escape(foot, quote=False)}</text></g>'
    return f"{picture.removesuffix('</svg>')}{line}</svg>"
