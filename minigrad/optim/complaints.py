"""What optimizers and schedules say when they cannot. See minigrad/errors.py."""
from ..errors import case
from ..nn.complaints import typename


def not_parameters(params):
    return case(
        TypeError, "optimizer_parameters",
        "params argument given to the optimizer should be an iterable of Tensors or dicts, but got " + typename(params),
        hint="put a single tensor into a list: [w].")


def no_parameters():
    return case(
        ValueError, "optimizer_parameters", "optimizer got an empty parameter list",
        "there is nothing to change; an iterator that was used up is empty, too.",
        "model.parameters(), called anew; layers in a plain list are not found: nn.ModuleList.")


def not_a_group(group):
    return case(TypeError, "optimizer_parameters", f"param_group must be a dict, but got {type(group)}")


def unordered():
    return case(
        TypeError, "optimizer_parameters",
        "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will "
        "change between runs. Please use a list instead.")


def not_a_tensor(value):
    return case(
        TypeError, "optimizer_parameters",
        "optimizer can only optimize Tensors, but one of the params is " + typename(value))


def not_a_leaf():
    return case(
        ValueError, "optimizer_parameters", "can't optimize a non-leaf Tensor",
        "a computed tensor is computed anew at every step: changing it changes nothing.",
        "hand in the leaf it was computed from; scale before requires_grad_().")


def twice():
    return case(ValueError, "optimizer_parameters", "some parameters appear in more than one parameter group")


def partly_named():
    return case(
        ValueError, "optimizer_parameters",
        "all optimizer params should be with/without names. Some param names are missing")


twice_warning = (
    "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
    "see github.com/pytorch/pytorch/issues/40967 for more information")


def option(name, value):
    return case(ValueError, "optimizer_option", f"Invalid {name}: {value}")


def nesterov():
    return case(ValueError, "optimizer_option", "Nesterov momentum requires a momentum and zero dampening")


def required(name):
    return case(
        ValueError, "optimizer_option",
        f"parameter group didn't specify a value of required optimization parameter {name}")


def group_count():
    return case(
        ValueError, "optimizer_state", "loaded state dict has a different number of parameter groups")


def group_size():
    return case(
        ValueError, "optimizer_state",
        "loaded state dict contains a parameter group that doesn't match the size of optimizer's group")


def schedule(says, kind=ValueError):
    return case(kind, "scheduler_argument", says)
