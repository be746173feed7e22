"""minigrad: a small autograd on NumPy that behaves like PyTorch."""
import warnings as _warnings

from . import absent as _absent
from . import autograd, linalg
from .autograd import enable_grad, inference_mode, no_grad, set_grad_enabled
from .core.grad_mode import is_grad_enabled, is_inference_mode_enabled
from .create import (
    arange,
    as_tensor,
    asarray,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    logspace,
    ones,
    ones_like,
    scalar_tensor,
    tensor,
    tril_indices,
    triu_indices,
    zeros,
    zeros_like,
)
from .dtypes import (
    bool_ as bool,
)
from .dtypes import (
    can_cast,
    device,
    double,
    dtype,
    float,
    float16,
    float32,
    float64,
    get_default_dtype,
    half,
    int,
    int8,
    int16,
    int32,
    int64,
    long,
    promote_types,
    set_default_dtype,
    short,
    sparse_coo,
    strided,
    uint8,
)
from .ops import memory as _memory
from .ops.arguments import numpy_names as _numpy_names
from .ops.arithmetic import (
    add,
    atan2,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    clamp,
    div,
    eq,
    floor_divide,
    fmod,
    ge,
    gt,
    le,
    logical_and,
    logical_or,
    logical_xor,
    lt,
    maximum,
    minimum,
    mul,
    ne,
    pow,
    remainder,
    rsub,
    square,
    sub,
    where,
)
from .ops.broadcasting import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    broadcast_shapes,
    broadcast_tensors,
    broadcast_to,
    meshgrid,
)
from .ops.diagonals import diag, diag_embed, diagonal, tril, triu
from .ops.einsum import einsum
from .ops.elementwise import (
    abs,
    clone,
    cos,
    exp,
    floor,
    log,
    neg,
    reciprocal,
    relu,
    sigmoid,
    sign,
    sin,
    sqrt,
    tanh,
)
from .ops.facts import is_complex, is_floating_point, is_nonzero, is_same_size, is_tensor, numel
from .ops.functions import (
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    cosh,
    erf,
    exp2,
    expm1,
    log1p,
    log2,
    log10,
    rsqrt,
    sinh,
    tan,
)
from .ops.joining import (
    cat,
    chunk,
    column_stack,
    concat,
    concatenate,
    dstack,
    hstack,
    row_stack,
    split,
    stack,
    tensor_split,
    unbind,
    vstack,
)
from .ops.linalg import (
    addmm,
    bmm,
    dot,
    ger,
    inner,
    matmul,
    matrix_power,
    mm,
    mv,
    outer,
    tensordot,
)
from .ops.logic import (
    allclose,
    bitwise_not,
    equal,
    isclose,
    isfinite,
    isinf,
    isnan,
    logical_not,
)
from .ops.neural import log_softmax, softmax
from .ops.picking import (
    gather,
    index_select,
    masked_select,
    nonzero,
    repeat_interleave,
    take,
    take_along_dim,
)
from .ops.putting import (
    index_add,
    index_copy,
    index_fill,
    index_put,
    masked_fill,
    scatter,
    scatter_add,
)
from .ops.rare import Later as _Later
from .ops.rare import functions as _rare
from .ops.rare import later_named as _later_named
from .ops.reduce import amax, amin, max, mean, min, sum
from .ops.rounding import (
    ceil,
    frac,
    round,
    trunc,
)
from .ops.slices import narrow, select
from .ops.sorting import argsort, sort, topk, unique
from .ops.statistics import all, any, argmax, argmin, count_nonzero, norm, prod, std, var
from .ops.transposing import (
    moveaxis,
    movedim,
    permute,
    swapaxes,
    swapdims,
    t,
    transpose,
)
from .ops.turning import flip, fliplr, flipud, roll, rot90, tile
from .ops.views import flatten, ravel, reshape, squeeze, unflatten, unsqueeze
from .printing import set_printoptions
from .random import (
    Generator,
    bernoulli,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    multinomial,
    normal,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    seed,
    set_rng_state,
)
from .tensor import Size, Tensor

# Functions, and methods, that understand NumPy's names of arguments and `out=` too: made so when first asked for.
_both = """cat chunk flip gather index_add index_copy index_fill index_select narrow repeat repeat_interleave
    scatter scatter_add select split squeeze stack sum_to_size take_along_dim tensor_split tile topk transpose
    unbind unsqueeze"""
_functions = """unflatten abs acos acosh add addmm asin asinh atan atan2 atanh bmm broadcast_to ceil clamp clone
    column_stack cos cosh diag diag_embed diagonal div dot dstack einsum eq erf exp exp2 expm1 flatten floor
    floor_divide fmod frac ge gt hstack index_put inner isfinite isinf isnan le log log10 log1p log2 log_softmax
    logical_and logical_not logical_or logical_xor lt masked_fill masked_select matmul matrix_power maximum
    minimum mm mul mv ne neg nonzero outer permute pow reciprocal relu remainder roll round rsqrt rsub sigmoid
    sign sin sinh softmax sqrt square sub swapaxes swapdims t take tan tanh tensordot tril triu trunc vstack
    where"""
