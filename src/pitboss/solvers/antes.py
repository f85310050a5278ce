"""New Hampshire's further antes: what one, two or three more on the same hand are worth.

They are placed before the first card, follow the first ante through doubles and splits, and win
what it wins or what the house files for them (wagers: ante; reading F-6).
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.games.terms import BlackjackTerms
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.solvers.blackjack import value
from pitboss.solvers.rules import RoundRules


def antes_of(book: Rulebook, game: Game) -> int:
    """How many further antes a game may have."""
    wagers = (book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers)
    return sum(each.role == "main" and bool(each.offered_by) for each in wagers)


def further_antes(rules: RoundRules, terms: BlackjackTerms, most: int) -> list[float]:
    """What a round is worth with none, one and more of them, in units of the first ante, under the
    play that is best for all of them.
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
