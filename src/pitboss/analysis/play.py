"""Wagers that follow the player's own play, counted exactly for a named policy.

*never hit*: the player stands on the first two cards. *for this wager*: the play that is worth
most to this wager alone. *basic strategy*: the main game's, pairs played as their totals.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import NotAllowed, either
from pitboss.hands import is_blackjack, straight_run, total
from pitboss.rulebook.when import Say
from pitboss.wagers.count import LOST, Counted, Key, count_deal
from pitboss.wagers.dealer import Finished, finished_hands, kinds_for
from pitboss.wagers.deals import conditions
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import outcome

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
        line = outcome(offer, {"player": (a, b), "third": (), "": (a, b)})
        key = (offer.lines.index(line), 1) if line else LOST
        made[key] += math.comb(n, 2) if a == b else n * m
    return made


def count_run(offer: Offer, shoe: Shoe, policy: str, hit_soft_17: bool) -> Counted:
    """A straight that grows with the player's hits (30-2109, 30-2110).

    A dealer's natural ends the round before anyone draws; cards after a break do not count.
    """
    kinds = kinds_for([*conditions(offer), Say("rank")], None)
    counts = kinds.counts(shoe)
    points = kinds.points
    longest = 8
    play = (
        (lambda cards, upcard: "stand" if total(cards).points >= 21 else "hit")
        if policy == FOR_THIS
        else decision(policy, hit_soft_17)
    )
    made: Counter[Key] = Counter()
    looked = 0
    numbers = range(len(counts))

    def key(cards: tuple[Card, ...]) -> Key:
        line = outcome(offer, {"player": cards, "": cards})
        return (offer.lines.index(line), 1) if line else LOST

    def follow(path: list[int], upcard: int, ways: Callable[[list[int]], int]) -> None:
        nonlocal looked
        looked += 1
        cards = tuple(kinds.members[k][0] for k in path)
        mass = ways(path)
        if not mass:
            return
        act = play(cards, points[upcard])
        if act != "stand" and len(path) < 6:
            for kind in numbers:
                grown = (*cards, kinds.members[kind][0])
                if straight_run(grown) == len(grown):
                    longer = [*path, kind]
                    if act == "double":
                        made[key(grown)] += ways(longer)
                    else:
                        follow(longer, upcard, ways)
                    mass -= ways(longer)
        made[key(cards)] += mass

    for first in numbers:
        for second in numbers:
            if straight_run((kinds.members[first][0], kinds.members[second][0])) != 2:
                continue
            for upcard in numbers:
                completes = {1: 10, 10: 1}.get(points[upcard], 0)

                def ways(
                    path: list[int],
                    natural: bool = False,
                    upcard: int = upcard,
                    completes: int = completes,
                ) -> int:
                    drawn = Counter([*path, upcard])
                    held = math.prod(math.perm(counts[k], n) for k, n in drawn.items())
                    left = shoe.size - len(path) - 1
                    holes = sum(counts[k] - drawn[k] for k in numbers if points[k] == completes)
                    hole = holes if natural else left - holes
                    return held * hole * math.perm(left - 1, longest - len(path) - 2)

                start = [first, second]
                made[key(tuple(kinds.members[k][0] for k in start))] += ways(start, natural=True)
                follow(start, upcard, ways)
    every = math.perm(shoe.size, longest)
    made[LOST] += every - sum(made.values())
    return Counted(dict(made), every, f"every order of {longest} cards", looked)


def count_duel(offer: Offer, shoe: Shoe, policy: str, hit_soft_17: bool) -> Counted:
    """The player's finished hand against the dealer's (58 Pa. Code § 633c.5(u)).

    A dealer's natural is found before the player acts.
    """
    duel = _Duel(offer, shoe, hit_soft_17)
    made: Counter[Key] = Counter()
    looked = 0
    for upcard in range(len(duel.points)):
        if policy == FOR_THIS:
            choose = duel.best(upcard)
        else:
            choose = duel.by_cards(decision(policy, hit_soft_17), upcard)
        finals = duel.finals(choose)
        looked += len(finals)
        duel.add(made, finals, upcard, natural=False)
        duel.add(made, duel.finals(lambda held: "stand"), upcard, natural=True)
    every = math.perm(shoe.size, duel.longest)
    made[LOST] += every - sum(made.values())
    return Counted(dict(made), every, f"every order of {duel.longest} cards", looked)


Held = tuple[int, ...]
"""How many cards of each kind a hand has."""
Class = tuple[int, bool]
"""All that matters of a finished hand: its total, and whether it is a natural."""
MOST_CARDS: Final = 22
WHOLE: Final = 9
"""Up to so many dealer's cards the ways fit a 64-bit integer."""


