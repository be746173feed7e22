"""Puzzles: what is put together is run, and the first test that fails is told."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minigrad.lesson import start
from minigrad.lesson.exercise import exercises, lessons
from minigrad.lesson.puzzle import Endless, Line, Puzzle, Trial, neighbours, step_limit

STATIC = Path(__file__).parents[2] / "minigrad" / "widgets" / "static"


def summed(names):
    return None if names["total"] == 6 else "last_one"


def counted(names):
    return None if names["count"] == 3 else "not_counted"


SUM = Puzzle(
    "00.9",
    lines=(
        Line("total", "total = 0"),
        Line("count", "count = 0"),
        Line("each", "for number in numbers:"),
        Line("add", "total += number", 1),
        Line("one", "count += 1", 1),
    ),
    distractors=(Line("set", "total = number", 1, instead="add"), Line("forever", "while True:", 0, instead="each")),
    trials=(Trial("sum", summed), Trial("count", counted)),
    tags=("last_one", "not_counted"),
    given="numbers = [1, 2, 3]",
    name="order",
)


def outcome(*placed):
    return SUM.judge(SUM.read(placed))


def test_the_solution_and_any_other_order_that_works_are_right():
    assert SUM.judge(SUM.solution).status == "ok"
    assert outcome("count", "total", "each", ("one", 1), ("add", 1)).status == "ok"
    assert outcome("count", "total", "each", ("one", 3), ("add", 3)).status == "ok"


def test_the_first_test_that_fails_is_told():
    told = outcome("total", "count", "each", ("set", 1), ("one", 1))
    assert (told.status, told.reason, told.test) == ("wrong", "last_one", "sum")
    told = outcome("total", "count", "each", ("add", 1), "one")
    assert (told.status, told.reason, told.test) == ("wrong", "not_counted", "count")


@pytest.mark.parametrize("placed, reason, values", [
    (["each", ("add", 1)], "name", {"name": "total"}),
    (["total", "each", "add"], "indent", {"line": 3}),
    (["total", ("each", 1)], "indent", {"line": 2}),
    (["forever", ("total", 1)], "endless", {}),
])
def test_a_program_that_stops_says_why(placed, reason, values):
    told = outcome(*placed)
    assert (told.status, told.reason, told.values) == ("error", reason, values)


def test_nothing_yet():
    assert outcome().status == "todo"


@pytest.mark.parametrize("order", [["nowhere"], ["total", "total"], [("total", -1)], [("total", "1")], [("total",)], 3])
def test_what_is_no_order_is_refused(order):
    with pytest.raises((ValueError, TypeError)):
        SUM.read(order)


def test_a_program_leaves_nothing_behind_and_the_tracer_is_given_back():
    before = sys.gettrace()
    outcome("total", "count", "each", ("add", 1))
    assert sys.gettrace() is before and "total" not in globals()
    with pytest.raises(Endless), step_limit(50):
        exec(compile("while True: pass", "<puzzle>", "exec"))
    assert sys.gettrace() is before


def test_the_jumble_is_always_the_same_and_not_the_solution():
    assert SUM.shuffled() == SUM.shuffled() != [key for key, _ in SUM.solution]


def test_orders_near_the_goal_hold_the_solution_and_its_common_mistakes():
    near = [list(map(tuple, placed)) for placed in neighbours(SUM)]
    assert SUM.solution in near
    assert [("total", 0), ("count", 0), ("each", 0), ("set", 1), ("one", 1)] in near
    assert [("total", 0), ("each", 0), ("add", 1), ("one", 1)] in near
    assert all(SUM.read(placed) for placed in near)


# ---- in a lesson


@pytest.fixture
def nb(monkeypatch, tmp_path):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    return start("04")


def test_a_puzzle_is_put_in_order_checked_and_kept(nb):
    puzzle = exercises("04")["04.3"]
    order = nb.parsons("04.3")
    assert order.untouched and nb.check("04.3", order).status == "todo"
    assert nb.check("04.3", ...).status == "todo"
    assert "First test that fails" in order.order("collect")  or "stopped" in order.order("collect")
    order.order(*puzzle.solution)
    assert nb.check("04.3", order).status == "ok"
    assert nb.parsons("04.3").program == [list(line) for line in puzzle.solution]
    order.reset()
    assert order.untouched


def test_a_line_that_is_not_there_is_refused(nb):
    with pytest.raises(KeyError):
        nb.parsons("04.3").order("nowhere")


def test_another_exercise_is_no_puzzle(nb):
    with pytest.raises(LookupError, match="04.3"):
        nb.parsons("04.1")


def test_a_recording_says_what_running_says_and_counts_no_try(nb):
    payload = nb.parsons("04.3").payload_for_saving()
    keys = [line["key"] for line in payload["lines"]]
    orders = payload["recorded"]["orders"]
    assert len(orders) > 500 and "0 tries" not in repr(nb.progress())
    puzzle = exercises("04")["04.3"]
    for name in random.Random(0).sample(sorted(orders), 40):
        placed = [(keys[ord(name[i]) - 97], int(name[i + 1])) for i in range(0, len(name), 2)]
        right = puzzle.judge(placed).status == "ok"
        assert (payload["recorded"]["verdicts"][orders[name]]["status"] == "ok") == right
    assert "04.3 · waiting for your answer" in nb.progress().lines


PUZZLES = [exercise for lesson in lessons() for exercise in exercises(lesson).values() if isinstance(exercise, Puzzle)]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_every_puzzle_has_a_solution_that_works_and_distractors_that_do_not(puzzle):
    assert puzzle.judge(puzzle.solution).status == "ok"
    for line in puzzle.distractors:
        assert line.instead
        placed = [(line.key if key == line.instead else key, depth) for key, depth in puzzle.solution]
        assert puzzle.judge(placed).status != "ok"


@pytest.mark.needs("node")
def test_the_page_reads_indentation_as_python_does():
    """What is not recorded for it, the page judges by itself."""
    node = shutil.which("node")
    chosen = random.Random(1)
    programs = []
    for _ in range(400):
        keys = chosen.sample(list(SUM.texts), chosen.randint(1, 5))
        programs.append([(key, chosen.choice([0, 0, 1, 1, 2])) for key in keys])
    expected = [told.values["line"] if (told := SUM.judge(p)).reason == "indent" else 0 for p in programs]
    script = f"""
        import {{ badIndent }} from {json.dumps((STATIC / "parsons.js").as_uri())};
        const texts = new Map(Object.entries({json.dumps(SUM.texts)}));
        console.log(JSON.stringify({json.dumps(programs)}.map((program) => badIndent(program, texts))));
    """
    ran = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, encoding="utf-8", timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == expected
    assert 50 < sum(map(bool, expected)) < 390
