"""Checkpoints: a part of the forward pass that keeps nothing and is computed again when the backward pass needs it.

Memory is traded for time. PyTorch: `torch.utils.checkpoint`.
"""
import warnings
from contextlib import nullcontext
from weakref import WeakKeyDictionary, ref

from .. import autograd
from ..autograd import complaints, enable_grad, no_grad
from ..autograd.graph import saved_tensors_hooks
from ..autograd.packing import pack, stack, unpack
from ..core.grad_mode import mode
from ..core.primitive import running
from ..random import get_rng_state, set_rng_state
from ..tensor import Tensor

ADVICE = ("recommended, but if you need to preserve the current default behavior, you can pass use_reentrant=True. "
          "Refer to docs for more details on the differences between the two variants.")
early = [True]                                  # does computing again stop once everything needed is there?


class CheckpointError(RuntimeError):
    """Computing again did not give what the first time gave."""


def noop_context_fn():
    return nullcontext(), nullcontext()


def checkpoint(function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default",
               debug=False, early_stop=True, preserve_rng_state=True, **kwargs):
    """function(*args, **kwargs), without keeping what its ops save: it runs once more in the backward pass.

    use_reentrant=False is the recommended kind: an ordinary graph whose nodes fetch what they need by running the
    function again. True hides the function behind one node and runs a backward pass of its own inside; then only
    tensors among the positional arguments get gradients, and autograd.grad cannot be used. Random numbers are the same
    both times unless preserve_rng_state=False. Raises CheckpointError if the second run saves other tensors than the
    first, ValueError for keyword arguments with use_reentrant=True. PyTorch: `torch.utils.checkpoint.checkpoint`.

    >>> import minigrad
    >>> from minigrad.utils.checkpoint import checkpoint
    >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
    >>> checkpoint(lambda x: (x * x).sum(), x, use_reentrant=False).backward(); x.grad
    tensor([2., 4.])
    """
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, "
            "calling checkpoint without use_reentrant will raise an exception. use_reentrant=False is " + ADVICE,
            stacklevel=2)
        use_reentrant = True
    if not use_reentrant:
        return Frame(function, args, kwargs, preserve_rng_state, context_fn, determinism_check, early_stop).first()
    if kwargs:
        raise complaints.checkpoint_arguments("Unexpected keyword arguments: " + ",".join(kwargs))
    if context_fn is not noop_context_fn or debug is not False:
        raise complaints.checkpoint_arguments(
            "Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, *, preserve_rng_state=True, **kwargs):
    """The functions one after the other, in segments, of which all but the last are checkpoints.

    `functions`: a list, or an nn.Sequential. PyTorch: `torch.utils.checkpoint.checkpoint_sequential`.

    >>> import minigrad
    >>> from minigrad.utils.checkpoint import checkpoint_sequential
    >>> x = minigrad.tensor(0.5, requires_grad=True)
    >>> checkpoint_sequential([minigrad.sin, minigrad.exp, minigrad.tanh], 2, x, use_reentrant=False)
    tensor(0.9239, grad_fn=<TanhBackward0>)
    """
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. In "
            "version 2.9 we will raise an exception if use_reentrant is not passed. use_reentrant=False is " + ADVICE,
            stacklevel=2)
        use_reentrant = True
    if kwargs:
        raise complaints.checkpoint_arguments("Unexpected keyword arguments: " + ",".join(kwargs))
    functions = list(functions.children() if hasattr(functions, "children") else functions)
    size = len(functions) // segments
    starts = list(range(0, size * (segments - 1), size))
    for start in starts:
        input = checkpoint(in_turn(functions[start:start + size]), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return in_turn(functions[size * len(starts):])(input)


def in_turn(functions):
    def run(x):
        for function in functions:
            x = function(x)
        return x

    return run


class set_checkpoint_early_stop:
    """Inside the block, computing again stops (True, as usual) or not (False) once all that is needed is there."""

    def __init__(self, enable):
        self.enable = enable

    def __enter__(self):
        self.before, early[0] = early[0], self.enable

    def __exit__(self, *_):
        early[0] = self.before


class Replayed:
    """The random numbers of an earlier moment, for the length of a block; the present ones go on afterwards."""

    def __init__(self, state):
        self.state = state

    def __enter__(self):
        if self.state is not None:
            self.present = get_rng_state()
            set_rng_state(self.state)

    def __exit__(self, *_):
        if self.state is not None:
            set_rng_state(self.present)


# ---- nodes that fetch what they need

class Holder:
    """What a node keeps in place of a tensor: which one it was, of all that the function saved."""

    __slots__ = ("index", "__weakref__")

    def __init__(self, index):
        self.index = index


class Stop(Exception):
    """Everything that will be needed is there."""


class Frame:
    """One call of a function whose saved tensors are computed again."""

    def __init__(self, function, args, kwargs, preserve, context_fn, check, early_stop):
        self.function, self.kwargs = function, kwargs
        self.original = args
        # an outer checkpoint keeps the inputs of an inner one, as it keeps everything between
        self.args = [pack(x) if isinstance(x, Tensor) and stack.pairs else x for x in args]
        self.state = get_rng_state() if preserve else None
        self.contexts = context_fn()
        self.check, self.early_stop = check, early_stop
        self.holders, self.forms = [], []
        self.found = WeakKeyDictionary()        # backward pass -> {index: tensor computed again}

    def first(self):
        args, self.original = self.original, None
        if not mode.recording:
            return self.function(*args, **self.kwargs)
        with self.contexts[0], saved_tensors_hooks(self.note, self.fetch):
            return self.function(*args, **self.kwargs)

    def note(self, tensor):
        holder = Holder(len(self.holders))
        self.holders.append(ref(holder))
        self.forms.append(form(tensor))
        return holder

    def fetch(self, holder):
        """The tensor for a holder, as the second run of the function makes it."""
        run = running[-1] if running else self
        if run not in self.found:
            self.found[run] = {}
            self.again(self.found[run])
        if holder.index not in self.found[run]:
            raise CheckpointError(
                "torch.utils.checkpoint: Unpack is being triggered for a tensor that was either never recomputed, or "
                "already unpacked once. If you are calling ctx.saved_tensors in backward, make sure to do so only "
                "once. Otherwise please open an issue with details on your use case.")
        tensor = self.found[run].pop(holder.index)
        if run is self:
            del self.found[run]
        return tensor

    def again(self, found):
        """Run the function once more and collect what it saves."""
        count = 0

        def keep(tensor):
            nonlocal count
            if count == len(self.holders):
                raise CheckpointError(
                    "torch.utils.checkpoint: trying to save more tensors during recomputation than during the original "
                    "forward pass.")
            if self.holders[count]() is not None:
                found[count] = tensor.detach()
            count += 1
            if early[0] and self.early_stop and count == len(self.holders):
                raise Stop
            return tensor.detach()

        args = [unpack(x) if type(x).__name__ == "Packed" else x for x in self.args]
        args = [alike(x) if isinstance(x, Tensor) else x for x in args]
        with Replayed(self.state), self.contexts[1], enable_grad(), saved_tensors_hooks(keep, lambda tensor: tensor):
            try:
                self.function(*args, **self.kwargs)
            except Stop:
                pass
        if self.check != "none":
            self.compare(found, count)

    def compare(self, found, count):
        """Did the second run save what the first did?"""
        if count != len(self.holders):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {len(self.holders)}\n"
                f"Number of tensors saved during recomputation: {count}.\n")
        wrong = [(i, self.forms[i], form(tensor)) for i, tensor in found.items() if form(tensor) != self.forms[i]]
        if wrong:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than "
                "during the forward pass.\n" + "".join(
                    [f"tensor at position {i}:\nsaved metadata: {before}\nrecomputed metadata: {now}\n"
                     for i, before, now in wrong]) + ".\n")


