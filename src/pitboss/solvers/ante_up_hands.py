"""Ante Up 21 solved: fold or bet the poker, then play for both wagers (1 CCR 207-1, 30-2106).

Every card drawn may serve in the two-card poker hand too, so tens are told apart and each hand is
played for the sum of all stakes. A split follows the convention of `blackjack`: pairs are split as
often as allowed; the first hand, which has the poker, is played as the same cards unsplit, and the
others as at standard blackjack.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, Shoe, Suit, card_index
from pitboss.errors import NotAllowed
from pitboss.games.ante_up_21 import AnteUpTerms
from pitboss.games.ante_up_21 import outcome as poker_outcome
from pitboss.games.standard import BURNED
from pitboss.hands import poker_rank
from pitboss.solvers.blackjack import (
    CLASSES,
    DOUBLE,
    HIT,
    STAND,
    Acts,
    Figures,
    PlayedShoe,
    Solution,
    outcome,
    play,
    value,
)
from pitboss.solvers.compositions import row_of
from pitboss.solvers.rank_hands import NUMBER, ORDER, POINTS, Whole, dealer_tree, rank_hands
from pitboss.solvers.request import ChoiceWorth
from pitboss.solvers.rules import HandRules, check_points, hand_rules_of, most_hands
from pitboss.solvers.split_orders import all_hands, first_hand

RANKS: Final = len(ORDER)
FINALS: Final = (17, 18, 19, 20, 21, 22, 23)
"""The dealer's final totals; the last is any bust but 22."""
DRAWN_OUT: Final = 30 + 16
"""The dealer draws to 16 even if the hand has busted, with at most 30: the poker goes on."""
BUST: Final = CLASSES
"""The class of a hand over 21, after those of its totals."""


@dataclass(frozen=True, slots=True, eq=False)
class PokerPlay:
    """Every hand with the poker in play against one upcard, where the dealer has no natural."""

    poker: Figures
    """Hand → what ANTE and BET are worth if it ends so, over 21 or not."""
    stand: Figures
    hit: Figures
    double: Figures
    acts: Acts

    def unsplit(self, hand: int) -> float:
        """The better of standing and hitting."""
        return float(self.stand[hand] if self.acts[hand] == STAND else self.hit[hand])


class TwoCardPoker:
    """The two-card hands of the game in rising order, and what they win of ANTE and BET."""

    def __init__(self, terms: AnteUpTerms) -> None:
        if not {*terms.hand_ranks} <= {"pair", "high card"}:
            raise NotAllowed("it is solved only where poker hands are pairs and high cards.")
        two = {(a, b): _two(a, b) for a in range(RANKS) for b in range(RANKS)}
        strength = {pair: poker_rank(cards, terms.hand_ranks) for pair, cards in two.items()}
        places = {key: n for n, key in enumerate(sorted({*strength.values()}))}
        self.place = [[places[strength[a, b]] for b in range(RANKS)] for a in range(RANKS)]
        """Two ranks → their place among all two-card hands."""
        example = {places[key]: two[pair] for pair, key in strength.items()}
        tied = {self.place[0][rank] for rank in range(RANKS) if POINTS[rank] == 10}
        self.pays, self.pays_natural = np.zeros((2, len(places), len(places)))
        """What ANTE and BET net, by the player's hand and the dealer's; then with a natural."""
        for mine, theirs in product(example, repeat=2):
            self.pays[mine, theirs] = _net(example[mine], example[theirs], False, terms)
            if theirs in tied:
                self.pays_natural[mine, theirs] = _net(example[mine], example[theirs], True, terms)

    def best(self, hand: tuple[int, ...]) -> int:
        """The place of the best two cards of a hand."""
        return max((self.place[a][b] for a, b in combinations(hand, 2)), default=0)


def _net(
    mine: tuple[Card, Card], theirs: tuple[Card, Card], natural: bool, terms: AnteUpTerms
) -> float:
    both = poker_outcome(mine, theirs, natural, terms)
    return float(sum(odds.gross(1) - 1 for odds, _, _ in both))


def _two(a: int, b: int) -> tuple[Card, Card]:
    return DECK[card_index(ORDER[a], Suit.HEARTS)], DECK[card_index(ORDER[b], Suit.SPADES)]


