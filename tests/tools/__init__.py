"""Profiler, traces as programs, sparse and meta tensors, and what is said where there is no CUDA."""
