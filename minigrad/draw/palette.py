"""The colours of the pictures, as data: the visual specification's table in both themes.

Okabe–Ito hues, darkened for the light theme and lightened for the dark one until a line of them can be seen; each role
has its own fill and an ink for text on it. `tests/draw/test_palette.py` computes the WCAG contrasts, and checks that
`widgets/static/tokens.css` says the same.
"""

from __future__ import annotations

LIGHT: dict[str, tuple[str, str, str]] = {  # role: line, fill, ink
    "leaf": ("#007F5C", "#E4F5EF", "#00624A"),
    "value": ("#0072B2", "#E8F3FB", "#00507D"),
    "function": ("#946200", "#FCF1D9", "#6B4600"),
    "gradient": ("#B24A86", "#FBE9F3", "#8E2F67"),
    "bad": ("#C24E00", "#FDEADF", "#9A3B00"),
    "constant": ("#7A828A", "#F1F2F4", "#59626C"),
}
DARK: dict[str, tuple[str, str, str]] = {
    "leaf": ("#2FBF93", "#11352B", "#86E3C5"),
    "value": ("#56B4E9", "#122C3F", "#A3D6F5"),
    "function": ("#E0A526", "#362A10", "#F6D188"),
    "gradient": ("#E08DBB", "#3C1E30", "#F5B8D8"),
    "bad": ("#FF8A4C", "#412213", "#FFB992"),
    "constant": ("#8B939B", "#252A30", "#B7BEC6"),
}
NEUTRAL_LIGHT: dict[str, str] = {
    "bg": "#FFFFFF",
    "panel": "#F6F7F8",
    "hairline": "#DCE0E4",
    "ink": "#1F2328",
    "quiet": "#59626C",
    "edge": "#4A5159",
}
NEUTRAL_DARK: dict[str, str] = {
    "bg": "#15181C",
    "panel": "#1C2025",
    "hairline": "#343A41",
    "ink": "#E9ECEF",
    "quiet": "#A9B1BA",
    "edge": "#B3BAC2",
}
SHORT = {"leaf": "leaf", "value": "mid", "function": "fn", "gradient": "grad", "bad": "bad", "constant": "cst"}


def properties(theme: str) -> dict[str, str]:
    """CSS custom properties of a theme (`"light"`, `"dark"`): `--leaf`, `--leaf-fill`, `--leaf-ink`, … `--bg`, `--ink`.

    >>> properties("dark")["--leaf-fill"]
    '#11352B'
    """
    roles, neutral = {"light": (LIGHT, NEUTRAL_LIGHT), "dark": (DARK, NEUTRAL_DARK)}[theme]
    found = {f"--{name}": colour for name, colour in neutral.items()}
    for role, (line, fill, ink) in roles.items():
        found |= {f"--{SHORT[role]}": line, f"--{SHORT[role]}-fill": fill, f"--{SHORT[role]}-ink": ink}
    return found


def contrast(one: str, other: str) -> float:
    """The WCAG 2 contrast ratio of two colours `#RRGGBB`, from 1 to 21.

    >>> contrast("#FFFFFF", "#000000")
    21.0
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance"""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
