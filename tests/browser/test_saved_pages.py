"""Pages without a kernel and without a network, used by keyboard, read by axe."""

import importlib.util
from pathlib import Path

import pytest

import minigrad as torch
from minigrad.lesson import start
from tests.browser.axe import violations

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

# What step 4 of lesson 04 asks: x = −1, w = 2, b = 3, t = 4, loss = (w·x + b − t)².
CONTRIBUTIONS = {"w*x+b-t": "2*(-3)", "w*x+b": "-6", "w*x": "−6", "b": "-12/2", "w": "6", "x": "-12"}
WRONG = {"w": "-1", "x": "12"}  # what arrived from above forgotten; the sign lost

ANSWERED = {"w": "Что пришло сверху", "x": "Проверьте знак"}


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """Lesson 04 in Russian, executed and saved, once."""
    spec = importlib.util.spec_from_file_location("build_page", ROOT / "tools" / "build_page.py")
    builder = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(builder)
    file = tmp_path_factory.mktemp("page") / "04.html"
    assert builder.main(["4", "--lang", "ru", "--to", str(file)]) == 0
    return file


@pytest.fixture
def show(blank_page):
    """`show(file)` opens a page offline; it may neither ask for anything nor run into its own policy."""

    def open_page(file, width=1000, dark=False):
        page = blank_page(width=width, height=900, dark=dark)
        page.goto(file.as_uri())
        page.wait_for_selector(".lg-stepper")
        return page

    return open_page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_the_policy_stands_in_the_page(lesson):
    head = lesson.read_text("utf-8").partition("<title>")[0]
    assert "default-src 'none'; script-src 'sha256-" in head and "; img-src data:" in head and "unsafe" not in head


def test_six_contributions_are_predicted_by_keyboard_two_wrong_at_first(lesson, show):
    page = show(lesson)
    stepper = page.locator('.code:has-text("predict=True") + .out .lg-stepper')
    stepper.focus()
    field, left = stepper.locator(".lg-field"), dict(CONTRIBUTIONS)
    for _ in range(60):
        if not field.count():
            press(page, "ArrowRight")
            continue
        target = field.get_attribute("aria-label").split(" в ")[1].split(". ")[0]
        if target in WRONG and target in left:
            page.keyboard.type(WRONG[target])
            press(page, "Enter")
            assert ANSWERED[target] in stepper.locator(".lg-card").inner_text() and field.count() == 1
            press(page, "Control+a")
        page.keyboard.type(left.pop(target))
        press(page, "Enter")
        if not left:
            break
        press(page, "ArrowRight")
    assert left == {}
    assert stepper.locator(".lg-score").inner_text() == "6/6"
    press(page, "End")
    assert stepper.locator(".lg-say").inner_text().strip()


def test_a_quiz_is_finished_by_keyboard(lesson, show):
    page = show(lesson)
    quiz = page.locator('.code:has-text("04-exit") + .out .lg-question')
    for i in range(quiz.count()):
        form = quiz.nth(i)
        text = form.locator("input[type=text]")
        if text.count():
            text.focus()
            page.keyboard.type("1")
            press(page, "Enter")
            assert form.locator(".lg-said").inner_text()
            continue
        form.locator("input").first.focus()
        press(page, "Space")
        for _ in range(form.locator("input[type=radio]").count()):
            press(page, "Enter")
            if form.locator(".lg-said").get_attribute("data-state") == "right":
                break
            press(page, "ArrowDown")
        assert form.locator(".lg-said").get_attribute("data-state") == "right"


def test_a_puzzle_is_solved_by_keyboard_and_an_unknown_order_is_not_judged(lesson, show):
    from minigrad.lesson.exercise import exercises

    page, puzzle = show(lesson), exercises("04")["04.3"]
    box = page.locator(".lg-parsons")
    said, buttons = box.locator(".lg-said"), box.locator(".lg-row button")
    buttons.nth(5).focus()
    press(page, "Enter")
    assert said.inner_text() and said.get_attribute("data-state") == "wrong"
    solution = [key for key, _ in puzzle.solution]
    for line in puzzle.distractors:
        box.locator(f"input[value={line.key}]").focus()
        press(page, "Space", "Delete")
    for place, key in enumerate(solution):
        box.locator(f"input[value={key}]").focus()
        press(page, "Space")
        rows = box.locator("ol input")
        at = [rows.nth(i).get_attribute("value") for i in range(rows.count())].index(key)
        press(page, *["Alt+ArrowUp"] * (at - place), *["Alt+ArrowRight"] * dict(puzzle.solution)[key])
    buttons.nth(5).focus()
    press(page, "Enter")
    assert said.get_attribute("data-state") == "right"
    box.locator(f"input[value={solution[0]}]").focus()
    press(page, "Space", *["Alt+ArrowDown"] * 3)
    box.locator(f"input[value={solution[-2]}]").focus()
    press(page, "Space", "Delete")
    box.locator(f"input[value={solution[3]}]").focus()
    press(page, "Space", "Delete")
    buttons.nth(5).focus()
    press(page, "Enter")
    assert "python dev.py lab" in said.inner_text() or "Python" in said.inner_text()


def test_a_prediction_is_compared_with_what_was_seen(lesson, show):
    page = show(lesson)
    field = page.locator('.code:has-text("nb.predict") + .out input').first
    seen = page.locator('.code:has-text("nb.reveal") + .out .lg-said').first
    before = seen.inner_text()
    field.focus()
    page.keyboard.type("3")
    press(page, "Enter")
    assert seen.inner_text() != before and "7" in seen.inner_text()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1000, 375])
def test_axe_finds_nothing_and_nothing_hangs_over(lesson, show, width, dark):
    page = show(lesson, width, dark)
    for detail in page.locator("details").all():
        detail.evaluate("node => { node.open = true }")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_paper_is_white_even_when_the_screen_is_dark(lesson, show):
    page = show(lesson, dark=True)
    ground = "node => getComputedStyle(node).backgroundColor"
    screen = page.locator(".lg-stepper").first.evaluate(ground)
    page.emulate_media(media="print")
    assert page.locator(".lg-stepper").first.evaluate(ground) == "rgb(255, 255, 255)" != screen
    assert page.locator("body").evaluate(ground) == "rgb(255, 255, 255)"
    assert "dark" not in page.locator("html").evaluate("node => getComputedStyle(node).colorScheme")
    assert not any(button.is_visible() for button in page.locator(":is(.lg-quiz, .lg-parsons) button").all())


def test_axe_would_find_something(lesson, show):
    page = show(lesson)
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(line.startswith("label:") for line in violations(page))


def test_a_stepper_is_saved_alone(tmp_path, monkeypatch, show):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    x = torch.tensor(2.0, requires_grad=True)
    file = start("00").stepper((x * 3 - 5) ** 2, predict=False).save(tmp_path / "step.html")
    page = show(file)
    page.locator(".lg-stepper").focus()
    press(page, "End")
    assert page.locator(".lg-say").inner_text().strip()
    assert violations(page) == []
