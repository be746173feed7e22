"""Numbers around a tensor: `pad`."""
from ... import errors
from ...ops import complaints
from ...ops.arguments import check_tensor, is_int
from ...ops.padding import constant_pad_nd, mirrors, positions


def pad(input, pad, mode="constant", value=None):
    """Numbers before and behind the last dimensions: `pad` is (left, right, top, bottom, …), from the last one on.

    `mode` "constant" puts `value` there (0 by default), "reflect" mirrors the tensor, "replicate" repeats its border,
    "circular" starts again at the other end. Negative numbers cut off. Raises RuntimeError where there is not enough to
    mirror, NotImplementedError for a mode or a count of dimensions that does not exist. As `torch.nn.functional.pad`.

    >>> import minigrad
    >>> x = minigrad.tensor([[1.0, 2.0, 3.0]])
    >>> globals()["pad"](x, (1, 1)), globals()["pad"](x, (1, 1), mode="reflect")
    (tensor([[0., 1., 2., 3., 0.]]), tensor([[2., 1., 2., 3., 2.]]))
    """
    check_tensor("pad", input)
    if not isinstance(pad, (tuple, list)) or not all(map(is_int, pad)):
        raise complaints.arguments.wrong_argument("pad", "pad", 2, "tuple of ints", pad)
    pad = tuple(map(int, pad))
    if len(pad) % 2:
        raise complaints.padding.odd_count()
    if len(pad) > 2 * input.ndim:
        raise complaints.padding.too_many(len(pad), input.ndim)
    if mode == "constant":
        for before, after, length in zip(pad[::2], pad[1::2], reversed(input.array.shape)):
            if length + before + after < 0:
                raise complaints.padding.nothing_left()
        return constant_pad_nd(input, pad=pad, value=value or 0)
    if value is not None and value != 0:
        raise complaints.padding.no_value(mode)
    if mode not in mirrors:
        if len(pad) == 2 and input.ndim in (2, 3) or len(pad) // 2 + 1 <= input.ndim:
            raise complaints.padding.unknown_mode(mode)
        raise complaints.padding.mirror_dims(len(pad), input.ndim)
    dims = len(pad) // 2
    if not 1 <= dims <= 3 or input.ndim - dims not in (1, 2):
        raise complaints.padding.mirror_dims(len(pad), input.ndim)
    if mode != "circular" and input.dtype.name == "bool":
        raise errors.no_kernel(f"{'reflection' if mode == 'reflect' else 'replication'}_pad{dims}d", input.dtype)
    shape = input.array.shape
    places = []
    for i in range(dims):
        dim, before, after = input.ndim - 1 - i, pad[2 * i], pad[2 * i + 1]
        length = shape[dim]
        if mode == "reflect" and max(before, after) >= length:
            raise complaints.padding.too_much_to_mirror(4 + 2 * i, before, after, dim, shape)
        if mode == "circular" and max(before, after) > length:
            raise complaints.padding.wrapped_twice()
        places.insert(0, positions(mode, length, before, after))
    return mirrors[mode][dims - 1](input, sources=tuple(places))
