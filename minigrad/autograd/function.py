"""Gradient rules of your own: `class Square(autograd.Function)` with a forward and a backward.

`Square.apply(x)` runs forward without recording what it does and puts one node, SquareBackward, into the graph. That
node calls backward with the gradients of the results and sends what it returns to the inputs.
"""
import inspect
import warnings
from contextlib import nullcontext
from functools import cache, wraps
from weakref import ref

import numpy as np

from ..core.grad_mode import mode
from ..core.node import Node, Parts, Port, gone, tied
from ..core.observe import announce, observers
from ..core.value import Value, origins
from ..core.version import tick
from ..ops.reduce import sum_to
from . import complaints
from .modes import no_grad
from .overwriting import continue_from, unobserved
from .packing import pack, stack, unpack


class FunctionCtx:
    """What forward hands on to backward: saved tensors, notes about inputs and outputs, any attributes of your own."""

    needs_input_grad = ()
    materialize_grads = True
    to_save = dirty_tensors = non_differentiable = ()
    _node, _kept = lambda: None, ()             # the node in the graph; what it saved

    def save_for_backward(self, *tensors):
        """Keep inputs or outputs for backward; it is noticed if they are overwritten until then.

        >>> import minigrad
        >>> class Square(minigrad.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         ctx.save_for_backward(x)
        ...         return x * x
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         (x,) = ctx.saved_tensors
        ...         return 2 * x * g
        >>> x = minigrad.tensor(3.0, requires_grad=True)
        >>> Square.apply(x).backward(); x.grad
        tensor(6.)
        """
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """For forward mode, which is not here: accepted and not used, as PyTorch does without forward mode."""
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors):
        """Say which inputs forward overwrote in place; they must be among its outputs."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        """Say through which outputs no gradient flows."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, on):
        """Whether backward gets zeros (True, the default) or None for an output that no gradient reached."""
        self.materialize_grads = on

    @property
    def saved_tensors(self):
        """What forward saved, as a tuple. Raises RuntimeError once it is freed or was overwritten in place."""
        if self._kept is gone:
            raise complaints.freed(self._node())
        return tuple([saved.tensor(self._node()) for saved in self._kept])

    def __getattr__(self, name):
        if name.startswith("__") or (node := self._node()) is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return object.__getattribute__(node, name)

    def __repr__(self):
        return f"<torch.autograd.function.{type(self).__name__} object at {id(self):#x}>"


class Saved:
    """One saved tensor. An output is kept without its node, which would hold itself alive."""

    def __init__(self, tensor, outputs):
        self.index = next((i for i, output in enumerate(outputs) if output is tensor), None)
        self.packed = pack(tensor) if tensor is not None and stack.pairs else None
        self.value = tensor if self.index is None else tensor.array
        self.version = None if tensor is None else tensor.version if self.index is None else tensor.share()
        if self.packed is not None:
            self.value = None
            self.packed.node = None if self.index is not None else tensor.node

    def shown(self):
        """For pictures: the value without any checks, or what packed it."""
        return self.value if self.packed is None else self.packed

    def tensor(self, node):
        """The tensor as forward saved it; an error if it was overwritten since."""
        if self.packed is not None:
            tensor = unpack(self.packed)
            return tensor if self.index is None else tied(tensor.array, node.output(self.index))
        if self.index is None:
            if (version := getattr(self.value, "version", None)) is not None and version.when > node.seq:
                raise complaints.changed(node, "", self.value)
            return self.value
        tensor = tied(self.value, node.output(self.index), self.version)
        if self.version.when > node.seq:
            raise complaints.changed(node, "", tensor)
        return tensor


