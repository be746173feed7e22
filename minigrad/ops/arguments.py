"""What people pass to ops, made uniform: sizes and dimensions. And what is said when it makes no sense.

The functions at the end make the errors of shape, index, creation and linear algebra; the first sentence is PyTorch's.
"""

import math
import operator

import numpy as np

from .. import errors
from ..errors import case, kind, size


def sizes(name, argument, given):
    """`(2, 3)`, `((2, 3),)` or a Size as a tuple of ints."""
    if len(given) == 1 and isinstance(given[0], (tuple, list)):
        given = given[0]
    try:
        return tuple([operator.index(length) for length in given])
    except TypeError:
        wrong = next(length for length in given if not is_int(length))
        raise wrong_argument(name, argument, 1, "tuple of ints", wrong) from None


def is_int(value):
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def axis(dim, ndim):
    """A dimension counted from the front, whichever way it was given; a 0-d tensor counts as 1-d."""
    ndim = max(ndim, 1)
    if not -ndim <= dim < ndim:
        raise errors.dim_range(dim, ndim)
    return dim % ndim


def axes(dims, ndim):
    """Several different dimensions, counted from the front."""
    found = [axis(dim, ndim) for dim in ((dims,) if isinstance(dims, int) else dims)]
    for dim in found:
        if found.count(dim) > 1:
            raise errors.repeated_dim(dim)
    return tuple(found)


def inferred(shape, count):
    """The shape with its -1 replaced by what is left of `count` numbers."""
    if shape.count(-1) > 1:
        raise case(
            RuntimeError,
            "two_inferred",
            "only one dimension can be inferred",
            "with two lengths left open there are many answers.",
        )
    for place, length in enumerate(shape):
        if length < -1:
            raise case(
                RuntimeError,
                "invalid_length",
                f"invalid shape dimension {length} at index {place} of shape {size(shape)}",
            )
    known = math.prod(length for length in shape if length != -1)
    if -1 not in shape:
        if known != count:
            raise other_count(shape, count)
        return shape
    if not known:
        if count:
            raise other_count(shape, count)
        raise case(
            RuntimeError,
            "open_length",
            f"cannot reshape tensor of 0 elements into shape {size(shape)} because "
            "the unspecified dimension size -1 can be any value and is ambiguous",
        )
    if count % known:
        raise other_count(shape, count)
    return tuple([count // known if length == -1 else length for length in shape])


def other_count(shape, count):
    return case(
        RuntimeError,
        "other_count",
        f"shape '{size(shape)}' is invalid for input of size {count}",
        f"a reshape keeps all {count} numbers; {tuple(shape)} has another number of places.",
        "let one length be -1: it is then worked out.",
    )


def no_such_view():
    return case(
        RuntimeError,
        "no_view",
        "view size is not compatible with input tensor's size and stride (at least one "
        "dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
        "a view only reads the same memory in another way, and after a transpose the numbers do not lie in order.",
        "reshape(), which copies where it must, or contiguous() first.",
    )


# --- arguments of a wrong kind


def wrong_argument(name, argument, position, expected, value):
    place = f" (position {position})" if position else ""
    return case(
        TypeError, "wrong_argument", f"{name}(): argument '{argument}'{place} must be {expected}, not {kind(value)}"
    )


def missing_argument(name, argument):
    return case(TypeError, "missing_argument", f'{name}() missing 1 required positional arguments: "{argument}"')


def unexpected_argument(name, argument):
    return case(TypeError, "unexpected_argument", f"{name}() got an unexpected keyword argument '{argument}'")


def wrong_combination(name, expected):
    return case(
        TypeError, "wrong_combination", f"{name}() received an invalid combination of arguments - expected {expected}"
    )


def no_cuda():
    return case(
        AssertionError,
        "no_device",
        "Torch not compiled with CUDA enabled",
        "minigrad computes on the CPU.",
        'device="cpu", or ask cuda.is_available() first.',
    )


def no_device(kind):
    return case(
        NotImplementedError,
        "no_device",
        f"minigrad computes on the CPU; there is no device '{kind}'",
        hint='device="cpu".',
    )


# --- data for new tensors

copy_construct_warning = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)
graph_left_behind_warning = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first."
)


