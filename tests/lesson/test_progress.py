"""The progress file: nothing is lost, and no fault of a disk stops a lesson."""

import json
import os

import pytest

from minigrad.lesson import start
from minigrad.lesson.progress import Progress, home


class Warnings(list):
    def __call__(self, key, **values):
        self.append((key, values))


@pytest.fixture
def said():
    return Warnings()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "progress.json"


def test_the_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    assert home() == tmp_path
    monkeypatch.delenv("MINIGRAD_HOME")
    assert home().name == ".minigrad"


def test_what_is_saved_is_there_again(path, said):
    progress = Progress(path, said)
    progress.entry("00.1")["attempts"] += 2
    progress.save()
    assert Progress(path, said).entry("00.1")["attempts"] == 2
    assert said == [] and [file.name for file in path.parent.iterdir()] == ["progress.json"]


def test_the_file_can_be_read_by_people(path, said):
    progress = Progress(path, said)
    progress.lesson("00")["predictions"] = {"00.1": "½"}
    progress.save()
    assert "½" in path.read_text(encoding="utf-8")


BROKEN = [b"", b"{", b"[]", b'{"lessons": 3}', b'{"lessons": {"00": 3}}',
          b'{"lessons": {"00": {"exercises": {"00.1": 3}}}}',
          b'{"lessons": {"00": {"exercises": {"00.1": {"status": "ok"}}}}}', b"\xff\xfe\x00", b"null",
          b"[" * 100_000, b'{"lessons": {"00": {"predictions": {"00.1": 4}}}}',
          b'{"lessons": {"00": {"00-exit": {"1": "trail"}}}}']


@pytest.mark.parametrize("content", BROKEN)
def test_a_corrupted_file_is_set_aside_and_said_so(path, said, content):
    path.parent.mkdir()
    path.write_bytes(content)
    progress = Progress(path, said)
    assert said == [("progress.corrupted", {"file": "progress.broken-1.json"})]
    assert (path.parent / "progress.broken-1.json").read_bytes() == content
    progress.entry("00.1")
    progress.save()
    assert json.loads(path.read_text(encoding="utf-8"))["lessons"]["00"]["exercises"]["00.1"]["attempts"] == 0


def test_an_older_broken_file_is_not_overwritten(path, said):
    path.parent.mkdir()
    for _ in range(2):
        path.write_text("{", encoding="utf-8")
        Progress(path, said)
    assert {file.name for file in path.parent.iterdir()} == {"progress.broken-1.json", "progress.broken-2.json"}


def test_a_failed_write_leaves_the_old_file_and_is_said_once(path, said, monkeypatch):
    progress = Progress(path, said)
    progress.save()
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    progress.entry("00.1")
    progress.save()
    progress.save()
    assert said == [("progress.unwritable", {"reason": "OSError"})]
    assert path.read_bytes() == before and len(list(path.parent.iterdir())) == 1
    assert progress.entry("00.1")["attempts"] == 0


def test_a_folder_that_is_a_file_stops_nothing(tmp_path, said):
    (tmp_path / "home").write_text("", encoding="utf-8")
    progress = Progress(tmp_path / "home" / "progress.json", said)
    progress.entry("00.1")
    progress.save()
    assert [key for key, _ in said] == ["progress.unwritable"]


# ---- two notebooks, one file


def test_two_notebooks_keep_what_the_other_wrote(path, said):
    one, two = Progress(path, said), Progress(path, said)
    one.entry("00.1")["attempts"] = 1
    one.save()
    two.entry("00.2")["attempts"] = 2
    two.save()
    one.entry("00.3")["attempts"] = 3
    one.save()
    attempts = [Progress(path, said).entry(f"00.{k}")["attempts"] for k in (1, 2, 3)]
    assert attempts == [1, 2, 3] and two.entry("00.3")["attempts"] == 0 and said == []


def test_what_one_notebook_forgets_the_other_does_not_bring_back(path, said):
    one = Progress(path, said)
    one.entry("00.1")["attempts"] = 1
    one.save()
    two = Progress(path, said)
    one.forget("00.1")
    one.save()
    two.entry("00.2")["attempts"] = 2
    two.save()
    entries = json.loads(path.read_text(encoding="utf-8"))["lessons"]["00"]["exercises"]
    assert list(entries) == ["00.2"]


