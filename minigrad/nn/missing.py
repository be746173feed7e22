"""Names of `torch.nn` and `torch.optim` that are not here, and what to take instead."""
from ..absent import no_attribute

nearest = {
    "nn": {
        "RNN": "a Module of Linear layers, called step by step", "LSTM": "RNN", "GRU": "RNN", "RNNCell": "RNN",
        "LSTMCell": "RNN", "GRUCell": "RNN", "MultiheadAttention": "nn.functional.scaled_dot_product_attention",
        "Transformer": "MultiheadAttention", "TransformerEncoder": "MultiheadAttention",
        "TransformerEncoderLayer": "MultiheadAttention", "TransformerDecoder": "MultiheadAttention",
        "TransformerDecoderLayer": "MultiheadAttention", "EmbeddingBag": "nn.Embedding and mean(1)",
        "Conv3d": "nn.Conv2d", "MaxPool3d": "nn.MaxPool2d", "AvgPool3d": "nn.AvgPool2d",
        "BatchNorm3d": "nn.BatchNorm2d",
        "ConvTranspose1d": "nn.Conv1d after repeat_interleave", "ConvTranspose2d": "nn.Conv2d after repeat_interleave",
        "Upsample": "repeat_interleave", "LazyLinear": "nn.Linear",
        "DataParallel": "the module itself: there is one CPU",
        "SyncBatchNorm": "nn.BatchNorm2d", "InstanceNorm1d": "nn.functional.instance_norm, or nn.GroupNorm(C, C)",
        "InstanceNorm2d": "InstanceNorm1d", "AdaptiveMaxPool2d": "nn.AdaptiveAvgPool2d",
        "PixelShuffle": "view and permute",
    },
    "optim": {
        "LBFGS": "optim.Adam, or Newton's method with autograd.functional.hessian", "Adadelta": "optim.Adagrad",
        "Adamax": "optim.Adam", "NAdam": "optim.Adam", "RAdam": "optim.Adam", "Rprop": "optim.RMSprop",
        "ASGD": "optim.SGD", "SparseAdam": "optim.Adam", "Muon": "optim.SGD", "Adafactor": "optim.Adam",
    },
    "optim.lr_scheduler": {
        "OneCycleLR": "SequentialLR of LinearLR and CosineAnnealingLR", "CyclicLR": "CosineAnnealingWarmRestarts",
    },
}


def absent(part, name, known):
    """PyTorch's AttributeError for a name that is not there, with the nearest thing that is."""
    error = no_attribute(f"module 'minigrad.{part}'", name, known)
    way = nearest[part].get(name)
    way = nearest[part].get(way, way)
    if way:
        error.__notes__ = [f"Try: minigrad has no {part}.{name}. The nearest is {way}."]
    return error
