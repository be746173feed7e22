"""Controls that are not ours keep their keys from JupyterLab, which asks the element that has the focus."""

import pytest

from minigrad.widgets.esm import esm
from minigrad.widgets.keys import BOX

PAGE = """
<input id=outside><div class="{box}"><input id=inside><div id=host></div></div>
<script type="module">{esm}
const host = document.createElement("div");
window.leave = render({{ el: host }});
document.querySelector("#host").append(host);
</script>
"""
KEPT = "name => document.querySelector(name).dataset.lmSuppressShortcuts ?? null"

pytestmark = pytest.mark.needs("chromium")


def test_the_focused_control_of_the_box_keeps_its_keys(blank_page, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE.format(box=BOX, esm=esm("keys")), encoding="utf-8")
    page = blank_page()
    page.goto(file.as_uri())
    page.evaluate("new Promise(requestAnimationFrame)")
    for name, kept in (("#outside", None), ("#inside", "true")):
        page.focus(name)
        assert page.evaluate(KEPT, name) == kept
    page.evaluate("leave()")
