"""The terms of blackjack and a player's choices as tables: states of a hand, and what they settle.

A hand that may take a card is a state for each upcard; states from which the same follows are one.
The first states are ends: nothing more is drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank
from pitboss.games.hybrid_blackjack import NoHoleCardTerms
from pitboss.games.standard import BURNED, paid_beside
from pitboss.games.terms import BlackjackTerms
from pitboss.hands import Total, total
from pitboss.money import LOSS
from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.players import Player
from pitboss.solvers.compositions import ORDER, VALUES
from pitboss.solvers.rules import offers_even_money, split_limits
from pitboss.wagers.terms import DealerRule

RANKS: Final = tuple(Rank)
BY_VALUE: Final = ORDER[:VALUES]
WIDTH: Final = 16
"""Cells of a row, one for each rank and three idle."""


@dataclass(frozen=True, eq=False, slots=True)
class PlayTables:
    """Everything about the main wager that a kernel reads."""

    step: NDArray[np.uint16]
    """State × rank → state."""
    entry: NDArray[np.uint16]
    """Upcard × two ranks → state of a hand as dealt."""
    second: NDArray[np.uint16]
    """May be split again × upcard × two ranks → state of a split hand."""
    early: NDArray[np.uint8]
    """Upcard × two ranks → given up before the hole card is read."""
    insured: NDArray[np.uint8]
    """Two ranks → insured against an ace."""
    dealer: NDArray[np.uint8]
    """Dealer's state × rank → state; below `FINALS` the hand is finished."""
    begins: NDArray[np.uint8]
    """Upcard × hole card → the dealer's state."""
    settle: NDArray[np.int64]
    """How a hand ended × the dealer's final → what it nets, in parts of a unit."""
    added: NDArray[np.int64]
    """The same for a hand that was split off."""
    insurance: tuple[int, int]
    """What insurance nets, in parts: against a natural, and otherwise."""
    unit: int
    """Parts of one unit of the main stake."""
    limits: tuple[int, int]
    """Hands that a pair, and a pair of aces, may be split into."""
    peeks: NDArray[np.uint8]
    """Rank of the upcard → the hole card is read first."""
    burned: int
    shared_splits: bool
    """All hands of a split take the same cards."""
    hole_later: int
    """The dealer's second card comes after the player's: 1, or 2 if a hand given up waits for it.
    """


