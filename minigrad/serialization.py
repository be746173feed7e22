"""save and load: tensors, and whatever numbers, texts, lists and dicts hold them, in a file and back.

The file is a zip of `data.json`, which says how everything hangs together, and of one .npy file for each piece of
memory. Views of one tensor are views of one tensor again after loading. Nothing in such a file can run: what a file
may contain is spelled out below, in two tables, and a pickle, such as PyTorch writes, is not read at all.
"""
import io
import json
import math
import os
import zipfile
from collections import Counter, OrderedDict
from pickle import UnpicklingError

import numpy as np

from . import dtypes
from .autograd.leaves import rebuilt
from .errors import case
from .nn.complaints import typename
from .nn.parameter import Parameter
from .ops.size import Size
from .tensor import Tensor

FORMAT = "minigrad"
PLAIN = (bool, int, str, type(None))


# ---- writing

def save(obj, f):
    """Write tensors, numbers, texts, None, and lists, tuples, sets and dicts of them, to a path or an open file.

    Raises TypeError for anything else, such as a whole module: save its `state_dict()`. As `torch.save`.

    >>> import io, minigrad
    >>> file = io.BytesIO()
    >>> minigrad.save({"w": minigrad.ones(2), "epoch": 3}, file)
    >>> _ = file.seek(0); minigrad.load(file)
    {'w': tensor([1., 1.]), 'epoch': 3}
    """
    data = packed(obj)
    if hasattr(f, "write"):
        f.write(data)
        return
    folder = os.path.dirname(os.fspath(f))
    if folder and not os.path.isdir(folder):
        raise case(RuntimeError, "save_refused", f"Parent directory {folder} does not exist.")
    with open(os.fspath(f), "wb") as file:
        file.write(data)


def packed(obj):
    """The bytes of a file. All is ready before anything is written, so that a failure leaves no half file."""
    writer = Writer()
    try:
        tree = writer.encode(obj)
    except RecursionError:
        raise case(TypeError, "save_refused", "cannot save a container that holds itself") from None
    head = {"format": FORMAT, "version": 1, "tensors": writer.tensors, "object": tree}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("data.json", json.dumps(head, ensure_ascii=False, allow_nan=False))
        for number, array in enumerate(writer.memory):
            piece = io.BytesIO()
            np.save(piece, array, allow_pickle=False)
            archive.writestr(f"memory/{number}.npy", piece.getvalue())
    return file.getvalue()