class _Duel:
    """Player's hands against dealer's hands, over kinds of card."""

    def __init__(self, offer: Offer, shoe: Shoe, hit_soft_17: bool) -> None:
        kinds = kinds_for([*conditions(offer), Say("total")], None)
        self.offer, self.shoe, self.kinds = offer, shoe, kinds
        self.points, self.counts = kinds.points, kinds.counts(shoe)
        hands = finished_hands(self.points, hit_soft_17, True)
        self.longest = max(h.cards for h in hands) + MOST_CARDS
        self.dealer: dict[tuple[int, bool], list[Finished]] = {}
        for hand in hands:
            natural = self.class_of(hand.held)[1]
            self.dealer.setdefault((hand.first, natural), []).append(hand)
        self._keys: dict[tuple[Class, Class], Key] = {}

    @cache  # noqa: B019 - a duel lives for one count
    def class_of(self, held: Held) -> Class:
        """Total of a hand, and whether it is a natural."""
        cards = self.cards(held)
        return total(cards).points, is_blackjack(cards)

    def cards(self, held: Held) -> tuple[Card, ...]:
        """Cards of these kinds."""
        pairs = zip(held, self.kinds.members, strict=True)
        return tuple(members[0] for n, members in pairs for _ in range(n))

    def by_cards(self, play: Decision, upcard: int) -> Callable[[Held], str]:
        """A policy on cards as one on kinds."""
        return lambda held: play(self.cards(held), self.points[upcard])

    def finals(self, choose: Callable[[Held], str]) -> dict[Held, int]:
        """The player's finished hands and the orders in which each comes."""
        kinds = range(len(self.points))
        layer: Counter[Held] = Counter()
        for a in kinds:
            for b in kinds:
                layer[_plus(_plus((0,) * len(kinds), a), b)] += 1
        done: Counter[Held] = Counter()
        while layer:
            after: Counter[Held] = Counter()
            for held, orders in layer.items():
                act = "stand" if self.class_of(held)[0] >= 21 else choose(held)
                if act == "stand":
                    done[held] += orders
                    continue
                for kind in kinds:
                    (done if act == "double" else after)[_plus(held, kind)] += orders
            layer = after
        return dict(done)

    def key(self, mine: Held, theirs: Held) -> Key:
        """The line of one hand against another."""
        classes = self.class_of(mine), self.class_of(theirs)
        if classes not in self._keys:
            player, dealer = self.cards(mine), self.cards(theirs)
            seen = {"player": player, "dealer": dealer, "upcard": dealer[:1], "": player + dealer}
            line = outcome(self.offer, seen)
            self._keys[classes] = (self.offer.lines.index(line), 1) if line else LOST
        return self._keys[classes]

    def add(
        self, made: Counter[Key], finals: Mapping[Held, int], upcard: int, natural: bool
    ) -> None:
        """Add the ways of each line when the player holds these hands."""
        theirs: dict[tuple[Class, int], list[Finished]] = {}
        for hand in self.dealer.get((upcard, natural), []):
            theirs.setdefault((self.class_of(hand.held), hand.cards), []).append(hand)
        mine: dict[Class, list[Held]] = {}
        for player in finals:
            mine.setdefault(self.class_of(player), []).append(player)
        for players in mine.values():
            own = [finals[p] * math.prod(map(math.perm, self.counts, p)) for p in players]
            sizes = [sum(p) for p in players]
            for (_, length), hands in theirs.items():
                key = self.key(players[0], hands[0].held)
                if key != LOST:
                    rest = self._rest(length)
                    ways = self._ways(players, hands)
                    made[key] += sum(
                        w * o * rest[n] for w, o, n in zip(ways, own, sizes, strict=True)
                    )

    @cache  # noqa: B019 - a duel lives for one count
    def _rest(self, length: int) -> tuple[int, ...]:
        """Ways to fill up the longest round, by the number of the player's cards."""
        free = range(self.longest - length + 1)
        return tuple(
            math.perm(self.shoe.size - length - n, self.longest - length - n) for n in free
        )

    def _ways(self, players: Sequence[Held], hands: Sequence[Finished]) -> list[int]:
        """For each hand of the player, ordered ways of all these hands of the dealer."""
        whole = hands[0].cards <= WHOLE
        kind = np.int64 if whole else object
        rows = np.array([h.held for h in hands])
        held = np.array(players)
        ways = np.tile(np.array([h.orders for h in hands], kind), (len(players), 1))
        most = int(rows.max())
        for k, n in enumerate(self.counts):
            if rows[:, k].any():
                used = range(int(held[:, k].max()) + 1)
                falls = [[math.perm(max(n - u, 0), i) for i in range(most + 1)] for u in used]
                ways *= np.array(falls, kind)[held[:, k]][:, rows[:, k]]
        if not whole:
            return [int(n) for n in ways.sum(axis=1)]
        high, low = (ways >> 32).sum(axis=1).tolist(), (ways & 0xFFFFFFFF).sum(axis=1).tolist()
        return [(a << 32) + b for a, b in zip(high, low, strict=True)]

    def best(self, upcard: int) -> Callable[[Held], str]:
        """The play worth most to this wager, given the player's own cards and the upcard.

        Decisions are found in floating point; what they are worth is counted exactly.
        """
        standing = self._standing(upcard)
        values: dict[Held, tuple[float, str]] = {}

        def value(held: Held) -> float:
            points, _ = self.class_of(held)
            if points > 21:
                return 0.0
            if held not in values:
                stand = standing.get(held, 0.0)
                left = list(map(int.__sub__, self.counts, held))
                left[upcard] -= 1
                hit = 0.0
                if points < 21:
                    drawn = ((k, n) for k, n in enumerate(left) if n > 0)
                    hit = sum(n * value(_plus(held, k)) for k, n in drawn) / sum(left)
                values[held] = (stand, "stand") if stand >= hit else (hit, "hit")
            return values[held][0]

        def choose(held: Held) -> str:
            value(held)
            return values[held][1]

        return choose

    def _standing(self, upcard: int) -> dict[Held, float]:
        """What it is worth to stand on each hand of 21 or less, against this upcard."""
        players = self._hands()
        hands = self.dealer[(upcard, False)]
        rows = np.array([h.held for h in hands])
        dealt = np.array([h.cards for h in hands])
        held = np.array(players)
        chance = np.tile(np.array([float(h.orders) for h in hands]), (len(players), 1))
        most = int(dealt.max())
        for k, n in enumerate(self.counts):
            falls = [
                [float(math.perm(max(n - u, 0), i)) for i in range(most + 1)]
                for u in range(int(held[:, k].max()) + 1)
            ]
            chance *= np.array(falls)[held[:, k]][:, rows[:, k]]
        sizes = self.shoe.size - held.sum(axis=1)
        steps = np.array([[float(math.perm(int(n), i)) for i in range(most + 1)] for n in sizes])
        chance /= steps[:, dealt]
        gross = [float(x.pays.ratio + x.pays.returned) for x in self.offer.lines] + [0.0]
        example = {self.class_of(h.held): h.held for h in hands}
        at = {name: n for n, name in enumerate(example)}
        columns = np.array([at[self.class_of(h.held)] for h in hands])
        pays = np.array([[gross[self.key(p, h)[0]] for h in example.values()] for p in players])
        pays = pays[:, columns]
        worth = (chance * pays).sum(axis=1) / chance.sum(axis=1)
        return dict(zip(players, map(float, worth), strict=True))

    def _hands(self) -> list[Held]:
        """Every hand of two cards or more, of 21 or less."""
        kinds = range(len(self.points))
        found: dict[Held, None] = {}
        layer = {(0,) * len(kinds): None}
        for count in range(1, MOST_CARDS):
            layer = {
                grown: None
                for held in layer
                for grown in (_plus(held, k) for k in kinds)
                if self.class_of(grown)[0] <= 21
            }
            if count >= 2:
                found |= layer
        return list(found)


def _plus(held: Held, kind: int) -> Held:
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])
