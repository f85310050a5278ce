"""How much of a shoe is shuffled and dealt in a run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from pitboss.games.standard import BURNED
from pitboss.games.terms import BlackjackTerms
from pitboss.simulate.totals import RunPlan
from pitboss.table.houses.opening import Open

CARDS_OF_A_HAND: Final = 2.7
"""On average; only how many rounds are planned depends on it."""


@dataclass(frozen=True, slots=True)
class ShoePlan:
    """A shoe of a run."""

    size: int
    cut: int
    """Rounds begin before this many cards have left the shoe."""
    cards: int
    """Places that are shuffled: all, or more than its rounds have ever used."""
    rounds: float
    """That it deals, on average."""


def burned_of(opened: Open) -> int:
    """Cards burned from a new shoe."""
    assert isinstance(opened.terms, BlackjackTerms)
    return BURNED[opened.terms.burn]


def usual_per_shoe(opened: Open, hands: int) -> int:
    """A number of rounds that leaves cards behind whatever is drawn, as far as can be told."""
    room = opened.terms.pack.size - 26 * min(hands, 2) - burned_of(opened)
    return max(1, int(0.85 * room / (CARDS_OF_A_HAND * (hands + 1))))


def cut_of(opened: Open) -> int:
    """Rounds begin before this many cards have left the shoe; one, if it is shuffled for each."""
    delivery = opened.delivery
    return 1 if delivery.every_round else opened.terms.pack.size - delivery.cut


def shoe_plan(opened: Open, hands: int, plan: RunPlan) -> ShoePlan:
    """A shoe from which this many hands and the dealer's are dealt."""
    size, cut, burned = opened.terms.pack.size, cut_of(opened), burned_of(opened)
    most = cut + 24 * (hands + 1)
    rounds = max(1.0, (cut - burned) / (CARDS_OF_A_HAND * (hands + 1)))
    if plan.per_shoe:
        many = plan.per_shoe * (hands + 1)
        most = math.ceil(CARDS_OF_A_HAND * many + 7.5 * math.sqrt(many) + 8) + burned
        rounds = plan.per_shoe
    return ShoePlan(size, cut, min(most + most % 2, size - size % 2), rounds)
