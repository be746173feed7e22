"""What the stepper asks, what each wrong answer is told, and what must not be seen meanwhile."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

import minigrad as torch
from minigrad import trace
from minigrad.i18n import say
from minigrad.trace.graph import Graph
from minigrad.widgets import predictions
from minigrad.widgets.free_order import free_order
from minigrad.widgets.inspector import facts
from minigrad.widgets.stepper import Stepper
from minigrad.widgets.typed import Unreadable, read

DATA = Path(__file__).parents[1] / "data" / "article_a.graph.json"


@pytest.fixture
def article_a() -> Graph:
    return Graph.from_json(json.loads(DATA.read_text(encoding="utf-8")))


def recorded(run) -> Graph:
    recorder = trace.Recorder()
    with recorder:
        run()
    return trace.capture(recorder)


def fork() -> Graph:
    """a = 3x, b = 4x, loss = a·b at x = 2: da = 8, db = 6; two contributions, 24 and 24, meet in x."""

    def run():
        x = torch.tensor(2.0, requires_grad=True)
        loss = (x * 3) + (x * 4)
        loss.backward()

    return recorded(run)


def at(stepper: Stepper, k: int) -> Stepper:
    stepper.index = k
    return stepper


@pytest.mark.parametrize("text, value", [("3/4", 0.75), ("2*3", 6), ("(1 + 2) * -4", -12), ("−0,5", -0.5),
                                         ("[1, 2]", [1, 2]), ("[[1, 2], [3, 4/2]]", [[1, 2], [3, 2]]),
                                         ("[0,5; 1]", [0.5, 1]), ("2**3", 8), ("2×3", 6)])
def test_what_is_typed_is_read(text, value):
    assert read(text) == value


NONSENSE = ["", "x", "1/0", "[1", "1 2", "1,2,", "__import__('os')", "9**9**9", "1" * 300, "((((", "[" * 150,
            "1e400", "-1e400", "1e400 - 1e400", "[1, 1e308 * 10]", "٣", "[1, 2", "nan", "inf", "   "]


@pytest.mark.parametrize("text", NONSENSE)
def test_what_is_no_number_is_not_run(text):
    with pytest.raises(Unreadable):
        read(text)


NO_NUMBERS = [None, "x", int, [1, None], float("nan"), float("inf"), [float("nan")], 10**400, 1j, Decimal("sNaN")]


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_what_is_no_finite_number_costs_no_try(article_a, value):
    stepper = next(s for k in range(99) if (s := at(Stepper(article_a), k)).question)
    for _ in range(3):
        assert stepper.answer(value) == say("widgets.stepper.unreadable", "en")
    assert stepper.question and not stepper.answers


@pytest.mark.parametrize("lang, said", [("en", "is not known"), ("ru", "неизвестно")])
def test_an_unknown_wish_is_told_in_the_language_of_the_reader(article_a, lang, said):
    with pytest.raises(ValueError, match=said):
        Stepper(article_a, lang=lang, view="3d")


def test_every_push_of_article_a_is_asked(article_a):
    asked = predictions.questions(article_a, "en")
    assert {k: question["value"] for k, question in asked.items()} == {11: 4, 13: 4, 14: 4, 15: 4, 17: 8, 18: 12}


@pytest.mark.parametrize("k, typed, said", [
    (18, "8", "That is for the other input: × swaps partners."),
    (18, "-12", "The size is right. Check the sign."),
    (18, "3", "That is the local slope alone. What came from above?"),
    (18, "4", "That came from above. Multiply it by the local slope."),
    (18, "4 + 3", "You added the two numbers: the chain rule multiplies."),
    (18, "2", "That is the value of x. Asked is a slope."),
    (18, "6", "That is the value of w*x. Asked is a slope."),
    (11, "2", "The factor 2 is missing: the exponent comes down."),
    (18, "100", "Not this number. From above × local slope."),
    (18, "[12]", "One number: x has no sides."),
    (18, "twelve", "I can read numbers: 7, −0.5, 3/4, 2*3, lists [1, 2]."),
    (18, "3*4", "Right."), (18, 12, "Right."), (18, 12.0, "Right."), (18, "12,0", "Right."),
])
def test_a_wrong_answer_is_told_its_reason(article_a, k, typed, said):
    assert at(Stepper(article_a), k).answer(typed) == said


@pytest.mark.parametrize("lang, seen", [("en", "gives 12"), ("ru", "получаем 12")])
def test_after_two_misses_it_is_shown(article_a, lang, seen):
    stepper = at(Stepper(article_a, lang=lang), 18)
    assert seen not in stepper.describe() and "12" not in stepper.describe()
    assert seen not in stepper.answer("8")
    stepper.answer("what?")  # no miss: it could not be read
    assert stepper.question is not None
    assert seen in stepper.answer("3")
    assert stepper.question is None and stepper.predicted == (0, 6) and seen in stepper.describe()
    with pytest.raises(LookupError):
        stepper.answer("12")


def test_the_answer_is_nowhere_while_it_is_asked(article_a):
    stepper = at(Stepper(article_a), 18)
    question = stepper.question
    told = json.dumps({name: question[name] for name in ("say", "short", "card", "hide")})
    assert "12" not in told and '"3"' not in told
    picture = stepper.snapshot()
    assert 'data-key="g:n3:1.chip.text">?<' in picture and 'data-key="n0.slot.text">?<' in picture
    stepper.answer("12")
    assert 'data-key="g:n3:1.chip.text">12<' in stepper.snapshot()


def test_the_score_and_the_way_back(article_a):
    stepper = Stepper(article_a)
    for k, typed in ((11, "2*2"), (13, "4"), (14, "4"), (15, "5"), (15, "1"), (17, "8"), (18, "24/2")):
        at(stepper, k).answer(typed)
    assert stepper.predicted == (5, 6)
    assert "Predicted 5/6." in at(stepper, 22).describe()
    assert at(stepper, 11).question is None  # going back asks nothing twice
    assert "nothing now" in pytest.raises(LookupError, at(stepper, 0).answer, "1").value.args[0]


def test_without_predictions_nothing_is_asked(article_a):
    stepper = at(Stepper(article_a, predict=False), 18)
    assert stepper.question is None and "gives 12" in stepper.describe()
    assert stepper.payload["asks"] and stepper.payload["predict"] is False  # the switch can still turn them on


def test_a_sum_that_was_overwritten_is_told():
    stepper = Stepper(fork())
    k, question = next((k, q) for k, q in stepper._questions.items() if q["kind"] == "sum")
    assert question["value"] == 7
    told = {typed: at(Stepper(fork()), k).answer(typed) for typed in ("3", "4", "12", "-7", "7")}
    assert told["7"] == "Right." and "add up" in told["12"]
    assert {told["3"], told["4"]} == {"x.grad is not overwritten: contributions add up.",
                                      "That is one road only: both arrive, and they add up."}


def test_a_tensor_is_asked_whole_when_it_is_small_and_by_shape_when_it_is_large():
    def small():
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        (x * torch.tensor([3.0, -4.0])).sum().backward()

    def large():
        x = torch.ones(2, 5, requires_grad=True)
        (x * 2).sum().backward()

    stepper = Stepper(recorded(small))
    k = max(k for k, q in stepper._questions.items() if q["kind"] == "contribution")
    assert stepper._questions[k]["value"] == [3, -4]
    assert at(Stepper(recorded(small)), k).answer("[3; -4]") == "Right."
    assert at(Stepper(recorded(small)), k).answer(torch.tensor([3.0, -4.0])) == "Right."
    assert "shape" in at(Stepper(recorded(small)), k).answer("3")
    questions = predictions.questions(recorded(large), "en")
    assert {q["kind"] for q in questions.values()} == {"shape"}
    question = questions[max(questions)]
    assert predictions.judge(question, "[2, 5]", "en")[0] == "right"
    assert predictions.judge(question, "[5, 2]", "en") == ("wrong", "Rows and columns are swapped.")


def test_an_ugly_number_is_asked_by_its_sign(article_a):
    def run():
        x = torch.tensor(0.7, requires_grad=True)
        (-torch.exp(x)).backward()

    question = list(predictions.questions(recorded(run), "en").values())[-1]
    assert question["kind"] == "sign" and question["value"] == "−"
    assert predictions.judge(question, "-", "en")[0] == "right"
    assert predictions.judge(question, "+", "en")[0] == "wrong"
    assert all(q["kind"] == "sign" for q in predictions.questions(article_a, "en", "sign").values())


def test_the_next_node_may_be_asked(article_a):
    asked = predictions.questions(article_a, "en", "node")
    assert [q["value"] for q in asked.values()] == ["Pow", "Sub", "Add"]
    assert all(q["value"] in [value for value, _ in q["choices"]] for q in asked.values())


@pytest.mark.parametrize("how", [{"predict": "colour"}, {"order": "random"}, {"view": "3d"}])
def test_unknown_wishes_are_refused(article_a, how):
    with pytest.raises(ValueError, match=next(iter(how))):
        Stepper(article_a, **how)


def test_free_order_knows_who_waits_for_whom(article_a):
    order = free_order(article_a, "en")
    assert [node["name"] for node in order["nodes"]] == ["Pow", "Sub", "Add", "Mul"]
    assert order["nodes"][3]["needs"] == [{"id": "n5", "name": "Add", "to": "w*x"}]
    assert [(s["to"], s["text"]) for s in order["nodes"][3]["sends"]] == [("n1", "8"), ("n0", "12")]
    twice = free_order(fork(), "en")
    pocket = next(target for target in twice["targets"].values() if target["leaf"])
    assert (pocket["expects"], pocket["final"], pocket["name"]) == (2, "7", "x")


def test_the_inspector_says_what_pytorch_says(article_a):
    told = {key: dict(node["rows"]) for key, node in facts(article_a, "en").items()}
    assert told["n0"]["is_leaf"] == "True" and told["n0"]["grad_fn"] == "None" and told["n0"]["line"].startswith("1: x")
    assert told["n4"]["is_leaf"] == "False" and told["n4"]["grad_fn"] == "MulBackward0"
    assert told["n3"]["drawers"] == "self: w, other: x"
    assert told["n8"]["next_functions"] == "(AddBackward0, 0), (None, 0)"
    assert told["n8"]["drawers"] == "nothing is kept"


def test_a_large_graph_sends_the_rest_when_asked_and_saves_it_whole():
    def run():
        h = x = torch.tensor(0.5, requires_grad=True)
        for _ in range(24):
            h = torch.tanh(h * x)
        h.backward()

    stepper = Stepper(recorded(run))
    assert stepper.payload["whole"] is False and not {"views", "steps", "svg"} & set(stepper.payload)
    assert stepper.payload["still"].count('data-state="filled"') == 1 and ".chip" not in stepper.payload["still"]
    assert len(json.dumps(stepper.payload)) < 150_000
    stepper.index = last = stepper.payload["last"]
    assert stepper.step["verb"] == "done" and repr(stepper) == f"Stepper({last} steps, index={last})"
    saved = stepper.payload_for_saving()
    assert saved["whole"] and {"wide", "narrow"} <= set(saved["svg"]) and {"wide", "narrow"} <= set(saved["views"])
    assert json.loads(json.dumps(saved)) == saved
    assert "style=" not in "".join([*saved["svg"].values(), *saved["views"].values()])
    stepper._answer_the_page(stepper, {"ask": "rest"}, [])
    assert stepper.rest["whole"] and stepper.rest["asks"] == saved["asks"]
    assert len(stepper.rest["steps"]) == last + 1 and "still" not in saved
    assert Stepper(stepper.graph, opened=True).payload["whole"]


def test_a_view_has_its_own_list(article_a):
    stepper = Stepper(article_a, view="stored")
    bundle, _ = stepper._repr_mimebundle_()
    assert bundle["text/plain"].splitlines()[1] == (
        "2. SubBackward0 keeps nothing; next_functions: (AddBackward0 no. 3, 0), (None, 0)")
    assert '<svg data-view="stored"' in bundle["image/svg+xml"]
    assert "Accumulate</text>" in bundle["image/svg+xml"]
