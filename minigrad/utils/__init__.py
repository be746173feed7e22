"""What training needs besides tensors: data in batches, recomputing. As `torch.utils`."""
from importlib import import_module

from .. import absent


def __getattr__(name):
    """`minigrad.utils.data` and `minigrad.utils.checkpoint` are loaded when they are first asked for."""
    if name not in ("checkpoint", "data"):
        raise absent.no_attribute("module 'minigrad.utils'", name, ("checkpoint", "data"))
    return import_module(f"minigrad.utils.{name}")
