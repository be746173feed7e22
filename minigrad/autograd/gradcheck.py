"""gradcheck: does a backward pass say what small steps say? gradgradcheck: the same for second derivatives.

In a terminal, for a function or a Function of a module, at random inputs:

    python -m minigrad.autograd.gradcheck module:function --shapes 3 2,3
"""
import sys
import warnings
from types import ModuleType

import numpy as np

from ..core.node import Node, tied
from . import complaints, engine
from .function import Function, Undefined
from .leaves import track

NOTES = 'Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'


class GradcheckError(RuntimeError):
    """What gradcheck raises when gradients are wrong."""


class CallableModule(ModuleType):
    """`minigrad.autograd.gradcheck` is a function, also when somebody has imported the module of that name."""

    def __call__(self, *args, **settings):
        return gradcheck(*args, **settings)


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
              check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False,
              masked=None):
    """Compare the backward pass of func with central differences (f(x + eps) - f(x - eps)) / 2 eps, element by element.

    `inputs` are a tensor or a tuple of tensors in float64; those that require gradients are checked. Also checked: the
    same pass twice gives the same, a zero gradient gives zeros, and so does none at all (`check_undefined_grad`).
    Returns True, or raises GradcheckError (False with raise_exception=False); ValueError if no input requires
    gradients. `fast_mode` checks everything all the same. PyTorch: `torch.autograd.gradcheck`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    >>> minigrad.autograd.gradcheck(lambda x: x.sin() * x, (x,))
    True
    """
    refuse(check_forward_ad=check_forward_ad, check_batched_grad=check_batched_grad,
           check_batched_forward_grad=check_batched_forward_grad)
    if not check_backward_ad:
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    check = Check(func, inputs, eps, atol, rtol, nondet_tol)
    try:
        return check.run(check_grad_dtypes, check_undefined_grad)
    except GradcheckError:
        if raise_exception:
            raise
        return False


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False,
                  raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False,
                  check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False,
                  masked=False):
    """gradcheck of the backward pass itself: are its gradients, for inputs and for grad_outputs, right?

    `grad_outputs` are weights for the outputs, random if left out. PyTorch: `torch.autograd.gradgradcheck`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)
    >>> minigrad.autograd.gradgradcheck(lambda x: x.sin() * x, (x,))
    True
    """
    refuse(check_batched_grad=check_batched_grad, check_fwd_over_rev=check_fwd_over_rev)
    if not check_rev_over_rev:
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    inputs = listed(inputs)
    weights = random_like(differentiable(func(*inputs))) if grad_outputs is None else listed(grad_outputs)
    tracked = [isinstance(x, Node.Tensor) and x.requires_grad for x in inputs + weights]
    count = len(inputs)

    def gradients(*arguments):
        for x, on in zip(arguments, tracked):
            if on:
                x.requires_grad_()
        outputs = differentiable(func(*arguments[:count]))
        wanted = [x for x, on in zip(arguments[:count], tracked) if on]
        found = engine.grad(outputs, wanted, arguments[count:], create_graph=True, allow_unused=True)
        return tuple([g for g in found if g is not None])

    return gradcheck(gradients, inputs + weights, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
                     nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad,
                     check_grad_dtypes=check_grad_dtypes)


def refuse(**wanted):
    """Forward mode and batches of gradients are not here."""
    for name, on in wanted.items():
        if on:
            raise NotImplementedError(f"gradcheck(): {name} is not supported; the backward pass is checked without it")