class Writer:
    """Collects the tensors of an object and the memory they lie in, each once."""

    def __init__(self):
        self.tensors, self.memory = [], []
        self.known, self.owners = {}, {}

    def encode(self, value):
        """A value in terms of JSON: plain values as they are, all others as {kind: content}."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": repr(value)}
        if kind is list:
            return [self.encode(part) for part in value]
        if isinstance(value, Tensor):
            return {"tensor": self.tensor(value)}
        if kind in NAMES:
            return {NAMES[kind][0]: NAMES[kind][1](value, self)}
        if isinstance(value, (np.ndarray, np.generic)):
            return {"ndarray" if isinstance(value, np.ndarray) else "number": self.laid(np.asarray(value))}
        raise case(
            TypeError, "save_refused", f"cannot save an object of type {typename(value)}",
            "a saved file holds data only, nothing that would have to run when it is loaded.",
            "of a module save its state_dict(), of anything else its numbers.")

    def pairs(self, mapping):
        return [[self.encode(key), self.encode(part)] for key, part in mapping.items()]

    def tensor(self, tensor):
        """The number of a tensor in the table of tensors."""
        if id(tensor) not in self.known:
            entry = {**self.laid(np.asarray(tensor.array)), "requires_grad": tensor.requires_grad,
                     "parameter": isinstance(tensor, Parameter)}
            self.known[id(tensor)] = len(self.tensors), tensor
            self.tensors.append(entry)
        return self.known[id(tensor)][0]

    def laid(self, array):
        """Where an array lies: in which memory, from which element on, in which steps."""
        if dtypes.find(array.dtype) is None:
            raise case(TypeError, "save_refused", f"cannot save an array of type {array.dtype}")
        owner = array
        while isinstance(owner.base, np.ndarray) and owner.base.dtype == array.dtype:
            owner = owner.base
        if not owner.flags.forc or any(step % array.itemsize for step in array.strides):
            owner = array = np.array(array)
        offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        return {"memory": self.number(owner), "offset": offset // array.itemsize, "shape": list(array.shape),
                "stride": [step // array.itemsize for step in array.strides]}

    def number(self, owner):
        if id(owner) not in self.owners:
            self.owners[id(owner)] = len(self.memory), owner
            self.memory.append(owner.ravel(order="K"))
        return self.owners[id(owner)][0]


# ---- reading

def load(f, map_location=None, *, weights_only=True, mmap=None):
    """What `save` wrote, from a path or an open file. As `torch.load`, and no file can make it run code.

    Raises pickle.UnpicklingError for a file that something else wrote, RuntimeError for a damaged one, EOFError for an
    empty one.
    """
    if map_location is not None and not callable(map_location) and not isinstance(map_location, dict):
        if dtypes.device(map_location).type not in ("cpu", "meta"):
            raise case(RuntimeError, "load_refused", "Attempting to deserialize object on a CUDA device but "
                       "torch.cuda.is_available() is False.", hint="map_location='cpu'.")
    data = f.read() if hasattr(f, "read") else read_file(f)
    if not data:
        raise case(EOFError, "load_refused", "Ran out of input", "the file is empty, or it was read to its end.",
                   "buffer.seek(0) before loading from a buffer.")
    return unpacked(data)


def read_file(path):
    if not isinstance(path, (str, os.PathLike)):
        raise case(AttributeError, "load_refused", f"'{typename(path)}' object has no attribute 'seek'. You can only "
                   "torch.load from a file that is seekable.", "a path or an open file is expected.")
    with open(path, "rb") as file:
        return file.read()


def unpacked(data):
    """The object in the bytes of a file."""
    if not data.startswith(b"PK"):
        raise foreign()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "data.json" not in names:
                raise foreign()
            head = json.loads(archive.read("data.json"))
            if head["format"] != FORMAT or head["version"] != 1:
                raise foreign()
            count = sum(name.startswith("memory/") for name in names)
            memory = [np.load(io.BytesIO(archive.read(f"memory/{i}.npy")), allow_pickle=False) for i in range(count)]
        return Reader(memory, head["tensors"]).decode(head["object"])
    except UnpicklingError:
        raise
    except Exception as error:
        raise damaged(error) from None


def foreign():
    return case(
        UnpicklingError, "load_refused",
        "Weights only load failed. The file was not written by minigrad.save.",
        "PyTorch's files and pickles are programs that run when they are read; such a file is not opened here.",
        "in PyTorch, turn the tensors into arrays and numpy.savez them; then from_numpy(...).")


def damaged(error):
    reason = str(error) or type(error).__name__
    return case(
        RuntimeError, "load_refused",
        f"PytorchStreamReader failed reading zip archive: the file is damaged ({reason})",
        "a part of the file is missing or was changed.", "write it again, to the end.")


class Reader:
    """Builds the object again; trusts no number in the file before it was checked."""

    def __init__(self, memory, tensors):
        self.memory = [checked(array) for array in memory]
        self.tensors = [self.tensor(entry) for entry in tensors]

    def tensor(self, entry):
        cls = Parameter if entry["parameter"] else Tensor
        array = self.laid(entry)
        if entry["requires_grad"] and array.dtype.kind != "f":
            raise ValueError("whole numbers that require gradients")
        return rebuilt(cls, array if array.ndim else array[()], bool(entry["requires_grad"]))

    def laid(self, entry):
        """An array in its memory; every element has to lie within."""
        memory, offset = self.memory[natural(entry["memory"])], natural(entry["offset"])
        shape, stride = [[natural(n) for n in entry[name]] for name in ("shape", "stride")]
        last = offset + sum((length - 1) * step for length, step in zip(shape, stride))
        if len(shape) != len(stride) or 0 not in shape and last >= memory.size or offset > memory.size:
            raise ValueError("a tensor reaches beyond its memory")
        steps = [step * memory.itemsize for step in stride]
        return np.ndarray(shape, memory.dtype, memory, offset * memory.itemsize, steps)

    def decode(self, value):
        if isinstance(value, list):
            return [self.decode(part) for part in value]
        if not isinstance(value, dict):
            return value
        (kind, content), = value.items()
        return KINDS[kind](content, self)

    def pairs(self, content):
        return [(self.decode(key), self.decode(part)) for key, part in content]


def checked(array):
    if array.ndim != 1 or dtypes.find(array.dtype) is None:
        raise ValueError("memory of an unknown kind")
    return array


def natural(number):
    if type(number) is not int or number < 0:
        raise ValueError(f"{number!r} stands where a size or a place has to stand")
    return number


def ordered(content, reader):
    """An OrderedDict, with what a module's state says of itself."""
    result = OrderedDict(reader.pairs(content["items"]))
    if content["metadata"] is not None:
        result._metadata = reader.decode(content["metadata"])
    return result


# class -> (its name in the file, how it is written); and back: name -> how it is read
NAMES = {
    tuple: ("tuple", lambda v, w: [w.encode(part) for part in v]),
    Size: ("Size", lambda v, w: list(v)),
    set: ("set", lambda v, w: [w.encode(part) for part in v]),
    frozenset: ("frozenset", lambda v, w: [w.encode(part) for part in v]),
    dict: ("dict", lambda v, w: w.pairs(v)),
    OrderedDict: ("OrderedDict", lambda v, w: {"items": w.pairs(v),
                                               "metadata": w.encode(getattr(v, "_metadata", None))}),
    Counter: ("Counter", lambda v, w: w.pairs(v)),
    bytes: ("bytes", lambda v, w: v.hex()),
    bytearray: ("bytearray", lambda v, w: v.hex()),
    complex: ("complex", lambda v, w: [repr(v.real), repr(v.imag)]),
    dtypes.dtype: ("dtype", lambda v, w: v.name),
    dtypes.device: ("device", lambda v, w: str(v)),
}
KINDS = {
    "tuple": lambda c, r: tuple([r.decode(part) for part in c]),
    "Size": lambda c, r: Size([natural(n) for n in c]),
    "set": lambda c, r: {r.decode(part) for part in c},
    "frozenset": lambda c, r: frozenset([r.decode(part) for part in c]),
    "dict": lambda c, r: dict(r.pairs(c)),
    "OrderedDict": ordered,
    "Counter": lambda c, r: Counter(dict(r.pairs(c))),
    "bytes": lambda c, r: bytes.fromhex(c),
    "bytearray": lambda c, r: bytearray.fromhex(c),
    "complex": lambda c, r: complex(*map(float, c)),
    "float": lambda c, r: float(c),
    "dtype": lambda c, r: {d.name: d for d in dtypes.every}[c],
    "device": lambda c, r: dtypes.device(c),
    "tensor": lambda c, r: r.tensors[natural(c)],
    "ndarray": lambda c, r: r.laid(c),
    "number": lambda c, r: r.laid(c)[()],
}
