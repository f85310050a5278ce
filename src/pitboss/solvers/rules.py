"""The terms of standard blackjack as the numbers that its solver takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.cards import DECK, Rank, Shoe
from pitboss.errors import NotAllowed
from pitboss.games.hybrid_blackjack import HybridTerms, NoHoleCardTerms, TerminalTerms
from pitboss.games.standard import BURNED
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.solvers.compositions import MOST, ORDER

TENS: Final = ORDER[9:]
Cards = tuple[int, ...]
"""Cards by value: 0 is an ace, 9 is a ten."""
TWO_CARDS: Final = tuple(combinations_with_replacement(range(10), 2))
"""Any two cards."""
MOST_FILED: Final = 4
"""The most hands of a split that any term allows."""
MOST_HANDS: Final = 8
"""The same in hypothetical games: with more hands, sums would not be exact."""
EARLY: Final = 2
"""Surrender before the dealer looks for a natural, by number."""
NOT_OFFERED: Final = -2.0
"""Below anything that even money could pay."""


@dataclass(frozen=True, slots=True)
class HandRules:
    """What the play of one hand depends on: a shoe, and all but the number of hands of a split."""

    shoe: tuple[int, ...]
    """Cards of each value, the ace first."""
    hits_soft_17: bool
    stands_from: int
    win: float
    """What a hand that beats the dealer's wins."""
    pushes_22: bool
    wins_21: bool
    """Whether a 21 beats the dealer's."""
    at_once: bool
    """Whether it does so before the dealer plays."""
    unseen: tuple[bool, ...]
    """By the upcard: a natural that is only found at the end."""
    double_loss: float
    """How much of what a double added is lost to such a natural."""
    other_loss: bool
    """Whether what split hands added is lost to it as well."""
    double_after_split: bool
    surrender_after_split: bool
    aces_draw: bool
    hands: int
    """Figures are kept for a split to this many hands."""
    hands_of_aces: int
    doubled: float = 2.0
    """Stakes that a doubled hand counts for."""
    lost: float = 1.0
    """What a hand that loses loses of each."""
    pushes_over: bool = False
    """A hand over 21 pushes if the dealer's total is the same."""
    given_up: float = 0.5
    """The part of the first stake that surrender takes."""
    natural_takes: float = 1.0
    """The part of the first stake of a standing hand that an unseen natural takes."""

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the compiled code takes: see `pitboss.solvers.kernels`."""
        lost = (self.double_loss, self.other_loss, self.doubled, self.lost)
        other = (self.at_once, self.natural_takes, self.given_up)
        after = (self.double_after_split, self.surrender_after_split, self.aces_draw)
        limits = np.array([self.hands_of_aces, *(self.hands,) * 9])
        return (
            np.array(self.shoe, np.int64),
            np.array(self.unseen, np.int64),
            np.array([self.win, *lost, *other], float),
            np.array(after, np.int64),
            np.maximum(2 * (limits - 2), -1),
        )

    def has(self, cards: Cards) -> bool:
        """Whether the shoe has these cards."""
        return all(self.shoe[each] >= cards.count(each) for each in cards)

    def two_cards(self) -> list[tuple[int, int]]:
        """Any two cards that the shoe can deal."""
        return [two for two in TWO_CARDS if self.has(two)]

    def natural(self, held: Sequence[int], up: int) -> float:
        """The chance of a dealer's natural with these cards and the upcard, by value, removed."""
        if up not in (0, 9):
            return 0.0
        return (self.shoe[9 - up] - held.count(9 - up)) / (sum(self.shoe) - len(held) - 1)

    def without(self, cards: Cards) -> HandRules:
        """The same with these cards removed from the shoe."""
        left = [many - cards.count(each) for each, many in enumerate(self.shoe)]
        return replace(self, shoe=tuple(left))