def play_tables(
    made: HandStates, fee: Fraction = Fraction(0), shared_splits: bool = False
) -> PlayTables:
    """The tables of a game's terms as a player plays them, who pays a fee for each round."""
    terms, player = made.terms, made.player
    entry, second = np.zeros((13, 16, 16), np.uint16), np.zeros((2, 13, 16, 16), np.uint16)
    early, insured = np.zeros((13, 16, 16), np.uint8), np.zeros((16, 16), np.uint8)
    for u, up in enumerate(RANKS):
        for a, first in enumerate(RANKS):
            for b, other in enumerate(RANKS):
                hand = (first, other)
                entry[u, a, b] = made.dealt(hand, up)
                for again in (0, 1):
                    second[again, u, a, b] = made.split(hand, up, bool(again))
                if terms.surrender == "early" and entry[u, a, b] != layout.NATURAL:
                    early[u, a, b] = player.surrenders_early(hand, up)
    natural = {(a, b) for a in range(13) for b in range(13) if entry[0, a, b] == layout.NATURAL}
    for a, first in enumerate(RANKS):
        for b, other in enumerate(RANKS):
            asked = terms.insurance == "offered"
            if (a, b) in natural:
                asked = asked and terms.insurance_to == "every hand"
            insured[a, b] = asked and player.insurance((first, other), Rank.ACE) > 0
    if offers_even_money(terms) and player.takes_even_money(Rank.ACE):
        for a, b in natural:
            entry[layout.ACE, a, b] = layout.EVEN_MONEY
            insured[a, b] = 0
    dealer, begins = dealer_tables(terms.dealing.dealer)
    unit, hole_later = math.lcm(unit_of(terms), fee.denominator), 0
    if isinstance(terms, NoHoleCardTerms):
        hole_later = 2 if terms.surrender_is == "late" else 1
    return PlayTables(
        step=made.steps(),
        entry=entry.ravel(),
        second=second.ravel(),
        early=early.ravel(),
        insured=insured.ravel(),
        dealer=dealer,
        begins=begins,
        settle=settled(terms, unit, original=True) - int(fee * unit),
        added=settled(terms, unit, original=False),
        insurance=(int(terms.insurance_pays.net * unit / 2), -unit // 2),
        unit=unit,
        limits=split_limits(terms),
        peeks=np.array([rank.points in terms.dealing.peeks for rank in RANKS], np.uint8),
        burned=BURNED[terms.burn],
        shared_splits=shared_splits,
        hole_later=hole_later,
    )


# -- the player ------------------------------------------------------------------------------------


class HandStates:
    """The states of a hand, numbered as they are found; those that agree are one."""

    def __init__(self, terms: BlackjackTerms, player: Player) -> None:
        self.terms, self.player = terms, player
        self.limit, self.limit_aces = split_limits(terms)
        self.at_once = terms.player_21 == "wins at once"
        self._rows: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[object, ...], int] = {}
        self._is_split = False  # matters only at Burnout, once the hand draws

    def steps(self) -> NDArray[np.uint16]:
        """The table; an end stays what it is."""
        made = np.zeros((layout.ENDS + len(self._rows), WIDTH), np.uint16)
        made[: layout.ENDS] = np.arange(layout.ENDS)[:, None]
        for row, number in self._rows.items():
            made[number, :13] = row
        return made.ravel()

    def dealt(self, hand: tuple[Rank, Rank], up: Rank) -> int:
        """The state of two cards as dealt."""
        if total(hand).points == 21:
            return layout.NATURAL
        return self._decided(hand, up, split=False, again=self.is_pair(hand, 1))

    def split(self, hand: tuple[Rank, Rank], up: Rank, again: bool) -> int:
        """The state of a card that was split off and its second; `again`: it may be split."""
        if total(hand).points == 21:
            return self._stood(hand)
        return self._decided(hand, up, split=True, again=again and self.is_pair(hand, 2))

    def is_pair(self, hand: tuple[Rank, Rank], made: int) -> bool:
        first, second = hand
        limit = self.limit_aces if first is Rank.ACE else self.limit
        by_value = self.terms.split_by == "value"
        alike = first.points == second.points if by_value else first is second
        return alike and made < limit

    def _decided(self, hand: tuple[Rank, Rank], up: Rank, *, split: bool, again: bool) -> int:
        """What is done with two cards; tens are distinguished only where they pair by rank."""
        if self.terms.split_by == "value":
            up = _of_value(up)
            hand = (_of_value(hand[0]), _of_value(hand[1]))
        key = (hand, up, split, again)
        if key not in self._known:
            self._known[key] = self._decide(hand, up, split, again)
        return self._known[key]

    def word(self, hand: tuple[Rank, Rank], up: Rank, split: bool, again: bool) -> str:
        """What the player does with two cards, of what the table allows."""
        may = self._may(hand, up, split, again)
        word = self.best(hand, up, split, may) if len(may) > 1 else "stand"
        return word if word in may else "stand"

    def best(self, hand: Sequence[Rank], up: Rank, split: bool, may: Sequence[str]) -> str:
        """What the player does with a hand."""
        return self.player.best(hand, up, split=split, may=may)

    def _decide(self, hand: tuple[Rank, Rank], up: Rank, split: bool, again: bool) -> int:
        match self.word(hand, up, split, again):
            case "surrender":
                return layout.SURRENDERED
            case "split":
                return layout.SPLIT
            case "double":
                return self._double(hand, up)
            case "hit":
                return self._hit(hand, up)
        return self._stood(hand)

    def _may(self, hand: tuple[Rank, Rank], up: Rank, split: bool, again: bool) -> list[str]:
        """The legal words with two cards, as the table offers them."""
        terms, may = self.terms, ["stand"]
        if not (split and hand[0] is Rank.ACE and terms.one_card_to_split_aces):
            may.append("hit")
            if terms.double_on != "never" and (not split or terms.double_after_split):
                may.append("double")
        if again:
            may.append("split")
        unseen = up.points in (1, 10) and up.points not in terms.dealing.peeks
        unseen = unseen and not isinstance(terms, NoHoleCardTerms)  # § 633c.5(z)
        whole = not split or terms.surrender_after_split
        if terms.surrender == "late" and whole and not unseen:
            may.append("surrender")
        return may

    def _stood(self, hand: Sequence[Rank]) -> int:
        return self.end(total(hand).points, doubled=False)

    def end(self, points: int, doubled: bool) -> int:
        """How a hand ends that draws no more."""
        if points > 21:
            return layout.BUST_DOUBLED if doubled else layout.BUST
        if points == 21 and self.at_once:
            return layout.WON_DOUBLED if doubled else layout.WON
        return (layout.DOUBLED if doubled else layout.STOOD) + max(points - 16, 0)

    def _double(self, hand: Sequence[Rank], up: Rank) -> int:
        points = (total((*hand, rank)).points for rank in BY_VALUE)
        return self._row([self.end(each, doubled=True) for each in points])

    def _hit(self, hand: Sequence[Rank], up: Rank) -> int:
        """The state of a hand that takes a card, whatever the kinds of its tens."""
        key = (self._is_split, points_of(hand), up.points)
        if key not in self._known:
            self._known[key] = self._row([self._drawn(hand, rank, up) for rank in BY_VALUE])
        return self._known[key]

    def _drawn(self, hand: Sequence[Rank], rank: Rank, up: Rank) -> int:
        """The state that a card leads to."""
        longer = (*hand, rank)
        if total(longer).points >= 21:
            return self._stood(longer)
        word = self.best(longer, up, self._is_split, ("stand", "hit"))
        return self._hit(longer, up) if word == "hit" else self._stood(longer)

    def _row(self, by_value: Sequence[int]) -> int:
        """The state from which a card of each value leads to these."""
        row = tuple(by_value[rank.points - 1] for rank in RANKS)
        return self._rows.setdefault(row, layout.ENDS + len(self._rows))


