"""Losses and their targets."""

from ...errors import case, type_title


def unknown_reduction(reduction):
    return case(
        ValueError, "unknown_reduction",
        f"{reduction} is not a valid value for reduction",
        hint='"mean", "sum" or "none".')


def batch_sizes(input, target):
    return case(
        ValueError, "batch_sizes",
        f"Expected input batch_size ({input}) to match target batch_size ({target}).")


def target_range(target):
    return case(
        IndexError, "target_range",
        f"Target {target} is out of bounds.",
        "a target is the number of its class.")


def target_dtype(array):
    return case(
        RuntimeError, "target_dtype",
        f"expected target dtype to be Long or Byte, but got {type_title(array)}",
        "a target is the number of its class.",
        "convert with .long().")
