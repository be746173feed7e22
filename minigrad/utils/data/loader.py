"""DataLoader: a data set, dealt out in batches."""
from itertools import islice

from . import complaints
from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler


class DataLoader:
    """Batches of a data set, in order or shuffled anew at every pass. As `torch.utils.data.DataLoader`.

    `drop_last` leaves out a last batch that is not full; `collate_fn` makes a batch of a list of examples;
    `batch_size=None` gives single examples. All work is done here and now, whatever `num_workers` says.

    >>> import minigrad
    >>> from minigrad.utils.data import DataLoader, TensorDataset
    >>> for (x,) in DataLoader(TensorDataset(minigrad.arange(3)), batch_size=2):
    ...     print(x)
    tensor([0, 1])
    tensor([2])
    """

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=None, persistent_workers=False,
                 pin_memory_device="", in_order=True):
        if num_workers < 0:
            raise complaints.refused(
                "num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise complaints.refused("timeout option should be non-negative")
        self.dataset, self.num_workers, self.generator, self.timeout = dataset, num_workers, generator, timeout
        self.pin_memory, self._streamed = pin_memory, isinstance(dataset, IterableDataset)
        if self._streamed and shuffle not in (None, False):
            raise complaints.refused(
                f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
        if sampler is not None and shuffle:
            raise complaints.refused("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise complaints.refused(
                    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
            batch_size, drop_last = None, False
        elif batch_size is None and drop_last:
            raise complaints.refused(
                "batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None and not self._streamed:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_sampler is None and batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last = batch_size, drop_last
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.collate_fn = collate_fn or (default_convert if batch_sampler is None else default_collate)
        self._ready = True

    def __setattr__(self, name, value):
        fixed = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset")
        if name in fixed and "_ready" in self.__dict__:
            raise complaints.refused(f"{name} attribute should not be set after DataLoader is initialized")
        super().__setattr__(name, value)

    def __iter__(self):
        if self._streamed:
            yield from map(self.collate_fn, self.streamed())
        elif self.batch_sampler is None:
            for place in self.sampler:
                yield self.collate_fn(self.dataset[place])
        else:
            for places in self.batch_sampler:
                yield self.collate_fn([self.dataset[place] for place in places])

    def streamed(self):
        """What an IterableDataset gives, one by one or in lists."""
        examples = iter(self.dataset)
        if self.batch_size is None:
            yield from examples
            return
        while batch := list(islice(examples, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        if not self._streamed:
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)
        if self.batch_size is None:
            return len(self.dataset)
        full, rest = divmod(len(self.dataset), self.batch_size)
        return full + (rest > 0 and not self.drop_last)
