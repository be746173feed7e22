"""Data for new tensors, sizes of new tensors, random numbers."""


from ...errors import case, kind, size

copy_construct_warning = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


def ragged(expected, dim, got):
    return case(
        ValueError, "ragged",
        f"expected sequence of length {expected} at dim {dim} (got {got})",
        "the lists inside a list must all have the same length.")


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
        ValueError, "too_large",
        "Overflow when unpacking long long",
        "an int64 ends at 9 223 372 036 854 775 807.")


def does_not_fit(dtype):
    return case(RuntimeError, "does_not_fit", f"value cannot be converted to type {dtype.name} without overflow")


def does_not_fit_in_place(dtype):
    """The same, where PyTorch speaks of the type of C++."""
    name = {"float32": "float", "float64": "double", "float16": "c10::Half", "int32": "int"}.get(dtype.name)
    return case(
        RuntimeError, "does_not_fit", f"value cannot be converted to type {name or dtype.name + '_t'} without overflow")


def not_an_array(value):
    return case(
        TypeError, "not_an_array",
        f"expected np.ndarray (got {kind(value)})",
        hint="tensor(...) takes lists too.")


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
        ValueError, "negative_strides",
        "At least one stride in the given numpy array is negative, and tensors with "
        "negative strides are not currently supported. (You can probably work around this by making a copy of your "
        "array  with array.copy().) ")


def negative_size(name, shape):
    if name != "zeros":
        return negative_dimension(*shape)
    return case(RuntimeError, "negative_size", f"{name}: Dimension size must be non-negative.")


def negative_dimension(*shape):
    return case(
        RuntimeError, "negative_size",
        f"Trying to create tensor with negative dimension {next(n for n in shape if n < 0)}: {size(shape)}")


def below_zero(name, value):
    return case(RuntimeError, "negative_size", f"{name} must be greater or equal to 0, got {value}")


def zero_step():
    return case(RuntimeError, "zero_step", "step must be nonzero", "counting by zero never arrives.")


def step_leads_away():
    return case(
        RuntimeError, "step_leads_away",
        "upper bound and lower bound inconsistent with step sign",
        "the step leads away from the end.")


def endless_range(start, end):
    return case(RuntimeError, "endless_range", f"unsupported range: {start} -> {end}")


def meshgrid_way(way):
    return case(
        RuntimeError, "meshgrid_way", f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {way}')


def whole_weights(name):
    return case(
        RuntimeError, "whole_weights", f"multinomial only supports floating-point dtypes for input, got: {name}")


def not_data(value):
    return case(TypeError, "not_data", f"new(): data must be a sequence (got {kind(value)})")


def unknown_type(name):
    return case(ValueError, "unknown_type", f"invalid type: {name!r}")


def no_deletion():
    return case(TypeError, "no_deletion", "Tensor does not support deleting items")


def negative_steps():
    return case(RuntimeError, "negative_steps", "number of steps must be non-negative")


def nothing_between(low, high):
    return case(
        RuntimeError, "nothing_between",
        f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")


def negative_spread(spread):
    return case(RuntimeError, "negative_spread", f"normal expects std >= 0.0, but found std {spread:g}")


def range_ends_first(low, to):
    return case(
        RuntimeError, "nothing_between",
        f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={to:g}")


def not_a_rate(lambd):
    return case(
        RuntimeError, "not_a_rate", f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}",
        "the numbers have the mean 1/lambda.")


def not_a_probability(p=None):
    return case(
        RuntimeError, "not_a_probability",
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false." if p is None else
        f"bernoulli_ expects p to be in [0, 1], but got p={p}",
        "a probability lies between 0 and 1.")


def too_many_samples():
    return case(
        RuntimeError, "too_many_samples",
        "cannot sample n_sample > prob_dist.size(-1) samples without replacement",
        hint="replacement=True.")


def not_weights():
    return case(
        RuntimeError, "not_weights",
        "probability tensor contains either `inf`, `nan` or element < 0, or its sum is zero")


# ---- the device "meta"

def no_data_of_meta():
    return case(NotImplementedError, "meta", "Cannot copy out of meta tensor; no data!",
                "a tensor on the device 'meta' has a shape and no numbers.", "make it on the CPU: leave device out.")


def no_item_of_meta():
    return case(RuntimeError, "meta", "Tensor.item() cannot be called on meta tensors",
                "a tensor on the device 'meta' has a shape and no numbers.", "make it on the CPU: leave device out.")


def no_numpy_of_meta():
    return case(TypeError, "meta", "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the "
                "tensor to host memory first.", "a tensor on the device 'meta' has a shape and no numbers.",
                "make it on the CPU: leave device out.")


def two_devices():
    return case(RuntimeError, "meta", "Tensor on device cpu is not on the expected device meta!",
                "one tensor has numbers, the other has none.", "put both on one device: x.to('meta').")


def too_large_for_meta(name):
    return case(NotImplementedError, "meta", f"minigrad has no rule for the shape of {name} on the device 'meta'",
                "it would have to be computed, and there are too many elements for that.", "a smaller shape.")


def not_a_state():
    return case(TypeError, "wrong_argument", "RNG state must be a torch.ByteTensor", hint="what get_state() gave.")
