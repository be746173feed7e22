"""Graphs made by hand for the tests of the pictures: no engine and no recorder has to work for them."""

from __future__ import annotations

import json
from pathlib import Path

from minigrad.trace.graph import Drawer, Graph, OpNode, TensorNode, Value

ARTICLE_A = Path(__file__).parents[1] / "data" / "article_a.graph.json"


def article_a() -> Graph:
    return Graph.from_json(json.loads(ARTICLE_A.read_text(encoding="utf-8")))


class Maker:
    """Makes a graph node by node, in the order of creation."""

    def __init__(self):
        self.nodes = []

    def leaf(self, name, value="1", shape=(), data=None):
        return self._tensor("leaf", name, name, value, shape, data, grad=True)

    def const(self, text, name=None, shape=(), data=None):
        return self._tensor("const", name, name or text, text, shape, data, grad=False)

    def op(self, op, symbol, title, inputs, label, value="1", shape=(), data=None, name=None, keep=(), **more):
        """An operation with one result. `keep`: which inputs stay in its drawers."""
        by_id = {node.id: node for node in self.nodes}
        needs = [by_id[id].requires_grad for id in inputs]
        drawers = [Drawer(f"saved{k}", by_id[id].label, by_id[id].value, id) for k, id in enumerate(keep)]
        fields = {"grad_fn": f"{title}Backward0", "tracked": any(needs), "drawers": drawers}
        fields["ways"] = [i for i, need in enumerate(needs) if need]
        fields["factor"] = None if keep else "× 1"
        node = OpNode(self._id(), op, symbol, title, list(inputs), [], **{**fields, **more})
        self.nodes.append(node)
        result = self._tensor("result", name, label, value, shape, data, grad=node.tracked and not node.cut, op=node.id)
        node.outputs.append(result)
        return result

    def graph(self, *roots):
        return Graph(nodes=self.nodes, roots=list(roots))

    def _id(self):
        return f"n{len(self.nodes)}"

    def _tensor(self, kind, name, label, text, shape, data, grad, op=None):
        value = Value(text, list(shape) or None, data)
        node = TensorNode(self._id(), kind, name, label, value, list(shape), "float32", grad, op=op)
        if kind == "const" and not name:
            node.dtype = None
        self.nodes.append(node)
        return node.id


def fan_out() -> Graph:
    """z = x * y + x ** 2"""
    make = Maker()
    x, y = make.leaf("x", "2"), make.leaf("y", "3")
    product = make.op("mul", "×", "Mul", [x, y], "x*y", "6", keep=[x, y])
    square = make.op("pow", "( )²", "Pow", [x], "x**2", "4", keep=[x])
    z = make.op("add", "+", "Add", [product, square], "z", "10", name="z")
    graph = make.graph(z)
    graph[x].lamps = 2
    return graph


def skip_connection() -> Graph:
    """A residual block: the input passes two functions by, a weight is used at both ends, and x * x."""
    make = Maker()
    x, w = make.leaf("x", "0.5"), make.leaf("w", "-1.25")
    h = make.op("mul", "×", "Mul", [x, w], "h", "-0.625", name="h", keep=[x, w])
    a = make.op("tanh", "tanh", "Tanh", [h], "a", "-0.5546", name="a", keep=[h])
    e = make.op("exp", "exp", "Exp", [a], "exp(a)", "0.5743", keep=[a])
    s = make.op("add", "+", "Add", [e, x], "s", "1.0743", name="s")
    q = make.op("mul", "×", "Mul", [s, s], "s*s", "1.1541", keep=[s, s])
    out = make.op("mul", "×", "Mul", [q, w], "out", "-1.4427", name="out", keep=[q, w])
    return make.graph(out)


def cut() -> Graph:
    """c = (x * w).detach(); y = c * w"""
    make = Maker()
    x, w = make.leaf("x", "2"), make.leaf("w", "3")
    h = make.op("mul", "×", "Mul", [x, w], "h", "6", name="h", keep=[x, w])
    c = make.op("detach", "detach", "detach", [h], "c", "6", name="c", tracked=False, cut=True, grad_fn=None)
    y = make.op("mul", "×", "Mul", [c, w], "y", "18", name="y", keep=[c])
    return make.graph(y)


