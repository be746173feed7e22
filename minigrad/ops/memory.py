"""Memory that is used again instead of being asked for again.

The C library on Linux gets each large block from the operating system and gives it back at once, so every temporary
array of a megabyte costs hundreds of page faults. When a block of nearly 32 MB is freed, it learns to keep blocks up to
that size for the next array: elementwise work on large arrays then takes half the time. The block itself is never
written to, so it costs nothing; other systems do not mind.
"""
import numpy as np

np.empty((32 << 20) - 65536, np.uint8)
