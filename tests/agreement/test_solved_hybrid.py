"""The solver of hybrid tables against the table: every deal of small shoes (§ 633c.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.games.filing import terms_for
from pitboss.games.terminals import TerminalTerms
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import Solution, solve
from pitboss.solvers.deviation import not_covered, standard_deviation
from pitboss.solvers.draws import deal_chances
from pitboss.solvers.hits import winning
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house
from tests.agreement.solved import answer, played

HOLE, NO_HOLE = "hybrid-blackjack", "hybrid-blackjack-no-hole-card"
IN_TURN = {"split_hands_draw": "one after the other"}
EIGHTS = "10s 10s 10s 10s 8s 8s 8s 3s 6s"
MORE_EIGHTS = "10s 10s 10s 10s 10s 10s 10s 8s 8s 8s 8s 8s 8s 8s 6s"
ACES = "As As As As 10s 10s 10s 10s 10s 10s 8s"
MORE_ACES = "As As As As 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s 10s"


def small(book: Rulebook, game: str, cards: str, **terms: Any) -> tuple[Open, Shoe, Solution]:
    house = House(
        "pennsylvania", game, tips=False, readings={"D-19": "late"} if game == NO_HOLE else {}
    )
    opened = open_house(book, house)
    assert isinstance(opened.terms, TerminalTerms)
    changed = replace(opened.terms, burn="none", double_amount="equal to the wager", **terms)
    shoe = Shoe.parse(f"0d + {cards}")
    made = replace(opened, play=replace(opened.play, terms=changed))
    return made, shoe, solve(changed, shoe)


CASES: list[tuple[str, str, dict[str, Any]]] = [
    (HOLE, EIGHTS, {"split_hands": 2}),
    (HOLE, EIGHTS, {"split_hands": 2, "double_after_split": True, **IN_TURN}),
    (HOLE, MORE_EIGHTS, {"split_hands": 4, "double_after_split": True}),
    (HOLE, MORE_ACES, {"split_hands": 4, "resplit_aces": True}),
    (NO_HOLE, EIGHTS, {}),
    (NO_HOLE, EIGHTS, IN_TURN),
    (NO_HOLE, ACES, {}),
    (NO_HOLE, ACES, {"surrender_is": "early", "doubled_before_natural": "lost"}),
]


@pytest.mark.parametrize(("game", "cards", "terms"), CASES)
def test_the_solved_play_nets_at_the_table_what_the_solver_says(
    book: Rulebook, game: str, cards: str, terms: dict[str, Any]
) -> None:
    """Hands of a split take the same community cards, or one after the other (reading D-18)."""
    opened, shoe, solution = small(book, game, cards, **terms)
    net, square, wins, *_ = played(opened, shoe, lambda table: answer(table, solution))
    assert solution.expectation == pytest.approx(float(net), abs=1e-12)
    found = winning(solution)[0] * deal_chances(solution.rules.hand.shoe)
    assert found.sum() == pytest.approx(float(wins), abs=1e-12)
    if not not_covered(solution):
        spread = standard_deviation(solution)
        assert spread**2 == pytest.approx(float(square - net**2), abs=1e-11)


def test_three_hands_that_draw_the_same_cards_are_refused(book: Rulebook) -> None:
    terms = terms_for(book, book.game(f"pennsylvania/{HOLE}"), 6, {"split_hands": "3"})
    with pytest.raises(NotAllowed, match="two or four hands"):
        solve(terms)


def test_d_19_a_natural_takes_all_of_a_hand_given_up_before_it(book: Rulebook) -> None:
    """A hard 15 against an ace is worth giving up only if half comes back in any case."""
    game = book.game(f"pennsylvania/{NO_HOLE}")
    late, early = (solve(terms_for(book, game, 6, {}, {"D-19": r})) for r in ("late", "early"))
    assert (late.best("10 5", "A"), early.best("10 5", "A")) == ("hit", "surrender")
    assert late.expectation < early.expectation