class FunctionNode(Node):
    """The step back through a Function: it calls the Function's backward. One subclass for each Function."""

    function = None                             # the Function
    wakes = True                                # runs also when no gradient arrived at all

    def __init__(self, ctx, inputs):
        tensors = [(i, x) for i, x in enumerate(inputs) if isinstance(x, Value)]
        self.hooks, self.seq, self.ctx = None, 0, ctx
        self.edges = tuple([x.node for _, x in tensors])
        self.meant = tuple([(i, x.array.shape, x.array.dtype) for i, x in tensors])
        self.total = len(inputs)                # how many gradients backward has to return
        numbers = [i for i, x in enumerate(inputs) if is_operand(x)]
        self.places = tuple([numbers.index(i) for i, _ in tensors])
        self.results = ()                       # (shape, dtype) of each output, None for what is no tensor
        ctx._node = ref(self)

    @property
    def count(self):
        return len(self.results)

    def output(self, index):
        """The node that a gradient of one of the outputs arrives at."""
        return self if self.count == 1 else Port(self, index)

    def __getattr__(self, name):
        if name.startswith("saved "):
            return self.ctx._kept if self.ctx._kept is gone else self.ctx._kept[int(name[6:])].shown()
        if name.startswith("__") or name == "ctx":
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(vars(self)["ctx"], name) if name in vars(self.ctx) or hasattr(FunctionCtx, name) else (
            object.__getattribute__(self, name))

    __repr__ = FunctionCtx.__repr__

    # ---- what was saved

    @property
    def saves(self):
        return tuple([f"saved {i}" for i in range(len(self.titles))])

    @property
    def outputs(self):
        """Which saved value each output is, for those that are one."""
        kept = () if self.freed else self.ctx._kept
        return tuple([next((f"saved {k}" for k, saved in enumerate(kept) if saved.index == i), "")
                      for i in range(self.count)])

    def release(self):
        self.ctx._kept = gone if self.ctx._kept else ()

    @property
    def freed(self):
        return self.ctx._kept is gone

    def saved(self, name):
        return self.ctx.saved_tensors[int(name[6:])]

    def save(self, inputs, outputs):
        """Keep what forward asked to keep."""
        for i, tensor in enumerate(self.ctx.to_save):
            if tensor is not None and not isinstance(tensor, Value):
                raise complaints.saves_tensors(i, tensor)
        self.ctx._kept = tuple([Saved(tensor, outputs) for tensor in self.ctx.to_save])
        names = [*zip(inputs, self.op.parameters), *[(output, "result") for output in outputs]]
        self.titles = {f"saved {i}": next((name for value, name in names if value is tensor), f"saved {i}")
                       for i, tensor in enumerate(self.ctx.to_save)}
        self.ctx.to_save = ()

    # ---- the step

    def apply(self, g, keep):
        return self.step(g, keep, False)

    def apply_graph(self, g, keep):
        return self.step(g, keep, True)

    def step(self, g, keep, graph):
        arrived = g if isinstance(g, Parts) else [g] if self.count == 1 else [None] * self.count
        with nullcontext() if graph else no_grad():
            answer = backward_of(self.function)(self.ctx, *map(self.given, arrived, self.results))
        sent = self.checked(answer if isinstance(answer, tuple) else (answer,), graph)
        if not keep:
            self.release()
        return sent

    def given(self, g, result):
        """A gradient as backward gets it."""
        if g is None:
            if result is None or not self.ctx.materialize_grads:
                return None
            shape, dtype = result
            return tied(np.zeros(shape, dtype), None)
        return g if isinstance(g, Value) else tied(g, None)

    def checked(self, answer, graph):
        """[(edge, gradient)] from what backward returned: one for each input, each fitting it."""
        total, given = self.total, len(answer)
        if given > total and all(h is None for h in answer[total:]):
            answer = answer[:total]
        if len(answer) != total:
            raise complaints.gradients_returned(self.name(), total, given)
        tensors = {i for i, _, _ in self.meant}
        for i, h in enumerate(answer):
            if h is not None and i not in tensors:
                raise complaints.gradient_of_no_tensor(self.name(), i + 1)
            if h is not None and not isinstance(h, Value):
                raise complaints.no_gradient(h)
        return [(edge, fitting(self, index, answer[i], shape, dtype, graph))
                for index, ((i, shape, dtype), edge) in enumerate(zip(self.meant, self.edges)) if edge is not None]


def fitting(node, index, h, shape, dtype, graph):
    """A gradient in the shape and dtype of its input: broadcast dimensions are summed, other shapes refused."""
    if h is None:
        return None
    got = h.array.shape
    if got != shape and (len(shape) > len(got) or any(m != n and m != 1 for m, n in zip(shape[::-1], got[::-1]))):
        raise complaints.invalid_gradient(node.name(), index, got, shape)
    if not graph:
        array = h.array if got == shape else sum_to(h.array, shape=shape)
        return array if array.dtype == dtype else array.astype(dtype)
    h = h if got == shape else sum_to(h, shape=shape)
    return h if h.array.dtype == dtype else h.to(dtype)


def backward_of(function):
    """The Function's backward, which may also be called vjp."""
    if function.vjp is Function.vjp:
        return function.backward
    if function.backward is not Function.backward:
        raise complaints.backward_and_vjp()
    return function.vjp


