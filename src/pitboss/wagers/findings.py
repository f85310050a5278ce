"""What only counting can show about a rule: hands claimed twice, forgotten, or impossible.

Two rows that claim one hand, or a hand that neither wins nor loses, are faults. What the law itself
prints but cannot happen, or pays out of order with its rarity, is a finding.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from pitboss.cards import Card, Rank, Shoe, Suit
from pitboss.errors import PitbossError, count, either, how_to_estimate
from pitboss.money import LOSS, PUSH
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.toml_values import Fault, FilePlace
from pitboss.rulebook.vocabulary import SETTLES
from pitboss.rulebook.when import NEVER, scopes, words_of
from pitboss.wagers.array_reader import Array, Deals, holds, may_hold
from pitboss.wagers.card_holders import unprovable
from pitboss.wagers.count import count_deal, decks_needed, mean_return
from pitboss.wagers.deals import DealLayout, conditions, every_deal, layout, names_suits
from pitboss.wagers.offer import Line, Offer, offer, stakes, worth


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the law prints that deserves a second look."""

    place: FilePlace
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
                faults.append(Fault(table.place, str(error)))
                continue
            asked = tuple(x.when for x in bound.lines), tuple(x.pays == LOSS for x in bound.lines)
            if (wager.id, asked) not in known:
                known[(wager.id, asked)] = tuple(_faults(bound))
            for message in known[(wager.id, asked)]:
                faults.append(Fault(table.place, f"{wager.key}, {table.id}: {message}"))
            for message in _findings(bound, table):
                findings.append(Finding(table.place, wager.id, f"{table.id}: {message}"))
    return list(dict.fromkeys(faults)), findings


def _faults(bound: Offer) -> Iterator[str]:
    plan = layout(bound)
    disjoint = bound.wager.pays == "one class only"
    if plan is None or plan.cards > MOST_CARDS or not (disjoint or bound.loses):
        return

    def decide(deals: Deals) -> Array:
        may = np.zeros(len(deals), bool)
        for line in bound.lines:
            if line.pays != LOSS:
                may |= may_hold(line.when, deals, bound.hand)
        if bound.loses:
            may |= may_hold(bound.loses, deals, bound.hand, False)
        return np.where(may, -2, -1)

    for piece in every_deal(plan, True, not names_suits(bound), decide):
        deals = piece.deals
        claims = [holds(line.when, deals, bound.hand) for line in bound.lines]
        many = np.sum(claims, axis=0)
        if disjoint and (many > 1).any():
            at = int(np.flatnonzero(many > 1)[0])
            both = [x.outcome for x, claim in zip(bound.lines, claims, strict=True) if claim[at]]
            yield (
                f"{either(both, 'and')} claim the same hand, such as {_shown(plan, deals, at)}; "
                'if the rows are listed highest first, write pays = "highest"'
            )
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
AT_THE_DEAL = [settles for settles in SETTLES if re.match("after the deal(,|$)", settles)]
"""Moments at which nobody has seen the hole card."""


def _shown(plan: DealLayout, deals: Deals, at: int) -> str:
    """One deal in cards, by holder if the conditions distinguish holders."""
    cards = [
        str(Card(Rank(int(rank[at])), Suit(int(suit[at]))))
        for rank, suit in zip(deals.ranks, deals.suits, strict=True)
    ]
    if plan.pooled:
        return " ".join(cards)
    dealt = iter(cards)
    return ", ".join(
        f"{scope} {' '.join(itertools.islice(dealt, count))}" for scope, count in plan.groups
    )


def _findings(bound: Offer, table: PayTable) -> Iterator[str]:
    plan = layout(bound)
    if plan is not None and plan.cards <= MOST_CARDS:
        fewest = decks_needed(bound.question, min(table.decks))
        for line, needed in zip(bound.lines, fewest, strict=True):
            cannot = [d for d in table.decks if d < needed]
            if line.when == NEVER:
                continue
            if not needed:
                yield f"{line.outcome} {_why_never(bound, line)}"
            elif cannot:
                decks = either([str(d) for d in cannot])
                yield f"{line.outcome} cannot happen with {decks} deck{'s' * (cannot != [1])}"
        yield from _over_all(bound)
    if reason := unprovable(bound):
        yield f"it cannot be proved exactly: {reason}; {how_to_estimate(bound.wager.id)}"
    settles = table.settles or bound.wager.settles
    if settles in AT_THE_DEAL and (unseen := _unseen(bound)):
        yield f"it is settled {settles}, when {unseen}"
    if bound.wager.pays == "highest":
        fixed = [x for x in bound.lines if x.pays.is_fixed and x.pays not in (PUSH, LOSS)]
        for higher, lower in itertools.pairwise(fixed):
            if worth(higher.pays) < worth(lower.pays):
                yield (
                    f"{higher.outcome} ranks above {lower.outcome} but pays less "
                    f"({higher.pays} against {lower.pays})"
                )


def _over_all(bound: Offer) -> Iterator[str]:
    """A return above 100%; that of a progressive depends on its meters."""
    if bound.wager.stake.none or bound.wager.odds_on or bound.table.meters:
        return
    stake = stakes(bound.wager, bound.table)[0]
    returned = {
        decks: mean_return(bound, count_deal(bound.question, Shoe.of(decks)), stake)
        for decks in bound.table.decks
    }
    most = max(returned, key=lambda decks: returned[decks], default=0)
    if most and returned[most] > 1:
        shown = f"{float(100 * returned[most]):.1f}%"
        most_with = f" with {count(most, 'deck')}" if len(returned) > 1 else ""
        up_to = "up to " * (len(returned) > 1)
        yield f"it returns {up_to}{shown}{most_with}: over 100%"


def _why_never(bound: Offer, line: Line) -> str:
    """Why a line is never paid: alone, it can happen or it cannot."""
    if decks_needed(replace(bound, lines=(line,)).question, 1)[0]:
        return "is never paid: rows above take every such hand"
    return "cannot happen with any number of decks"


def _unseen(bound: Offer) -> str:
    """What a wager looks at that nobody has seen right after the deal; empty if nothing."""
    if "dealer.hand" in bound.wager.sees:
        return "the dealer's hand is not finished"
    if not {"dealer.first_two", "dealer.first_three"} & set(bound.wager.sees):
        return ""
    told = {scope for word in words_of(conditions(bound)) for scope in scopes(word)}
    return "the hole card is not known" if told & {"", "dealer", "hole"} else ""
