"""The one way to add an op: a kernel on arrays and one gradient rule per input.

    @primitive(a=lambda g, b: g * b,
               b=lambda g, a: g * a, promote=common)
    def mul(a, b):
        \"\"\"what it means, shapes, rule, saves, errors, source, example\"\"\"
        return a * b

1. Write the kernel in the fitting file of ops/: NumPy in, NumPy out. Positional parameters are tensors, keyword-only
   ones are settings. `def cat(*tensors, dim)`: an op on a list of tensors, called cat(list, dim); its one rule returns
   one gradient for each. A kernel that returns a tuple makes an op with several outputs:
   `outputs=("values", "indices")`, or `outputs=...` when their number varies; then g is a list with None for outputs
   without gradient.
2. Write a rule for each differentiable input, with g first. By name it gets only what it mentions: an input, `out` (or
   an output's name), an input's shape (`a_shape`; `tensors_shape` is a tuple of shapes), a setting. What it mentions is
   what the node saves. Rules run on arrays, and on tensors under create_graph, so use operators, methods that both
   have, and ops (ops accept arrays inside a rule). Gradients need not be summed over broadcast dimensions: the engine
   does it, unless the op says `exact=True`: its rules give each gradient the shape and dtype of its input.
3. Options: `node="SumBackward1"` when PyTorch's name is not Camel + Backward0; `view=True` when the result shares the
   input's memory; `promote=common | floating | total` (dtypes.py) to mix dtypes as PyTorch does, in the op itself;
   `symbol="*"` for what stands behind a Python operator; `saved={"b": "exponent"}` for PyTorch's names of saved values
   (otherwise a and x are self, b is other, out is result).
4. Put the name into minigrad/__init__.py, a line into ops/methods.py if it is a method, and a row into tests/ops.

From a declaration the decorator writes the source of two things, a node class and a recording function, as a careful
person would by hand, and compiles it when the op is first used. `source(op)` shows it; tracebacks do too.
"""
import linecache
import threading
from contextlib import suppress
from functools import partial
from types import FunctionType

import numpy as np
from numpy import float32, ndarray

from .. import dtypes, errors
from .grad_mode import inferring, mode, paused
from .node import ListNode, Node, Port, fits, gone
from .observe import announce, observers
from .version import Version, tick
from .wording import write

running = []                            # backward passes under way: then ops accept plain arrays
halves = set()                          # not empty once there is a float16 tensor: then see `forward_lines`
on_save = []                            # who wants to see a node after it saved its values
numbers = frozenset({float, int, bool})
titles = {"a": "self", "x": "self", "b": "other", "out": "result"}          # PyTorch's names of saved values
generated = {
    "Node": Node, "ListNode": ListNode, "ndarray": ndarray, "float32": np.dtype(float32), "scalar32": float32,
    "paused": paused, "mode": mode, "inferring": inferring, "observers": observers, "announce": announce,
    "tick": tick, "fits": fits, "gone": gone, "running": running, "halves": halves, "on_save": on_save,
    "numbers": numbers, "freed": errors.freed, "changed": errors.changed,
    "not_a_tensor": errors.not_a_tensor, "__name__": __name__,
}                                       # what generated code may speak of; introduce() adds Tensor
registry = {}                           # name of the kernel -> op
writing = threading.RLock()


def introduce(Tensor):
    """Tell ops and nodes which class their results have."""
    generated["Tensor"] = Node.Tensor = Tensor
    generated["blank"] = Node.blank = partial(object.__new__, Tensor)


def primitive(*, name=None, node=None, view=False, outputs=(), promote=None, exact=False, saved=None, symbol=None,
              **rules):
    """Make an op of a kernel; see the top of this file."""

    def decorate(kernel):
        return build(Declaration(kernel, rules, name, node, view, outputs, promote, exact, saved or {}, symbol))

    return decorate


