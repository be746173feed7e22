"""The built notebooks: up to date, one meaning in two languages, a picture for every cell that records."""

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from minigrad.lesson.exercise import exercises, quizzes

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "notebooks" / "source").glob("[0-9][0-9]_*.py"))
EXCEPTIONS = yaml.safe_load((Path(__file__).parent / "exceptions.yml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "ru")
ID = re.compile(r"(\d\d)-s\d\d-[a-z0-9]+(-[a-z0-9]+)*")
MOST_WORDS, MOST_WORDS_OF_A_MYTH = 90, 120
CODE_AND_LINKS = re.compile(r"```.*?```|\]\([^)]*\)", re.DOTALL)
WITHOUT_DOTS = re.compile(r"\b(ее|еще|мое|твое|дает|идет|ведет|пойдет|начнет|вернет|найдет|учет|счет|путем)\b")
BELITTLING = re.compile(r"\b(just|simply|obviously|of course|просто|очевидно|конечно)\b", re.IGNORECASE)
MOST_LINES, MOST_COLUMNS = 12, 79
MOST_TERMS = 7
BOLD_TERM = re.compile(r"\*\*([a-zа-яё][a-zа-яё -]*)\*\*")  # keys, menus and labels begin with a capital letter
NOTICE = {"en": "What to notice: ", "ru": "На что обратить внимание: "}
TAGS = set(
    "setup predict run widget exercise check solution myth torch teacher skip-print slide subslide fragment "
    "nbval-ignore-output nbval-check-output".split()
)

lesson = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
language = pytest.mark.parametrize("lang", LANGUAGES)


def built(source, lang):
    return json.loads((ROOT / "notebooks" / lang / f"{source.stem}.ipynb").read_text(encoding="utf-8"))


def text(part):
    return part if isinstance(part, str) else "".join(part)


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def prose(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "markdown"]


# ---- up to date


@language
@lesson
def test_the_built_notebook_is_not_stale(source, lang, builder):
    mark = built(source, lang)["metadata"]["living_graph"]
    fresh = mark == {"lang": lang, "source_sha256": builder.fingerprint(source)}
    assert fresh, f"{source.stem} changed since it was built: python dev.py notebooks"


@language
@lesson
def test_the_built_notebook_has_the_cells_of_its_source(source, lang, builder):
    wanted = builder.assemble(source, lang)
    given = built(source, lang)
    assert [(cell.id, cell.source) for cell in wanted.cells] == [
        (cell["id"], text(cell["source"])) for cell in given["cells"]
    ]


@language
@lesson
def test_the_file_is_written_the_one_way(source, lang):
    file = ROOT / "notebooks" / lang / f"{source.stem}.ipynb"
    plain = json.dumps(built(source, lang), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    assert file.read_bytes().replace(b"\r\n", b"\n") == plain.encode("utf-8")


@language
@lesson
def test_cells_ran_in_order(source, lang):
    cells = code_cells(built(source, lang))
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))


# ---- one meaning


@lesson
def test_both_languages_have_the_same_cells(source):
    def frame(lang):
        return [(cell["id"], cell["cell_type"], cell["metadata"]) for cell in built(source, lang)["cells"]]

    assert frame("en") == frame("ru")


@lesson
def test_only_the_setup_cell_differs(source):
    english, russian = (code_cells(built(source, lang)) for lang in LANGUAGES)
    different = [a["id"] for a, b in zip(english, russian) if a["source"] != b["source"]]
    assert different == [cell["id"] for cell in english if "setup" in cell["metadata"]["tags"]]


@lesson
def test_both_languages_print_the_same_numbers(source):
    def numbers(lang):
        cells = code_cells(built(source, lang))
        outputs = [output for cell in cells for output in cell["outputs"]]
        plain = [text(output.get("text") or output["data"]["text/plain"]) for output in outputs]
        return [Counter(re.findall(r"\d+(?:\.\d+)?", part)) for part in plain]

    assert numbers("en") == numbers("ru")


@lesson
def test_every_prose_cell_says_something_in_its_language(source):
    cyrillic = re.compile(r"[а-яё]", re.IGNORECASE)
    for cell in prose(built(source, "ru")):
        assert cyrillic.search(text(cell["source"])), cell["id"]
    for cell in prose(built(source, "en"))[1:]:  # the title links to the other language
        assert not cyrillic.search(text(cell["source"])), cell["id"]


# ---- conventions


@language
@lesson
def test_prose_is_short_and_friendly(source, lang):
    for cell in prose(built(source, lang)):
        read = CODE_AND_LINKS.sub(" ", text(cell["source"]))
        words = re.findall(r"[\w’'-]*[^\W\d_][\w’'-]*", read)
        most = MOST_WORDS_OF_A_MYTH if "myth" in cell["metadata"]["tags"] else MOST_WORDS
        assert len(words) <= most, (cell["id"], len(words))
        assert not BELITTLING.search(text(cell["source"])), cell["id"]


@lesson
def test_russian_is_set_as_russian_is_set(source):
    for cell in prose(built(source, "ru")):
        words = re.sub(r"```.*?```|`[^`]*`", "", text(cell["source"]), flags=re.S)
        assert '"' not in words and "“" not in words, cell["id"]
        assert not re.search(r"(?<=\w) - (?=\w)", words), cell["id"]
        assert not WITHOUT_DOTS.search(words), cell["id"]


@language
@lesson
def test_few_new_terms_and_each_is_bold_once(source, lang):
    terms = [term for cell in prose(built(source, lang)) for term in BOLD_TERM.findall(text(cell["source"]))]
    assert len(terms) == len(set(terms)) <= MOST_TERMS, terms


@language
@lesson
def test_one_title_and_sections_without_a_gap(source, lang):
    cells = prose(built(source, lang))
    ranks = [len(mark) for cell in cells for mark in re.findall(r"^(#+) ", _without_code(cell), re.MULTILINE)]
    assert ranks[0] == 1 and ranks.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(ranks, ranks[1:]))


