"""Calling a module: its forward method, and the hooks before, after and on the way back."""
import warnings
from collections import OrderedDict

from ...core.grad_mode import mode
from ...core.hooks import RemovableHandle
from ...core.primitive import primitive
from ...create import zeros
from ...tensor import Tensor
from .. import complaints

everyones = OrderedDict()               # hooks for all modules at once: id -> (which kind, what is hung)


def hung(module, kind):
    """[(number, what is hung)] of one kind: the hooks for all modules first, then the module's own."""
    shared = [((number,), entry) for number, (which, entry) in everyones.items() if which == kind] if everyones else []
    return [*shared, *getattr(module, kind).items()]


class Calling:
    """What a module inherits to be called like a function."""

    def forward(self, *args, **kwargs):
        """What the module computes. Every module overrides it."""
        raise complaints.no_forward(self)

    def __call__(self, *args, **kwargs):
        if not (self._backward_hooks or self._backward_pre_hooks or self._forward_hooks or self._forward_pre_hooks
                or everyones):
            return self.forward(*args, **kwargs)
        done = set()
        try:
            return self._hooked(args, kwargs, done)
        except Exception:
            for number, (hook, options) in hung(self, "_forward_hooks"):
                if options.get("always_call") and number not in done:
                    self._tell(hook, options, args, kwargs, None)
            raise

    def _hooked(self, args, kwargs, done):
        for _, (hook, options) in hung(self, "_forward_pre_hooks"):
            args, kwargs = self._prepared(hook, options, args, kwargs)
        backward = None
        if hung(self, "_backward_hooks") or hung(self, "_backward_pre_hooks"):
            backward = BackwardHook(self)
            args = backward.watch_inputs(args)
        result = self.forward(*args, **kwargs)
        for number, (hook, options) in hung(self, "_forward_hooks"):
            done.add(number)
            changed = self._tell(hook, options, args, kwargs, result)
            result = result if changed is None else changed
        return result if backward is None else backward.watch_outputs(result)

    def _prepared(self, hook, options, args, kwargs):
        """What a pre-hook makes of the arguments."""
        if not options.get("with_kwargs"):
            changed = hook(self, args)
            if changed is None:
                return args, kwargs
            return changed if isinstance(changed, tuple) else (changed,), kwargs
        changed = hook(self, args, kwargs)
        if changed is None:
            return args, kwargs
        if not isinstance(changed, tuple) or len(changed) != 2:
            raise complaints.pre_hook_result(changed)
        return changed

    def _tell(self, hook, options, args, kwargs, result):
        return hook(self, args, kwargs, result) if options.get("with_kwargs") else hook(self, args, result)

    # ---- hanging hooks on a module

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Call `hook(module, args)` before forward; what it returns replaces the arguments.

        With `with_kwargs` it is `hook(module, args, kwargs)`, which returns None or (args, kwargs).
        """
        return hang(self._forward_pre_hooks, (hook, {"with_kwargs": with_kwargs}), prepend)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Call `hook(module, args, output)` after forward; what it returns replaces the output.

        With `with_kwargs` it is `hook(module, args, kwargs, output)`; `always_call` also after an error in forward.
        """
        options = {"with_kwargs": with_kwargs, "always_call": always_call}
        return hang(self._forward_hooks, (hook, options), prepend)

    def register_full_backward_hook(self, hook, prepend=False):
        """Call `hook(module, grad_input, grad_output)` when the gradients of the module's inputs are known.

        What it returns replaces grad_input.
        """
        return hang(self._backward_hooks, hook, prepend)

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """Call `hook(module, grad_output)` before the gradients of the inputs are computed; may replace grad_output."""
        return hang(self._backward_pre_hooks, hook, prepend)

    def register_backward_hook(self, hook):
        """Not there: PyTorch has replaced it. Use `register_full_backward_hook`."""
        raise NotImplementedError("register_backward_hook is not in minigrad; use register_full_backward_hook")


def hang(table, entry, prepend):
    handle = RemovableHandle(table)
    table[handle.id] = entry
    if prepend:
        table.move_to_end(handle.id, last=False)
    return handle


