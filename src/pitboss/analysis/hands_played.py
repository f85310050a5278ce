"""The hands that player and dealer may reach, card by card, and those that they end with.

A player takes cards by a policy and the dealer by a rule; the tables that kernels deal from are
made of the same hands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Any

from pitboss.analysis.parties import PLACES, Party
from pitboss.analysis.policies import decision
from pitboss.cards import DECK, RANK_SYMBOLS, Card
from pitboss.hands import Total, total_of
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import scopes
from pitboss.wagers.card_kinds import Held
from pitboss.wagers.card_reader import Reader, reader, sure_line
from pitboss.wagers.count import LOST, Key, key_of
from pitboss.wagers.growth import EndedHands, Path
from pitboss.wagers.offer import DealQuestion
from pitboss.wagers.suits import OF_SUITS, plain
from pitboss.wagers.terms import DealerRule


@dataclass(eq=False, slots=True)
class State:
    """A hand that was reached."""

    held: Held
    path: Path
    """Its cards in one of the orders in which it is reached."""
    line: int | None
    """The line of a player's hand if it ends so; `None` if that is open."""
    mark: Hashable
    """What matters about the order of its cards."""
    sure: int | None
    """The line that it is certain to be whatever is drawn; `None` while that is open."""
    ends: bool
    """No other card is taken, or further cards would not count."""
    follow: tuple[State, ...] = ()
    """The hands that one more card makes of it, kind by kind, once drawn."""

    @property
    def hand(self) -> EndedHands:
        """The same as one way in which hands end."""
        return EndedHands(self.held, 1, self.path, self.line)


Hits = frozenset[State]
"""The hands that take another card."""


