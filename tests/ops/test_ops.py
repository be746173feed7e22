"""Every op of the table: values, first and second gradients, memory layouts, dtypes, and writes after use.

The oracle is torch where it is installed, and finite differences everywhere.
"""

import zlib

import numpy as np
import pytest

import minigrad
from minigrad.core.observe import Observer, observers
from minigrad.core.primitive import registry

from .table import OTHERS, ROWS

SAMPLES = [pytest.param(row, shapes, id=f"{row.name} {shapes}") for row in ROWS for shapes in row.shapes]
SLOPES = [sample for sample in SAMPLES if sample.values[0].slope]


def drawn(row, shapes, dtype=np.float64):
    """Numbers for a sample: always the same ones, no two close to each other or to a whole number."""
    rng = np.random.default_rng(zlib.crc32(repr((row.name, shapes)).encode()))
    count = sum(int(np.prod(shape)) for shape in shapes)
    low, high = row.span
    spread = low + (high - low) * (rng.permutation(count) + rng.uniform(0.3, 0.7, count)) / max(count, 1)
    spread += 0.11 * (np.abs(spread - np.round(spread)) < 0.05)
    parts = np.split(spread, np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1])
    return [part.reshape(shape).astype(dtype) for part, shape in zip(parts, shapes)]


def tensors(m, arrays, grad=True):
    made = [m.tensor(array) for array in arrays]
    return [x.requires_grad_() for x in made] if grad else made


def weighted(m, out):
    """A number that depends on every element of the result in its own way."""
    weights = np.cos(np.arange(1.0, out.numel() + 1)).reshape(tuple(out.shape))
    return (out * m.tensor(weights)).sum()


def slopes(m, row, arrays):
    """The first gradients, each with a graph, and the inputs."""
    inputs = tensors(m, arrays)
    out = weighted(m, row.call(m, *inputs))
    if not out.requires_grad:
        return [m.zeros_like(x) for x in inputs], inputs
    found = m.autograd.grad(out, inputs, create_graph=True, allow_unused=True)
    return [m.zeros_like(x) if g is None else g for g, x in zip(found, inputs)], inputs


def second_slopes(m, row, arrays, create_graph=False):
    """Gradients of a weighted sum of the first gradients."""
    first, inputs = slopes(m, row, arrays)
    total = sum(weighted(m, g) for g in first)
    if not total.requires_grad:
        return [np.zeros(array.shape) for array in arrays]
    found = m.autograd.grad(total, inputs, allow_unused=True, create_graph=create_graph)
    return [np.zeros(array.shape) if g is None else g.numpy(force=True) for g, array in zip(found, arrays)]


def differences(f, arrays, step=1e-6):
    """Slopes of a number f(arrays) by central differences."""
    found = []
    for i, array in enumerate(arrays):
        slope = np.zeros(array.shape)
        for place in np.ndindex(*array.shape):
            moved = []
            for sign in (1, -1):
                copies = [a.copy() for a in arrays]
                copies[i][place] += sign * step
                moved.append(f(copies))
            slope[place] = (moved[0] - moved[1]) / (2 * step)
        found.append(slope)
    return found


def close(got, want, tolerance=1e-9):
    np.testing.assert_allclose(np.asarray(got, np.float64), np.asarray(want, np.float64), tolerance, tolerance)


@pytest.mark.parametrize("row, shapes", SAMPLES)
def test_value(torch, row, shapes):
    arrays = drawn(row, shapes)
    if row.name.startswith("bitwise"):
        arrays = [array.astype(np.int64) for array in arrays]
    got, want = (row.call(m, *tensors(m, arrays, grad=False)) for m in (minigrad, torch))
    assert tuple(got.shape) == tuple(want.shape)
    assert repr(got.dtype) == repr(want.dtype)
    close(got.numpy(), want.numpy())


@pytest.mark.parametrize("row, shapes", SLOPES)
def test_first_gradient(torch, row, shapes):
    arrays = drawn(row, shapes)
    for got, want in zip(slopes(minigrad, row, arrays)[0], slopes(torch, row, arrays)[0]):
        assert tuple(got.shape) == tuple(want.shape)
        close(got.detach().numpy(), want.detach().numpy())


@pytest.mark.parametrize("row, shapes", SLOPES)
def test_first_gradient_by_differences(row, shapes):
    arrays = drawn(row, shapes)
    inputs = tensors(minigrad, arrays)
    out = weighted(minigrad, row.call(minigrad, *inputs))
    if out.requires_grad:
        out.backward()
    want = differences(lambda moved: weighted(minigrad, row.call(minigrad, *tensors(minigrad, moved, False))).item(), arrays)
    if row.name == "detach":
        want = [array * 0 + np.cos(np.arange(1.0, array.size + 1)).reshape(array.shape) * array for array in arrays]
    for x, slope in zip(inputs, want):
        close(0 if x.grad is None else x.grad.numpy(), slope, 1e-5)


@pytest.mark.parametrize("row, shapes", SLOPES)
def test_second_gradient(torch, row, shapes):
    arrays = drawn(row, shapes)
    for got, want in zip(second_slopes(minigrad, row, arrays), second_slopes(torch, row, arrays)):
        close(got, want, 1e-8)


