"""Switch Hands and Blackjack Premium solved: which hands to trade for two unseen cards.

Then the play of the hand is solved (58 Pa. Code § 633c.4). The trade comes before the card reader.
A player who trades knows two more cards that have left the shoe. Choices depend on the values of
cards: a player who also looked at the suits of these, for a Blackjack of one color, would gain next
to nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Rank, Shoe
from pitboss.errors import NotAllowed, NotationError
from pitboss.games.switch_hands import RIDES, AnteIs, SwitchHandsTerms, optional, terms_after
from pitboss.games.terms import Terms
from pitboss.solvers.blackjack import SPLIT, Figures, Solution, value
from pitboss.solvers.blackjack_strategy import BlackjackGame, cards_chart
from pitboss.solvers.charts import UPCARDS
from pitboss.solvers.compositions import row_of, two_card_rows
from pitboss.solvers.hole_cards import insured_hands
from pitboss.solvers.moments import HandNet, SecondMoment, way_of
from pitboss.solvers.rules import HandRules, RoundRules, for_any_split, hand_rules_of
from pitboss.solvers.split_nets import split_of
from pitboss.solvers.strategy_request import ranks_beside
from pitboss.solvers.volatility import (
    NATURAL,
    deal_chances,
    natural_squares,
    natural_wins,
    splits_unseen,
    squares_of,
    winning,
)

TRADED: Final = 2
"""Cards that each round uses besides the hands in play."""


@dataclass(frozen=True, slots=True)
class TradeRules:
    """The rules of a kept hand and of a taken one, each also for a natural of one color."""

    kept: RoundRules
    kept_colored: RoundRules
    taken: RoundRules
    taken_colored: RoundRules
    one_color: float
    """The chance that an ace and a ten are of one color."""
    fee: float
    """The ante, in units of the main stake."""
    ante_is: AnteIs
    """What happens to it (reading D-12)."""

    @property
    def unit(self) -> float:
        """What one unit of the hands' figures is: an ante that rides is part of it."""
        return 1.0 + self.fee if self.ante_is == RIDES else 1.0

    @property
    def paid(self) -> float:
        """What every round costs, whatever is done."""
        return self.fee if self.ante_is == "fee" else 0.0

    @property
    def to_trade(self) -> float:
        """What only a trade costs."""
        return self.fee if self.ante_is == "returned unless switched" else 0.0


def trade_rules_of(terms: Terms, fee: Fraction, shoe: Shoe | None = None) -> TradeRules:
    """The numbers of the game's terms with the ante placed; what is not covered is refused."""
    if not isinstance(terms, SwitchHandsTerms):
        raise NotAllowed("this game has no second hand to take.")
    if terms.split_by != "value":
        raise NotAllowed("it is solved only where cards of equal value may be split.")
    rides = terms.ante_is == RIDES
    if rides and terms.peek != "ace and ten":
        raise NotAllowed(
            f"with D-12={RIDES!r} it is solved only where the hole card is read first."
        )

    def rules(switched: bool, colored: bool) -> RoundRules:
        after = terms_after(terms, switched, ante=True, colored=colored)
        made = for_any_split(hand_rules_of(after, shoe, beside=TRADED))
        return with_ante(made, float(fee)) if rides else made

    return TradeRules(
        kept=rules(switched=False, colored=False),
        kept_colored=rules(switched=False, colored=True),
        taken=rules(switched=True, colored=False),
        taken_colored=rules(switched=True, colored=True),
        one_color=one_color_chance(shoe or terms.pack),
        fee=float(fee),
        ante_is=terms.ante_is,
    )


def with_ante(rules: RoundRules, ante: float) -> RoundRules:
    """The rules per unit of stake and ante together, where the ante rides with the hand.

    It wins at most even money and nothing on a tie, and is neither doubled nor split.
    """
    share = ante / (1.0 + ante)
    return replace(
        rules,
        hand=replace(rules.hand, doubled=2.0 - share),
        natural=(1.0 - share) * rules.natural + share * rules.hand.win,
        tied_natural=(1.0 - share) * rules.tied_natural,
        insured=(1.0 - share) * rules.insured,
        rider=share,
    )


def one_color_chance(shoe: Shoe) -> float:
    """The chance that an ace and a ten of a shoe are both red or both black."""
    counts = {(aces, red): 0 for aces in (True, False) for red in (True, False)}
    for card, n in zip(DECK, shoe.counts, strict=True):
        if card.is_ace or card.points == 10:
            counts[card.is_ace, card.is_red] += n
    aces, tens = (counts[kind, True] + counts[kind, False] for kind in (True, False))
    alike = sum(counts[True, red] * counts[False, red] for red in (True, False))
    return alike / (aces * tens) if aces and tens else 0.0


