"""Wagers added to the first: TriLux Deluxe's press and New Hampshire's further antes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from pitboss.errors import NotAllowed
from pitboss.games.terms import BlackjackTerms
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.solvers.blackjack import Figures, Solution, play_as, prescribed, value, weigh
from pitboss.solvers.charts import PAIRS
from pitboss.solvers.compositions import row_of, two_card_rows
from pitboss.solvers.rules import EARLY, NOT_OFFERED, RoundRules

# -- TriLux Deluxe's press: when winnings are worth adding to the Blackjack wager (§ 633c.11(e)-(g))
# A press wins and loses with the hand, at most even money, and is matched in a split; whether a
# double covers it is reading D-33, and what surrender takes of it D-33-b. What it is worth grows at
# least in proportion to its size, so all of the winnings are pressed or nothing.


ALONE: Final = 1e18
"""Stakes of a press so large that the Blackjack wager counts for nothing next to it."""


@dataclass(frozen=True, eq=False)
class Press:
    """What one unit of a press is worth by upcard and hand, where the dealer has no natural."""

    with_main: Figures
    """Under the best play of the Blackjack wager."""
    alone: Figures
    """Under the best play of the press itself, as where it is far larger."""

    def letter(self, first: str, second: str, up: str) -> str:
        """`Y` press, `N` do not, `L` only winnings that outweigh the Blackjack wager."""
        at, row = PAIRS.index(up), two_card_rows()[PAIRS.index(first), PAIRS.index(second)]
        if self.with_main[at, row] > 0:
            return "Y"
        return "L" if self.alone[at, row] > 0 else "N"


def is_pressed(book: Rulebook, game: Game, terms: BlackjackTerms) -> bool:
    """Whether the game has a wager whose winnings may be pressed."""
    if terms.side_wagers is not None:
        return False
    return any(each.presses for each in book.wagers if each.jurisdiction == game.jurisdiction)


def press_rules(rules: RoundRules, terms: BlackjackTerms, ratio: float) -> RoundRules:
    """The rules per unit of stake and press together, of which the press is `ratio` stakes."""
    share = ratio / (1 + ratio)
    covers = terms.doubled_with_press == "blackjack and press"
    doubled = rules.hand.doubled if covers else 2.0 - share
    natural = (1 - share) * rules.natural + share * min(rules.natural, rules.hand.win)
    whole = terms.surrendered_with_press == "half of the blackjack wager"
    given_up = rules.hand.given_up * (1.0 - share if whole else 1.0)
    hand = replace(rules.hand, doubled=doubled, given_up=given_up)
    return replace(rules, hand=hand, natural=natural, insurance=0.0, even_money=NOT_OFFERED)


def press_of(solution: Solution, terms: BlackjackTerms) -> Press:
    """The worth of a press, for the main wager's best play and for its own."""
    rules = solution.rules
    check_press(rules)
    own = press_rules(rules, terms, ALONE)
    followed = play_like(own, solution)
    return Press(given_no_natural(followed), given_no_natural(value(own)))


def check_press(rules: RoundRules) -> None:
    """Refuse what is not covered."""
    if any(rules.hand.unseen) or rules.surrender == EARLY:
        raise NotAllowed("a press is solved only where the hole card is read before it is offered.")


def play_like(rules: RoundRules, other: Solution, insures: int = 0) -> Solution:
    """A round played as in another solution, under rules that pay differently."""
    forced = prescribed(other.chosen)
    return weigh(rules, play_as(rules.hand, other.played), forced, insures)


def given_no_natural(solution: Solution) -> Figures:
    """The value of a round with each hand, given that the dealer has no natural."""
    counted = solution.played.counted
    made: Figures = (solution.worth[0] + 1.0 - counted) / np.maximum(counted, 1e-300)
    natural = row_of((1, 10))  # a press on it is offered once it cannot be tied
    made[:, natural] = solution.rules.natural
    return made


# -- New Hampshire's further antes: what one, two or three more on the same hand are worth ---------
# They are placed before the first card, follow the first ante through doubles and splits, and win
# what it wins or what the house files for them (wagers: ante; reading F-6).


def antes_of(book: Rulebook, game: Game) -> int:
    """How many further antes a game may have."""
    wagers = (book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers)
    return sum(each.role == "main" and bool(each.offered_by) for each in wagers)


def further_antes(rules: RoundRules, terms: BlackjackTerms, most: int) -> list[float]:
    """The value of a round with no further ante, with one, and with more, in units of the first
    ante, under the play that is best for all antes together.
    """
    found = [value(rules_with(rules, terms, many)) for many in range(most + 1)]
    return [(1 + many) * each.expectation for many, each in enumerate(found)]


def rules_with(rules: RoundRules, terms: BlackjackTerms, many: int) -> RoundRules:
    """The rules per unit of all antes together; insurance is half of the first alone."""
    share = many / (1 + many)
    filed = float(terms.further_antes_pay.ratio) if terms.further_antes == "as filed" else None

    def pays(first: float) -> float:
        """A win of the first ante; further ones are paid as filed, if it wins anything."""
        return first if filed is None or first <= 0 else (1 - share) * first + share * filed

    return replace(
        rules,
        hand=replace(rules.hand, win=pays(rules.hand.win)),
        natural=pays(rules.natural),
        tied_natural=pays(rules.tied_natural),
        even_money=pays(rules.even_money),
        insured=rules.insured * (1 - share),
    )
