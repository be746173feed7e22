"""Embedding: a row of numbers for each word."""
from ...autograd.overwriting import unobserved
from .. import complaints, init
from .. import functional as F
from ..parameter import Parameter
from .linear import parameter
from .module import Module


class Embedding(Module):
    """A table with a row for each index. As `torch.nn.Embedding`.

    The row at `padding_idx` starts at zero and gets no gradient.

    >>> import minigrad
    >>> minigrad.nn.Embedding(10, 4)(minigrad.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 4])
    """

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = self.checked(padding_idx)
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        if _weight is not None:
            if list(_weight.shape) != [num_embeddings, embedding_dim]:
                raise complaints.layer_argument(
                    "Shape of weight does not match num_embeddings and embedding_dim", kind=AssertionError)
            self.weight = Parameter(_weight, requires_grad=not _freeze)
            return
        with unobserved():
            self.weight = parameter(num_embeddings, embedding_dim, dtype=dtype, device=device)
            self.weight.requires_grad_(not _freeze)
            self.reset_parameters()

    def checked(self, padding_idx):
        """The padding index, counted from the start."""
        if padding_idx is None or -self.num_embeddings <= padding_idx < self.num_embeddings:
            return padding_idx if padding_idx is None else padding_idx % self.num_embeddings
        raise complaints.layer_argument("Padding_idx must be within num_embeddings", kind=AssertionError)

    def reset_parameters(self):
        """Draw new starting values of the standard normal distribution."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            self.weight.data[self.padding_idx].fill_(0)

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                           self.scale_grad_by_freq, self.sparse)

    def extra_repr(self):
        facts = [f"{self.num_embeddings}", f"{self.embedding_dim}"]
        usual = {"padding_idx": None, "max_norm": None, "norm_type": 2, "scale_grad_by_freq": False, "sparse": False}
        facts += [f"{k}={getattr(self, k)}" for k, v in usual.items() if getattr(self, k) != v and k != "sparse"]
        return ", ".join(facts + ["sparse=True"] * bool(self.sparse))

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, max_norm=None, norm_type=2.0,
                        scale_grad_by_freq=False, sparse=False):
        """A layer on a table that exists already, frozen unless told otherwise."""
        if embeddings.ndim != 2:
            raise complaints.layer_argument("Embeddings parameter is expected to be 2-dimensional",
                                            kind=AssertionError)
        return cls(*embeddings.shape, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                   _weight=embeddings, _freeze=freeze)
