"""When does a program print what PyTorch prints? The rules, line by line.

White space never matters, the number of lines does (blank ones aside). A float may be off by 1e-4 of itself or by one
unit of its last printed place; every other word must be the same. An error line (`label: SomeError: message`) must
agree in label and type; of its message only what a `# phrase:` comment of the program asks for. Addresses are masked.
A program with `# compare: exact` must print the same text.
"""

import re

RELATIVE = 1e-4
TINY = 1e-6

address = re.compile(r"0x\w+")
word = re.compile(r"[^\W\d]\w*|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|\S")
decimal = re.compile(r"[+-]?(?:(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)")
complaint = re.compile(r"(.*?)(\b[A-Za-z_]\w*(?:Error|Exception|Warning)): ?(.*)")
directive = re.compile(r"^# (tier|phrase|compare): *(.*?) *$", re.MULTILINE)


def difference(actual, expected, program):
    """Why the two outputs of the program (its source text) differ, or an empty string."""
    wishes = directive.findall(program)
    phrases = [value for key, value in wishes if key == "phrase"]
    exact = ("compare", "exact") in wishes
    got, want = lines(actual, exact), lines(expected, exact)
    for number, (g, w) in enumerate(zip(got, want), start=1):
        why = ("" if g == w else "another text") if exact else line_difference(g, w, phrases)
        if why:
            return f"line {number}: {why}\n  PyTorch:  {w}\n  minigrad: {g}"
    if len(got) != len(want):
        return f"{len(got)} lines instead of {len(want)}"
    return ""


def lines(text, exact):
    split = address.sub("0x…", text).rstrip().splitlines()
    if exact:
        return [line.rstrip() for line in split]
    return [line for line in split if line.strip()]


def line_difference(got, want, phrases):
    wanted = complaint.fullmatch(want)
    if wanted is None:
        return "" if same_words(got, want) else "other words or numbers"
    found = complaint.fullmatch(got)
    if found is None or not same_words(found[1], wanted[1]):
        return "not the error that PyTorch raises"
    if found[2] != wanted[2]:
        return f"{found[2]} instead of {wanted[2]}"
    for phrase in phrases:
        if squeezed(phrase) in squeezed(want) and squeezed(phrase) not in squeezed(got):
            return f"the message does not say: {phrase}"
    return ""


def same_words(got, want):
    got, want = word.findall(got), word.findall(want)
    return len(got) == len(want) and all(map(same_word, got, want))


def same_word(got, want):
    if not decimal.fullmatch(want):
        return got == want
    return bool(decimal.fullmatch(got)) and abs_difference(float(got), float(want)) <= slack(want)


def abs_difference(a, b):
    return 0.0 if a == b else abs(a - b)


def slack(want):
    mantissa, _, exponent = want.lower().partition("e")
    places = len(mantissa.partition(".")[2])
    allowed = RELATIVE * abs(float(want))
    if not exponent:
        allowed = max(allowed, TINY)
    if places >= 3:      # a result near a rounding boundary may print one unit off
        allowed = max(allowed, 1.001 * 10.0 ** (int(exponent or 0) - places))
    return allowed


def squeezed(text):
    return " ".join(text.split())