@dataclass(frozen=True, slots=True)
class RoundRules:
    """Everything else that a round depends on."""

    hand: HandRules
    tens: tuple[int, ...]
    """How many there are of each kind of ten that makes a pair."""
    natural: float
    tied_natural: float
    insurance: float
    """What it pays; 0 if it is not offered."""
    insures_naturals: bool
    even_money: float
    doubles: bool
    surrender: int
    """0 for none, 1 late, 2 early."""
    hands: int
    hands_of_aces: int
    shared_splits: bool = False
    """All hands of a split draw the same cards."""
    insured: float = 0.5
    """How much insurance is, in units of the main stake."""
    unseen_surrender: float = 0.0
    """What a natural found later takes of a hand that was given up; 0 if none may be."""
    rider: float = 0.0
    """The share of each unit that rides with the hand first dealt: never doubled or split."""
    switched_pushes_22: bool = False
    """A switched ace and ten push with the dealer's 22, whatever other hands do."""

    def limit(self, pair: int) -> int:
        """Into how many hands a pair, by value, may be split."""
        return self.hands_of_aces if pair == 0 else self.hands

    def insures(self, others: int = 0, tens: int = 0) -> bool:
        """Whether insurance has positive value against an ace with this many other cards and tens
        removed.
        """
        left = self.hand.shoe[9] - tens
        return self.insurance * left > sum(self.hand.shoe) - 1 - others - tens - left

    def insurance_worth(self, natural: float) -> float:
        """What insurance is worth by the chance of a natural."""
        return self.insured * (self.insurance * natural - (1.0 - natural))

    def without(self, cards: Cards) -> RoundRules:
        """The same with these cards removed from the shoe, where tens are alike."""
        hand = self.hand.without(cards)
        return replace(self, hand=hand, tens=(hand.shoe[9],))


def rules_of(terms: Terms, shoe: Shoe | None = None) -> RoundRules:
    """The numbers of a game's terms, dealt from its pack or from another shoe."""
    if isinstance(terms, TerminalTerms):
        return _terminal_rules(terms, shoe)
    if type(terms) is not BlackjackTerms:
        raise NotAllowed("its best play has not been solved yet.")
    return hand_rules_of(terms, shoe, late_natural=True)


def _terminal_rules(terms: TerminalTerms, shoe: Shoe | None) -> RoundRules:
    """One terminal alone, with or without a hole card (58 Pa. Code § 633c.5)."""
    made = hand_rules_of(terms, shoe, late_natural=True)
    made = replace(made, hand=replace(made.hand, at_once=False))  # all hands end together
    shared = terms.split_hands_draw == "each from the same card"
    if shared and max(made.hands, made.hands_of_aces) > 4:
        raise NotAllowed("split hands that draw the same cards are solved up to four hands.")
    if isinstance(terms, HybridTerms):
        pushes = terms.both_over_21 == "equal totals push"
        if pushes:  # the dealer draws to 16 against a hand of 30
            check_points(made, shoe or terms.pack, BURNED[terms.burn], most_hands(made), last=46)
        hand = replace(made.hand, surrender_after_split=False, pushes_over=pushes)
        return replace(made, hand=hand, surrender=0, shared_splits=shared)  # (p)(2) has none
    if terms.surrender_after_split or terms.surrender == "early":
        raise NotAllowed(
            "it is solved only without early surrender or surrender after a split (§ 633c.5(z))."
        )
    assert isinstance(terms, NoHoleCardTerms)
    takes = 0.5 if terms.surrender_is == "early" else 1.0
    return replace(made, shared_splits=shared, unseen_surrender=takes)


