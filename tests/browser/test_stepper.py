"""The stepper in a real browser: keys, exact steps back, focus, speech, widths, themes, several views."""

import pytest

from tests.browser.page import article_a

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

OPEN = "Object.assign(window, { payload }); window.view = mount(find('#host'), payload, { opened: true });"
FOLDED = "window.view = mount(find('#host'), payload, {});"
ROOT = ".lg-stepper"
# What must be readable in every theme.
READ = (
    ".lg-say p, .lg-badge, .lg-summary, .lg-number, .lg-code code, .lg-result, .lg-label, .lg-value, "
    "[data-role=result] .lg-value, .lg-formula, .lg-count, .lg-tab, .lg-text, .lg-close, "
    "[data-action=forward], [data-action=play]"
).split(", ")


def state(page, key):
    return page.locator(f'.lg-picture [data-key="{key}"]').get_attribute("data-state")


def words(page, key):
    return page.locator(f'.lg-picture [data-key="{key}.text"]').text_content()


def text(page, selector):
    return page.locator(selector).text_content()


def at(page):
    return int(page.locator(".lg-count b").text_content())


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_article_a_by_keyboard(show):
    page = show(OPEN, article_a())
    page.focus(ROOT)
    assert at(page) == 0

    press(page, *["ArrowRight"] * 5)
    assert text(page, ".lg-badge") == "Run"
    assert text(page, ".lg-say p") == "Line 4. 6 + 1 = 7. Add needs to remember nothing."
    assert text(page, ".lg-code [aria-current]") == "4y = w * x + b→ 7"
    assert page.locator(".lg-code [aria-current] u").text_content() == "w * x + b"
    assert state(page, "n5") == state(page, "n6") == state(page, "e:n5:1") == "current"
    assert state(page, "n10") == "ghost"

    press(page, *["ArrowRight"] * 13)
    assert text(page, ".lg-badge") == "Push"
    assert text(page, ".lg-count") == "18 / 22"
    assert text(page, ".lg-say p") == "Push through Mul to x: 4 from above times w\xa0=\xa03 gives 12."
    assert text(page, ".lg-formula") == "∂loss/∂x  =  ∂loss/∂(w*x) · w"
    assert page.locator(".lg-cell .lg-value").all_text_contents() == ["4", "3", "12", "None"]
    assert words(page, "g:n3:1.chip") == "12"
    assert state(page, "g:n3:1") == "current" and state(page, "n3.d0") == "open" and state(page, "n10.d0") == "freed"

    press(page, "End")
    assert text(page, ".lg-badge") == "Done"
    assert [words(page, f"{leaf}.slot") for leaf in ("n0", "n1", "n2")] == ["12", "8", "4"]
    press(page, "Home")
    assert at(page) == 0


def test_a_step_back_is_exactly_what_a_jump_shows(show):
    page = show(OPEN, article_a())
    jumped = page.evaluate("""() => {
      window.jumped = payload.steps.map((_, k) => { view.goto(k); return whole(); });
      return new Set(jumped).size;
    }""")
    assert jumped == 23  # every step looks different
    page.focus(ROOT)
    for k in range(21, -1, -1):
        press(page, "ArrowLeft")
        assert page.evaluate("(k) => whole() === jumped[k]", k), f"step {k} on the way back"
    for k in range(1, 23):
        press(page, "ArrowRight")
        assert page.evaluate("(k) => whole() === jumped[k]", k), f"step {k} on the way forward"


def test_the_focus_stays_and_the_page_keeps_its_keys(show):
    page = show(OPEN, article_a(), body="<button id=before>b</button><div id=host></div><button id=after>a</button>")
    assert page.evaluate("document.activeElement === document.body")  # nothing grabs the focus
    page.focus("[data-action=forward]")
    press(page, "Enter", "ArrowRight", "End")  # on the last step the button is spent, and keeps the focus
    assert at(page) == 22
    assert page.evaluate("document.activeElement.dataset.action") == "forward"
    press(page, "Home", "Space")  # Space presses the button that has the focus
    assert at(page) == 1
    assert page.locator("[data-action=play]").get_attribute("aria-label") == "Play"
    page.focus(ROOT)
    press(page, "b", "ArrowDown", "Control+ArrowRight", "Escape")
    assert at(page) == 1
    assert page.evaluate("document.activeElement.classList.contains('lg-stepper')")
    page.focus("#before")
    stops = []
    for _ in range(20):
        press(page, "Tab")
        stops.append(page.evaluate("document.activeElement.id || document.activeElement.className"))
    assert stops[0].startswith("lg lg-stepper") and "lg-scrubber" in stops and "after" in stops


