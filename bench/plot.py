"""The ratios as a picture: one bar each, on a logarithmic scale, with a line where both packages are equally fast."""

import math
from html import escape

ROW, LEFT, WIDTH, RIGHT, TOP = 26, 110, 430, 520, 54
MARKS = (0.1, 0.25, 0.5, 1, 2)


def place(ratio):
    """Where a ratio lies on the scale, in pixels."""
    low, high = math.log(0.05), math.log(2.5)
    return LEFT + WIDTH * (min(max(math.log(ratio), low), high) - low) / (high - low)


def picture(ratios, about, machine):
    """An SVG for light and dark pages: text takes the page's colour, bars have one that shows on both."""
    height = TOP + ROW * len(ratios) + 34
    said = "; ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" role="img" '
        f'aria-labelledby="speed-title speed-desc" font-family="system-ui, sans-serif" font-size="13">',
        '<title id="speed-title">Time of minigrad divided by the time of PyTorch</title>',
        f'<desc id="speed-desc">{escape(said)}</desc>',
        "<style>text{fill:#24292f}.axis{stroke:#8c959f}.small{font-size:11px}"
        "@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>",
        f'<text x="{LEFT}" y="18" font-weight="600">minigrad : PyTorch, time for the same step '
        "(shorter is faster)</text>",
    ]
    bottom = TOP + ROW * len(ratios)
    for mark in MARKS:
        x = place(mark)
        dash = "" if mark == 1 else ' stroke-dasharray="2 4"'
        lines.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{bottom}"{dash}/>')
        lines.append(f'<text class="small" x="{x:.1f}" y="{TOP - 14}" text-anchor="middle">{mark:g}</text>')
    for row, (name, ratio) in enumerate(ratios.items()):
        y = TOP + ROW * row
        colour = "#2f81f7" if ratio <= 1 else "#bf8700"
        lines += [
            f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LEFT}" y="{y + 3}" width="{place(ratio) - LEFT:.1f}" height="{ROW - 9}" rx="3" '
            f'fill="{colour}"/>',
            f'<text x="{place(ratio) + 6:.1f}" y="{y + 15}">{ratio:.2f}</text>',
            f'<text class="small" x="{LEFT + WIDTH + 10}" y="{y + 15}">{escape(about[name])}</text>',
        ]
    lines.append(f'<text class="small" x="{LEFT}" y="{bottom + 22}">{escape(machine)}</text></svg>\n')
    return "\n".join(lines)
