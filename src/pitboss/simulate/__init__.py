"""Rounds by the thousand million: rules and strategies as tables, and kernels that read them."""
