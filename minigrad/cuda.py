"""`minigrad.cuda`: what PyTorch's module answers on a machine without CUDA, so that scripts take their CPU branch.

Questions are answered (no device, no memory in use); what would need a device raises AssertionError. As `torch.cuda`.

>>> import minigrad
>>> "cuda" if minigrad.cuda.is_available() else "cpu"
'cpu'
"""
from . import absent
from .ops.complaints.arguments import no_cuda


def is_available():
    """Whether there is a CUDA device: never."""
    return False


def device_count():
    """How many CUDA devices there are: 0."""
    return 0


def is_initialized():
    """Whether CUDA was started: never."""
    return False


def memory_allocated(device=None):
    """Bytes in use on the device: 0."""
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def empty_cache():
    """Nothing is cached, so nothing is freed."""


def manual_seed(seed):
    """Kept for a device that is never used: does nothing. The CPU's seed is `minigrad.manual_seed`."""


manual_seed_all = manual_seed


def synchronize(device=None):
    """Raises AssertionError: there is no device to wait for."""
    raise no_cuda()


def current_device():
    """Raises AssertionError: there is no device."""
    raise no_cuda()


def get_device_name(device=None):
    """Raises AssertionError: there is no device."""
    raise no_cuda()


get_device_properties = get_device_capability = mem_get_info = get_device_name

__getattr__ = absent.of(__name__)