@dataclass(frozen=True, eq=False)
class TradeSolution:
    """What a round is worth, and which hands are traded."""

    rules: TradeRules
    kept: Solution
    keep: Figures
    """Value and stake × upcard × hand that is kept."""
    take: Figures
    """The same for two unseen cards instead of a hand."""

    def without(self, gone: tuple[int, int]) -> Solution:
        """The play of a taken hand with the traded cards, by value, removed from the shoe."""
        return value(self.rules.taken.without(gone))

    @cached_property
    def trades(self) -> NDArray[np.bool_]:
        """Upcard × hand → it is traded."""
        made: NDArray[np.bool_] = self._traded > self.keep[0]
        return made

    @property
    def _traded(self) -> Figures:
        """Upcard × hand → the value of a trade, with the ante that only it costs."""
        made: Figures = self.take[0] - self.rules.to_trade
        return made

    @property
    def expectation(self) -> float:
        """The expectation per unit of the main stake, with what becomes of the ante."""
        best = np.where(self.trades, self._traded, self.keep[0])
        return float((best * self._dealt).sum()) - self.rules.paid

    @property
    def staked(self) -> float:
        """All stakes and the ante, in units of the main stake."""
        stakes = np.where(self.trades, self.take[1], self.keep[1])
        return float((stakes * self._dealt).sum()) + self.rules.fee

    @property
    def _dealt(self) -> Figures:
        return deal_chances(self.rules.kept.hand.shoe)

    def choices(self, hand: tuple[Rank, Rank], up: Rank) -> dict[str, float]:
        """What keeping two cards and trading them are worth, before the hole card is read."""
        row, at = row_of(tuple(rank.points for rank in hand)), up.points - 1
        return {
            "keep": float(self.keep[0, at, row]),
            "switch": float(self._traded[at, row]),
        }

    @cached_property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        rules = self.rules
        kept = _winning(rules, rules.kept, rules.kept_colored)
        taken = np.zeros_like(kept)
        for gone in rules.kept.hand.two_cards():
            both = (each.without(gone) for each in (rules.taken, rules.taken_colored))
            _put(taken, gone, _winning(rules, *both), rules.kept.hand.shoe)
        wins, hands = np.where(self.trades, taken, kept) * self._dealt
        return float(wins.sum() / hands.sum())

    @cached_property
    def standard_deviation(self) -> float | None:
        """The standard deviation of a round's net, the ante included; `None` if not computed
        exactly.
        """
        rules, shoe = self.rules, self.rules.kept.hand.shoe
        kept = _squares(rules, rules.kept, rules.kept_colored, splits=True)
        taken, split_hands = np.zeros((1, *self.trades.shape)), SplitHands()
        for gone in rules.kept.hand.two_cards():
            upcards = np.flatnonzero(self.trades[:, two_card_rows()[gone]]).tolist()
            if not upcards:
                continue
            plain = rules.taken.without(gone)
            colored = rules.taken_colored.without(gone)
            found = _squares(rules, plain, colored, splits=False)
            if found is None:
                return None
            _put(taken, gone, found[None], shoe)
            split_hands.add(value(plain), gone, upcards)
        if kept is None:
            return None
        fee, squared = rules.to_trade, rules.unit**2
        traded: Figures = squared * taken[0] - 2.0 * fee * self.take[0] + fee * fee
        made: Figures = np.where(self.trades, traded, squared * kept)
        square = (made * self._dealt).sum() + squared * split_hands.square(rules.taken.hand)
        return float(np.sqrt(square - (self.expectation + rules.paid) ** 2))


class SplitHands:
    """The pairs that are split once they were taken, with the cards that were traded for them.

    They are played alike after most trades, so each way is squared once for all such cards.
    """

    def __init__(self) -> None:
        self._hands: list[dict[object, HandNet]] = [{} for _ in range(10)]
        self._beside: dict[tuple[int, object], Figures] = defaultdict(lambda: np.zeros((10, 10)))

    def add(self, solved: Solution, gone: tuple[int, int], upcards: Iterable[int]) -> None:
        """Add the splits of the play with two cards, by value, removed from the shoe."""
        rules, played = solved.rules, solved.played
        for up, pair in product(upcards, range(10)):
            if solved.chosen[up, two_card_rows()[pair, pair]] != SPLIT:
                continue
            way = way_of(pair, played.seconds[up, pair], played.acts[up])
            if way not in self._hands[up]:
                self._hands[up][way] = split_of(rules, played, up, pair)
            self._beside[up, way][gone] += 1.0 if gone[0] == gone[1] else 2.0

    def square(self, rules: HandRules) -> float:
        """The expected square of what they net, over every deal of the whole shoe."""
        gathered, made = SecondMoment(rules), 0.0
        for up, hands in enumerate(self._hands):
            if hands:
                gathered.begin(up)
                for way, hand in hands.items():
                    gathered.add_square(hand, self._beside[up, way])
                made += rules.shoe[up] / sum(rules.shoe) * gathered.total()
        return made


