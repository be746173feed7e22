"""The backward pass: the one loop over nodes.

A node is younger than every node whose result it used. So running the reachable nodes newest first, sorted by `seq`,
means that all gradients of a node have arrived when its turn comes. Only AccumulateGrad, which has no age, is counted:
it runs as soon as its last gradient is there. This is PyTorch's order.
"""
import warnings
from operator import attrgetter
from sys import getrefcount
from threading import RLock

import numpy as np
from numpy import ndarray

from .. import errors
from ..core import grad_mode
from ..core.hooks import hung
from ..core.node import AccumulateGrad, Port, tied
from ..core.observe import observers
from ..core.primitive import running
from ..ops.reduce import gathered
from . import complaints
from .hooking import after_grad, after_node, at_tensor, before_node, through
from .leaves import retain_grad, zeros

newest_first = attrgetter("seq")
adding = RLock()                                # two threads may add to one leaf, and NumPy lets both at it
ONE = {kind: kind(1) for kind in (np.float32, np.float64)}      # what a pass starts from; numbers can be shared


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """Add the gradient of the tensors to the `.grad` of every leaf they were computed from.

    `grad_tensors` weighs the elements of each tensor and may be left out for tensors with one element.
    `retain_graph` keeps the saved values for another pass, `create_graph` records the pass itself, so that gradients
    can be differentiated again; `inputs` limits the pass to these tensors. Raises RuntimeError when nothing was
    recorded, a gradient is missing or has another shape, or saved values are gone. PyTorch: `autograd.backward`.

    >>> import minigrad
    >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    >>> minigrad.autograd.backward([(x * x).sum()])
    >>> x.grad
    tensor([2., 4.])
    """
    roots = listed(tensors)
    seeds = first_gradients(roots, listed(grad_tensors), create_graph)
    if create_graph and not running:
        warnings.warn(
            "Using backward() with create_graph=True will create a reference cycle between the parameter and its "
            "gradient which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid "
            "this. If you have to use this function, make sure to reset the .grad fields of your parameters to None "
            "after use to break the cycle and avoid the leak.", UserWarning, stacklevel=3)
    wanted = None
    if inputs is not None:
        targets = listed(inputs)
        if not targets:
            raise complaints.no_inputs("backward")
        for target in targets: retain_grad(target)
        wanted = {target.node: None for target in targets}
    run = Run(roots, seeds, create_graph if retain_graph is None else retain_graph, create_graph, wanted)
    run.go()
    if wanted is not None:
        for node, g in wanted.items():
            if node.is_end: accumulate(node, g, create_graph)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    """The gradients of the outputs for each of the inputs, as a tuple; no `.grad` is touched.

    Raises RuntimeError for an input that has no part in the outputs, unless `allow_unused` (then None) or
    `materialize_grads` (then zeros). With `create_graph` the gradients can be differentiated again.
    PyTorch: `autograd.grad`.

    >>> import minigrad
    >>> x = minigrad.tensor(3.0, requires_grad=True)
    >>> minigrad.autograd.grad(x * x, x)
    (tensor(6.),)
    """
    if is_grads_batched:
        raise NotImplementedError("grad(): is_grads_batched is not supported; call grad once for each row")
    if materialize_grads and allow_unused is False:
        raise complaints.unused_forbidden()
    roots, targets = listed(outputs), listed(inputs)
    if not targets:
        raise complaints.no_inputs("grad")
    seeds = first_gradients(roots, listed(grad_outputs), create_graph)
    wanted = {node_of(target): None for target in targets}
    Run(roots, seeds, create_graph if retain_graph is None else retain_graph, create_graph, wanted).go()
    found = [wanted[target.node] for target in targets]
    for index, g in enumerate(found):
        if g is None and materialize_grads:
            found[index] = zeros(targets[index], create_graph)
        elif g is None and not allow_unused:
            raise errors.unused(index)
    return tuple([finished(g, target.array.dtype, create_graph) for g, target in zip(found, targets)])


def finished(g, dtype, create_graph):
    """A gradient as the caller gets it: a tensor of its input's dtype, on memory of its own."""
    if g is None:
        return None
    if hasattr(g, "array"):
        return g if g.array.dtype == dtype else g.to(dtype)
    return tied(g.astype(dtype) if g.dtype != dtype or type(g) is ndarray else g, None)


def watch(root_tensors, seeds=None, observer=None):
    """Run the pass for an onlooker: it hears of every step, and nothing else changes.

    Saved values stay, hooks stay silent, gradients are summed in a private account instead of `.grad`. Returns that
    account, {AccumulateGrad: gradient}. Raises what backward would raise.
    """
    roots = listed(root_tensors)
    watchers = [] if observer is None else [observer]
    run = Run(roots, first_gradients(roots, listed(seeds), False), True, False, None, watchers)
    run.account = {}
    run.go()
    return run.account