def ragged(expected, dim, got):
    return case(
        ValueError,
        "ragged",
        f"expected sequence of length {expected} at dim {dim} (got {got})",
        "the lists inside a list must all have the same length.",
    )


def not_a_sequence():
    return case(TypeError, "not_a_sequence", "not a sequence", "a list mixes numbers with lists.")


def text_data(data):
    return case(TypeError, "text", f"new(): invalid data type '{kind(data)}'", "a tensor holds numbers, not text.")


def text_inside(data):
    return case(ValueError, "text", f"too many dimensions '{kind(data)}'", "a tensor holds numbers, not text.")


def not_a_number(value):
    return case(RuntimeError, "not_a_number", f"Could not infer dtype of {kind(value)}", "a tensor holds numbers.")


def too_large():
    return case(
        ValueError, "too_large", "Overflow when unpacking long long", "an int64 ends at 9 223 372 036 854 775 807."
    )


def does_not_fit(dtype):
    return case(RuntimeError, "does_not_fit", f"value cannot be converted to type {dtype.name} without overflow")


def not_an_array(value):
    return case(
        TypeError, "not_an_array", f"expected np.ndarray (got {kind(value)})", hint="tensor(...) takes lists too."
    )


def array_of_other_things(array):
    name = {"U": "str_", "O": "object_", "S": "bytes_"}.get(array.dtype.kind, array.dtype.name)
    return case(
        TypeError,
        "array_of_other_things",
        f"can't convert np.ndarray of type numpy.{name}. The only supported types are: "
        "float64, float32, float16, int64, int32, int16, int8, uint8, and bool.",
    )


def negative_strides():
    return case(
        ValueError,
        "negative_strides",
        "At least one stride in the given numpy array is negative, and tensors with "
        "negative strides are not currently supported. (You can probably work around this by making a copy of your "
        "array  with array.copy().) ",
    )


def only_element():
    return case(ValueError, "not_one_number", "only one element tensors can be converted to Python scalars")


def negative_size(name):
    return case(RuntimeError, "negative_size", f"{name}: Dimension size must be non-negative.")


def negative_dimension(*shape):
    return case(
        RuntimeError, "negative_size", f"Trying to create tensor with negative dimension {min(shape)}: {size(shape)}"
    )


def below_zero(name, value):
    return case(RuntimeError, "negative_size", f"{name} must be greater or equal to 0, got {value}")


def zero_step():
    return case(RuntimeError, "zero_step", "step must be nonzero", "counting by zero never arrives.")


def step_leads_away():
    return case(
        RuntimeError,
        "step_leads_away",
        "upper bound and lower bound inconsistent with step sign",
        "the step leads away from the end.",
    )


def endless_range(start, end):
    return case(RuntimeError, "endless_range", f"unsupported range: {start} -> {end}")


def negative_steps():
    return case(RuntimeError, "negative_steps", "number of steps must be non-negative")


# --- chance


def not_for_dtype(name, dtype):
    return case(
        NotImplementedError,
        "not_for_dtype",
        f"\"{name}\" not implemented for '{dtype.title}'",
        "random fractions need a floating point dtype.",
    )


def nothing_between(low, high):
    return case(
        RuntimeError, "nothing_between", f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}"
    )


def negative_spread(spread):
    return case(RuntimeError, "negative_spread", f"normal expects std >= 0.0, but found std {spread:g}")


def not_a_probability():
    return case(
        RuntimeError,
        "not_a_probability",
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false.",
        "a probability lies between 0 and 1.",
    )


