"""What has little room: long lines, tables, wide pictures, an error on a phone."""

import pytest

from minigrad.widgets.stepper import Stepper
from tests.browser.page import article_a
from tests.trace.cells import graph_of_cell

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

OPEN = "Object.assign(window, { payload }); window.view = mount(find('#host'), payload, { opened: true });"
FOLDED = "window.view = mount(find('#host'), payload, {});"
LESSON = """\
x = torch.tensor(2.0, requires_grad=True)
w = torch.tensor(3.0, requires_grad=True)
y = w * x
y.backward()
"""
TENSORS = """\
X = torch.ones(4, 3)
W = torch.full((3, 2), -0.5, requires_grad=True)
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
AGAIN = "x = torch.tensor(2.0, requires_grad=True)\nloss = (x - 5) ** 2\nloss.backward()\nloss.backward()"


def payload(cell, lang="en", raises=None):
    return Stepper(graph_of_cell(cell, raises), lang=lang, predict=False).payload


def goto(page, k):
    page.evaluate(f"view.goto({k})")


def more(page):
    return page.locator(".lg-stage").get_attribute("data-more")


@pytest.mark.parametrize("width", [884, 724])
def test_the_lesson_s_lines_stand_whole_beside_their_results(show, width):
    page = show(OPEN, payload(LESSON), width=width)
    goto(page, 14)
    assert "grad 3" in page.locator(".lg-result").all_text_contents()
    assert page.evaluate("all('.lg-code code').filter((line) => line.scrollWidth > line.clientWidth).length") == 0
    assert float(page.evaluate("getComputedStyle(find('.lg-code')).fontSize").removesuffix("px")) >= 10.5


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_head_is_never_wider_than_its_frame(show, lang):
    """The words of both languages, the score of a prediction included."""
    asking = Stepper(graph_of_cell(LESSON), lang=lang, predict=True).payload
    page = show(OPEN, asking)
    for width in (320, 375, 640, 700, 780, 786, 796, 806, 830):
        page.set_viewport_size({"width": width + 24, "height": 700})
        page.wait_for_timeout(60)
        assert page.evaluate("find('.lg-head').scrollWidth - find('.lg-head').clientWidth") <= 0, width


def test_a_line_that_is_too_long_ends_in_an_ellipsis_and_is_whole_in_its_title(show):
    cell = "x = torch.tensor([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]], requires_grad=True).exp().sum()"
    page = show(OPEN, payload(cell))
    assert page.locator(".lg-code li").first.get_attribute("title") == cell
    assert page.evaluate("getComputedStyle(find('.lg-code code')).textOverflow") == "ellipsis"
    assert page.evaluate("find('.lg-code').scrollWidth <= find('.lg-code').clientWidth")
    goto(page, 3)  # the end of the line runs, and is in view
    assert page.locator(".lg-code u").first.text_content() == cell.removeprefix("x = ")
    right = "find('.lg-code %s').getBoundingClientRect().right"
    end = page.evaluate(f"{right % 'u'} - {right % 'code'}")
    assert end <= 1


@pytest.mark.parametrize("width", [884, 724, 391])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_tables_leave_room_for_the_formula_and_move_no_column(show, width, lang):
    data = payload(TENSORS, lang)
    page = show(OPEN, data, width=width, height=1000)
    pushes = [k for k, step in enumerate(data["steps"]) if step["verb"] == "push"]
    seen = set()
    for k in pushes:
        goto(page, k)
        spilling = page.evaluate("[...all('.lg-card-body, .lg-shown')].filter(spills).map((node) => node.className)")
        assert spilling == [], (k, spilling)
        formula = page.locator(".lg-formula").bounding_box()
        card = page.locator(".lg-card").bounding_box()
        assert formula["y"] + formula["height"] <= card["y"] + card["height"] + 1
        lefts = page.evaluate("all('.lg-cell').map((cell) => Math.round(cell.getBoundingClientRect().left))")
        if len(lefts) == 4:
            seen.add(tuple(lefts))
    assert len(seen) == 1
    assert page.locator(".lg-heat").count() > 0


def test_few_numbers_are_a_table_and_many_a_map(show):
    data = payload("x = torch.tensor([1., -2.], requires_grad=True)\ny = x * x\nz = y.exp().sum()")
    page = show(OPEN, data)
    goto(page, 2)
    assert page.locator(".lg-cell table").first.is_visible()
    assert page.locator(".lg-cell td").all_text_contents()[:2] == ["1", "−2"]
    assert not page.locator(".lg-cell .lg-heat").first.is_visible()


def test_a_folded_picture_shrinks_until_its_result_is_seen(show):
    page = show(FOLDED, payload(TENSORS), width=700)
    picture = page.locator(".lg-picture svg").bounding_box()
    assert picture["width"] <= page.locator(".lg-stage").bounding_box()["width"] + 1
    assert more(page) == ""


def test_a_picture_wider_than_that_says_that_it_goes_on(show):
    page = show(OPEN, payload(LOOP))
    assert more(page) == "right"
    page.evaluate("find('.lg-picture').scrollTo({ left: 400, behavior: 'instant' })")
    page.wait_for_function("find('.lg-stage').dataset.more === 'left right'")
    goto(page, page.evaluate("payload.steps.findIndex((step) => step.verb === 'seed')"))
    page.wait_for_function("find('.lg-stage').dataset.more === 'left'")
    page.evaluate("view.open(false)")
    assert "right" in more(page) or "left" in more(page)


def test_an_article_that_fits_says_nothing_of_the_kind(show):
    for width in (884, 724):
        assert more(show(OPEN, article_a(), width=width)) == ""


def test_at_collect_the_marker_stands_on_the_root_s_node_alone(show):
    data = article_a()
    page = show(OPEN, data)
    collect = next(k for k, step in enumerate(data["steps"]) if step["verb"] == "collect")
    marked = """all('.lg-picture .n')
        .filter((node) => getComputedStyle(node.querySelector(':scope > .tr')).opacity === '1')
        .map((node) => node.dataset.key)"""
    goto(page, collect)
    assert page.evaluate(marked) == ["n10"]
    goto(page, 5)  # an operation and its result are current; the operation is marked
    assert page.evaluate(marked) == ["n5"]


CHANGED = """\
h = torch.tensor(3.0, requires_grad=True) * 2
y = h * h
h.add_(1)
y.backward()
"""


@pytest.mark.parametrize("cell", [AGAIN, CHANGED])
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("width", [884, 724, 391])
def test_message_reason_and_way_out_of_an_error_are_all_in_view(show, width, lang, cell):
    data = payload(cell, lang, RuntimeError)
    page = show(OPEN, data, width=width, height=1000)
    goto(page, len(data["steps"]) - 1)
    assert not page.evaluate("spills(find('.lg-card-body'))")
    assert page.locator(".lg-facts dt").count() == 2


def test_a_folded_picture_higher_than_its_frame_says_that_it_goes_on_below(show):
    many = "a = torch.tensor(2.0, requires_grad=True)\n" + "\n".join(f"y{i} = a * {i}.5" for i in range(8))
    page = show(OPEN.replace("opened: true", "opened: false"), payload(many))
    assert "down" in more(page).split()
    page.evaluate("find('.lg-picture').scrollTop = 10_000")
    page.wait_for_function("!find('.lg-stage').dataset.more.split(' ').includes('down')")
    assert more(show(OPEN, payload(LESSON))) == ""