@pytest.mark.parametrize("row, shapes", SLOPES)
def test_second_gradient_by_differences(row, shapes):
    if row.name == "detach":
        return                                  # what is cut off has no slope, though it is a function of x
    arrays = drawn(row, shapes)

    def first(moved):
        return sum(weighted(minigrad, g).item() for g in slopes(minigrad, row, moved)[0])

    for got, want in zip(second_slopes(minigrad, row, arrays), differences(first, arrays)):
        close(got, want, 2e-4)


@pytest.mark.parametrize("row, shapes", SLOPES)
def test_memory_in_another_order(row, shapes):
    arrays = drawn(row, shapes)
    results = []
    for lay in (np.ascontiguousarray, np.asfortranarray, every_other):
        inputs = [minigrad.from_numpy(lay(a)).requires_grad_() if a.ndim else minigrad.tensor(a, requires_grad=True)
                  for a in arrays]
        if row.name.startswith("view") and lay is not np.ascontiguousarray:
            return                              # view() must refuse some of these
        out = row.call(minigrad, *inputs)
        weighted(minigrad, out).backward() if out.requires_grad else None
        results.append([out.detach().numpy().copy(), *[0 if x.grad is None else x.grad.numpy() for x in inputs]])
    for other in results[1:]:
        for got, want in zip(other, results[0]):
            close(got, want, 1e-12)


def every_other(array):
    """The same numbers, with gaps between them in memory."""
    wide = np.zeros([2 * length for length in array.shape], array.dtype)
    part = wide[tuple([slice(None, None, 2)] * array.ndim)]
    part[...] = array
    return part


DTYPES = ("float32", "float64", "float16", "int64", "int32", "uint8", "bool")


def in_dtype(array, name):
    kind = np.dtype(name)
    if kind.kind == "f":
        return array.astype(kind)
    whole = np.abs(np.round(array)) + (kind.kind != "b")
    return whole.astype(kind)


def outcome(m, row, arrays):
    """(dtype, values) or the type of the error."""
    try:
        out = row.call(m, *tensors(m, arrays, grad=False))
    except Exception as error:
        return type(error).__name__, None
    return repr(out.dtype), out.numpy()


@pytest.mark.parametrize("row", [row for row in ROWS if row.dtypes], ids=repr)
def test_dtypes_mix_as_in_pytorch(torch, row):
    shapes = row.shapes[0]
    arrays = drawn(row, shapes)
    pairs = [(a, b) for a in DTYPES for b in DTYPES] if len(shapes) > 1 else [(a,) for a in DTYPES]
    wrong = []
    for names in pairs:
        given = [in_dtype(array, name) for array, name in zip(arrays, (*names, *names))]
        got, want = outcome(minigrad, row, given), outcome(torch, row, given)
        if got[0] != want[0]:
            wrong.append(f"{names}: {got[0]}, not {want[0]}")
        elif got[1] is not None:
            tolerance = 3e-3 if "float16" in (*names, got[0][6:]) else 1e-5
            if not np.allclose(got[1].astype(float), want[1].astype(float), tolerance, tolerance, equal_nan=True):
                wrong.append(f"{names}: {got[1]}, not {want[1]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("row, shapes", SLOPES)
def test_write_after_use(torch, row, shapes):
    """A write to an input or to the result is an error exactly when PyTorch finds it one."""
    if row.writes:
        return
    arrays = drawn(row, shapes)
    for target in range(len(arrays) + 1):
        got, want = (written_after_use(m, row, arrays, target) for m in (minigrad, torch))
        assert got == want, f"write to {'the result' if target == len(arrays) else f'input {target}'}"


def written_after_use(m, row, arrays, target):
    inputs = [x * 1.5 for x in tensors(m, arrays)]
    out = row.call(m, *inputs)
    if not out.requires_grad:
        return "no graph"
    try:
        (out if target == len(arrays) else inputs[target]).mul_(0.5)
        weighted(m, out).backward()
    except RuntimeError as error:
        return str(error)[:70]
    return "fine"


# --- complete by construction

class Listener(Observer):
    """Which ops ran."""

    def __init__(self):
        self.heard = set()

    def on_op(self, op, inputs, settings, out):
        self.heard.add(op)


# Steps of in-place ops are not announced one by one; the rows of INPLACE and WRITES run them.
QUIET = {"copy_slices", "without_region", "region_along", "placed_along", "seen_along", "zero", "fill_number", "fill_tensor",
         "copied"}


def test_every_op_has_a_row():
    listener = Listener()
    observers.append(listener)
    try:
        for row in ROWS:
            for shapes in row.shapes:
                arrays = drawn(row, shapes)
                if row.slope:
                    second_slopes(minigrad, row, arrays, create_graph=True)
                else:
                    whole = [array.astype(np.int64) for array in arrays] if row.name.startswith("bitwise") else arrays
                    row.call(minigrad, *tensors(minigrad, whole, grad=False))
    finally:
        observers.remove(listener)
    missing = {name for name, op in registry.items() if op not in listener.heard} - QUIET
    assert not missing


def test_every_public_function_has_a_row():
    named = {row.name.split()[0] for row in ROWS} | OTHERS
    functions = {name for name, value in vars(minigrad).items()
                 if callable(value) and getattr(value, "__module__", "").startswith("minigrad.ops")} - {"Size"}
    assert sorted(functions - named) == []