@language
@lesson
def test_a_picture_has_a_sentence_on_what_to_notice_near_it(source, lang):
    cells = built(source, lang)["cells"]
    for i, cell in enumerate(cells):
        if cell["cell_type"] == "code" and _has_picture(cell):
            around = [text(cell["source"]) for cell in cells[max(0, i - 2) : i + 3] if cell["cell_type"] == "markdown"]
            assert any(NOTICE[lang] in words for words in around), cell["id"]


@lesson
def test_tags_are_the_known_ones(source):
    for cell in built(source, "en")["cells"]:
        assert set(cell["metadata"]["tags"]) <= TAGS, cell["id"]


@lesson
def test_each_exercise_knows_three_wrong_answers(source):
    assert [each.id for each in exercises(source.stem[:2]).values() if len(each.tags) < 3] == []


@language
@lesson
def test_code_is_short_and_speaks_no_language(source, lang):
    for cell in code_cells(built(source, lang)):
        lines = text(cell["source"]).splitlines()
        assert len(lines) <= MOST_LINES and max(map(len, lines)) <= MOST_COLUMNS, cell["id"]
        assert text(cell["source"]).isascii(), cell["id"]


@lesson
def test_ids_tell_where_a_cell_stands(source):
    for cell in built(source, "en")["cells"]:
        number = ID.fullmatch(cell["id"])
        assert number and number[1] == source.stem[:2], cell["id"]


@lesson
def test_exercises_can_be_graded(source):
    cells = code_cells(built(source, "en"))
    marks = {cell["id"]: cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]}
    answers = [mark["grade_id"] for mark in marks.values() if mark["solution"]]
    tests = {mark["grade_id"]: mark["points"] for mark in marks.values() if mark["grade"]}
    wanted = exercises(source.stem[:2])
    name = {exercise_id: exercise_id.replace(".", "-") for exercise_id in wanted}
    assert answers == [f"ex-{name[exercise_id]}" for exercise_id in wanted]
    assert tests == {f"check-{name[exercise_id]}": exercise.points for exercise_id, exercise in wanted.items()}
    assert all(mark["locked"] == mark["grade"] != mark["solution"] for mark in marks.values())