def too_many_samples():
    return case(
        RuntimeError,
        "too_many_samples",
        "cannot sample n_sample > prob_dist.size(-1) samples without replacement",
        hint="replacement=True.",
    )


def not_weights():
    return case(
        RuntimeError,
        "not_weights",
        "probability tensor contains either `inf`, `nan` or element < 0, or its sum is zero",
    )


# --- rearranging


def flatten_backwards():
    return case(RuntimeError, "flatten_backwards", "flatten() has invalid args: start_dim cannot come after end_dim")


def unflatten_sizes(sizes, dim, length):
    return case(
        RuntimeError,
        "unflatten_sizes",
        f"unflatten: Provided sizes {size(sizes)} don't multiply up to the size of "
        f"dim {dim} ({length}) in the input tensor",
    )


def too_many_for_t(ndim):
    return case(
        RuntimeError,
        "too_many_for_t",
        f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D",
        hint="transpose(dim0, dim1), or .mT for every matrix of a batch.",
    )


def not_matrices(ndim):
    return case(
        RuntimeError,
        "not_matrices",
        f"tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor.",
    )


def permute_count(ndim, count):
    return case(
        RuntimeError,
        "permute_count",
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
        f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {count}",
    )


def permute_twice():
    return case(RuntimeError, "permute_twice", "permute(): duplicate dims are not allowed.")


def movedim_counts(source, destination):
    return case(
        RuntimeError,
        "movedim_counts",
        f"movedim: Invalid source or destination dims: source ({size(source)} dims) "
        f"should contain the same number of dims as destination ({size(destination)} dims)",
    )


def movedim_twice(name, dims):
    return case(RuntimeError, "movedim_twice", f"movedim: repeated dim in `{name}` ({size(dims)})")


def expand_fewer(array, shape):
    return case(
        RuntimeError,
        "expand_fewer",
        f"expand(torch.{errors.type_title(array)}Tensor{{{size(array.shape)}}}, "
        f"size={size(shape)}): the number of sizes provided ({len(shape)}) must be greater or equal to the number of "
        f"dimensions in the tensor ({array.ndim})",
    )


def expand_too_many(ndim, shape):
    return case(
        RuntimeError,
        "expand_fewer",
        f"expand: the number of sizes provided ({len(shape)}) must be greater or equal to "
        f"the number of dimensions in the tensor ({ndim})",
    )


def expand_new_open(place):
    return case(
        RuntimeError,
        "expand_new_open",
        f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {place}",
    )


def expand_length(length, had, place, shape, old):
    return case(
        RuntimeError,
        "expand_length",
        f"The expanded size of the tensor ({length}) must match the existing size "
        f"({had}) at non-singleton dimension {place}.  Target sizes: {size(shape)}.  Tensor sizes: {size(old)}",
        "only a dimension of length 1 can be repeated.",
    )


def not_expandable(size_, shape):
    return case(RuntimeError, "not_expandable", f"size {{{size(size_)}}} is not expandable to size {{{size(shape)}}}.")


def nothing_to_cat():
    return case(ValueError, "nothing_to_cat", "torch.cat(): expected a non-empty list of Tensors")


def cat_of_0d(place):
    return case(
        RuntimeError,
        "cat_of_0d",
        f"zero-dimensional tensor (at position {place}) cannot be concatenated",
        hint="stack() makes a new dimension.",
    )


def cat_ndims(expected, got):
    return case(RuntimeError, "cat_ndims", f"Tensors must have same number of dimensions: got {expected} and {got}")


def cat_sizes(dim, expected, got, place):
    return case(
        RuntimeError,
        "cat_sizes",
        f"Sizes of tensors must match except in dimension {dim}. Expected size {expected} "
        f"but got size {got} for tensor number {place} in the list.",
        "the tensors are put one after the other, so their other sides must be equally long.",
    )


def nothing_to_stack():
    return case(RuntimeError, "nothing_to_stack", "stack expects a non-empty TensorList")


