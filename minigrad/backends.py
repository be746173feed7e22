"""`minigrad.backends`: which machines could compute. None besides the CPU; switches that scripts set have no effect."""
from types import SimpleNamespace


def no():
    """The answer to every question whether there is such a machine."""
    return False


cudnn = SimpleNamespace(is_available=no, enabled=False, benchmark=False, deterministic=False)
cuda = SimpleNamespace(is_built=no, matmul=SimpleNamespace(allow_tf32=False))
mps = SimpleNamespace(is_available=no, is_built=no)
