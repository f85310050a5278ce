"""Casino table games from their written rules.

A wager or a game is written once, as data with its citation; `load()` gives all of them.
Money is whole cents (`int`: 500 is $5); rates, shares and returns are a `Fraction`.

>>> import pitboss
>>> book = pitboss.load()
>>> wager = book.wager("pennsylvania/perfect-pairs")
>>> wager.cite
'58 Pa. Code § 633c.1'
>>> [f"{row.outcome} pays {row.pays}" for row in wager.paytables[0].rows]
['Perfect pair pays 25 to 1', 'Colored pair pays 12 to 1', 'Mixed pair pays 6 to 1']
"""

from pitboss.cards import Card, Shoe
from pitboss.errors import PitbossError, UnknownName
from pitboss.money import Odds
from pitboss.rulebook import (
    ByChoice,
    Game,
    Meter,
    PayTable,
    Reading,
    Row,
    Rulebook,
    Section,
    Wager,
    load,
)

__version__ = "0.1.0"

__all__ = [
    "ByChoice",
    "Card",
    "Game",
    "Meter",
    "Odds",
    "PayTable",
    "PitbossError",
    "Reading",
    "Row",
    "Rulebook",
    "Section",
    "Shoe",
    "UnknownName",
    "Wager",
    "__version__",
    "load",
]
