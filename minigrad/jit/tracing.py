"""`trace`: run a function once, write down its ops, and hand out the program in its place."""

import inspect
import sys
import warnings
from pathlib import Path

import numpy as np

from ..core.observe import Observer, observers
from ..core.value import Value
from .program import Instruction, Name, Program

deprecated = "`torch.jit.trace` is deprecated. Please switch to `torch.compile` or `torch.export`."
wrong_output = "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions"
left = ("Converting a tensor to a {} might cause the trace to be incorrect. We can't record the data flow of Python "
        "values, so this value will be treated as a constant in the future. This means that the trace might not "
        "generalize to other inputs!")


class TracerWarning(Warning):
    """Something in the traced code cannot be recorded: the trace may be wrong for other inputs."""


def trace(func, example_inputs=None, *, check_trace=True, strict=True):
    """Run `func` on the example and record its ops; what is returned runs these ops on other inputs.

    func: a function of tensors, or a module. example_inputs: a tensor, or a tuple of tensors.
    A Python `if`, a `for` or a number taken out of a tensor is not recorded: only what it led to for this example.
    A TracerWarning says where that happens. With check_trace the function runs once more and the results are compared.
    Raises RuntimeError if the inputs or the results are not tensors. As `torch.jit.trace`, which is deprecated in
    PyTorch: `torch.export` and `torch.compile` took its place.

    >>> import minigrad, warnings
    >>> warnings.simplefilter("ignore")
    >>> double = minigrad.jit.trace(lambda x: x * 2 if x.sum() > 0 else -x, minigrad.ones(2))
    >>> double(-minigrad.ones(2))
    tensor([-2., -2.])
    """
    warnings.warn(deprecated, DeprecationWarning, stacklevel=2)
    inputs = (example_inputs,) if isinstance(example_inputs, Value) else tuple(example_inputs)
    if not all(isinstance(value, Value) for value in inputs):
        kinds = ", ".join(type(value).__name__ for value in inputs)
        raise RuntimeError(f"Type 'Tuple[{kinds}]' cannot be traced. Only Tensors and (possibly nested) Lists, Dicts, "
                           "and Tuples of Tensors can be traced")
    tracer = Tracer(func, inputs)
    observers.append(tracer)
    try:
        result = func(*inputs)
    finally:
        observers.remove(tracer)
    traced = Traced(func, tracer.finish(result))
    if check_trace:
        compare(func(*inputs), traced(*inputs))
    return traced


class Traced:
    """A recorded program that is called like the function. `code` is its text; other attributes are the function's."""

    def __init__(self, func, program):
        self.func, self.program = func, program
        self.__name__ = program.name

    def __call__(self, *tensors):
        want = len(self.program.arguments)
        if len(tensors) != want:
            raise RuntimeError(
                f"{self.__name__}() expected {want} argument(s) but received {len(tensors)} argument(s).")
        return self.program.run(tensors)

    @property
    def code(self):
        """The program as text: one op a line, in the order in which they ran."""
        return str(self.program)

    graph = code

    def __getattr__(self, name):
        return getattr(self.__dict__["func"], name)

    def __repr__(self):
        return f"<traced {self.__name__}: {len(self.program.instructions)} ops>"


class Tracer(Observer):
    """Writes down the ops of a call. It holds every tensor that it meets, so that none is taken for another."""

    def __init__(self, func, inputs):
        names = argument_names(func, len(inputs))
        self.program = Program(getattr(func, "__name__", type(func).__name__).strip("<>"), names)
        self.known = {id(tensor): (tensor, name) for tensor, name in zip(inputs, names)}
        self.parameters = {id(p): name for name, p in getattr(func, "named_parameters", dict().items)()}
        self.counts = {}

    def finish(self, result):
        """The program, with the names of what the function returned."""
        self.program.result = self.returned(result)
        return self.program

    def returned(self, value):
        if isinstance(value, Value):
            return self.name_of(value)
        if type(value) in (tuple, list):
            return type(value)(map(self.returned, value))
        raise RuntimeError(wrong_output)

    def new_name(self, stem):
        self.counts[stem] = self.counts.get(stem, 0) + 1
        return Name(f"{stem}_{self.counts[stem]}")

    def name_of(self, tensor):
        """The tensor's name in the program; one from outside becomes a constant of it."""
        if id(tensor) not in self.known:
            parameter = self.parameters.get(id(tensor))
            name = Name(f"self.{parameter}") if parameter else self.new_name("constant")
            self.known[id(tensor)] = tensor, name
            self.program.constants[name] = tensor
        return self.known[id(tensor)][1]

    def named(self, value):
        if isinstance(value, Value):
            return self.name_of(value)
        if type(value) in (tuple, list):
            return type(value)(map(self.named, value))
        return value

    # ---- what it hears

    def on_create(self, tensor):
        if id(tensor) in self.known:
            return
        name = self.new_name("made")
        self.known[id(tensor)] = tensor, name
        self.program.fresh[name] = np.array(tensor.array)

    def on_op(self, op, inputs, settings, out):
        outs = out if isinstance(out, (tuple, list)) else (out,)
        inputs = tuple(map(self.named, inputs))
        results = tuple(self.new_name(op.__name__.strip("_")) for _ in outs)
        self.known.update((id(tensor), (tensor, name)) for tensor, name in zip(outs, results))
        self.program.instructions.append(Instruction(op, inputs, settings, results))

    def on_inplace(self, op, target, inputs, settings):
        self.program.instructions.append(
            Instruction(op, tuple(map(self.named, inputs)), settings, target=self.name_of(target)))

    def on_leave(self, tensor, kind):
        if id(tensor) in self.known:
            warnings.warn(left.format(kind), TracerWarning, stacklevel=outside())


def outside():
    """How many calls above the caller the code stands that is not minigrad's: the line that a warning should name."""
    house, level, frame = str(Path(__file__).parents[1]), 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith((house, "<minigrad")):
        level, frame = level + 1, frame.f_back
    return level


def argument_names(func, count):
    """The names of the function's parameters, as far as it has any."""
    forward = getattr(func, "forward", func)
    try:
        names = [p.name for p in inspect.signature(forward).parameters.values()
                 if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    except (TypeError, ValueError):
        names = []
    return [Name(names[i] if i < len(names) else f"input_{i + 1}") for i in range(count)]


def compare(expected, got):
    """Warn when the trace does not give what the function gives: it draws random numbers, or keeps a state."""
    pairs = zip(*[[value] if isinstance(value, Value) else value for value in (expected, got)])
    for position, (want, have) in enumerate(pairs, start=1):
        if isinstance(want, Value) and not np.allclose(want.array, have.array, rtol=1e-5, atol=1e-5, equal_nan=True):
            warnings.warn(f"Output nr {position}. of the traced function does not match the corresponding output of "
                          "the Python function.", TracerWarning, stacklevel=3)
