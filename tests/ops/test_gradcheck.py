"""gradcheck and gradgradcheck of every differentiable operator, from the table; a public operator without a row fails.

What makes it complete: every row with a slope is checked here; a row said to have none must give results without a
graph; every public function and method has a row or stands in one of the lists below, each with its reason; and
test_ops.py demands that the rows use every op there is.
"""

from types import SimpleNamespace

import pytest

import minigrad
import minigrad.nn.functional as F
from minigrad.autograd import gradcheck, gradgradcheck

from .row import Row, one
from .table import OTHERS, ROWS
from .test_ops import drawn, tensors

pytestmark = pytest.mark.slow

EXTRA = [
    one("reshape_as", lambda m, x: x.reshape_as(m.zeros(3, 2)) * 1, (2, 3)),
    one("as_strided", lambda m, x: x.as_strided((2, 2), (1, 2), 1) * 1, (6,)),
    one("vector_norm", lambda m, x: m.linalg.vector_norm(x) + m.linalg.vector_norm(x, 3, 0).sum(), (2, 3)),
    *[one(name, lambda m, x, name=name: getattr(x, name)() * 1, (2, 3)) for name in ("adjoint", "diagflat", "msort")],
    Row("chain_matmul", lambda m, a, b, c: m.chain_matmul(a, b, c), (((2, 2), (2, 3), (3, 1)),)),
    one("logdet", lambda m, x: (x @ x.mT + 4 * m.eye(2, dtype=x.dtype)).logdet(), (2, 2)),
    Row("adaptive_avg_pool1d", lambda m, x: m.nn.functional.adaptive_avg_pool1d(x, 2), (((1, 2, 5),),)),
    Row("conv3d", lambda m, x, w: m.nn.functional.conv3d(x, w), (((1, 1, 2, 2, 2), (1, 1, 2, 1, 2)),)),
    Row("conv_transpose1d", lambda m, x, w: m.nn.functional.conv_transpose1d(x, w), (((1, 1, 3), (1, 2, 2)),)),
    one(
        "multilabel_soft_margin_loss",
        lambda m, x: m.nn.functional.multilabel_soft_margin_loss(x, m.tensor([[1.0, 0.0, 1.0], [0.0, 0.0, 1.0]])),
        (2, 3),
    ),
    Row(
        "triplet_margin_with_distance_loss",
        lambda m, a, b, c: m.nn.functional.triplet_margin_with_distance_loss(a, b, c, margin=3.0),
        (((2, 3), (2, 3), (2, 3)),),
    ),
    *[
        one(f"{name} without chance", lambda m, x, name=name: getattr(m.nn.functional, name)(x, training=False), (2, 3))
        for name in ("dropout", "alpha_dropout", "rrelu")
    ],
]
CUT = {"detach"}  # cutting off is what it is for: a function of x whose gradient is zero
COARSE = {"to float32"}  # small steps vanish in rounding
REFUSED = {"floor_divide"}  # PyTorch has no gradient for it and says so in the backward pass
ALIASES = "clip"
CREATE = """
    arange as_tensor asarray bernoulli empty empty_like eye from_numpy full full_like linspace logspace multinomial
    normal ones ones_like rand rand_like randint randint_like randn randn_like randperm scalar_tensor tensor
    range sparse_coo_tensor tril_indices triu_indices zeros zeros_like
    BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor ShortTensor
    new new_empty new_full new_ones new_tensor new_zeros
"""
SETTINGS = """
    are_deterministic_algorithms_enabled can_cast get_default_device get_default_dtype get_float32_matmul_precision
    get_num_threads is_anomaly_check_nan_enabled is_anomaly_enabled set_default_device set_default_tensor_type
    set_float32_matmul_precision set_num_threads use_deterministic_algorithms
    get_rng_state initial_seed is_grad_enabled is_inference_mode_enabled manual_seed
    promote_types seed set_default_dtype set_printoptions set_rng_state
"""
CHANCE = """
    dropout1d dropout2d dropout3d gumbel_softmax feature_alpha_dropout uniform exponential random
"""  # other numbers at each call
LABELS = "one_hot"
FACTS = """
    is_conj is_neg isin
    bucketize result_type searchsorted typename
    argwhere bincount bitwise_left_shift bitwise_right_shift data_ptr dim element_size get_device histc is_contiguous
    is_inference is_signed ndimension nelement own share size storage_offset stride unique_consecutive
"""
REAL = "real imag resolve_conj resolve_neg conj_physical fill_diagonal split_with_sizes"  # tests/differential
OUTSIDE = """
    load save vmap bool byte char cpu cuda double float half int item long numpy short to_sparse tolist type type_as
"""
GRAPH = "backward register_hook register_post_accumulate_grad_hook requires_grad_ retain_grad"
KNOWN = {row.name.split()[0] for row in ROWS + EXTRA} | OTHERS | set(
    " ".join([ALIASES, CREATE, SETTINGS, CHANCE, LABELS, FACTS, REAL, OUTSIDE, GRAPH]).split())