def stack_sizes(first, got, place):
    return case(
        RuntimeError,
        "stack_sizes",
        f"stack expects each tensor to be equal size, but got {size(first)} at entry 0 "
        f"and {size(got)} at entry {place}",
        hint="cat() joins tensors of different lengths.",
    )


def narrow_length():
    return case(RuntimeError, "narrow_length", "narrow(): length must be non-negative.")


def narrow_start(start, length):
    return case(
        IndexError,
        "narrow_start",
        f"Dimension out of range (expected to be in range of [{-length}, {length}], but got {start})",
    )


def narrow_end(start, length, size):
    return case(RuntimeError, "narrow_end", f"start ({start}) + length ({length}) exceeds dimension size ({size}).")


def select_range(index, shape, dim):
    return case(
        IndexError,
        "select_range",
        f"select(): index {index} out of range for tensor of size {size(shape)} at dimension {dim}",
    )


def unbind_of_0d():
    return case(IndexError, "unbind_of_0d", "Dimension specified as 0 but tensor has no dimensions")


def split_of_0d():
    return case(RuntimeError, "split_of_0d", "split expects at least a 1-dimensional tensor")


def split_negative(each):
    return case(RuntimeError, "split_negative", f"split expects split_size be non-negative, but got split_size={each}")


def split_zero(length):
    return case(
        RuntimeError,
        "split_zero",
        f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}",
    )


def split_sum(length, dim, sizes):
    return case(
        RuntimeError,
        "split_sum",
        f"split_with_sizes expects split_sizes to sum exactly to {length} (input tensor's "
        f"size at dimension {dim}), but got split_sizes={size(sizes)}",
    )


def chunk_count(chunks):
    return case(RuntimeError, "chunk_count", f"chunk expects `chunks` to be greater than 0, got: {chunks}")


def roll_counts(shifts, dims):
    return case(
        RuntimeError, "roll_counts", f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
    )


def repeat_count():
    return case(
        RuntimeError,
        "repeat_count",
        "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor",
    )


def repeats_negative():
    return case(RuntimeError, "repeats_negative", "Repeats must be non-negative")


def not_a_triangle(name):
    return case(RuntimeError, "not_a_triangle", f"{name}: input tensor must have at least 2 dimensions")


def one_diagonal_dim(dim):
    return case(RuntimeError, "one_diagonal_dim", f"diagonal dimensions cannot be identical {dim}, {dim}")


def diag_ndim(ndim):
    return case(RuntimeError, "diag_ndim", f"diag(): Supports 1D or 2D tensors. Got {ndim}D")


def not_one_matrix(ndim):
    return case(RuntimeError, "not_one_matrix", f"trace: expected a matrix, but got tensor with dim {ndim}")


# --- picking

list_as_tuple_warning = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; "
    "use x[tuple(seq)] instead of x[seq]."
)


def not_an_index(value):
    return case(
        IndexError,
        "not_an_index",
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        f"are valid indices (got {kind(value)})",
    )


def not_index_numbers():
    return case(
        IndexError,
        "not_index_numbers",
        "tensors used as indices must be long, int, byte or bool tensors",
        "a position is a whole number.",
        "convert with .long().",
    )


def index_of_0d():
    return case(
        IndexError,
        "index_of_0d",
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
        "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number",
    )


def too_many_indices(ndim):
    return case(
        IndexError,
        "too_many_indices",
        f"too many indices for tensor of dimension {ndim}",
        f"the tensor has {ndim} dimension(s), so at most as many indices.",
    )


def index_range(index, dim, length):
    return case(
        IndexError,
        "index_range",
        f"index {index} is out of bounds for dimension {dim} with size {length}",
        f"positions there go from 0 to {length - 1}, or from -1 to {-length} counted from the end."
        if length
        else "there is nothing to pick from.",
    )


def negative_step():
    return case(ValueError, "negative_step", "step must be greater than zero", hint="flip() goes backwards.")


