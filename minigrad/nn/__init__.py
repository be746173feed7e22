"""Layers, losses and what holds them together."""
