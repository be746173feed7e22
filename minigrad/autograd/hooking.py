"""Users' functions on the way of a backward pass. They work on tensors; the pass itself works on arrays."""
from ..core.node import tied
from . import complaints
from .modes import enable_grad, no_grad


def called(hook, graph, *arguments):
    """Call a user's function in the mode of the pass: what it computes is recorded only under create_graph."""
    with enable_grad() if graph else no_grad():
        return hook(*arguments)


def before_node(node, g, graph):
    """Hooks of the tensor, then hooks before the node."""
    g = at_tensor(node, g, graph)
    for hook in tuple(node.hooks.before.values()):
        given = seen(g, graph)
        answer = called(hook, graph, given)
        if answer is not None:
            answer = checked(hook, answer if isinstance(answer, tuple) else (answer,), given)
            answer = [part if graph or part is None else part.array for part in answer]
            g = type(g)(answer) if isinstance(g, list) else answer[0]
    return g


def at_tensor(node, g, graph):
    """Hooks of the tensor, then retain_grad."""
    g = through(node.hooks.tensor, g, graph)
    if node.hooks.retains and g is not None:
        keep_grad(node, g)
    return g


def through(table, g, graph):
    """Pass a gradient through the hooks of its tensor."""
    for hook in tuple(table.values()):
        answer = called(hook, graph, wrapped(g, graph))
        if answer is None:
            continue
        check(hook, answer, g)
        g = answer if graph else answer.array
    return g


def after_node(node, sent, g, graph):
    """Hooks after the node: they see what it sends and may replace it."""
    for hook in tuple(node.hooks.after.values()):
        messages = dict(zip([i for i, edge in enumerate(node.edges) if edge is not None], sent))
        inputs = tuple([wrapped(messages[i][1], graph) if i in messages else None for i in range(len(node.edges))])
        answer = called(hook, graph, inputs, seen(g, graph))
        if answer is not None:
            answer = checked(hook, answer, inputs)
            sent = [(target, h if answer[i] is None else answer[i] if graph else answer[i].array)
                    for i, (target, h) in messages.items()]
    return sent


def wrapped(g, graph):
    return g if graph or g is None else tied(g, None)


def seen(g, graph):
    """A node's incoming gradients as the tuple that hooks get."""
    return tuple([wrapped(part, graph) for part in (g if isinstance(g, list) else [g])])


def check(hook, answer, g):
    """What a hook returns must be a gradient like the one that it got."""
    if not hasattr(answer, "array"):
        raise complaints.hook_type(answer)
    if g is not None and answer.array.shape != g.shape:
        raise complaints.hook_shape(hook, answer.array.shape, tuple(g.shape))
    before = getattr(g, "array", g)
    if g is not None and answer.array.dtype != before.dtype:
        raise complaints.hook_dtype(hook, answer.array, before)


def checked(hook, answer, given):
    """The same for a tuple of gradients; None where nothing is to be replaced."""
    if not isinstance(answer, tuple):
        raise complaints.hook_type(answer, "tuple")
    if len(answer) != len(given):
        raise complaints.hook_count(hook, len(answer), len(given))
    for part, g in zip(answer, given):
        if part is not None:
            check(hook, part, g)
    return answer


def after_grad(end, graph):
    """Hooks of a leaf whose .grad has just grown."""
    for hook in tuple(end.after_grad.values()):
        answer = called(hook, graph, end.variable)
        if answer is not None:
            raise complaints.hook_type(answer)


def keep_grad(node, g):
    """The .grad of a tensor that is no leaf."""
    g = wrapped(g, hasattr(g, "array"))
    hooks = node.hang()
    hooks.grad = g if hooks.grad is None else hooks.grad + g
