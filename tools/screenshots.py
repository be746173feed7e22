"""Takes the pictures of the stepper in `docs/screens/`, from the real engine and the real page.

    python tools/screenshots.py            # needs playwright and Chromium

Real cells are run and recorded; the page is the module that a notebook gets, and nothing else.
"""

import json
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

import minigrad
from minigrad.trace import Recorder, capture
from minigrad.widgets.esm import css, esm
from minigrad.widgets.stepper import Stepper

SCREENS = Path(__file__).parents[1] / "docs" / "screens"
FIRST = """\
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
b = torch.tensor(1.0, requires_grad=True)
y = w * x + b
loss = (y - 5) ** 2
loss.backward()
"""
TENSORS = """\
X = torch.tensor([[1.0, -0.5, 0.2], [0.3, 0.8, -1.0], [-0.6, 0.1, 0.9], [0.4, -0.7, 0.5]])
W = torch.tensor([[0.5, -1.0], [0.3, 0.8], [-0.2, 0.6]], requires_grad=True)
h = torch.tanh(X @ W)
loss = (h * h).mean()
loss.backward()
"""
LOOP = """\
h = x = torch.tensor(1.0, requires_grad=True)
for i in range(8):
    h = h * x + torch.sin(h)
h.backward()
"""
STEPS = {"": 18, "-forward": 5}  # a push back through Mul; y = w*x + b on the way forward
SCENES = [  # name, cell, opened, step, width, theme
    ("-error", FIRST + "loss.backward()\n", True, 26, 860, "light"),
    ("-error", FIRST + "loss.backward()\n", True, 26, 375, "light"),
    ("-tensors", TENSORS, True, 14, 860, "dark"),
    ("-tensors", TENSORS, True, 14, 375, "dark"),
    ("-folded", LOOP, False, 0, 860, "light"),
]
PAGES = {"light": "#ECEEF0", "dark": "#0C0E10"}
WINDOWS = {860: (884, 544), 375: (375, 960)}  # px; the frame has 12 px of page around it


def recorded(cell: str):
    """The graph of a cell, also of one that ends in an error."""
    recorder = Recorder()
    recorder.begin_cell(cell)
    error = None
    try:
        exec(compile(cell, "<cell>", "exec"), {"torch": minigrad})
    except RuntimeError as raised:
        error = raised
    recorder.end_cell(error)
    return capture(recorder)


def page_text(payload: dict, step: int, theme: str, opened: bool) -> str:
    options = json.dumps({"opened": opened, "index": step})
    data = json.dumps(payload).replace("</", "<\\/")
    return (
        f'<!doctype html><meta charset="utf-8"><style>body{{margin:8px;background:{PAGES[theme]}}}'
        f'{css("stepper")}</style><body data-jp-theme-light="{str(theme == "light").lower()}"><div id="host"></div>'
        f'<script type="module">{esm("stepper")}\n'
        f'mount(document.getElementById("host"), {data}, {options});</script>'
    )


def take(browser, payload: dict, width: int, theme: str, name: str, step: int, opened: bool = True) -> None:
    across, down = WINDOWS[width]
    page = browser.new_page(viewport={"width": across, "height": down}, device_scale_factor=2)
    page.set_content(page_text(payload, step, theme, opened))
    page.wait_for_selector(".lg-stepper[data-size]")
    box = page.locator(".lg-stepper").bounding_box()
    page.set_viewport_size({"width": across, "height": round(box["height"]) + 24})
    page.screenshot(path=SCREENS / f"stepper-{width}-{theme}{name}.png")
    page.close()


def main() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    payload = Stepper(recorded(FIRST), predict=False).payload
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )
        for width in WINDOWS:
            for theme in PAGES:
                for name, step in STEPS.items():
                    take(browser, payload, width, theme, name, step)
        for name, cell, opened, step, width, theme in SCENES:
            take(browser, Stepper(recorded(cell), predict=False).payload, width, theme, name, step, opened)
        browser.close()


if __name__ == "__main__":
    main()
