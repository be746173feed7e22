"""What the number types can hold: `finfo` for decimal ones, `iinfo` for whole ones."""
import numpy as np

from . import dtypes


class finfo:
    """The largest, the smallest and the finest number of a floating dtype. As `torch.finfo`.

    Raises TypeError for an integer dtype.

    >>> import minigrad
    >>> minigrad.finfo(minigrad.float32).eps
    1.1920928955078125e-07
    """

    def __init__(self, type=None):
        type = type or dtypes.get_default_dtype()
        if not type.is_floating_point:
            raise TypeError("torch.finfo() requires a floating point input type. "
                            "Use torch.iinfo to handle 'torch.finfo'")
        info = np.finfo(type.numpy)
        self.bits, self.dtype = info.bits, type.numpy.name
        self.min, self.max, self.eps = float(info.min), float(info.max), float(info.eps)
        self.tiny = self.smallest_normal = float(info.tiny)
        self.resolution = float(f"1e-{info.precision}")

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g}, "
                f"smallest_normal={self.tiny:g}, tiny={self.tiny:g}, dtype={self.dtype})")


class iinfo:
    """The largest and the smallest number of an integer dtype. As `torch.iinfo`.

    Raises TypeError for a floating dtype.

    >>> import minigrad
    >>> minigrad.iinfo(minigrad.int8)
    iinfo(min=-128, max=127, dtype=int8)
    """

    def __init__(self, type):
        if type.is_floating_point:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        info = np.iinfo(type.numpy)
        self.bits, self.dtype, self.min, self.max = info.bits, type.numpy.name, int(info.min), int(info.max)

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"