def is_operand(x):
    """Is it an input in a picture? Everything else is a setting."""
    return isinstance(x, (Value, int, float)) and not isinstance(x, bool)


class Operation:
    """A Function as observers and pictures know an op: a name and the names of its inputs."""

    view, inplace, several, outputs = False, False, False, ()

    def __init__(self, function):
        self.__name__ = self.__qualname__ = function.__name__
        self.rules = {"backward": function}     # not empty: an op with a way back
        forward = function.forward
        names = list(inspect.signature(forward).parameters) if callable(forward) else []
        self.parameters = names if splits(function) else names[1:]
        self.inputs = ()

    def __call__(self, *inputs, **settings):
        """Apply the Function to what `announce` told: for whoever plays a recording."""
        parts, names = iter(inputs), list(self.parameters[:len(inputs) + len(settings)])
        return self.rules["backward"].apply(*[settings[name] if name in settings else next(parts) for name in names])

    def announce(self, given, out):
        """Tell the observers: tensors and numbers are inputs, everything else is a setting."""
        named = list(zip([*self.parameters, *[f"input {i}" for i in range(len(self.parameters), len(given))]], given))
        inputs = tuple([x for _, x in named if is_operand(x)])
        results = tuple([x for x in (out if isinstance(out, tuple) else (out,)) if isinstance(x, Value)])
        settings = {name: x for name, x in named if not is_operand(x)}
        announce(self, inputs, settings, results[0] if len(results) == 1 else results)


@cache
def node_class(function):
    """The class of a Function's nodes, and that of its contexts."""
    name = f"{function.__name__}Backward"
    op = Operation(function)
    node = type(name, (FunctionNode,), {"function": function, "op": op, "__module__": function.__module__})
    return node, type(name, (FunctionCtx,), {"_forward_cls": function, "__module__": "torch.autograd.function"})


def splits(function):
    """Whether forward leaves the context to setup_context."""
    return function.setup_context is not Function.setup_context


