"""What modules, initialisation and helpers of training say when they cannot. See minigrad/errors.py."""
from ..core.value import Value
from ..errors import case, type_title


def typename(value):
    """How PyTorch's messages call the kind of a value: `int`, `torch.FloatTensor`, `torch.nn.modules.linear.Linear`."""
    if isinstance(value, Value):
        return f"torch.{type_title(value.array)}Tensor"
    kind = value if isinstance(value, type) else type(value)
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}".replace("minigrad.", "torch.", 1)


# ---- modules and their attributes

def no_forward(module):
    return case(
        NotImplementedError, "no_forward",
        f'Module [{type(module).__name__}] is missing the required "forward" function',
        "calling a module runs its forward method, and this class has none.",
        "define `def forward(self, x):`; look for a typing error in its name and for its indentation.")


def init_argument(module, args, kwargs):
    name = type(module).__name__
    says = (f"got an unexpected keyword argument '{next(iter(kwargs))}'" if kwargs else
            f"takes 1 positional argument but {len(args) + 1} were given")
    return case(TypeError, "init_argument", f"{name}.__init__() {says}")


def before_init(kind):
    return case(
        AttributeError, "before_init",
        f"cannot assign {kind} before Module.__init__() call",
        "the lists in which a module keeps its parts are made by Module.__init__.",
        "let super().__init__() be the first line of your __init__.")


def no_attribute(module, name):
    return case(
        AttributeError, "no_attribute", f"'{type(module).__name__}' object has no attribute '{name}'",
        hint="print(module) lists its parts; in __init__ a part is assigned to self.")


def no_member(module, name):
    return case(AttributeError, "no_member", f"{type(module).__name__} has no attribute `{name}`")


def not_a(what, name):
    return case(AttributeError, "no_member", f"`{name}` is not {what}")


def wrong_member(value, kind, name, expected):
    return case(
        TypeError, "wrong_member",
        f"cannot assign '{typename(value)}' as {kind} '{name}' ({expected} or None expected)",
        "under this name the module keeps a part of that kind.",
        "wrap a tensor in nn.Parameter, change its numbers under no_grad(), or take another name.")


def wrong_registration(value, kind, name, expected):
    return case(
        TypeError, "wrong_member",
        f"cannot assign '{typename(value)}' object to {kind} '{name}' ({expected} or None required)")


def computed_parameter(name):
    return case(
        ValueError, "computed_parameter",
        f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To express "
        f"'{name}' as a function of another Tensor, compute the value in the forward() method.")


def member_name(kind, name):
    if not isinstance(name, str):
        return case(TypeError, "member_name", f"{kind} name should be a string. Got {typename(name)}")
    if not name:
        return case(KeyError, "member_name", f'{kind} name can\'t be empty string ""')
    got = f", got: {name}" if kind == "module" else ""
    return case(KeyError, "member_name", f'{kind} name can\'t contain "."{got}')


def name_taken(name):
    return case(KeyError, "name_taken", f"attribute '{name}' already exists")


def not_a_module(value):
    return case(
        TypeError, "not_a_module", f"{typename(value)} is not a Module subclass",
        "a container holds modules; a function or a list is none.",
        "nn.ReLU() instead of torch.relu; nn.Sequential(*layers) for a list.")


def train_mode():
    return case(ValueError, "train_mode", "training mode is expected to be boolean")


def cast_target(dtype):
    return case(
        TypeError, "cast_target",
        f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}")


# ---- state dicts

def not_a_mapping(value):
    return case(TypeError, "not_a_mapping", f"Expected state_dict to be dict-like, got {type(value)}.")


def state_mismatch(module, messages):
    return case(
        RuntimeError, "state_mismatch",
        f"Error(s) in loading state_dict for {type(module).__name__}:\n\t" + "\n\t".join(messages),
        "names and shapes in the state must be those of this module.",
        "build the module as it was when its state was saved; strict=False skips names that do not fit.")


# ---- hooks

def pre_hook_result(result):
    return case(
        RuntimeError, "module_hook",
        f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {result}.")


def backward_hook_count(side, got, expected):
    pre = "Backward pre hook" if side == "grad_output" else "Backward hook"
    return case(
        RuntimeError, "module_hook", f"{pre} returned an invalid number of {side}, got {got}, but expected {expected}")


def backward_hook_without_inputs():
    return case(
        RuntimeError, "module_hook",
        "Backward hook for Modules where no input requires gradient should always return None or None for all "
        "gradients.")


# ---- containers

def place_range(index):
    return case(IndexError, "place_range", f"index {index} is out of range")


def insert_range(index):
    return case(IndexError, "place_range", f"Index out of range: {index}")


def not_for_container(kind, says):
    return case(kind, "not_for_container", says)


# ---- arguments of layers, initialisation, utils

def layer_argument(says, why=None, kind=ValueError):
    return case(kind, "layer_argument", says, why)


def nonfinite_norm(norm_type):
    return case(
        RuntimeError, "nonfinite_norm",
        f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. "
        "To disable this error and scale the gradients by the non-finite norm anyway, set "
        "`error_if_nonfinite=False`")
