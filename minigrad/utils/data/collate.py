"""A batch from examples: tensors stacked, numbers in a tensor, tuples and dicts part by part."""
from collections.abc import Mapping, Sequence

import numpy as np

from ... import dtypes
from ...create import as_tensor, tensor
from ...ops.joining import stack
from ...tensor import Tensor
from . import complaints


def default_collate(batch):
    """One batch from a list of examples of the same form. As PyTorch's.

    Raises TypeError for examples that are neither numbers, texts, tensors, arrays nor made of those.

    >>> default_collate([(1, 2.5), (3, 4.5)])
    [tensor([1, 3]), tensor([2.5000, 4.5000], dtype=torch.float64)]
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(batch, 0)
    if isinstance(first, np.ndarray):
        if dtypes.find(first.dtype) is None:
            raise refused(first.dtype)
        return stack([as_tensor(array) for array in batch], 0)
    if isinstance(first, np.generic):
        return as_tensor(np.stack(batch))
    if isinstance(first, float):
        return tensor(batch, dtype=dtypes.float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        collated = {key: default_collate([example[key] for example in batch]) for key in first}
        return collated if type(first) is dict else type(first)(collated)
    if isinstance(first, Sequence):
        return collated_sequence(first, batch)
    raise refused(type(first))


def collated_sequence(first, batch):
    if any(len(example) != len(first) for example in batch):
        raise complaints.refused("each element in list of batch should be of equal size", RuntimeError)
    parts = [default_collate(column) for column in zip(*batch)]
    return type(first)(*parts) if hasattr(first, "_fields") else parts


def refused(kind):
    name = np.dtype(kind).str if isinstance(kind, np.dtype) else kind
    return complaints.refused(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "
        + str(name), TypeError, "a batch is a tensor, or a structure of tensors.")


def default_convert(data):
    """Arrays and numbers of one example as tensors. As PyTorch's."""
    if isinstance(data, (np.ndarray, np.generic)) and dtypes.find(data.dtype) is not None:
        return as_tensor(data)
    if isinstance(data, Mapping):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*map(default_convert, data))
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return [default_convert(value) for value in data]
    return data
