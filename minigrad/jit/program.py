"""A program: ops in a row, each with a name for its result. No branches, no loops, no Python values."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..autograd.inplace import setitem
from ..autograd.overwriting import into
from ..core.node import tied
from ..core.value import Value


@dataclass(frozen=True)
class Name:
    """The place of a tensor in a program: an argument, a constant, or the result of an instruction."""

    text: str

    def __str__(self):
        return self.text


@dataclass
class Instruction:
    """`results = op(inputs, settings)`; with a target, the op's result overwrites it."""

    op: Any
    inputs: tuple
    settings: dict
    results: tuple = ()
    target: Name | None = None

    def run(self, values):
        """Do it, with the tensors that the names stand for."""
        inputs = [filled(value, values) for value in self.inputs]
        if self.op is setitem:
            setitem(values[self.target], self.settings["index"], *inputs)
        elif self.target is not None:
            into(self.op)(values[self.target], *inputs, **self.settings)
        else:
            out = self.op(*inputs, **self.settings)
            values.update(zip(self.results, out if isinstance(out, (tuple, list)) else (out,)))

    def __str__(self):
        given = [written(value) for value in self.inputs]
        named = [f"{name}={written(value)}" for name, value in self.settings.items() if value is not None]
        if self.op is setitem:
            return f"{self.target}[{written(self.settings['index'])}] = {given[0]}"
        name = self.op.__name__.strip("_")
        if self.target is not None:
            return f"{self.target}.{name}_({', '.join(given + named)})"
        return f"{', '.join(map(str, self.results))} = {name}({', '.join(given + named)})"


@dataclass
class Program:
    """What a call of a function did: arguments, constants, instructions, and the names of what it returned."""

    name: str
    arguments: list[Name]
    constants: dict[Name, Value] = field(default_factory=dict)         # tensors from outside, such as parameters
    fresh: dict[Name, np.ndarray] = field(default_factory=dict)        # tensors made inside: a copy for each run
    instructions: list[Instruction] = field(default_factory=list)
    result: Any = None

    def run(self, tensors):
        """Run the instructions on other tensors; gradients flow as in any other code."""
        values = dict(self.constants) | {name: tied(np.array(array)[()], None) for name, array in self.fresh.items()}
        values.update(zip(self.arguments, tensors))
        for instruction in self.instructions:
            instruction.run(values)
        return filled(self.result, values)

    def __str__(self):
        lines = [f"def {self.name}({', '.join(map(str, self.arguments))}):"]
        lines += [f"    # {name}: {described(t.array)}" for name, t in self.constants.items()]
        lines += [f"    {name} = constant({written(array)})" for name, array in self.fresh.items()]
        lines += [f"    {instruction}" for instruction in self.instructions]
        return "\n".join([*lines, f"    return {written(self.result)}", ""])


def filled(value, values):
    """The value with tensors in place of names, inside tuples and lists too."""
    if isinstance(value, Name):
        return values[value]
    if type(value) in (tuple, list):
        return type(value)(filled(part, values) for part in value)
    return value


def written(value):
    """A value as it is printed in a program."""
    if isinstance(value, (tuple, list)):
        inner = ", ".join(map(written, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, Value):
        value = value.array
    if isinstance(value, (np.ndarray, np.generic)):
        return str(value.tolist()) if value.size <= 8 else f"<{described(value)}>"
    if isinstance(value, slice):
        return ":".join("" if part is None else str(part) for part in (value.start, value.stop, value.step)[:2 + (
            value.step is not None)])
    return "..." if value is ... else str(value)


def described(array):
    return f"{array.dtype} {tuple(np.shape(array))}"
