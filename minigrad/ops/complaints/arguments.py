"""Arguments of a wrong kind, whatever the op."""

from ...errors import case, kind


def wrong_argument(name, argument, position, expected, value):
    place = f" (position {position})" if position else ""
    return case(
        TypeError, "wrong_argument", f"{name}(): argument '{argument}'{place} must be {expected}, not {kind(value)}"
    )


def missing_argument(name, argument):
    return case(TypeError, "missing_argument", f'{name}() missing 1 required positional arguments: "{argument}"')


def unexpected_argument(name, argument):
    return case(TypeError, "unexpected_argument", f"{name}() got an unexpected keyword argument '{argument}'")


def wrong_combination(name, expected):
    return case(
        TypeError, "wrong_combination",
        f"{name}() received an invalid combination of arguments - expected {expected}")


def no_cuda():
    return case(
        AssertionError, "no_device",
        "Torch not compiled with CUDA enabled",
        "minigrad computes on the CPU.",
        'device="cpu", or ask cuda.is_available() first.')


def no_device(kind):
    return case(
        NotImplementedError, "no_device",
        f"minigrad computes on the CPU; there is no device '{kind}'",
        hint='device="cpu".')
