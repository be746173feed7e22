"""One journey through the real thing: lesson 00 in JupyterLab in Chromium, by keyboard and back in Python."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.house.shop import ROOT, jupyter_lab, load_dev

LESSON = "00_start_here.ipynb"
SECONDS = 1000  # playwright counts in milliseconds
# A learner's own cell, below the lesson: at which step does each stepper stand?
ASK = """
import gc
from minigrad.widgets.stepper import Stepper
print("steppers:", sorted(thing.index for thing in gc.get_objects() if isinstance(thing, Stepper)))
"""
# A puzzle of lesson 04, so that one page is enough for the whole journey.
PUZZLE = """
from minigrad.lesson import start
puzzle = start("04").parsons("04.3")
puzzle
"""
SOLVED = {  # keys of lines, and how deep each of them stands
    "collect": 0, "order": 0, "empty": 0, "seed": 0, "loop": 0, "inputs": 1, "push": 2, "accumulate": 2, "return": 0,
}
SETTINGS = {
    # Cells that are scrolled away stay in the page, so that a test can look at them all.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/themes": {"theme": "JupyterLab Light"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """Lesson 00 as `dev.py lab` opens it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("learner")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks", ignore=shutil.ignore_patterns("source"))
    dev = load_dev(folder)
    lesson = dev.working_copy(folder / "notebooks/en" / LESSON)
    append_cell(lesson, "asked", ASK)
    append_cell(lesson, "puzzle", PUZZLE)
    home = folder / "home"
    write_settings(home / "settings")
    with jupyter_lab(dev, home, "--IdentityProvider.token=") as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(60 * SECONDS)
        page.goto(address)
        yield page
        page.close()


def append_cell(notebook: Path, id: str, source: str) -> None:
    content = json.loads(notebook.read_text("utf-8"))
    cell = {
        "cell_type": "code",
        "id": id,
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }
    content["cells"].append(cell)
    notebook.write_text(json.dumps(content), "utf-8")


def code_cells() -> int:
    cells = json.loads((ROOT / "notebooks/en" / LESSON).read_text("utf-8"))["cells"]
    return sum(cell["cell_type"] == "code" for cell in cells)


def write_settings(folder: Path) -> None:
    for name, values in SETTINGS.items():
        path = folder / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), "utf-8")


def menu(page, *words: str) -> None:
    """Choose in the menu bar."""
    page.locator(".lm-MenuBar-item", has_text=words[0]).first.click()
    for word in words[1:]:
        page.locator(".lm-Menu-item:visible", has_text=word).first.click()


CELLS_RUN = r"""
() => [...document.querySelectorAll(".jp-Notebook .jp-InputPrompt")]
  .filter((prompt) => /\[\d+\]/.test(prompt.textContent)).length
"""

ACTIVE_CELL = r"""
() => [...document.querySelectorAll(".jp-Notebook .jp-Cell")].findIndex((cell) => cell.matches(".jp-mod-active"))
"""


def run_all(page, cells: int) -> None:
    """Run All once the kernel is there (before that JupyterLab refuses in a dialog), and wait for all cells."""
    page.locator("#jp-bottom-panel", has_text="(ipykernel) | Idle").wait_for()
    menu(page, "Run", "Run All Cells")
    page.wait_for_function(f"() => ({CELLS_RUN})() >= {cells}", timeout=120 * SECONDS)


def test_a_learner_opens_runs_and_steps(page):
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    assert (
        LESSON in page.title() or page.locator(".jp-mod-current .lm-TabBar-tabLabel", has_text=LESSON).count()
    )
    assert page.locator(".jp-OutputArea-output").count() == 0  # nothing is spoiled

    run_all(page, code_cells() + 2)
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0

    views = page.locator(".lg-views")
    assert views.count() > 1
    assert page.locator(".lg-views:has(:checked)").count() == views.count()  # no stepper took the choice of another

    before = ask(page)

    folded = page.locator(".lg-stepper").first
    folded.scroll_into_view_if_needed()
    folded.locator(".lg-open").click()
    stepper = page.locator(".lg-stepper").first
    stepper.locator(".lg-scrubber").wait_for()
    active = page.evaluate(ACTIVE_CELL)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert stepper.locator(".lg-count").inner_text().split("/")[0].strip() == "3"
    assert page.evaluate(ACTIVE_CELL) == active  # JupyterLab took no key

    page.wait_for_timeout(600)  # the page tells Python 200 ms after the last key
    after = ask(page)
    assert sorted([*before, 3]) == sorted([*after, 0])  # one stepper went from 0 to 3, the others stayed


def test_a_puzzle_is_solved_by_keyboard_and_judged_by_the_kernel(page):
    puzzle = page.locator(".lg-parsons")
    run = puzzle.get_by_role("button", name="Run the program")
    run.click()
    puzzle.locator(".lg-said[data-state=wrong]").wait_for()
    for place, (key, depth) in enumerate(SOLVED.items()):
        choose(page, key)
        for _ in range(program(page).index(key) - place):
            page.keyboard.press("Alt+ArrowUp")
        for _ in range(depth):
            page.keyboard.press("Alt+ArrowRight")
    for key in program(page)[len(SOLVED):]:
        choose(page, key)
        page.keyboard.press("Delete")
    assert program(page) == list(SOLVED)
    run.click()
    puzzle.locator(".lg-said[data-state=right]").wait_for()
    assert puzzle.count() == 1  # JupyterLab took no key: Delete did not reach the cell


def choose(page, key: str) -> None:
    page.locator(f".lg-parsons input[value={key}]").focus()
    page.keyboard.press("Space")


def program(page) -> list[str]:
    """The keys of the puzzle's lines, from the first to the last that is not discarded."""
    lines = page.locator(".lg-parsons .lg-lines").first.locator("input")
    return lines.evaluate_all("all => all.map((one) => one.value)")


def test_saved_pictures_are_whole_in_a_narrow_window(page):
    """They are images to JupyterLab, which would let them run on behind the edge of the page."""
    page.set_viewport_size({"width": 900, "height": 900})
    pictures = page.locator(".jp-RenderedSVG > img")
    assert pictures.count() > 0
    for picture in pictures.all():
        room, width = picture.evaluate("image => [image.parentNode.clientWidth, image.getBoundingClientRect().width]")
        assert 0 < width <= room
    page.set_viewport_size({"width": 1280, "height": 900})


def ask(page) -> list[int]:
    """Run the last cell again and read what it prints: the page and Python agree where the steppers stand."""
    cell = page.locator(".jp-CodeCell", has_text="import gc")
    number = cell.locator(".jp-InputPrompt").inner_text()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    cell.locator(".jp-InputPrompt", has_text=re.compile(r"\[\d+\]")).filter(has_not_text=number).wait_for()
    printed = cell.locator(".jp-OutputArea-output").inner_text()
    return json.loads(printed.removeprefix("steppers:"))


def test_both_themes_show_the_stepper(page, tmp_path_factory):
    """A person looks at these two; the test says that the theme reaches the stepper."""
    folder = tmp_path_factory.mktemp("screens")
    colours = {}
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        menu(page, "Settings", "Theme", theme)
        light = "true" if theme.endswith("Light") else "false"
        page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")
        stepper = page.locator(".lg-stepper").first
        stepper.screenshot(path=folder / f"stepper-{theme[-5:].strip().lower()}.png")
        colours[theme] = stepper.evaluate("node => getComputedStyle(node).backgroundColor")
    assert len(set(colours.values())) == 2
    print("screens:", folder)
