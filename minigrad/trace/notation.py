"""How each operation is written: symbol, title, expression and local factor. One table, and a decent fallback.

`forward` and `local` are templates. In them `{a}`, `{b}`, `{c}` are the inputs, `{out}` is the result,
and any setting goes by its name (`{exponent}`). A local factor that mentions an input or the
result needs its drawer.

How a gradient passes (`way`): `times` the local factor, element by element; `before`, `after`: matrix product with the
factor on the left or on the right; `move`: the numbers only change place or shape; `spread`: one number goes to every
element.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

LONG = 28          # characters of an expression that a sentence can bear


@dataclass(frozen=True)
class Notation:
    """`symbol` stands in the picture, `title` names the node, `forward` is for sentences, `code` is Python."""

    title: str
    symbol: str
    forward: str
    code: str
    local: tuple[str | None, ...] = ()
    way: tuple[str, ...] = ("times",)

    def local_of(self, i: int) -> str | None:
        """Template of the local factor of input `i`, None when nobody wrote it down."""
        if not self.local:
            return None
        return self.local[min(i, len(self.local) - 1)]

    def way_of(self, i: int) -> str:
        return self.way[min(i, len(self.way) - 1)]


def _infix(title: str, symbol: str, sign: str, *local: str | None, way: tuple[str, ...] = ("times",)) -> Notation:
    return Notation(title, symbol, f"{{a}} {symbol} {{b}}", f"{{a}}{sign}{{b}}", local, way)


def _call(name: str, *local: str | None, title: str | None = None, symbol: str | None = None,
          way: tuple[str, ...] = ("times",)) -> Notation:
    return Notation(title or _camel(name), symbol or name, f"{name}({{a}})", f"{name}({{a}})", local, way)


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _movers(*names: str) -> dict[str, Notation]:
    return {name: _call(name, "1", way=("move",)) for name in names}


_MATMUL = _infix("Matmul", "@", "@", "{b}ᵀ", "{a}ᵀ", way=("after", "before"))
_POW = Notation("Pow", "( )ⁿ", "{a}^{exponent}", "{a}**{exponent}", ("{exponent} · {a}^{less}",))

TABLE: dict[str, Notation] = {
    "add": _infix("Add", "+", "+", "1", "1"),
    "sub": _infix("Sub", "−", "-", "1", "−1"),
    "rsub": Notation("Rsub", "−", "{b} − {a}", "{b}-{a}", ("−1", "1")),
    "mul": _infix("Mul", "×", "*", "{b}", "{a}"),
    "div": _infix("Div", "÷", "/", "1/{b}", "−{a}/{b}²"),
    "neg": Notation("Neg", "−", "−{a}", "-{a}", ("−1",)),
    "pow": _POW,
    "pow_tensor": Notation("Pow", "( )ⁿ", "{a}^{b}", "{a}**{b}", ("{b} · {a}^({b} − 1)", "{out} · log({a})")),
    "pow_base": Notation("Pow", "aˣ", "{base}^{a}", "{base}**{a}", ("{out} · log({base})",)),
    "square": Notation("Pow", "( )²", "{a}²", "{a}**2", ("2 · {a}",)),
    "reciprocal": Notation("Reciprocal", "1/x", "1/{a}", "1/{a}", ("−{out}²",)),
    "exp": _call("exp", "{out}"),
    "expm1": _call("expm1", "{out} + 1"),
    "log": _call("log", "1/{a}"),
    "log1p": _call("log1p", "1/(1 + {a})"),
    "sin": _call("sin", "cos({a})"),
    "cos": _call("cos", "−sin({a})"),
    "tan": _call("tan", "1 + {out}²"),
    "tanh": _call("tanh", "1 − {out}²"),
    "sigmoid": _call("sigmoid", "{out} · (1 − {out})", symbol="σ"),
    "relu": _call("relu", "[{a} > 0]"),
    "sqrt": _call("sqrt", "1/(2 · {out})", symbol="√"),
    "rsqrt": _call("rsqrt", "−{out}³/2"),
    "abs": Notation("Abs", "| |", "|{a}|", "abs({a})", ("sign({a})",)),
    "clamp": _call("clamp", "[{a} is inside]"),
    "maximum": Notation("Maximum", "max", "max({a}, {b})", "maximum({a}, {b})", ("[{a} > {b}]", "[{b} > {a}]")),
    "minimum": Notation("Minimum", "min", "min({a}, {b})", "minimum({a}, {b})", ("[{a} < {b}]", "[{b} < {a}]")),
    "where": Notation("Where", "where", "where({a}, {b}, {c})", "where({a}, {b}, {c})", ("0", "[{a}]", "[not {a}]")),
    "sum": _call("sum", "1", symbol="Σ", way=("spread",)),
    "mean": _call("mean", "1/{n}", symbol="mean", way=("spread",)),
    "prod": _call("prod", "{out}/{a}", symbol="Π"),
    "matmul": _MATMUL,
    "mm": _MATMUL,
    "bmm": _MATMUL,
    "mv": _infix("Mv", "@", "@", "{b}ᵀ", "{a}ᵀ", way=("outer", "before")),
    "dot": _infix("Dot", "·", "@", "{b}", "{a}"),
    **{name: Notation(_camel(name), name, f"{name}({{inputs}})", f"{name}({{inputs}})", ("1",), ("move",))
       for name in ("cat", "stack")},
    "setitem": Notation("CopySlices", "[ ] ←", "{a}[{index}] ← {b}", "{a}"),
    "detach": _call("detach"),
    "sinh": _call("sinh", "cosh({a})"),
    "cosh": _call("cosh", "sinh({a})"),
    "asin": _call("asin", "1/√(1 − {a}²)"),
    "acos": _call("acos", "−1/√(1 − {a}²)"),
    "atan": _call("atan", "1/(1 + {a}²)"),
    "exp2": _call("exp2", "{out} · log(2)"),
    "log2": _call("log2", "1/({a} · log(2))"),
    "log10": _call("log10", "1/({a} · log(10))"),
    "amax": _call("amax", symbol="max"),
    "amin": _call("amin", symbol="min"),
    "max": _call("max"),
    "min": _call("min"),
    **{name: _infix(_camel(name), sign, code) for name, sign, code in (
        ("eq", "=", "=="), ("ne", "≠", "!="), ("lt", "<", "<"), ("le", "≤", "<="), ("gt", ">", ">"), ("ge", "≥", ">="),
        ("remainder", "%", "%"), ("floor_divide", "⌊÷⌋", "//"))},
    **{name: _call(name, "0") for name in ("sign", "floor", "ceil", "round", "trunc")},
    **_movers("clone", "to_copy", "unsafe_view", "squeeze_all", "squeeze_dim", "slice_dim", "reshape", "view",
              "transpose", "permute", "expand", "squeeze", "unsqueeze", "flatten", "select", "slice", "index",
              "getitem", "t", "unbind", "split", "contiguous", "to", "diagonal"),
}

_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def notation(op: str) -> Notation:
    """How `op` is written. An in-place name (`add_`) is written as its plain one; an unknown one by its own name.

    >>> notation("mul").symbol, notation("mul").local_of(0)
    ('×', '{b}')
    >>> notation("log_softmax").title
    'LogSoftmax'
    """
    name = op.strip("_") if op.startswith("__") else op.rstrip("_")
    if name in TABLE:
        return TABLE[name]
    return Notation(_camel(name) or name, name, f"{name}({{inputs}})", f"{name}({{inputs}})")


def number(value: Any) -> str:
    """A number for a drawing: four significant digits, whole numbers of up to six digits as they are, a true minus.

    >>> number(3.0), number(-0.25), number(1/3), number(123456.0), number(-1e-7), number(float("nan")), number(True)
    ('3', '−0.25', '0.3333', '123456', '−1e−07', 'nan', 'True')
    """
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (complex, np.complexfloating)):
        return f"{value:.4g}".replace("-", "−")
    if isinstance(value, (int, np.integer)):
        return str(int(value)).replace("-", "−")
    value = float(value)
    if value == 0:
        return "0"
    if math.isfinite(value) and value == int(value) and abs(value) < 1e6:
        return str(int(value)).replace("-", "−")
    return f"{value:.4g}".replace("-", "−")


def symbol(op: str, settings: dict[str, Any]) -> str:
    """The sign in the picture; a power shows its exponent.

    >>> symbol("pow", {"exponent": 2}), symbol("pow", {"exponent": 0.5}), symbol("exp", {})
    ('( )²', '( )ⁿ', 'exp')
    """
    exponent = settings.get("exponent")
    if notation(op) is _POW and _whole(exponent) and -10 < exponent < 100:
        return "( )" + raised(exponent)
    return notation(op).symbol


def raised(exponent: int | float) -> str:
    """An exponent in small raised figures.

    >>> raised(2), raised(-1)
    ('²', '⁻¹')
    """
    return str(int(exponent)).translate(_RAISED)


def _whole(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        return False
    return math.isfinite(value) and value == int(value)


def bracketed(label: str) -> str:
    """`label` so that a factor or a power can stand beside it: `y-5` in brackets; `w`, `f(x)`, `3` as they are.

    >>> [bracketed(label) for label in ("y-5", "w", "(a+b).sum()", "−3", "h·2", "(a)+(b)")]
    ['(y-5)', 'w', '(a+b).sum()', '(−3)', '(h·2)', '((a)+(b))']
    """
    depth = 0
    for sign in label:
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and not (sign.isalnum() or sign in "_.…)]}"):
            return f"({label})"
    return label


def shortened(label: str, most: int = LONG) -> str:
    """A long expression with its middle left out, on one line.

    What was shortened to more characters before has still one `…`: both ways keep the last eight.

    >>> shortened("a" * 30), shortened("two\\nlines"), shortened(shortened("a" * 50, 40))
    ('aaaaaaaaaaaaaaaaaaa…aaaaaaaa', 'two lines', 'aaaaaaaaaaaaaaaaaaa…aaaaaaaa')
    """
    label = " ".join(label.split())
    return label if len(label) <= most else f"{label[: most - 9]}…{label[-8:]}"


def as_factor(written: str) -> str:
    """A written-out local factor so that it can stand beside a `·`: sums and a leading minus in brackets.

    >>> [as_factor(written) for written in ("1 − h²", "−1", "2 · (y-5)", "1/(1 + x)", "1 + y²", "y-5", "Xᵀ")]
    ['(1 − h²)', '(−1)', '2 · (y-5)', '1/(1 + x)', '(1 + y²)', '(y-5)', 'Xᵀ']
    """
    depth = 0
    for place, sign in enumerate(written):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and sign in "+-−" and not (place and written[place - 1] in "e^"):
            return f"({written})"
    return written


def write(template: str, inputs: list[str], out: str, settings: dict[str, Any], n: int = 1,
          bracket: bool = True) -> str:
    """Fill a template with labels (or with numbers). A part that is not there is written `·`.

    >>> write("{exponent} · {a}^{less}", ["y-5"], "loss", {"exponent": 2})
    '2 · (y-5)'
    >>> write("{a} × {b}", ["w", "x"], "y", {})
    'w × x'
    """
    exponent = settings.get("exponent")
    if _whole(exponent):
        template = template.replace("^{exponent}", raised(exponent))
        template = template.replace("^{less}", "" if exponent == 2 else raised(exponent - 1))
    words = {name: number(told) if isinstance(told, (int, float)) else str(told) for name, told in settings.items()}
    if isinstance(exponent, (int, float)):
        words["less"] = number(exponent - 1)
    words |= {"n": str(n), "inputs": ", ".join(inputs)}
    labels = {"out": out, **dict(zip("abc", inputs))}

    def fill(place: re.Match) -> str:
        label = labels.get(place[1])
        if label is None:
            return words.get(place[1], "·")
        before, after = template[:place.start()], template[place.end():]
        inside = before.endswith(("(", ", ", "|", "[")) and after.startswith((")", ",", "|", "]"))
        return label if inside or not bracket else bracketed(label)

    return re.sub(r"\{(\w+)\}", fill, template)


def fixed(op: str, i: int) -> bool:
    """Is the local factor of input `i` the same whatever the numbers are, or the number of a drawer as it stands?

    >>> fixed("add", 0), fixed("mul", 1), fixed("sin", 0)
    (True, True, False)
    """
    style = notation(op)
    return style.way_of(i) != "times" or style.local_of(i) in ("1", "−1", "0", "{a}", "{b}", "{out}")


def needs(op: str, i: int, inputs: list[str], outputs: list[str]) -> set[str] | None:
    """Ids of the tensors whose values the local factor of input `i` mentions; None when the table does not know."""
    template = notation(op).local_of(i)
    if template is None:
        return None
    found = {tensor for name, tensor in zip("abc", inputs) if f"{{{name}}}" in template}
    return found | set(outputs) if "{out}" in template else found