def test_the_root_tells_what_it_is_and_keeps_jupyters_shortcuts_away(show):
    page = show(OPEN, article_a("ru"))
    root = page.locator(ROOT)
    assert root.get_attribute("role") == "group"
    assert root.get_attribute("lang") == "ru"
    assert root.get_attribute("tabindex") == "0"
    assert root.get_attribute("data-lm-suppress-shortcuts") == "true"
    assert root.get_attribute("aria-label") == "Пошаговый автоград"
    for button in page.locator(f"{ROOT} button").all():
        assert button.get_attribute("aria-label") or button.text_content()
    for control in page.locator(f"{ROOT} :is(button, input, [tabindex])").all():
        assert control.get_attribute("data-lm-suppress-shortcuts") == "true"  # the focused element is asked first


def test_folded_to_a_line_there_is_no_picture_until_it_is_opened(show):
    page = show("mount(host, payload);", article_a() | {"line": "The same picture as above."})
    assert page.locator(f"{ROOT} .lg-fold .lg-summary").inner_text() == "The same picture as above."
    assert not page.locator(f"{ROOT} .lg-stage").is_visible()
    page.locator(f"{ROOT} .lg-open").click()
    assert page.locator(f"{ROOT} .lg-stage svg").is_visible() and page.locator(f"{ROOT} .lg-code").is_visible()
    page.locator(f"{ROOT} .lg-close").click()
    assert not page.locator(f"{ROOT} .lg-stage").is_visible()


def test_the_keys_still_lie_at_the_root(show):
    page = show(OPEN, article_a("ru"))
    page.focus(ROOT)
    outline = page.evaluate("getComputedStyle(document.querySelector('.lg-stepper')).outlineStyle")
    press(page, "ArrowRight")
    assert page.evaluate("getComputedStyle(document.querySelector('.lg-stepper')).outlineStyle") == "solid", outline


def test_one_spoken_sentence_a_step(show):
    page = show(OPEN, article_a())
    live = page.locator("[role=status]")
    assert live.get_attribute("aria-live") == "polite"
    assert live.text_content() == ""  # nothing is said before the reader moves
    page.evaluate("window.said = listen()")
    page.focus(ROOT)
    press(page, *["ArrowRight"] * 3)
    page.wait_for_function("said.length >= 3")
    assert page.evaluate("said") == [step["say"] for step in article_a()["steps"][1:4]]
    scrubber = page.locator(".lg-scrubber")
    assert scrubber.get_attribute("aria-valuetext").startswith("step 3 of 22. Line 3.")


def test_the_scrubber_moves_without_travel(show):
    page = show(OPEN, article_a(), still=False)
    page.locator(".lg-scrubber").fill("18")
    assert at(page) == 18
    assert page.evaluate("document.getAnimations().length") == 0
    page.focus(".lg-scrubber")
    press(page, "ArrowLeft")
    assert at(page) == 17 and page.locator(".lg-scrubber").input_value() == "17"


def test_only_a_step_forward_by_one_travels(show):
    page = show(OPEN, article_a(), still=False)
    assert page.evaluate("view.goto(17), travels()") == 0
    assert page.evaluate("strike('.lg-stepper', 'ArrowRight'), travels()") == 1
    assert page.evaluate("strike('.lg-stepper', 'ArrowLeft'), travels()") == 0
    assert page.evaluate("view.goto(18), travels()") == 0