@lesson
def test_every_exercise_quiz_and_cell_that_is_named_exists(source):
    cells = built(source, "en")["cells"]
    ids = {cell["id"] for cell in cells}
    code = "\n".join(text(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for exercise in exercises(source.stem[:2]).values():
        assert set(exercise.teaches) <= ids
        assert f'nb.check("{exercise.id}", {exercise.name})' in code
    for quiz in quizzes(source.stem[:2]):
        assert f'nb.quiz("{quiz}")' in code


# ---- pictures


@language
@lesson
def test_every_cell_that_records_has_a_picture_and_its_twin(source, lang, recording_cells):
    cells = code_cells(built(source, lang))
    recorded = recording_cells(source)
    assert recorded, "no cell of the lesson records anything"
    bare = [cell["id"] for cell in cells if cell["id"] in recorded and not _has_picture(cell)]
    allowed = EXCEPTIONS.get(source.stem, {})
    assert set(bare) == set(allowed), "a cell without a picture needs a reason in exceptions.yml, and only such a cell"
    assert all(allowed.values()) and len(bare) <= 0.15 * len(cells)


def _without_code(cell):
    return re.sub(r"```.*?```", "", text(cell["source"]), flags=re.DOTALL)


def _has_picture(cell):
    """SVG with a title, and in the same output the text that says the same."""
    bundles = [output["data"] for output in cell["outputs"] if "image/svg+xml" in output.get("data", {})]
    return any("<title" in text(data["image/svg+xml"]) and "1. " in text(data["text/plain"]) for data in bundles)


@language
@lesson
def test_two_pictures_never_share_an_id(source, lang):
    seen = Counter()
    for cell in code_cells(built(source, lang)):
        for output in cell["outputs"]:
            seen.update(set(re.findall(r'\bid="([^"]+)"', text(output.get("data", {}).get("image/svg+xml", "")))))
    assert seen and [name for name, count in seen.items() if count > 1] == []


# ---- the builder


@language
@lesson
def test_a_solved_copy_keeps_the_solutions_and_the_learner_sees_none(source, lang, builder):
    solved, open_ = builder.assemble(source, lang, solved=True), builder.assemble(source, lang)
    assert sum("# BEGIN SOLUTION" in cell.source for cell in solved.cells) == len(exercises(source.stem[:2]))
    assert not any("SOLUTION" in cell.source for cell in open_.cells)
    for cell in open_.cells:
        if cell.cell_type == "code":
            ast.parse(cell.source)


@pytest.mark.slow
@lesson
def test_building_twice_gives_the_same_bytes(source, builder):
    """The notebook in the repository is one build; a third is needed only where this one differs from it."""
    fresh = builder.build(source, "ru")
    file = ROOT / "notebooks" / "ru" / f"{source.stem}.ipynb"
    assert fresh == file.read_text(encoding="utf-8") or fresh == builder.build(source, "ru")


@pytest.mark.slow
@lesson
def test_a_solved_copy_runs_and_every_check_is_content(source, builder):
    notebook = builder.execute(builder.assemble(source, "ru", solved=True))
    checks = [cell for cell in notebook.cells if "check" in cell.metadata.get("tags", [])]
    assert len(checks) == len(exercises(source.stem[:2]))
    for cell in checks:
        assert " · верно" in cell.outputs[0]["data"]["text/plain"], cell.id


def test_what_differs_from_run_to_run_is_taken_out(builder):
    import nbformat

    cell = nbformat.v4.new_code_cell("x", execution_count=7)
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}, "text/plain": "<a at 0x7f00aa11bb22>"}
    cell.outputs = [
        nbformat.v4.new_output("execute_result", data=view, execution_count=7),
        nbformat.v4.new_output("stream", name="stdout", text="at 0x7f00aa11bb22, 640x480\n"),
    ]
    cell.metadata["execution"] = {"iopub.status.busy": "2026"}
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {"state": {}}})
    (clean,) = builder.normalise(notebook).cells
    assert clean.execution_count == clean.outputs[0].execution_count == 1
    assert clean.outputs[0].data == {"text/plain": "<a at ADDRESS>"}
    assert clean.outputs[1].text == "at ADDRESS, 640x480\n"
    assert "execution" not in clean.metadata


def test_an_error_in_a_cell_stops_the_build(builder, tmp_path):
    from nbclient.exceptions import CellExecutionError

    source = tmp_path / "99_broken.py"
    source.write_text('# %% id="99-s01-a" tags=["run"]\n1 / 0\n', encoding="utf-8")
    with pytest.raises(CellExecutionError):
        builder.build(source, "en")


@pytest.mark.parametrize("text, complaint", [
    ("# %%\n1\n", "without an id"),
    ('# %% id="99-s01-a"\n1\n\n# %% id="99-s01-a"\n2\n', "stands twice"),
])
def test_a_source_that_is_wrong_is_told_where(builder, tmp_path, text, complaint):
    source = tmp_path / "99_broken.py"
    source.write_text(text, encoding="utf-8")
    with pytest.raises(builder.SourceError, match=complaint):
        builder.assemble(source, "en")


def test_the_command_builds_and_tells_what_is_stale(builder, tmp_path, monkeypatch, capsys):
    source = tmp_path / "99_new.py"
    source.write_text('# %% id="99-s01-a" tags=["run"]\n1 + 1\n', encoding="utf-8")
    monkeypatch.setattr(builder, "sources", lambda numbers: [source])
    monkeypatch.setattr(builder, "ROOT", tmp_path)
    monkeypatch.setattr(builder, "build", lambda source, lang: f"{source.read_text(encoding='utf-8')}{lang}")
    assert builder.main(["--check"]) == 1
    assert "notebooks/en/99_new.ipynb is stale" in capsys.readouterr().out
    assert builder.main([]) == 0 and builder.main(["--check"]) == 0
    source.write_text("2", encoding="utf-8")
    assert builder.main(["--check"]) == 1