class Declaration:
    """What the decorator was told, checked and sorted."""

    def __init__(self, kernel, rules, name, node, view, outputs, promote, exact, saved, symbol):
        code = kernel.__code__
        n, k = code.co_argcount, code.co_kwonlyargcount
        self.kernel, self.rules, self.view, self.promote, self.symbol = kernel, rules, view, promote, symbol
        self.name = name or kernel.__name__
        self.node = node or "".join(part.capitalize() for part in self.name.strip("_").split("_")) + "Backward0"
        self.is_list = bool(code.co_flags & 4)
        self.settings = code.co_varnames[n:n + k]
        self.inputs = (code.co_varnames[n + k],) if self.is_list else code.co_varnames[:n]
        self.several = outputs != ()
        self.fits = promote is not None or len(self.inputs) > 1 and not exact and not self.several
        self.outputs = outputs if self.several and outputs is not ... else ()
        allowed = (*self.inputs, *(self.outputs if self.several else ("out",)), *[i + "_shape" for i in self.inputs],
                   *self.settings)
        self.wants = {x: self.names(x, rule, allowed) for x, rule in sorted(rules.items(), key=self.position)}
        self.users = {}                 # saved name -> inputs whose rules mention it
        for x, names in self.wants.items():
            for name in names:
                self.users.setdefault(name, []).append(x)
        self.saves = tuple(n for n in (*self.inputs, "out", *self.outputs) if n in self.users)
        self.titles = {n: saved.get(n) or titles.get(n, n) for n in self.users}

    def position(self, item):
        x, _ = item
        if x not in self.inputs:
            raise TypeError(f"{self.name}: a rule for {x!r}, but its inputs are {', '.join(self.inputs)}")
        return self.inputs.index(x)

    def names(self, x, rule, allowed):
        """What a rule asks for, or an error that says what it may ask for."""
        first, *names = rule.__code__.co_varnames[:rule.__code__.co_argcount] or ("",)
        for name in (names if first == "g" else [first]):
            if first != "g" or name not in allowed:
                raise TypeError(f"{self.name}: the rule for {x!r} asks for {name!r}; it may ask for g first, then "
                                f"{', '.join(allowed)}")
        return names

    def defaults(self):
        """Default values of the parameters, from the first that has one to the last."""
        kernel = self.kernel
        known = dict(zip(reversed(self.inputs), reversed(kernel.__defaults__ or ())))
        known.update(kernel.__kwdefaults__ or {})
        return tuple(known[p] for p in (*self.inputs, *self.settings) if p in known)


def build(d):
    """The op, not yet written: its source is made and compiled when it is called for the first time."""
    op = FunctionType(unwritten.__code__, {"finish": finish, "declaration": d}, d.name)
    op.__globals__["this"] = op
    op.__doc__, op.__module__, op.__qualname__ = d.kernel.__doc__, d.kernel.__module__, d.name
    op.kernel, op.rules, op.view, op.symbol = d.kernel, d.rules, d.view, d.symbol
    op.inputs, op.settings, op.outputs, op.several = d.inputs, d.settings, d.outputs, d.several
    op.optional = len(d.kernel.__defaults__ or ())
    op.__wrapped__ = d.kernel           # for help() and completion
    if registry.setdefault(d.kernel.__name__, op) is not op:
        raise TypeError(f"there is an op called {d.kernel.__name__} already")
    return op


def unwritten(*args, **kwargs):
    """Stands in an op until its first call."""
    finish(this)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
    return this(*args, **kwargs)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]


def finish(op):
    """Write an op's node class and recording function, compile them, and become that function."""
    with writing:
        if op.__code__ is not unwritten.__code__:
            return
        d, space, found = op.__globals__["declaration"], op.__globals__, {}
        text, file = write(d), f"<minigrad {d.kernel.__name__}>"
        space.update(generated, kernel=d.kernel, settle=promoter(d), **{f"rule_{x}": d.rules[x] for x in d.wants})
        exec(compile(text, file, "exec"), space, found)
        linecache.cache[file] = len(text), None, text.splitlines(True), file
        op.node = space[d.node] = node_class(found[d.node], op, d)
        op.__defaults__ = d.defaults()
        op.__code__ = found[d.name].__code__


def node_class(cls, op, d):
    """Tell a generated node class what the engine, tracers and `node._saved_self` ask it for."""
    cls.op, cls.__module__ = staticmethod(op), d.kernel.__module__
    cls.rules = tuple((edge, d.rules[x], tuple(names)) for edge, (x, names) in enumerate(d.wants.items()))
    cls.places = () if d.is_list else tuple(d.inputs.index(x) for x in d.wants)
    cls.saves, cls.titles, cls.outputs, cls.keeps_out = d.saves, d.titles, d.outputs, "out" in d.saves
    for name in d.users:
        setattr(cls, f"_saved_{d.titles[name]}", property(partial(saved_property, name)))
    return cls


def saved_property(name, node):
    return node.kept(name)


