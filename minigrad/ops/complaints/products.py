"""Products of matrices and vectors; einsum."""

from ...errors import case, not_a_tensor, size, type_title


def word(array):
    """The "float" and "long int" of PyTorch's messages about dtypes."""
    names = {"Long": "long int", "Half": "c10::Half", "Byte": "unsigned char", "Char": "signed char",
             "Short": "short int"}
    return names.get(type_title(array)) or type_title(array).lower()


def must_be_matrix(name):
    return case(
        RuntimeError, "must_be_matrix",
        f"{name} must be a matrix",
        hint="matmul() takes vectors and batches too.")


def must_be_batch(name):
    return case(
        RuntimeError, "must_be_batch",
        f"{name} must be a 3D tensor",
        hint="matmul() takes other dimensions too.")


def mm_sizes(a, b):
    return case(
        RuntimeError, "mm_sizes",
        f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})",
        f"each of the {a[1]} columns on the left needs its row on the right, where there are {b[0]}.",
        "turn one of them over with .T, or look at the sizes of the layer.")


def matmul_dtypes(a, b):
    return case(
        RuntimeError, "matmul_dtypes",
        f"expected m1 and m2 to have the same dtype, but got: {word(a)} != {word(b)}",
        "a matrix product does not mix dtypes; data from NumPy are usually float64.",
        "convert one with .to(other.dtype).")


def product_of_bools():
    return case(
        NotImplementedError, "product_of_bools",
        "\"addmm_impl_cpu_\" not implemented for 'Bool'",
        hint="convert with .float().")


def mv_dims(vector, matrix):
    return case(RuntimeError, "mv_dims", f"vector + matrix @ vector expected, got 1, {matrix}, {vector}")


def mv_sizes(matrix, vector):
    return case(
        RuntimeError, "mm_sizes",
        f"size mismatch, got input ({matrix[0]}), mat ({matrix[0]}x{matrix[1]}), vec ({vector[0]})",
        f"the vector needs {matrix[1]} elements, one for each column.")


def mv_dtypes(a, b):
    return case(
        RuntimeError, "matmul_dtypes",
        "addmv input tensors must have the same dtype, but got "
        f"{type_title(b)}, {type_title(a)}, and {type_title(b)}")


def dot_dims(a, b):
    return case(RuntimeError, "dot_dims", f"1D tensors expected, but got {a}D and {b}D tensors")


def dot_sizes(a, b):
    return case(
        RuntimeError, "mm_sizes",
        f"inconsistent tensor size, expected tensor [{a}] and src [{b}] to have the same "
        f"number of elements, but got {a} and {b} elements respectively")


def dot_dtypes(a, b):
    return case(
        RuntimeError, "matmul_dtypes",
        f"dot : expected both vectors to have same dtype, but found {type_title(a)} and {type_title(b)}")


def bmm_sizes(a, b):
    return case(
        RuntimeError, "mm_sizes",
        f"Expected size for first two dimensions of batch2 tensor to be: {size((a[0], a[2]))} but got: {size(b[:2])}.")


def bmm_dtypes(a, b):
    return case(
        RuntimeError, "matmul_dtypes",
        f"expected scalar type {type_title(a)} but found {type_title(b)}")


def addmm_dtypes(input, a, b):
    name, other = ("self", input) if input.dtype != b.dtype else ("mat1", a)
    return case(
        RuntimeError, "matmul_dtypes",
        f"{name} and mat2 must have the same dtype, but got {type_title(other)} and {type_title(b)}",
        "a layer does not mix dtypes; data from NumPy are usually float64.", "convert one with .to(other.dtype).")


def linear_operand(input, weight):
    position, name, value = (2, "weight", weight) if hasattr(input, "array") else (1, "input", input)
    return not_a_tensor("linear", position, value, name)


def matmul_of_0d(a, b, name="matmul"):
    return case(
        RuntimeError, "matmul_of_0d",
        f"both arguments to {name} need to be at least 1D, but they are {a}D and {b}D",
        hint="use * with a number.")


def matmul_operand(input, other):
    place, name, wrong = (1, "input", input) if not hasattr(input, "node") else (2, "other", other)
    return not_a_tensor("matmul", place, wrong, name)


def outer_dims(name, ndim):
    return case(RuntimeError, "outer_dims", f"outer: Expected 1-D argument {name}, but got {ndim}-D")


def inner_sizes(a, b):
    return case(
        RuntimeError, "mm_sizes",
        f"inner() the last dimension must match on both input tensors but got shapes {size(a)} and {size(b)}")