def register_module_forward_pre_hook(hook):
    """Call `hook(module, args)` before the forward of every module. As in `torch.nn.modules.module`."""
    return hang(everyones, ("_forward_pre_hooks", (hook, {})), False)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Call `hook(module, args, output)` after the forward of every module. As in `torch.nn.modules.module`."""
    options = {"with_kwargs": with_kwargs, "always_call": always_call}
    return hang(everyones, ("_forward_hooks", (hook, options)), False)


def register_module_full_backward_hook(hook):
    """Call `hook(module, grad_input, grad_output)` on the way back through every module."""
    return hang(everyones, ("_backward_hooks", hook), False)


def register_module_full_backward_pre_hook(hook):
    """Call `hook(module, grad_output)` before the gradients of the inputs of every module are computed."""
    return hang(everyones, ("_backward_pre_hooks", hook), False)


@primitive(tensors=lambda g: g, node="BackwardHookFunctionBackward", outputs=...)
def passed_on(*tensors):
    """The tensors as they are: a node on their way, where a hook can stand."""
    return tensors


class BackwardHook:
    """One call's watch over the gradients of a module's inputs and outputs.

    A node before the module and one behind it tell the gradients that pass: those of the outputs are kept until those
    of the inputs are there, then the user's hooks see both.
    """

    def __init__(self, module):
        self.module = module
        self.hooks = tuple([hook for _, hook in hung(module, "_backward_hooks")])
        self.pre_hooks = tuple([hook for _, hook in hung(module, "_backward_pre_hooks")])
        self.grad_outputs = self.input_places = self.output_places = None
        self.inputs = self.outputs = 0
        self.forms = ()                         # of the inputs that are tensors

    def watch_inputs(self, args):
        self.inputs = len(args)
        self.forms = [(arg.shape, arg.dtype) for arg in args if isinstance(arg, Tensor)]
        args, self.input_places = self.passed(args, self.inputs_arrived)
        return args

    def watch_outputs(self, result):
        if not isinstance(result, (Tensor, tuple)):
            warnings.warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                          f"received {type(result)}", UserWarning, stacklevel=4)
        outputs = result if isinstance(result, tuple) else (result,)
        self.outputs = len(outputs)
        outputs, self.output_places = self.passed(outputs, self.outputs_arrived)
        return outputs if isinstance(result, tuple) else outputs[0]

    def passed(self, values, hook):
        """The values, their tensors sent through a node with that hook; and where the tensors stand."""
        places = [place for place, value in enumerate(values) if isinstance(value, Tensor)]
        if not mode.recording or not any(values[place].requires_grad for place in places):
            return values, None
        renewed = passed_on([values[place] for place in places])
        changed = list(values)
        for place, new in zip(places, renewed):
            new.version = values[place].share()
            changed[place] = new if values[place].requires_grad else values[place]
        next(new for new in renewed if new.grad_fn is not None).grad_fn.register_hook(hook)
        return tuple(changed) if type(values) is tuple else type(values)(*changed), places

    def outputs_arrived(self, _, gradients):
        grads = spread(self.output_places, gradients, self.outputs)
        for hook in self.pre_hooks:
            changed = hook(self.module, grads)
            if changed is None:
                continue
            changed = changed if isinstance(changed, tuple) else (changed,)
            if len(changed) != len(grads):
                raise complaints.backward_hook_count("grad_output", len(changed), len(grads))
            grads = changed
        self.grad_outputs = grads
        if self.input_places is None:
            self.tell_without_inputs()
        return tuple(grads[place] for place in self.output_places)

    def tell_without_inputs(self):
        """No input gets a gradient, so nothing will arrive there: the hooks are called now."""
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
            "require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
            "#torch.nn.Module.register_full_backward_hook for more details.", UserWarning, stacklevel=5)
        for hook in self.hooks:
            changed = hook(self.module, (None,) * self.inputs, self.grad_outputs)
            if changed is not None and not (isinstance(changed, tuple) and all(part is None for part in changed)):
                raise complaints.backward_hook_without_inputs()
        self.grad_outputs = None

    def inputs_arrived(self, gradients, _):
        if self.grad_outputs is None:           # a second backward pass came by another way
            return None
        gradients = [zeros(shape, dtype=dtype) if gradient is None else gradient
                     for gradient, (shape, dtype) in zip(gradients, self.forms)]
        grads = spread(self.input_places, gradients, self.inputs)
        for hook in self.hooks:
            changed = hook(self.module, grads, self.grad_outputs)
            if changed is None:
                continue
            changed = changed if isinstance(changed, tuple) else (changed,)
            if len(changed) != len(grads):
                raise complaints.backward_hook_count("grad_input", len(changed), len(grads))
            grads = changed
        self.grad_outputs = None
        return tuple(grads[place] for place in self.input_places)


def spread(places, values, count):
    """Values at their places among `count`, None elsewhere."""
    row = [None] * count
    for place, value in zip(places, values):
        row[place] = value
    return tuple(row)
