"""Build the notebooks of both languages from the bilingual sources.

    python tools/build_notebooks.py [00 …] [--check]

A source (`notebooks/source/NN_slug.py`, jupytext's percent format) holds each code cell once and each text
cell twice, marked `lang="en"` and `lang="ru"`. For each language its cells are picked, executed in a fresh
kernel, and written to `notebooks/<lang>/NN_slug.ipynb` with outputs, without anything that differs between
two runs or two machines. `--check` builds into memory and says which notebooks are stale.
"""

import copy
import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path

import jupytext
import nbformat

sys.path.insert(0, str(Path(__file__).parent))

from execute import execute  # noqa: E402

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "notebooks" / "source"
LANGUAGES = ("en", "ru")
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
MASKED = "ADDRESS"  # what the comparison puts in the place of an address
SOLUTION = re.compile(r"^# BEGIN SOLUTION\n.*?^# END SOLUTION(?:\n|$)", re.MULTILINE | re.DOTALL)
LARGEST = 1_000_000  # bytes


class SourceError(Exception):
    """A source that can't be built; the text says which cell and why."""


# ---- from the source to a notebook of one language


def assemble(source: Path, lang: str, solved: bool = False) -> nbformat.NotebookNode:
    """The notebook of one language, not executed. `solved` keeps what stands between the solution markers."""
    text = source.read_text(encoding="utf-8")
    cells = [
        _cell(cell, lang, solved)
        for cell in jupytext.reads(text, fmt="py:percent").cells
        if cell.metadata.get("lang", lang) == lang
    ]
    _require_unique_ids(cells, source)
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "living_graph": {"lang": lang, "source_sha256": fingerprint(source)},
        }
    )
    return notebook


def fingerprint(source: Path) -> str:
    """Changes when the source does, whatever the line ends of the checkout."""
    return hashlib.sha256(source.read_text(encoding="utf-8").encode("utf-8")).hexdigest()


def _cell(cell, lang: str, solved: bool) -> nbformat.NotebookNode:
    marks = cell.metadata
    if "id" not in marks:
        raise SourceError(f"a cell without an id: {cell.source[:60]!r}")
    text = _fill(cell.source)
    metadata = {"tags": list(marks.get("tags", []))}
    if cell.cell_type == "markdown":
        made = nbformat.v4.new_markdown_cell(text)
    else:
        if "setup" in metadata["tags"]:
            text = text.replace('lang="en"', f'lang="{lang}"')
        made = nbformat.v4.new_code_cell(text if solved else SOLUTION.sub("", text).rstrip("\n"))
        if "grade_id" in marks:
            metadata["nbgrader"] = _nbgrader(marks)
    made.id = marks["id"]
    made.metadata = nbformat.from_dict(metadata)
    return made


def _nbgrader(marks) -> dict:
    """nbgrader's metadata: a cell tagged `check` is an automatic test, any other the place for an answer."""
    graded = "check" in marks["tags"]
    cell = {
        "schema_version": 3,
        "grade_id": marks["grade_id"],
        "grade": graded,
        "solution": not graded,
        "locked": graded,
        "task": False,
    }
    return {**cell, "points": marks["points"]} if graded else cell


def _fill(text: str) -> str:
    """The repository's address stands in pyproject.toml alone."""
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"][
        "Repository"
    ]
    return text.replace("{{repository}}", repository).replace(
        "{{slug}}", repository.removeprefix("https://github.com/")
    )


def _require_unique_ids(cells, source: Path) -> None:
    seen = set()
    for cell in cells:
        if cell.id in seen:
            raise SourceError(f"{source.name}: the id {cell.id} stands twice in one language")
        seen.add(cell.id)


# ---- what stands in the file


def normalise(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Without what differs from run to run: addresses, counts, widget views, time stamps."""
    notebook = copy.deepcopy(notebook)
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = nbformat.from_dict({"name": "python"})
    for count, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = count
        cell.metadata.pop("execution", None)
        cell.outputs = [_normal_output(output, count) for output in cell.outputs]
    return notebook


def _normal_output(output, count: int):
    if output.output_type == "stream":
        output.text = ADDRESS.sub(MASKED, output.text)
        return output
    if output.output_type == "error":
        raise SourceError(f"an error stands in the outputs: {output.evalue}")
    if "execution_count" in output:
        output.execution_count = count
    data = {
        kind: value for kind, value in output.data.items() if not kind.startswith("application/vnd.jupyter")
    }
    output.data = nbformat.from_dict(
        {
            kind: ADDRESS.sub(MASKED, value) if isinstance(value, str) else value
            for kind, value in sorted(data.items())
        }
    )
    return output


def written(notebook: nbformat.NotebookNode) -> str:
    """The notebook as the text of a file: the same bytes for the same notebook."""
    nbformat.validate(notebook)
    plain = json.loads(nbformat.writes(notebook, version=4))
    return json.dumps(plain, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def build(source: Path, lang: str) -> str:
    """The text of one built notebook."""
    text = written(normalise(execute(assemble(source, lang))))
    if len(text.encode("utf-8")) > LARGEST:
        raise SourceError(f"{source.stem} ({lang}) is larger than {LARGEST} bytes")
    return text


def target(source: Path, lang: str) -> Path:
    return ROOT / "notebooks" / lang / f"{source.stem}.ipynb"


def sources(numbers: list[str]) -> list[Path]:
    """The sources of these lessons, of all lessons for an empty list."""
    found = sorted(SOURCES.glob("[0-9][0-9]_*.py"))
    return [source for source in found if not numbers or source.stem[:2] in numbers]


def main(arguments: list[str]) -> int:
    """Build, or with `--check` compare; returns the exit code."""
    check = "--check" in arguments
    chosen = sources([argument for argument in arguments if not argument.startswith("-")])
    stale = 0
    for source in chosen:
        for lang in LANGUAGES:
            text, file = build(source, lang), target(source, lang)
            if file.is_file() and file.read_text(encoding="utf-8") == text:
                continue
            stale += 1
            if not check:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
            print(f"{file.relative_to(ROOT).as_posix()} {'is stale' if check else 'written'}")
    if check and stale:
        print("python dev.py notebooks builds them anew")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
