"""`x[…]`, picking and putting by position, masks."""

import numpy as np

from ...errors import case, kind, size, type_title

list_as_tuple_warning = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in pytorch 2.9; "
    "use x[tuple(seq)] instead of x[seq]."
)


def not_an_index(value):
    return case(
        IndexError, "not_an_index",
        "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables "
        f"are valid indices (got {kind(value)})")


def not_index_numbers():
    return case(
        IndexError, "not_index_numbers",
        "tensors used as indices must be long, int, byte or bool tensors",
        "a position is a whole number.",
        "convert with .long().")


def index_of_0d():
    return case(
        IndexError, "index_of_0d",
        "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
        "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number")


def too_many_indices(ndim):
    return case(
        IndexError, "too_many_indices",
        f"too many indices for tensor of dimension {ndim}",
        f"the tensor has {ndim} dimension(s), so at most as many indices.")


def index_range(index, dim, length):
    return case(
        IndexError, "index_range",
        f"index {index} is out of bounds for dimension {dim} with size {length}",
        f"positions there go from 0 to {length - 1}, or from -1 to {-length} counted from the end."
        if length
        else "there is nothing to pick from.")


def negative_step():
    return case(ValueError, "negative_step", "step must be greater than zero", hint="flip() goes backwards.")


def slice_of_0d():
    return case(
        IndexError, "slice_of_0d",
        "slice() cannot be applied to a 0-dim tensor.",
        "it is a single number.", "item().")


def mask_shape(mask, place, shape, dim):
    return case(
        IndexError, "mask_shape",
        f"The shape of the mask {size(mask)} at index {place} does not match the shape of the "
        f"indexed tensor {size(shape)} at index {dim}",
        "a mask says yes or no for every place.")


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
    return case(
        RuntimeError, "index_ndim",
        f"Index tensor must have the same number of dimensions as {what} tensor")


def index_size(place, index, shape, dim):
    return case(
        RuntimeError, "index_size",
        f"Size does not match at dimension {place} expected index {size(index)} to be no "
        f"larger than self {size(shape)} apart from dimension {dim}")


def position_range(index, dim, length):
    return case(
        RuntimeError, "index_range",
        f"index {index} is out of bounds for dimension {dim} with size {length}")


def place_range(name, index, dim, length, ndim):
    if name == "index_add":
        return index_out_of_self() if ndim < 2 else position_range(index, dim, length)
    error = index_range(index, dim, length)
    error.args = (("index_copy_(): " if name == "index_copy_" else "") + error.args[0],)
    return error


def index_not_a_vector():
    return case(IndexError, "index_not_a_vector", "index_select(): Index is supposed to be a vector")


def index_out_of_data(index, length):
    return case(
        RuntimeError, "index_range", f"INDICES element is out of DATA bounds, id={index} axis_dim={length}")


def index_out_of_self():
    return case(IndexError, "index_range", "index out of range in self")


def take_range(index, count):
    return case(
        IndexError, "index_range",
        f"out of range: tried to access index {index} on a tensor of {count} elements.")


def not_a_mask(name, array):
    if name == "masked_select":
        return case(RuntimeError, "not_a_mask", "masked_select: expected BoolTensor for mask")
    title = type_title(array).lower()
    return case(
        RuntimeError, "not_a_mask",
        f"{name}_ only supports boolean masks, but got mask with dtype {title}",
        hint="compare first: x > 0 is a mask.")


