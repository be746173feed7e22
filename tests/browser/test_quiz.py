"""Questions and the field for a prediction on a page without a kernel, answered by keyboard."""

import json

import pytest

from minigrad.lesson import start
from minigrad.widgets.esm import css, esm

MODEL = """
const kept = { payload: data, answers: {}, value: "" };
window.saved = [];
const model = {
  get: (name) => kept[name],
  set: (name, value) => { kept[name] = value; },
  save_changes: () => saved.push(JSON.parse(JSON.stringify({ answers: kept.answers, value: kept.value }))),
  on: () => {},
  off: () => {},
};
window.leave = render({ model, el: document.querySelector("#host") });
"""

NO_LINE_BREAKS = """
document.addEventListener("beforeinput", (event) => {
  if (event.inputType === "insertLineBreak") event.preventDefault();
}, true);
"""


@pytest.fixture
def nb(monkeypatch, tmp_path):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    return start("00", lang="en")


@pytest.fixture
def show(blank_page, tmp_path):
    """Opens a page with one widget between two buttons."""

    def open_page(widget):
        page = blank_page(width=800, still=False)
        file = tmp_path / "page.html"
        body = "<button id=before>before</button><div id=host></div><button id=after>after</button>"
        script = f"{esm('quiz')}\nconst data = {json.dumps(widget.payload)};\n{MODEL}"
        text = f'<meta charset="utf-8"><style>{css("quiz")}</style>{body}<script type="module">{script}</script>'
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector(".lg-quiz")
        page.focus("#before")
        return page

    return open_page


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def said(page, form=0):
    return page.locator(".lg-said").nth(form).inner_text()


pytestmark = pytest.mark.needs("chromium")


def test_a_question_with_one_answer_is_answered_by_keyboard(nb, show):
    page = show(nb.quiz("00-exit"))
    press(page, "Tab", "Space", "Enter")
    assert said(page).startswith("Not yet. No formula is stored anywhere")
    press(page, "ArrowDown", "Enter")
    assert said(page) == "Right. The code left a trail, and the way back followed it."
    assert [sent["answers"]["1"] for sent in page.evaluate("saved")] == [
        {"choice": "formula", "sure": False},
        {"choice": "trail", "sure": False},
    ]


def test_a_number_is_typed_and_how_sure_one_is_goes_with_it(nb, show):
    page = show(nb.quiz("00-exit"))
    press(page, "Tab", "Tab", "Tab", "Tab")
    assert page.evaluate("document.activeElement.type") == "text"
    page.keyboard.type("four")
    press(page, "Enter")
    assert said(page, 1).startswith("That is not a number") and page.evaluate("saved") == []
    press(page, "Control+a")
    page.keyboard.type("8/2")
    press(page, "Tab", "Tab", "Space", "Shift+Tab", "Space")
    assert said(page, 1).startswith("Not yet. That is `loss` for w = 3".replace("`", ""))
    assert page.evaluate("saved.at(-1).answers['2']") == {"choice": "8/2", "sure": True}


def test_a_question_with_several_answers_wants_all_of_them(nb, show):
    page = show(nb.quiz("00-picture"))
    press(page, "Tab", "Enter")
    assert said(page) == "Choose an answer first."
    press(page, "Space", "Enter")
    assert said(page).startswith("Right so far, but there is more.")
    press(page, "Tab", "Tab", "Tab", "Space", "Enter")
    assert said(page).startswith("Right.") and page.evaluate("saved.at(-1).answers['1'].choice") == ["x", "b"]


def test_a_prediction_is_committed_once(nb, show):
    page = show(nb.predict("00.1"))
    # JupyterLab stops line breaks in fields of text, and with them what a browser does at Enter by itself.
    page.evaluate(NO_LINE_BREAKS)
    press(page, "Tab", "Enter")
    assert said(page).startswith("That is not a number")
    page.keyboard.type("2 * 3")
    press(page, "Enter")
    assert said(page) == "You predicted 2 * 3. Now on to the next cells."
    page.keyboard.type("9")
    press(page, "Enter")
    assert page.locator("input").input_value() == "2 * 3"
    assert [sent["value"] for sent in page.evaluate("saved")] == ["2 * 3"]


@pytest.mark.parametrize("ask", [lambda nb: nb.quiz("00-exit"), lambda nb: nb.predict("00.1")])
def test_each_control_can_be_reached_and_left_and_keeps_its_keys(nb, show, ask):
    page = show(ask(nb))
    stops = []
    for _ in range(12):
        press(page, "Tab")
        here = page.evaluate("[document.activeElement.id, document.activeElement.dataset.lmSuppressShortcuts]")
        if here[0] == "after":
            break
        stops.append(here[1])
    assert here[0] == "after" and stops and set(stops) == {"true"}
    assert page.locator("[role=status][aria-live=polite]").count() == page.locator("form").count()
    page.evaluate("leave()")
    assert page.locator(".lg-quiz").count() == 0
