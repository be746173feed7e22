"""Takes the pictures of the stepper in `docs/screens/`, from the real engine and the real page.

    python tools/screenshots.py            # needs playwright and Chromium

Article A's cell is run and recorded; the page is the module that a notebook gets, and nothing else.
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
CELL = """\
x = tensor(2., requires_grad=True)
w = tensor(3., requires_grad=True)
b = tensor(1., requires_grad=True)
y = w * x + b
loss = (y - 5) ** 2
loss.backward()
"""
STEPS = {"": 18, "-forward": 5}  # a push back through Mul; y = w*x + b on the way forward
PAGES = {"light": "#ECEEF0", "dark": "#0C0E10"}
WINDOWS = {860: (884, 544), 375: (375, 960)}  # px; the frame has 12 px of page around it


def recorded():
    """The graph of article A's cell."""
    recorder = Recorder()
    recorder.begin_cell(CELL)
    exec(compile(CELL, "<cell>", "exec"), {"tensor": minigrad.tensor})
    recorder.end_cell()
    return capture(recorder)


def page_text(payload: dict, step: int, theme: str) -> str:
    options = json.dumps({"opened": True, "index": step})
    data = json.dumps(payload).replace("</", "<\\/")
    return (
        f'<!doctype html><meta charset="utf-8"><style>body{{margin:8px;background:{PAGES[theme]}}}'
        f'{css("stepper")}</style><body data-jp-theme-light="{str(theme == "light").lower()}"><div id="host"></div>'
        f'<script type="module">{esm("stepper")}\n'
        f'mount(document.getElementById("host"), {data}, {options});</script>'
    )


def take(browser, payload: dict, width: int, theme: str, name: str, step: int) -> None:
    across, down = WINDOWS[width]
    page = browser.new_page(viewport={"width": across, "height": down}, device_scale_factor=2)
    page.set_content(page_text(payload, step, theme))
    page.wait_for_selector(".lg-stepper[data-size]")
    box = page.locator(".lg-stepper").bounding_box()
    page.set_viewport_size({"width": across, "height": round(box["height"]) + 24})
    page.screenshot(path=SCREENS / f"stepper-{width}-{theme}{name}.png")
    page.close()


def main() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    payload = Stepper(recorded()).payload
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless=new", "--no-sandbox", "--disable-gpu"]
        )
        for width in WINDOWS:
            for theme in PAGES:
                for name, step in STEPS.items():
                    take(browser, payload, width, theme, name, step)
        browser.close()


if __name__ == "__main__":
    main()
