"""Optimizers: they change parameters along their gradients."""