def listed(tensors):
    """One tensor, a sequence of them, or nothing, as a list."""
    if tensors is None:
        return []
    return [tensors] if hasattr(tensors, "array") else list(tensors)


def node_of(tensor):
    """The node that a gradient for this tensor arrives at."""
    if tensor.node is None:
        raise errors.not_differentiable()
    return tensor.node


def first_gradients(roots, gradients, create_graph):
    """What the pass starts from: 1 for a tensor with one element, or the caller's gradient."""
    if gradients and len(gradients) != len(roots):
        raise complaints.gradients_count(gradients, roots)
    seeds = []
    for index, root in enumerate(roots):
        if root.node is None:
            raise errors.no_graph(index)
        array = root.array
        gradient = gradients[index] if gradients else None
        if gradient is None:
            if not isinstance(array, ndarray):
                seed = ONE.get(type(array)) or type(array)(1)
            elif array.size == 1:
                seed = np.ones(array.shape, array.dtype)
            else:
                raise errors.not_a_scalar(array.shape)
            seeds.append(tied(seed, None) if create_graph else seed)
        else:
            if complaints.array_of(gradient).shape != array.shape:
                raise errors.gradient_shape(index, gradient.array.shape, array.shape)
            seeds.append(gradient if create_graph else gradient.array)
    return seeds


class Run:
    """One backward pass. All its state is here and none on the nodes, so passes may interleave or nest."""

    __slots__ = ("root_tensors", "seeds", "keep", "create_graph", "wanted", "watchers", "account", "inbox", "waits",
                 "passing", "nodes", "__weakref__")

    def __init__(self, roots, seeds, keep, create_graph, wanted, watchers=observers):
        self.root_tensors = roots
        self.seeds = seeds
        self.keep = keep                        # saved values survive
        self.create_graph = create_graph        # record the pass: rules run on tensors
        self.wanted = wanted                    # {node: gradient} for autograd.grad, or None: fill every .grad
        self.watchers = watchers
        self.account = None                     # {AccumulateGrad: gradient} for a private pass
        self.inbox = {}                         # node -> the sum of what has arrived
        self.waits = {}                         # AccumulateGrad -> gradients still to come
        self.nodes = self.plan()

    @property
    def roots(self):
        return [(tensor.node.source, tensor.node.output_nr) for tensor in self.root_tensors]

    @property
    def order(self):
        """The function nodes in the order in which they run."""
        return [node for node in self.nodes if type(node) is not Port]

    def plan(self):
        """Collect every reachable node, without recursion; those that compute are sorted, newest first."""
        inbox, waits = self.inbox, self.waits
        nodes = []
        for tensor, seed in zip(self.root_tensors, self.seeds):
            node = tensor.node
            if node.is_end:
                waits[node] = waits.get(node, 0) + 1
            elif node not in inbox:
                nodes.append(node)
            inbox[node] = seed if inbox.get(node) is None else inbox[node] + seed
        for node in nodes:
            for target in node.edges:
                if target in inbox:
                    if target in waits: waits[target] += 1
                elif target is not None:
                    inbox[target] = None
                    if type(target) is AccumulateGrad: waits[target] = 1
                    else: nodes.append(target)
        nodes.sort(key=newest_first, reverse=True)
        return nodes if self.wanted is None else self.useful(nodes)

    def useful(self, nodes):
        """Only the nodes from which a wanted one can be reached."""
        found = set(self.wanted)
        self.passing = set()
        for node in reversed(nodes):
            if not found.isdisjoint(node.edges):
                found.add(node)
                self.passing.add(node)
        return [node for node in nodes if node in found]

    def go(self):
        """Run the pass. Under create_graph it is recorded itself; the mode before is put back at the end."""
        before = not self.create_graph or grad_mode.mode.recording
        if not before: grad_mode.set_recording(True)
        running.append(self)
        if self.watchers: tell(self.watchers, "on_backward_start", self)
        error = None
        try:
            self.loop()
        except BaseException as stopped:
            error = stopped
            if not hasattr(stopped, "node"): stopped.node = self.current()
            raise
        finally:
            running.pop()
            if not before: grad_mode.set_recording(False)
            if self.watchers: tell(self.watchers, "on_backward_end", error)

    def current(self):
        """The node that was at work when an error stopped the pass."""
        done = [node for node in self.nodes if node not in self.inbox]
        return done[-1].source if done else None

    def loop(self):
        inbox, waits, wanted, graph = self.inbox, self.waits, self.wanted, self.create_graph
        watchers, silent = self.watchers, self.account is not None
        keep = self.keep or bool(watchers)
        plain = not watchers and not silent and wanted is None
        for tensor in self.root_tensors:
            if tensor.node.is_end:
                waits[tensor.node] -= 1
                if not waits[tensor.node]: self.arrive(tensor.node)
        take, hooks, ready = inbox.pop, None, []
        for node in self.nodes:
            g = take(node)
            if hung and not silent: hooks = node.hooks
            if wanted is not None:
                passes = node in self.passing
                if node in wanted: wanted[node] = g if passes or hooks is None else at_tensor(node, g, graph)
                if not passes: continue
            if hooks is not None: g = before_node(node, g, graph)
            if g is None and not node.wakes: sent = [(edge, None) for edge in node.edges if edge is not None]
            elif graph: sent = node.apply_graph(g, keep)
            else: sent = node.apply(g, keep)
            if node.fit is not None: sent = fitted(sent, node.fit)
            if hooks is not None: sent = after_node(node, sent, g, graph)
            for target, h in sent:
                if h is not None:
                    sum_ = inbox[target]
                    inbox[target] = h if sum_ is None else sum_ + h
                if target in waits:
                    left = waits[target] = waits[target] - 1
                    if not left: ready.append(target)
            if watchers: self.report(node, g, sent)
            if ready:
                g = sent = h = sum_ = None      # so that an array nobody else holds can become .grad without a copy
                for target in ready:
                    if plain and target.hooks is None: accumulate(target, take(target), graph)
                    else: self.arrive(target)
                ready.clear()

    def arrive(self, end):
        """All gradients of a leaf are there: hooks, .grad or an account, and the onlookers."""
        g = self.inbox.pop(end)
        if g is None: return
        graph = self.create_graph
        if self.account is not None:
            self.account[end] = g
        elif self.wanted is not None:
            if end in self.wanted: self.wanted[end] = g if end.hooks is None else through(end.hooks.tensor, g, graph)
            return
        else:
            if end.hooks is not None: g = before_node(end, g, graph)
            accumulate(end, g, graph)
            if end.hooks is not None: after_node(end, [], g, graph)
        if self.watchers: tell(self.watchers, "on_accumulate", end, g)

    def report(self, node, g, sent):
        """Tell the onlookers what a node did; then let go of what it had saved."""
        if type(node) is Port: return
        live = node.places or range(len(node.edges))
        if len(sent) < len(live): live = [place for place, edge in zip(live, node.edges) if edge is not None]
        messages = [(target.node if type(target) is Port else target, i, h) for i, (target, h) in zip(live, sent)]
        watchers = tuple(self.watchers)
        for watcher in watchers: watcher.on_node(node, tuple(g) if isinstance(g, list) else g, messages)
        if self.keep or g is None: return
        node.release()
        if node.saves:
            for watcher in watchers: watcher.on_free(node)


