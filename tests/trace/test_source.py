"""Lines, columns, expressions and names, from what Python knows of the running code."""

import pytest

from minigrad.trace.source import Source, compact
from tests.trace.cells import Session, by_label, graph_of_cell, op


def underlined(graph, node):
    l0, c0, l1, c1 = node.span
    assert l0 == l1
    return graph.code[l0].text[c0:c1]


def test_each_operation_marks_its_own_part():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\nw = tensor(3.)\nb = tensor(1.)\nloss = (w*x + b - 5)**2")
    assert [underlined(graph, node) for node in graph.ops] == ["w*x", "w*x + b", "w*x + b - 5", "(w*x + b - 5)**2"]
    assert {node.line for node in graph.ops} == {3}
    assert [graph[out].label for node in graph.ops for out in node.outputs] == ["w*x", "w*x+b", "w*x+b-5", "loss"]


def test_columns_count_characters_not_bytes():
    graph = graph_of_cell("данные = tensor(2., requires_grad=True)\nитог = 'ё' and данные * 3")
    assert underlined(graph, graph.ops[0]) == "данные * 3"
    assert by_label(graph, "данные").kind == "leaf" and by_label(graph, "итог").kind == "result"


def test_an_expression_over_several_lines():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = (x\n     * 3)")
    assert graph.ops[0].span == [1, 5, 2, 8]


def test_loops_number_a_name():
    graph = graph_of_cell("h = tensor(.5, requires_grad=True)\nfor i in range(3):\n    h = h.tanh()")
    assert [t.label for t in graph.tensors] == ["h·1", "h·2", "h·3", "h·4"]


@pytest.mark.parametrize("statement, name", [
    ("y = x * 2", "y"), ("y: object = x * 2", "y"), ("print(y := x * 2)", "y"), ("a, y = 1, x * 2", "y"),
    ("m.y = x * 2", "m.y"), ("d['k'] = x * 2", "d['k']"), ("y = z = x * 2", "y"),
])
def test_the_assignment_names_the_result(statement, name):
    setting = "class M: pass\nm, d = M(), {}\nx = tensor(2., requires_grad=True)\n"
    graph = graph_of_cell(setting + statement)
    assert graph[graph.ops[0].outputs[0]].label == name


def test_augmented_assignment_keeps_the_name():
    graph = graph_of_cell("x = tensor(2., requires_grad=True)\ny = x * 3\ny += 1")
    assert [t.label for t in graph.tensors if t.kind == "result"] == ["y·1", "y·2"]


def test_several_results_get_their_own_names():
    graph = graph_of_cell("x = torch.arange(4.).requires_grad_()\np, q = x.split(2)")
    assert [graph[out].label for out in op(graph, "Split").outputs] == ["p", "q"]


def test_inside_a_function_the_names_are_its_own():
    graph = graph_of_cell("def f(a, b):\n    t = a * b\n    return t + a\n"
                          "p = tensor(1., requires_grad=True)\nq = tensor(2.)\nout = f(p, q)")
    assert [t.label for t in graph.tensors] == ["p", "q", "t", "out"]
    assert [node.line for node in graph.ops] == [1, 2]


def test_a_name_belongs_to_the_last_operation_of_a_call():
    graph = graph_of_cell("a = tensor(1., requires_grad=True)\ny = torch.nn.functional.softsign(a)")
    assert [node.title for node in graph.ops] == ["Abs", "Add", "Div"]
    assert [t.label for t in graph.tensors] == ["a", "abs(a)", "1", "abs(a)+1", "y"]
    assert [t.name for t in graph.tensors] == ["a", None, None, None, "y"]


def test_a_gradient_used_in_code_is_called_by_its_expression():
    graph = graph_of_cell("w = tensor(3., requires_grad=True)\n(w*w).backward()\n"
                          "with torch.no_grad():\n    v = w - .1 * w.grad")
    assert by_label(graph, "w.grad").value.text == "6"


def test_two_cells_named_alike_are_two_sources():
    from tests.trace.cells import Session

    session = Session()
    session.run("x = tensor(2., requires_grad=True)\ny = x * 3")
    graph = session.graph("# a comment\nz = y + 1")
    assert [(line.cell, line.n, line.text) for line in graph.code] == [
        (1, 1, "x = tensor(2., requires_grad=True)"), (1, 2, "y = x * 3"), (2, 1, "# a comment"), (2, 2, "z = y + 1")]
    assert [underlined(graph, node) for node in graph.ops] == ["x * 3", "y + 1"]


@pytest.mark.parametrize("text, told", [
    ("a  +  b", "a+b"), ("not x", "not x"), ("f( a,b )", "f(a, b)"), ("x [ 0 ]", "x[0]"), ("'a  b'", "'a  b'"),
    ("a # why\n+ b", "a+b"), ("λ * 2", "λ*2"), ("(", "("),
])
def test_compact(text, told):
    assert compact(text) == told


def test_text_that_is_no_python_still_has_lines():
    source = Source("%%time\nx = 1 +")
    assert source.lines == ["%%time", "x = 1 +"] and source.label((2, 4, 2, 5)) is None


@pytest.mark.parametrize("text, label", [
    ("torch.sin(h)", "sin(h)"), ("torch.nn.functional.relu(a + b)", "relu(a+b)"), ("F.relu(h) * h", "relu(h)*h"),
    ("h.sin()", "h.sin()"), ("my.torch.sin(h)", "my.torch.sin(h)"), ("torch.pi * h", "torch.pi*h"),
    ("f('torch.sin(h)')", "f('torch.sin(h)')"),
])
def test_the_module_before_a_function_is_left_out_of_a_label(text, label):
    assert Source(text).label((1, 0, 1, len(text))) == label


def test_modules_that_the_cell_imports_are_left_out_as_well():
    text = "import numpy as np, minigrad.random\ny = np.abs(x)"
    assert Source(text).label((2, 4, 2, 13)) == "abs(x)"


def test_a_failed_statement_has_named_nothing():
    cell = "x = torch.ones(2, 3, requires_grad=True)\nerr = x @ torch.tensor([1., 2.])"
    graph = graph_of_cell(cell, raises=RuntimeError)
    assert "err" not in [tensor.name for tensor in graph.tensors]
    session = Session()
    session.run(cell, raises=RuntimeError)
    assert session.graph("err = x * 2").tensors[-1].name == "err"


def test_lines_are_counted_as_python_counts_them():
    """A form feed or a line separator inside a string ends no line of Python's."""
    source = Source("a = '\x0c\u2028'\r\nloss = (жук * x\n        + b)\n")
    assert source.lines == ["a = '\x0c\u2028'", "loss = (жук * x", "        + b)"]
    (span,) = source.targets.keys() - {(1, 4, 1, 10)}
    assert source.names(span) == ["loss"] and source.label(span) == "жук*x+b"