def _squares(
    rules: TradeRules, plain: RoundRules, colored: RoundRules, splits: bool
) -> Figures | None:
    """The expected square of a round by upcard and hand; `None` where it is not exact.

    Without `splits`, what split hands net counts as nothing.
    """
    solved = value(plain)
    if splits_unseen(solved):
        return None
    made = squares_of(solved, splits)
    one_color = natural_squares(replace(solved, rules=colored))
    made[:, NATURAL] = _mixed(rules, made[:, NATURAL], one_color)
    return made


def _mixed(rules: TradeRules, plain: Figures, colored: Figures) -> Figures:
    """Figures of both kinds of natural, which differ there alone, by their chances."""
    return (1.0 - rules.one_color) * plain + rules.one_color * colored


def _winning(rules: TradeRules, plain: RoundRules, colored: RoundRules) -> Figures:
    """Hands won and played; those with a natural of either kind by their chances."""
    solved = value(plain)
    made = winning(solved)
    paid = (natural_wins(each) for each in (solved, value(colored)))
    made[0, :, NATURAL] = _mixed(rules, *paid)
    return made


def _put(taken: Figures, gone: tuple[int, int], figures: Figures, shoe: tuple[int, ...]) -> None:
    """Store the mean over every two cards that may come instead of those removed."""
    left = tuple(n - gone.count(value) for value, n in enumerate(shoe))
    dealt = deal_chances(left)
    share = dealt / np.maximum(dealt.sum(axis=1, keepdims=True), 1e-300)
    taken[:, :, two_card_rows()[gone]] = (figures * share).sum(axis=2)


@lru_cache(maxsize=4)
def solve_trade(rules: TradeRules) -> TradeSolution:
    """Play every hand as dealt, and every hand that may be taken instead of every other."""
    kept = value(rules.kept)
    keep = _mixed(rules, _worth(rules, kept), _worth(rules, value(rules.kept_colored)))
    take = np.zeros_like(keep)
    for gone in rules.kept.hand.two_cards():
        plain, colored = (
            _worth(rules, value(each.without(gone))) for each in (rules.taken, rules.taken_colored)
        )
        _put(take, gone, _mixed(rules, plain, colored), rules.kept.hand.shoe)
    return TradeSolution(rules, kept, keep, take)


def _worth(rules: TradeRules, solved: Solution) -> Figures:
    """Value and stakes × upcard × hand, in units of the main stake."""
    net, staked = solved.worth
    more = np.zeros_like(staked)
    more[0] = (rules.unit - 1.0) * insured_hands(solved)  # the only stake that has that unit
    return np.stack([rules.unit * net, staked + more])


# -- what the games are worth, and how they are played ---------------------------------------------


@dataclass(frozen=True, repr=False)
class TradeStrategy(BlackjackGame):
    """What Switch Hands or Blackjack Premium is worth with the ante, and how it is played."""

    played_by: ClassVar[str] = "its cards and the two that were traded"
    per: ClassVar[str] = "one unit of the main stake, with the ante placed"

    fee: Fraction

    @cached_property
    def rules(self) -> TradeRules:
        return trade_rules_of(self.asked.terms, self.fee, self.asked.shoe)

    @property
    def solution(self) -> TradeSolution:
        return solve_trade(self.rules)

    @property
    def without_fee(self) -> float | None:
        """The same for a player who does not place the ante; `None` if everyone does."""
        assert isinstance(self.asked.terms, SwitchHandsTerms)
        if not optional(self.asked.terms):
            return None
        terms = terms_after(self.asked.terms, switched=False, ante=False, colored=False)
        return value(hand_rules_of(terms, self.asked.shoe)).expectation

    @property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        return self.solution.hit_frequency

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float]:
        """What keeping and switching `10 6` are worth, before the hole card is read.

        `10 6 /` is a hand that was kept, to be played; `5 6 / 10 6` one that was taken instead of
        10 and 6. Those values are given that the dealer has no natural, if the hole card is read.
        """
        held, gone, up = ranks_beside(self.shoe, hand, upcard)
        if len(gone or ()) not in (0, 2) or (gone is None and len(held) != 2):
            raise NotationError(
                "write a hand to keep or switch as '10 6', one in play as '10 6 /', and one "
                f"taken instead of 10 and 6 as '5 6 / 10 6', not {hand!r}."
            )
        if gone is None:
            return self.solution.choices((held[0], held[1]), up)
        low, high = sorted(rank.points - 1 for rank in gone) if gone else (0, 0)
        played = self.solution.without((low, high)) if gone else self.solution.kept
        return {word: self.rules.unit * each for word, each in played.choices(held, up).items()}

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards → `X` where they are traded, else what is best, by the upcard."""
        made = {}
        for name, cells in cards_chart(self.solution.kept).items():
            a, b = (0 if each == "A" else int(each) - 1 for each in name.split())
            row = two_card_rows()[a, b]
            trades = [self.solution.trades[(n + 1) % 10, row] for n in range(len(UPCARDS))]
            made[name] = "".join(
                "X" if trade and cell != "." else cell
                for trade, cell in zip(trades, cells, strict=True)
            )
        return made
