"""What the scenes share."""


def tried(say, action):
    """What an action says, or how it fails."""
    try:
        say(action())
    except Exception as error:
        say(type(error).__name__, "|", str(error).split("\n")[0])


def leaf(torch, *values, dtype=None):
    return torch.tensor(list(values), dtype=dtype or torch.float32, requires_grad=True)
