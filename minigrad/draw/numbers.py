"""Numbers as a picture writes them: with a real minus sign, in few signs, never cut."""

from __future__ import annotations

import re
from functools import lru_cache

MINUS = "\N{MINUS SIGN}"


@lru_cache(maxsize=4096)
def number(text: str) -> str:
    """Numbers in a text as a drawing shows them: with a real minus sign.

    >>> number("-2.5e-08"), number("[1, -inf]"), number("y-5")
    ('−2.5e−08', '[1, −inf]', 'y-5')
    """
    return re.sub(r"((?:^|[^\w)\]*])|(?<=\d)e)-(?=[\d.]|inf)", rf"\1{MINUS}", text)


def shown(key: str, text: str) -> str:
    """What a picture writes for a `.text` key: a number of at most seven signs, a chip's shape without brackets.

    >>> shown("n1.slot.text", "-1.748e-07"), shown("n1.slot.text", "-0.03125"), shown("n1.slot.text", "0.5 + 2")
    ('−1.7e−7', '−0.0312', '0.5 + 2')
    >>> shown("g:n1:0.chip.text", "(4, 2)")
    '4×2'
    """
    if key.endswith(".chip.text") and re.fullmatch(r"\([\d, ]+\)", text):
        return text.strip("(,)").replace(", ", "×")
    return short_number(number(text))


@lru_cache(maxsize=4096)
def short_number(text: str, most: int = 7) -> str:
    """A number in at most `most` signs, with as many digits as they allow; any other text as it is.

    >>> short_number("3.142"), short_number("-0.0004715"), short_number("1.235e+12"), short_number("y-5")
    ('3.142', '−4.7e−4', '1.24e12', 'y-5')
    """
    try:
        value = float(text.replace(MINUS, "-"))
    except ValueError:
        return text
    if len(text) <= most:
        return text
    tried = [told for digits in (4, 3, 2, 1) for told in (f"{value:.{digits}g}", f"{value:.{digits - 1}e}")]
    tried = [re.sub(r"(\.0+)?e\+?(-?)0*", r"e\2", told) for told in tried]
    return next((told for told in tried if len(told) <= most), tried[-1]).replace("-", MINUS)


def is_number(text: str) -> bool:
    """Does this text read as one number?"""
    try:
        float(text.replace(MINUS, "-"))
    except ValueError:
        return False
    return True


def is_one_number(shape: list[int] | None) -> bool:
    """Whether a value of this shape is shown as it is and not as a map: one number, bare or in brackets.

    >>> is_one_number([]), is_one_number([1]), is_one_number([2])
    (True, True, False)
    """
    return not shape or list(shape) == [1]


def few_digits(value: float | str, digits: int = 3) -> str:
    """A number with so many significant digits, any other text as it is.

    >>> few_digits("-8.742e-08"), few_digits("y")
    ('-8.74e-8', 'y')
    """
    try:
        told = f"{float(str(value).replace(MINUS, '-')):.{digits}g}"
    except ValueError:
        return str(value)
    return re.sub(r"e\+?(-?)0*", r"e\1", told)
