"""`minigrad.dropout`, `minigrad.batch_norm` and others that take their arguments in another order than here.

PyTorch has them at its top as well, where a reduction is a number: 0 none (which is the default there), 1 mean, 2 sum.
"""
from . import losses, normalization
from .dropout import alpha_dropout as alpha_dropped
from .dropout import dropout as dropped
from .embedding import embedding as looked_up

REDUCTIONS = {0: "none", 1: "mean", 2: "sum"}


def reduction_of(number):
    return REDUCTIONS.get(number, number)


def dropout(input, p, train):
    """As `nn.functional.dropout`. PyTorch: `torch.dropout`.

    >>> import minigrad
    >>> minigrad.dropout(minigrad.ones(2), 0.5, False)
    tensor([1., 1.])
    """
    return dropped(input, p, train)


def dropout_(input, p, train):
    """As `dropout`, written over the input. PyTorch: `torch.dropout_`."""
    return dropped(input, p, train, True)


def alpha_dropout(input, p, train):
    """As `nn.functional.alpha_dropout`. PyTorch: `torch.alpha_dropout`."""
    return alpha_dropped(input, p, train)


def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    """As `nn.functional.batch_norm`. PyTorch: `torch.batch_norm`."""
    return normalization.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    """As `nn.functional.instance_norm`. PyTorch: `torch.instance_norm`."""
    return normalization.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True):
    """As `nn.functional.layer_norm`. PyTorch: `torch.layer_norm`.

    >>> import minigrad
    >>> minigrad.layer_norm(minigrad.tensor([1.0, 3.0]), (2,))
    tensor([-1.0000,  1.0000])
    """
    return normalization.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    """As `nn.functional.group_norm`. PyTorch: `torch.group_norm`."""
    return normalization.group_norm(input, num_groups, weight, bias, eps)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """As `nn.functional.embedding`, the table first. PyTorch: `torch.embedding`.

    >>> import minigrad
    >>> minigrad.embedding(minigrad.tensor([[1.0], [2.0]]), minigrad.tensor([1]))
    tensor([[2.]])
    """
    padding = None if padding_idx < 0 else padding_idx
    return looked_up(indices, weight, padding, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)


def kl_div(input, target, reduction=0, *, log_target=False):
    """As `nn.functional.kl_div`. PyTorch: `torch.kl_div`."""
    loss = losses.kl_div(input, target, reduction="none", log_target=log_target)
    return losses.reduced(loss, reduction_of(reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=0):
    """As `nn.functional.binary_cross_entropy_with_logits`. PyTorch: `torch.binary_cross_entropy_with_logits`."""
    return losses.binary_cross_entropy_with_logits(
        input, target, weight, reduction=reduction_of(reduction), pos_weight=pos_weight)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    """As `nn.functional.cosine_embedding_loss`. PyTorch: `torch.cosine_embedding_loss`."""
    return losses.cosine_embedding_loss(input1, input2, target, margin, reduction=reduction_of(reduction))


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    """As `nn.functional.hinge_embedding_loss`. PyTorch: `torch.hinge_embedding_loss`."""
    return losses.hinge_embedding_loss(input, target, margin, reduction=reduction_of(reduction))


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    """As `nn.functional.margin_ranking_loss`. PyTorch: `torch.margin_ranking_loss`."""
    return losses.margin_ranking_loss(input1, input2, target, margin, reduction=reduction_of(reduction))


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    """As `nn.functional.poisson_nll_loss`. PyTorch: `torch.poisson_nll_loss`."""
    return losses.poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=reduction_of(reduction))


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction=0):
    """As `nn.functional.triplet_margin_loss`. PyTorch: `torch.triplet_margin_loss`."""
    return losses.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap,
                                      reduction=reduction_of(reduction))
