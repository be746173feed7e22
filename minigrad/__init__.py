"""minigrad: a small autograd on NumPy that behaves like PyTorch."""
import warnings as _warnings

# inf and nan are answers here, as in PyTorch: NumPy's remarks about them stay out of a learner's way. The filter
# speaks of minigrad's own modules only.
_warnings.filterwarnings("ignore", "(divide by zero|invalid value|overflow|underflow) encountered", RuntimeWarning, "minigrad")
from . import autograd, linalg
from .autograd import enable_grad, inference_mode, no_grad, set_grad_enabled
from .core.grad_mode import is_grad_enabled, is_inference_mode_enabled
from .create import (
    arange, as_tensor, asarray, empty, empty_like, eye, from_numpy, full, full_like, linspace, logspace, ones, ones_like,
    scalar_tensor, tensor, tril_indices, triu_indices, zeros, zeros_like,
)
from .dtypes import (
    bool_ as bool, can_cast, device, double, dtype, float, float16, float32, float64, get_default_dtype, half, int, int8, int16, int32,
    int64, long, promote_types, set_default_dtype, short, strided, uint8,
)
from .ops.arithmetic import (
    add, bitwise_and, bitwise_or, bitwise_xor, clamp, div, eq, floor_divide, fmod, ge, gt, le, lt, mul, ne, pow, remainder,
    square, sub, where,
)
from .ops.elementwise import (
    abs, bitwise_not, clone, cos, exp, floor, isfinite, isinf, isnan, log, maximum, minimum, neg, reciprocal, relu, rsub,
    sigmoid, sign, sin, sqrt, tanh,
)
from .ops.functions import (
    acos, acosh, allclose, asin, asinh, atan, atan2, atanh, ceil, cosh, equal, erf, exp2, expm1, frac, isclose, log1p,
    log2, log10, logical_and, logical_not, logical_or, logical_xor, round, rsqrt, sinh, tan, trunc,
)
from .ops.index import (
    argsort, gather, index_add, index_copy, index_fill, index_put, index_select, masked_fill, masked_select, nonzero,
    repeat_interleave, scatter, scatter_add, sort, take, take_along_dim, topk, unique,
)
from .ops.linalg import (
    addmm, bmm, dot, einsum, ger, inner, matmul, matrix_power, mm, mv, outer, tensordot, vdot,
)
from .ops.neural import log_softmax, softmax
from .ops.reduce import (
    all, amax, amin, any, argmax, argmin, count_nonzero, max, mean, min, norm, prod, std, sum, var,
)
from .ops.shape import (
    atleast_1d, atleast_2d, atleast_3d, broadcast_shapes, broadcast_tensors, broadcast_to, cat, chunk, column_stack, concat,
    concatenate, diag, diag_embed, diagonal, dstack, flatten, flip, fliplr, flipud, hstack, meshgrid, moveaxis, movedim,
    narrow, permute, ravel, reshape, roll, rot90, row_stack, select, split, squeeze, stack, swapaxes, swapdims, t,
    tensor_split, tile, trace, transpose, tril, triu, unbind, unflatten, unsqueeze, vstack,
)
from .printing import set_printoptions
from .random import (
    Generator, bernoulli, get_rng_state, initial_seed, manual_seed, multinomial, normal, rand, rand_like, randint,
    randint_like, randn, randn_like, randperm, seed, set_rng_state,
)
from .tensor import Size, Tensor
