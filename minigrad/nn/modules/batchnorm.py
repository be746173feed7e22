"""Batch normalization: each channel gets mean 0 and variance 1, over the batch in training, as remembered later."""
from ...autograd.overwriting import unobserved
from ...create import ones, tensor, zeros
from ...dtypes import int64
from .. import complaints, init
from .. import functional as F
from ..parameter import Parameter
from .module import Module


class BatchNorm(Module):
    """What both share. `momentum=None` averages over all batches so far."""

    ndims = ()
    _version = 2

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None, *, bias=True):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        options = {"dtype": dtype, "device": device}
        with unobserved():
            self.register_parameter("weight", Parameter(ones(num_features, **options)) if affine else None)
            self.register_parameter("bias", Parameter(zeros(num_features, **options)) if affine and bias else None)
            self.register_buffer("running_mean", zeros(num_features, **options) if track_running_stats else None)
            self.register_buffer("running_var", ones(num_features, **options) if track_running_stats else None)
            self.register_buffer("num_batches_tracked", tensor(0, dtype=int64) if track_running_stats else None)

    def reset_running_stats(self):
        """Forget what was measured."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """Forget what was measured, and start again at weight 1 and bias 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _load_from_state_dict(self, state, prefix, local_metadata, *lists):
        """A state without the count of batches, from before there was one, leaves the count as it is."""
        if local_metadata.get("version") is None and self.num_batches_tracked is not None:
            state.setdefault(prefix + "num_batches_tracked", self.num_batches_tracked)
        super()._load_from_state_dict(state, prefix, local_metadata, *lists)

    def forward(self, input):
        self.check(input)
        momentum = self.momentum
        if self.training and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if momentum is None:
                momentum = 1 / self.num_batches_tracked.item()
        measuring = self.training or self.running_mean is None and self.running_var is None
        keep = not self.training or self.track_running_stats
        return F.batch_norm(
            input, self.running_mean if keep else None, self.running_var if keep else None, self.weight, self.bias,
            measuring, 0.0 if momentum is None else momentum, self.eps)

    def check(self, input):
        if input.ndim not in self.ndims:
            expected = " or ".join(f"{n}D" for n in self.ndims)
            raise complaints.layer_argument(f"expected {expected} input (got {input.ndim}D input)")

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}")


class BatchNorm1d(BatchNorm):
    """Of (N, C) or (N, C, L). As `torch.nn.BatchNorm1d`.

    >>> import minigrad
    >>> minigrad.nn.BatchNorm1d(1)(minigrad.tensor([[-1.0], [1.0]])).detach()
    tensor([[-1.0000],
            [ 1.0000]])
    """

    ndims = (2, 3)


class BatchNorm2d(BatchNorm):
    """Of (N, C, H, W). As `torch.nn.BatchNorm2d`."""

    ndims = (4,)