def fill_not_0d(ndim):
    return case(
        RuntimeError, "fill_not_0d",
        f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {ndim} dimension(s).")


def topk_range():
    return case(RuntimeError, "topk_range", "selected index k out of range")


def same_dtype(name):
    return case(RuntimeError, "same_dtype", f"{name}(): Expected self.dtype to be equal to src.dtype")


def source_size(index, self, src, dim):
    return case(
        RuntimeError, "index_size",
        f"Expected index {size(index)} to be no larger than self {size(self)} apart from "
        f"dimension {dim} and to be no larger size than src {size(src)}")


def index_add_shape(self, source):
    return case(
        RuntimeError, "index_add_shape",
        "source tensor shape must match self tensor shape, excluding the specified "
        f"dimension. Got self.shape = {size(self)} source.shape = {size(source)}")


def index_add_count(count, length, dim):
    return case(
        RuntimeError, "index_count",
        f"index_add_(): Number of indices ({count}) should be equal to source.size(dim): ({length}), for dim: {dim}")


def index_copy_count(count, length, dim):
    return case(
        IndexError, "index_count",
        f"index_copy_(): Number of indices ({count}) should be equal to source.size(dim) ({length})")


def value_shape(value, picked):
    return case(
        RuntimeError, "value_shape",
        f"shape mismatch: value tensor of shape {size(value)} cannot be broadcast to "
        f"indexing result of shape {size(picked)}")


def kth_range():
    return case(RuntimeError, "topk_range", "kthvalue(): selected number k out of range for dimension 0")


def bincount_input(array):
    if array.dtype.kind not in "iu":
        return case(NotImplementedError, "no_kernel", f'"bincount_cpu" not implemented for \'{type_title(array)}\'')
    return case(RuntimeError, "index_not_a_vector", "bincount only supports 1-d non-negative integral inputs.")


def histogram_input(d):
    return case(NotImplementedError, "no_kernel", f'"histogram_cpu" not implemented for \'{d.title}\'',
                hint="convert with .float().")


def search_dtypes(a, b):
    return case(
        RuntimeError, "same_dtype",
        "torch.searchsorted(): boundary tensor and input value tensor should have same dtype, but got boundary tensor "
        f"dtype {a.name} and input value tensor dtype {b.name}")


def boundaries_dims(ndim):
    return case(RuntimeError, "index_not_a_vector", f"boundaries tensor must be 1 dimension, but got dim({ndim})")


def index_add_dtypes(a, b):
    return case(
        RuntimeError, "same_dtype",
        f"index_add_(): self ({a.title}) and source ({b.title}) must have the same scalar type")


def index_copy_dtypes(a, b):
    return case(
        RuntimeError, "same_dtype",
        f"index_copy_(): self and source expected to have the same dtype, but got (self) {a.title} and (source) "
        f"{b.title}")


def put_dtypes(a, b):
    return case(
        RuntimeError, "put_dtypes",
        f"Index put requires the source and destination dtypes match, got {a.title} for the destination and {b.title} "
        "for the source.")


def fill_dims(ndim):
    return case(
        RuntimeError, "index_not_a_vector",
        f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {ndim} dimension(s).")


def topk_of_truth():
    return case(RuntimeError, "no_kernel", "topk does not support bool dtypes on CPU")


def scatter_way():
    return case(
        RuntimeError, "reduction_name", "reduce argument must be either add or multiply.",
        hint="scatter_reduce knows more.")


def unknown_reduction(reduce):
    return case(
        RuntimeError, "reduction_name",
        f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")


def masked_scatter_dtypes(mine, other):
    return case(
        RuntimeError, "same_dtype",
        f"masked_scatter: expected self and source to have same dtypes but got{mine.title} and {other.title}",
        hint="convert one of them with .to(dtype).")


def masked_scatter_count(given, needed):
    return case(
        RuntimeError, "masked_scatter_count",
        "Number of elements of source < number of ones in mask",
        f"{needed} places are to be filled, and there are {given} numbers.")


def part_shape(name, given, wanted):
    return case(
        RuntimeError, "part_shape",
        "expected src to have a size equal to the slice of self. "
        f"src size = {size(given)}, slice size = {size(wanted)}")


def take_along_ndim(mine, given):
    return case(
        RuntimeError, "index_ndim",
        "torch.take_along_dim(): input and indices should have the same number of dimensions, "
        f"but got {mine} dimensions for input, and {given} dimensions for indices")


# ---- put, at places of the flattened tensor

def flat_index_dtype(got):
    return case(
        RuntimeError, "index_dtype", f"put_(): Expected a long tensor for index, but got {got.title}",
        "a position is a whole number.", "convert with .long().")


def flat_dtypes(a, b):
    return case(
        RuntimeError, "same_dtype",
        f"put_(): self and source expected to have the same dtype, but got self.dtype = {a.title} and source.dtype = "
        f"{b.title}")


def flat_count(values, places):
    return case(
        IndexError, "index_count",
        "put_(): Expected source and index to have the same number of elements, but got "
        f"source.numel() = {values}, index.numel() = {places}",
        "each number goes to one place.")


# ---- positions that must stand in a row

def index_add_vector(index):
    return case(
        IndexError, "index_not_a_vector",
        f"index_add_(): Index is supposed to be a vector, but got dim: {index.ndim} with type: {index.dtype.title} and "
        f"size: {size(index.shape)}",
        "each position names one slice along a dimension.", "flatten().")


def index_copy_vector(ndim):
    return case(
        IndexError, "index_not_a_vector", f"index_copy_(): Index should have dimension 1 or 0 (got {ndim})",
        "each position names one slice along a dimension.", "flatten().")


def index_fill_vector():
    return case(
        RuntimeError, "index_not_a_vector", "Index has to be a vector/scalar",
        "each position names one slice along a dimension.", "flatten().")


# ---- counting

def no_bins(bins):
    return case(
        RuntimeError, "histogram_bins", f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0",
        "numbers are counted in bins.")


def bins_end_first():
    return case(
        RuntimeError, "histogram_bins", "torch.histc: max must be larger than min", "bins run from min to max.")


def isin_of_truths():
    return case(
        RuntimeError, "no_kernel", "Unsupported input type encountered for isin(): Bool",
        "of two truth values there is nothing to look up.", "convert with .int().")
