"""Wagers that follow the player's own play, counted exactly for a named policy.

*never hit*: the player stands on the first two cards. *for this wager*: the play that is worth
most to this wager alone. *basic strategy*: the main game's, pairs played as their totals.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, product
from typing import Final

from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import NotAllowed, either
from pitboss.hands import straight_run, total
from pitboss.wagers.count import LOST, Counted, Key, count_deal
from pitboss.wagers.deals import conditions, words_of
from pitboss.wagers.kinds import kinds_for
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import line_number

NEVER_HIT: Final = "never hit"
FOR_THIS: Final = "for this wager"
BASIC: Final = "basic strategy"
POLICIES: Final = (NEVER_HIT, FOR_THIS, BASIC)

Decision = Callable[[Sequence[Card], int], str]
"""(player's cards, points of the upcard) → stand, hit or double."""


@cache
def _table(hit_soft_17: bool) -> tuple[Mapping[str, str], Mapping[str, str]]:
    raw = tomllib.loads(
        files("pitboss.analysis").joinpath("basic_strategy.toml").read_text("utf-8")
    )
    table = raw["hit_on_soft_17" if hit_soft_17 else "stand_on_soft_17"]
    return table["hard"], table["soft"]


def basic(cards: Sequence[Card], upcard: int, hit_soft_17: bool) -> str:
    """The main game's basic strategy for a hand that is not split."""
    hard, soft = _table(hit_soft_17)
    value = total(cards)
    if value.points >= 21:
        return "stand"
    rows, low, high = (soft, 12, 19) if value.soft else (hard, 8, 17)
    letter = rows[str(min(max(value.points, low), high))][(upcard - 2) % 10]
    if letter in "Dd" and len(cards) == 2:
        return "double"
    return "stand" if letter in "Sd" else "hit"


def decision(policy: str, hit_soft_17: bool) -> Decision:
    """The play that a policy names, where it does not depend on the wager."""
    if policy == NEVER_HIT:
        return lambda cards, upcard: "stand"
    if policy == BASIC:
        return lambda cards, upcard: basic(cards, upcard, hit_soft_17)
    raise NotAllowed(f"No policy is called {policy!r}: choose {either(POLICIES)}.")


def count_third_card(offer: Offer, shoe: Shoe, policy: str) -> Counted:
    """A wager on the first two cards and a third, which a player who never hits does not take.

    The third card is drawn all the same when the dealer has a natural (§ 633c.9(d)(4)).
    """
    taken = count_deal(offer, shoe)
    if policy != NEVER_HIT or offer.choices.get("third-card") == "upcard":
        return taken
    without = _without_third(offer, shoe)
    pairs = sum(without.values())
    needs_third = {key for key in taken.ways if key not in without}
    instead = max(
        without, key=lambda k: Fraction(without[k], pairs) - Fraction(taken.ways[k], taken.total)
    )
    aces, tens = (
        sum(n for n, c in zip(shoe.counts, DECK, strict=True) if c.points == p) for p in (1, 10)
    )
    every, natural = math.perm(shoe.size - 3, 2), 2 * aces * tens
    made: Counter[Key] = Counter()
    for key, ways in taken.ways.items():
        drawn = natural if key in needs_third else every
        made[key] += ways * drawn
        made[instead] += ways * (every - drawn)
    counting = f"{taken.counting}, then 2 to the dealer in order"
    return Counted(dict(made), taken.total * every, counting, taken.looked)


def _without_third(offer: Offer, shoe: Shoe) -> Counter[Key]:
    """Ways of each line when the first two cards are all the player has."""
    made: Counter[Key] = Counter()
    for a, b in combinations_with_replacement(DECK, 2):
        n, m = shoe.counts[a.index], shoe.counts[b.index]
        number = line_number(offer, {"player": (a, b), "third": (), "": (a, b)})
        made[number, 1] += math.comb(n, 2) if a == b else n * m
    return made


def count_run(offer: Offer, shoe: Shoe, policy: str, hit_soft_17: bool) -> Counted:
    """A straight that grows with the player's hits (30-2109, 30-2110).

    A dealer's natural ends the round before anyone draws; cards after a break do not count.
    """
    run = _Run(offer, shoe)
    play = _hit_to_21 if policy == FOR_THIS else decision(policy, hit_soft_17)
    made: Counter[Key] = Counter()
    looked = 0
    for first, second, upcard in product(run.numbers, repeat=3):
        start = (first, second)
        if run.holds(start):
            made[run.key(start)] += run.ways(start, upcard, natural=True)
            for path, ways in run.finals(start, upcard, play):
                looked += 1
                made[run.key(path)] += ways
    every = math.perm(shoe.size, ROUND_OF_RUN)
    made[LOST] += every - sum(made.values())
    return Counted(dict(made), every, f"every order of {ROUND_OF_RUN} cards", looked)


def _hit_to_21(cards: Sequence[Card], upcard: int) -> str:
    return "stand" if total(cards).points >= 21 else "hit"


Path = tuple[int, ...]
"""Kinds of the player's cards, in the order dealt."""
LONGEST_RUN: Final = 6
"""Ace to six make 21: no longer straight holds."""
ROUND_OF_RUN: Final = LONGEST_RUN + 2
"""With the dealer's two cards."""


class _Run:
    """The player's straight beside an upcard, over kinds of card."""

    def __init__(self, offer: Offer, shoe: Shoe) -> None:
        kinds = kinds_for(list(conditions(offer)), None)
        self.offer, self.shoe, self.kinds = offer, shoe, kinds
        self.around = any(word.word == "run_around" for word in words_of(conditions(offer)))
        self.points, self.counts = kinds.points, kinds.counts(shoe)
        self.numbers = range(len(self.counts))

    def cards(self, path: Path) -> tuple[Card, ...]:
        """Cards of these kinds."""
        return tuple(self.kinds.members[kind][0] for kind in path)

    def holds(self, path: Path) -> bool:
        """Every card so far belongs to the straight."""
        return straight_run(self.cards(path), self.around) == len(path)

    def key(self, path: Path) -> Key:
        """The line of a finished straight."""
        cards = self.cards(path)
        return line_number(self.offer, {"player": cards, "": cards}), 1

    def ways(self, path: Path, upcard: int, natural: bool) -> int:
        """Orders of a whole round that begin so, with a dealer's natural or without."""
        drawn = Counter([*path, upcard])
        held = math.prod(math.perm(self.counts[k], n) for k, n in drawn.items())
        completes = {1: 10, 10: 1}.get(self.points[upcard])
        holes = sum(self.counts[k] - drawn[k] for k in self.numbers if self.points[k] == completes)
        left = self.shoe.size - len(path) - 1
        hole = holes if natural else left - holes
        return held * hole * math.perm(left - 1, LONGEST_RUN - len(path))

    def finals(self, path: Path, upcard: int, play: Decision) -> Iterator[tuple[Path, int]]:
        """Each straight that the play ends with from here, and its ways without a natural."""
        ways = self.ways(path, upcard, natural=False)
        if not ways:
            return
        act = play(self.cards(path), self.points[upcard])
        if act != "stand" and len(path) < LONGEST_RUN:
            for grown in ((*path, kind) for kind in self.numbers):
                if self.holds(grown):
                    longer = self.ways(grown, upcard, natural=False)
                    ways -= longer
                    if act == "double":
                        yield grown, longer
                    else:
                        yield from self.finals(grown, upcard, play)
        yield path, ways