def hand_rules_of(
    terms: BlackjackTerms,
    shoe: Shoe | None = None,
    spots: int = 1,
    beside: int = 0,
    late_natural: bool = False,
) -> RoundRules:
    """The same for any game whose hands are played as those of blackjack, at this many spots.

    `beside` are cards of a round that no hand of it has in the end. `late_natural`: a 21 may
    win at once although a natural is found later.
    """
    if terms.player_21 == "wins at once" and terms.peek != "ace and ten" and not late_natural:
        raise NotAllowed(
            "a 21 that wins at once is solved only where the dealer looks for a natural first.",
            terms.clause("player_21"),
        )
    if terms.split_hands > MOST_HANDS:
        raise NotAllowed(f"hands may be split into {MOST_HANDS} at most, not {terms.split_hands}.")
    pack = shoe or terms.pack
    ranks = of_rank(pack)
    tens = tuple(ranks[rank] for rank in TENS)
    values = (*(ranks[rank] for rank in ORDER[:9]), sum(tens))
    unseen = tuple(up in (1, 10) and up not in terms.dealing.peeks for up in range(1, 11))
    all_lost = any(unseen) and terms.lost_to_dealer_natural == "all wagers"
    doubles_lost = any(unseen) and terms.doubled_before_natural == "lost"
    doubles = terms.double_on != "never"
    late = terms.surrender == "late"
    hands_of_aces = split_limits(terms)[1]
    hand = HandRules(
        shoe=values,
        hits_soft_17=terms.dealing.dealer.hits_soft_17,
        stands_from=terms.dealing.dealer.stands_from,
        win=float(terms.wins_pay.net),
        pushes_22=terms.dealer_22 == "push",
        wins_21=terms.player_21 in ("wins", "wins at once"),
        at_once=terms.player_21 == "wins at once",
        unseen=unseen,
        double_loss=all_lost or doubles_lost,
        other_loss=all_lost,
        double_after_split=doubles and terms.double_after_split,
        surrender_after_split=late and terms.surrender_after_split,
        aces_draw=not terms.one_card_to_split_aces,
        hands=terms.split_hands,
        hands_of_aces=hands_of_aces,
    )
    made = RoundRules(
        hand=hand,
        tens=tens if terms.split_by == "rank" else (sum(tens),),
        natural=float(terms.natural_pays.net),
        tied_natural=float(terms.tied_natural.net),
        insurance=float(terms.insurance_pays.ratio) if terms.insurance == "offered" else 0.0,
        insures_naturals=terms.insurance_to == "every hand",
        even_money=float(terms.wins_pay.net) if offers_even_money(terms) else NOT_OFFERED,
        doubles=doubles,
        surrender={"none": 0, "late": 1, "early": EARLY}[terms.surrender],
        hands=terms.split_hands,
        hands_of_aces=hands_of_aces,
    )
    check_points(made, pack, BURNED[terms.burn] + beside, spots * most_hands(made))
    return made


def for_any_split(rules: RoundRules) -> RoundRules:
    """The same rules, with figures for as many hands as any casino files, so that they can be
    shared.
    """
    hands = max(rules.hands, MOST_FILED)
    return replace(rules, hand=replace(rules.hand, hands=hands, hands_of_aces=hands))


def of_rank(shoe: Shoe) -> Counter[Rank]:
    """How many cards of each rank a shoe has."""
    made: Counter[Rank] = Counter()
    for card, n in zip(DECK, shoe.counts, strict=True):
        made[card.rank] += n
    return made


def split_limits(terms: BlackjackTerms) -> tuple[int, int]:
    """Hands that a pair, and a pair of aces, may be split into."""
    aces = terms.split_hands if terms.resplit_aces else min(2, terms.split_hands)
    return terms.split_hands, min(aces, 3) if terms.ace_splits == "one further split" else aces


def offers_even_money(terms: BlackjackTerms) -> bool:
    """Whether even money is offered to a player who is dealt a natural face up."""
    faced = terms.player_cards == "face up"
    return terms.insurance == "offered" and terms.even_money == "offered" and faced


def most_hands(rules: RoundRules) -> int:
    """Into how many hands one may be split, with the cards of this shoe."""
    limits = (rules.hands_of_aces, *(rules.hands,) * 9)
    pairs = zip(limits, rules.hand.shoe, strict=True)
    return max(max(1, min(limit, n)) for limit, n in pairs)