def test_reduced_motion_shows_the_chip_at_its_place_at_once(show):
    page = show(OPEN, article_a(), still=True)
    page.evaluate("view.goto(17)")
    page.focus(ROOT)
    press(page, "ArrowRight")
    assert page.evaluate("document.getAnimations().length") == 0
    assert state(page, "g:n3:1.chip") == "shown"


def test_play_walks_by_itself_stops_on_pause_and_at_the_end(show):
    page = show(OPEN, article_a(), still=False)
    play = page.locator("[data-action=play]")
    label = "find('[data-action=play]').ariaLabel"
    # the first beat comes later
    assert page.evaluate(f"view.goto(20), strike('.lg-stepper', ' '), [at(), {label}]") == [20, "Pause"]
    page.wait_for_function("at() === 22")
    assert play.get_attribute("aria-label") == "Play"
    page.evaluate("view.goto(3), strike('.lg-stepper', ' ', ' ')")
    page.wait_for_timeout(1500)
    assert at(page) == 3
    page.evaluate("strike('.lg-stepper', ' ', 'ArrowRight')")  # a step by hand takes over
    page.wait_for_timeout(1500)
    assert at(page) == 4


def test_while_playing_only_a_change_of_phase_is_spoken(show):
    page = show(OPEN, article_a(), still=True)
    page.evaluate("view.goto(6, true), window.said = listen(), strike('.lg-stepper', ' ')")
    page.wait_for_function("at() === 9")
    said = page.evaluate("said")
    assert len(said) == 1 and said[0].startswith("Collect.")


def test_two_steppers_on_a_page_are_independent(show):
    script = "for (const id of ['one', 'two']) mount(document.getElementById(id), payload, { opened: true });"
    page = show(script, article_a(), body="<div id=one></div><div id=two></div>", height=1200)
    page.focus(f"#one {ROOT}")
    press(page, *["ArrowRight"] * 4)
    assert page.locator("#one .lg-count b").text_content() == "4"
    assert page.locator("#two .lg-count b").text_content() == "0"
    assert page.locator('#two [data-key="n3"]').get_attribute("data-state") == "ghost"
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))
    assert page.evaluate("lostReferences()") == []


@pytest.mark.parametrize(
    "theme",
    ["data-jp-theme-light=true", "data-jp-theme-light=false", "class=vscode-dark", "prefers dark", "none"],
)
def test_text_can_be_read_in_every_theme(show, theme):
    attributes = "" if theme in ("prefers dark", "none") else theme
    page = show(OPEN, article_a(), attributes=attributes, dark=theme == "prefers dark")
    page.evaluate("view.goto(18)")
    dark = theme in ("data-jp-theme-light=false", "class=vscode-dark", "prefers dark")
    assert (page.evaluate("luminance(behind(find('.lg-stepper')))") < 0.1) is dark
    for selector in READ:
        assert page.evaluate("(selector) => contrast(find(selector))", f"{ROOT} {selector}") >= 4.5, selector


def test_zones_have_the_sizes_of_the_specification(show):
    page = show(OPEN, article_a())
    box = page.locator(ROOT).bounding_box()
    assert (box["width"], box["height"]) == (860, 520)
    heights = {
        zone: page.locator(zone).bounding_box()["height"]
        for zone in (".lg-head", ".lg-code", ".lg-card", ".lg-say", ".lg-time")
    }
    assert heights == {".lg-head": 40, ".lg-code": 140, ".lg-card": 140, ".lg-say": 44, ".lg-time": 92}


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("width", [884, 724, 399, 320])
def test_nothing_moves_between_steps_and_nothing_spills(show, width, lang):
    page = show(OPEN, article_a(lang), width=width, height=1100)
    assert page.evaluate("faultsOfLayout(22)") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_narrow_places_get_the_road_that_runs_down(show):
    page = show(OPEN, article_a(), width=399, height=1100)
    assert page.locator(ROOT).get_attribute("data-size") == "narrow"
    picture = page.locator(".lg-picture svg").bounding_box()
    assert picture["height"] > picture["width"]
    order = [".lg-head", ".lg-code", ".lg-stage", ".lg-say", ".lg-card", ".lg-time"]
    tops = [page.locator(zone).bounding_box()["y"] for zone in order]
    assert tops == sorted(tops)
    assert page.locator(".lg-tabs .lg-text").count() == 1
    page.evaluate("view.goto(18)")
    before = page.evaluate("parts()")
    page.set_viewport_size({"width": 884, "height": 700})
    page.wait_for_selector(".lg-stepper[data-size=wide]")
    after = page.evaluate("parts()")
    assert sorted(map(str, before)) == sorted(map(str, after))  # the same state in both pictures
    assert page.locator(".lg-head .lg-text").count() == 1


