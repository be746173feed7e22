"""Names of PyTorch that minigrad lacks: an AttributeError that names the nearest thing it has."""
import sys

# What to take instead, and for which names: of minigrad, of a tensor, of linalg and of other modules.
WAYS = {
    "linalg.det, inv, solve, cholesky": """svd qr eig eigh eigvals eigvalsh svdvals lstsq geqrf orgqr ormqr symeig
        householder_product ldl_factor ldl_factor_ex ldl_solve cond matrix_rank tensorinv tensorsolve svd_lowrank
        pca_lowrank lobpcg""",
    "linalg.solve": """lu lu_factor lu_factor_ex lu_solve lu_unpack triangular_solve solve_triangular cholesky_solve
        solve_ex""",
    "linalg.inv": "pinverse pinv cholesky_inverse inv_ex",
    "linalg.cholesky": "cholesky_ex",
    "matrix_power, and a sum of its terms": "matrix_exp",
    "pow and cat of the columns": "vander",
    "jit.trace, which records the ops of one call; code runs op by op here": "compile",
    "jit.trace": "export fx onnx",
    "einsum or a matrix of sines and cosines: there are no complex numbers": "fft stft istft",
    "two tensors, for the real and the imaginary part": """complex polar view_as_complex view_as_real angle cdouble
        cfloat chalf""",
    "float32": "complex64 complex32", "float64": "complex128",
    "float16, or float32": "bfloat16",
    "x.half() where you want it": "autocast amp",
    "one process": "distributed is_distributed",
    "Python's own multiprocessing on NumPy arrays": "multiprocessing share_memory_ is_shared",
    "x.numpy(), which shows the same memory": """storage untyped_storage storage_type const_data_ptr set_ is_set_to
        dlpack from_dlpack frombuffer""",
    "reshape, or a new tensor by new_empty": "resize resize_ resize_as resize_as_",
    "the CPU, where every tensor lives": """ipu xpu mtia is_ipu is_maia is_mkldnn is_mps is_mtia is_vulkan is_xla is_xpu
        is_pinned pin_memory to_mkldnn record_stream mps xla mtia accelerator""",
    "float32: nothing is quantized here": """is_quantized dequantize int_repr q_per_channel_axis q_per_channel_scales
        q_per_channel_zero_points q_scale q_zero_point qscheme quantize_per_tensor quantization ao""",
    "minigrad.sparse: the coordinate form, by x.to_sparse()": """coalesce is_coalesced indices values sparse_dim
        dense_dim to_dense sparse_mask sparse_resize_ sparse_resize_and_clear_ resize_as_sparse_ crow_indices
        col_indices ccol_indices row_indices to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr smm
        sspaddmm is_sparse_csr hspmm sparse_csr sparse_csc sparse_csr_tensor sparse_compressed_tensor""",
    "a list of tensors": "is_nested nested to_padded_tensor",
    "softmax or a table of values; the special functions here are erf, erfc, logit, logsumexp, sinc": """special digamma
        digamma_ erfinv erfinv_ i0 i0_ igamma igamma_ igammac igammac_ lgamma lgamma_ mvlgamma mvlgamma_ polygamma
        polygamma_""",
    "remainder, in a loop": "gcd gcd_ lcm lcm_",
    "minigrad.where(x > 0, 1.0, 0.0)": "heaviside heaviside_",
    "x * 2.0 ** other": "ldexp ldexp_",
    "log2 and floor": "frexp",
    "numpy.nextafter on x.numpy()": "nextafter nextafter_",
    "numpy.histogram on x.numpy(), or histc": "histogram histogramdd",
    "exponential_, normal_, uniform_, random_": "cauchy_ geometric_ log_normal_",
    "minigrad.normal or rand": "poisson binomial standard_gamma",
    "ops on the whole tensor": "apply_ map_ map2_",
    "scatter_reduce": "index_reduce index_reduce_",
    "as_strided of a clone, then copy_": "as_strided_scatter slice_inverse",
    "x.diagonal().copy_(…) on a clone": "diagonal_scatter",
    "nonzero": "nonzero_static",
    "split": "unsafe_split unsafe_split_with_sizes", "chunk": "unsafe_chunk",
    "narrow(…).clone()": "narrow_copy",
    "as_strided of new_empty": "new_empty_strided empty_strided empty_permuted",
    "minigrad.no_grad()": "volatile",
    "a Module whose forward you write": "lstm gru rnn_tanh rnn_relu lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell",
    "isinstance and type": "as_subclass",
    "log_prob of what was drawn, times the reward": "reinforce distributions",
    "cumsum of widths times heights": "trapezoid trapz cumulative_trapezoid",
    "meshgrid and stack": "cartesian_prod combinations",
    "diag_embed and cat": "block_diag",
    "diff": "gradient",
    "nn.functional.pad, or pad and unfold": "im2col",
    "nn.functional.avg_pool2d or adaptive_avg_pool2d": """adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d
        adaptive_avg_pool3d avg_pool3d lp_pool1d lp_pool2d lp_pool3d fractional_max_pool2d fractional_max_pool3d""",
    "nn.functional.max_pool2d": "max_pool3d max_pool2d_with_indices max_pool1d_with_indices",
    "index_put with the places of the maxima": "max_unpool1d max_unpool2d max_unpool3d",
    "Tensor.unfold, twice": "unfold fold",
    "repeat_interleave, or avg_pool2d": "interpolate upsample upsample_nearest upsample_bilinear",
    "nn.functional.conv_transpose2d": "conv_transpose3d",
    "gather": "grid_sample affine_grid",
    "view and permute": "pixel_shuffle pixel_unshuffle channel_shuffle",
    "nn.functional.cross_entropy": "ctc_loss multilabel_margin_loss linear_cross_entropy",
    "nn.functional.embedding and mean(1)": "embedding_bag",
    "nn.functional.scaled_dot_product_attention": "multi_head_attention_forward",
    "nn.Bilinear": "bilinear",
    "cdist": "pdist",
    "nn.functional.dropout2d": "dropout3d feature_alpha_dropout",
    "autograd.functional.jvp": "forward_ad dual_level make_dual unpack_dual",
    "autograd.graph.saved_tensors_hooks": "allow_mutation_on_saved_tensors disable_saved_tensors_hooks",
    "the weight itself, divided by its norm in forward": """weight_norm spectral_norm parametrize parametrizations
        remove_weight_norm remove_spectral_norm""",
    "pad and stack of the sequences": "rnn",
    "func.grad of a function that takes the parameters": "stateless functional_call stack_module_state",
    "nn.init.zeros_ and a diagonal": "dirac_ dirac sparse_",
    "TensorDataset or Dataset": "ChainDataset StackDataset IterDataPipe MapDataPipe",
    "the process you are in: num_workers starts no other": "get_worker_info DistributedSampler",
    "autograd.graph.Node.register_hook": "hooks",
    "a file of numbers made by the script itself": "tensorboard",
    "copies of the parameters, averaged by hand": "swa_utils",
}


