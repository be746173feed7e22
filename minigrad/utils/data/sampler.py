"""In which order examples come."""
from ...random import numbers_of
from . import complaints


class Sampler:
    """Something that gives the places of examples in an order: a subclass defines `__iter__`."""

    def __init__(self, data_source=None):
        pass

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """From the first to the last."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """In random order, or drawn with replacement."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        if not isinstance(replacement, bool):
            raise complaints.truth("replacement", replacement, TypeError)
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self._num_samples = num_samples
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise complaints.positive("num_samples", self.num_samples)

    @property
    def num_samples(self):
        """How many are drawn: as many as there are, unless told otherwise."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        rng, count = numbers_of(self.generator), len(self.data_source)
        if self.replacement:
            yield from rng.integers(0, count, self.num_samples).tolist()
            return
        left = self.num_samples
        while left > 0:
            yield from rng.permutation(count)[:left].tolist()
            left -= count

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """Given places, in random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for place in numbers_of(self.generator).permutation(len(self.indices)).tolist():
            yield self.indices[place]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Places drawn with given weights."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise complaints.positive("num_samples", num_samples)
        if not isinstance(replacement, bool):
            raise complaints.truth("replacement", replacement)
        self.weights = [float(weight) for weight in weights]
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        shares = [weight / sum(self.weights) for weight in self.weights]
        rng = numbers_of(self.generator)
        return iter(rng.choice(len(shares), self.num_samples, self.replacement, shares).tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of places, `batch_size` of another sampler's at a time."""

    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise complaints.positive("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise complaints.truth("drop_last", drop_last)
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        batch = []
        for place in self.sampler:
            batch.append(place)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        full, rest = divmod(len(self.sampler), self.batch_size)
        return full + (rest > 0 and not self.drop_last)
