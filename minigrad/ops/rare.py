"""Functions that a program rarely needs, each with the file in which it stands: loaded when it is first asked for.

`import minigrad` stays cheap that way. `name=other` gives a function of the file another name.
"""
from importlib import import_module

from .arguments import numpy_names

# functions that are methods too
BOTH = """
special: deg2rad rad2deg erfc logit sinc sgn nan_to_num signbit isposinf isneginf isreal positive copysign fmax fmin
special: hypot logaddexp logaddexp2 xlogy float_power lerp addcmul addcdiv
functions: arccos=acos arccosh=acosh arcsin=asin arcsinh=asinh arctan=atan arctanh=atanh
arithmetic: arctan2=atan2 subtract=sub multiply=mul divide=div true_divide=div floor_divide clip=clamp
arithmetic: clamp_min clamp_max not_equal=ne less=lt less_equal=le greater=gt greater_equal=ge
elementwise: absolute=abs negative=neg
rounding: fix=trunc
shifts: bitwise_left_shift bitwise_right_shift
running: cumsum cumprod logcumsumexp cummax cummin diff
summaries: nansum nanmean logsumexp aminmax dist median nanmedian mode kthvalue
products: addmv addr baddbmm addbmm cross kron
linalg: ger=outer
products: vdot
decompositions: det slogdet logdet inverse=inv cholesky
counting: bincount histc unique_consecutive
real: conj conj_physical=conj resolve_conj=conj resolve_neg=conj is_conj is_neg
halving: hsplit vsplit dsplit
covariance: cov corrcoef
flat: put
joining: split_with_sizes=split_method
strided: as_strided
sorting: msort
picking: argwhere
scattering: scatter_reduce masked_scatter select_scatter slice_scatter
quantiles: quantile nanquantile
diagonals: diagflat
transposing: adjoint
scaling: renorm
"""
# functions only
FUNCTIONS = """
summaries: var_mean std_mean
products: cdist chain_matmul
counting: bucketize searchsorted isin
real: real=conj imag
facts: is_signed result_type detach
convert: get_device
"""
# methods only
METHODS = """
strided: unfold
flat: fill_diagonal_
real: conj_physical_=conj
logic: bitwise_not bitwise_and bitwise_or bitwise_xor
legacy: new __delitem__=refuse_deletion __reversed__=from_the_end
fresh: new_zeros new_ones new_full new_tensor new_empty
facts: is_signed is_nonzero
convert: char cpu type
special: __pos__=positive
shifts: __lshift__=bitwise_left_shift __rlshift__=rlshift __rshift__=bitwise_right_shift __rrshift__=rrshift
"""
# what is written in place, of all methods
WRITTEN = """
absolute acos arccos acosh arccosh asin arcsin asinh arcsinh atan arctan atanh arctanh cosh deg2rad erf erfc exp2 expm1
frac log10 log1p log2 logit nan_to_num negative rad2deg rsqrt sgn sign sinc sinh tan fix logical_not bitwise_not
subtract multiply divide true_divide fmod float_power atan2 arctan2 copysign hypot xlogy lerp addcmul addcdiv
clamp_min clamp_max clip eq ne lt le gt ge not_equal less less_equal greater greater_equal
logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift
cumsum cumprod addmm addmv addr baddbmm addbmm renorm scatter_reduce masked_scatter put
"""


def entries(text):
    """{name: (file, name in it)} of a table."""
    found = {}
    for line in text.split("\n")[1:-1]:
        module, _, names = line.partition(": ")
        for name in names.split():
            name, _, other = name.partition("=")
            found[name] = module, other or name
    return found


def load(module, name):
    """The function of a file, which understands NumPy's names of arguments too."""
    found = getattr(import_module(f"{__package__}.{module}"), name)
    return numpy_names(found) if callable(found) else found


class Later:
    """A method that is loaded when somebody looks for it, and then stands in the class itself."""

    def __init__(self, name, fetch):
        self.name, self.fetch = name, fetch

    def __get__(self, tensor, cls):
        method = self.fetch()
        for owner in cls.__mro__:
            if owner.__dict__.get(self.name) is self:
                setattr(owner, self.name, method)
        return method.__get__(tensor, cls) if tensor is not None else method


def attach(cls):
    """Give the class of methods those of the tables."""
    for name, place in {**entries(BOTH), **entries(METHODS)}.items():
        setattr(cls, name, Later(name, lambda place=place: load(*place)))


def later_named(cls, names):
    """Let methods understand NumPy's names of arguments, from when somebody looks for them."""
    for name in names:
        if (method := getattr(cls, name, None)) is not None:
            setattr(cls, name, Later(name, lambda method=method: numpy_names(method, True)))


def attach_written(cls, methods, into):
    """And the in-place forms; `into` makes one of a function."""
    for name in WRITTEN.split():
        setattr(cls, name + "_", Later(name + "_", lambda name=name: into(getattr(methods, name))))


functions = {name: f"ops.{module}:{member}" for name, (module, member) in
             {**entries(BOTH), **entries(FUNCTIONS)}.items()}