def source(op):
    """The text that the decorator wrote for an op.

    >>> from minigrad.ops.elementwise import mul
    >>> print(source(mul).splitlines()[0])
    class MulBackward0(Node):
    """
    finish(op)
    return "".join(linecache.getlines(f"<minigrad {op.kernel.__name__}>"))


# ---- what generated code calls on rare paths

def promoter(d):
    """settle(out, operands, settings) -> (out in PyTorch's dtype, whether operands had to be converted).

    `out` is what NumPy made of the operands as they are, or None if it refused.
    """
    if d.promote is None:
        return None

    def settle(out, operands, settings):
        want = d.promote(operands)
        kind = want.numpy
        if out is not None and all([x.dtype == kind for x in operands if hasattr(x, "dtype")]):
            return out, False
        return d.kernel(*[x if x is None else np.asarray(x).astype(kind)[()] for x in operands], **settings), True

    return settle


def plain(op, value, position):
    """An operand that is neither a tensor nor a Python number, as an array or a number."""
    if isinstance(value, np.generic):
        return value if running else value.item()
    if isinstance(value, ndarray) or value is None and position >= len(op.inputs) - op.optional:
        return value
    if op.symbol:
        return NotImplemented                   # Python then asks the other operand, and at last raises TypeError
    raise errors.not_a_tensor(op.__name__, position + 1, value, "other" if position else "input")


translations = {                        # what NumPy says -> what PyTorch says
    "Integers to negative integer powers": errors.negative_integer_power,
    "boolean negative": errors.bool_negation,
}


def explained(op, settle, error, operands, settings):
    """A kernel failed: compute in PyTorch's dtype if that was the trouble, else say it in PyTorch's words."""
    if settle is not None and isinstance(error, (TypeError, OverflowError)):
        with suppress(TypeError, OverflowError):
            return settle(None, operands, settings)[0]
    for phrase, teach in translations.items():
        if phrase in str(error):
            raise teach() from None
    shapes = [np.shape(x) for x in operands if x is not None]
    if isinstance(error, ValueError) and settle is not None and len(shapes) > 1 and not running:
        try:
            np.broadcast_shapes(*shapes)
        except ValueError:
            raise errors.sizes(*shapes[:2]) from None
    if isinstance(error, TypeError) and "ufunc" in str(error):
        raise errors.no_kernel(op.__name__, dtypes.result_dtype(operands)) from None
    raise error


def pour(arrays, node, version):
    """Tensors for the several outputs of one node; integer outputs do not take part in the graph."""
    results = []
    for index, array in enumerate(arrays):
        result = generated["blank"]()
        result.array = array
        result.node = Port(node, index) if node is not None and array.dtype.kind == "f" else None
        result.version = version if version is not None or not inferring or not mode.inference else inferred()
        results.append(result)
    return tuple(results)


def sequence(op, tensors):
    """A list input as a tuple."""
    if not isinstance(tensors, (tuple, list)):
        raise errors.not_tensors(op.__name__, op.inputs[0], tensors)
    return tuple(tensors)


def unpack(op, tensors):
    """The arrays and edges of a list input; edges is None if it holds arrays, inside a rule."""
    arrays, edges = [], []
    for position, tensor in enumerate(tensors):
        if isinstance(tensor, Node.Tensor):
            arrays.append(tensor.array)
            edges.append(tensor.node)
        elif running:
            arrays.append(tensor)
            edges.append(None)
        else:
            error = f"expected Tensor as element {position} in argument 0, but got {errors.kind(tensor)}"
            raise errors.case(TypeError, "not_a_tensor", error)
    if running and not any(isinstance(tensor, Node.Tensor) for tensor in tensors):
        return arrays, None
    return arrays, tuple(edges)


def read_list(node, name):
    """The arrays of a saved list of tensors."""
    return [value.array for value in node.saved(name)]


def inferred():
    """The version of a tensor made in inference mode; from the first one on, nodes are checked when they save."""
    if refuse_inference not in on_save:
        on_save.append(refuse_inference)
    return Version(inference=True)


def refuse_inference(node):
    """What inference mode made cannot be saved: nobody counts its versions."""
    for name in node.saves:
        value = getattr(node, name, None)
        for tensor in value if type(value) is tuple else (value,):
            if isinstance(tensor, Node.Tensor) and tensor.version is not None and tensor.version.inference:
                raise errors.inference_saved()


generated.update(inferred=inferred, plain=plain, explained=explained, pour=pour, sequence=sequence, unpack=unpack,
                 read_list=read_list)
