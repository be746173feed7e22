"""Where the time and the memory go: every op and every node of a backward pass, timed and counted.

    with profile(record_shapes=True, profile_memory=True) as prof:
        loss = model(x).sum()
        loss.backward()
    print(prof.key_averages().table(sort_by="self_cpu_time_total"))

While a profile runs, Python itself reports each call and each return (`sys.setprofile`); what is an op, a public
function that makes tensors, or the step of a node becomes an event. Code that is not profiled pays nothing. Being
watched costs some microseconds a call: compare shares, not absolute times. The first use of an op in a process writes
its code (`minigrad::write_op` among the events). Only the thread that opened the profile is watched.
"""
import json
import sys
import time
from enum import Enum
from types import FunctionType

import numpy as np

from .core.node import Node
from .core.primitive import finish, registry, unwritten
from .core.value import Value
from .profiles import EventList


class ProfilerActivity(Enum):
    """What can be watched: the CPU. The other names are understood and show nothing. As `torch.profiler`'s."""

    CPU = 0
    XPU = 1
    CUDA = 2


class Event:
    """One call: its name, its start and end in microseconds, the time spent in calls below it, bytes made, shapes."""

    def __init__(self, name, start, shapes):
        self.name, self.start, self.end, self.input_shapes = name, start, start, shapes
        self.inner_time = self.self_bytes = self.inner_bytes = 0

    @property
    def cpu_time_total(self):
        return self.end - self.start

    @property
    def self_cpu_time_total(self):
        return self.cpu_time_total - self.inner_time

    @property
    def bytes(self):
        return self.self_bytes + self.inner_bytes

    def __repr__(self):
        return f"<Event {self.name}: {self.cpu_time_total:.3f} us>"


open_profiles = []                      # innermost last: who gets the blocks of record_function


class profile:
    """Watch everything that happens in a `with` block. As `torch.profiler.profile`.

    record_shapes: keep the shapes of inputs. profile_memory: count the bytes of the results that are made (what is
    freed again is not subtracted, and a view costs nothing). `activities` may only bring in the CPU.
    Raises NotImplementedError for a schedule: open a profile around the steps that you mean.

    >>> import minigrad
    >>> from minigrad.profiler import profile
    >>> x = minigrad.ones(3, requires_grad=True)
    >>> with profile() as prof:
    ...     (x * x).sum().backward()
    >>> {event.key: event.count for event in prof.key_averages()}["aten::mul"]
    1
    """

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False,
                 profile_memory=False, with_stack=False, with_flops=False, with_modules=False):
        if schedule is not None:
            raise NotImplementedError("minigrad has no profiler schedules. Open a `profile()` around the steps that "
                                      "you want to see, and leave it after them.")
        self.record_shapes, self.profile_memory, self.on_ready = record_shapes, profile_memory, on_trace_ready
        self.recorded, self.frames = [], []

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.stop()

    def start(self):
        """Begin to watch; what the `with` block does at its start."""
        self.names = public_names()
        self.before = sys.getprofile()
        open_profiles.append(self)
        sys.setprofile(self.on_call)

    def stop(self):
        """Stop watching; what the `with` block does at its end."""
        sys.setprofile(self.before)
        open_profiles.remove(self)
        while self.frames:
            self.close(None)
        if self.on_ready is not None:
            self.on_ready(self)

    def step(self):
        """Say that a step of the training loop is over. There are no schedules, so nothing follows from it."""

    # ---- watching

    def on_call(self, frame, kind, result):
        """What Python calls at each call and each return."""
        if kind == "call":
            name = self.name_of(frame)
            if name is not None:
                self.open(frame, name)
        elif kind == "return" and self.frames and self.frames[-1][0] is frame:
            self.close(result)

    def name_of(self, frame):
        """The event's name, or None for a call that is nobody's business."""
        code = frame.f_code
        if code in self.names:
            return self.names[code]
        name = None
        if code.co_filename.startswith("<minigrad "):
            op = frame.f_globals.get("this")
            if op is not None and op.__code__ is code:
                name = f"aten::{op.__name__.strip('_')}"
        self.names[code] = name
        if name is None and code.co_name in ("apply", "apply_graph") and code.co_varnames[:1] == ("self",):
            node = frame.f_locals["self"]
            name = node.name() if isinstance(node, Node) else None
            if not code.co_filename.startswith("<minigrad "):
                del self.names[code]            # one function serves nodes of many names
            else:
                self.names[code] = name
        return name

    def open(self, frame, name, shapes=None):
        if shapes is None and self.record_shapes and frame is not None:
            shapes = shapes_of(frame)
        self.frames.append((frame, Event(name, time.perf_counter_ns() / 1000, shapes or [])))

    def close(self, result):
        """A call is over: charge its time and bytes to it and to the call around it, if it made tensors."""
        frame, event = self.frames.pop()
        outer = self.frames[-1][1] if self.frames else None
        event.end = time.perf_counter_ns() / 1000
        if frame is not None and self.profile_memory:
            event.self_bytes = bytes_made(frame, result)
        if outer is not None and outer.name == event.name:      # a function and the op of its name are one event
            outer.inner_time += event.inner_time
            outer.self_bytes += event.self_bytes
            outer.inner_bytes += event.inner_bytes
            return
        shown = frame is None or makes_tensors(frame.f_code, result)
        if shown:
            self.recorded.append(event)
        if outer is not None:
            outer.inner_time += event.cpu_time_total if shown else event.inner_time
            outer.inner_bytes += event.bytes

    # ---- results

    def events(self):
        """Every call, in the order in which they began."""
        return EventList(sorted(self.recorded, key=lambda event: event.start))

    def key_averages(self, group_by_input_shape=False):
        """Calls of the same name (and shapes) added up; `.table()` prints them."""
        return self.events().key_averages(group_by_input_shape)

    def export_chrome_trace(self, path):
        """Write the events as a file for chrome://tracing or Perfetto."""
        events = [{"name": e.name, "ph": "X", "ts": e.start, "dur": e.cpu_time_total, "pid": 0, "tid": 0}
                  for e in self.events()]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"traceEvents": events}, file)