def check_points(rules: RoundRules, shoe: Shoe, burned: int, hands: int, last: int = 40) -> None:
    """Refuse a shoe that could run out in a round of this many hands.

    Cards run out while some hand is to be drawn to, which has at most 20; the dealer's two cards
    have at most 20, and every other hand at most 30. `last` is what the first two have together.
    """
    points = sum(n * value for value, n in enumerate(rules.hand.shoe, 1))
    least = 30 * (hands - 1) + last + 10 * burned
    if points <= least:
        raise NotAllowed(
            f"a shoe of {shoe.size} cards with {points} points in all is too small: a round of up "
            f"to {hands} hand{'s' * (hands != 1)} could use {least} and run out."
        )


# -- what a hand that stands gains above a loss, against each final total of the dealer ------------


Weights = tuple[tuple[float, ...], ...]
"""Class of total × the dealer's final total → what it changes of what the class usually wins."""
CLASSES: Final = 6
"""Totals up to 16, and 17 to 21 one by one; then come those over 21, where they may push."""


def outcome(rules: HandRules, total: int, dealer: int) -> float:
    """What a hand wins against the dealer's final total."""
    if total > 21:
        return 0.0 if total == dealer and rules.pushes_over else -rules.lost
    if dealer == 22 and rules.pushes_22:
        return 0.0
    if dealer > 21 or total > dealer:
        return rules.win
    if total < dealer:
        return -rules.lost
    return rules.win if total == 21 and rules.wins_21 else 0.0


def kinds_of(rules: HandRules) -> range:
    """The classes of totals that the dealer's hand decides: over 21 only if they may push."""
    return range(MOST - 15 if rules.pushes_over else CLASSES)


def finals_of(rules: HandRules) -> range:
    """The dealer's final totals that may change what a hand wins: of busts those that may push."""
    return range(17, 1 + (MOST if rules.pushes_over else 22))


def usual_net(rules: HandRules, kind: int) -> float:
    """What a class wins unless one of these totals changes it."""
    return rules.win if kind < CLASSES else -rules.lost


def net_of(rules: HandRules, kind: int, dealer: int) -> float:
    """What a total of a class wins against a final total of the dealer."""
    total = 16 + kind
    return rules.win if rules.at_once and total == 21 else outcome(rules, total, dealer)


def weights_of(
    rules: HandRules, of: Callable[..., float] = lambda net: net, classes: int = 1
) -> Weights:
    """What each final total of the dealer changes against what a class usually wins.

    `of` is what is weighed of that: of one class, or of each so many `classes` together.
    """
    return tuple(
        tuple(
            of(*(net_of(rules, kind, each) for kind in kinds))
            - of(*(usual_net(rules, kind) for kind in kinds))
            for each in finals_of(rules)
        )
        for kinds in combinations_with_replacement(kinds_of(rules), classes)
    )


class Gains(NamedTuple):
    """What hands that stand gain above a loss, and what the dealer's final total changes of it."""

    bust: float
    """One, against a dealer who is bust over 22."""
    one: Weights
    """Class of total × the dealer's final total → what it changes."""
    two: Weights
    """The same for two classes, whose gains are multiplied."""


def gains_of(rules: HandRules) -> Gains:
    """What hands gain under the rules of the main wager."""
    both = weights_of(rules, lambda low, high: (low + 1.0) * (high + 1.0), classes=2)
    return Gains(rules.win + 1.0, weights_of(rules), both)


def gains_with_22(win: float) -> Gains:
    """Where only a dealer's 22 counts: on its own, or with what a hand that stands gains."""
    one, two = (0.0,) * 5 + (1.0,), (0.0,) * 5 + (win + 1.0,)
    return Gains(0.0, (one,) * CLASSES, (two,) * (CLASSES * (CLASSES + 1) // 2))
