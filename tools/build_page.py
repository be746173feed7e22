"""Save a lesson as one page that needs neither Python nor a network.

    python tools/build_page.py 04 --lang ru [--to FILE]

The lesson is executed as it is in notebooks/<lang>, unsolved. Steppers, predictions, quizzes and puzzles work in the
page; what has to compute (sliders, checks) shows what it showed when the lesson ran, and says how to run it.
"""

import argparse
import base64
import re
import sys
import tomllib
from html import escape, unescape
from pathlib import Path

import mistune
import nbformat
from pygments.lexers import PythonLexer
from pygments.token import Comment, Keyword, Number, String

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from execute import execute  # noqa: E402

from minigrad.draw.page import page, tidy  # noqa: E402
from minigrad.i18n import say  # noqa: E402
from minigrad.widgets.saving import MIME, holder, script, style  # noqa: E402

ROOT = Path(__file__).parents[1]
LIVE = "application/vnd.jupyter.widget-view+json"
COLOURS = ((Comment, "c"), (Keyword, "k"), (String, "s"), (Number, "m"))
TAB_STOP = 'class="scrolls" role="group" tabindex="0"'


class Lesson:
    """One executed lesson on its way into a page."""

    def __init__(self, notebook: nbformat.NotebookNode, stem: str, lang: str):
        self.notebook = notebook
        self.stem = stem
        self.lang = lang

    def say(self, key: str, **values) -> str:
        return say(f"lesson.page.{key}", self.lang, **values)

    def html(self) -> str:
        """The whole page."""
        cells = [self.cell(cell) for cell in self.notebook.cells]
        title = next(self.title(cell.source) for cell in self.notebook.cells if cell.cell_type == "markdown")
        body = "\n".join(["<main>", cells[0], self.note("note"), *cells[1:], "</main>"])
        return page(title, self.lang, body, script(), style())

    def title(self, text: str) -> str:
        return text.splitlines()[0].lstrip("# ")

    def cell(self, cell) -> str:
        if cell.cell_type == "markdown":
            return f'<section class="prose">{self.prose(cell.source)}</section>'
        shown = [self.output(output) for output in cell.outputs]
        if "check" in cell.metadata.get("tags", []):
            shown.insert(0, self.note("checks"))
        outputs = f'<div class="out">{"".join(shown)}</div>' if shown else ""
        return f'<div class="code"><pre><code>{coloured(cell.source)}</code></pre></div>{outputs}'

    def note(self, key: str) -> str:
        return f'<p class="note">{self.marked(self.say(key, language=self.lang))}</p>'

    def marked(self, words: str) -> str:
        parts = escape(words, quote=False).split("`")
        return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))

    # ---- prose

    def prose(self, text: str) -> str:
        """Markdown as HTML; a link to another lesson goes to that lesson's page beside this one."""
        html = tidy(_MARKDOWN(text))
        html = re.sub(r'href="(?:\.\./(en|ru)/)?(\d\d_\w+)\.ipynb"', self.to_page, html)
        html = re.sub(r'href="((?:\.\./)+[^":]*)"', self.to_repository, html)
        html = html.replace("<table>", f'<div {TAB_STOP} aria-label="{escape(self.say("table"))}"><table>')
        html = html.replace("</table>", "</table></div>")
        return re.sub(r'<pre><code class="language-python">(.*?)</code></pre>', _python_block, html, flags=re.DOTALL)

    def to_page(self, found: re.Match) -> str:
        return f'href="{found[2]}.{found[1] or self.lang}.html"'

    def to_repository(self, found: re.Match) -> str:
        file = (ROOT / "notebooks" / self.lang / found[1]).resolve()
        if not file.is_relative_to(ROOT):
            return 'href="#"'
        return f'href="{_repository()}/blob/main/{file.relative_to(ROOT).as_posix()}"'

    # ---- outputs

    def output(self, output) -> str:
        if output.output_type == "stream":
            return f"<pre>{escape(output.text, quote=False)}</pre>"
        bundle = output.data
        plain = bundle.get("text/plain", "")
        if MIME in bundle:
            return holder(bundle[MIME], plain)
        computing = [self.note("computes")] if LIVE in bundle else []
        return "".join([*computing, self.still(bundle, plain)])

    def still(self, bundle, plain: str) -> str:
        if "image/svg+xml" in bundle:
            return self.picture(bundle["image/svg+xml"], plain)
        if "image/png" in bundle:
            picture = bundle["image/png"].replace("\n", "")
            return f'<img alt="{escape(plain)}" src="data:image/png;base64,{picture}">'
        if "text/html" in bundle:
            return f"<div>{tidy(bundle['text/html'])}</div>"
        return f"<pre>{escape(plain, quote=False)}</pre>"

    def picture(self, svg: str, plain: str) -> str:
        """Ours takes its colours from the page; any other brings its own, so it stands as an image."""
        words = f"<details><summary>{escape(self.say('in_words'))}</summary><pre>{escape(plain)}</pre></details>"
        if 'class="lg-svg' in svg:
            return f'<div {TAB_STOP} aria-label="{escape(self.say("picture"))}">{tidy(svg)}</div>{words}'
        encoded = base64.b64encode(svg.encode("utf-8")).decode("ascii")
        return f'<img alt="{escape(plain)}" src="data:image/svg+xml;base64,{encoded}">'


_MARKDOWN = mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "def_list"])


def _python_block(found: re.Match) -> str:
    return f"<pre><code>{coloured(unescape(found[1]))}</code></pre>"


def coloured(code: str) -> str:
    """Python with its keywords, texts, numbers and comments marked."""
    marked = []
    for kind, text in PythonLexer(stripnl=False).get_tokens(code.rstrip("\n")):
        name = next((name for family, name in COLOURS if kind in family), None)
        told = escape(text, quote=False)
        marked.append(f'<span class="{name}">{told}</span>' if name else told)
    return "".join(marked).rstrip("\n")


def _repository() -> str:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Repository"]


def find(number: str, lang: str) -> Path:
    """The lesson called 04 or 4. SystemExit with a sentence for one that is not there."""
    folder = ROOT / "notebooks" / lang
    found = sorted(folder.glob(f"{number.zfill(2)}_*.ipynb"))
    if not found:
        known = ", ".join(file.stem for file in sorted(folder.glob("[0-9][0-9]_*.ipynb"))) or "none"
        sys.exit(f"There is no lesson {number!r} in notebooks/{lang}. Lessons: {known}")
    return found[0]


def build(lesson: Path, lang: str) -> str:
    """The text of a lesson's page."""
    notebook = nbformat.read(lesson, as_version=4)
    return Lesson(execute(notebook, MINIGRAD_SAVING="1"), lesson.stem, lang).html()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Save a lesson as one page.")
    parser.add_argument("lesson", help="04")
    parser.add_argument("--lang", default="en", choices=("en", "ru"))
    parser.add_argument("--to", type=Path, help="default: work/pages/NN_slug.<lang>.html")
    options = parser.parse_args(arguments)
    lesson = find(options.lesson, options.lang)
    target = options.to or ROOT / "work" / "pages" / f"{lesson.stem}.{options.lang}.html"
    text = build(lesson, options.lang)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8", newline="\n")
    print(f"{target} ({len(text.encode('utf-8')) // 1024} KB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
