"""The compiled part of the solvers; every rule comes in as an argument.

A hand is a row of `compositions`. Values are per unit of the main stake and *unnormalised*: where
the dealer's hole card is read first, a round in which the dealer has a natural counts as nothing,
so that cards are drawn with their plain chances.

Most functions take as `table` the arrays of `compositions`; as `rules` those of `HandRules`, which
are the shoe, whether each upcard may hide a natural, what is paid, what may be done after a split,
and the highest number of further pair cards that is wanted of each pair; as `dealer` the `programs`
of the dealer's hands; and as `played` the arrays of `PlayedShoe`.
"""

from collections.abc import Callable
from typing import Final

before_compiling: Final[list[Callable[[str], None]]] = []
"""What is called, once, before anything is compiled, with the name of what is wanted."""
