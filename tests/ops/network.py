"""Rows of the table for what networks are made of: activations, layers, losses. As in table.py."""

from .row import Row, one

MATRICES = (((2, 3), (2, 3)),)
PICTURE = (1, 2, 4, 4)


def functional(call, *shapes, **more):
    """A row for a function of nn.functional; `call` gets that module, the library and the tensors."""
    name = more.pop("name")
    samples = tuple(shape if shape and isinstance(shape[0], tuple) else (shape,) for shape in shapes)
    return Row(name, lambda m, *x: call(m.nn.functional, m, *x), samples, dtypes=False, **more)


def bent(names, span=(-2.0, 2.0), **more):
    """A row for each activation of one tensor; all dtypes are tried."""
    return [
        one(name, lambda m, x, name=name: getattr(m.nn.functional, name)(x), (2, 3), (), (0,), span=span, **more)
        for name in names.split()
    ]


def labels(m, *rows):
    return m.tensor(list(rows))


def weights(m, x):
    return m.tensor([1.0, 2.0, 0.5], dtype=x.dtype)


ACTIVATIONS = [
    *bent("elu selu celu leaky_relu relu6 hardtanh gelu silu mish softplus logsigmoid softsign tanhshrink"),
    *bent("hardshrink softshrink"),
    *bent("hardsigmoid hardswish", span=(-5.0, 5.0), tolerance=1e-7, once="not implemented"),
    functional(lambda F, m, x: F.gelu(x, approximate="tanh"), (2, 3), name="gelu tanh"),
    functional(lambda F, m, x: F.elu(x, 0.5) + F.celu(x, 0.5) + F.leaky_relu(x, 0.25), (2, 3), name="elu alpha"),
    functional(lambda F, m, x: F.softplus(x, 3, 2) + F.hardtanh(x, -0.3, 1.2), (2, 3), name="softplus beta"),
    functional(lambda F, m, x: F.threshold(x, 0.5, 20.0), (2, 3), name="threshold"),
    functional(lambda F, m, x: F.glu(x, 0) * F.glu(x.t(), -1).t(), (4, 3), name="glu"),
    functional(lambda F, m, x, w: F.prelu(x, w), ((2, 3), (3,)), ((2, 3), (1,)), name="prelu"),
    functional(lambda F, m, x: F.softmin(x, 1) + F.softmax(x, 0), (2, 3), name="softmin"),
]

CONVOLUTIONS = [
    functional(
        lambda F, m, x, w, b: F.conv2d(x, w, b, padding=1),
        ((1, 2, 3, 3), (2, 2, 2, 2), (2,)),
        name="conv2d",
    ),
    functional(
        lambda F, m, x, w: F.conv2d(x, w, stride=(2, 1), dilation=(1, 2), groups=2),
        ((1, 2, 3, 4), (2, 1, 2, 2)),
        name="conv2d settings",
    ),
    functional(lambda F, m, x, w: F.conv1d(x, w, padding="same"), ((2, 1, 4), (1, 1, 3)), name="conv1d"),
    functional(
        lambda F, m, x, w, b: F.conv_transpose2d(x, w, b, 2, 1, 1),
        ((1, 2, 2, 2), (2, 1, 2, 2), (1,)),
        name="conv_transpose2d",
    ),
    functional(
        lambda F, m, x: F.pad(x, (1, -1), value=2.0).sum(1) * F.pad(x, (1, 2, 1, 0)).sum((0, 1)), (2, 3), name="pad"
    ),
    functional(
        lambda F, m, x: F.pad(x, (1, 1), "reflect") + F.pad(x, (2, 0), "replicate") * F.pad(x, (0, 2), "circular"),
        (2, 3),
        name="pad modes",
    ),
    functional(lambda F, m, x: F.pad(x, (1, 1, 0, 1), "reflect"), (1, 1, 2, 2), name="pad reflect 2d"),
    functional(lambda F, m, x: F.pad(x, (1, 1, 0, 1), "replicate"), (1, 1, 2, 2), name="pad replicate 2d"),
    functional(
        lambda F, m, x: F.pad(x, (1, 1, 0, 1, 0, 0), "reflect") * F.pad(x, (1, 1, 0, 1, 0, 0), "replicate"),
        (1, 1, 1, 2, 2),
        name="pad 3d",
    ),
]

