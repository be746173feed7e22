"""Watching: whoever stands in `observers` hears of every op and of every step backwards.

An op pays one falsy test, `if observers:`, when nobody does.
"""

observers = []


class Observer:
    """All methods do nothing: subclass it, override what you need, put an instance into `observers`."""

    def on_create(self, tensor):
        """A tensor came up that no op made: tensor(), zeros(), from_numpy(), requires_grad_() …"""

    def on_op(self, op, inputs, settings, out):
        """An op ran. `inputs` as passed: tensors, numbers, a tuple for a list of tensors. `out`: tensor or tuple."""

    def on_inplace(self, op, target, inputs, settings):
        """`target` was overwritten with what `op` computes."""

    def on_leave(self, tensor, kind):
        """Its numbers went where no op is seen any more: into a "Python boolean", a "Python list", a "NumPy array" …"""

    def on_backward_start(self, run):
        """A backward pass begins; `run` has roots, seeds, order, waits, keep, create_graph."""

    def on_node(self, node, upstream, sent):
        """A function node ran; `sent` lists (target node, index among the node's inputs, gradient)."""

    def on_accumulate(self, node, gradient):
        """An AccumulateGrad added `gradient` to its leaf's .grad."""

    def on_free(self, node):
        """The values that the node had saved were dropped."""

    def on_backward_end(self, error):
        """The pass is over; `error` is None or what stopped it."""


def announce(op, inputs, settings, out):
    for observer in tuple(observers):
        observer.on_op(op, inputs, settings, out)


def announce_created(tensor):
    for observer in tuple(observers):
        observer.on_create(tensor)


def announce_inplace(op, target, inputs, settings):
    for observer in tuple(observers):
        observer.on_inplace(op, target, inputs, settings)
