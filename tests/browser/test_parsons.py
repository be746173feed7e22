"""A puzzle with a kernel behind it: the page hands the program over and shows the verdict that comes back."""

import json

import pytest

from minigrad.lesson import start
from minigrad.widgets.esm import css, esm

MODEL = """
const kept = { payload: data.payload, program: data.program, asked: 0, verdict: {} };
const heard = {};
window.sent = [];
window.answer = (verdict) => { kept.verdict = verdict; heard["change:verdict"](); };
render({
  el: document.querySelector("#host"),
  model: {
    get: (name) => kept[name],
    set: (name, value) => { kept[name] = value; },
    save_changes: () => sent.push(JSON.parse(JSON.stringify([kept.asked, kept.program]))),
    on: (name, listener) => { heard[name] = listener; },
    off: () => {},
  },
});
"""


@pytest.mark.needs("chromium")
def test_the_program_goes_to_the_kernel_and_the_verdict_is_shown(blank_page, tmp_path, monkeypatch):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    puzzle = start("04").parsons("04.3")
    data = json.dumps({"payload": puzzle.payload, "program": puzzle.program})
    script = f"{esm('parsons')}\nconst data = {data};\n{MODEL}"
    file = tmp_path / "page.html"
    head = f'<meta charset="utf-8"><style>{css("parsons")}</style><div id=host></div>'
    file.write_text(f'{head}<script type="module">{script}</script>', encoding="utf-8")
    page = blank_page()
    page.goto(file.as_uri())
    first = page.locator(".lg-lines input").first
    first.focus()
    for key in ("Space", "Alt+ArrowDown", "Alt+ArrowRight"):
        page.keyboard.press(key)
    key = first.get_attribute("value") if first.is_checked() else page.locator("input:checked").get_attribute("value")
    page.get_by_role("button", name="Run the program").click()
    asked, program = page.evaluate("sent.at(-1)")
    assert asked == 1 and program[1] == [key, 1] and len(program) == len(puzzle.program)
    page.evaluate("answer({ status: 'wrong', says: 'First test that fails: a chain\\nNo.' })")
    assert page.locator(".lg-said").inner_text().splitlines()[0] == "First test that fails: a chain"
    controls = page.locator("input, button").evaluate_all("all => all.map((one) => one.dataset.lmSuppressShortcuts)")
    assert set(controls) == {"true"}


def test_the_same_verdict_twice_is_heard_twice(tmp_path, monkeypatch):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    puzzle, heard = start("04").parsons("04.3"), []
    puzzle.observe(lambda change: heard.append(change["new"]["says"]), names="verdict")
    puzzle.asked = 1
    puzzle.asked = 2
    assert len(heard) == 2 and heard[0] == heard[1]