CHECKED = [row for row in ROWS + EXTRA if row.slope and row.name not in CUT]


def size(shapes):
    total = 0
    for shape in shapes:
        count = 1
        for length in shape:
            count *= length
        total += count
    return total


def samples(row):
    """The two smallest samples that have elements."""
    return sorted((shapes for shapes in row.shapes if size(shapes)), key=size)[:2]


@pytest.mark.parametrize("row", CHECKED, ids=repr)
def test_gradients_are_what_small_steps_say(row):
    for shapes in samples(row):
        inputs = tuple(tensors(minigrad, drawn(row, shapes)))

        def call(*x):
            return row.call(minigrad, *x)

        assert gradcheck(call, inputs, atol=1e-4)
        assert gradgradcheck(call, inputs, atol=1e-4)


@pytest.mark.parametrize("row", [row for row in ROWS if not row.slope and row.name not in COARSE | REFUSED], ids=repr)
def test_a_row_without_a_slope_has_no_graph(row):
    for shapes in samples(row)[:1]:
        out = row.call(minigrad, *[x.requires_grad_() if x.is_floating_point() else x
                                   for x in tensors(minigrad, drawn(row, shapes), grad=False)])
        for part in out if isinstance(out, (tuple, list)) else [out]:
            assert not getattr(part, "requires_grad", False)


def functions(space):
    """The public functions of a module or class that minigrad defines; what is loaded when it is asked for, too."""
    found = {name: getattr(space, name, None) for name in dir(space)} if space is minigrad else vars(space)
    return {name for name, value in found.items()
            if callable(value) and not name.startswith("_") and not isinstance(value, type)
            and getattr(value, "__module__", "").startswith("minigrad")}


@pytest.mark.parametrize("space", [minigrad, minigrad.linalg, F], ids=["minigrad", "linalg", "functional"])
def test_every_public_function_has_a_row_or_a_reason(space):
    also = {name for name in functions(space) if getattr(space, name).__name__.rstrip("_") in KNOWN}  # absolute is abs
    names = functions(space) - also
    assert sorted(name for name in names if name not in KNOWN and name.rstrip("_") not in KNOWN) == []


def test_every_method_has_a_row_or_a_reason():
    for name in dir(minigrad.Tensor):
        hasattr(minigrad.Tensor, name)  # what is loaded when it is looked for
    names = set().union(*map(functions, minigrad.Tensor.__mro__))
    ops = {name: getattr(minigrad.Tensor, name.rstrip("_"), None) for name in names}
    also = {name for name, op in ops.items() if getattr(op, "__name__", "") in KNOWN}  # absolute is abs
    assert sorted(name for name in names - also if name not in KNOWN and name.rstrip("_") not in KNOWN) == []


def test_an_operator_without_a_row_would_be_found():
    def brand_new(x):
        return x

    brand_new.__module__ = "minigrad.ops.brand"
    assert functions(SimpleNamespace(brand_new=brand_new)) - KNOWN == {"brand_new"}


def test_the_lists_of_reasons_are_about_rows():
    assert CUT | COARSE | REFUSED <= {row.name for row in ROWS}
