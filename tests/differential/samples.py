"""What stands for the letters in an expression: tensors of every dtype and many shapes, the same under both libraries.

`x` is any tensor, `a` and `b` two that broadcast, `s` a number; the others have one shape each, in a few dtypes.
"""

import itertools
import re
import zlib
from functools import cache

import numpy as np

EVERY = ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")
SOME = ("float64", "float32", "int64", "bool")
ANY = ((2, 3), (), (3,), (0,), (2, 0), (2, 1, 3))
PAIRS = (((2, 3), (3,)), ((), (2,)), ((2,), ()), ((), ()), ((2, 1), (1, 3)), ((0, 3), (1, 3)), ((2,), (3,)))
NUMBERS = (2, -1.5, True, 0)
SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, 1.0])

# The shape of each letter that has one shape.
SHAPES = {
    "y": (2, 3, 4), "M": (2, 3), "N": (3, 2), "K": (2, 3), "Q": (3, 3), "R": (3, 3), "V": (3,), "U": (3,), "W": (2,),
    "B": (2, 2, 3), "D": (2, 3, 2), "E": (2, 2, 2), "o": (1, 3, 1), "l": (12,), "H": (2, 4, 6, 6), "L": (2, 4, 6),
    "n": (),
}
# Letters for what does not vary.
FIXED = {
    "i": np.array([0, 2, 1]), "j": np.array([[0, 2], [1, 1]]), "k": np.array([1, 0]), "h": np.array([-1, 0]),
    "m": np.array([[True, False, True], [False, True, True]]), "c": np.array([True, False, True]),
    "g": np.array([[0, 1, 1], [1, 0, 1]]), "q": np.array(1), "far": np.array([0, 7]),
    "p": np.array([0.2, 0.5, 0.9]), "ones": np.ones((2, 3)),
    "ties": np.array([[1.0, 3.0, 3.0, 2.0], [2.0, 2.0, 2.0, 2.0]]),
}
LETTERS = re.compile(r"(?<![.\w])(?:[abxsyMNKQRVUWBDEolHLnijkhmcgqp]|far|ones|ties)(?![\w(=])")


def letters(expression):
    """The letters of an expression, each once, in order."""
    text = re.sub(r'"[^"]*"', "", expression)
    return list(dict.fromkeys(LETTERS.findall(text)))


def drawn(letter, shape, dtype):
    """Always the same numbers for a letter and a shape: none close to another or to a whole number."""
    rng = np.random.default_rng(zlib.crc32(f"{letter}{shape}".encode()))
    count = int(np.prod(shape))
    spread = -2.0 + 4.0 * (rng.permutation(count) + rng.uniform(0.35, 0.65, count)) / max(count, 1)
    spread += 0.11 * (np.abs(spread - np.round(spread)) < 0.05)
    if letter in "QR" and dtype.startswith("f"):
        spread = spread + 3 * np.eye(3).ravel()         # can be inverted
    if dtype == "uint8" or letter == "s":
        spread = np.abs(spread)
    if dtype == "bool":
        return (spread > 0).reshape(shape)
    return (np.round(spread) if "int" in dtype else spread).astype(dtype).reshape(shape)


@cache
def samples(expression):
    """Dictionaries {letter: array or number}: what to try an expression with."""
    found = letters(expression)
    numbers = [letter for letter in found if letter == "s"]
    tensors = [letter for letter in found if letter not in FIXED and letter != "s"]
    fixed = {letter: FIXED[letter] for letter in found if letter in FIXED}
    return [{**dict(zip(tensors, arrays)), **fixed, **number} for arrays in choices(tuple(tensors))
            for number in ([{"s": n} for n in NUMBERS] if numbers else [{}])]


@cache
def choices(tensors):
    if not tensors:
        return [()]
    if tensors == ("x",):
        return [(array,) for array in whatever()]
    if set(tensors) == {"a", "b"}:
        return list(pairs())
    shapes = [(2, 3) if letter in "abx" else SHAPES[letter] for letter in tensors]
    mixed = [(first,) + (second,) * (len(tensors) - 1) for first, second in itertools.product(SOME, SOME)]
    kinds = [(d,) * len(tensors) for d in (*SOME, "float16", "uint8")]
    if len(tensors) > 1:
        kinds += [kind for kind in mixed if kind not in kinds]
    return [tuple(map(drawn, tensors, shapes, kind)) for kind in kinds]


def whatever():
    for dtype in EVERY:
        yield drawn("x", (2, 3), dtype)
        yield drawn("x", (), dtype)
    for shape, dtype in itertools.product(ANY[2:], ("float64", "int64", "bool")):
        yield drawn("x", shape, dtype)
    yield drawn("x", (3, 2), "float64").T
    yield drawn("x", (4, 6), "float64")[::2, 1::2]
    yield SPECIAL
    yield SPECIAL.astype(np.float32)


def pairs():
    for dtypes in itertools.product(EVERY, EVERY):
        yield tuple(map(drawn, "ab", PAIRS[0], dtypes))
    for shapes, dtypes in itertools.product(PAIRS[1:3], itertools.product(("float16", *SOME[1:]), repeat=2)):
        yield tuple(map(drawn, "ab", shapes, dtypes))
    for shapes, dtype in itertools.product(PAIRS[1:], SOME):
        yield drawn("a", shapes[0], dtype), drawn("b", shapes[1], dtype)
    yield drawn("a", (3, 2), "float64").T, drawn("b", (2, 3), "float64")
    yield np.repeat(SPECIAL, 7), np.tile(SPECIAL, 7)