def mask_shape(mask, dim, shape):
    return case(
        IndexError,
        "mask_shape",
        f"The shape of the mask {size(mask)} at index {dim} does not match the shape of the "
        f"indexed tensor {size(shape)} at index {dim}",
        "a mask says yes or no for every place.",
    )


def explained_index(error, shape, where):
    """NumPy's refusal of an index, in PyTorch's words."""
    arrays = [part for part in where if isinstance(part, np.ndarray)]
    for dim, part in enumerate(where):
        if isinstance(part, np.ndarray) and part.dtype != bool:
            outside = part[(part < -shape[dim]) | (part >= shape[dim])]
            if outside.size:
                return index_range(outside.flat[0], dim, shape[dim])
    shapes = ", ".join(size(part.shape if part.dtype != bool else (int(part.sum()),)) for part in arrays)
    return case(
        IndexError,
        "index_shapes",
        f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}",
    )


def index_dtype(name):
    return case(RuntimeError, "index_dtype", f"{name}(): Expected dtype int32/int64 for index")


def index_select_dtype():
    return case(RuntimeError, "index_dtype", "index_select(): Expected dtype int32 or int64 for index")


def index_ndim(what):
    return case(RuntimeError, "index_ndim", f"Index tensor must have the same number of dimensions as {what} tensor")


def index_size(place, index, shape, dim):
    return case(
        RuntimeError,
        "index_size",
        f"Size does not match at dimension {place} expected index {size(index)} to be no "
        f"larger than self {size(shape)} apart from dimension {dim}",
    )


def position_range(index, dim, length):
    return case(RuntimeError, "index_range", f"index {index} is out of bounds for dimension {dim} with size {length}")


def index_not_a_vector():
    return case(IndexError, "index_not_a_vector", "index_select(): Index is supposed to be a vector")


def index_out_of_self():
    return case(IndexError, "index_range", "index out of range in self")


def take_range(index, count):
    return case(
        IndexError, "index_range", f"out of range: tried to access index {index} on a tensor of {count} elements."
    )


def not_a_mask(name, array):
    if name == "masked_select":
        return case(RuntimeError, "not_a_mask", "masked_select: expected BoolTensor for mask")
    title = errors.type_title(array).lower()
    return case(
        RuntimeError,
        "not_a_mask",
        f"{name}_ only supports boolean masks, but got mask with dtype {title}",
        hint="compare first: x > 0 is a mask.",
    )


def fill_not_0d(ndim):
    return case(
        RuntimeError,
        "fill_not_0d",
        f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {ndim} dimension(s).",
    )


def topk_range():
    return case(RuntimeError, "topk_range", "selected index k out of range")


def same_dtype(name):
    return case(RuntimeError, "same_dtype", f"{name}(): Expected self.dtype to be equal to src.dtype")


def source_size(index, self, src, dim):
    return case(
        RuntimeError,
        "index_size",
        f"Expected index {size(index)} to be no larger than self {size(self)} apart from "
        f"dimension {dim} and to be no larger size than src {size(src)}",
    )


def index_add_shape(self, source):
    return case(
        RuntimeError,
        "index_add_shape",
        "source tensor shape must match self tensor shape, excluding the specified "
        f"dimension. Got self.shape = {size(self)} source.shape = {size(source)}",
    )


def index_add_count(count, length, dim):
    return case(
        RuntimeError,
        "index_count",
        f"index_add_(): Number of indices ({count}) should be equal to source.size(dim): ({length}), for dim: {dim}",
    )


def index_copy_count(count, length, dim):
    return case(
        IndexError,
        "index_count",
        f"index_copy_(): Number of indices ({count}) should be equal to source.size(dim) ({length})",
    )


# --- products of matrices


def word(array):
    """The "float" and "long" of PyTorch's messages about dtypes."""
    return errors.type_title(array).lower()


