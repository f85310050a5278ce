"""`pitboss.strategy`: the best play of a game and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.library.arguments import check_types, game_called, law
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.strategy_request import SolvedGame, StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game


def strategy(
    game: str,
    *,
    jurisdiction: str | None = None,
    decks: int | None = None,
    shoe: str | None = None,
    remove: str = "",
    terms: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
    hypothetical: bool = False,
    book: Rulebook | None = None,
) -> SolvedGame:
    """Solve a game by its terms: its value, its best play, and what every choice is worth.

    >>> made = strategy("pennsylvania/blackjack", decks=6)
    >>> f"{made.expectation:.4%}", made.best("10 6", "10"), made.best("10 2 4", "10")
    ('-0.3303%', 'surrender', 'stand')

    `shoe` is any shoe instead of whole decks and `remove` takes cards out of it; `terms` are those
    of the game that the house may choose, and with `hypothetical` also what no law allows.
    """
    check_types(strategy, locals())
    rulebook = book or law()
    found = game_called(rulebook, game, jurisdiction)
    asked = StrategyRequest(
        found.id, None, decks, terms or {}, readings or {}, shoe, remove, hypothetical
    )
    return solve_game(rulebook, asked)
