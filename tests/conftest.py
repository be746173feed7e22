"""The oracle that many tests ask, and the one browser that they share."""

import pytest

SWITCHES = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def torch():
    """Real PyTorch. Without it the test is left out; a full run counts that as a failure (see the root conftest)."""
    torch = pytest.importorskip("torch", reason="torch is not here")
    torch.set_num_threads(1)
    return torch


@pytest.fixture(scope="session")
def browser(chromium):
    """Chromium, started once: a process can hold only one of playwright's drivers."""
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield browser
        browser.close()
