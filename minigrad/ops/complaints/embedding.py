"""Looking up rows of a table."""

from ...errors import case


def no_sparse_gradient():
    return case(NotImplementedError, "no_sparse_gradient",
                "minigrad has no sparse gradients of an embedding",
                "the gradient of the table is dense here.", "sparse=False.")


def padding_row():
    return case(AssertionError, "padding_row", "Padding_idx must be within num_embeddings")


def table_dims():
    return case(RuntimeError, "table_dims", "'weight' must be 2-D", "a table has rows and columns.")


def index_dtype(d):
    return case(
        RuntimeError, "index_dtype",
        "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
        f"torch.{d.title}Tensor instead (while checking arguments for embedding)",
        "rows are looked up by their numbers.", "convert with .long().")


def outside():
    return case(IndexError, "padding_row", "index out of range in self",
                "there is no row with this number in the table.")
