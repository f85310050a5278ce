"""Loads the compiler whole, once in the process from which others are forked."""

from pitboss.solvers.kernels.compiler import compiler_of


@compiler_of(None)
def twice(stake: int) -> int:
    return 2 * stake


twice(1)