@dataclass(frozen=True, eq=False)
class FollowedHands:
    """The hands that a party may reach, and how far they are followed."""

    question: DealQuestion
    side: Party
    need: str
    """How far they are followed: `hand`, `third` or `two`."""
    apart: frozenset[str] = frozenset()
    """What is known of the order of the cards: single cards, the first `two`, or the `points` of
    the upcard.
    """
    rule: DealerRule | None = None
    """When the dealer takes a card; a player may below 21."""
    early: bool = True
    """A hand whose line is certain is not followed further."""
    _states: dict[tuple[Held, Hashable], State] = field(default_factory=dict, init=False)
    _verdicts: dict[tuple[object, ...], int | None] = field(default_factory=dict, init=False)

    def played(self, act: Callable[[State], str]) -> list[EndedHands]:
        """Every way in which a hand played this way ends.

        A hand whose line is certain is not followed further: its cards so far represent everything
        that may follow.
        """
        ended: dict[tuple[Held, Hashable, int | None], tuple[int, Path]] = {}

        def add(state: State, orders: int, line: int | None) -> None:
            key = (state.held, None if line is not None else state.mark, line)
            before = ended.get(key)
            ended[key] = (orders + before[0], before[1]) if before else (orders, state.path)

        layer = {self.start: 1}
        while layer:
            after: dict[State, int] = {}
            for state, orders in layer.items():
                do = act(state)
                if do == "stand":
                    add(state, orders, state.line)
                    continue
                sure: dict[int, list[State]] = {}
                going: list[State] = []
                for longer in self.follow(state):
                    line = longer.line if do == "double" else longer.sure
                    if line is not None:
                        sure.setdefault(line, []).append(longer)
                        continue
                    going.append(longer)
                    if do == "double":
                        add(longer, orders, None)
                    else:
                        after[longer] = after.get(longer, 0) + orders
                if sure:  # most next cards give one line: the hand itself, less the others
                    usual = max(sure, key=lambda each: len(sure[each]))
                    add(state, orders, usual)
                    for line, others in sure.items():
                        if line != usual:
                            for longer in others:
                                add(longer, orders, line)
                                add(longer, -orders, usual)
                    for longer in going:
                        add(longer, -orders, usual)
            layer = after
        return [
            EndedHands(held, orders, path, line)
            for (held, _, line), (orders, path) in ended.items()
            if orders
        ]

    @cached_property
    def every(self) -> tuple[State, ...]:
        """Every hand of two cards or more, the shortest first."""
        found: list[State] = []
        layer = dict.fromkeys(self.follow(self.start))
        while layer:
            layer = dict.fromkeys(longer for each in layer for longer in self.follow(each))
            found += layer
        return tuple(found)

    @cached_property
    def short(self) -> Hits:
        """Hands of fewer than two cards."""
        return frozenset({self.start, *self.follow(self.start)})

    def best(self, standing: Mapping[State, int]) -> Hits:
        """The hands that are better hit than stood on, from the longest back."""
        best: dict[State, int] = {}
        hits = []
        for state in reversed(self.every):
            best[state] = standing.get(state, 0)
            if not state.ends:
                hit = sum([best[longer] for longer in self.follow(state)])
                if hit > best[state]:
                    best[state] = hit
                    hits.append(state)
        return frozenset(hits)

    @cached_property
    def start(self) -> State:
        """No card."""
        return self._state((0,) * len(self.side.kinds.members), ())

    def follow(self, state: State) -> tuple[State, ...]:
        """The hands that one more card makes; empty if it would not count."""
        if not state.follow and not state.ends:
            held, path = state.held, state.path
            state.follow = tuple(
                self._state((*held[:kind], held[kind] + 1, *held[kind + 1 :]), (*path, kind))
                for kind in range(len(held))
            )
        return state.follow

    def _state(self, held: Held, path: Path) -> State:
        """A hand: one for all equivalent orders of its cards."""
        mark = self._mark(path)
        known = self._states.get((held, mark))
        if known is None:
            sure = line = self._verdict(path, ended=False) if self.early else None
            if line is None and self.rule is None:
                line = self._verdict(path, ended=True)
            ends = len(path) >= 2 and (sure is not None or self.is_over(path))
            known = State(held, path, line, mark, sure, ends)
            self._states[held, mark] = known
        return known

    def is_over(self, path: Path) -> bool:
        """Whether no other card is taken, or none is examined."""
        value = self.value(path)
        draws = value.points < 21 if self.rule is None else self.rule.draws(value)
        return len(path) == {"two": 2, "third": 3}.get(self.need) or not draws

    def value(self, path: Path) -> Total:
        points = self.side.kinds.points
        return total_of([points[kind] for kind in path])

    @cached_property
    def double_counts(self) -> bool:
        """Whether the card of a double is one of the cards that the wager looks at."""
        handled = self.question.offer.terms
        return handled.double_card_extends and handled.double_card_is_third

    def third_comes(self, path: Path) -> bool:
        """Whether a third card is dealt although a natural let nobody act (58 Pa. Code §
        633c.9(d)(4)).
        """
        after = self.question.offer.wager.third_card_after.split()
        ranks = [RANK_SYMBOLS[self.side.kinds.members[kind][0].rank] for kind in path]
        return self.need == "third" and len(path) == 2 and sorted(ranks) == sorted(after)

    def _mark(self, path: Path) -> Hashable:
        if not path:
            return ()
        made: list[object] = [path[at] for at in self._cards_apart]
        if self._in_order:
            made += self._said(path, ended=False)
        if "two" in self.apart:
            made.append(tuple(sorted(path[:2])))
        if "points" in self.apart:
            made.append(self.side.kinds.points[path[0]])
        return tuple(made)

    @cached_property
    def _cards_apart(self) -> list[slice]:
        return [at for name, at in PLACES.items() if name in self.apart]

    def _verdict(self, path: Path, ended: bool) -> int | None:
        """The line that a hand is certain to be; `None` if that is open."""
        if len(path) < 2 or not self.side.sees or not (ended or self._in_order):
            return None
        said = self._said(path, ended)
        if not ended and len(path) == max(each for each in said if each is not None):
            return None  # a straight that goes on
        if said not in self._verdicts:
            line = sure_line(self.question.offer, self.side.words, said)
            paid_once = not self.question.offer.multipliers or line == -1
            self._verdicts[said] = line if paid_once else None
        return self._verdicts[said]

    def _said(self, path: Path, ended: bool) -> tuple[Any, ...]:
        """What each word says of a hand, now and whatever follows; `None` if that is open.

        A broken straight is as long as it will be: further cards do not count. When a hand has
        ended, kinds of card answer all words but those about suits.
        """
        seen = self.side.seen(plain(self.side.kinds, path))
        return tuple(
            read(seen) if (not tells & OF_SUITS if ended else tells & Tells.ORDER) else None
            for read, tells in self._readers
        )

    @cached_property
    def _in_order(self) -> bool:
        """Whether some word is about the order of the cards."""
        return any(tells & Tells.ORDER for _, tells in self._readers)

    @cached_property
    def _readers(self) -> tuple[tuple[Reader, Tells], ...]:
        hand = self.question.offer.hand
        return tuple((reader(word, hand), WORDS[word.word].tells) for word in self.side.words)


