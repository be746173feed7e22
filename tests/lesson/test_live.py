"""Live mode in a real IPython shell: what is drawn below a cell, and when."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from minigrad.lesson import live
from minigrad.lesson import session as started

LEAF = "import minigrad as torch\nx = torch.tensor(2.0, requires_grad=True)"


class Session:
    """A shell with a started lesson; `run` gives back what the cell displayed, what it printed, and its result."""

    def __init__(self, lang):
        self.shell = InteractiveShell.instance()
        self.lang = lang
        self.run(f"from minigrad.lesson import start; nb = start('00', lang={lang!r})")

    def run(self, code, history=True):
        with capture_output() as seen:
            self.result = self.shell.run_cell(code, store_history=history)
        self.printed = seen.stdout
        return [output.data for output in seen.outputs]


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.setenv("MINIGRAD_HOME", str(tmp_path))
    session = Session("en")
    yield session
    started.begin("en", None)
    InteractiveShell.clear_instance()


def pictures(outputs):
    return [data for data in outputs if "image/svg+xml" in data]


def test_a_cell_that_records_an_operation_draws_it(session):
    session.run(LEAF)
    (picture,) = session.run("y = x * 3")
    assert "<svg" in picture["image/svg+xml"]
    assert "y = Mul(x, 3) = 6" in picture["text/plain"]


def test_a_cell_that_runs_backward_draws_the_way_back(session):
    session.run(f"{LEAF}\ny = x * 3")
    (picture,) = session.run("y.backward()")
    assert "leaf x = 2; grad 3" in picture["text/plain"]


@pytest.mark.parametrize("code", ["1 + 1", "a = [1]", "t = torch.tensor(1.0)", "print(x)", "x.grad", "", "# words"])
def test_a_cell_without_an_operation_draws_nothing(session, code):
    session.run(LEAF)
    assert session.run(code) == []


def test_nbval_runs_cells_without_history_and_sees_the_same(session):
    session.run(LEAF, history=False)
    assert len(pictures(session.run("y = x * 3", history=False))) == 1


def test_the_same_picture_again_is_one_line_that_can_be_stepped_and_unfolds(session):
    session.run(LEAF)
    session.run("y = x * 3")
    (line,) = session.run("y = x * 3")
    assert line["text/plain"] == "The same picture as above: 1 operation."
    assert "<details" in line["text/html"] and "<svg" in line["text/html"] and "image/svg+xml" not in line
    assert "application/vnd.jupyter.widget-view+json" in line


def test_the_same_picture_without_the_packages_of_the_widgets_unfolds(session, monkeypatch):
    session.run(LEAF)
    session.run("y = x * 3")
    monkeypatch.setitem(__import__("sys").modules, "minigrad.widgets.stepper", None)
    (line,) = session.run("y = x * 3")
    assert line["text/plain"] == "The same picture as above: 1 operation." and "<svg" in line["text/html"]


def test_live_mode_can_be_turned_off_and_on(session):
    session.run(LEAF)
    session.run("nb.live(False)")
    assert "nb.live(True)" in session.printed
    assert session.run("y = x * 3") == []
    session.run("nb.live(True)")
    assert len(pictures(session.run("y = x * 4"))) == 1


def test_a_cell_that_asks_for_its_graph_gets_it_even_when_live_mode_is_off(session):
    session.run(LEAF)
    session.run("nb.live(False)")
    (picture,) = session.run("%%graph\ny = x * 5")
    assert "Mul(x, 5)" in picture["text/plain"]
    assert session.shell.user_ns["y"].item() == 10
    assert len(pictures(session.run("%%graph\ny = x * 5"))) == 1


def test_the_magic_line_moves_no_line_number(session):
    session.run(LEAF)
    session.run("%%graph\ny = x * 5\n1 / 0")
    assert session.result.error_in_exec.__traceback__.tb_next.tb_lineno == 3


def test_the_magic_stands_beside_other_magics(session):
    session.run(LEAF)
    for code in ("%%graph\n%%time\ny = x * 6", "%%time\n%%graph\ny = x * 6"):
        assert len(pictures(session.run(code))) == 1
        assert session.result.success and "Wall time" in session.printed


def test_what_the_lesson_does_with_a_tensor_is_not_drawn(session):
    session.run(f"{LEAF}\nloss = x * 2\nnb.predict('00.1').answer(4)")
    for code in ("nb.reveal('00.1', observed=loss)", "nb.check('00.1', loss)", "nb.check('00.1', lambda: x * 2)",
                 "nb.show(loss)"):
        assert pictures(session.run(code)) == []
        assert session.result.success


def test_lines_are_told_with_the_number_of_their_cell(session):
    session.run(LEAF)
    session.run("1")
    session.run("y = x * 3")
    number = session.result.execution_count
    assert number == 4 and session.shell.user_ns["nb"]._live.recorder.cell.number == number


def test_another_long_run_is_not_called_the_same(session):
    session.run(LEAF)
    for times in (400, 401):
        (said,) = session.run(f"h = x\nfor _ in range({times}):\n    h = h * 1.0")
        assert "The same picture" not in said["text/plain"]
        assert f"{2 * times + 1} nodes" in said["text/plain"]


def test_an_interrupt_while_drawing_is_one_sentence(session, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    session.run(LEAF)
    monkeypatch.setattr(live.trace, "capture", interrupted)
    assert session.run("y = x * 3") == []
    assert session.printed == "Drawing was interrupted, so this cell has no picture. Your results are untouched.\n"


def test_a_still_picture_shows_a_backward_once_it_ran(session):
    session.run(f"{LEAF}\ny = x * 3")
    assert "grad" not in repr(session.run("nb.graph(y)"))
    session.run("y.backward()\npicture = nb.graph(y)")
    assert "leaf x = 2; grad 3" in repr(session.shell.user_ns["picture"])


def test_an_explicit_picture_is_not_doubled(session):
    session.run(LEAF)
    session.run("y = x * 3\nnb.graph(y)")
    assert session.run("z = y * y\nnb.stepper(z);") == []


def test_a_cell_that_fails_draws_up_to_the_guilty_operation_and_explains(session):
    session.run(LEAF)
    picture, words = session.run("y = x * torch.ones(2)\ny + torch.ones(3)")
    assert "Mul" in picture["text/plain"]
    assert "Add" in picture["text/plain"]
    assert "What this error means" in words["text/plain"]
    assert "compared from the right" in words["text/plain"]


def test_an_error_is_explained_in_russian(session):
    session.run("nb = start('00', lang='ru')")
    session.run(f"{LEAF}\ny = x * x\ny.backward()")
    *_, words = session.run("y.backward()")
    assert "Ящики этого графа опустели" in words["text/plain"]
    assert isinstance(session.result.error_in_exec, RuntimeError)


def test_an_error_without_a_key_is_left_alone(session):
    assert session.run("1 / 0") == []


def test_a_fault_of_a_hook_is_one_sentence_and_the_cell_never_knows(session, monkeypatch):
    def broken(*_, **__):
        raise TypeError("a fault of ours")

    session.run(LEAF)
    monkeypatch.setattr(live.trace, "capture", broken)
    assert session.run("y = x * 3\nprint('done')") == []
    assert session.result.success
    assert session.printed == "done\nThis cell's picture could not be drawn (TypeError). Your results are untouched.\n"


def test_without_the_packages_of_the_widgets_there_is_a_still_picture_and_one_sentence(session, monkeypatch):
    session.run(LEAF)
    monkeypatch.setitem(__import__("sys").modules, "minigrad.widgets.stepper", None)
    (picture,) = session.run("y = x * 3")
    assert "<svg" in picture["image/svg+xml"]
    assert "pip install" in session.printed


def test_without_a_layout_engine_there_are_the_words_and_one_sentence(session, monkeypatch):
    from minigrad.draw import engines

    def broken(source):
        raise RuntimeError("no engine")

    monkeypatch.setattr(engines, "_wasm", broken)
    monkeypatch.setattr(engines, "_dot", broken)
    session.run(LEAF)
    (said,) = session.run("y = x * 3")
    assert "image/svg+xml" not in said
    assert "y = Mul(x, 3) = 6" in said["text/plain"] and "No layout engine was found" in said["text/plain"]


def test_starting_twice_draws_once(session):
    session.run("nb = start('00')")
    session.run(LEAF)
    assert len(session.run("y = x * 3")) == 1


def test_a_graph_of_many_nodes_gets_words_instead_of_a_picture(session):
    session.run(LEAF)
    (said,) = session.run("for _ in range(400):\n    x = x * 1.01")
    assert "image/svg+xml" not in said
    assert len(said["text/plain"].splitlines()) <= 41


def test_the_leaves_of_the_sliders_have_their_own_names(session):
    session.run(LEAF)
    session.run("def f(x, w):\n    loss = w * x\n    return loss")
    session.run("sliders = nb.leaves(f, {'x': (2, 0, 5), 'w': (3, 0, 5)})")
    picture = session.shell.user_ns["sliders"].snapshot()
    assert ">w<" in picture and "sliders" not in picture