def test_a_record_in_use_is_the_one_that_is_saved_after_another_notebook_wrote(path, said):
    one, two = Progress(path, said), Progress(path, said)
    answers = one.lesson("00").setdefault("00-exit", {})
    two.entry("00.2")["attempts"] = 2
    two.save()
    one.save()
    answers["1"] = {"choice": "trail", "sure": True}
    one.save()
    assert Progress(path, said).lesson("00")["00-exit"] == {"1": {"choice": "trail", "sure": True}}


def test_a_file_that_was_deleted_comes_back_whole(path, said):
    progress = Progress(path, said)
    progress.entry("00.1")["attempts"] = 1
    progress.save()
    path.unlink()
    progress.entry("00.2")["attempts"] = 2
    progress.save()
    assert [Progress(path, said).entry(f"00.{k}")["attempts"] for k in (1, 2)] == [1, 2]


def test_a_file_that_breaks_in_between_is_set_aside_and_nothing_is_lost(path, said):
    progress = Progress(path, said)
    progress.entry("00.1")["attempts"] = 1
    progress.save()
    path.write_text("{", encoding="utf-8")
    progress.save()
    assert said == [("progress.corrupted", {"file": "progress.broken-1.json"})]
    assert Progress(path, said).entry("00.1")["attempts"] == 1


def test_a_file_from_a_newer_version_stays_as_it_is(path, said):
    path.parent.mkdir()
    path.write_text('{"version": 2, "people": []}', encoding="utf-8")
    progress = Progress(path, said)
    progress.entry("00.1")["attempts"] = 1
    progress.save()
    assert said == [("progress.newer", {})]
    assert path.read_text(encoding="utf-8") == '{"version": 2, "people": []}'
    assert progress.entry("00.1")["attempts"] == 1


@pytest.mark.parametrize("count", ["attempts", "hints"])
def test_a_count_below_zero_is_no_record_of_ours(path, said, count):
    entry = {"status": "ok", "attempts": 1, "hints": 0, "solution_seen": False} | {count: -3}
    path.parent.mkdir()
    path.write_text(json.dumps({"version": 1, "lessons": {"04": {"exercises": {"04.1": entry}}}}), encoding="utf-8")
    assert Progress(path, said).entry("04.1")["attempts"] == 0
    assert said == [("progress.corrupted", {"file": "progress.broken-1.json"})]


@pytest.mark.parametrize(
    "lang, lost, named", [("en", "Nothing is lost", "name of a file"), ("ru", "Ничего не потеряно", "имя файла")]
)
def test_an_export_that_cant_be_written_gets_a_sentence(tmp_path, monkeypatch, lang, lost, named):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path / "home"))
    nb = start("04", lang)
    for place in (tmp_path, "", tmp_path / ("x" * 300), tmp_path / "a\0b"):
        assert lost in repr(nb.export(place))
    for no_name in (None, 3, b"progress.json"):
        for act in (nb.export, nb.import_):
            with pytest.raises(TypeError, match=named):
                act(no_name)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_was_exported_is_taken_over_elsewhere_and_the_better_record_stays(tmp_path, monkeypatch, lang):
    carried = tmp_path / "mine.json"
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path / "here"))
    here = start("04", lang)
    here.check("04.1", ((1, 9), (-6, -6, -6, -6, 6, -12)))
    here.check("04.2", (3, 2, 12))
    here.quiz("04-exit").answer("1", 11, sure=True)
    assert "mine.json" in repr(here.export(carried))

    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path / "there"))
    there = start("04", lang)
    there.check("04.2", (7, 2, 12))
    assert "1" in repr(there.import_(carried))  # 04.1 is news, 04.2 is right here already
    kept = Progress(tmp_path / "there" / "progress.json", lambda *_, **__: None).lessons["04"]
    assert {key: kept["exercises"][key]["status"] for key in ("04.1", "04.2")} == {"04.1": "ok", "04.2": "ok"}
    assert kept["04-exit"]["1"]["sure"] is True


@pytest.mark.parametrize("content", ["no json", "[]", '{"lessons": 3}'])
def test_a_file_of_another_kind_changes_nothing(tmp_path, monkeypatch, content):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    nb = start("04")
    nb.check("04.2", (7, 2, 12))
    before = (tmp_path / "progress.json").read_text("utf-8")
    (tmp_path / "other.json").write_text(content, "utf-8")
    assert "other.json" in repr(nb.import_(tmp_path / "other.json"))
    assert (tmp_path / "progress.json").read_text("utf-8") == before
