"""Questions, free order, views and the inspector in a real browser, by keyboard."""

import json

import pytest

from minigrad.trace.graph import Graph
from minigrad.widgets.stepper import Stepper
from tests.browser.page import ARTICLE_A, article_a

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

OPEN = "Object.assign(window, { payload }); window.view = mount(find('#host'), payload, { opened: true });"
ROOT = ".lg-stepper"
LIVE = "[role=status]"


def asking(lang="en", **how):
    graph = Graph.from_json(json.loads(ARTICLE_A.read_text(encoding="utf-8")))
    return Stepper(graph, lang=lang, **how).payload_for_saving()


def text(page, selector):
    return page.locator(selector).text_content()


def focused(page):
    return page.evaluate("document.activeElement.className.split(' ').at(-1)")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_six_contributions_by_keyboard_two_of_them_wrong(show):
    page = show(OPEN, asking("ru"))
    page.focus(ROOT)
    press(page, *["ArrowRight"] * 11)
    for typed in ("2*2", "4", "4", "4", "12", "8"):
        while focused(page) != "lg-field":
            press(page, "ArrowRight")
        page.keyboard.type(typed)
        press(page, "Enter")
        if typed == "12":  # meant for the other input
            assert text(page, ".lg-reply span") == "Это вклад для другого входа: × меняет партнёров местами."
            assert focused(page) == "lg-field" and page.evaluate("getSelection().toString()") == "12"
            page.keyboard.type("3")
            press(page, "Enter")  # the second miss shows the step
            assert "получаем 8" in text(page, LIVE)
    assert text(page, ".lg-reply span").startswith("Это вклад для другого")  # 8 is not what x gets
    page.keyboard.type("12,0")
    press(page, "Enter")
    assert text(page, ".lg-score") == "5/6" and "получаем 12" in text(page, ".lg-say p")
    assert focused(page) == "lg-stepper"
    press(page, "End")
    assert text(page, ".lg-badge") == "Готово"
    press(page, "Home", "End", "ArrowLeft")  # nobody is kept on the way back
    assert text(page, ".lg-count b") == "21"


def test_the_answer_is_hidden_everywhere(show):
    page = show(OPEN, asking())
    page.evaluate("view.goto(18)")
    page.evaluate("view.answers({ 11: 'right', 13: 'right', 14: 'right', 15: 'right', 17: 'right' })")
    page.click(".lg-text")
    seen = page.evaluate("find('.lg-stepper').innerText + find('.lg-scrubber').getAttribute('aria-valuetext')")
    page.click(".lg-text")
    seen += page.evaluate("find('.lg-stepper').innerText")
    picture = page.locator(".lg-picture [data-key]").all_text_contents()
    assert "12" not in seen.replace("12.5", "").replace("12.\n", "") and not any("12" in part for part in picture)
    assert "x. Type what arrives" in text(page, ".lg-say p")
    page.click(".lg-reveal")
    assert "gives 12" in text(page, ".lg-say p") and text(page, ".lg-score") == "5/6"
    page.click(".lg-predict")
    assert page.locator(".lg-predict").get_attribute("aria-checked") == "false"
    page.evaluate("view.goto(11)")
    assert page.locator(".lg-field").count() == 0


def test_an_empty_field_lets_one_go_on_and_folded_shows_no_answer(show):
    page = show(OPEN, asking())
    page.focus(ROOT)
    press(page, *["ArrowRight"] * 11)
    assert focused(page) == "lg-field"
    press(page, "ArrowRight")
    assert text(page, ".lg-count b") == "12" and focused(page) == "lg-stepper"
    press(page, "ArrowLeft")
    assert page.locator(".lg-field").count() == 1
    page.click(".lg-close")
    assert page.locator('[data-key="n0.slot.text"]').text_content() == ""


def test_play_stops_at_a_question(show):
    page = show(OPEN, asking(), still=True)
    page.evaluate("view.goto(10), strike('.lg-stepper', ' ')")
    page.wait_for_function("at() === 11")
    page.wait_for_function("find('[data-action=play]').ariaLabel === 'Play'")


def test_free_order_says_which_contribution_is_missing(show):
    page = show(OPEN, asking(predict=False))
    page.click(".lg-free")
    page.focus(".lg-picture")
    press(page, "ArrowLeft")  # the last node of the list: Mul, the farthest from the loss
    assert text(page, LIVE) == "Mul: waiting"
    press(page, "Enter")
    assert text(page, ".lg-say p") == "Mul is not ready: w*x still lacks the contribution of Add."
    for _ in range(3):
        press(page, "ArrowLeft")
    press(page, "Enter")
    assert text(page, LIVE) == "Pow was ready. It pushed 4 to y-5. Which node is next?"
    assert page.locator('[data-key="n8.wait"]').get_attribute("data-state") == "ready"
    for _ in range(3):
        press(page, "ArrowRight", "Enter")
    assert text(page, LIVE).startswith("Mul pushed 8 to w and 12 to x. All nodes have run")
    assert page.locator('[data-key="n0.slot.text"]').text_content() == "12"
    page.focus(ROOT)
    press(page, "ArrowLeft")
    assert page.locator(".lg-free").get_attribute("aria-pressed") == "false"


