"""A real browser that opens standalone pages and watches that nothing goes wrong on them."""

import pytest

from tests.browser.page import page_text


@pytest.fixture(scope="session")
def free_pages():
    """Pages that no test uses just now. A new one costs a second of a core, so they go from test to test."""
    return []


@pytest.fixture
def blank_page(browser, free_pages):
    """`blank_page(width=…)` lends an empty page without a network; it may have no error and send no request."""
    faults, lent = [], []
    listeners = {
        "pageerror": lambda error: faults.append(str(error)),
        "console": lambda said: faults.append(said.text) if said.type == "error" else None,
        "request": lambda sent: None if sent.url.startswith(("file:", "data:")) else faults.append(sent.url),
    }

    def lend(*, width=884, height=700, still=True, dark=False):
        page = free_pages.pop() if free_pages else browser.new_page(offline=True)
        lent.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            media="screen",
            reduced_motion="reduce" if still else "no-preference",
            color_scheme="dark" if dark else "light",
        )
        page.set_default_timeout(10_000)
        page.mouse.move(0, 0)
        for event, listener in listeners.items():
            page.on(event, listener)
        return page

    yield lend
    for page in lent:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        page.goto("about:blank")
    free_pages += lent
    assert faults == []


@pytest.fixture
def show(blank_page, tmp_path):
    """`show(script, payload, …)` opens a page with a stepper from a file."""
    count = 0

    def open_page(script, payload, *, body="<div id=host></div>", attributes="", **how):
        nonlocal count
        count += 1
        page = blank_page(**how)
        file = tmp_path / f"page{count}.html"
        file.write_text(page_text(script, payload, body, attributes), encoding="utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector(".lg-stepper[data-size]")
        return page

    return open_page