class Check:
    """One function at one place."""

    def __init__(self, func, inputs, eps, atol, rtol, nondet_tol):
        self.func, self.inputs = func, listed(inputs)
        self.eps, self.atol, self.rtol, self.nondet_tol = eps, atol, rtol, nondet_tol
        self.check_inputs()
        self.checked = [x for x in self.inputs if isinstance(x, Node.Tensor) and x.requires_grad]

    def check_inputs(self):
        tracked = [(i, x) for i, x in enumerate(self.inputs) if isinstance(x, Node.Tensor) and x.requires_grad]
        for i, x in tracked:
            if x.array.dtype != np.float64:
                warnings.warn(
                    f"Input #{i} requires gradient and is not a double precision floating point or complex. This check "
                    "will likely fail if all the inputs are not of double precision floating point or complex. ",
                    stacklevel=4)
            if x.array.size and any(stride == 0 and size > 1 for stride, size in zip(x.array.strides, x.array.shape)):
                raise complaints.repeated_memory(i)
        if not tracked:
            raise complaints.nothing_to_check()

    def run(self, dtypes, undefined):
        out = listed(self.func(*self.inputs))
        outputs = differentiable(out)
        numerical = self.numerical(out)
        if not outputs:
            if any((slope != 0).any() for column in numerical for slope in column):
                raise GradcheckError("Numerical gradient for function expected to be zero")
            return True
        kept = [i for i, part in enumerate(out) if isinstance(part, Node.Tensor) and part.requires_grad]
        for i, (place, output) in enumerate(zip(kept, outputs)):
            for j, slope in enumerate(self.analytical(output, dtypes)):
                self.compare(slope, numerical[j][place], i, j)
        self.check_zero_gradient(outputs)
        if undefined:
            self.check_no_gradient(len(outputs))
        return True

    def compare(self, analytical, numerical, i, j):
        """Equal within the tolerances?"""
        if analytical.shape == numerical.shape and np.allclose(analytical, numerical, self.rtol, self.atol):
            return
        where = np.argwhere(~np.isclose(analytical, numerical, self.rtol, self.atol))
        error = GradcheckError(
            f"Jacobian mismatch for output {i} with respect to input {j},\n"
            f"numerical:{tied(numerical, None)}\nanalytical:{tied(analytical, None)}\n")
        if len(where):
            row, column = where[0]
            error.add_note(
                f"Why: for example, of output {i} the element {column} changes by {numerical[row, column]:.6g} for a "
                f"unit of element {row} of input {j}; backward says {analytical[row, column]:.6g}.")
        raise error

    # ---- small steps

    def numerical(self, out):
        """[[slopes of each output] for each checked input], each of shape (input elements, output elements)."""
        return [self.columns(x, out) for x in self.checked]

    def columns(self, x, out):
        array, eps = x.own(), self.eps
        rows = [np.zeros((array.size, part.array.size), part.array.dtype) for part in out]
        for row, place in enumerate(np.ndindex(*array.shape)):
            before = array[place]
            array[place] = before - eps
            low = self.values()
            array[place] = before + eps
            high = self.values()
            array[place] = before
            for k, (one, a, b) in enumerate(zip(out, low, high)):
                same_form(a, b, eps, place)
                same_form(one, a, eps, place)
                rows[k][row] = ((b.array - a.array) / (2 * eps)).reshape(-1)
        return rows

    def values(self):
        return [tied(np.array(part.array), None) for part in listed(self.func(*self.inputs))]

    # ---- the backward pass

    def analytical(self, output, dtypes):
        """The same shapes, a column for each backward pass; all passes run twice, to see whether they agree."""
        first, again = self.passes(output), self.passes(output)
        for x, found in zip(self.checked, first):
            if dtypes and any(g is not None and g.array.dtype != x.array.dtype for g in found):
                raise GradcheckError("Gradient has dtype mismatch")
            if any(g is not None and g.array.shape != x.array.shape for g in found):
                raise GradcheckError("Analytical gradient has incorrect size")
        slopes = [jacobian(x, found) for x, found in zip(self.checked, first)]
        for x, slope, found in zip(self.checked, slopes, again):
            if slope.size and np.abs(slope - jacobian(x, found)).max() > self.nondet_tol:
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times "
                    "gives different values, although analytical gradient matches numerical gradient."
                    f"The tolerance for nondeterminism was {self.nondet_tol}.")
        return slopes

    def passes(self, output):
        """[[gradient of each output element] for each checked input]."""
        found = []
        for place in range(output.array.size):
            weights = np.zeros(output.array.shape, output.array.dtype)
            weights.reshape(-1)[place] = 1
            found.append(engine.grad(output, self.checked, tied(weights, None), retain_graph=True, allow_unused=True))
        return list(zip(*found)) or [()] * len(self.checked)

    def check_zero_gradient(self, outputs):
        """Zeros from above must become zeros: a backward has to use what it gets."""
        for g in engine.grad(outputs, self.checked, zeros_like(outputs), retain_graph=True, allow_unused=True):
            if g is not None and np.any(g.array != 0):
                raise GradcheckError("backward not multiplied by grad_output")

    def check_no_gradient(self, count):
        """No gradient from above must do no harm: for all outputs, and for each alone."""
        for missing in [range(count), *([[i] for i in range(count)] if count > 1 else [])]:
            outputs = differentiable(self.func(*self.inputs))
            outputs = [Undefined.apply(out) if i in missing else out for i, out in enumerate(outputs)]
            try:
                found = engine.grad(outputs, self.checked, zeros_like(outputs), allow_unused=True)
            except RuntimeError as error:
                raise GradcheckError(
                    f"Expected backward function to handle undefined output grads. {NOTES}") from error
            if any(g is not None and np.any(g.array != 0) for g in found):
                raise GradcheckError(
                    "Expected all input grads to be undefined or zero when all output grads are undefined or zero. "
                    + NOTES)


