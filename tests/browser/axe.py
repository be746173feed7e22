"""axe-core on an open page: what it finds against the accessibility rules that it knows."""

from functools import cache
from importlib.resources import files


@cache
def _source() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page) -> list[str]:
    """One line each: the rule, and the first places that break it."""
    page.evaluate(_source())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{rule['id']}: {[node['target'] for node in rule['nodes'][:4]]}" for rule in found]
