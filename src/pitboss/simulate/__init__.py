"""Simulated rounds by the billion: rules and strategies as tables, and kernels that read them."""