POOLING = [
    functional(lambda F, m, x: F.max_pool2d(x, 2), PICTURE, name="max_pool2d"),
    functional(lambda F, m, x: F.max_pool2d(x, 3, 2, 1, ceil_mode=True) ** 2, PICTURE, name="max_pool2d overlapping"),
    functional(lambda F, m, x: F.max_pool1d(x, 2, 1, dilation=2), (1, 2, 5), name="max_pool1d"),
    functional(lambda F, m, x: F.avg_pool2d(x, 2), PICTURE, name="avg_pool2d"),
    functional(
        lambda F, m, x: F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), PICTURE, name="avg_pool2d with padding"
    ),
    functional(lambda F, m, x: F.avg_pool1d(x, 2, 1), (1, 2, 4), name="avg_pool1d"),
    functional(
        lambda F, m, x: F.adaptive_avg_pool2d(x, (3, 2)).sum(2) + F.adaptive_avg_pool2d(x, 1).sum(2),
        PICTURE,
        name="adaptive_avg_pool2d",
    ),
]

NORMS = [
    functional(
        lambda F, m, x, w, b: F.layer_norm(x, (3,), w, b), ((2, 3), (3,), (3,)), name="layer_norm",     ),
    functional(lambda F, m, x: F.layer_norm(x, (2, 3), eps=0.1), (2, 3), name="layer_norm plain"),
    functional(lambda F, m, x, w: F.rms_norm(x, (3,), w), ((2, 3), (3,)), name="rms_norm"),
    functional(
        lambda F, m, x, w, b: F.group_norm(x, 2, w, b), ((2, 4, 2), (4,), (4,)), name="group_norm",     ),
    functional(
        lambda F, m, x, w, b: F.batch_norm(x, None, None, w, b, True),
        ((3, 2), (2,), (2,)),
        ((2, 2, 2), (2,), (2,)),
        name="batch_norm",
    ),
    functional(
        lambda F, m, x, w, b: F.batch_norm(
            x, m.tensor([1.0, 2.0], dtype=x.dtype), m.tensor([0.5, 3.0], dtype=x.dtype), w, b
        ),
        ((3, 2), (2,), (2,)),
        name="batch_norm eval",
    ),
    functional(lambda F, m, x: F.instance_norm(x), (2, 2, 3), name="instance_norm"),
    functional(lambda F, m, x: F.local_response_norm(x, 2, alpha=0.1), (1, 3, 2), name="local_response_norm"),
    functional(lambda F, m, x: F.normalize(x) + F.normalize(x, 3.0, 0), (2, 3), name="normalize", span=(0.3, 2.0)),
    functional(lambda F, m, a, b: F.cosine_similarity(a, b), MATRICES[0], ((2, 3), (3,)), name="cosine_similarity"),
    functional(lambda F, m, a, b: F.pairwise_distance(a, b), MATRICES[0], name="pairwise_distance"),
]

LOOKING_UP = [
    functional(
        lambda F, m, w: F.embedding(labels(m, [0, 2], [2, 0]), w, 1) ** 2 + F.embedding(labels(m, [0, 1], [2, 2]), w),
        (3, 2),
        name="embedding",
    ),
    functional(
        lambda F, m, q, k, v: F.scaled_dot_product_attention(q, k, v),
        ((1, 1, 2, 2), (1, 1, 3, 2), (1, 1, 3, 2)),
        ((2, 2), (3, 2), (3, 1)),
        name="scaled_dot_product_attention",
        once="not implemented",
        writes="PyTorch saves the result, too",
    ),
    functional(
        lambda F, m, q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.7),
        ((1, 2, 2), (1, 2, 2), (1, 2, 2)),
        name="scaled_dot_product_attention causal",
    ),
]