def tensors() -> Graph:
    """A small layer with heat maps, a vector, a large tensor with a thumbnail, and a scalar at the end."""
    make = Maker()
    image = [[(i - 8) * (j - 4) / 64 for j in range(16)] for i in range(16)]
    x = make.const("tensor", "X", (2, 3), [[0.5, -1.0, 2.0], [0.25, 0.75, -0.5]])
    w = make.leaf("W", "tensor", (3, 4), [[0.5, -0.4, 0.3, 0.1], [-0.3, 0.6, 0.2, -0.2], [0.2, 0.1, -0.5, 0.4]])
    h = make.op(
        "matmul", "@", "Mm", [x, w], "X @ W", "tensor", (2, 4), [[0.9, -0.6, 1, 0], [0.1, 0.2, -0.3, 1]], keep=[x]
    )
    b = make.leaf("b", "tensor", (4,), [0.1, 0.0, 0.2, -0.1])
    z = make.op("add", "+", "Add", [h, b], "z", "tensor", (2, 4), [[1, -0.6, 1.2, -0.1], [0, 0, -1, 1]], name="z")
    a = make.op("relu", "relu", "Relu", [z], "a", "tensor", (2, 4), [[1, 0, 1.2, 0], [0, 0, 0, 1]], name="a", keep=[z])
    big = make.leaf("image", "tensor", (640, 480))
    make.nodes[-1].value = Value("(640, 480)", [640, 480], None, -0.94, 0.88, 0.01, image)
    m = make.op("mean", "mean", "Mean", [big], "image.mean()", "0.01", factor="× 1/307200")
    t = make.op("sum", "Σ", "Sum", [a], "a.sum()", "3.2", keep=[])
    loss = make.op("mul", "×", "Mul", [t, m], "loss", "-0.0320001", name="loss", keep=[t, m])
    return make.graph(loss)


NASTY = [
    'a<b>&"c"',
    "f{x|y}",
    "back\\slash\\",
    "длинное_имя_переменной",
    "two\nlines\tand\x00more",
    "😀🎉",
    "<b>",
    "\\N",
    "{",
    "|",
    "'",
]


def nasty_names() -> Graph:
    make = Maker()
    total = make.leaf(NASTY[0], "1")
    for name in NASTY[1:]:
        other = make.leaf(name, "nan")
        total = make.op("<op>", "<|>", 'T{"}', [total, other], f"{name}+{name}", "-inf", keep=[other, total])
    return make.graph(total)


def wide_inputs(count=5) -> Graph:
    """cat of several leaves, one of them twice, and a split into results of its own."""
    make = Maker()
    leaves = [make.leaf(f"p{i}", str(i)) for i in range(count)]
    joined = make.op("cat", "cat", "Cat", [*leaves, leaves[0]], "joined", "c", name="joined")
    split = OpNode(
        make._id(), "split", "split", "Split", [joined], [], "SplitBackward0", tracked=True, ways=[0], factor="× 1"
    )
    make.nodes.append(split)
    for part in ("head", "tail"):
        split.outputs.append(make._tensor("result", part, part, "1", (), None, True, split.id))
    y = make.op("mul", "×", "Mul", split.outputs, "y", "1", name="y", keep=split.outputs)
    return make.graph(y)


def random_dag(nodes=100, reach=12, seed=1) -> Graph:
    """About `nodes` nodes: operations with two inputs each, reused within the last `reach` results."""
    make = Maker()
    state = seed
    values = [make.leaf(f"w{i}", f"{i}.5") for i in range(3)]

    def draw(most):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return (state >> 8) % most

    while len(make.nodes) < nodes - 1:
        recent = values[-reach:]
        a, b = recent[draw(len(recent))], recent[draw(len(recent))]
        title, symbol = (("Mul", "×"), ("Add", "+"))[draw(2)]
        values.append(
            make.op(
                title.lower(), symbol, title, [a, b], f"v{len(values)}", "0.25", keep=[a, b] if title == "Mul" else []
            )
        )
        if draw(6) == 0:
            values.append(make.leaf(f"w{len(make.nodes)}", "2"))
    return make.graph(values[-1])


def chain(ops=20) -> Graph:
    make = Maker()
    value, w = make.leaf("x", "1"), make.leaf("w", "0.9")
    for k in range(ops):
        value = make.op("mul", "×", "Mul", [value, w], f"h·{k + 1}", "0.9", keep=[value, w])
    return make.graph(value)


def finished(graph: Graph) -> dict[str, str]:
    """Everything shown: the state after a backward that kept its drawers."""
    state = {}
    for node in graph.nodes:
        state[node.id] = "shown"
        if isinstance(node, OpNode):
            state[f"{node.id}.floor"] = "done"
            state |= {f"{node.id}.d{k}": "full" for k in range(len(node.drawers))}
            continue
        state[f"{node.id}.slot"] = "filled" if node.kind == "leaf" else "shown"
        state[f"{node.id}.slot.text"] = "-0.25"
        state |= {f"{node.id}.lamp{k}": "arrived" for k in range(node.lamps)}
    state |= {key: "shown" for key, _, _ in graph.value_edges()}
    cuts = {op.id for op in graph.ops if op.cut}
    state |= {key: "cut" if key.split(":")[1] in cuts else "done" for key, _, _ in graph.gradient_edges()}
    return state


ALL = {
    "article_a": article_a,
    "fan_out": fan_out,
    "skip_connection": skip_connection,
    "cut": cut,
    "tensors": tensors,
    "nasty_names": nasty_names,
    "wide_inputs": wide_inputs,
    "chain": lambda: chain(8),
    "dag_30": lambda: random_dag(30),
    "dag_100": random_dag,
}
