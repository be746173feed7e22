"""Every op of the table: values, first and second gradients, memory layouts, dtypes, and writes after use.

The oracle is torch where it is installed, and finite differences everywhere.
"""

import zlib
from contextlib import contextmanager

import numpy as np
import pytest

import minigrad
from minigrad.core.observe import Observer, observers
from minigrad.core.primitive import registry

from .table import GENEROUS, OTHERS, ROWS

pytestmark = pytest.mark.slow

every_row = pytest.mark.parametrize("row", ROWS, ids=repr)
every_slope = pytest.mark.parametrize("row", [row for row in ROWS if row.slope], ids=repr)


@contextmanager
def sample(row, shapes):
    """The numbers of one sample; an error inside says for which shapes it happened."""
    try:
        yield drawn(row, shapes)
    except Exception as error:
        error.add_note(f"{row.name} with inputs of shapes {shapes}")
        raise


def drawn(row, shapes):
    """Always the same numbers, no two close to each other, none close to a whole number."""
    rng = np.random.default_rng(zlib.crc32(repr((row.name, shapes)).encode()))
    count = sum(int(np.prod(shape)) for shape in shapes)
    low, high = row.span
    spread = low + (high - low) * (rng.permutation(count) + rng.uniform(0.3, 0.7, count)) / max(count, 1)
    spread += 0.11 * (np.abs(spread - np.round(spread)) < 0.05)
    parts = np.split(spread, np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1])
    arrays = [part.reshape(shape) for part, shape in zip(parts, shapes)]
    return [array.astype(np.int64) for array in arrays] if row.name.startswith("bitwise") else arrays


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


@every_row
def test_value(torch, row):
    for shapes in row.shapes:
        with sample(row, shapes) as arrays:
            got, want = (row.call(m, *tensors(m, arrays, grad=False)) for m in (minigrad, torch))
            assert tuple(got.shape) == tuple(want.shape)
            assert repr(got.dtype) == repr(want.dtype)
            close(got.numpy(), want.numpy())


@every_slope
def test_gradients(torch, row):
    for shapes in row.shapes:
        with sample(row, shapes) as arrays:
            for got, want in zip(slopes(minigrad, row, arrays)[0], slopes(torch, row, arrays)[0]):
                assert tuple(got.shape) == tuple(want.shape)
                close(got.numpy(force=True), want.numpy(force=True), row.tolerance)
            if row.once:
                continue
            for got, want in zip(second_slopes(minigrad, row, arrays), second_slopes(torch, row, arrays)):
                close(got, want, max(row.tolerance, 1e-8))


@every_slope
def test_gradients_by_differences(row):
    if row.name == "detach":
        return  # what is cut off has no slope, though it is a function of x
    for shapes in row.shapes:
        with sample(row, shapes) as arrays:

            def value(moved):
                return weighted(minigrad, row.call(minigrad, *tensors(minigrad, moved, False))).item()

            def first(moved):
                return sum(weighted(minigrad, g).item() for g in slopes(minigrad, row, moved)[0])

            for got, want in zip(slopes(minigrad, row, arrays)[0], differences(value, arrays)):
                close(got.numpy(force=True), want, 1e-5)
            for got, want in zip(second_slopes(minigrad, row, arrays), differences(first, arrays)):
                close(got, want, 2e-4)


@every_slope
def test_backward_fills_what_grad_returns(row):
    for shapes in row.shapes:
        with sample(row, shapes) as arrays:
            inputs = tensors(minigrad, arrays)
            out = weighted(minigrad, row.call(minigrad, *inputs))
            if out.requires_grad:
                out.backward()
            for x, want in zip(inputs, slopes(minigrad, row, arrays)[0]):
                close(np.zeros(x.shape) if x.grad is None else x.grad.numpy(), want.numpy(force=True), 1e-12)


@every_slope
def test_memory_in_another_order(row):
    if row.name.startswith("view"):
        return  # view() must refuse some of these
    for shapes in row.shapes:
        with sample(row, shapes) as arrays:
            plain, *others = [
                laid_out(row, [lay(array) for array in arrays]) for lay in (row_by_row, column_by_column, every_other)
            ]
            for other in others:
                for got, want in zip(other, plain):
                    close(got, want, 1e-12)


def laid_out(row, arrays):
    """Result and gradients for arrays used as they lie in memory."""
    inputs = [minigrad.from_numpy(array).requires_grad_() for array in arrays]
    out = row.call(minigrad, *inputs)
    if out.requires_grad:
        weighted(minigrad, out).backward()
    return [out.numpy(force=True), *[0 if x.grad is None else x.grad.numpy() for x in inputs]]


