"""What only counting can show of a rule: hands claimed twice, hands forgotten, hands impossible.

Two rows that claim one hand, or a hand that neither wins nor loses, are faults. What the law
itself prints and cannot happen, or pays out of order with its rarity, is a finding.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from pitboss.errors import PitbossError, either
from pitboss.money import LOSS, PUSH
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.read import Fault
from pitboss.rulebook.schema import PayTable, Place, Wager
from pitboss.wagers.arrays import Array, Deals, holds, may_hold, worth
from pitboss.wagers.count import decks_needed
from pitboss.wagers.deals import every_deal, layout, names_suits
from pitboss.wagers.offer import NEVER, Offer, offer

NOWHERE = Place("?", 0)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the law prints that deserves a second look."""

    place: Place
    wager_id: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.wager_id}: {self.message}"


def inspect(
    book: Rulebook, wagers: Iterable[Wager] | None = None
) -> tuple[list[Fault], list[Finding]]:
    """Faults and findings of these wagers, or of all."""
    faults: list[Fault] = []
    findings: list[Finding] = []
    known: dict[object, tuple[str, ...]] = {}
    for wager in book.wagers if wagers is None else wagers:
        for table in wager.paytables:
            if not table.rows:
                continue
            try:
                bound = offer(book, wager, table)
            except PitbossError as error:
                faults.append(Fault(table.place or NOWHERE, str(error)))
                continue
            place = table.place or wager.place or NOWHERE
            asked = tuple(x.when for x in bound.lines), tuple(x.pays == LOSS for x in bound.lines)
            if (wager.id, asked) not in known:
                known[(wager.id, asked)] = tuple(_faults(bound))
            for message in known[(wager.id, asked)]:
                faults.append(Fault(place, f"{wager.key}, {table.id}: {message}"))
            for message in _findings(bound, table):
                findings.append(Finding(place, wager.id, f"{table.id}: {message}"))
    return list(dict.fromkeys(faults)), findings


def _faults(bound: Offer) -> Iterator[str]:
    plan = layout(bound)
    disjoint = bound.wager.pays == "one class only"
    if plan is None or plan.cards > MOST_CARDS or not (disjoint or bound.loses):
        return

    def decide(deals: Deals) -> Array:
        may = np.zeros(len(deals), bool)
        for line in bound.lines:
            may |= may_hold(line.when, deals, bound.hand)
        if bound.loses:
            may |= may_hold(bound.loses, deals, bound.hand, False)
        return np.where(may, -2, -1)

    for piece in every_deal(plan, True, not names_suits(bound), decide):
        deals = piece.deals
        claims = [holds(line.when, deals, bound.hand) for line in bound.lines]
        many = np.sum(claims, axis=0)
        if disjoint and (many > 1).any():
            both = [
                line.outcome
                for line, claim in zip(bound.lines, claims, strict=True)
                if (claim & (many > 1)).any()
            ]
            yield f"{either(both, 'and')} claim the same hand, and rank does not decide"
            return
        if bound.loses:
            lost = holds(bound.loses, deals, bound.hand)
            won = [c for x, c in zip(bound.lines, claims, strict=True) if x.pays != LOSS]
            if (lost & np.any(won, axis=0)).any():
                yield "some hands both win and lose as the rule states it"
                return
            if (~lost & (many == 0)).any():
                yield "winners and losers do not add up to every hand"
                return


MOST_CARDS = 4
"""Deals of more cards are left to the proofs."""


def _findings(bound: Offer, table: PayTable) -> Iterator[str]:
    plan = layout(bound)
    if plan is not None and plan.cards <= MOST_CARDS:
        for line, needed in zip(bound.lines, decks_needed(bound), strict=True):
            cannot = [d for d in table.decks if d < needed or not needed]
            if cannot and line.when != NEVER:
                decks = either([str(d) for d in cannot])
                yield f"{line.outcome} cannot happen with {decks} deck{'s' * (cannot != [1])}"
    if bound.wager.pays == "highest":
        fixed = [x for x in bound.lines if x.pays.is_fixed and x.pays not in (PUSH, LOSS)]
        for higher, lower in itertools.pairwise(fixed):
            if worth(higher.pays) < worth(lower.pays):
                yield (
                    f"{higher.outcome} ranks above {lower.outcome} but pays less "
                    f"({higher.pays} against {lower.pays})"
                )