def tensordot_sizes(i, j, a, b):
    return case(
        RuntimeError, "mm_sizes",
        f"contracted dimensions need to match, but first has size {a} in dim {i} and second has size {b} in dim {j}")


def einsum_operands(what):
    return case(RuntimeError, "einsum_operands", f"einsum(): {what}")


def einsum_letters(letters, ndim, place):
    return case(
        RuntimeError, "einsum_letters",
        f"einsum(): the number of subscripts in the equation ({letters}) does not match "
        f"the number of dimensions ({ndim}) for operand {place} and no ellipsis was given")


def einsum_size(letter, length, place, known):
    return case(
        RuntimeError, "einsum_size",
        f"einsum(): subscript {letter} has size {length} for operand {place} which does not "
        f"broadcast with previously seen size {known}")


def einsum_output(letter):
    return case(
        RuntimeError, "einsum_output",
        f"einsum(): output subscript {letter} does not appear in the equation for any input operand")


class LinAlgError(RuntimeError):
    """As `torch.linalg.LinAlgError`."""


LinAlgError.__name__ = "_LinAlgError"       # so it is called in PyTorch


def no_dim_of_three():
    return case(RuntimeError, "mm_sizes", "no dimension of size 3 in input")


def cross_dims(a, b):
    return case(RuntimeError, "dot_dims", "linalg.cross: inputs must have the same number of dimensions.")


def cross_length(dim, a, b):
    return case(
        RuntimeError, "mm_sizes", f"linalg.cross: inputs dimension {dim} must have length 3. Got {a} and {b}")


def cdist_floats(name, d):
    return case(
        RuntimeError, "needs_floats", f"cdist only supports floating-point dtypes, {name} got: {d.title}",
        hint="convert with .float().")


def cdist_dims(name, ndim):
    return case(
        RuntimeError, "dot_dims", f"cdist only supports at least 2D tensors, {name} got: {ndim}D")


def cdist_sizes(a, b):
    return case(
        RuntimeError, "mm_sizes", f"X1 and X2 must have the same number of columns. X1: {a} X2: {b}")


def cdist_power():
    return case(RuntimeError, "mm_sizes", "cdist only supports non-negative p values")


def square_matrices(name, ndim=None, a=None, b=None):
    if ndim is not None:
        return case(
            RuntimeError, "must_be_matrix",
            f"{name}: The input tensor A must have at least 2 dimensions.")
    return case(
        RuntimeError, "must_be_matrix",
        f"{name}: A must be batches of square matrices, but they are {a} by {b} matrices")


def matrix_floats(name, d):
    return case(
        RuntimeError, "needs_floats",
        f"{name}: Expected a floating point or complex tensor as input. Got {d.title}",
        hint="convert with .float().")


def no_half(name, d):
    return case(NotImplementedError, "needs_floats", f"{name}: Low precision dtypes not supported. Got {d.title}",
                hint="convert with .float().")


def singular(name, place):
    return case(
        LinAlgError, "singular",
        f"{name}: The diagonal element {place} is zero, the inversion could not be completed because the input matrix "
        "is singular." if name.endswith("inv") else f"{name}: The solver failed because the input matrix is singular.",
        "the rows depend on each other, so there is no way back.")


def not_positive(name):
    return case(
        LinAlgError, "singular",
        f"{name}: The factorization could not be completed because the input is not positive-definite (the leading "
        "minor of order 1 is not positive-definite).",
        "only a symmetric matrix with positive eigenvalues has such a root.")


def solve_sizes(a, b):
    return case(
        RuntimeError, "mm_sizes",
        f"linalg.solve: Incompatible shapes of A and B for the equation AX = B ({a[-2]}x{a[-1]} and {b[-2]}x{b[-1]})")


def unknown_norm(ord, kind):
    return case(RuntimeError, "mm_sizes", f"linalg.{kind}: Order {ord} not supported.")


def norm_needs_matrix():
    return case(
        RuntimeError, "must_be_matrix",
        "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D.",
        hint="name the dimensions with dim=.")


def matrix_norm_dims(ndim):
    return case(
        RuntimeError, "must_be_matrix",
        f"linalg.matrix_norm: The input tensor A must have at least 2 dimensions, but has {ndim}.")


def sum_dtypes(input, product):
    return case(
        RuntimeError, "matmul_dtypes",
        f"self and mat2 must have the same dtype, but got {type_title(input)} and {type_title(product)}")
