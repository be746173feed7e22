"""dev.py: working copies are never lost, and it says clearly what it cannot do."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.house.shop import jupyter_lab, load_dev

ROOT = Path(__file__).resolve().parents[2]


def notebook(answer: str) -> str:
    cell = {
        "cell_type": "code",
        "id": "00-a",
        "metadata": {"tags": ["check"]},
        "source": ["2 + 2  # «ёлка»"],
        "execution_count": 7,
        "outputs": [{"output_type": "stream", "name": "stdout", "text": [answer]}],
    }
    prose = {"cell_type": "markdown", "id": "00-b", "metadata": {}, "source": ["text"]}
    return json.dumps({"cells": [cell, prose], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def dev(tmp_path):
    """A fresh dev.py, in a small repository of its own."""
    for name in ("requirements.txt", "requirements-dev.txt", "pyproject.toml"):
        (tmp_path / name).write_text("# nothing yet\n", "utf-8")
    for name in ("en/00_start_here", "en/04_backward_step_by_step", "ru/00_start_here"):
        path = tmp_path / "notebooks" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook("4"), "utf-8")
    return load_dev(tmp_path)


@pytest.fixture
def started(dev, monkeypatch):
    """What dev.py would start, instead of starting it; the environment counts as ready."""
    calls = []
    monkeypatch.setattr(dev, "prepare", lambda lists: calls.append(lists))
    monkeypatch.setattr(dev, "become", lambda *words, **environment: calls.append((words, environment)) or 0)
    return calls


def cells(path: Path) -> list[dict]:
    return json.loads(path.read_text("utf-8"))["cells"]


# ---- working copies --------------------------------------------------------------------------------


def test_lab_makes_copies_in_which_nothing_has_run(dev, started):
    assert dev.main(["lab"]) == 0
    code, prose = cells(dev.ROOT / "work/en/00_start_here.ipynb")
    assert (code["outputs"], code["execution_count"]) == ([], None)
    assert code["source"] == ["2 + 2  # «ёлка»"]
    assert (code["id"], code["metadata"]) == ("00-a", {"tags": ["check"]})
    assert prose["source"] == ["text"]
    assert (dev.ROOT / "work/en/04_backward_step_by_step.ipynb").exists()
    assert not (dev.ROOT / "work/ru").exists()


def test_the_reference_keeps_its_outputs(dev, started):
    dev.main(["lab"])
    assert (dev.ROOT / "notebooks/en/00_start_here.ipynb").read_text("utf-8") == notebook("4")


def test_a_working_copy_is_never_written_over(dev, started):
    dev.main(["lab"])
    mine = dev.ROOT / "work/en/00_start_here.ipynb"
    mine.write_text("my answers", "utf-8")
    dev.main(["lab"])
    assert mine.read_text("utf-8") == "my answers"


def test_reset_keeps_every_old_copy_under_a_number(dev, started):
    dev.main(["lab"])
    mine = dev.ROOT / "work/en/04_backward_step_by_step.ipynb"
    for text in ("first try", "second try"):
        mine.write_text(text, "utf-8")
        assert dev.main(["lab", "--reset", "04"]) == 0
    assert cells(mine)[0]["outputs"] == []
    assert mine.with_name("04_backward_step_by_step.1.ipynb").read_text("utf-8") == "first try"
    assert mine.with_name("04_backward_step_by_step.2.ipynb").read_text("utf-8") == "second try"


def test_a_kept_copy_is_not_taken_for_a_lesson(dev, started):
    dev.main(["lab", "--reset", "00"])
    dev.main(["lab", "--reset", "00"])
    assert sorted(path.name for path in (dev.ROOT / "work/en").iterdir()) == [
        "00_start_here.1.ipynb",
        "00_start_here.ipynb",
        "04_backward_step_by_step.ipynb",
    ]


@pytest.mark.parametrize("name", ["04", "4", "04_backward_step_by_step", "04_backward_step_by_step.ipynb"])
def test_a_lesson_may_be_named_in_several_ways(dev, name):
    assert dev.find_lesson(name, "en").name == "04_backward_step_by_step.ipynb"


# ---- what lab opens --------------------------------------------------------------------------------


def opened(started) -> str:
    words, _ = started[-1]
    return next(word for word in words if word.startswith("--LabApp.default_url="))


def test_lab_opens_the_first_lesson_on_loopback(dev, started):
    dev.main(["lab", "--lang", "ru", "--no-browser", "--port", "9999"])
    words, _ = started[-1]
    assert opened(started) == "--LabApp.default_url=/lab/tree/work/ru/00_start_here.ipynb"
    assert {"--ServerApp.ip=127.0.0.1", "--no-browser", "--ServerApp.port=9999"} <= set(words)


def test_lab_opens_the_lesson_that_was_reset(dev, started):
    dev.main(["lab", "--reset", "4"])
    assert opened(started).endswith("tree/work/en/04_backward_step_by_step.ipynb")


def test_lab_asks_nobody_for_news(dev, started):
    dev.main(["lab"])
    settings = json.loads((dev.VENV / "share/jupyter/lab/settings/overrides.json").read_text("utf-8"))
    notification = settings["@jupyterlab/apputils-extension:notification"]
    assert notification == {"fetchNews": "false", "checkForUpdates": False}


# ---- what cannot be done ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["lab", "--lang", "de"], "There is no language 'de'. Languages: en, ru"),
        (
            ["lab", "--reset", "17"],
            "There is no lesson '17'. Lessons in notebooks/en: 00_start_here, 04_backward_step_by_step",
        ),
        (
            ["lab", "--lang", "ru", "--reset", "04"],
            "There is no lesson '04'. Lessons in notebooks/ru: 00_start_here",
        ),
    ],
)
def test_what_does_not_exist_is_said_with_what_does(dev, started, words, sentence):
    with pytest.raises(SystemExit) as stop:
        dev.main(words)
    assert stop.value.code == sentence
    assert started == []  # nothing was installed, opened or moved
    assert not (dev.ROOT / "work").exists()


def test_an_unknown_word_is_refused(dev, started, capsys):
    with pytest.raises(SystemExit):
        dev.main(["lab", "--colour"])
    assert "--colour" in capsys.readouterr().err


def test_an_old_python_is_told_so():
    code = "import sys; sys.version_info = (3, 8, 18, 'final', 0); import runpy; runpy.run_path('dev.py')"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert run.returncode != 0
    assert run.stderr.startswith("The Living Graph needs Python 3.11 or newer; this is Python 3.8.")


# ---- the environment -------------------------------------------------------------------------------


@pytest.fixture
def installs(dev, monkeypatch):
    """Commands that would install, instead of installing; .venv counts as made."""
    calls = []
    dev.VENV.mkdir()
    monkeypatch.setattr(dev, "venv_has_this_python", lambda: True)
    monkeypatch.setattr(dev.subprocess, "call", lambda command, **_: calls.append(command) or 0)
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    return calls


def test_lists_are_installed_once(dev, installs):
    dev.prepare(dev.CONTRIBUTOR)
    assert [command[-2:] for command in installs] == [
        ["-r", "requirements.txt"],
        ["-r", "requirements-dev.txt"],
    ]
    dev.prepare(dev.CONTRIBUTOR)
    assert len(installs) == 2


def test_a_changed_list_is_installed_again_and_only_that(dev, installs):
    dev.prepare(dev.CONTRIBUTOR)
    (dev.ROOT / "requirements-dev.txt").write_text("ruff\n", "utf-8")
    dev.prepare(dev.CONTRIBUTOR)
    assert [command[-1] for command in installs[2:]] == ["requirements-dev.txt"]


def test_a_failed_installation_is_tried_again(dev, installs, monkeypatch):
    monkeypatch.setattr(dev.subprocess, "call", lambda command, **_: installs.append(command) or 1)
    for attempt in (1, 2):
        with pytest.raises(SystemExit, match="requirements.txt failed"):
            dev.prepare(dev.LEARNER)
        assert len(installs) == attempt


def test_uv_is_used_when_it_is_there_but_never_for_torch(dev, installs, monkeypatch):
    monkeypatch.setattr(dev.shutil, "which", lambda name: name)
    dev.prepare(dev.EVERYTHING)
    assert [command[0] for command in installs[:2]] == ["uv", "uv"]
    assert installs[2][:3] == [str(dev.venv_python()), "-m", "pip"]
    assert installs[2][-2:] == ["-e", ".[oracle]"]


def test_a_venv_whose_python_has_gone_is_not_trusted(dev):
    assert not dev.venv_has_this_python()
    dev.venv_python().parent.mkdir(parents=True)
    dev.venv_python().write_text("#!/no/such/python\n", "utf-8")
    dev.venv_python().chmod(0o755)
    assert not dev.venv_has_this_python()


# ---- test ------------------------------------------------------------------------------------------


TWO_PROCESSES = ("-n", "2", "--dist", "loadfile")  # or cells of one notebook would run in two kernels


def test_one_pytest_runs_tests_and_lessons_and_gives_its_exit_code(dev, started, monkeypatch):
    monkeypatch.setattr(
        dev, "become", lambda *words, **environment: started.append((words, environment)) or 5
    )
    assert dev.main(["test"]) == 5
    assert started == [
        dev.CONTRIBUTOR,
        (("-m", "pytest", "--nbval", "-q", *TWO_PROCESSES, "tests", "notebooks/en", "notebooks/ru"), {}),
    ]


def test_all_leaves_nothing_out(dev, started):
    dev.main(["test", "--all"])
    assert started[0] == dev.EVERYTHING
    assert started[1][1] == {"MINIGRAD_REQUIRE_ALL": "1"}


def test_other_words_go_to_pytest(dev, started):
    dev.main(["test", "tests/house", "-k", "floors"])
    assert started[1][0][-3:] == ("tests/house", "-k", "floors")


# ---- for real --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a server is stopped by a signal")
def test_lab_answers_on_loopback(dev, tmp_path):
    with jupyter_lab(dev, tmp_path / "home") as address:
        with urllib.request.urlopen(f"{address}/lab", timeout=30) as answer:
            assert answer.status == 200
