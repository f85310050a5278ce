"""3 Card Shine and Pai Jack as the kernels deal them: hands of one fresh deck that meet."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.games.pai_jack import PaiJackTerms
from pitboss.games.three_card_shine import BONUS, CARDS, PAIR, ShineTerms, qualifies
from pitboss.simulate.hand_automata import (
    HandAutomaton,
    HandWager,
    Kinds,
    hand_automaton,
    hand_kinds,
    hand_wager,
    joined,
    two_at_a_time,
)
from pitboss.simulate.side_wagers import Arrays, SimulatedTable, why_no_tables
from pitboss.solvers.pai_jack import PaiJackStrategy
from pitboss.solvers.shine import ShineStrategy, nets_of
from pitboss.solvers.strategy_request import AskedGame
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import Offer

EVERY_CARD: Final = tuple(range(52))


@dataclass(frozen=True, eq=False, slots=True)
class PacketGame:
    """How the hands of a game meet."""

    cards: int
    """How many cards each hand has."""
    mine: HandAutomaton
    theirs: HandAutomaton
    settle: NDArray[np.uint8]
    """The player's hand × the dealer's → class of its result."""
    ends: tuple[tuple[Fraction, int], ...]
    """Class → what it nets and what is staked, in units of the main stake."""
    expectation: Fraction
    given_up: frozenset[Kinds] = frozenset()
    """Hands that are folded, by their cards."""


def _known(numbers: Mapping[Kinds, int]) -> Callable[[list[Kinds]], Sequence[int]]:
    """The numbers of hands that were found; those that no deck can deal are never asked for."""
    return lambda hands: [numbers.get(each, 0) for each in hands]


# -- 3 Card Shine ----------------------------------------------------------------------------------


def _shine(asked: AskedGame, bonus: Offer) -> PacketGame:
    """Every three cards as the solver ranks and plays them (30-1099.52)."""
    terms = asked.terms
    assert isinstance(terms, ShineTerms)
    solved = ShineStrategy(asked, bonus)
    unlike = {hand.strength: hand for hand in solved.hands}
    low = {strength: not qualifies(hand.cards, terms) for strength, hand in unlike.items()}
    rows: dict[tuple[int, Fraction] | None, int] = {}
    columns: dict[int, int] = {}
    mine, theirs, folded = dict[Kinds, int](), dict[Kinds, int](), set[Kinds]()
    for hand in solved.hands:
        cards = tuple(sorted(card.index for card in hand.cards))
        if solved.folds(hand):
            folded.add(cards)
        row = None if cards in folded else (hand.strength, hand.bonus)
        column = -1 if low[hand.strength] else hand.strength
        mine[cards] = rows.setdefault(row, len(rows))
        theirs[cards] = columns.setdefault(column, len(columns))
    ends: dict[tuple[Fraction, int], int] = {}
    met = np.array([*columns])
    settle = np.zeros((len(rows), len(columns)), np.uint8)
    for row, number in rows.items():
        if row is None:
            settle[number] = ends.setdefault((Fraction(-1), 1), len(ends))  # (10)
            continue
        strength, added = row
        against = np.where(met < 0, 0, 2 - np.sign(strength - met))  # in the order of the nets
        for each, net in enumerate(nets_of(added, solved.win)):
            settle[number, against == each] = ends.setdefault((net, 2), len(ends))
    return PacketGame(
        cards=CARDS,
        mine=hand_automaton(EVERY_CARD, CARDS, _known(mine)),
        theirs=hand_automaton(EVERY_CARD, CARDS, _known(theirs)),
        settle=settle,
        ends=tuple(ends),
        expectation=solved.expectation,
        given_up=frozenset(folded),
    )


# -- Pai Jack --------------------------------------------------------------------------------------


def _pai_jack(asked: AskedGame) -> PacketGame:
    """Every five cards by value as the solver sets them (30-2112)."""
    solved = PaiJackStrategy(asked)
    pack = solved.pack
    rows: dict[bytes, int] = {}
    mine, theirs = dict[Kinds, int](), dict[Kinds, int]()
    nets = []
    for values, column, hand in zip(pack.classes, pack.which, pack.hands, strict=True):
        kinds = tuple(value - 1 for value in values)
        row = hand.nets.tobytes()
        if row not in rows:
            nets.append(hand.nets)
        mine[kinds] = rows.setdefault(row, len(rows))
        theirs[kinds] = column
    ends: dict[tuple[Fraction, int], int] = {}
    worth = [[(Fraction(int(net), pack.parts), 1) for net in row] for row in nets]
    settle = np.array(
        [[ends.setdefault(each, len(ends)) for each in row] for row in worth], np.uint8
    )
    points = [card.points - 1 for card in DECK]
    return PacketGame(
        cards=pack.packet,
        mine=hand_automaton(points, pack.packet, _known(mine)),
        theirs=hand_automaton(points, pack.packet, _known(theirs)),
        settle=settle,
        ends=tuple(ends),
        expectation=solved.expectation,
    )


# -- the table -------------------------------------------------------------------------------------


def is_of_packets(opened: Open) -> bool:
    """Whether every hand is a packet of one fresh deck."""
    return isinstance(opened.terms, ShineTerms | PaiJackTerms)


def why_not_packets(opened: Open) -> str:
    """Why the kernel for packets does not deal such a table; empty if it does."""
    return why_no_tables(opened, lambda offer: hand_kinds(offer, cards_of(opened)))


def cards_of(opened: Open) -> int:
    """Cards of each hand."""
    terms = opened.terms
    return terms.low_hand + terms.high_hand if isinstance(terms, PaiJackTerms) else CARDS


class PacketTable(SimulatedTable[HandWager]):
    """A table of hands of one fresh deck."""

    within = (BONUS,)

    @cached_property
    def game(self) -> PacketGame:
        opened = self.opened
        asked = AskedGame(opened.game, opened.terms, opened.terms.pack)
        if isinstance(opened.terms, PaiJackTerms):
            return _pai_jack(asked)
        return _shine(asked, opened.extras[BONUS])

    @property
    def play_name(self) -> str:
        return "the best play by the cards of the hand"

    @property
    def notes(self) -> tuple[str, ...]:
        extras = self.opened.extras
        names = [extras[key].wager.name for key in self.within if key in extras]
        return (f"the main wager counts {', '.join(names)} too",) if names else ()

    @property
    def expectation(self) -> float:
        return float(self.game.expectation)

    def table_of(self, bound: Offer) -> HandWager:
        terms = self.opened.terms
        lost = isinstance(terms, ShineTerms) and terms.folded_pair == "given up"
        given_up = self.game.given_up if lost and bound.wager.key == PAIR else frozenset()
        return hand_wager(bound, self.game.cards, given_up)

    @cached_property
    def unit(self) -> int:
        return math.lcm(*(net.denominator for net, _ in self.game.ends))

    @property
    def most_net(self) -> int:
        return max(int(abs(net) * self.unit) for net, _ in self.game.ends) + 1

    @cached_property
    def arrays(self) -> Arrays:
        """The number of a hand by its cards, its row and its column by its number, how hands meet,
        and the classes of every wager by the player's hand.
        """
        wagers = [each.table.hand for each in self.wagers]
        cards = self.game.cards
        hand, numbers = joined([self.game.mine, self.game.theirs, *wagers], cards)
        said = np.array(numbers)
        rows, columns = said[:, 0] * self.game.settle.shape[1], said[:, 1]
        return (
            *two_at_a_time(hand, cards),
            rows.astype(np.uint32),
            columns.astype(np.uint16),
            self.game.settle.ravel(),
            said[:, 2:].astype(np.uint8).ravel(),
        )
