"""Derivatives of functions: whole Jacobians and Hessians, and their products with vectors.

Each takes a function of tensors and its inputs, one tensor or a tuple; results are nested the same way. With `strict`,
an output that does not depend on an input is an error instead of zeros; `create_graph` makes results differentiable.
PyTorch: `torch.autograd.functional`.
"""
import numpy as np

from ..core.grad_mode import mode
from ..core.node import Node, tied
from ..ops.joining import stack
from . import complaints, engine
from .leaves import track, zeros
from .modes import enable_grad, set_grad_enabled


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """(outputs, v · J): the backward pass of func at the inputs. `v` may be left out for one number.

    >>> import minigrad
    >>> minigrad.autograd.functional.vjp(lambda x: x * x, minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        several, inputs = as_tuple(inputs, "inputs", "vjp")
        inputs = fresh(inputs, create_graph)
        many, outputs = computed(func, inputs, "vjp", strict)
        v = direction(v, outputs, many, create_graph, "vjp")
        if v is None and (len(outputs) != 1 or outputs[0].numel() != 1):
            raise complaints.no_direction(
                "The vector v can only be None if the user-provided function returns a single Tensor with a single "
                "element.")
    with set_grad_enabled(create_graph or mode.recording):
        found = filled(slopes(outputs, inputs, v, create_graph), inputs, strict, create_graph, "back")
    return result(outputs, many, create_graph), result(found, several, create_graph)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """(outputs, J · v), by differentiating the backward pass, which is linear in its own input, once more.

    >>> import minigrad
    >>> minigrad.autograd.functional.jvp(lambda x: x * x, minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 10.0]))
    (tensor([1., 4.]), tensor([ 2., 40.]))
    """
    with enable_grad():
        _, inputs = as_tuple(inputs, "inputs", "jvp")
        inputs = fresh(inputs, create_graph)
        v = inputs_direction(v, inputs, _, create_graph, "jvp")
        many, outputs = computed(func, inputs, "jvp", strict)
        weights = tuple([zeros(out, True) for out in outputs])
        back = slopes(outputs, inputs, weights, True)
        demand_tracked(back, "grad_inputs", strict)
    with set_grad_enabled(create_graph or mode.recording):
        found = filled(slopes(back, weights, v, create_graph), outputs, strict, create_graph, "back_trick")
    return result(outputs, many, create_graph), result(found, many, create_graph)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """Every output's derivative for every input: shape (*output.shape, *input.shape), one backward pass a row.

    `vectorize` and `strategy` are PyTorch's and change nothing here but what may be combined.

    >>> import minigrad
    >>> minigrad.autograd.functional.jacobian(lambda x: x * x, minigrad.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    check_strategy(strategy, create_graph, strict, vectorize)
    with enable_grad():
        several, inputs = as_tuple(inputs, "inputs", "jacobian")
        inputs = fresh(inputs, create_graph)
        many, outputs = computed(func, inputs, "jacobian", strict)
        if vectorize and strict:
            raise complaints.strategy(
                RuntimeError, "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not "
                "supported together. Please either set `strict=False` or `vectorize=False`.")
        found = tuple([rows_of(out, i, inputs, create_graph, strict) for i, out in enumerate(outputs)])
    found = tuple([result(row, several, create_graph) for row in found])
    return found if many else found[0]


def rows_of(out, i, inputs, create_graph, strict):
    """The Jacobian of one output, for each input."""
    rows = [[] for _ in inputs]
    for place in out.reshape(-1).unbind() if out.numel() else ():
        row = slopes((place,), inputs, None, create_graph, retain=True)
        for k, (g, x) in enumerate(zip(row, inputs)):
            if g is None and strict:
                raise complaints.independent(
                    f"Output {i} of the user-provided function is independent of input {k}. This is not allowed in "
                    "strict mode.")
            if g is not None and strict and create_graph and g.node is None:
                raise complaints.independent(
                    f"The jacobian of the user-provided function is independent of input {i}. This is not allowed in "
                    "strict mode when create_graph=True.")
            rows[k].append(zeros(x, False) if g is None else g)
    return tuple([stack(row, 0).reshape((*out.array.shape, *x.array.shape)) for row, x in zip(rows, inputs)])


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one number: a Jacobian of its gradient.

    >>> import minigrad
    >>> minigrad.autograd.functional.hessian(lambda x: (x ** 3).sum(), minigrad.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    several, inputs = as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def one_number(*x):
        return number(*computed(func, x, "hessian", strict), "hessian").squeeze()

    def gradient(*x):
        if outer_jacobian_strategy == "forward-mode":
            x = tuple([t.requires_grad_() for t in x])
        found = jacobian(one_number, x, create_graph=True)
        demand_tracked(found, "jacobian", strict)
        return found

    found = jacobian(gradient, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)
    return found if several else found[0][0]


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """(output, v · H): the gradient of the gradient's product with v.

    >>> import minigrad
    >>> minigrad.autograd.functional.vhp(lambda x: (x ** 3).sum(), minigrad.tensor([1.0, 2.0]), minigrad.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    several, inputs, v, outputs, gradient = first_order("vhp", func, inputs, v, create_graph, strict)
    with set_grad_enabled(create_graph or mode.recording):
        found = filled(slopes(gradient, inputs, v, create_graph), inputs, strict, create_graph, "double_back")
    return result(outputs, False, create_graph), result(found, several, create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """(output, H · v), as jvp does it. H is symmetric, so `vhp` gives the same and is cheaper.

    >>> import minigrad
    >>> minigrad.autograd.functional.hvp(lambda x: (x ** 3).sum(), minigrad.tensor([1.0, 2.0]), minigrad.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    several, inputs, v, outputs, gradient = first_order("hvp", func, inputs, v, create_graph, strict)
    with enable_grad():
        weights = tuple([zeros(x, True) for x in inputs])
        back = slopes(gradient, inputs, weights, True)
        demand_tracked(gradient, "hessian", strict)
    with set_grad_enabled(create_graph or mode.recording):
        found = filled(slopes(back, weights, v, create_graph), inputs, strict, create_graph, "double_back_trick")
    return result(outputs, False, create_graph), result(found, several, create_graph)


def first_order(name, func, inputs, v, create_graph, strict):
    """What vhp and hvp begin with: the gradient of a function with one number, differentiable."""
    with enable_grad():
        several, inputs = as_tuple(inputs, "inputs", name)
        inputs = fresh(inputs, create_graph)
        v = inputs_direction(v, inputs, several, create_graph, name)
        many, outputs = computed(func, inputs, name, strict)
        number(many, outputs, name)
        gradient = slopes(outputs, inputs, None, True)
        demand_tracked(gradient, "jacobian", strict)
    return several, inputs, v, outputs, gradient


# ---- tensors in and out

def as_tuple(value, what, function):
    """(was it a tuple, the tuple), or an error if something in it is no tensor."""
    several = isinstance(value, tuple)
    for index, part in enumerate(value if several else (value,)):
        if not isinstance(part, Node.Tensor):
            where = f"value at index {index}" if several else f"given {what}"
            raise complaints.no_tensors(
                f"The {what} given to {function} must be either a Tensor or a tuple of Tensors but the {where} has "
                f"type {type(part)}.")
    return several, value if several else (value,)


def fresh(inputs, create_graph, tracked=True):
    """New tensors on the inputs' memory, so that the function's own use of the same tensors is not mixed in."""
    made = []
    for x in inputs:
        if create_graph and x.node is not None:
            made.append(x.view_as(x))
        else:
            made.append(x.detach())
            track(made[-1], tracked)
    return tuple(made)


def computed(func, inputs, name, strict):
    many, outputs = as_tuple(func(*inputs), "outputs of the user-provided function", name)
    demand_tracked(outputs, "outputs", strict)
    return many, outputs


def number(many, outputs, name):
    """The single output with a single element that second derivatives ask for."""
    if many:
        raise complaints.no_number(f"The function given to {name} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise complaints.no_number(
            f"The Tensor returned by the function given to {name} should contain a single element")
    return outputs[0]


def direction(v, like, several, create_graph, name):
    """The vector as a tuple that fits what it is multiplied with."""
    if v is None:
        return None
    _, v = as_tuple(v, "v", name)
    if len(v) != len(like):
        raise complaints.no_direction(
            f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}." if several else
            "The given v should contain a single Tensor.")
    for index, (part, other) in enumerate(zip(v, like)):
        if part.array.shape != other.array.shape:
            where = f"Entry {index} in " if several else ""
            raise complaints.no_direction(f"{where}v has invalid size: should be {other.shape} but got {part.shape}.")
    return fresh(v, create_graph, tracked=False)


def inputs_direction(v, inputs, several, create_graph, name):
    if v is None and (len(inputs) != 1 or inputs[0].numel() != 1):
        raise complaints.no_direction(
            "The vector v can only be None if the input to the user-provided function is a single Tensor with a single "
            "element.")
    return direction(v, inputs, several, create_graph, name)


def slopes(outputs, inputs, weights, create_graph, retain=None):
    """autograd.grad that leaves out outputs nobody tracked; None for inputs without a part in the rest."""
    weights = weights or (None,) * len(outputs)
    live = [(out, w) for out, w in zip(outputs, weights) if out is not None and out.node is not None]
    if not live:
        return (None,) * len(inputs)
    outputs, weights = zip(*live)
    return engine.grad(outputs, inputs, weights, retain, create_graph, allow_unused=True)


def result(tensors, several, create_graph):
    if not create_graph:
        tensors = tuple([tensor.detach() for tensor in tensors])
    return tensors if several else tensors[0]


def check_strategy(strategy, create_graph, strict, vectorize):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs '
            'than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "reverse-mode":
        return
    for on, what, kind in ((create_graph, "create_graph", NotImplementedError), (strict, "strict", RuntimeError)):
        if on:
            raise complaints.strategy(
                kind, f'torch.autograd.functional.jacobian: `{what}=True` and `strategy="forward-mode"` are not '
                f'supported together (yet). Please either set `{what}=False` or `strategy="reverse-mode"`.')
    if not vectorize:
        raise complaints.strategy(
            NotImplementedError, "Computing Jacobian using forward-AD or forward-over-reverse Hessian is"
            "only implemented for `vectorize=True`.")


# ---- strict mode

def demand_tracked(tensors, what, strict):
    """In strict mode each of these must depend on the inputs."""
    for i, tensor in enumerate(tensors if strict else ()):
        if tensor is None:
            raise complaints.independent(
                f"The output of the user-provided function is independent of input {i}. This is not allowed in strict "
                "mode.")
        if tensor.node is None:
            raise complaints.independent(UNTRACKED[what].format(i=i))


UNTRACKED = {
    "outputs":
        "Output {i} of the user-provided function does not require gradients. The outputs must be computed in a "
        "differentiable manner from the input when running in strict mode.",
    "grad_inputs":
        "The gradient with respect to input {i} is independent of the inputs of the user-provided function. This is "
        "not allowed in strict mode.",
    "jacobian":
        "While computing the hessian, found that the jacobian of the user-provided function with respect to input {i} "
        "is independent of the input. This is not allowed in strict mode. You should ensure that your function is "
        "twice differentiable and that the jacobian depends on the inputs (this would be violated by a linear function "
        "for example).",
    "hessian":
        "The hessian of the user-provided function with respect to input {i} is independent of the input. This is not "
        "allowed in strict mode. You should ensure that your function is thrice differentiable and that the hessian "
        "depends on the inputs.",
}
MISSING = {
    "back":
        "The output of the user-provided function is independent of input {i}. This is not allowed in strict mode.",
    "back_trick":
        "The gradient with respect to the input is independent of entry {i} in the grad_outputs when using the double "
        "backward trick to compute forward mode gradients. This is not allowed in strict mode.",
    "double_back":
        "The jacobian of the user-provided function is independent of input {i}. This is not allowed in strict mode.",
    "double_back_trick":
        "The hessian of the user-provided function is independent of entry {i} in the grad_jacobian. This is not "
        "allowed in strict mode as it prevents from using the double backward trick to replace forward mode AD.",
}


def filled(gradients, like, strict, create_graph, stage):
    """Zeros in place of None; in strict mode an error."""
    found = []
    for i, (g, x) in enumerate(zip(gradients, like)):
        if g is None and strict:
            raise complaints.independent(MISSING[stage].format(i=i))
        if g is not None and strict and create_graph and g.node is None:
            what = "hessian" if "double" in stage else "jacobian"
            raise complaints.independent(
                f"The {what} of the user-provided function is independent of input {i}. This is not allowed in strict "
                "mode when create_graph=True.")
        found.append(tied(np.zeros_like(x.array), None) if g is None else g)
    return tuple(found)
