"""A module's state: its parameters and buffers by name, to be saved and loaded again."""
from collections import OrderedDict, namedtuple
from collections.abc import Mapping

from ...autograd.modes import no_grad
from ...core.hooks import Hooks
from ...tensor import Tensor
from .. import complaints
from ..parameter import Parameter


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What `load_state_dict` returns: names that were missing, and names that nobody asked for."""

    __slots__ = ()

    def __repr__(self):
        return super().__repr__() if any(self) else "<All keys matched successfully>"

    __str__ = __repr__


class State:
    """What a module inherits to hand out and take back its state."""

    _version = 1

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        """{dotted name: tensor} of all parameters and persistent buffers, on the same memory.

        `keep_vars` gives the parameters themselves instead of detached tensors.
        """
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            hook(self, destination, prefix, metadata)
        return destination

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, tensor in self._kept().items():
            destination[prefix + name] = tensor if keep_vars else tensor.detach()
        if type(self).get_extra_state is not State.get_extra_state:
            destination[prefix + "_extra_state"] = self.get_extra_state()

    def _kept(self):
        """This module's own parameters and persistent buffers."""
        persistent = {k: v for k, v in self._buffers.items() if k not in self._non_persistent_buffers_set}
        return {k: v for k, v in (*self._parameters.items(), *persistent.items()) if v is not None}

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Copy a state into this module; returns the names that were missing or superfluous.

        Raises RuntimeError if a shape does not fit or, when `strict`, if the names are not exactly the module's.
        `assign` takes the tensors themselves instead of copying their numbers.
        """
        if not isinstance(state_dict, Mapping):
            raise complaints.not_a_mapping(state_dict)
        missing, unexpected, messages = [], [], []
        metadata = getattr(state_dict, "_metadata", None) or {}
        self._load_all(OrderedDict(state_dict), "", metadata, assign, missing, unexpected, messages)
        if strict:
            for title, names in (("Unexpected", unexpected), ("Missing", missing)):
                if names:
                    quoted = ", ".join(f'"{name}"' for name in names)
                    messages.insert(0, f"{title} key(s) in state_dict: {quoted}. ")
        if messages:
            raise complaints.state_mismatch(self, messages)
        return _IncompatibleKeys(missing, unexpected)

    def _load_all(self, state, prefix, metadata, assign, missing, unexpected, messages):
        local = dict(metadata.get(prefix[:-1], {}), **{"assign_to_params_buffers": True} if assign else {})
        self._load_from_state_dict(state, prefix, local, True, missing, unexpected, messages)
        for name, module in self._modules.items():
            if module is not None:
                inner = prefix + name + "."
                part = {k: v for k, v in state.items() if k.startswith(inner)}
                module._load_all(part, inner, metadata, assign, missing, unexpected, messages)
        for hook in self._load_state_dict_post_hooks.values():
            hook(self, _IncompatibleKeys(missing, unexpected))

    def _load_from_state_dict(self, state, prefix, local_metadata, strict, missing, unexpected, messages):
        """Load what belongs to this module alone."""
        for hook in self._load_state_dict_pre_hooks.values():
            hook(self, state, prefix, local_metadata, strict, missing, unexpected, messages)
        kept = self._kept()
        known = {*kept}
        for name, tensor in kept.items():
            if prefix + name in state:
                self._load_one(name, tensor, prefix + name, state[prefix + name], local_metadata, messages)
            else:
                missing.append(prefix + name)
        if type(self).set_extra_state is not State.set_extra_state:
            known.add("_extra_state")
            if prefix + "_extra_state" in state:
                self.set_extra_state(state[prefix + "_extra_state"])
            else:
                missing.append(prefix + "_extra_state")
        for key in state:
            if key.startswith(prefix):
                name, dot, _ = key[len(prefix):].partition(".")
                if name not in (self._modules if dot else known):
                    unexpected.append(key)

    def _load_one(self, name, tensor, key, value, local_metadata, messages):
        if not isinstance(value, Tensor):
            messages.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object '
                            f"from checkpoint but received {type(value)}")
            return
        if not tensor.shape and tuple(value.shape) == (1,):
            value = value[0]
        if value.shape != tensor.shape:
            messages.append(f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, the "
                            f"shape in current model is {tensor.shape}.")
            return
        if not local_metadata.get("assign_to_params_buffers"):
            with no_grad():
                tensor.copy_(value)
            return
        if isinstance(tensor, Parameter):
            value = value if isinstance(value, Parameter) else Parameter(value, tensor.requires_grad)
            value.requires_grad_(tensor.requires_grad)
        setattr(self, name, value)

    def get_extra_state(self):
        """Override this and `set_extra_state` to keep more than tensors in the state."""
        raise complaints.layer_argument("get_extra_state and set_extra_state are to be overridden both",
                                        kind=RuntimeError)

    def set_extra_state(self, state):
        """Take back what `get_extra_state` gave."""
        self.get_extra_state()

    def register_state_dict_pre_hook(self, hook):
        """Call `hook(module, prefix, keep_vars)` before the state is read."""
        return Hooks.add(self._state_dict_pre_hooks, hook)

    def register_state_dict_post_hook(self, hook):
        """Call `hook(module, state_dict, prefix, local_metadata)` after the state was read."""
        return Hooks.add(self._state_dict_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """Call `hook(module, state_dict, prefix, …)` before this module's part is loaded."""
        return Hooks.add(self._load_state_dict_pre_hooks, hook)

    def register_load_state_dict_post_hook(self, hook):
        """Call `hook(module, incompatible_keys)` after a state was loaded."""
        return Hooks.add(self._load_state_dict_post_hooks, hook)
