"""Module: a piece of a network that knows its parameters by name."""
from collections import OrderedDict
from inspect import isfunction
from textwrap import indent

from ... import dtypes
from ...create import empty_like
from ...tensor import Tensor
from .. import complaints
from ..parameter import Buffer, Parameter
from .calling import (
    Calling,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
)
from .state import State
from .walking import Walking

__all__ = ["Module", "register_module_forward_hook", "register_module_forward_pre_hook",
           "register_module_full_backward_hook", "register_module_full_backward_pre_hook"]
TABLES = ("_parameters", "_buffers", "_modules")
HOOKS = ("_backward_hooks", "_backward_pre_hooks", "_forward_hooks", "_forward_pre_hooks", "_state_dict_hooks",
         "_state_dict_pre_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks")


class Module(Walking, Calling, State):
    """The base of all layers and networks: what is assigned to its attributes is found again by name.

    A subclass calls `super().__init__()`, assigns its layers, and defines `forward`. As `torch.nn.Module`.

    >>> import minigrad
    >>> class Double(minigrad.nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = minigrad.nn.Parameter(minigrad.tensor(2.0))
    ...     def forward(self, x):
    ...         return self.factor * x
    >>> [name for name, _ in Double().named_parameters()]
    ['factor']
    """

    training = True
    call_super_init = False

    def __init__(self, *args, **kwargs):
        if (args or kwargs) and not self.call_super_init:
            raise complaints.init_argument(self, args, kwargs)
        put = super().__setattr__
        put("training", True)
        for name in TABLES:
            put(name, {})
        put("_non_persistent_buffers_set", set())
        for name in HOOKS:
            put(name, OrderedDict())
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # ---- attributes: three tables beside the ordinary ones

    def __getattr__(self, name):
        own = self.__dict__
        for table in TABLES:
            if table in own and name in own[table]:
                return own[table][name]
        raise complaints.no_attribute(self, name)

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            self._make_room(name, "_parameters", "parameters")
            self.register_parameter(name, value)
        elif name in own.get("_parameters", ()):
            if value is not None:
                raise complaints.wrong_member(value, "parameter", name, "torch.nn.Parameter")
            own["_parameters"][name] = None
        elif isinstance(value, Module):
            self._make_room(name, "_modules", "module")
            own["_modules"][name] = value
        elif name in own.get("_modules", ()):
            if value is not None:
                raise complaints.wrong_member(value, "child module", name, "torch.nn.Module")
            own["_modules"][name] = None
        elif name in own.get("_buffers", ()) or isinstance(value, Buffer):
            if value is not None and not isinstance(value, Tensor):
                raise complaints.wrong_member(value, "buffer", name, "torch.nn.Buffer, torch.Tensor")
            kept = name not in own.get("_non_persistent_buffers_set", ())
            self.register_buffer(name, value, getattr(value, "persistent", kept))
        else:
            super().__setattr__(name, value)

    def _make_room(self, name, table, kind):
        """Whatever else stands under this name leaves it."""
        if table not in self.__dict__:
            raise complaints.before_init(kind)
        self.__dict__.pop(name, None)
        for other in TABLES:
            if other != table:
                self.__dict__[other].pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name):
        for table in TABLES:
            if self.__dict__[table].pop(name, self) is not self:
                self._non_persistent_buffers_set.discard(name)
                return
        if name not in self.__dict__:
            raise complaints.no_attribute(self, name)
        super().__delattr__(name)

    def __dir__(self):
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        return sorted(name for name in names if not name[0].isdigit())

    def register_parameter(self, name, param):
        """Add a parameter, or None to say that there could be one of this name."""
        self._check_name("_parameters", "parameter", name)
        if param is not None and not isinstance(param, Parameter):
            raise complaints.wrong_registration(param, "parameter", name, "torch.nn.Parameter")
        if param is not None and not param.is_leaf:
            raise complaints.computed_parameter(name)
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        """Add a tensor that is kept but not trained; a persistent one belongs to the state."""
        self._check_name("_buffers", "buffer", name)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise complaints.wrong_registration(tensor, "buffer", name, "torch Tensor")
        self._buffers[name] = tensor
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(name)

    def add_module(self, name, module):
        """Add a part under a name."""
        if module is not None and not isinstance(module, Module):
            raise complaints.not_a_module(module)
        self._check_name("_modules", "module", name)
        self._modules[name] = module

    register_module = add_module

    def _check_name(self, table, kind, name):
        if table not in self.__dict__:
            raise complaints.before_init(kind)
        if not isinstance(name, str) or not name or "." in name and kind != "module":
            raise complaints.member_name(kind, name)
        if hasattr(self, name) and name not in self.__dict__[table]:
            raise complaints.name_taken(name)
        if "." in name:
            raise complaints.member_name(kind, name)

    # ---- all parts at once

    def apply(self, fn):
        """Call `fn(module)` on every module below this one, then on itself; returns the module."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        """Switch this module and all below it to training: dropout drops, batch norm measures."""
        if not isinstance(mode, bool):
            raise complaints.train_mode()
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Switch this module and all below it to evaluation."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Track all parameters, or freeze them."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Forget the gradients of all parameters, or fill them with zeros."""
        for parameter in self.parameters():
            forget_gradient(parameter, set_to_none)

    # ---- other dtypes

    def _apply(self, fn, recurse=True):
        """Put `fn(tensor)` into the place of every parameter's numbers, gradient and every buffer."""
        for module in self.children() if recurse else ():
            module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is not None:
                gradient = parameter.grad
                parameter.data = fn(parameter.data)
                if gradient is not None:
                    gradient.data = fn(gradient.data)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self, *target, dtype=None, device=None, non_blocking=False, memory_format=None):
        """Convert floating point parameters and buffers to a dtype; integers stay what they are.

        Raises TypeError for a dtype that is not floating point. The module itself is changed and returned.
        """
        for value in target:
            if isinstance(value, dtypes.dtype):
                dtype = value
            elif isinstance(value, Tensor):
                dtype, device = value.dtype, value.device
            elif value is not None and not isinstance(value, bool):
                device = dtypes.device(value)
        if dtype is not None and not dtype.is_floating_point:
            raise complaints.cast_target(dtype)
        return self._apply(lambda t: t.to(device=device, dtype=dtype if t.is_floating_point() else None))

    def float(self):
        """Convert floating point parameters and buffers to float32."""
        return self.to(dtypes.float32)

    def double(self):
        """Convert floating point parameters and buffers to float64."""
        return self.to(dtypes.float64)

    def half(self):
        """Convert floating point parameters and buffers to float16."""
        return self.to(dtypes.float16)

    def type(self, dst_type):
        """Convert all parameters and buffers to a dtype."""
        return self._apply(lambda t: t.to(dst_type))

    def cpu(self):
        """Move to the CPU, where everything is already."""
        return self

    def cuda(self, device=None):
        """Raises what PyTorch without CUDA raises: there is only the CPU."""
        return self.to(device="cuda")

    def to_empty(self, *, device, recurse=True):
        """Parameters and buffers of the same shapes on a device, with numbers still to be set."""
        return self._apply(lambda t: empty_like(t, device=device))

    def share_memory(self):
        return self

    # ---- how it is written

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """What stands in the brackets of a layer's repr. Override it for your own layers."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        facts = extra.split("\n") if extra else []
        parts = [f"({name}): {shifted(repr(module))}" for name, module in self._modules.items()]
        return written(self._get_name(), facts, parts)


for part in (Walking, Calling, State):          # who prints `net.parameters` reads that it is a method of Module
    for method in filter(isfunction, vars(part).values()):
        method.__qualname__ = f"Module.{method.__name__}"


def shifted(text):
    """All lines but the first moved to the right."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(indent(line, "  ", lambda _: True) for line in rest)])


def written(name, facts, parts):
    """`Name(facts)`, or one part a line."""
    if len(facts) == 1 and not parts:
        return f"{name}({facts[0]})"
    if not facts and not parts:
        return f"{name}()"
    return f"{name}(\n  " + "\n  ".join([*facts, *parts]) + "\n)"


def forget_gradient(tensor, set_to_none):
    """Let a tensor's gradient go, or fill it with zeros."""
    gradient = tensor.grad
    if gradient is None:
        return
    if set_to_none:
        tensor.grad = None
        return
    if gradient.grad_fn is not None:
        gradient = tensor.grad = gradient.detach()
    gradient.requires_grad_(False)
    gradient.zero_()