def test_four_views_keep_every_position(show):
    page = show(OPEN, article_a())
    page.evaluate("view.goto(22)")
    box = page.locator('.lg-picture [data-key="n0"].n > .bx')
    before = page.locator(".lg-picture svg").bounding_box()
    page.focus(".lg-radio:checked")
    seen = {}
    for name in ("tensors", "operations", "stored"):
        press(page, "ArrowRight")
        assert page.locator(".lg-radio:checked").get_attribute("value") == name
        seen[name] = [page.locator(f'.lg-picture [data-key="{id}"].n > .bx').is_visible() for id in ("n0", "n3", "n4")]
        assert page.locator(".lg-picture svg").bounding_box() == before
    assert seen == {"tensors": [True, False, True], "operations": [False, True, False], "stored": [True, True, False]}
    words = page.locator(".v > .vs text").all_text_contents()
    assert {"Accumulate", "Grad · x", "Backward0", "None", "0", "1"} <= set(words)
    page.click(".lg-text")
    assert text(page, ".lg-viewed") == article_a()["twins"]["stored"]
    page.click(".lg-text")
    press(page, "Tab")
    assert text(page, ".lg-count b") == "22" and box.is_visible()


def test_the_inspector_by_keyboard_and_by_click(show):
    page = show(OPEN, article_a())
    page.evaluate("view.goto(22)")
    page.focus(".lg-picture")
    press(page, *["ArrowRight"] * 4, "Enter")
    assert text(page, LIVE) == "Function node MulBackward0"
    assert page.locator('[data-key="n3"][data-chosen]').count() == 1
    assert "self: w, other: x" in text(page, ".lg-card-body")
    page.locator('.lg-picture [data-key="n4"] > .bx').click()
    assert "is_leafFalse" in text(page, ".lg-card-body")
    page.focus(ROOT)
    press(page, "ArrowLeft")
    assert page.locator(".lg-tab").first.get_attribute("aria-pressed") == "true"


LATER = """{
  const { code, steps, svg, views, facts, asks, order, twins, ...first } = payload;
  window.model = new Model({ payload: { ...first, still: svg.wide, whole: false }, rest: {}, index: 3, opened: false });
  model.send = (message) => (window.sent = [...(window.sent ?? []), message.ask]);
  render({ model, el: find('#host') });
  window.come = () => model.set('rest', { code, steps, svg, views, facts, asks, order, twins, whole: true });
}
"""


def test_a_large_graph_is_a_picture_first_and_its_timeline_comes_before_it_is_opened(show):
    page = show(LATER, asking(), width=884)
    assert page.locator(".lg-picture svg").count() == 1 and page.locator(".lg-code").count() == 0
    page.wait_for_function("window.sent?.length === 1")
    page.evaluate("come()")
    assert page.locator(".lg-code").count() == 0, "nothing is built that nobody opened"
    page.click(".lg-open")
    assert page.evaluate("document.activeElement === find('.lg-stepper')")
    assert page.locator(".lg-count b").inner_text() == "3" and text(page, ".lg-score") == "0/6"
    assert page.locator(".lg-stepper").count() == 1
    press(page, "ArrowRight")
    assert page.evaluate("model.get('index')") == 4


def test_a_large_graph_that_is_opened_too_early_says_so_and_opens_when_it_can(show):
    page = show(LATER, asking("ru"), width=884)
    page.click(".lg-open")
    assert text(page, ".lg-fold [role=status]").startswith("Готовлю шаги.")
    page.evaluate("model.set('index', 5)")
    page.evaluate("come()")
    assert page.evaluate("document.activeElement === find('.lg-stepper')")
    assert page.locator(".lg-count b").inner_text() == "5"


def test_a_large_graph_in_a_narrow_place_gets_its_own_picture(show):
    page = show(LATER, asking(), width=399)
    assert page.locator(".lg-picture svg").get_attribute("data-direction") == "LR"
    page.evaluate("come()")
    assert page.locator(".lg-picture svg").get_attribute("data-direction") == "TB"
    assert page.locator(".lg-stepper").get_attribute("data-open") == "false"
    page.click(".lg-open")
    assert page.locator(".lg-free").is_visible() and text(page, ".lg-score") == "0/6"


def test_a_large_graph_that_python_opens_opens_when_its_timeline_comes(show):
    page = show(LATER, asking(), width=884)
    page.evaluate("model.set('opened', true)")
    page.evaluate("come()")
    assert page.locator(".lg-stepper").get_attribute("data-open") == "true"


@pytest.mark.parametrize("width", [884, 724, 399, 336])
@pytest.mark.parametrize("dark", [False, True])
def test_a_question_can_be_read_and_spills_nowhere(show, width, dark):
    page = show(OPEN, asking("ru"), width=width, height=1100, dark=dark)
    page.evaluate("view.goto(17)")
    page.locator(".lg-field").fill("12")
    page.locator(".lg-field").press("Enter")
    read = ".lg-reply span, .lg-check, .lg-reveal, .lg-field, .lg-score, .lg-views span, .lg-tab, .lg-free"
    for selector in read.split(", "):
        assert page.evaluate("(selector) => contrast(find(selector))", f"{ROOT} {selector}") >= 4.5, selector
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    card = page.locator(".lg-card").bounding_box()
    for selector in (".lg-check", ".lg-reveal", ".lg-field"):
        box = page.locator(selector).bounding_box()
        assert box["x"] + box["width"] <= card["x"] + card["width"]
        assert box["y"] + box["height"] <= card["y"] + card["height"]
        assert box["height"] >= 24
