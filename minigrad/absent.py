"""Names of PyTorch that minigrad lacks: an AttributeError that names the nearest thing it has."""
from difflib import get_close_matches

nearest = {
    "compile": "minigrad.jit.trace, which records the ops of one call; code runs op by op here",
    "fft": "minigrad.einsum or a matrix of sines and cosines: there are no complex numbers",
    "complex": "two tensors, for the real and the imaginary part", "complex64": "float32", "complex128": "float64",
    "bfloat16": "float16, or float32", "autocast": "x.half() where you want it", "amp": "x.half() where you want it",
    "distributed": "one process", "multiprocessing": "Python's own multiprocessing on NumPy arrays",
    "svd": "minigrad.linalg.det, inv, solve, cholesky", "qr": "minigrad.linalg.det, inv, solve, cholesky",
    "eig": "minigrad.linalg.det, inv, solve, cholesky", "lu": "minigrad.linalg.solve",
    "stft": "minigrad.einsum", "lstm": "a module of Linear layers, step by step",
    "export": "minigrad.jit.trace", "fx": "minigrad.jit.trace", "onnx": "minigrad.save for the numbers",
}


def no_attribute(owner, name, known):
    """The error for a name that is not there: PyTorch's text, then the nearest name as a note."""
    error = AttributeError(f"{owner} has no attribute {name!r}")
    near = get_close_matches(name, [k for k in known if not k.startswith("_")], n=3)
    if name in nearest:
        error.add_note(f"Try: minigrad has no {name}. The nearest is {nearest[name]}.")
    elif near:
        error.add_note(f"Try: {', '.join(near)}.")
    else:
        error.add_note("minigrad has what a course on autograd needs; what differs is in docs/differences.md.")
    return error
