"""Data sets: something with examples that are numbered, or that come one after the other."""
import math
from bisect import bisect_right
from itertools import accumulate

from ...random import numbers_of
from . import complaints


class Dataset:
    """Numbered examples: a subclass defines `__getitem__`, and `__len__` if it is finite. As PyTorch's.

    >>> class Squares(Dataset):
    ...     def __getitem__(self, i):
    ...         return i * i
    ...     def __len__(self):
    ...         return 3
    >>> len(Squares() + Squares())
    6
    """

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Examples that come one after the other: a subclass defines `__iter__`. As PyTorch's."""

    def __iter__(self):
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")


class TensorDataset(Dataset):
    """The i-th example is the tuple of the i-th rows of all tensors. As PyTorch's.

    >>> import minigrad
    >>> TensorDataset(minigrad.arange(3), minigrad.ones(3))[1]
    (tensor(1), tensor(1.))
    """

    def __init__(self, *tensors):
        if any(len(t) != len(tensors[0]) for t in tensors):
            raise complaints.refused("Size mismatch between tensors", AssertionError)
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return len(self.tensors[0])


class ConcatDataset(Dataset):
    """Data sets one after the other. As PyTorch's."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise complaints.refused("datasets should not be an empty iterable", AssertionError)
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, index):
        if index < 0:
            if -index > len(self):
                raise complaints.refused("absolute value of index should not exceed dataset length")
            index += len(self)
        which = bisect_right(self.cumulative_sizes, index)
        return self.datasets[which][index - (self.cumulative_sizes[which - 1] if which else 0)]


class Subset(Dataset):
    """The examples at some places of a data set. As PyTorch's.

    >>> list(Subset("abc", [2, 0]))
    ['c', 'a']
    """

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Deal a data set out at random into parts of the given lengths, or shares that sum to 1. As PyTorch's.

    Raises ValueError if the lengths do not sum to the length of the data set.

    >>> [len(part) for part in random_split(range(5), [0.5, 0.5])]
    [3, 2]
    """
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for place, share in enumerate(lengths):
            if share < 0 or share > 1:
                raise complaints.refused(f"Fraction at index {place} is not between 0 and 1")
        parts = [math.floor(total * share) for share in lengths]
        for extra in range(total - sum(parts)):
            parts[extra % len(parts)] += 1
        lengths = parts
    if sum(lengths) != total:
        raise complaints.refused("Sum of input lengths does not equal the length of the input dataset!")
    order = numbers_of(generator).permutation(total).tolist()
    ends = list(accumulate(lengths))
    return [Subset(dataset, order[end - length:end]) for end, length in zip(ends, lengths)]