class Function(FunctionCtx):
    """A step with a gradient rule of your own: a subclass defines the static methods forward and backward.

    forward(ctx, *inputs) computes the result, a tensor or a tuple; backward(ctx, *gradients) gets one gradient for each
    output and returns one for each input, None where there is none. Call it as `YourFunction.apply(*inputs)`. If
    backward itself uses tensor operations, it can be differentiated again. Or split forward(*inputs) from
    setup_context(ctx, inputs, output). Raises RuntimeError in the backward pass for a wrong number of gradients, for
    one that is no tensor, and for one of a wrong shape. PyTorch: `torch.autograd.Function`.

    >>> import minigrad
    >>> class Double(minigrad.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         return x * 2
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         return g * 2
    >>> x = minigrad.tensor(1.0, requires_grad=True)
    >>> Double.apply(x)
    tensor(2., grad_fn=<DoubleBackward>)
    """

    def __init__(self, *_, **__):
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should "
            "invoke them on the class itself. Instantiating an autograd function will raise an error in a future "
            "version of PyTorch.", DeprecationWarning, stacklevel=2)

    def __call__(self, *_, **__):
        raise complaints.legacy_function()

    @staticmethod
    def forward(*args, **kwargs):
        """Compute the result; define it in a subclass."""
        raise complaints.missing_forward()

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Fill the context after a forward that did not get one."""
        raise complaints.missing_setup_context()

    @staticmethod
    def backward(ctx, *grad_outputs):
        """One gradient for each input, from one for each output; define it in a subclass."""
        raise complaints.missing_backward()

    vjp = staticmethod(lambda ctx, *grad_outputs: Function.backward(ctx))

    @classmethod
    def apply(cls, *inputs, **named):
        """Run forward and put one node into the graph."""
        node_type, context = node_class(cls)
        if named or splits(cls):
            inputs = in_order(cls, inputs, named)
        ctx = context()
        ctx.needs_input_grad = tuple([isinstance(x, Value) and x.node is not None for x in inputs])
        recorded = mode.recording and True in ctx.needs_input_grad
        node = node_type(ctx, inputs)
        with unobserved() if observers else nullcontext():
            out = compute(cls, ctx, inputs)
            finished = wrap(node, inputs, out, recorded)
        if observers:
            node_type.op.announce(inputs, finished)
        return finished


def in_order(cls, inputs, named):
    """All arguments by place: backward answers for them in this order. What stands after the last one is left out."""
    if splits(cls):
        bound = inspect.signature(cls.forward).bind(*inputs, **named)
        bound.apply_defaults()
        return bound.args
    parameters = inspect.signature(cls.forward).parameters.values()
    names = [p.name for p in parameters if p.kind <= p.POSITIONAL_OR_KEYWORD][1:]
    for name in named:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if names.index(name) < len(inputs):
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    later = names[len(inputs):max(map(names.index, named)) + 1]
    for place, name in enumerate(later, start=len(inputs)):
        if name not in named:
            raise TypeError(f"forward() missing required argument: '{name}' (position {place})")
    return (*inputs, *[named[name] for name in later])


def compute(cls, ctx, inputs):
    with no_grad():
        if not splits(cls):
            return cls.forward(ctx, *inputs)
        out = cls.forward(*inputs)
        cls.setup_context(ctx, inputs, out)
        return out


def wrap(node, inputs, out, recorded):
    """What apply returns: the results of forward, tied to the node if it is recorded."""
    ctx = node.ctx
    parts = out if isinstance(out, tuple) else (out,)
    note(ctx, parts, recorded)
    node.results = tuple([(x.array.shape, x.array.dtype) if isinstance(x, Value) else None for x in parts])
    for tensor in ctx.dirty_tensors:
        tensor.share().write()
    node.seq = tick()                           # younger than the inputs, and than what forward wrote in place
    results = [wrapped(node, index, x, inputs, recorded) for index, x in enumerate(parts)]
    if recorded:
        node.save(inputs, results)
        for look in stack.lookers:
            look(node)
    return tuple(results) if isinstance(out, tuple) else results[0]


def note(ctx, parts, recorded):
    """Are the marks that forward left ones that can be kept?"""
    if not all(isinstance(x, Value) for x in ctx.dirty_tensors):
        raise complaints.marks_tensors("mark_dirty can only accept variables, but argument ")
    if not all(isinstance(x, Value) for x in ctx.non_differentiable):
        raise complaints.marks_tensors("mark_non_differentiable only accepts variable arguments, but got ")
    if any(all(x is not part for part in parts) for x in ctx.dirty_tensors):
        raise complaints.dirty_not_returned()
    for tensor in ctx.dirty_tensors if recorded else ():
        chain, base = origins(tensor)
        if chain and base.node is not None and base.node.is_end:
            raise complaints.leaf_inplace(view=True)
        if tensor.node is not None and tensor.node.is_end:
            raise complaints.leaf_was_written()


def wrapped(node, index, result, inputs, recorded):
    """One result of forward: the same object with its new history, or another one for an input returned as it is."""
    if not isinstance(result, Value):
        return result
    dirty = any(result is x for x in node.ctx.dirty_tensors)
    if not dirty and any(result is x for x in inputs):
        result = alias(node, index, result)
    flows = recorded and result.array.dtype.kind == "f" and all(result is not x for x in node.ctx.non_differentiable)
    if dirty and flows:
        chain, base = origins(result)
        continue_from(result, chain, base, tied(result.array, node.output(index)))
    elif flows:
        result.node = node.output(index)
        if getattr(result, "view_of", None) is not None:
            lock(node, index, result)
    elif not dirty:
        result.node = None
    return result


def alias(node, index, tensor):
    """Another tensor on the same memory, for an input that forward returned untouched."""
    result = tied(tensor.own(), None, tensor.share())
    result.view_of = tensor, node.op, {}, index
    return result


def lock(node, index, view):
    """A view made in forward may not be overwritten: that would give its base a history that skips backward."""
    _, base = origins(view)
    view.view_of = base, node.op, {}, index
    view.version.views[:] = [other for other in view.version.views if other() is not view]


def once_differentiable(backward):
    """Say that a backward cannot be differentiated again; who tries gets an error instead of a wrong number."""

    @wraps(backward)
    def outermost(ctx, *gradients):
        with no_grad():
            out = backward(ctx, *gradients)
        tracked = any(isinstance(g, Value) and g.node is not None for g in gradients)
        if not mode.recording or not tracked:
            return out
        results = out if isinstance(out, tuple) else (out,)
        refused = Refusal.apply(len(results), *results, *[g for g in gradients if isinstance(g, Value)])
        return tuple([None if kept is None else refused[i] for i, kept in enumerate(results)])

    return outermost


class Refusal(Function):
    """What stands behind gradients that must not be differentiated again."""

    @staticmethod
    def forward(ctx, count, *tensors):
        return tuple([x if x is None else x.detach() for x in tensors[:count]])

    @staticmethod
    def backward(ctx, *_):
        raise complaints.differentiated_twice()


class Undefined(Function):
    """Passes values on and lets no gradient back."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return None