def tell(watchers, event, *what):
    for watcher in tuple(watchers):
        getattr(watcher, event)(*what)


def fitted(sent, fit):
    """Give each gradient the shape and dtype of its input: sum what broadcasting repeated, undo promotion."""
    result = []
    for (target, g), (shape, dtype) in zip(sent, fit):
        if g is not None:
            g = gathered(g, shape)
            kind = g.dtype if type(g) is ndarray else getattr(g, "array", g).dtype
            if kind is not dtype and kind != dtype: g = g.to(dtype) if hasattr(g, "array") else g.astype(dtype)
        result.append((target, g))
    return result


def holders(end, g, graph):
    """How many references an array has that only the call itself holds; the call is made as that of `accumulate`."""
    return getrefcount(g)


def sole(view):
    """Whether a view shows an array that nobody else holds, whole and in reading order: then it is as good as that."""
    return type(view.base) is ndarray and getrefcount(view.base) == 2 and view.flags.carray and (
        view.base.base is None and view.size == view.base.size)


ALONE = holders(None, {0: np.empty(0)}.pop(0), False)


def accumulate(end, g, graph):
    """Add a gradient to the leaf's .grad, in place from the second time on."""
    if g is None: return
    with adding:
        if end.grad is None:
            if not graph:
                if type(g) is type(end.array) is not ndarray: pass                  # a number, and of the right kind
                elif g.dtype is not end.array.dtype: g = g.astype(end.array.dtype)
                elif type(g) is ndarray and (getrefcount(g) > ALONE or g.base is not None and not sole(g)): g = g.copy()
                g = tied(g, None)
            end.grad = g
        elif graph:
            end.grad = end.grad + g
        else:
            old = end.grad
            if type(old.array) is ndarray: old.array += g
            else: old.array = old.array + old.array.dtype.type(g)
            if old.version is not None: old.version.write()
    if end.after_grad:
        after_grad(end, graph)
