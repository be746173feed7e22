"""Errors in the reader's language, and errors that are shown on purpose."""

import ast
from functools import cache
from pathlib import Path

import pytest

import minigrad as torch
from minigrad import errors
from minigrad.i18n import catalogue, languages
from minigrad.lesson import session, show_error
from minigrad.lesson.explain import explain

PACKAGE = Path(errors.__file__).parent


@cache
def keys():
    """Every key that an error of minigrad can carry, read from the source: the second argument of `case(…)`."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in PACKAGE.rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) > 2]
    return {call.args[1].value for call in calls if ast.unparse(call.func).rpartition(".")[2] == "case"}


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setattr(session, "lang", "en")


def test_there_are_keys_to_explain():
    assert {"freed", "no_graph", "sizes"} <= keys()


@pytest.mark.parametrize("lang", languages)
def test_every_key_is_explained(lang):
    assert keys() - catalogue("lesson_errors", lang).keys() == set()


def test_ops_raise_nothing_that_has_no_key():
    """Every error of an op is made in ops/complaints or in errors.py, where it gets its key and its advice."""
    files = [file for file in (PACKAGE / "ops").glob("*.py") if file.name != "meta.py"]  # meta's is caught again
    bare = [(file.name, node.lineno) for file in [*files, PACKAGE / "random.py", PACKAGE / "create.py"]
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name)
            and node.exc.func.id.endswith("Error") and node.exc.func.id != "AttributeError"]  # a module's own
    assert bare == []


@pytest.mark.parametrize("lang", languages)
def test_no_explanation_is_left_over(lang):
    known = {key.removesuffix(".try") for key in catalogue("lesson_errors", lang)}
    assert known - keys() == set()


def test_an_error_without_a_key_has_no_explanation():
    assert explain(ValueError("x"), "en") is None


def test_the_first_line_is_printed_and_what_it_means(capsys):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with show_error(RuntimeError):
        (x * x).backward()
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "RuntimeError: grad can be implicitly created only for scalar outputs"
    assert rest[0].startswith("The way back begins with one number.")


def test_it_speaks_the_language_of_the_lesson(capsys, monkeypatch):
    monkeypatch.setattr(session, "lang", "ru")
    with show_error(RuntimeError):
        torch.tensor(1.0).backward()
    assert "обратного пути нет" in capsys.readouterr().out


def test_an_error_of_another_type_comes_through():
    with pytest.raises(KeyError), show_error(RuntimeError):
        raise KeyError("x")


def test_no_error_is_said_so(capsys):
    with show_error(RuntimeError):
        pass
    assert "No RuntimeError came" in capsys.readouterr().out


def test_a_message_without_words(capsys):
    with show_error():
        raise ValueError
    assert capsys.readouterr().out == "ValueError: \n"


def test_several_types_may_be_expected(capsys):
    with show_error((KeyError, ValueError)):
        int("four")
    with show_error((KeyError, ValueError)):
        pass
    out = capsys.readouterr().out
    assert out.startswith("ValueError: invalid literal") and "No KeyError / ValueError came" in out


@pytest.mark.parametrize("expected", [3, "ValueError", None, int, (ValueError, 3)])
def test_what_is_no_type_of_error_is_said_at_once(expected):
    with pytest.raises(TypeError, match="show_error takes a type of error"), show_error(expected):
        raise AssertionError("the block must not run")
