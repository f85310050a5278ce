"""21-Hold 'em solved: its blackjack, and when to fold or bet the poker (1 CCR 207-1, 30-2104).

The poker is dealt from all cards but the two community cards, so these alone tie it to the
blackjack. Whatever the player does, they are any two cards of the pack: the two values add up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, permutations
from math import lcm, sqrt
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, Rank, Shoe, Suit, card_index, show_cards
from pitboss.errors import NotAllowed, NotationError
from pitboss.games.hold_em_21 import PK, SECOND, THIRD, HoldEmTerms
from pitboss.money import LOSS, Odds
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import ERROR, Solution, value
from pitboss.solvers.blackjack_strategy import cards_chart
from pitboss.solvers.charts import UPCARDS
from pitboss.solvers.compositions import Whole
from pitboss.solvers.hole_cards import nets_by_hole
from pitboss.solvers.method_cache import method_cache
from pitboss.solvers.rules import RoundRules, hand_rules_of
from pitboss.solvers.split_orders import split_tens
from pitboss.solvers.strategy_request import (
    TWO_STAKES,
    AskedGame,
    SolvedGame,
    cards_or_ranks,
    offered,
    ranks_of,
)
from pitboss.solvers.volatility import over_all_deals, standard_deviation, winning
from pitboss.wagers.array_reader import classify, deals_of
from pitboss.wagers.deals import names_suits
from pitboss.wagers.offer import DealQuestion, Offer

Community = tuple[Card, Card]
"""The lower card first."""
OWN: Final = 3
"""Poker cards of the player's own."""
WAGERS: Final = (PK, SECOND, THIRD)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Two community cards, with the value of betting on every one and two cards of one's own."""

    community: Community
    first: Whole
    """Own card → the net of betting, summed over all that may follow."""
    second: Whole
    """Own card × own card → the same for the second bet."""
    squared: Whole
    """Own card × own card → the square of the net, summed as for the second bet."""
    won: Whole
    """Own card × own card → how many third cards win."""
    scale: tuple[int, int]
    """What a unit is in these sums."""
    left: Whole
    """Cards of each kind besides the community cards."""

    @property
    def bets_first(self) -> NDArray[np.bool_]:
        """Own card → whether to bet."""
        return np.asarray(self.first >= -self.scale[0])

    @property
    def bets_second(self) -> NDArray[np.bool_]:
        """Own card × own card → whether to bet again."""
        return np.asarray(self.second >= -2 * self.scale[1])

    @property
    def expectation(self) -> Fraction:
        """The net of the best play, in units of PK."""
        net = int(np.maximum(self.first, -self.scale[0]) @ self.left)
        return Fraction(net, self.scale[0] * int(self.left.sum()))

    def square(self, parts: int) -> Fraction:
        """The expected square of that net; nets are counted in this many parts of a unit."""
        cards = int(self.left.sum())
        unit = (cards - 2) * parts**2
        again = np.where(self.bets_second, self.squared, 4 * unit)
        first = (_next(self.left) * again).sum(axis=1)
        best = np.where(self.bets_first, first, unit * (cards - 1))
        return Fraction(int(best @ self.left), unit * (cards - 1) * cards)

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that both bets are made and win."""
        cards = int(self.left.sum())
        again = (_next(self.left) * self.bets_second * self.won).sum(axis=1)
        won = int((self.bets_first * self.left) @ again)
        return Fraction(won, cards * (cards - 1) * (cards - 2))

    @property
    def staked(self) -> Fraction:
        """All poker stakes on average, in units of PK."""
        cards = int(self.left.sum())
        bets = self.bets_first * self.left
        again = (_next(self.left) * self.bets_second).sum(axis=1)
        return (
            1 + Fraction(int(bets.sum()), cards) + Fraction(int(bets @ again), cards * (cards - 1))
        )


class HoldEmPoker:
    """The poker of a pack: every board, every card and both decisions."""

    def __init__(self, offer: Offer, shoe: Shoe) -> None:
        self.offer, self.shoe = offer, shoe
        nets = [line.pays.net for line in offer.lines]
        self.parts = lcm(*(net.denominator for net in nets))
        """Nets are whole multiples of a unit divided by this."""
        self._nets = np.array([int(net * self.parts) for net in (*nets, LOSS.net)], np.int64)
        self._triples = np.array([*combinations_with_replacement(range(52), OWN)])
        self._place = np.zeros((52,) * OWN, np.int64)
        """Three cards in any order → their place among the triples."""
        for order in permutations(range(OWN)):
            self._place[tuple(self._triples[:, order].T)] = np.arange(len(self._triples))

    @property
    def suits_alike(self) -> bool:
        """Whether nothing distinguishes one suit from another."""
        return self.shoe.suits_alike and not names_suits(self.offer)

    @cached_property
    def boards(self) -> list[tuple[int, Board]]:
        """Every two community cards with their ways; one for all that differ in suits alike."""
        alike = self.suits_alike
        kinds: dict[object, list[Any]] = {}
        for a, b in combinations_with_replacement(DECK, 2):
            there, also = self.shoe.counts[a.index], self.shoe.counts[b.index]
            ways = there * (there - 1) // 2 if a == b else there * also
            if ways:
                key = (a.rank, b.rank, a.suit is b.suit) if alike else (a, b)
                kinds.setdefault((key, a == b), [0, (a, b)])[0] += ways
        return [(ways, self.board(*pair)) for ways, pair in kinds.values()]

    def board(self, one: Card, other: Card) -> Board:
        """All that may follow two community cards."""
        return self._board((min(one, other), max(one, other)))

    @method_cache
    def _board(self, community: Community) -> Board:
        left = np.array(self.shoe.without(community).counts, np.int64)
        cards, every = int(left.sum()), np.arange(52)
        nets = self._paid(community)[self._place]
        mine, other = every[:, None], every[None, :]

        def thirds(each: Whole) -> Whole:
            """The sum over every third card."""
            return np.asarray(each @ left - each[mine, other, mine] - each[mine, other, other])

        second = len(WAGERS) * thirds(nets)
        unit = self.parts * (cards - 2)
        first = (_next(left) * np.maximum(second, -2 * unit)).sum(axis=1)
        squared, won = len(WAGERS) ** 2 * thirds(nets**2), thirds((nets > 0).astype(np.int64))
        return Board(community, first, second, squared, won, (unit * (cards - 1), unit), left)

    def _paid(self, community: Community) -> Whole:
        """What every three cards net with two community cards."""
        held = [*self._triples.T, *(np.full(len(self._triples), c.index) for c in community)]
        deals = deals_of(held, {"player": OWN, "community": len(community)})
        return np.asarray(self._nets[classify(self.offer, deals)])

    @cached_property
    def expectation(self) -> Fraction:
        """The expectation per unit of PK, exactly."""
        return self._mean([board.expectation for _, board in self.boards])

    @cached_property
    def staked(self) -> Fraction:
        """All poker stakes on average, in units of PK."""
        return self._mean([board.staked for _, board in self.boards])

    @cached_property
    def hit_frequency(self) -> Fraction:
        """The share of poker hands that win, exactly; one that is folded does not."""
        return self._mean([board.hit_frequency for _, board in self.boards])

    def _mean(self, figures: list[Fraction]) -> Fraction:
        """A figure of each board, over all boards."""
        ways = [many for many, _ in self.boards]
        total = sum((many * each for many, each in zip(ways, figures, strict=True)), Fraction(0))
        return total / sum(ways)


def _next(left: Whole) -> Whole:
    """Own card × next card → how many of the next are left."""
    return np.asarray(left[None, :] - np.eye(52, dtype=np.int64))


@lru_cache(maxsize=2)
def poker_of(question: DealQuestion, pays: tuple[Odds, ...], shoe: Shoe) -> HoldEmPoker:
    """The poker of a pack; offers that ask the same and pay the same share it."""
    return HoldEmPoker(question.offer, shoe)


@dataclass(frozen=True, repr=False)
class HoldEmStrategy(SolvedGame):
    """What 21-Hold 'em is worth to a player who plays both games in the best way, and how."""

    offer: Offer
    method: ClassVar[str] = (
        "blackjack: every hand by its cards, a split hand as the same cards before any split "
        "(CDZ−), in double precision; poker: every board, card and decision, exactly"
    )
    per: ClassVar[str] = TWO_STAKES
    error: ClassVar[float] = ERROR
    upcards: ClassVar[tuple[str, ...]] = UPCARDS

    @cached_property
    def rules(self) -> RoundRules:
        assert isinstance(self.terms, HoldEmTerms)
        return hand_rules_of(self.terms, self.shoe, late_natural=True)

    @cached_property
    def blackjack(self) -> Solution:
        """The blackjack, which is the standard game with one deck (4)."""
        return value(self.rules)

    @property
    def poker(self) -> HoldEmPoker:
        """The poker after it."""
        pays = tuple(line.pays for line in self.offer.lines)
        return poker_of(self.offer.question, pays, self.shoe)

    @property
    def expectation(self) -> float:
        """The expectation per unit of B-J and PK together."""
        return (self.blackjack.expectation + float(self.poker.expectation)) / 2

    @property
    def average_staked(self) -> float:
        """All stakes of a round, in units of those before the deal."""
        return (self.blackjack.staked + float(self.poker.staked)) / 2

    @cached_property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a round's net, in units of the two stakes; `None` where tens
        are split by rank.

        The two games share only the dealer's first two cards: by value, unless what is split
        depends on their ranks.
        """
        solved, poker = self.blackjack, self.poker
        if split_tens(solved).any():
            return None
        by_hole, mean = nets_by_hole(solved), float(poker.expectation)
        square, product, ways = 0.0, 0.0, 0
        for many, board in poker.boards:
            a, b = (card.points - 1 for card in board.community)
            both = (by_hole[a, b] + by_hole[b, a]) / 2
            square += many * float(board.square(poker.parts))
            product += many * both * float(board.expectation)
            ways += many
        shared = product / ways - solved.expectation * mean
        spread = standard_deviation(solved) ** 2 + square / ways - mean**2 + 2 * shared
        return sqrt(spread) / 2

    @cached_property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split and the poker hand counted."""
        won, played = over_all_deals(winning(self.blackjack), self.rules.hand.shoe)
        return (won + float(self.poker.hit_frequency)) / (played + 1.0)

    @property
    def figures(self) -> Mapping[str, Any]:
        """Each game on its own, and on which first cards to bet."""
        blackjack, poker = self.blackjack, self.poker
        bets = {_board_name(each, poker.suits_alike): _bets(each) for _, each in poker.boards[::-1]}
        return {
            "parts": {
                "B-J": {"expectation": blackjack.expectation, "average_staked": blackjack.staked},
                "PK": {"expectation": poker.expectation, "average_staked": poker.staked},
            },
            "bet_first_card": bets,
        }

    @cached_property
    def glance(self) -> Mapping[str, str]:
        """How often the poker is bet on, by the kind of board."""
        kinds: dict[str, list[Fraction]] = {}
        for ways, board in self.poker.boards:
            a, b = board.community
            pair, suited = a.rank is b.rank, a.suit is b.suit
            kind = "a pair" if pair else "two of a suit" if suited else "neither"
            bets = Fraction(int(board.bets_first @ board.left), int(board.left.sum()))
            told = kinds.setdefault(kind, [Fraction(0), Fraction(0)])
            told[0] += ways * bets
            told[1] += ways
        return {
            f"poker, {kind} on the board": f"bet on {float(bets / ways):.1%} of first cards"
            for kind, (bets, ways) in kinds.items()
        }

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards at blackjack → what is best, a letter for each upcard."""
        return cards_chart(self.blackjack)

    def check_hand(self, hand: str | None, up: str | None) -> None:
        """A poker hand, written after the community cards, goes without an upcard."""
        if hand is None or "/" not in hand:
            super().check_hand(hand, up)
        elif up is not None:
            raise NotAllowed(
                "the poker hand has no upcard besides the community cards: leave out --up."
            )

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float | Fraction]:
        """The value of each choice: at blackjack, given no natural; at poker, for community cards
        and own ones as in `Kh 7d / 7s`, in units of PK.
        """
        if "/" not in hand:
            return self.blackjack.first_choices(*ranks_of(self.shoe, hand, upcard))
        board, own = self._held(hand)
        down = len(own)
        net = board.first[own[0].index] if down == 1 else board.second[own[0].index, own[1].index]
        return {"bet": Fraction(int(net), board.scale[down - 1]), "fold": Fraction(-down)}

    def _held(self, hand: str) -> tuple[Board, list[Card]]:
        """Two community cards, and one or two of one's own."""
        community, own = (
            [each for each in cards_or_ranks(part) if isinstance(each, Card)]
            for part in hand.split("/", 1)
        )
        whole = len(hand.replace("/", " ").replace(",", " ").split()) == len(community) + len(own)
        if not whole or len(community) != 2 or not 0 < len(own) < OWN:
            raise NotationError(
                "a poker hand is two community cards and one or two of one's own with their suits, "
                f"as in 'Kh 7d / 7s', not {hand!r}."
            )
        self.shoe.without([*community, *own])
        return self.poker.board(community[0], community[1]), own


