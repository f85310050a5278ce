"""Casino table games from their written rules.

A wager or a game is written once, as data with its citation; `load()` gives all of them.

>>> import pitboss
>>> book = pitboss.load()
>>> wager = book.wager("pennsylvania/perfect-pairs")
>>> wager.cite
'58 Pa. Code § 633c.1'
>>> [f"{row.outcome} pays {row.pays}" for row in wager.paytables[0].rows]
['Perfect pair pays 25 to 1', 'Colored pair pays 12 to 1', 'Mixed pair pays 6 to 1']
"""

from pitboss.cards import Card, Shoe
from pitboss.errors import PitbossError
from pitboss.money import Odds
from pitboss.rulebook import Game, PayTable, Reading, Rulebook, Wager, load

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Game",
    "Odds",
    "PayTable",
    "PitbossError",
    "Reading",
    "Rulebook",
    "Shoe",
    "Wager",
    "__version__",
    "load",
]
