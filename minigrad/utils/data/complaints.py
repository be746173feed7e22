"""What data sets and loaders say when they cannot. See minigrad/errors.py."""
from ...errors import case


def refused(says, kind=ValueError, why=None):
    return case(kind, "loader_argument", says, why)


def positive(name, value):
    return refused(f"{name} should be a positive integer value, but got {name}={value}")


def truth(name, value, kind=ValueError):
    return refused(f"{name} should be a boolean value, but got {name}={value}", kind)
