"""Another shape, another order, joining, cutting, repeating, diagonals."""

from ...errors import case, size, type_title

reversing_warning = (
    "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an "
    "error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - "
    "1, -1, -1))` to reverse the dimensions of a tensor.")


def two_inferred():
    return case(
        RuntimeError, "two_inferred",
        "only one dimension can be inferred",
        "with two lengths left open there are many answers.")


def invalid_length(length, place, shape):
    return case(
        RuntimeError, "invalid_length",
        f"invalid shape dimension {length} at index {place} of shape {size(shape)}")


def open_length(shape):
    return case(
        RuntimeError, "open_length",
        f"cannot reshape tensor of 0 elements into shape {size(shape)} because the unspecified dimension size -1 can "
        "be any value and is ambiguous")


def other_count(shape, count):
    return case(
        RuntimeError, "other_count",
        f"shape '{size(shape)}' is invalid for input of size {count}",
        f"a reshape keeps all {count} numbers; {tuple(shape)} has another number of places.",
        "let one length be -1: it is then worked out.")


def no_such_view():
    return case(
        RuntimeError, "no_view",
        "view size is not compatible with input tensor's size and stride (at least one "
        "dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
        "a view only reads the same memory in another way, and after a transpose the numbers do not lie in order.",
        "reshape(), which copies where it must, or contiguous() first.")


def flatten_backwards():
    return case(
        RuntimeError, "flatten_backwards",
        "flatten() has invalid args: start_dim cannot come after end_dim")


def unflatten_sizes(sizes, dim, length):
    return case(
        RuntimeError, "unflatten_sizes",
        f"unflatten: Provided sizes {size(sizes)} don't multiply up to the size of "
        f"dim {dim} ({length}) in the input tensor")


def too_many_for_t(ndim):
    return case(
        RuntimeError, "too_many_for_t",
        f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D",
        hint="transpose(dim0, dim1), or .mT for every matrix of a batch.")


def not_matrices(ndim):
    return case(
        RuntimeError, "not_matrices",
        f"tensor.mT is only supported on matrices or batches of matrices. Got {ndim}-D tensor.")


