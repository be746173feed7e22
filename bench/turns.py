"""One process for each package. All wait; whose turn it is runs a batch of steps and says how long one step took."""

import gc
import importlib
import multiprocessing
import os
import time

BATCH = 0.02                            # seconds that a batch should take: far more than the clock's own error
QUIET = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class Runner:
    """A package in a process of its own."""

    def __init__(self, package):
        os.environ.update(QUIET)        # read when the new process imports NumPy
        self.pipe, theirs = multiprocessing.get_context("spawn").Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=serve, args=(package, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, what, *details):
        """The answer, or an exception that was raised over there, as its text."""
        self.pipe.send((what, details))
        try:
            return self.pipe.recv()
        except EOFError:
            return "the process ended"

    def close(self):
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def serve(package, pipe):
    """Answer until nobody asks any more."""
    desk = Desk(package)
    while True:
        try:
            what, details = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(getattr(desk, what)(*details))
        except Exception as error:      # whatever a package raises stands in the notes
            pipe.send(f"{type(error).__name__}: {error}".splitlines()[0])


class Desk:
    """What a runner can be asked."""

    def __init__(self, package):
        self.package, self.step, self.steps = package, None, 1

    def prepare(self, name):
        """Set a workload up, and answer with its numbers after three steps."""
        if self.package == "by hand":
            from by_hand import BY_HAND

            self.step, answer = BY_HAND[name]()
        else:
            from workloads import WORKLOADS

            module = importlib.import_module(self.package)
            if self.package == "torch":
                module.set_num_threads(1)
            self.step, answer = WORKLOADS[name][1](module)
        for _ in range(3):
            self.step()
        values = [float(value) for value in answer()]
        gc.collect()
        gc.freeze()
        self.steps = 1
        while (took := self.batch()) * self.steps < BATCH and self.steps < 1_000_000:
            self.steps = max(2 * self.steps, int(BATCH / max(took, 1e-9)))
        return values

    def batch(self):
        """Processor seconds of one step. Time in which other programs had the processor is not counted."""
        start = time.process_time()
        for _ in range(self.steps):
            self.step()
        return (time.process_time() - start) / self.steps

    def peak(self, name):
        """Bytes at the peak of one step, above what was there before."""
        import tracemalloc

        self.prepare(name)
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        self.step()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most - before
