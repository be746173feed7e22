"""The base of all optimizers: groups of parameters with options, a state for each parameter, and the step."""
import warnings
from collections import OrderedDict, defaultdict
from copy import deepcopy
from functools import lru_cache, wraps
from itertools import chain

import numpy as np
from numpy import ndarray

from ..autograd.modes import enable_grad
from ..core.hooks import Hooks
from ..core.node import tied
from ..core.observe import announce_inplace, observers
from ..nn.modules.module import forget_gradient
from ..tensor import Tensor
from . import complaints


def with_hooks(step):
    """A step that tells the hooks before and after, and leaves a mark for schedules."""

    @wraps(step)
    def told(*args, **kwargs):
        optimizer = args[0]
        optimizer._stepped = True
        if not (optimizer._pre_hooks or optimizer._post_hooks):
            return step(*args, **kwargs)
        for hook in tuple(optimizer._pre_hooks.values()):
            changed = hook(optimizer, args, kwargs)
            args, kwargs = (args, kwargs) if changed is None else changed
        result = step(*args, **kwargs)
        for hook in tuple(optimizer._post_hooks.values()):
            hook(optimizer, args, kwargs)
        return result

    return told


class Optimizer:
    """Groups of parameters and how to change them. A subclass says in `move` what one step does to one array.

    `params` are tensors, (name, tensor) pairs, or dicts {"params": tensors, option: value} with options of their own.
    Raises TypeError or ValueError for what cannot be optimized. As `torch.optim.Optimizer`.
    """

    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise complaints.not_parameters(params)
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        self._stepped = False                   # since a schedule was made
        self._rooms = {}
        self._pre_hooks, self._post_hooks = OrderedDict(), OrderedDict()
        groups = list(params)
        if not groups:
            raise complaints.no_parameters()
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    # ---- groups

    def add_param_group(self, param_group):
        """Add parameters with options of their own; what is not given is taken from the defaults."""
        if not isinstance(param_group, dict):
            raise complaints.not_a_group(param_group)
        params = param_group["params"]
        if isinstance(params, set):
            raise complaints.unordered()
        params = param_group["params"] = [params] if isinstance(params, Tensor) else list(params)
        named = [isinstance(p, tuple) for p in params]
        if any(named):
            if not all(named):
                raise complaints.partly_named()
            param_group["param_names"] = [name for name, _ in params]
            params = param_group["params"] = [p for _, p in params]
        for p in params:
            if not isinstance(p, Tensor):
                raise complaints.not_a_tensor(p)
            if not (p.is_leaf or p.retains_grad):
                raise complaints.not_a_leaf()
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        numbers = {id(p) for p in params}
        if len(numbers) != len(params):
            warnings.warn(complaints.twice_warning, UserWarning, stacklevel=4)
        if numbers & {id(p) for group in self.param_groups for p in group["params"]}:
            raise complaints.twice()
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        """Forget all gradients, or fill them with zeros: else the next backward pass adds to them."""
        for group in self.param_groups:
            for p in group["params"]:
                forget_gradient(p, set_to_none)

    # ---- the step

    def __init_subclass__(cls):
        if "step" in vars(cls):
            cls.step = with_hooks(cls.step)

    @with_hooks
    def step(self, closure=None):
        """Change every parameter that has a gradient, once; returns what `closure`, called before, returned."""
        if type(self).move is Optimizer.move:
            raise NotImplementedError
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                gradient = p.grad
                if gradient is not None:
                    self.change(p, gradient.array, group)       # on arrays: nothing is recorded
        return loss

    def change(self, p, gradient, group):
        """One parameter's step: `move` writes into its memory, which counts as one more version."""
        array = p.array
        if type(array) is ndarray:
            self.move(array, gradient, self.memory(p, group), group)
        else:                                   # a NumPy scalar has no memory to write into
            boxed = np.array(array)
            self.move(boxed, np.asarray(gradient), self.memory(p, group), group)
            p.array = boxed[()]
            if p.node is not None:
                p.node.array = p.array
        (p.version or p.share()).write()
        if observers:
            announce_inplace(type(self).step, p, (), {})

    def memory(self, p, group):
        """The state in which steps of this parameter remember what they need."""
        return self.state[p]

    def move(self, array, gradient, state, group):
        """Change the array along the gradient, in place. Every optimizer defines it."""
        raise NotImplementedError

    def room(self, array, which=0):
        """Memory of an array's shape and dtype for numbers that nobody needs after the step; used again and again."""
        key = array.shape, array.dtype, which
        found = self._rooms.get(key)
        if found is None:
            found = self._rooms[key] = np.empty_like(array)
        return found

    def directed(self, array, gradient, group):
        """The gradient, turned round if the objective is maximized, with the pull of weight decay added."""
        decay = group["weight_decay"]
        if group["maximize"]:
            gradient = np.negative(gradient, out=self.room(array, "turned"))
        if decay:
            room = np.multiply(array, decay, out=self.room(array, "decayed"))
            gradient = np.add(room, gradient, out=room)
        return gradient

    def register_step_pre_hook(self, hook):
        """Call `hook(optimizer, args, kwargs)` before every step."""
        return Hooks.add(self._pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """Call `hook(optimizer, args, kwargs)` after every step."""
        return Hooks.add(self._post_hooks, hook)

    # ---- state

    def state_dict(self):
        """{"state": {number of a parameter: its state}, "param_groups": options}, to be saved and loaded again."""
        numbers = {}
        groups = []
        for group in self.param_groups:
            for p in group["params"]:
                numbers.setdefault(id(p), len(numbers))
            options = {name: value for name, value in group.items() if name != "params"}
            groups.append({**options, "params": [numbers[id(p)] for p in group["params"]]})
        state = {numbers[id(p)] if isinstance(p, Tensor) else p: value for p, value in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Take over options and states from `state_dict()` of such an optimizer.

        Raises ValueError if the groups do not fit.
        """
        saved = [dict(group) for group in state_dict["param_groups"]]
        if len(saved) != len(self.param_groups):
            raise complaints.group_count()
        if [len(g["params"]) for g in saved] != [len(g["params"]) for g in self.param_groups]:
            raise complaints.group_size()
        owners = dict(zip(chain.from_iterable(g["params"] for g in saved),
                          chain.from_iterable(g["params"] for g in self.param_groups)))
        self.state = defaultdict(dict)
        for number, values in state_dict["state"].items():
            p = owners.get(number)
            self.state[number if p is None else p] = values if p is None else {
                name: fitted(name, value, p) for name, value in values.items()}
        for group, new in zip(self.param_groups, saved):
            names = {"param_names": group["param_names"]} if "param_names" in group else {}
            new.update(params=group["params"], **names)
        self.param_groups = [deepcopied(group) for group in saved]

    def __repr__(self):
        lines = [type(self).__name__ + " ("]
        for number, group in enumerate(self.param_groups):
            lines += [""] * bool(number) + [f"Parameter Group {number}"]
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])


def fitted(name, value, parameter):
    """A saved tensor in the parameter's dtype, on memory of its own; the step count as it was saved."""
    if not isinstance(value, Tensor):
        return deepcopy(value)
    if name == "step" or not parameter.is_floating_point():
        return value.detach().clone()
    return value.detach().to(parameter.dtype, copy=True)


def deepcopied(group):
    return {name: value if name == "params" else deepcopy(value) for name, value in group.items()}


def held(state, name, like, value=0):
    """The array of a tensor in the state, which starts with one number everywhere."""
    tensor = state.get(name)
    if tensor is None:
        tensor = state[name] = tied(np.full_like(like, value), None)
    return tensor.own()


def counted(state, more=1):
    """The number of this step: the state's counter, which starts at 0, one further."""
    step = state.get("step")
    if step is None:
        step = state["step"] = tied(np.float32(0), None)
    step.array = np.float32(step.array) + np.float32(more)
    return float(step.array)


@lru_cache(64)
def constant(value, dtype):
    """A number as an array: NumPy takes half as long with it as with Python's."""
    return np.array(value, dtype)


def check(**options):
    """Raises ValueError for an option below zero, in PyTorch's words: `Invalid momentum value: -1`."""
    for name, value in options.items():
        if value < 0.0:
            title = {"lr": "learning rate", "eps": "epsilon value"}.get(name, f"{name} value")
            raise complaints.option(title, value)


def check_betas(betas):
    for place, beta in enumerate(betas):
        if not 0 <= beta < 1:
            raise complaints.option(f"beta parameter at index {place}", beta)


def rate(group):
    """The learning rate as a number."""
    return float(group["lr"])