def _board_name(board: Board, alike: bool) -> str:
    """`A K suited`, `A K` or `A A`; the cards themselves if suits are not alike."""
    low, high = board.community
    if not alike:
        return show_cards((high, low))
    suited = " suited" if low.suit is high.suit and low != high else ""
    return f"{high.rank.symbol} {low.rank.symbol}{suited}"


def _bets(board: Board) -> str:
    """The cards to bet on, in the suit of the board and in others if it has one suit."""
    low, high = board.community
    if low.suit is not high.suit:
        return f"any suit: {_listed(board, tuple(Suit))}"
    others = tuple(suit for suit in Suit if suit is not low.suit)
    inside, outside = _listed(board, (low.suit,)), _listed(board, others)
    return f"suit of the board: {inside}; other suits: {outside}"


def _listed(board: Board, suits: tuple[Suit, ...]) -> str:
    """What to bet on in these suits: ranks, or cards where only some of a rank are bet on."""
    told: list[str] = []
    for rank in Rank:
        cards = [DECK[card_index(rank, suit)] for suit in suits]
        there = [card for card in cards if board.left[card.index]]
        bet = [card for card in there if board.bets_first[card.index]]
        told += [rank.symbol] if bet and bet == there else map(str, bet)
    return " ".join(told) or "none"


def hold_em_strategy(
    book: Rulebook, asked: AskedGame, readings: Mapping[str, str]
) -> HoldEmStrategy:
    """The game with its poker as it is read."""
    return HoldEmStrategy(asked, offered(book, asked.game, PK, readings))