def test_in_the_middle_width_the_road_closes_its_gaps_before_it_is_panned(show):
    page = show(OPEN, article_a(), width=724)
    assert page.locator(ROOT).get_attribute("data-size") == "middle"
    page.evaluate("view.goto(18)")
    stage, picture = page.locator(".lg-stage").bounding_box(), page.locator(".lg-picture svg").bounding_box()
    assert picture["x"] >= stage["x"] and picture["width"] <= stage["width"]
    assert words(page, "g:n3:1.chip") == "12"


def test_a_picture_wider_than_its_frame_follows_the_current_node(show):
    payload = article_a()
    del payload["svg"]["middle"]
    page = show(OPEN, payload, width=664)
    stage = page.locator(".lg-stage").bounding_box()
    for k, node in ((18, "n3"), (11, "n10"), (1, "n0")):
        page.evaluate("(k) => view.goto(k)", k)
        box = page.locator(f'.lg-picture [data-key="{node}"] > .bx').bounding_box()
        assert stage["x"] <= box["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"], node
    assert page.evaluate("document.documentElement.scrollWidth") <= 664


def test_the_text_twin_takes_the_place_of_the_picture(show):
    payload = article_a()
    page = show(OPEN, payload)
    height = page.locator(".lg-stage").bounding_box()["height"]
    page.evaluate("view.goto(13)")
    page.click(".lg-text")
    assert page.locator(".lg-text").get_attribute("aria-pressed") == "true"
    assert page.locator(".lg-picture").is_hidden()
    assert page.locator(".lg-twin li").all_text_contents() == [step["say"] for step in payload["steps"]]
    current = page.locator(".lg-twin [aria-current=step]")
    assert current.count() == 1 and current.text_content() == payload["steps"][13]["say"]
    assert page.locator(".lg-stage").bounding_box()["height"] == height
    box, frame = current.bounding_box(), page.locator(".lg-stage").bounding_box()
    assert frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]
    page.click(".lg-text")
    assert page.locator(".lg-picture").is_visible() and page.locator(".lg-twin").is_hidden()


def test_folded_it_is_the_finished_picture_and_opens_in_place(show):
    page = show(FOLDED, article_a())
    assert page.locator(".lg-say").is_hidden()
    assert words(page, "n0.slot") == "12" and state(page, "n3") == "shown"
    assert "current" not in [value for _, value, _ in page.evaluate("parts()")]
    assert page.locator(".lg-fold .lg-summary").text_content() == "loss: 4 operations, 3 pockets, 22 steps"
    page.focus(".lg-open")
    press(page, "ArrowRight", "Enter")
    assert page.locator(".lg-say").is_visible()
    assert page.evaluate("document.activeElement.classList.contains('lg-stepper')")
    press(page, "ArrowRight")
    assert at(page) == 1
    page.click(".lg-close")
    assert page.locator(".lg-say").is_hidden() and words(page, "n0.slot") == "12"
    assert page.evaluate("document.activeElement.className") == "lg-open"
    page.click(".lg-open")
    assert at(page) == 1


def test_learners_text_is_never_markup(show):
    payload = article_a()
    payload["code"][3]["text"] = '<img src=x onerror="window.hurt = 1"> & <b>y</b>'
    payload["steps"][4]["span"] = None
    payload["steps"][4]["say"] = payload["steps"][4]["short"] = "<script>window.hurt = 1</script>"
    page = show(OPEN, payload)
    page.evaluate("view.goto(4)")
    page.click(".lg-text")
    assert page.evaluate("window.hurt") is None
    assert page.locator(".lg-code [aria-current] code").text_content() == payload["code"][3]["text"]
    assert page.locator(".lg-say p").text_content() == "<script>window.hurt = 1</script>"


