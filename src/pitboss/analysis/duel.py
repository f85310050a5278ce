"""The player's finished hand against the dealer's, counted exactly for a named policy."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np

from pitboss.analysis.play import FOR_THIS, Decision, decision
from pitboss.cards import Card, Shoe
from pitboss.hands import is_blackjack, total
from pitboss.rulebook.when import Say
from pitboss.wagers.count import LOST, Counted, Key
from pitboss.wagers.dealer import Finished, finished_hands
from pitboss.wagers.deals import conditions
from pitboss.wagers.kinds import kinds_for
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import line_number


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
            self._keys[classes] = line_number(self.offer, seen), 1
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