def listed(values):
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


def differentiable(out):
    return [part for part in listed(out) if isinstance(part, Node.Tensor) and part.requires_grad]


def jacobian(x, columns):
    """(input elements, output elements) from one gradient for each output element."""
    matrix = np.zeros((x.array.size, len(columns)), x.array.dtype)
    for i, g in enumerate(columns):
        if g is not None:
            matrix[:, i] = g.array.reshape(-1)
    return matrix


def same_form(one, other, eps, place):
    """A step so small must not change an output's shape or dtype."""
    for what in ("shape", "dtype"):
        if getattr(one, what) != getattr(other, what):
            raise AssertionError(
                f"Expected `func` to return outputs with the same {what} when inputs are perturbed on index {place} by "
                f"{eps}, but got: {what}s {getattr(one, what)} and {getattr(other, what)}.")


def zeros_like(tensors):
    return [tied(np.zeros_like(tensor.array), None) for tensor in tensors]


def random_like(tensors, low=-1.0, high=1.0):
    """Leaves with random numbers, the same each time."""
    random = np.random.default_rng(0)
    made = [tied(random.uniform(low, high, tensor.array.shape).astype(tensor.array.dtype), None) for tensor in tensors]
    for tensor in made:
        track(tensor, True)
    return tuple(made)


# ---- in a terminal

def main(arguments=None):
    """Check `module:function`; returns what the process should exit with."""
    import argparse
    from importlib import import_module

    parser = argparse.ArgumentParser(
        prog="python -m minigrad.autograd.gradcheck",
        description="Compare the gradients of a function with small steps, at random inputs in float64.")
    parser.add_argument("function", help="module:function, or module:Function for a subclass of autograd.Function")
    parser.add_argument("--shapes", nargs="+", default=["3"], metavar="2,3", help="one for each input; () is a number")
    parser.add_argument("--low", type=float, default=-1.0, help="inputs are drawn from here")
    parser.add_argument("--high", type=float, default=1.0, help="to here")
    parser.add_argument("--second", action="store_true", help="check second derivatives, too")
    options = parser.parse_args(arguments)
    module, _, name = options.function.partition(":")
    if not name:
        parser.error("write it as module:function")
    try:
        function = import_module(module)
        for part in name.split("."):
            function = getattr(function, part)
    except (ImportError, AttributeError) as error:
        parser.error(str(error))
    function = function.apply if isinstance(function, type) and issubclass(function, Function) else function
    shapes = [tuple([int(n) for n in text.strip("()").split(",") if n]) for text in options.shapes]
    inputs = random_like([tied(np.zeros(shape), None) for shape in shapes], options.low, options.high)
    for check in (gradcheck, gradgradcheck)[:1 + options.second]:
        try:
            check(function, inputs)
        except GradcheckError as error:
            print(f"{check.__name__} of {options.function}: {error}", *getattr(error, "__notes__", ()), sep="\n")
            return 1
        print(f"{check.__name__} of {options.function} at inputs of shape {', '.join(map(str, shapes))}: passed")
    return 0


if __name__ == "__main__":
    from minigrad.autograd.gradcheck import main as run  # not a second copy of this module

    sys.exit(run())
sys.modules[__name__].__class__ = CallableModule