def form(tensor):
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


def alike(tensor):
    """The same numbers, cut off from what made them, tracked if they were."""
    return tensor.detach().requires_grad_(tensor.requires_grad) if tensor.is_floating_point() else tensor.detach()


# ---- one node with a backward pass of its own

class CheckpointFunction(autograd.Function):
    """use_reentrant=True: forward is not recorded, backward runs it again, recorded, and sends gradients back."""

    @staticmethod
    def forward(ctx, function, preserve, *args):
        if not any(x.requires_grad for x in args if isinstance(x, Tensor)):
            warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=4)
        ctx.function, ctx.state = function, get_rng_state() if preserve else None
        ctx.places = [i for i, x in enumerate(args) if isinstance(x, Tensor)]
        ctx.others = [None if isinstance(x, Tensor) else x for x in args]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        with no_grad():
            return function(*args)

    @staticmethod
    def backward(ctx, *gradients):
        if running and running[-1].wanted is not None:
            raise complaints.reentrant_checkpoint()
        args = list(ctx.others)
        for i, tensor in zip(ctx.places, ctx.saved_tensors):
            args[i] = alike(tensor)
        with Replayed(ctx.state), enable_grad():
            out = ctx.function(*args)
        out = out if isinstance(out, tuple) else (out,)
        live = [(x, g) for x, g in zip(out, gradients) if isinstance(x, Tensor) and x.requires_grad]
        if not live:
            raise complaints.needless_checkpoint()
        autograd.backward(*map(list, zip(*live)))
        return (None, None, *[x.grad if isinstance(x, Tensor) else None for x in args])