def must_be_matrix(name):
    return case(
        RuntimeError, "must_be_matrix", f"{name} must be a matrix", hint="matmul() takes vectors and batches too."
    )


def must_be_batch(name):
    return case(
        RuntimeError, "must_be_batch", f"{name} must be a 3D tensor", hint="matmul() takes other dimensions too."
    )


def mm_sizes(a, b):
    return case(
        RuntimeError,
        "mm_sizes",
        f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})",
        f"each of the {a[1]} columns on the left needs its row on the right, where there are {b[0]}.",
        "turn one of them over with .T, or look at the sizes of the layer.",
    )


def matmul_dtypes(a, b):
    return case(
        RuntimeError,
        "matmul_dtypes",
        f"expected m1 and m2 to have the same dtype, but got: {word(a)} != {word(b)}",
        "a matrix product does not mix dtypes; data from NumPy are usually float64.",
        "convert one with .to(other.dtype).",
    )


def product_of_bools():
    return case(
        NotImplementedError,
        "product_of_bools",
        "\"addmm_impl_cpu_\" not implemented for 'Bool'",
        hint="convert with .float().",
    )


def mv_dims(vector, matrix):
    return case(RuntimeError, "mv_dims", f"vector + matrix @ vector expected, got 1, {matrix}, {vector}")


def mv_sizes(matrix, vector):
    return case(
        RuntimeError,
        "mm_sizes",
        f"size mismatch, got input ({matrix[0]}), mat ({matrix[0]}x{matrix[1]}), vec ({vector[0]})",
        f"the vector needs {matrix[1]} elements, one for each column.",
    )


def mv_dtypes(a, b):
    return case(
        RuntimeError,
        "matmul_dtypes",
        "addmv input tensors must have the same dtype, but got "
        f"{errors.type_title(b)}, {errors.type_title(a)}, and {errors.type_title(b)}",
    )


def dot_dims(a, b):
    return case(RuntimeError, "dot_dims", f"1D tensors expected, but got {a}D and {b}D tensors")


def dot_sizes(a, b):
    return case(
        RuntimeError,
        "mm_sizes",
        f"inconsistent tensor size, expected tensor [{a}] and src [{b}] to have the same "
        f"number of elements, but got {a} and {b} elements respectively",
    )


def dot_dtypes(a, b):
    return case(
        RuntimeError,
        "matmul_dtypes",
        f"dot : expected both vectors to have same dtype, but found {errors.type_title(a)} and {errors.type_title(b)}",
    )


def bmm_sizes(a, b):
    return case(
        RuntimeError,
        "mm_sizes",
        f"Expected size for first two dimensions of batch2 tensor to be: {size((a[0], a[2]))} but got: {size(b[:2])}.",
    )


def bmm_dtypes(a, b):
    return case(
        RuntimeError, "matmul_dtypes", f"expected scalar type {errors.type_title(a)} but found {errors.type_title(b)}"
    )


def addmm_dtypes(input, b):
    return case(
        RuntimeError,
        "matmul_dtypes",
        f"self and mat2 must have the same dtype, but got {errors.type_title(input)} and {errors.type_title(b)}",
    )


def matmul_of_0d(a, b):
    return case(
        RuntimeError,
        "matmul_of_0d",
        f"both arguments to matmul need to be at least 1D, but they are {a}D and {b}D",
        hint="use * with a number.",
    )


def matmul_operand(input, other):
    place, name, wrong = (1, "input", input) if not hasattr(input, "node") else (2, "other", other)
    return wrong_argument("matmul", name, place, "Tensor", wrong)


def outer_dims(name, ndim):
    return case(RuntimeError, "outer_dims", f"outer: Expected 1-D argument {name}, but got {ndim}-D")


def inner_sizes(a, b):
    return case(
        RuntimeError,
        "mm_sizes",
        f"inner() the last dimension must match on both input tensors but got shapes {size(a)} and {size(b)}",
    )


