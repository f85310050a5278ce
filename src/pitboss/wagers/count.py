"""In how many ways a shoe deals each outcome of a wager whose cards are all seen at the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import NotAllowed
from pitboss.money import Cents
from pitboss.rulebook.when import NEVER
from pitboss.wagers.array_reader import Array, Deals, classify, decided, holds
from pitboss.wagers.card_reader import Groups, line_number, multiplier
from pitboss.wagers.deals import (
    DealLayout,
    Piece,
    card_numbers,
    every_deal,
    layout,
    names_suits,
    ways,
)
from pitboss.wagers.offer import DealQuestion, Offer, priced

Key = tuple[int, int]
"""(number of the line, multiplier); line −1 if no line names the hand."""
LOST: Key = (-1, 1)


def key_of(offer: Offer, seen: Groups) -> Key:
    """The outcome of real cards."""
    number = line_number(offer, seen)
    return (number, multiplier(offer, seen)) if number >= 0 else LOST


def places_by_key(offer: Offer, deals: Deals, lines: Array) -> dict[Key, Array]:
    """Line and multiplier → the deals with that outcome, by the line of each."""
    times = np.ones(len(deals), np.int16)
    for each in reversed(offer.multipliers):
        times[holds(each.when, deals, offer.hand)] = each.times
    found = {
        (number, many): np.flatnonzero((lines == number) & (times == many))
        for number in range(len(offer.lines))
        for many in sorted({1, *(each.times for each in offer.multipliers)})
    }
    return {key: where for key, where in found.items() if len(where)}


@dataclass(frozen=True, slots=True)
class OutcomeWays:
    """Exact ways of every outcome, over one total."""

    ways: Mapping[Key, int]
    total: int
    counting: str
    """What one way is."""
    looked: int
    """How many deals or hands were examined."""


@dataclass(frozen=True, slots=True)
class _Named:
    """Deals that some line names, and which of them belong to which line and multiplier."""

    piece: Piece
    places: Mapping[Key, Array]
    looked: int


@lru_cache(maxsize=512)
def count_deal(question: DealQuestion, shoe: Shoe) -> OutcomeWays:
    """Count every deal that the wager can see, once for all offers that ask the same."""
    offer = question.offer
    plan = layout(offer)
    if plan is None:
        raise NotAllowed(f"{offer.wager.name} sees a growing hand.")
    if plan.cards > shoe.size:
        raise NotAllowed(f"The shoe has {shoe.size} cards; {offer.wager.name} sees {plan.cards}.")
    total = plan.total(shoe.size)
    alike = shoe.suits_alike and not names_suits(offer)
    named = _classify(question, plan, max(shoe.counts) > 1, alike)
    made: Counter[Key] = Counter()
    for each in named:
        counted = ways(plan, each.piece, shoe)
        for key, places in each.places.items():
            made[key] += int(counted[places].sum())
    made[LOST] += total - sum(made.values())
    return OutcomeWays(dict(made), total, plan.words, sum(each.looked for each in named))


def mean_return(offer: Offer, counted: OutcomeWays, stake: Cents) -> Fraction:
    """What is paid back per unit staked on average, without what meters pay."""
    paid = Fraction(0)
    for (number, times), many in counted.ways.items():
        price = priced(offer, number, times, stake)
        paid += many * (price.win + stake * price.returned)
    return paid / (stake * counted.total)


def count_without(offer: Offer, shoe: Shoe) -> Iterator[tuple[Card, OutcomeWays]]:
    """The same with one card missing, for every card of the shoe, from one pass over the deals.

    The ways that are lost use the missing card: of a deal with h of its n copies, h/n.
    """
    whole, plan = count_deal(offer.question, shoe), layout(offer)
    assert plan is not None
    alike = shoe.suits_alike and not names_suits(offer)
    kind = np.int64 if plan.total(shoe.size) * plan.cards < 1 << 62 else object
    held: dict[tuple[Key, int], Array] = {}
    for named in _classify(offer.question, plan, max(shoe.counts) > 1, alike):
        counted, deals = ways(plan, named.piece, shoe).astype(kind), named.piece.deals
        for key, places in named.places.items():
            found = held.setdefault((key, len(deals.ranks)), np.zeros(53, kind))
            found[52] += counted[places].sum()
            for column in card_numbers(deals):
                np.add.at(found, column[places], counted[places])
    used: Counter[tuple[Key, int]] = Counter()
    for (key, dealt), found in held.items():
        *cards, every = map(int, found)
        if alike:
            cards = [sum(cards[n // 4 * 4 :][:4]) // 4 for n in range(52)]
        for number, copies in enumerate(shoe.counts):
            later = (copies * every - cards[number]) * (plan.cards - dealt)
            used[key, number] += cards[number] + later // (shoe.size - dealt)
    total = plan.total(shoe.size - 1)
    for card, copies in zip(DECK, shoe.counts, strict=True):
        if copies:
            left = {key: n - used[key, card.index] // copies for key, n in whole.ways.items()}
            left[LOST] += total - sum(left.values())
            yield card, replace(whole, ways=left, total=total)


@lru_cache(maxsize=128)
def decks_needed(question: DealQuestion, enough: int) -> tuple[int, ...]:
    """For each line the fewest decks with which it can happen; 0 if it never can.

    If an example with `enough` decks is found for every line, fewer are not tried.
    """
    offer, plan = question.offer, layout(question.offer)
    assert plan is not None
    found = [0] * len(offer.lines)
    if plan.cards > 3 and not plan.pooled:
        sample = _sample(plan)
        copies, lines = _most_alike(sample), classify(offer, sample)
        for number in set(lines.tolist()) - {-1}:
            found[number] = int(copies[lines == number].min())
    unsure = [
        n for n, line in enumerate(offer.lines) if line.when != NEVER and not 0 < found[n] <= enough
    ]
    if unsure:
        part = replace(offer, lines=offer.lines[: unsure[-1] + 1])
        for named in _classify(part.question, plan, True, not names_suits(offer)):
            copies = _most_alike(named.piece.deals)
            for (line, _), places in named.places.items():
                fewest = int(copies[places].min())
                found[line] = min(found[line] or fewest, fewest)
    return tuple(found)


SAMPLE: Final = 1 << 15


@lru_cache(maxsize=16)
def _sample(plan: DealLayout) -> Deals:
    """A fixed set of deals of few ranks and suits, which includes rare hands."""
    chance = np.random.default_rng(21)
    low, width = chance.integers(0, 13, SAMPLE), chance.integers(1, 6, SAMPLE)
    suit, suits = chance.integers(0, 4, SAMPLE), chance.integers(1, 5, SAMPLE)
    ranks, held = [], []
    for _ in range(plan.cards):
        ranks.append(((low + chance.integers(0, width)) % 13 + 2).astype(np.int8))
        held.append(((suit + chance.integers(0, suits)) % 4).astype(np.int8))
    return Deals(tuple(ranks), tuple(held), plan.columns(range(len(plan.groups))))


def _most_alike(deals: Deals) -> Array:
    most = np.ones(len(deals), np.int8)
    for i, (rank, suit) in enumerate(zip(deals.ranks, deals.suits, strict=True)):
        alike = np.ones(len(deals), np.int8)
        for j in range(i):
            alike += (rank == deals.ranks[j]) & (suit == deals.suits[j])
        most = np.maximum(most, alike)
    return most


@lru_cache(maxsize=24)
def _classify(
    question: DealQuestion, plan: DealLayout, repeats: bool, suits_alike: bool
) -> tuple[_Named, ...]:
    offer = question.offer
    found = []
    for piece in every_deal(plan, repeats, suits_alike, lambda deals: decided(offer, deals)):
        lines = classify(offer, piece.deals) if piece.lines is None else piece.lines
        named = np.flatnonzero(lines >= 0)
        if not len(named):
            continue
        kept = piece.take(named)
        places = places_by_key(offer, kept.deals, lines[named])
        found.append(_Named(kept, places, looked=len(piece.deals)))
    return tuple(found)