@lru_cache(maxsize=16)
def own_hands(question: DealQuestion, side: Party, need: str) -> FollowedHands:
    """A player's: one for all shoes and upcards, and for all pay tables that ask the same."""
    told = {scope for word in side.words for scope in scopes(word)} & {*PLACES}
    places = {"player.first_two", "player.third_card"} & {*question.offer.wager.sees}
    two = bool(places) and need in ("hand", "third")
    return FollowedHands(question, side, need, frozenset(told | {"two"} if two else told))


@lru_cache(maxsize=64)
def dealer_hands(
    question: DealQuestion, side: Party, need: str, apart: frozenset[str], rule: DealerRule
) -> list[EndedHands]:
    """Every hand of the dealer: the first two cards, or the finished hand."""
    followed = FollowedHands(question, side, need, apart, rule, early=False)
    return followed.played(lambda state: "stand" if state.ends else "hit")


@lru_cache(maxsize=16)
def with_third(question: DealQuestion, side: Party) -> frozenset[tuple[Key, Key]]:
    """The line of any two cards that win by themselves, and each line that a third card may turn it
    into.
    """

    def key(*cards: Card) -> Key:
        return key_of(question.offer, side.seen(cards))

    return frozenset(
        (alone, key(*two, third))
        for two in combinations_with_replacement(DECK, 2)
        if (alone := key(*two)) != LOST
        for third in DECK
    )


@dataclass(frozen=True, slots=True)
class PolicyPlay:
    """How the player plays against one upcard."""

    policy: str
    """Empty if the dealer's natural is found before anyone acts."""
    hits_soft_17: bool
    doubles: bool
    up: int

    def act(self, own: FollowedHands) -> Callable[[State], str]:
        """What the policy does with a hand."""

        def act(state: State) -> str:
            path = state.path
            drawn = len(path)
            if drawn < 2:
                return "hit"
            if state.ends:
                return "stand"
            if not self.policy:
                return "hit" if own.third_comes(path) else "stand"
            play = decision(self.policy, self.hits_soft_17)
            does = play(own.value(path), drawn == 2 and self.doubles, self.up)
            return "stand" if does == "double" and not own.double_counts else does

        return act


@lru_cache(maxsize=128)
def played(own: FollowedHands, play: PolicyPlay | Hits) -> PlayedHands:
    """The hands that a player reaches by a policy, or by hitting exactly these hands."""
    if isinstance(play, PolicyPlay):
        return PlayedHands(own, own.played(play.act(own)))
    takes = play | own.short
    return PlayedHands(own, own.played(lambda state: "hit" if state in takes else "stand"))


@dataclass(frozen=True, eq=False)
class PlayedHands:
    """The hands that a player reaches, in parts that are dealt separately."""

    own: FollowedHands
    hands: Sequence[EndedHands]

    @cached_property
    def live(self) -> tuple[list[EndedHands], list[EndedHands]]:
        """Hands neither over 21 nor a natural, which is paid before the dealer acts; the others."""
        found: tuple[list[EndedHands], list[EndedHands]] = [], []
        for hand in self.hands:
            value = self.own.value(hand.path)
            natural = len(hand.path) == 2 and value.points == 21
            found[value.bust or natural].append(hand)
        return found

    @cached_property
    def by_line(self) -> dict[int | None, list[EndedHands]]:
        """Grouped by the line that they are certain to be."""
        found: dict[int | None, list[EndedHands]] = {}
        for hand in self.hands:
            found.setdefault(hand.line, []).append(hand)
        return found
