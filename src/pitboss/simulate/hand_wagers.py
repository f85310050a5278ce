"""Wagers on a hand of a fixed number of cards, as automata."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, Shoe
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import Const, held, words_of
from pitboss.simulate.hand_automaton import HandAutomaton, Kinds, hand_automaton
from pitboss.simulate.wager_tables import classes_of, too_wide
from pitboss.wagers.card_reader import order_counts
from pitboss.wagers.count import Key
from pitboss.wagers.deals import conditions
from pitboss.wagers.kinds import kinds_for
from pitboss.wagers.offer import Offer
from pitboss.wagers.suits import OF_SUITS

PLACES: Final = {3: "player.first_three", 4: "player.first_four", 5: "player.first_five"}
"""Cards of a hand → how a wager says that it sees them."""
MOST_HANDS: Final = 500_000
"""More hands by kind are not ranked one by one."""


@dataclass(frozen=True, eq=False, slots=True)
class HandWager:
    """The rule of a wager on the player's whole hand."""

    keys: tuple[Key, ...]
    hand: HandAutomaton


def hand_wager(offer: Offer, cards: int, given_up: frozenset[Kinds] = frozenset()) -> HandWager:
    """The rule as an automaton, by the reader that proves it; what does not fit is refused."""
    kinds = hand_kinds(offer, cards)
    keys: list[Key] = []

    def number_of(hands: list[Kinds]) -> Sequence[int]:
        example = np.array([kind[0].index for kind in kinds], np.int8)
        columns = [example[column] for column in np.array(hands).T]
        every = tuple(range(cards))
        found, cells = classes_of(offer, columns, {"": every, "player": every})
        keys.extend(found)
        lost = [cards == 3 and hand in given_up for hand in hands]
        return list(map(int, np.where(lost, 0, cells)))

    kind_of = {card: number for number, kind in enumerate(kinds) for card in kind}
    hand = hand_automaton([kind_of[card] for card in DECK], cards, number_of)
    return HandWager(tuple(keys), hand)


def hand_kinds(offer: Offer, cards: int) -> Sequence[tuple[Card, ...]]:
    """The kinds of card that its rule distinguishes; what does not fit is refused by name."""
    if offer.wager.sees != (PLACES.get(cards),) or order_counts(offer):
        raise too_wide(offer, "it sees more than the player's hand")
    if cards == 3:
        return [(card,) for card in DECK]
    apart: set[Card] = set()
    for word in words_of(conditions(offer)):
        tells = WORDS[word.word].tells
        if tells & (OF_SUITS | Tells.CARD):
            named = [arg for arg in word.args if isinstance(arg, Const) and tells & Tells.CARD]
            ranks = {rank for arg in named for rank, _ in held(str(arg.value))}
            apart |= {card for card in DECK if not ranks or card.rank in ranks}
    told = kinds_for([*conditions(offer)], frozenset({"", "player"}), Shoe.of(1), apart)
    if math.comb(len(told.members) + cards - 1, cards) > MOST_HANDS:
        raise too_wide(offer, "it distinguishes too many cards")
    return told.members
