"""Every game dealt at random from its whole pack and played at the table by its solved strategy.

The mean net of a round is within four standard errors of what the solver says, and so is its
spread, by the exact deviation where that is computed. Ante Up 21, 21-Hold 'em, 3 Card 21 and Pai
Jack have the same beside their other tests.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.solvers.player import solved_player
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game, solve_table
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.money.spots import usual_stakes
from tests.agreement.played import sampled_net, sure
from tests.soak import soak

READINGS: Mapping[str, Mapping[str, str]] = {
    "pennsylvania/blackjack-premium": {"G-5-b": "before the swap"},
    "pennsylvania/hybrid-blackjack-no-hole-card": {"D-19": "late"},
}
"""What a house must choose."""
STAKES = {"colorado/blackjack-switch": 2}
"""Equal stakes before the deal, where there are several."""
SHORT = ("colorado/blackjack", "pennsylvania/hybrid-blackjack")
LONG = (
    *SHORT,
    *("colorado/blackjack-switch", "colorado/blackjack-burnout", "colorado/3-card-shine"),
    *("new_hampshire/blackjack", "pennsylvania/switch-hands"),
    "pennsylvania/hybrid-blackjack-no-hole-card",
    *(
        "pennsylvania/blackjack-premium",
        "pennsylvania/blackjack",
        "south_dakota/blackjack",
        "south_dakota/trilux-blackjack",
    ),
    *("colorado/trilux-blackjack", "colorado/golden-21-blackjack"),
    *("colorado/straight-jack-blackjack", "colorado/21-plus-3-blackjack"),
    "colorado/straight-jack-progressive-blackjack",
    *("colorado/buffalo-blackjack-bonus-2", "colorado/buffalo-blackjack-bonus-3"),
)


def opened_as(book: Rulebook, game: str, decks: int) -> Open:
    law, key = game.split("/")
    return open_house(
        book, House(law, key, decks=decks, tips=False, readings=READINGS.get(game, {}))
    )


@pytest.mark.parametrize(
    ("game", "rounds"),
    [*((game, 60) for game in SHORT), *(soak(game, 20_000) for game in LONG)],
)
def test_a_sample_of_rounds_at_the_table_is_within_its_error(
    book: Rulebook, game: str, rounds: int
) -> None:
    made = solve_game(book, StrategyRequest(game, readings=READINGS.get(game, {})))
    opened, units = opened_as(book, game, made.terms.decks), STAKES.get(game, 1)
    answer = sure(solved_player(solve_table(book, opened)))
    mean, error = sampled_net(opened, made.shoe, usual_stakes(opened), answer, rounds)
    assert abs(mean - units * float(made.expectation)) < 4 * error
    if rounds > 1_000 and made.standard_deviation is not None:
        spread = error * rounds**0.5 / units
        assert spread == pytest.approx(float(made.standard_deviation), rel=0.1)
