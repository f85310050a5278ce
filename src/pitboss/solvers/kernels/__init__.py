"""The compiled part of the solvers; every rule comes in as an argument.

A hand is a row of `compositions`. Values are per unit of the main stake and *unnormalised*: where
the dealer's hole card is read first, a round in which the dealer has a natural counts as nothing,
so that cards are drawn with their plain chances.
"""

from collections.abc import Callable
from typing import Final

before_compiling: Final[list[Callable[[str], None]]] = []
"""What is called, once, before anything is compiled, with the name of what is wanted."""
