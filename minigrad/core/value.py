"""The bare tensor: what an op must know of one. `minigrad.tensor.Tensor` adds the methods."""
import numpy as np
from numpy import ndarray

from .version import Version


class Value:
    """Numbers, the node that made them, and a version once their memory is shared or written.

    `array` is an ndarray, or a NumPy scalar for a 0-d tensor: scalars compute five times faster. Who needs memory
    (a view, `.data`, an alias) asks `own()` first. `node` is None for constants, AccumulateGrad for leaves that
    require gradients. `view_of` is set on views only: (base, op, settings) that made it.

    There is no `__init__`: ops make tensors by the hundred thousand.
    """

    __slots__ = ("array", "node", "version", "view_of", "__dict__", "__weakref__")

    def share(self):
        """The version object, for whoever is going to share this memory or write into it."""
        if self.version is None:
            self.version = Version()
            if self.node is not None and self.node.keeps_out:
                self.node.out_version = self.version
        return self.version

    def own(self):
        """The array, as memory that can be shared."""
        if not isinstance(self.array, ndarray):
            self.array = np.array(self.array)
        return self.array


def origins(tensor):
    """[(view, op, settings, which output)] from a tensor up to the tensor that owns the memory, which comes last."""
    chain = []
    while (origin := getattr(tensor, "view_of", None)) is not None:
        base, op, settings, *output = origin
        chain.append((tensor, op, settings, *output))
        tensor = base
    return chain, tensor
