"""Layers, losses and containers, laid out as in `torch.nn.modules`."""