_plain = {name: globals().pop(name) for name in f"{_both} {_functions}".split() if name in globals()}
_later_named(Tensor, _both.split())

# inf and nan are answers here, as in PyTorch: NumPy's remarks about them stay out of a learner's way. The filter
# speaks of minigrad's own modules only.
_remarks = "(divide by zero|invalid value|overflow|underflow) encountered"
_warnings.filterwarnings("ignore", _remarks, RuntimeWarning, "minigrad")


# What is loaded when it is first asked for, so that `import minigrad` stays cheap: name -> module[:name in it].
# `minigrad.trace` is PyTorch's function and the package that watches, in one.
_functional = """adaptive_avg_pool1d avg_pool1d celu celu_ conv1d conv2d conv3d conv_transpose1d conv_transpose2d
    cosine_similarity hardshrink max_pool1d max_pool2d pairwise_distance prelu relu_ rms_norm rrelu rrelu_ selu selu_
    threshold threshold_"""
_positional = """alpha_dropout batch_norm binary_cross_entropy_with_logits cosine_embedding_loss dropout dropout_
    embedding group_norm hinge_embedding_loss instance_norm kl_div layer_norm margin_ranking_loss poisson_nll_loss
    triplet_margin_loss"""
_written = """abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_ asinh_ atan_
    atanh_ ceil_ clamp_ clamp_max_ clamp_min_ clip_ conj_physical_ cos_ cosh_ deg2rad_ detach_ erf_ erfc_ exp2_ exp_
    expm1_ fill_ fix_ floor_ frac_ index_put_ is_inference log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_
    rad2deg_ reciprocal_ round_ rsqrt_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ xlogy_ zero_"""
_lazy = {
    **{name: f"tensor:Tensor.{name}" for name in _written.split()},
    **{name: f"nn.functional:{name}" for name in _functional.split()},
    **{name: f"nn.functional.positional:{name}" for name in _positional.split()},
    "are_deterministic_algorithms_enabled": "machine:are_deterministic_algorithms_enabled",
    "backends": "backends",
    "cuda": "cuda",
    "finfo": "limits:finfo",
    "get_default_device": "machine:get_default_device",
    "get_float32_matmul_precision": "machine:get_float32_matmul_precision",
    "get_num_threads": "machine:get_num_threads",
    "func": "func",
    "iinfo": "limits:iinfo",
    "is_anomaly_check_nan_enabled": "autograd.anomaly_mode:is_anomaly_check_nan_enabled",
    "is_anomaly_enabled": "autograd.anomaly_mode:is_anomaly_enabled",
    "jit": "jit",
    "load": "serialization:load",
    "nn": "nn",
    "optim": "optim",
    "profiler": "profiler",
    "save": "serialization:save",
    "set_float32_matmul_precision": "machine:set_float32_matmul_precision",
    "set_num_threads": "machine:set_num_threads",
    "sparse": "sparse",
    "sparse_coo_tensor": "sparse:sparse_coo_tensor",
    "range": "create:closed_range",
    "set_default_device": "machine:set_default_device",
    "set_default_tensor_type": "machine:set_default_tensor_type",
    "trace": "trace",
    "typename": "machine:typename",
    "vmap": "func:vmap",
    "use_deterministic_algorithms": "machine:use_deterministic_algorithms",
    "utils": "utils",
    **{f"{kind}Tensor": f"ops.legacy:{kind}Tensor"
       for kind in ("Float", "Double", "Half", "Long", "Int", "Short", "Char", "Byte", "Bool")},
    **_rare,
}


def _to_sparse(self, sparse_dim=None):
    """What is not zero, in coordinate form. As `Tensor.to_sparse`; see `minigrad.sparse`."""
    from .sparse import to_sparse

    return to_sparse(self, sparse_dim)


Tensor.prelu = _Later("prelu", lambda: __getattr__("prelu"))
Tensor.hardshrink = _Later("hardshrink", lambda: __getattr__("hardshrink"))
Tensor.is_sparse, Tensor.to_sparse = False, _to_sparse
_absent.attach(Tensor)


def __getattr__(name):
    """A name of the table above, loaded now."""
    from importlib import import_module

    if name in _plain:
        return globals().setdefault(name, _numpy_names(_plain[name]))
    if name not in _lazy:
        raise _absent.no_attribute("module 'minigrad'", name, __dir__())
    module, _, member = _lazy[name].partition(":")
    found = import_module(f"minigrad.{module}")
    for part in filter(None, member.split(".")):
        found = getattr(found, part)
    if name in _rare:
        globals()[name] = found = _numpy_names(found)
    return found


def __dir__():
    return sorted({*globals(), *_plain, *_lazy})
