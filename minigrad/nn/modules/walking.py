"""Going through a module's parts: children, modules, parameters, buffers, each with its dotted name."""
from .. import complaints
from ..parameter import Parameter


class Walking:
    """What a module inherits to list what it holds."""

    def named_children(self):
        """(name, module) of the direct parts, each module once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        """The direct parts."""
        for _, module in self.named_children():
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """(dotted name, module) of this module, whose name is "", and of all below it."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, dotted(prefix, name), remove_duplicate)

    def modules(self):
        """This module and all below it."""
        for _, module in self.named_modules():
            yield module

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """(dotted name, parameter); a parameter that is shared comes once, under its first name."""
        yield from self._members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """All parameters: what an optimizer is given."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """(dotted name, buffer)."""
        yield from self._members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """All buffers: tensors that are kept but not trained."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def _members(self, table, prefix, recurse, once):
        modules = self.named_modules(prefix=prefix, remove_duplicate=once) if recurse else [(prefix, self)]
        seen = set()
        for path, module in modules:
            for name, member in getattr(module, table).items():
                if member is None or id(member) in seen:
                    continue
                if once:
                    seen.add(id(member))
                yield dotted(path, name), member

    # ---- one part by its dotted name

    def get_submodule(self, target):
        """The module of that dotted name; "" is this one. Raises AttributeError if there is none."""
        module = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise complaints.no_member(module, name)
            module = getattr(module, name)
            if not isinstance(module, Walking):
                raise complaints.not_a("an nn.Module", name)
        return module

    def get_parameter(self, target):
        """The parameter of that dotted name. Raises AttributeError if there is none."""
        parameter, name, _ = self._found(target)
        if not isinstance(parameter, Parameter):
            raise complaints.not_a("an nn.Parameter", name)
        return parameter

    def get_buffer(self, target):
        """The buffer of that dotted name. Raises AttributeError if there is none."""
        buffer, name, module = self._found(target)
        if name not in module._buffers:
            raise complaints.not_a("a buffer", name)
        return buffer

    def _found(self, target):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise complaints.no_member(module, name)
        return getattr(module, name), name, module

    def set_submodule(self, target, module, strict=False):
        """Put a module under a dotted name."""
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise complaints.no_member(parent, name)
        setattr(parent, name, module)


def dotted(path, name):
    return f"{path}.{name}" if path else name