LOSSES = [
    functional(
        lambda F, m, a, b: F.mse_loss(a, b) * F.mse_loss(a, b, reduction="sum") + F.mse_loss(a, b, reduction="none"),
        MATRICES[0],
        ((), ()),
        name="mse_loss",
    ),
    functional(lambda F, m, a, b: F.mse_loss(a, b, weight=b), MATRICES[0], name="mse_loss weight", span=(0.3, 2.0)),
    functional(lambda F, m, a, b: F.l1_loss(a, b) + F.l1_loss(a, b, reduction="sum"), MATRICES[0], name="l1_loss"),
    functional(
        lambda F, m, a, b: F.smooth_l1_loss(a, b, beta=0.5) + F.smooth_l1_loss(a, b, reduction="sum"),
        MATRICES[0],
        name="smooth_l1_loss",
    ),
    functional(
        lambda F, m, a, b: F.huber_loss(a, b, delta=0.7) + F.huber_loss(a, b, "sum"), MATRICES[0], name="huber_loss"
    ),
    functional(
        lambda F, m, a, b: F.binary_cross_entropy(a, b) + F.binary_cross_entropy(b, a, weights(m, a)),
        MATRICES[0],
        name="binary_cross_entropy",
        span=(0.05, 0.6),
    ),
    functional(
        lambda F, m, a, b: F.binary_cross_entropy_with_logits(a, b)
        + F.binary_cross_entropy_with_logits(a, b, weights(m, a), reduction="sum", pos_weight=weights(m, a)),
        MATRICES[0],
        name="binary_cross_entropy_with_logits",
    ),
    functional(
        lambda F, m, a, b: F.kl_div(a, b, reduction="batchmean") + F.kl_div(a, b, reduction="sum", log_target=True),
        MATRICES[0],
        name="kl_div",
        span=(0.1, 0.9),
    ),
    functional(lambda F, m, a: F.soft_margin_loss(a, m.tensor([[1.0, -1, 1], [-1, 1, 1]]).to(a.dtype)), (2, 3),
               name="soft_margin_loss"),
    functional(lambda F, m, a: F.hinge_embedding_loss(a, m.tensor([[1.0, -1, 1], [-1, 1, 1]]).to(a.dtype)), (2, 3),
               name="hinge_embedding_loss"),
    functional(lambda F, m, a, b: F.margin_ranking_loss(a, b, a.detach().sign(), 0.5), MATRICES[0],
               name="margin_ranking_loss"),
    functional(lambda F, m, a, b: F.cosine_embedding_loss(a, b, labels(m, 1, -1)), MATRICES[0],
               name="cosine_embedding_loss"),
    functional(lambda F, m, a, b: F.triplet_margin_loss(a, b, a * 0.5, swap=True), MATRICES[0],
               name="triplet_margin_loss"),
    functional(lambda F, m, a, b: F.gaussian_nll_loss(a, b, b + 3.0, full=True), MATRICES[0], name="gaussian_nll_loss"),
    functional(lambda F, m, a: F.poisson_nll_loss(a, labels(m, [0, 1, 3], [2, 0, 4]).to(a.dtype), full=True), (2, 3),
               name="poisson_nll_loss"),
    functional(lambda F, m, a: F.multi_margin_loss(a, labels(m, 2, 0), p=2), (2, 3), name="multi_margin_loss",
               once="not implemented", writes="composed here"),
    functional(
        lambda F, m, x: F.nll_loss(x, labels(m, 2, 0)) * 2 + F.nll_loss(x, labels(m, 1, 1), reduction="none").sum(),
        (2, 3),
        name="nll_loss",
    ),
    functional(lambda F, m, x: F.nll_loss(x, labels(m, 2, 0)) ** 2, (2, 3), name="nll_loss squared"),
    functional(
        lambda F, m, x: F.nll_loss(x, labels(m, 2, -100), weights(m, x), reduction="sum"),
        (2, 3),
        name="nll_loss options",
    ),
    functional(lambda F, m, x: F.nll_loss(x, labels(m, [[0, 1]], [[1, 1]])), (2, 3, 1, 2), name="nll_loss of pictures"),
    functional(lambda F, m, x: F.cross_entropy(x, labels(m, 2, 0)), (2, 3), name="cross_entropy"),
    functional(
        lambda F, m, x: F.cross_entropy(x, labels(m, 2, -100, 1), weights(m, x), label_smoothing=0.1),
        (3, 3),
        name="cross_entropy options",
    ),
    functional(
        lambda F, m, x, p: F.cross_entropy(x, m.softmax(p, 1), label_smoothing=0.1),
        MATRICES[0],
        name="cross_entropy of probabilities",
    ),
    functional(
        lambda F, m, x: F.cross_entropy(x, labels(m, [0, 1], [1, 1])), (2, 3, 2), name="cross_entropy of sequences"
    ),
    functional(
        lambda F, m, x, w, b: F.linear(x, w, b) + F.linear(x, w),
        ((2, 3), (2, 3), (2,)),
        ((2, 2, 3), (2, 3), (2,)),
        ((3,), (2, 3), (2,)),
        name="linear",
    ),
]

ROWS = [*ACTIVATIONS, *CONVOLUTIONS, *POOLING, *NORMS, *LOOKING_UP, *LOSSES]
