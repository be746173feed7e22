"""The one way to add an op: what it writes, what it refuses, and that nobody goes round it."""

import ast
from pathlib import Path

import numpy as np
import pytest

import minigrad
from minigrad.core.node import Node, tied
from minigrad.core.primitive import finish, primitive, registry, running, source
from minigrad.ops import elementwise

PACKAGE = Path(minigrad.__file__).parent

MUL = '''\
class MulBackward0(Node):
    __slots__ = ('edges', 'fit', 'b', 'a')

    def apply(self, g, keep):
        to_a, to_b = self.edges
        if to_a is not None:
            b = self.b
            if type(b) is Tensor or type(b) not in numbers and isinstance(b, Tensor):
                if b.version is not None and b.version.when > self.seq:
                    raise changed(self, 'b', b)
                b = b.array
            elif b is gone: raise freed(self)
        if to_b is not None:
            a = self.a
            if type(a) is Tensor or type(a) not in numbers and isinstance(a, Tensor):
                if a.version is not None and a.version.when > self.seq:
                    raise changed(self, 'a', a)
                a = a.array
            elif a is gone: raise freed(self)
        if not keep: self.a = self.b = gone
        if to_b is None: return (to_a, g * b),
        if to_a is None: return (to_b, g * a),
        return (to_a, g * b), (to_b, g * a)


def mul(a, b):
    if type(a) is Tensor or isinstance(a, Tensor):
        a_ = a.array
        to_a = a.node
    else:
        a_ = a if type(a) in numbers else plain(this, a, 0)
        if a_ is NotImplemented: return a_
        to_a = None
    if type(b) is Tensor or type(b) not in numbers and isinstance(b, Tensor):
        b_ = b.array
        to_b = b.node
    else:
        b_ = b if type(b) in numbers else plain(this, b, 1)
        if b_ is NotImplemented: return b_
        to_b = None
        if not (type(a) is Tensor or isinstance(a, Tensor)):
            if not running: raise not_a_tensor(this.__name__, 1, a)
            return a_ * b_
    try:
        out = a_ * b_
    except Exception as error:
        out = explained(this, settle, error, (a_, b_), {})
    fit = None
    if halves or type(out) is not scalar32:
        mixed = False
        if halves or out.dtype is not float32: out, mixed = settle(out, (a_, b_), {})
        if mixed or to_a is not None and a_.shape != out.shape or to_b is not None and b_.shape != out.shape:
            fit = fits((to_a, to_b), (a_, b_))
    if (to_a is not None or to_b is not None) and (not paused or mode.recording):
        node = MulBackward0()
        node.hooks = None
        node.seq = tick()
        node.edges = to_a, to_b
        if to_a is not None: node.b = b
        if to_b is not None: node.a = a
        node.fit = fit
        if on_save:
            for look in on_save: look(node)
    else: node = None
    result = blank()
    result.array = out
    result.node = node
    result.version = None if not inferring or not mode.inference else inferred()
    if observers: announce(this, (a, b), {}, result)
    return result
'''

TANH = '''\
class TanhBackward0(Node):
    __slots__ = ('edges', 'fit', 'out', 'out_version')

    def apply(self, g, keep):
        to_x, = self.edges
        out = self.out
        if out is gone: raise freed(self)
        if self.out_version is not None and self.out_version.when > self.seq: raise changed(self, 'out')
        if not keep: self.out = gone
        return (to_x, rule_x(g, out)),


def tanh(x):
    if type(x) is not Tensor and not isinstance(x, Tensor):
        if not running: raise not_a_tensor(this.__name__, 1, x)
        x_ = x
        return kernel(x_)
    x_ = x.array
    to_x = x.node
    try:
        out = kernel(x_)
    except Exception as error:
        out = explained(this, settle, error, (x_,), {})
    fit = None
    if halves or type(out) is not scalar32:
        mixed = False
        if halves or out.dtype is not float32: out, mixed = settle(out, (x_,), {})
        if mixed:
            fit = fits((to_x,), (x_,))
    if to_x is not None and (not paused or mode.recording):
        node = TanhBackward0()
        node.hooks = None
        node.seq = tick()
        node.edges = to_x,
        node.out = out
        node.out_version = None
        node.fit = fit
        if on_save:
            for look in on_save: look(node)
    else: node = None
    result = blank()
    result.array = out
    result.node = node
    result.version = None if not inferring or not mode.inference else inferred()
    if observers: announce(this, (x,), {}, result)
    return result
'''


def test_what_is_written_for_mul():
    assert source(elementwise.mul) == MUL


def test_what_is_written_for_tanh():
    assert source(elementwise.tanh) == TANH