class record_function:
    """A block with a name of its own among the events. As `torch.profiler.record_function`.

    >>> import minigrad
    >>> from minigrad.profiler import profile, record_function
    >>> with profile() as prof:
    ...     with record_function("my block"):
    ...         y = minigrad.ones(2) + 1
    >>> [event.key for event in prof.key_averages() if "my" in event.key]
    ['my block']
    """

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        self.profile = open_profiles[-1] if open_profiles else None
        if self.profile is not None:
            self.profile.open(None, self.name)
        return self

    def __exit__(self, *error):
        if self.profile in open_profiles:
            self.profile.close(None)


# ---- what is an event

def public_names():
    """{code: event's name} of the functions that users call: those of the package, of nn.functional, of tensors."""
    package = sys.modules[__package__]
    rooms = [package, sys.modules.get(f"{__package__}.nn.functional"), Node.Tensor, *Node.Tensor.__mro__[1:-1]]
    own = {op.__code__ for op in registry.values()}
    return {value.__code__: f"aten::{name}" for room in rooms if room is not None
            for name, value in [(name, getattr(value, "inner", value)) for name, value in vars(room).items()]
            if isinstance(value, FunctionType) and not name.startswith("_") and value.__code__ not in own} | {
                unwritten.__code__: None, finish.__code__: "minigrad::write_op"}


def makes_tensors(code, result):
    """Whether a call computed something: nodes always do, functions if they hand out tensors, ops in rules arrays."""
    if code.co_name in ("apply", "apply_graph") or code is finish.__code__:
        return True
    kinds = (Value, np.ndarray, np.generic) if code.co_filename.startswith("<minigrad ") else Value
    return isinstance(result, kinds) or type(result) in (tuple, list) and any(isinstance(r, kinds) for r in result)


def bytes_made(frame, result):
    """Bytes of the new arrays that an op or a node hands out; views and whatever it was given cost nothing."""
    if not frame.f_code.co_filename.startswith("<minigrad "):
        return 0
    if frame.f_code.co_name in ("apply", "apply_graph"):
        g = frame.f_locals.get("g")
        return sum(size_of(h) for _, h in result or () if h is not g and getattr(h, "base", None) is not g)
    if frame.f_globals["this"].view:
        return 0
    return sum(map(size_of, result)) if type(result) in (tuple, list) else size_of(result)


def size_of(value):
    array = getattr(value, "array", value)
    return array.nbytes if isinstance(array, (np.ndarray, np.generic)) else 0


def shapes_of(frame):
    """The shapes of a call's arguments; [] stands for what has none, as PyTorch writes it."""
    code, values = frame.f_code, frame.f_locals
    given = [values.get(name) for name in code.co_varnames[:code.co_argcount] if name not in ("self", "keep")]
    return [list(np.shape(getattr(v, "array", v))) if isinstance(v, (Value, np.ndarray)) else [] for v in given]
