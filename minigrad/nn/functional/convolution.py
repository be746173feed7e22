"""Convolutions by the names that people call. The kernel and its gradients are in ops/convolution.py."""
import warnings

from ... import errors
from ...core.value import Value
from ...ops import complaints
from ...ops.arguments import is_int
from ...ops.convolution import convolution, output_size, transposed_convolution
from ...ops.padding import constant_pad_nd
from ...ops.views import squeeze, unsqueeze


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slides kernels over sequences: (N, C, L) with kernels (O, C/groups, k) gives (N, O, out); N may be missing.

    out = ⌊(L + 2·padding - dilation·(k - 1) - 1)/stride⌋ + 1. `padding="same"` keeps the length. Raises RuntimeError
    for shapes, dtypes and settings that do not fit. As `torch.nn.functional.conv1d`.

    >>> import minigrad
    >>> conv1d(minigrad.tensor([[[1.0, 2.0, 4.0]]]), minigrad.tensor([[[-1.0, 1.0]]]))
    tensor([[[1., 2.]]])
    """
    return convolved("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slides kernels over pictures: (N, C, H, W) with kernels (O, C/groups, kh, kw). As `conv1d`, in two dimensions.

    As `torch.nn.functional.conv2d`.

    >>> import minigrad
    >>> conv2d(minigrad.ones(1, 1, 3, 3), minigrad.ones(1, 1, 2, 2))
    tensor([[[[4., 4.],
              [4., 4.]]]])
    """
    return convolved("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slides kernels over volumes, (N, C, D, H, W). As `torch.nn.functional.conv3d`.

    >>> import minigrad
    >>> conv3d(minigrad.ones(1, 1, 2, 2, 2), minigrad.ones(1, 1, 2, 2, 2)).item()
    8.0
    """
    return convolved("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


def convolved(name, dims, input, weight, bias, stride, padding, dilation, groups):
    check_kinds(name, input, weight, bias, stride, padding, dilation, groups)
    x = batched(name, dims, input)
    given = dict(stride=stride, dilation=dilation, **({} if isinstance(padding, str) else {"padding": padding}))
    settings = {what: each(what, value, weight.ndim - 2) for what, value in given.items()}
    if isinstance(padding, str):
        x, settings["padding"] = named_padding(padding, x, weight.array.shape[2:], **settings)
    check(x.array.shape, weight.array.shape, bias, groups, **settings)
    out = convolution(x, weight, bias, groups=groups, **settings)
    return out if x.ndim == input.ndim else squeeze(out, 0)


def check_kinds(name, *arguments):
    """Tensors, numbers and tuples of numbers stand where they belong."""
    input, weight, bias, *settings = arguments
    fine = (isinstance(input, Value) and isinstance(weight, Value) and (bias is None or isinstance(bias, Value))
            and all(is_int(s) or isinstance(s, (tuple, list)) or place == 1 and isinstance(s, str)
                    for place, s in enumerate(settings)))
    if not fine:
        raise complaints.convolution.invalid_convolution(name, arguments)


def batched(name, dims, input):
    """The input with a dimension of examples."""
    if input.ndim == dims + 1:
        return unsqueeze(input, 0)
    if input.ndim != dims + 2:
        raise complaints.convolution.input_dims(name, dims, input.array.shape)
    return input


def each(name, value, dims):
    """A setting as one number for each dimension."""
    if not isinstance(value, (tuple, list)):
        return (value,) * dims
    if len(value) == 1:
        return tuple(value) * dims
    if len(value) != dims:
        raise complaints.convolution.setting_length(name, dims, value)
    return tuple(value)


def named_padding(name, x, kernel, stride, dilation):
    """"same" and "valid" as numbers. An odd number of zeros cannot be put on both sides: one goes to the end."""
    if name == "valid":
        return x, (0,) * len(kernel)
    if name != "same":
        raise complaints.convolution.unknown_padding(name)
    if any(s != 1 for s in stride):
        raise complaints.convolution.same_with_stride()
    total = [d * (k - 1) for d, k in zip(dilation, kernel)]
    if any(n % 2 for n in total):
        warnings.warn("Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy "
                      "of the input be created", stacklevel=4)
        x = constant_pad_nd(x, pad=tuple([n for t in reversed(total) for n in (0, t % 2)]), value=0)
    return x, tuple([n // 2 for n in total])


def check(input, weight, bias, groups, stride, padding, dilation):
    """Settings are in range, and input, kernel and bias fit each other."""
    if groups <= 0:
        raise complaints.convolution.not_positive("groups")
    check_settings(stride, padding, dilation)
    if len(weight) != len(input):
        raise complaints.convolution.weight_dims(weight, input)
    if weight[0] < groups:
        raise complaints.convolution.empty_weight(groups, weight)
    if weight[0] % groups:
        raise complaints.convolution.uneven_groups(groups, weight)
    if input[1] != weight[1] * groups:
        raise complaints.convolution.channels(groups, weight, input, weight[1] * groups, input[1])
    if bias is not None and bias.array.shape != weight[:1]:
        raise complaints.convolution.bias_size(weight, weight[0], bias.array.shape)
    if min(output_size(input[2:], weight[2:], stride, padding, dilation)) < 1:
        raise complaints.convolution.kernel_too_large(
            [n + 2 * p for n, p in zip(input[2:], padding)], [d * (k - 1) + 1 for d, k in zip(dilation, weight[2:])])


def check_settings(stride, padding, dilation):
    if min(padding) < 0:
        raise complaints.convolution.negative_padding()
    if min(stride) <= 0:
        raise complaints.convolution.not_positive("stride")
    if min(dilation) <= 0:
        raise complaints.convolution.not_positive("dilation")


# ---- the other way round


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of `conv1d` as a layer: makes sequences longer. As `torch.nn.functional.conv_transpose1d`.

    The kernel is (C, O/groups, k); out = (L - 1)·stride - 2·padding + dilation·(k - 1) + output_padding + 1.

    >>> import minigrad
    >>> conv_transpose1d(minigrad.tensor([[[1.0, 2.0]]]), minigrad.ones(1, 1, 2), stride=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    return spread("conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of `conv2d` as a layer: makes pictures larger. As `torch.nn.functional.conv_transpose2d`.

    >>> import minigrad
    >>> conv_transpose2d(minigrad.ones(1, 1, 1, 1), minigrad.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 2, 2])
    """
    return spread("conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding, groups, dilation)


def spread(name, dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    for place, (argument, value) in enumerate((("input", input), ("weight", weight)), 1):
        if not isinstance(value, Value):
            raise errors.not_a_tensor(name, place, value, argument)
    x = batched(name, dims, input)
    stride, padding, dilation, more = [
        each(what, value, dims) for what, value in (("stride", stride), ("padding", padding), ("dilation", dilation),
                                                    ("output_padding", output_padding))]
    check_settings(stride, padding, dilation)
    if groups <= 0:
        raise complaints.convolution.not_positive("groups")
    shape, given = weight.array.shape, x.array.shape
    if given[1] != shape[0]:
        raise complaints.convolution.transposed_channels(shape, given, shape[0], given[1])
    if bias is not None and bias.array.shape != (shape[1] * groups,):
        raise complaints.convolution.bias_size(shape, shape[1] * groups, bias.array.shape, True)
    if any(m >= s and m >= d for m, s, d in zip(more, stride, dilation)):
        raise complaints.convolution.output_padding(more, stride, dilation)
    size = tuple([(n - 1) * s - 2 * p + d * (k - 1) + m + 1
                  for n, s, p, d, k, m in zip(given[2:], stride, padding, dilation, shape[2:], more)])
    out = transposed_convolution(x, weight, bias, size=size, stride=stride, padding=padding, dilation=dilation,
                                 groups=groups)
    return out if x.ndim == input.ndim else squeeze(out, 0)