def way(name):
    """What to take instead of a name, or None."""
    return next((way for way, names in WAYS.items() if name in names.split()), None)


def no_attribute(owner, name, known):
    """The error for a name that is not there: PyTorch's text, then the nearest name as a note."""
    from difflib import get_close_matches

    error = AttributeError(f"{owner} has no attribute {name!r}")
    near = get_close_matches(name, [k for k in known if not k.startswith("_")], n=3)
    if found := way(name):
        error.add_note(f"Try: minigrad has no {name}. The nearest is {found}.")
    elif near:
        error.add_note(f"Try: {', '.join(near)}.")
    else:
        error.add_note("minigrad has what a course on autograd needs; what differs is in docs/differences.md.")
    return error


def of(module):
    """The `__getattr__` of a module that has no names to load later."""

    def __getattr__(name):
        here = vars(sys.modules[module])
        raise no_attribute(f"module {module!r}", name, here.get("__all__", here))

    return __getattr__


class Absent:
    """An attribute that PyTorch's tensors have and these lack: looking for it says what to take instead.

    It costs nothing where it is not looked for; a `__getattr__` would slow down every attribute of every tensor.

    >>> import minigrad
    >>> hasattr(minigrad.ones(2), "svd")
    False
    """

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, cls):
        owner = f"type object {cls.__name__!r}" if tensor is None else f"{cls.__name__!r} object"
        raise no_attribute(owner, self.name, present(cls))


def attach(cls):
    """Give a class what only says what to take instead, for every name above that it has not."""
    there = set(dir(cls))
    for name in " ".join(WAYS.values()).split():
        if name not in there:
            setattr(cls, name, Absent(name))


def present(cls):
    """The names of a class without those that only say what to take instead."""
    lacking = {name for owner in cls.__mro__ for name, value in vars(owner).items() if type(value) is Absent}
    return [name for name in dir(cls) if name not in lacking]