def tensordot_sizes(i, j, a, b):
    return case(
        RuntimeError,
        "mm_sizes",
        f"contracted dimensions need to match, but first has size {a} in dim {i} and second has size {b} in dim {j}",
    )


def einsum_operands(what):
    return case(RuntimeError, "einsum_operands", f"einsum(): {what}")


def einsum_letters(letters, ndim, place):
    return case(
        RuntimeError,
        "einsum_letters",
        f"einsum(): the number of subscripts in the equation ({letters}) does not match "
        f"the number of dimensions ({ndim}) for operand {place} and no ellipsis was given",
    )


def einsum_size(letter, length, place, known):
    return case(
        RuntimeError,
        "einsum_size",
        f"einsum(): subscript {letter} has size {length} for operand {place} which does not "
        f"broadcast with previously seen size {known}",
    )


def einsum_output(letter):
    return case(
        RuntimeError,
        "einsum_output",
        f"einsum(): output subscript {letter} does not appear in the equation for any input operand",
    )


# --- losses


def unknown_reduction(reduction):
    return case(
        ValueError,
        "unknown_reduction",
        f"{reduction} is not a valid value for reduction",
        hint='"mean", "sum" or "none".',
    )


def batch_sizes(input, target):
    return case(
        ValueError, "batch_sizes", f"Expected input batch_size ({input}) to match target batch_size ({target})."
    )


def target_range(target):
    return case(
        IndexError, "target_range", f"Target {target} is out of bounds.", "a target is the number of its class."
    )


def target_dtype(array):
    return case(
        RuntimeError,
        "target_dtype",
        f"expected target dtype to be Long or Byte, but got {errors.type_title(array)}",
        "a target is the number of its class.",
        "convert with .long().",
    )


# --- writing in place


def output_shape(target, result):
    return case(
        RuntimeError,
        "output_shape",
        f"output with shape {size(target)} doesn't match the broadcast shape {size(result)}",
        "an in-place op cannot make its tensor larger.",
        "the ordinary form: x = x + y.",
    )


def output_dtype(result, target):
    return case(
        RuntimeError,
        "output_dtype",
        f"result type {result.title} can't be cast to the desired output type {target.title}",
        "an in-place op cannot change its tensor's dtype, and fractions would be lost.",
        "the ordinary form: x = x + 1.5, or x.float() first.",
    )


def overlapping():
    return case(
        RuntimeError,
        "overlapping",
        "unsupported operation: more than one element of the written-to tensor refers to "
        "a single memory location. Please clone() the tensor before performing the operation.",
    )


def one_of_several(view):
    _, op, _, output = view.view_of
    name = op.node.__name__.rstrip("0123456789").removesuffix("Backward")
    return case(
        RuntimeError,
        "one_of_several",
        f"Output {output} of {name} is a view and is being modified inplace. This view "
        "is the output of a function that returns multiple views. Such functions do not allow the output views to be "
        "modified inplace. You should replace the inplace operation by an out-of-place one.",
    )


def fill_value(ndim):
    return case(
        RuntimeError,
        "fill_value",
        f"fill_ only supports 0-dimension value tensor but got tensor with {ndim} dimensions.",
    )


def cannot_assign(value, array):
    return case(
        TypeError,
        "cannot_assign",
        f"can't assign a {kind(value)} to a torch.{errors.type_title(array)}Tensor",
        hint="wrap it with tensor(...).",
    )


def value_shape(value, picked):
    return case(
        RuntimeError,
        "value_shape",
        f"shape mismatch: value tensor of shape {size(value)} cannot be broadcast to "
        f"indexing result of shape {size(picked)}",
    )


def put_dtypes(target, value):
    return case(
        RuntimeError,
        "put_dtypes",
        "Index put requires the source and destination dtypes match, got "
        f"{errors.type_title(target)} for the destination and {errors.type_title(value)} for the source.",
    )