def permute_count(ndim, count):
    return case(
        RuntimeError, "permute_count",
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
        f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {count}")


def permute_twice():
    return case(RuntimeError, "permute_twice", "permute(): duplicate dims are not allowed.")


def movedim_counts(source, destination):
    return case(
        RuntimeError, "movedim_counts",
        f"movedim: Invalid source or destination dims: source ({size(source)} dims) "
        f"should contain the same number of dims as destination ({size(destination)} dims)")


def movedim_twice(name, dims):
    return case(RuntimeError, "movedim_twice", f"movedim: repeated dim in `{name}` ({size(dims)})")


def expand_fewer(array, shape):
    return case(
        RuntimeError, "expand_fewer",
        f"expand(torch.{type_title(array)}Tensor{{{size(array.shape)}}}, "
        f"size={size(shape)}): the number of sizes provided ({len(shape)}) must be greater or equal to the number of "
        f"dimensions in the tensor ({array.ndim})")


def expand_too_many(ndim, shape):
    return case(
        RuntimeError, "expand_fewer",
        f"expand: the number of sizes provided ({len(shape)}) must be greater or equal to "
        f"the number of dimensions in the tensor ({ndim})")


def expand_new_open(place):
    return case(
        RuntimeError, "expand_new_open",
        f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {place}")


def expand_length(length, had, place, shape, old):
    return case(
        RuntimeError, "expand_length",
        f"The expanded size of the tensor ({length}) must match the existing size "
        f"({had}) at non-singleton dimension {place}.  Target sizes: {size(shape)}.  Tensor sizes: {size(old)}",
        "only a dimension of length 1 can be repeated.")


def not_expandable(size_, shape):
    return case(
        RuntimeError, "not_expandable",
        f"size {{{size(size_)}}} is not expandable to size {{{size(shape)}}}.")


def nothing_to_grid():
    return case(RuntimeError, "nothing_to_stack", "meshgrid expects a non-empty TensorList")


def grid_of_rows(x):
    return case(
        RuntimeError, "index_not_a_vector", f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {x}")


def grid_dtypes():
    return case(RuntimeError, "same_dtype", "meshgrid expects all tensors to have the same dtype")


def nothing_to_join(name):
    return case(RuntimeError, "nothing_to_stack", f"{name} expects a non-empty TensorList")


def sections(count):
    return case(RuntimeError, "chunk_count", f"number of sections must be larger than 0, got {count}")


def needs_a_dimension(name):
    return case(
        RuntimeError, "split_of_0d",
        f"{name} expected at least a 1-dimensional tensor, but got a tensor with 0 dims" if name == "tensor_split" else
        f"{name}() cannot be applied to a 0-dim tensor.")


def too_flat(ndim):
    return case(RuntimeError, "not_matrices", f"Input must be >= {ndim}-d.")


def turning_dims(ndim, dims=None):
    if dims is None:
        return case(
            RuntimeError, "not_matrices", f"expected total dims >= 2, but got total dims = {ndim}")
    return case(
        RuntimeError, "permute_twice",
        f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")


def repeats_length(count, length):
    return case(
        RuntimeError, "repeat_count",
        "repeats must have the same size as input along dim, but got repeats.size(0) = "
        f"{count} and input.size(0) = {length}")


def nothing_to_cat():
    return case(ValueError, "nothing_to_cat", "torch.cat(): expected a non-empty list of Tensors")


def cat_of_0d(place):
    return case(
        RuntimeError, "cat_of_0d",
        f"zero-dimensional tensor (at position {place}) cannot be concatenated",
        hint="stack() makes a new dimension.")


def cat_ndims(expected, got):
    return case(RuntimeError, "cat_ndims", f"Tensors must have same number of dimensions: got {expected} and {got}")


def cat_sizes(dim, expected, got, place):
    return case(
        RuntimeError, "cat_sizes",
        f"Sizes of tensors must match except in dimension {dim}. Expected size {expected} "
        f"but got size {got} for tensor number {place} in the list.",
        "the tensors are put one after the other, so their other sides must be equally long.")


def nothing_to_stack():
    return case(RuntimeError, "nothing_to_stack", "stack expects a non-empty TensorList")


def stack_sizes(first, got, place):
    return case(
        RuntimeError, "stack_sizes",
        f"stack expects each tensor to be equal size, but got {size(first)} at entry 0 "
        f"and {size(got)} at entry {place}",
        hint="cat() joins tensors of different lengths.")


def narrow_length():
    return case(RuntimeError, "narrow_length", "narrow(): length must be non-negative.")


def narrow_start(start, length):
    return case(
        IndexError, "narrow_start",
        f"Dimension out of range (expected to be in range of [{-length}, {length}], but got {start})")


def narrow_end(start, length, size):
    return case(RuntimeError, "narrow_end", f"start ({start}) + length ({length}) exceeds dimension size ({size}).")


def select_range(index, shape, dim):
    return case(
        IndexError, "select_range",
        f"select(): index {index} out of range for tensor of size {size(shape)} at dimension {dim}")


def unbind_of_0d():
    return case(IndexError, "unbind_of_0d", "Dimension specified as 0 but tensor has no dimensions")


def split_of_0d():
    return case(RuntimeError, "split_of_0d", "split expects at least a 1-dimensional tensor")


def split_negative(each):
    return case(
        RuntimeError, "split_negative",
        f"split expects split_size be non-negative, but got split_size={each}")


def split_zero(length):
    return case(
        RuntimeError, "split_zero",
        f"split_size can only be 0 if dimension size is 0, but got dimension size of {length}")


def split_sum(length, dim, sizes):
    return case(
        RuntimeError, "split_sum",
        f"split_with_sizes expects split_sizes to sum exactly to {length} (input tensor's "
        f"size at dimension {dim}), but got split_sizes={size(sizes)}")


def chunk_count(chunks):
    return case(RuntimeError, "chunk_count", f"chunk expects `chunks` to be greater than 0, got: {chunks}")


def roll_counts(shifts, dims):
    return case(
        RuntimeError, "roll_counts",
        f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")


def repeat_count():
    return case(
        RuntimeError, "repeat_count",
        "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")


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


def diff_of_0d():
    return case(RuntimeError, "split_of_0d", "diff expects input to be at least one-dimensional")


def strides_count(size_, steps):
    return case(
        RuntimeError, "roll_counts",
        f"mismatch in length of strides and shape: size has {len(size_)} dimensions, stride has {len(steps)}")


def strides_negative(steps):
    return case(
        RuntimeError, "no_view",
        f"as_strided: Negative strides are not supported at the moment, got strides: {size(steps)}",
        hint="flip(), which copies.")


def outside_memory(size_, steps, offset, each, needed, total):
    return case(
        RuntimeError, "other_count",
        f"setStorage: sizes {size(size_)}, strides {size(steps)}, storage offset {offset}, and itemsize {each} "
        f"requiring a storage size of {needed * each} are out of bounds for storage of size {total * each}",
        f"the memory holds {total} numbers, and the last one asked for would be number {needed}.")


def window_negative(length):
    return case(RuntimeError, "narrow_length", f"size is {length} but must be >= 0")


def window_length(dim, length, window):
    return case(
        RuntimeError, "narrow_end",
        f"maximum size for tensor at dimension {dim} is {length} but size is {window}",
        "no window fits.")


def window_step(step):
    return case(RuntimeError, "narrow_length", f"step is {step} but must be > 0")


def bits_of_0d(old, new):
    return case(
        RuntimeError, "no_view",
        f"self.dim() cannot be 0 to view {old} bytes as {new} bytes (different element sizes)")


def bits_not_in_a_row(dtype, old, new):
    return case(
        RuntimeError, "no_view",
        f"self.stride(-1) must be 1 to view {dtype.title} (different element sizes: {old} and {new} bytes)",
        hint="contiguous() first.")


def bits_do_not_fit(length, old, new):
    return case(
        RuntimeError, "other_count",
        f"self.size(-1) must be divisible by {new // old} to view {old}-byte numbers as {new}-byte numbers "
        f"(different element sizes), but got {length}")


def conjugate_dims(ndim):
    return case(
        RuntimeError, "conjugate_dims",
        f"tensor.H is only supported on matrices (2-D tensors). Got {ndim}-D tensor.")


def negative_order(n):
    return case(RuntimeError, "negative_order", f"order must be non-negative but got {n}")


def split_needs(name, least, ndim):
    return case(
        RuntimeError, "too_few_dims",
        f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {ndim} dimensions!",
        "the direction along which this function cuts is not there.", "tensor_split(x, n, dim).")


def split_uneven(name, dim, length, count):
    return case(
        RuntimeError, "uneven_split",
        f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension {length} is not "
        f"divisible by the split_size {count}!",
        "the pieces of this function are all of one length.",
        "tensor_split, whose pieces may differ by one, or a list of the places to cut at.")


def no_diagonal():
    return case(
        RuntimeError, "too_few_dims", "dimensions must larger than 1", "a row of numbers has no diagonal.", "fill_().")


def unequal_lengths():
    return case(
        RuntimeError, "unequal_lengths", "all dimensions of input must be of equal length",
        "the diagonal of a cube runs from corner to corner.", "x.diagonal(…).fill_(…), for two dimensions.")


def not_two_dims(count):
    return case(
        RuntimeError, "turning_pair", f"expected total rotation dims == 2, but got dims = {count}",
        "a quarter turn goes from one axis to another.")
