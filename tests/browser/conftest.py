"""A real browser that opens standalone pages and watches that nothing goes wrong on them."""

import pytest

from tests.browser.page import page_text


@pytest.fixture
def show(browser, tmp_path):
    """`show(script, payload, …)` opens a page from a file; no page may have an error or send a request."""
    faults, contexts = [], []

    def open_page(
        script,
        payload,
        *,
        width=884,
        height=700,
        still=True,
        dark=False,
        body="<div id=host></div>",
        attributes="",
    ):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda sent: faults.append(sent.url) if not sent.url.startswith("file:") else None)
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(page_text(script, payload, body, attributes), encoding="utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector(".lg-stepper[data-size]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
