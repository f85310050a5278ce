"""3 Card 21 "N" Done on a sheet: what it is worth with its bonus, and how to play it
(1 CCR 207-1, 30-2111).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod, sqrt
from typing import Any, ClassVar, Final

import numpy as np

from pitboss.cards import DECK, Rank, Shoe
from pitboss.errors import NotAllowed, NotationError
from pitboss.games.three_card_21 import TAKE, ThreeCardTerms, counts_over, has_pair, may_keep
from pitboss.hands import total
from pitboss.money import LOSS
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import DOUBLE, ERROR, HIT, STAND, PlayedShoe
from pitboss.solvers.charts import UPCARDS
from pitboss.solvers.compositions import row_of
from pitboss.solvers.rules import TENS, RoundRules
from pitboss.solvers.strategy_request import (
    TWO_STAKES,
    AskedGame,
    ChoiceWorth,
    SolvedGame,
    offered,
    ranks_beside,
)
from pitboss.solvers.three_card_hands import (
    KEEP,
    SHOWN,
    Ranks,
    ThreeCards,
    hand_of,
    split_shoe,
    three_card_rules,
)
from pitboss.wagers.array_reader import classify, deals_of
from pitboss.wagers.count import count_deal, mean_return
from pitboss.wagers.offer import Offer

BONUS: Final = "three-card-bonus"
STAKE: Final = 100
"""Any: the bonus pays by odds."""
LETTERS: Final = {"stand": "S", "hit": "H", TAKE: "S", KEEP: "P", "split": "P"}


@dataclass(frozen=True, repr=False)
class ThreeCardStrategy(SolvedGame):
    """What 3 Card 21 "N" Done is worth to a player who plays it best, and how that is done."""

    bonuses: Mapping[str, Offer]
    """Pay table → the compulsory bonus by it; the sheet's own figures are with the first."""
    method: ClassVar[str] = (
        "every hand by its cards, drawn without replacement; a split hand by its own cards and the "
        "three first ones; double precision"
    )
    per: ClassVar[str] = TWO_STAKES
    error: ClassVar[float] = ERROR
    upcards: ClassVar[tuple[str, ...]] = UPCARDS

    @cached_property
    def rules(self) -> RoundRules:
        assert isinstance(self.terms, ThreeCardTerms)
        return three_card_rules(self.terms, self.shoe)

    @cached_property
    def three(self) -> ThreeCards:
        """Every three cards."""
        assert isinstance(self.terms, ThreeCardTerms)
        return ThreeCards(self.terms, self.shoe, self.rules)

    @cached_property
    def main(self) -> ChoiceWorth:
        """The Three Card 21 wager alone, in its own units."""
        made = [(chance, self.three.best(held, up)[1]) for chance, held, up in self.three.deals]
        value = sum(chance * each.value for chance, each in made)
        return ChoiceWorth(value, sum(chance * each.staked for chance, each in made))

    @cached_property
    def bonus(self) -> Mapping[str, Fraction]:
        """Pay table → the value of the compulsory bonus, exactly."""
        return {
            name: mean_return(each, count_deal(each.question, self.shoe), STAKE) - 1
            for name, each in self.bonuses.items()
        }

    @property
    def expectation(self) -> float:
        """The expectation per unit of both stakes together."""
        return (self.main.value + float(next(iter(self.bonus.values())))) / 2

    @property
    def average_staked(self) -> float:
        """All stakes of a round, in units of those before the deal."""
        return (self.main.staked + 1.0) / 2

    @cached_property
    def standard_deviation(self) -> float:
        """The standard deviation of a round's net, in units of the two stakes, which share the
        three cards.
        """
        three, won = self.three, bonus_of(next(iter(self.bonuses.values())), self.shoe)
        square, mean = three.split_square, 0.0
        for chance, held, up in three.deals:
            net, (back, back_square) = three.best(held, up)[1].value, won[tuple(sorted(held))]
            square += chance * (three.square(held, up) + back_square + 2.0 * net * back)
            mean += chance * (net + back)
        return sqrt(square - mean**2) / 2

    @cached_property
    def hit_frequency(self) -> float:
        """The share of hands of Three Card 21 that win, each hand of a split counted."""
        won = played = 0.0
        for chance, held, up in self.three.deals:
            wins, hands = self.three.won(held, up)
            won, played = won + chance * wins, played + chance * hands
        return won / played

    @property
    def figures(self) -> Mapping[str, Any]:
        """Each wager on its own, and the chart by totals."""
        main, (first, *_) = self.main, self.bonus.values()
        return {
            "parts": {
                "Three Card 21": {"expectation": main.value, "average_staked": main.staked},
                "3 Card Bonus": {"expectation": first, "average_staked": Fraction(1)},
            },
            "bonus_tables": self.bonus,
            "by_total": self.by_total,
        }

    @property
    def glance(self) -> Mapping[str, str]:
        """How to read the chart by totals, and what the other pay tables return."""
        told = {
            "the chart": "what is best most often; by cards in --json and --csv",
            "three cards of 21": "S takes the pay, P keeps them to split",
        }
        for name, worth in self.bonus.items():
            told[f"bonus by {name}"] = f"{-float(worth):.6%} of its stake is kept"
        return told

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Three cards → what is best, a letter for each upcard; tens of other ranks as J and Q."""
        rows: dict[str, list[str]] = {}
        for held in self._kinds:
            row = rows.setdefault(named(held), ["."] * len(SHOWN))
            for n, up in enumerate(SHOWN):
                if (shown := self._upcard(held, up)) is not None:
                    row[n] = self._letter(held, shown)
        return {name: "".join(row) for name, row in rows.items()}

    @cached_property
    def _kinds(self) -> list[Ranks]:
        """Three ranks of each kind that the shoe can deal and that leave a choice."""
        found: dict[str, Ranks] = {}
        for _, held, _ in self.three.deals:
            if self._decides(held):
                found.setdefault(named(held), held)
        return [*found.values()]

    def _decides(self, held: Ranks) -> bool:
        assert isinstance(self.terms, ThreeCardTerms)
        return total(held).points != 21 or may_keep(hand_of(held), self.terms)

    def _upcard(self, held: Ranks, up: Rank) -> Rank | None:
        """An upcard of this value that is left in the shoe."""
        left = self.three.of_rank - Counter(held)
        may = TENS if up is Rank.TEN else (up,)
        return next((rank for rank in may if left[rank] > 0), None)

    def _letter(self, held: Ranks, up: Rank) -> str:
        word, _ = self.three.best(held, up)
        if word in LETTERS:
            return LETTERS[word]
        may = self.three.after_peek(held, up)
        stands = "stand" in may and may["stand"].value >= may["hit"].value
        letter = "D" if word == "double" else "R"
        return letter.lower() if stands else letter

    @cached_property
    def by_total(self) -> Mapping[str, Mapping[str, str]]:
        """By kind of hand and total: what is best most often, a letter for each upcard."""
        votes: dict[tuple[str, str], list[Counter[str]]] = defaultdict(
            lambda: [Counter() for _ in SHOWN]
        )
        known: dict[tuple[str, int], str] = {}
        for chance, held, up in self.three.deals:
            if self._decides(held):
                key = (named(held), up.points)
                if key not in known:
                    known[key] = self._letter(held, up)
                at = (up.points - 2) % 10
                votes[kind_of(held)][at][known[key]] += chance  # type: ignore[assignment]
        charts: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
        for (kind, row), columns in sorted(votes.items(), key=lambda each: _order(each[0])):
            best = (max(each, key=lambda letter: each[letter], default=".") for each in columns)
            charts[kind][row] = "".join(best)
        return {kind: rows for kind, rows in charts.items() if rows}

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float]:
        """The value of each choice in units of the main stake, given that there is no natural; a
        21 on the deal is taken or kept before that is known.
        """
        held, others, up = ranks_beside(self.shoe, hand, upcard)
        if others is not None:
            return self._split(held, others, up)
        if len(held) < 3:
            raise NotationError(
                f"a hand has three cards or more, as in '10 6 2', not {hand!r}; a split hand is "
                "written with the two other first cards, as in '6 5 / 10 2'."
            )
        if len(held) > 3:
            return _drawn(self.three.played, held, up)
        after = self.three.after_peek(held, up)
        if total(held).points != 21:
            counted = _without_natural(self.three.counted(held, up))
            return {word: each.value / counted for word, each in after.items()}
        made = {TAKE: self.three.taken}
        if self._decides(held):
            best = max(after.values(), key=lambda each: each.value)
            made[KEEP] = self.three.before_peek(held, up, best).value
        return made

    def _split(self, held: Ranks, others: Ranks, up: Rank) -> dict[str, float]:
        """The choices of a split hand, with the two other first cards removed."""
        if len(held) < 2 or len(others) != 2:
            raise NotationError("a split hand is written as in '6 5 / 10 2', its own cards first.")
        low, high = sorted(rank.points - 1 for rank in others)
        made = _drawn(split_shoe(self.rules, (low, high)), held, up)
        if held[0] is Rank.ACE and not self.rules.hand.aces_draw:
            return {"stand": made["stand"]}
        if not self.rules.hand.double_after_split:
            made.pop("double", None)
        return made


def _without_natural(chance: float) -> float:
    """The chance that the dealer has no natural; refused where a natural is certain."""
    if not chance:
        raise NotAllowed("The dealer is certain to have a natural: there is nothing to decide.")
    return chance


def _drawn(played: PlayedShoe, held: Ranks, up: Rank) -> dict[str, float]:
    """Standing and hitting, and doubling on two cards."""
    if total(held).points >= 21:
        raise NotAllowed("A hand in play has less than 21.")
    at = up.points - 1, row_of(tuple(rank.points for rank in held))
    words = {"stand": STAND, "hit": HIT} | ({"double": DOUBLE} if len(held) == 2 else {})
    unseen = played.rules.unseen[at[0]]
    counted = 1.0 if unseen else _without_natural(float(played.counted[at]))
    return {word: float(played.values[(which, *at)]) / counted for word, which in words.items()}


KINDS: Final = ("hard", "soft", "pair", "ace over 21 as 11", "over 21")


def kind_of(held: Ranks) -> tuple[str, str]:
    """Where three cards are found in the chart by totals."""
    hand = hand_of(held)
    points = hand.total.points
    if hand.total.bust:
        return "over 21", str(points)
    if counts_over(hand):
        return "ace over 21 as 11", str(points)
    if has_pair(hand):
        paired = max(held, key=held.count)
        return "pair", "A" if paired is Rank.ACE else str(paired.points)
    return ("soft" if hand.total.soft else "hard"), str(points)


def _order(place: tuple[str, str]) -> int:
    return 1 if place[1] == "A" else int(place[1])


def named(held: Ranks) -> str:
    """Three cards by value, tens of a second and a third rank as J and Q."""
    tens = [rank for rank, _ in Counter(r for r in held if r.points == 10).most_common()]
    names = dict(zip(tens, ("10", "J", "Q"), strict=False))
    ordered = sorted(held, key=lambda rank: (rank.points, names.get(rank, "") != "10"))
    return " ".join(names.get(rank, rank.symbol) for rank in ordered)


def bonus_of(bonus: Offer, shoe: Shoe) -> Mapping[Ranks, tuple[float, float]]:
    """Three ranks, rising → the expected net of a bonus on them, and its expected square."""
    cards = np.array([*combinations_with_replacement(range(52), 3)])
    ways = [prod(comb(shoe.counts[c], n) for c, n in Counter(t).items()) for t in cards.tolist()]
    pays = [line.pays for line in bonus.lines]
    nets = np.array([float(each.net) for each in (*pays, LOSS)])
    net = nets[classify(bonus, deals_of(tuple(cards.T), {"player": 3}))]
    sums: dict[Ranks, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for three, n, each in zip(cards, ways, net, strict=True):
        found = sums[tuple(sorted(DECK[card].rank for card in three))]
        for at, figure in enumerate((n, n * each, n * each * each)):
            found[at] += figure
    return {held: (a / n, b / n) for held, (n, a, b) in sums.items() if n}


def three_card_strategy(
    book: Rulebook, asked: AskedGame, readings: Mapping[str, str]
) -> ThreeCardStrategy:
    """The game with its bonus by every pay table that the deck count allows."""
    tables = book.wager(f"{asked.game.jurisdiction}/{BONUS}").paytables
    made = {each.id: offered(book, asked.game, BONUS, readings, each.id) for each in tables}
    lawful = {name: each for name, each in made.items() if asked.terms.decks in each.table.decks}
    return ThreeCardStrategy(asked, lawful or made)