def points_of(hand: Sequence[Rank]) -> tuple[int, ...]:
    """The points of a hand's cards, rising."""
    return tuple(sorted(rank.points for rank in hand))


def _of_value(rank: Rank) -> Rank:
    return Rank.TEN if rank.points == 10 else rank


# -- the dealer ------------------------------------------------------------------------------------


def dealer_tables(rule: DealerRule) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The dealer's states by total: first how a hand may end, then those that draw."""
    drawing: dict[Total, tuple[Rank, ...]] = {}  # each with a hand that has it

    def state(*hand: Rank) -> int:
        value = total(hand)
        if len(hand) == 2 and value.points == 21:
            return layout.DEALER_NATURAL
        if not rule.draws(value):
            return min(value.points, 23) - 17
        drawing.setdefault(value, hand)
        return layout.FINALS + [*drawing].index(value)

    begins = np.zeros((WIDTH, WIDTH), np.uint8)
    for a, up in enumerate(RANKS):
        for b, hole in enumerate(RANKS):
            begins[a, b] = state(up, hole)
    rows: list[list[int]] = []
    while len(rows) < len(drawing):
        held = [*drawing.values()][len(rows)]
        rows.append([state(*held, rank) for rank in RANKS])
    step = np.zeros((layout.FINALS + len(rows), WIDTH), np.uint8)
    step[: layout.FINALS] = np.arange(layout.FINALS)[:, None]
    for number, row in enumerate(rows):
        step[layout.FINALS + number, :13] = row
    return step.ravel(), begins.ravel()


# -- what a hand nets ------------------------------------------------------------------------------


def unit_of(terms: BlackjackTerms) -> int:
    """Parts of a unit in which everything that a hand may net is whole."""
    pays = (terms.natural_pays, terms.wins_pay, terms.tied_natural)
    halves = (Fraction(1, 2), terms.insurance_pays.ratio / 2)
    return math.lcm(*(each.net.denominator for each in pays), *(h.denominator for h in halves))


def settled(terms: BlackjackTerms, unit: int, original: bool) -> NDArray[np.int64]:
    made = np.zeros((layout.ENDS, layout.FINALS), np.int64)
    for end in range(layout.SPLIT):
        for final in range(layout.FINALS):
            made[end, final] = int(_nets(terms, end, final, original) * unit)
    return made.ravel()


def _nets(terms: BlackjackTerms, end: int, final: int, original: bool) -> Fraction:
    """What a hand nets per unit, by how it and the dealer's ended."""
    win, twice = terms.wins_pay.net, 2 if layout.is_doubled(end) else 1
    match end:
        case layout.BUST | layout.BUST_DOUBLED:  # it loses before the dealer plays
            return LOSS.net * twice
        case layout.SURRENDERED:
            late = isinstance(terms, NoHoleCardTerms) and terms.surrender_is == "late"
            return Fraction(-1) if late and final == layout.DEALER_NATURAL else Fraction(-1, 2)
        case layout.NATURAL:
            tied = final == layout.DEALER_NATURAL
            return (terms.tied_natural if tied else terms.natural_pays).net
        case layout.EVEN_MONEY | layout.WON | layout.WON_DOUBLED:
            return win * twice
    if final == layout.DEALER_NATURAL:
        return -_lost_to_natural(terms, twice, original)
    mine = 16 + end - (layout.DOUBLED if twice == 2 else layout.STOOD)
    pays, _ = paid_beside(Total(mine, soft=False), Total(17 + final, soft=False), terms)
    return pays.net * twice


def _lost_to_natural(terms: BlackjackTerms, stake: int, original: bool) -> Fraction:
    """What a natural that was found at the end takes."""
    if terms.lost_to_dealer_natural == "all wagers":
        return Fraction(stake)
    added = stake - 1 if terms.doubled_before_natural == "lost" else 0
    return Fraction(int(original) + added)


def packed(made: PlayTables, third_after: tuple[int, int]) -> NDArray[np.int32]:
    """All of it in one array, as the kernels read it; a third card comes after these two ranks."""
    rest = [*made.insurance, *made.limits, made.burned, made.unit, *third_after]
    rest += [int(made.shared_splits), made.hole_later]
    dealer = np.zeros(64 * WIDTH, np.int32)
    dealer[: made.dealer.size] = made.dealer
    peeks = np.zeros(WIDTH, np.int32)
    peeks[: made.peeks.size] = made.peeks
    parts: list[NDArray[Any]] = [
        made.entry, made.second, made.early, made.insured, made.begins, made.settle, made.added,
        peeks, np.array(rest), dealer, made.step,
    ]  # fmt: skip
    return np.concatenate(parts).astype(np.int32)