def test_a_wrong_name_in_a_rule_fails_where_it_is_written():
    with pytest.raises(TypeError, match="bad: the rule for 'a' asks for 'c'; it may ask for g first, then a, b, out"):

        @primitive(a=lambda g, c: g * c)
        def bad(a, b):
            return a * b


def test_a_rule_for_an_input_that_is_not_there():
    with pytest.raises(TypeError, match="odd: a rule for 'z', but its inputs are a, b"):

        @primitive(z=lambda g: g)
        def odd(a, b):
            return a * b


def test_a_rule_must_begin_with_the_gradient():
    with pytest.raises(TypeError, match="asks for 'b'"):

        @primitive(a=lambda b: b)
        def late(a, b):
            return a * b


def engine_files():
    """The files of the engine; the picture book above it may speak of backward as it likes."""
    above = {"i18n", "trace", "draw", "bridge", "widgets", "lesson"}
    return [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in above]


def test_no_class_outside_function_defines_a_backward():
    guilty = []
    for path in engine_files():
        if path.name == "function.py":
            continue
        for cls in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(cls, ast.ClassDef) and cls.name != "Tensor":
                guilty += [f"{path.name}: {cls.name}" for f in cls.body if getattr(f, "name", "") == "backward"]
    assert guilty == ["checkpoint.py: CheckpointFunction"]      # PyTorch's Function of that name: no op, and no rule


def test_nodes_are_made_by_the_decorator_alone():
    """Every Node class is generated, except those that no op makes."""
    by_hand = {"Node", "ListNode", "Port", "AccumulateGrad"}
    for path in engine_files():
        for cls in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(cls, ast.ClassDef) and {"Node", "ListNode"} & {getattr(b, "id", "") for b in cls.bases}:
                assert cls.name in by_hand or path.name == "function.py", f"{path.name}: {cls.name}"


def test_an_op_hands_out_what_tracers_ask():
    op = elementwise.mul
    assert op.__name__ == "mul" and op.inputs == ("a", "b") and not op.view and op.symbol == "*"
    x = minigrad.tensor(2.0, requires_grad=True)
    node = (x * 3.0).grad_fn
    assert node.op is op and node.saved_items() == [("other", 3.0)] and not node.freed


def test_what_a_node_saves_hides_nothing_that_the_engine_asks_it_for():
    """A setting called `index` made x[1] say that it was output 1 of its node; `source` made grad_fn a dtype."""
    hidden = {name: names for name, op in registry.items()
              if (names := set(op.__globals__["declaration"].users) & set(dir(Node)))}
    assert not hidden
    x = minigrad.ones(3, requires_grad=True)
    assert [index for _, index in (x[1] * x).grad_fn.next_functions] == [0, 0]
    assert x.double().grad_fn.name() == "ToCopyBackward0"


def test_every_op_can_be_written():
    for op in registry.values():
        finish(op)
        assert issubclass(op.node, Node)


# A rule is written once, for arrays in a plain pass and for tensors under create_graph.
UNARY = [op for op in registry.values() if len(op.inputs) == 1 and not op.settings and op.rules and not op.several]


@pytest.mark.parametrize("op", UNARY, ids=lambda op: op.kernel.__name__)
def test_rules_say_the_same_on_arrays_and_on_tensors(op):
    x = np.array([[0.3, 0.5, 0.7], [0.2, 0.9, 0.4], [0.6, 0.1, 0.8]])
    if op.__name__ == "acosh":
        x = x + 1
    if op.__name__ == "squeeze":
        x = x[None]
    leaf = minigrad.tensor(x.tolist(), dtype=minigrad.float64, requires_grad=True)
    out = op(leaf)
    g = minigrad.linspace(1, 2, out.numel(), dtype=minigrad.float64).reshape(out.shape)
    (plain,) = minigrad.autograd.grad(op(leaf), leaf, g)
    (tracked,) = minigrad.autograd.grad(op(leaf), leaf, g, create_graph=True)
    assert plain.shape == tracked.shape == leaf.shape
    np.testing.assert_allclose(plain.numpy(), tracked.detach().numpy(), rtol=1e-12)


def test_arrays_are_welcome_in_rules_only():
    with pytest.raises(TypeError, match=r"exp\(\): argument 'input' \(position 1\) must be Tensor, not numpy.ndarray"):
        minigrad.exp(np.ones(2))
    running.append(None)
    try:
        assert isinstance(minigrad.exp(np.ones(2)), np.ndarray)
    finally:
        running.pop()


def test_a_tensor_is_tied_without_being_counted():
    x = tied(np.ones(2), None)
    assert isinstance(x, minigrad.Tensor) and x.is_leaf and not x.requires_grad