class AnteUp:
    """A shoe solved: every first hand and upcard, with the value of each choice."""

    def __init__(self, terms: AnteUpTerms, shoe: Shoe) -> None:
        self.terms = terms
        self.rules = hand_rules_of(terms, shoe)
        hands = most_hands(self.rules)
        check_points(self.rules, shoe, BURNED[terms.burn], hands, last=DRAWN_OUT)
        self.splits = terms.split_hands > 1 and terms.poker_after_split != "no splitting"
        self.follows_play = terms.poker_hand_of == "any two"
        """Cards drawn later may serve in the poker hand."""
        counts = [0] * RANKS
        for card, n in zip(DECK, shoe.counts, strict=True):
            counts[NUMBER[card.rank]] += n
        self.shoe: Whole = np.array(counts)
        self.size = shoe.size
        self._upcards: dict[int, PokerPlay] = {}
        self._ended: dict[int, tuple[Whole, Whole]] = {}
        self._first: dict[tuple[int, int, int], dict[str, ChoiceWorth]] = {}

    @property
    def decided_by(self) -> object:
        """All of the terms and the shoe that its figures are made from."""
        poker = (self.poker.place, self.poker.pays.tolist(), self.poker.pays_natural.tolist())
        follows = (self.splits, self.follows_play, self.terms.dealing.dealer)
        return self.rules, self.shoe.tolist(), follows, poker

    @cached_property
    def blackjack(self) -> Solution:
        """The 21 wager alone, as it is played when the poker is folded."""
        return value(self.rules)

    @cached_property
    def alone(self) -> PlayedShoe:
        """The same, with every hand evaluated that somebody might stand on."""
        return play(self.rules.hand, everything=True)

    @cached_property
    def poker(self) -> TwoCardPoker:
        return TwoCardPoker(self.terms)

    @cached_property
    def keys(self) -> Whole:
        """Hand → the place of its best two cards."""
        return np.array([self.poker.best(hand) for hand in rank_hands().hands])

    # -- one upcard --------------------------------------------------------------------------------

    def against(self, up: int) -> PokerPlay:
        """Every hand against an upcard, with the poker in play."""
        if up not in self._upcards:
            self._upcards[up] = self._play(up)
        return self._upcards[up]

    def _leaves(self, up: int) -> tuple[Whole, Whole]:
        """The dealer's best two cards, and the number of the final total, node by node."""
        if up not in self._ended:
            tree = dealer_tree(up, self.terms.dealing.dealer)
            keys = np.array([self.poker.best(hand) for hand in tree.hand])
            self._ended[up] = keys, np.clip(tree.total - FINALS[0], 0, len(FINALS) - 1)
        return self._ended[up]

    def _play(self, up: int) -> PokerPlay:
        from pitboss.solvers.kernels.ranks import poker_values

        table, tree = rank_hands(), dealer_tree(up, self.terms.dealing.dealer)
        left = self.shoe.copy()
        left[up] -= 1
        poker = np.zeros(len(table.hands))
        keys, _ = self._leaves(up)
        poker_values(
            tree.arrays, keys, self.poker.pays, left, table.counts, self.keys, poker, poker.size
        )
        main = self.alone.values[STAND, POINTS[up] - 1, table.value_row[: table.players]]
        stand = main + poker[: table.players]
        hit, double = np.zeros(table.players), np.zeros(table.players)
        acts, best = np.zeros(table.players, np.int64), stand.copy()
        sizes = table.counts[: table.players].sum(axis=1)
        for size in range(int(sizes.max()), 1, -1):
            rows = np.flatnonzero((sizes == size) & (table.total[: table.players] < 21))
            chance, lost = self._draws(rows, left, up)
            child = table.child[rows]
            bust = child >= table.players
            inside = np.where(bust, 0, child)
            hit[rows] = (chance * np.where(bust, poker[child] - lost, best[inside])).sum(axis=1)
            if size == 2:
                twice = 2.0 * np.where(bust, -lost, main[inside]) + poker[child]
                double[rows] = (chance * twice).sum(axis=1)
            acts[rows] = np.where(stand[rows] >= hit[rows], STAND, HIT)
            best[rows] = np.maximum(stand[rows], hit[rows])
        return PokerPlay(poker, stand, hit, double, acts)

    def _draws(self, rows: Whole, left: Whole, up: int) -> tuple[Figures, Figures]:
        """Hand × rank → the chance to draw it, and that the dealer then has no natural."""
        there = np.maximum(left - rank_hands().counts[rows], 0)
        cards = there.sum(axis=1)[:, None]
        makes = naturals(up)
        many = there[:, makes].sum(axis=1)[:, None] - makes[None, :]
        return there / np.maximum(cards, 1), 1.0 - np.maximum(many, 0) / np.maximum(cards - 1, 1)

    # -- a split -----------------------------------------------------------------------------------

    def _split(self, first: int, other: int, up: int) -> ChoiceWorth:
        """Two cards parted: all hands as at blackjack, then what the poker changes in the first."""
        rules, at = self.rules, (POINTS[up] - 1, POINTS[first] - 1)
        limit = rules.hands_of_aces if first == 0 else rules.hands
        left = self.shoe.copy()
        for rank in (first, other, up):
            left[rank] -= 1
        pair = np.array([points == POINTS[first] for points in POINTS])
        joint = self._first_hand(first, up, left, pair)
        plain, named = np.zeros_like(joint), 1.0
        for j in range(joint.shape[1]):
            plain[:, j] = named * self.blackjack.played.parts[at][j, :2]
            named *= max(int(left[pair].sum()) - j, 0) / max(int(left.sum()) - j, 1)
        made = [
            all_hands(plain[n], limit) + first_hand(joint[n] - plain[n], limit) for n in range(2)
        ]
        return ChoiceWorth(made[0], made[1])

    def _first_hand(self, first: int, up: int, left: Whole, pair: Whole) -> Figures:
        """Value and stake × how many other unseen cards are pair cards × a second pair card or not,
        of the hand that has the poker; each times the chance of all that.
        """
        from pitboss.solvers.kernels.ranks import first_split_hand

        table, tree = rank_hands(), dealer_tree(up, self.terms.dealing.dealer)
        played, hand_rules = self.against(up), self.rules.hand
        second = np.zeros(RANKS, np.int64)
        for rank in range(RANKS):
            hand = int(table.child[table.child[0, first], rank])
            bound = first == 0 and not hand_rules.aces_draw
            if bound or table.total[hand] == 21:
                continue
            second[rank] = played.acts[hand]
            if hand_rules.double_after_split and played.double[hand] > played.unsplit(hand):
                second[rank] = DOUBLE
        keys, finals = self._leaves(up)
        out = np.zeros((2, self.blackjack.played.parts.shape[2], 2))
        first_split_hand(
            (table.counts, table.child, self._kinds, self.keys, table.players),
            tree.arrays,
            keys,
            finals,
            self.poker.pays,
            self._wins,
            left.astype(float),
            first,
            pair.astype(np.int64),
            played.acts,
            second,
            out,
        )
        return out

    @cached_property
    def _kinds(self) -> Whole:
        """Hand → the class of its total."""
        table = rank_hands()
        return np.where(table.total > 21, BUST, np.maximum(table.total - 16, 0))

    @cached_property
    def _wins(self) -> Figures:
        """Class of total × final total of the dealer → what the main stake wins."""
        rules = self.rules.hand
        made = [[_won(rules, 16 + kind, final) for final in FINALS] for kind in range(CLASSES)]
        return np.array([*made, [-1.0] * len(FINALS)])

    # -- the first decision ------------------------------------------------------------------------

    def natural(self, held: tuple[int, ...], up: int) -> float:
        """The chance of a dealer's natural with these cards and the upcard gone."""
        makes = naturals(up)
        left = int(self.shoe[makes].sum()) - sum(bool(makes[rank]) for rank in held)
        return left / (self.size - len(held) - 1)

    def play(self, first: int, second: int, up: int) -> dict[str, ChoiceWorth]:
        """What may be done with two cards while the poker is in play; no natural, or nothing."""
        held = (first, second)
        table, played = rank_hands(), self.against(up)
        hand, counted = table.row[tuple(sorted(held))], 1.0 - self.natural(held, up)
        made = {"stand": ChoiceWorth(float(played.stand[hand]), counted)}
        if table.total[hand] == 21:
            return made
        made["hit"] = ChoiceWorth(float(played.hit[hand]), counted)
        if self.rules.doubles:
            made["double"] = ChoiceWorth(float(played.double[hand]), 2.0 * counted)
        limit = self.rules.hands_of_aces if first == 0 else self.rules.hands
        if self.splits and limit > 1 and POINTS[first] == POINTS[second]:
            made["split"] = self._split(first, second, up)
        return made

    def choices(self, first: int, second: int, up: int) -> dict[str, ChoiceWorth]:
        """What may be done with two cards before the dealer looks for a natural.

        The first of them stays with the poker if they are split.
        """
        key = (first, second, up)
        if key not in self._first:
            self._first[key] = self._choices(first, second, up)
        return self._first[key]

    def _choices(self, first: int, second: int, up: int) -> dict[str, ChoiceWorth]:
        held = (first, second)
        row = row_of(tuple(POINTS[rank] for rank in held))
        alone = (float(each) for each in self.blackjack.worth[:, POINTS[up] - 1, row])
        net, staked = alone
        made = {FOLD: ChoiceWorth(net - 1.0, staked + 1.0)}
        tied = self._against_natural(held, up)
        hand = rank_hands().row[tuple(sorted(held))]
        if not self.follows_play or rank_hands().total[hand] == 21:
            poker = float(self.against(up).poker[hand])
            made[BET] = ChoiceWorth(net + poker + tied, staked + 2.0)
            return made
        ranks = tuple(ORDER[rank] for rank in held)
        insured = max(self.blackjack.insurance(ranks, ORDER[up]), 0.0)
        half, natural = (0.5 if insured else 0.0), self.natural(held, up)
        for word, each in self.play(first, second, up).items():
            worth = each.value - natural + insured + tied
            made[f"{BET}, {word}"] = ChoiceWorth(worth, each.staked + natural + half + 2.0)
        return made

    def _against_natural(self, held: tuple[int, int], up: int) -> float:
        """What ANTE is worth where the dealer has a natural; BET pushes (10)(a)."""
        mine, made = self.poker.best(held), 0.0
        for hole in np.flatnonzero(naturals(up)):
            left = int(self.shoe[hole]) - held.count(int(hole))
            theirs = self.poker.place[up][int(hole)]
            made += max(left, 0) / (self.size - 3) * float(self.poker.pays_natural[mine, theirs])
        return made

    def best(self, first: int, second: int, up: int) -> tuple[str, ChoiceWorth]:
        """The choice that is worth most."""
        made = self.choices(first, second, up)
        word = max(made, key=lambda each: made[each].value)
        return word, made[word]

    @cached_property
    def deals(self) -> list[tuple[float, int, int, int]]:
        """Every first card, second card and upcard by rank, with its chance."""
        made = []
        for first in range(RANKS):
            for second in range(RANKS):
                for up in range(RANKS):
                    a, b, c = (int(self.shoe[rank]) for rank in (first, second, up))
                    ways = a * (b - (first == second)) * (c - (first == up) - (second == up))
                    if a and b - (first == second) > 0 and ways > 0:
                        whole = self.size * (self.size - 1) * (self.size - 2)
                        made.append((ways / whole, first, second, up))
        return made

    @cached_property
    def total(self) -> ChoiceWorth:
        """The value of a round and what is staked in it, in units of one stake."""
        made = [(chance, self.best(*each)[1]) for chance, *each in self.deals]
        net = sum(chance * each.value for chance, each in made)
        return ChoiceWorth(net, sum(chance * each.staked for chance, each in made))


FOLD: Final = "fold"
BET: Final = "bet"


def naturals(up: int) -> NDArray[np.bool_]:
    """The hole cards that make a natural, rank by rank."""
    tells = POINTS[up] in (1, 10)
    return np.array([tells and POINTS[up] + points == 11 for points in POINTS])


def _won(rules: HandRules, total: int, final: int) -> float:
    return rules.win if rules.at_once and total == 21 else outcome(rules, total, final)


@lru_cache(maxsize=2)
def solve_ante_up(terms: AnteUpTerms, shoe: Shoe) -> AnteUp:
    """The game by its terms; what is not covered is refused by name."""
    if terms.peek != "ace and ten":
        raise NotAllowed("it is solved only where the dealer looks for a natural before the play.")
    if terms.surrender != "none":
        raise NotAllowed("it is solved only without surrender.")
    if terms.split_by != "value":
        raise NotAllowed("it is solved only where cards of equal value may be split.")
    follows = terms.poker_hand_of == "any two" and terms.split_hands > 1
    if follows and terms.poker_after_split == "all cards":
        raise NotAllowed("it is not solved with B-18=all cards, where all split hands are one.")
    return AnteUp(terms, shoe)