def row_by_row(array):
    return np.array(array, order="C")


def column_by_column(array):
    return np.array(array, order="F")


def every_other(array):
    """The same numbers, with gaps between them in memory."""
    wide = np.zeros([2 * length for length in array.shape], array.dtype)
    part = wide[(*[slice(None, None, 2)] * array.ndim, ...)]
    part[...] = array
    return part


DTYPES = ("float32", "float64", "float16", "int64", "int32", "uint8", "bool")


def in_dtype(array, name):
    kind = np.dtype(name)
    if kind.kind == "f":
        return array.astype(kind)
    return (np.abs(np.round(array)) + (kind.kind != "b")).astype(kind)


def outcome(m, row, arrays):
    """(dtype, values), or (type of the error, None)."""
    try:
        out = row.call(m, *tensors(m, arrays, grad=False))
    except Exception as error:
        return type(error).__name__, None
    return repr(out.dtype), out.numpy()


@pytest.mark.parametrize("row", [row for row in ROWS if row.dtypes], ids=repr)
def test_dtypes_mix_as_in_pytorch(torch, row):
    """All dtypes; for two inputs all pairs, so both orders of the operands."""
    shapes = row.shapes[0]
    arrays = drawn(row, shapes)
    pairs = [(a, b) for a in DTYPES for b in DTYPES] if len(shapes) > 1 else [(a,) for a in DTYPES]
    wrong = []
    for names in pairs:
        given = [in_dtype(array, name) for array, name in zip(arrays, (*names, *names))]
        got, want = outcome(minigrad, row, given), outcome(torch, row, given)
        if want[1] is None and got[1] is not None and row.name in GENEROUS:
            continue
        if got[0] != want[0]:
            wrong.append(f"{names}: {got[0]}, not {want[0]}")
        elif got[1] is not None:
            tolerance = 3e-3 if "float16" in (*names, got[0][6:]) else 1e-5
            if not np.allclose(got[1].astype(float), want[1].astype(float), tolerance, tolerance, equal_nan=True):
                wrong.append(f"{names}: {got[1]}, not {want[1]}")
    assert not wrong, "\n".join(wrong)


@every_slope
def test_write_after_use(torch, row):
    """A write to an input or to the result is an error exactly when PyTorch finds it one."""
    if row.writes:
        return
    for shapes in row.shapes:
        with sample(row, shapes) as arrays:
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
QUIET = {
    "normal_around",
    "normal_both",
    "normal_wide",
    "tossed",
    "copy_slices",
    "without_region",
    "region_along",
    "placed_along",
    "seen_along",
    "zero",
    "fill_number",
    "fill_tensor",
    "copied",
    "one_of_several",
    "passed_on",
}


def test_every_op_has_a_row():
    listener = Listener()
    observers.append(listener)
    try:
        for row in ROWS:
            for shapes in row.shapes:
                if row.slope:
                    second_slopes(minigrad, row, drawn(row, shapes), create_graph=True)
                else:
                    row.call(minigrad, *tensors(minigrad, drawn(row, shapes), grad=False))
    finally:
        observers.remove(listener)
    missing = {name for name, op in registry.items() if op not in listener.heard} - QUIET
    assert sorted(missing) == []


def test_every_public_function_has_a_row():
    named = {row.name.split()[0] for row in ROWS} | OTHERS
    functions = {
        name
        for name, value in {**vars(minigrad), **minigrad._plain}.items()
        if callable(value) and getattr(value, "__module__", "").startswith("minigrad.ops")
        and name not in minigrad._lazy and not name.startswith("_")
    } - {"Size"}
    assert sorted(functions - named) == []


def test_the_lists_of_exceptions_are_about_rows():
    names = {row.name for row in ROWS}
    assert set(GENEROUS) <= names


@pytest.mark.parametrize("call", ["sum(axis=0)", "mean(axis=1, keepdims=True)", "amax(axis=(0, 1))", "std(axis=0)",
                                  "cumsum(axis=1)", "logsumexp(axis=0)", "squeeze(axis=0)", "all(axis=1)"])
def test_numpys_names_of_arguments_are_understood(call):
    x = minigrad.tensor([[1.0, 5.0, 2.0], [7.0, 2.0, 9.0]])
    usual = call.replace("axis", "dim").replace("keepdims", "keepdim")
    assert eval(f"x.{call}").tolist() == eval(f"x.{usual}").tolist()
    with pytest.raises(TypeError):
        x.sum(nothing=0)
