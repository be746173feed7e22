"""Contrasts are computed from the palette, after WCAG 2; the style sheet says the same colours."""

import re
from pathlib import Path

import pytest

from minigrad.draw.palette import DARK, LIGHT, NEUTRAL_DARK, NEUTRAL_LIGHT, contrast, properties

SHEET = Path(__file__).parents[2] / "minigrad" / "widgets" / "static" / "tokens.css"
THEMES = {"light": (LIGHT, NEUTRAL_LIGHT), "dark": (DARK, NEUTRAL_DARK)}


@pytest.mark.parametrize(
    "one, other, ratio",
    [
        ("#000000", "#FFFFFF", 21.0),
        ("#777777", "#FFFFFF", 4.48),
        ("#007F5C", "#FFFFFF", 5.01),
        ("#FFFFFF", "#FFFFFF", 1.0),
    ],
)
def test_contrast_agrees_with_published_ratios(one, other, ratio):
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", LIGHT)
def test_a_role_can_be_seen_and_read(theme, role):
    roles, neutral = THEMES[theme]
    line, fill, ink = roles[role]
    assert contrast(line, neutral["bg"]) >= 3.0, "a line on the page (WCAG 1.4.11)"
    assert contrast(ink, fill) >= 4.5, "text on the role's own fill"
    assert contrast(ink, neutral["bg"]) >= 4.5, "text on the page"
    assert contrast(neutral["ink"], fill) >= (13.5 if theme == "light" else 11.25)
    assert contrast(neutral["quiet"], fill) >= (5.3 if theme == "light" else 6.15)


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_a_chip_or_badge_can_be_read(theme):
    roles, neutral = THEMES[theme]
    for role in ("value", "gradient", "bad"):
        assert contrast(neutral["bg"], roles[role][0]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_neutral_colours(theme):
    neutral = THEMES[theme][1]
    for ground in ("bg", "panel"):
        assert contrast(neutral["ink"], neutral[ground]) >= 7
        assert contrast(neutral["quiet"], neutral[ground]) >= 4.5
    assert contrast(neutral["edge"], neutral["bg"]) >= 4.5


def blocks_of_tokens():
    """(selector, properties) of every rule of the sheet that sets `--leaf`."""
    sheet = re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
    for selector, body in re.findall(r"([^{}]*)\{([^{}]*--leaf:[^{}]*)\}", sheet):
        yield selector.strip(), dict(re.findall(r"(--[\w-]+):\s*(#\w+)", body))


def test_the_sheet_says_the_palette_in_each_theme():
    found = list(blocks_of_tokens())
    assert [tokens == properties("light") for _, tokens in found] == [True, False, True, False]
    assert [tokens == properties("dark") for _, tokens in found] == [False, True, False, True]


def test_the_page_decides_before_the_system():
    """JupyterLab's and VS Code's marks stand after `prefers-color-scheme` and are more specific."""
    selectors = [selector for selector, _ in blocks_of_tokens()]
    assert '[data-jp-theme-light="true"]' in selectors[2] and "body.vscode-light" in selectors[2]
    assert '[data-jp-theme-light="false"]' in selectors[3] and "body.vscode-dark" in selectors[3]


def test_every_colour_of_the_sheet_comes_from_a_token():
    sheet = SHEET.read_text(encoding="utf-8")
    rules = sheet[sheet.index("/* ---- letters") :]
    assert not re.search(r"#[0-9A-Fa-f]{3,8}\b|rgb|hsl", rules)
    assert set(re.findall(r"var\((--[\w-]+)\)", rules)) <= {*properties("light"), "--ui", "--mono", "--dx", "--dy"}
