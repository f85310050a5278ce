"""Hands of fixed size as small automata: card by card to what the whole hand is, or its wagers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, Shoe
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import Const, held, words_of
from pitboss.simulate.wager_tables import classes_of, too_wide
from pitboss.wagers.card_kinds import kinds_for
from pitboss.wagers.card_reader import order_counts
from pitboss.wagers.count import Key
from pitboss.wagers.deals import conditions
from pitboss.wagers.offer import Offer
from pitboss.wagers.suits import OF_SUITS

Kinds = tuple[int, ...]
"""The kinds of a hand's cards, rising."""


@dataclass(frozen=True, eq=False, slots=True)
class HandAutomaton:
    """Cards in any order → a number of the whole hand."""

    kinds: NDArray[np.uint8]
    """Card → its kind."""
    steps: NDArray[np.uint32]
    """State + kind → the next state, or with the last card the hand's number."""

    def number_of(self, cards: Iterable[int]) -> int:
        """What a hand is."""
        state = 0
        for card in cards:
            state = int(self.steps[state + int(self.kinds[card])])
        return state


def hand_automaton(
    kinds: Sequence[int], cards: int, number_of: Callable[[list[Kinds]], Sequence[int]]
) -> HandAutomaton:
    """The automaton of hands of this many cards; states from which the same follows are one.

    `number_of` is called for every hand by kind, even for hands that no pack can deal.
    """
    width = max(kinds) + 1
    hands = list(combinations_with_replacement(range(width), cards))
    known: dict[Kinds, int] = dict(zip(hands, number_of(hands), strict=True))
    layers: list[list[tuple[int, ...]]] = []
    for size in range(cards - 1, -1, -1):
        rows: dict[tuple[int, ...], int] = {}
        before: dict[Kinds, int] = {}
        for hand in combinations_with_replacement(range(width), size):
            row = tuple(known[tuple(sorted((*hand, kind)))] for kind in range(width))
            before[hand] = rows.setdefault(row, len(rows))
        known = before
        layers.append(list(rows))
    made = []
    after = 0
    for size, layer in enumerate(reversed(layers)):
        after += len(layer) * width
        last = size == cards - 1
        made.append(np.array(layer, np.uint32) * (1 if last else width) + (0 if last else after))
    return HandAutomaton(np.array(kinds, np.uint8), np.concatenate(made).astype(np.uint32).ravel())


def joined(
    automata: Sequence[HandAutomaton], cards: int
) -> tuple[HandAutomaton, list[tuple[int, ...]]]:
    """Several automata over the same cards as one, and what each says of a hand by its number."""
    kinds: dict[tuple[int, ...], int] = {}
    examples, kind_of = list[int](), list[int]()
    for card in range(len(automata[0].kinds)):
        kind = tuple(int(each.kinds[card]) for each in automata)
        if kind not in kinds:
            kinds[kind] = len(kinds)
            examples.append(card)
        kind_of.append(kinds[kind])
    numbers: dict[tuple[int, ...], int] = {}

    def number_of(hands: list[Kinds]) -> Sequence[int]:
        size = ([examples[kind] for kind in hand] for hand in hands)
        said = (tuple(each.number_of(hand) for each in automata) for hand in size)
        return [numbers.setdefault(each, len(numbers)) for each in said]

    return hand_automaton(kind_of, cards, number_of), list(numbers)


def two_at_a_time(hand: HandAutomaton, cards: int) -> tuple[NDArray[Any] | None, ...]:
    """An automaton of three or five cards as a kernel walks it: the kind of a card, two cards → row
    of the next table (for five cards, then → its column), four cards → row of the last (none for
    three), and row + kind of the last card → the hand's number.
    """
    kinds, steps = hand.kinds.astype(np.int64), hand.steps.astype(np.int64)
    every = np.arange(kinds.max() + 1)
    width = len(every)
    two = steps[steps[:width][:, None] + every]
    states, example, which = np.unique(two, return_index=True, return_inverse=True)
    pairs = which.reshape(two.shape)[kinds][:, kinds].ravel()
    if cards == 3:
        lasts = steps[states[:, None] + every]
        return hand.kinds, (pairs * width).astype(np.uint32), None, _numbers(lasts)
    one, other = np.divmod(example, width)
    four = steps[steps[states[:, None] + one] + other]
    states, which = np.unique(four, return_inverse=True)
    return (
        hand.kinds,
        np.concatenate([pairs * len(four), pairs]).astype(np.uint32),
        (which.ravel() * width).astype(np.uint32),
        _numbers(steps[states[:, None] + every]),
    )


def _numbers(lasts: NDArray[np.int64]) -> NDArray[np.uint16]:
    assert lasts.max() <= np.iinfo(np.uint16).max
    return lasts.ravel().astype(np.uint16)


# -- wagers on a hand of a fixed number of cards ---------------------------------------------------


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
