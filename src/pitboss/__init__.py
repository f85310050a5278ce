"""Casino table games from their written rules: play a round, prove a wager, settle a hand.

>>> import pitboss
>>> table = pitboss.open_table("pennsylvania/blackjack", wagers="perfect-pairs", seed=7)
>>> table.bet("blackjack", "$10")
>>> table.deal()
>>> table.cards()
{'box 1': '5h Jd', 'dealer': '9d ??'}
>>> table.answer("stand")
>>> print(*table.results)
Blackjack $10: 15 against 19. Lost $10 (58 Pa. Code § 633a.13).

>>> pitboss.par("colorado/21-plus-3", decks=6).edge
Fraction(4059, 125333)
>>> print(pitboss.settle("pennsylvania/perfect-pairs", player="Ks Ks", stake="$5"))
$5: Perfect pair, 25 to 1. Won $125 (58 Pa. Code § 633c.1).

Each wager and game is written once, as data with its citation; `load()` returns all of them. Money
is in whole cents (`int`: 500 is $5); rates, shares and returns are `Fraction`s.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # defined as in typing, whose import would take longer than this whole module
if TYPE_CHECKING:
    from pitboss.analysis.sheet import Sheet
    from pitboss.cards import Card, Shoe
    from pitboss.errors import NotAllowed, PitbossError, UnknownName
    from pitboss.library.open_table import OpenTable, Question, StakeResult, open_table
    from pitboss.library.par import par
    from pitboss.library.settle import Settlement, settle
    from pitboss.library.settle_many import SettledMany, settle_many
    from pitboss.library.strategy import strategy
    from pitboss.money import Odds
    from pitboss.rulebook.load import Rulebook, load
    from pitboss.rulebook.paytable import ByChoice, Meter, PayTable, Row
    from pitboss.rulebook.schema import Game, Reading, Section, Wager
    from pitboss.solvers.strategy_request import SolvedGame

__version__ = "0.1.0"

__all__ = [
    "ByChoice",
    "Card",
    "Game",
    "Meter",
    "NotAllowed",
    "Odds",
    "OpenTable",
    "PayTable",
    "PitbossError",
    "Question",
    "Reading",
    "Row",
    "Rulebook",
    "Section",
    "SettledMany",
    "Settlement",
    "Sheet",
    "Shoe",
    "SolvedGame",
    "StakeResult",
    "UnknownName",
    "Wager",
    "__version__",
    "load",
    "open_table",
    "par",
    "settle",
    "settle_many",
    "strategy",
]

_MODULES = {
    "analysis.sheet": ("Sheet",),
    "cards": ("Card", "Shoe"),
    "errors": ("NotAllowed", "PitbossError", "UnknownName"),
    "library.settle_many": ("SettledMany", "settle_many"),
    "library.settle": ("Settlement", "settle"),
    "library.par": ("par",),
    "library.strategy": ("strategy",),
    "library.open_table": ("OpenTable", "Question", "StakeResult", "open_table"),
    "money": ("Odds",),
    "rulebook.load": ("Rulebook", "load"),
    "rulebook.paytable": ("ByChoice", "Meter", "PayTable", "Row"),
    "rulebook.schema": ("Game", "Reading", "Section", "Wager"),
    "solvers.strategy_request": ("SolvedGame",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import what a name needs when it is first asked for, so that `import pitboss` is quick."""
    if name not in __all__:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    found: object = getattr(import_module(f"pitboss.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