def test_without_a_picture_the_steps_stand_as_text(show):
    payload = article_a() | {"svg": None, "notice": "No layout engine was found."}
    page = show(OPEN, payload)
    assert page.locator(".lg-notice").text_content() == "No layout engine was found."
    assert page.locator(".lg-text").is_hidden()  # nothing to switch to
    page.focus(ROOT)
    press(page, "ArrowRight")
    assert page.locator(".lg-twin [aria-current=step]").text_content() == payload["steps"][1]["say"]


def test_a_graph_above_the_limits_says_so_and_has_no_dead_button(show):
    payload = article_a() | {
        "svg": None,
        "steps": [],
        "notice": "20000 nodes: too many for a picture.",
        "twin": "1. x\n2. y",
    }
    page = show(OPEN, payload)
    assert page.locator(".lg-notice").is_visible()
    assert page.locator(".lg-twin-text").text_content() == "1. x\n2. y"
    assert page.locator(".lg-open").count() == 0
    assert page.locator(f"{ROOT} button:visible").count() == 0


MODEL = """
Object.assign(window, { payload, render });
window.model = new Model({ payload, index: 2, opened: true });
window.views = ['one', 'two'].map((id) => render({ model, el: document.getElementById(id) }));
"""
TWO = "<div id=one></div><div id=two></div>"


def shown(page, where):
    return int(page.locator(f"#{where} .lg-count b").text_content())


def test_views_of_one_model_follow_it_and_write_back_once(show):
    page = show(MODEL, article_a(), body=TWO, height=1200)
    assert (shown(page, "one"), shown(page, "two")) == (2, 2)
    five = ", ".join(["'ArrowRight'"] * 5)
    assert page.evaluate(f"strike('#one .lg-stepper', {five}), model.saves") == 0
    assert (shown(page, "one"), shown(page, "two")) == (7, 7)
    page.wait_for_function("model.saves > 0", timeout=2_000)
    page.wait_for_timeout(300)
    assert page.evaluate("[model.saves, model.get('index')]") == [1, 7]
    page.evaluate("model.set('index', 18)")  # what Python's `w.index = 18` does
    assert (shown(page, "one"), shown(page, "two")) == (18, 18)
    page.wait_for_timeout(300)
    assert page.evaluate("model.saves") == 1  # nothing is sent back


def test_playing_goes_on_while_the_index_is_saved(show):
    page = show(MODEL, article_a(), body=TWO, height=1200)
    page.evaluate("strike('#one .lg-stepper', ' ')")
    page.wait_for_function("at() === 4")
    assert page.locator("#one [data-action=play]").get_attribute("aria-label") == "Pause"


def test_a_view_that_goes_away_leaves_nothing_behind(show):
    page = show(MODEL, article_a(), body=TWO, height=1200)
    before = page.evaluate("model.count()")
    # what was waiting is written
    assert page.evaluate("strike('#one .lg-stepper', 'ArrowRight', ' '), views[0](), model.saves") == 1
    assert page.evaluate("model.count()") == before / 2
    assert page.locator("#one > *").count() == 0
    page.wait_for_timeout(1300)
    assert page.evaluate("model.get('index')") == 3  # its Play is over
    page.evaluate("views[1]()")
    assert page.evaluate("model.count()") == 0
    page.evaluate("window.views = [render({ model, el: find('#one') })]")  # the cell is run again
    page.focus(f"#one {ROOT}")
    press(page, "ArrowRight")
    assert shown(page, "one") == 4  # one press, one step


def test_a_new_payload_keeps_the_place(show):
    page = show(MODEL, article_a(), body=TWO, height=1200)
    page.evaluate("model.set('index', 20)")
    page.evaluate("model.set('payload', { ...payload, steps: payload.steps.slice(0, 11) })")
    assert shown(page, "one") == 10
    assert page.locator("#one .lg-stepper").count() == 1
