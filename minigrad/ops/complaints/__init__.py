"""What ops, creation and chance say when they cannot: `raise complaints.shapes.nothing_to_cat()`.

The first sentence is PyTorch's. What everybody meets sooner or later is in minigrad/errors.py; a page of this folder is
opened when something on it has to be said.
"""
from importlib import import_module


def __getattr__(page):
    if page.startswith("_"):
        raise AttributeError(page)
    return import_module(f"{__name__}.{page}")
