"""The hands that player and dealer end with: the player by a policy, the dealer by a rule."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import cast

from pitboss.analysis.parties import Memory, Party, memory, total_of
from pitboss.analysis.policies import decision
from pitboss.cards import DECK, RANK_SYMBOLS, Card
from pitboss.hands import PokerRule, Total
from pitboss.rulebook.vocabulary import WORDS, Tells
from pitboss.rulebook.when import ALWAYS, Say, scopes
from pitboss.wagers.card_reader import Reader, line_number, multiplier, reader, sure_line
from pitboss.wagers.count import LOST, Key
from pitboss.wagers.growth import EndedHands, Path, grow
from pitboss.wagers.kinds import Held
from pitboss.wagers.offer import DealQuestion
from pitboss.wagers.suits import OF_SUITS, plain
from pitboss.wagers.terms import DealerRule


@dataclass(eq=False, slots=True)
class State:
    """A hand that the player has reached; its line if the player stands."""

    hand: EndedHands
    sure: int | None
    """The line that it is certain to be whatever is drawn; `None` while that is open."""
    ends: bool
    """The player is not asked again, or further cards would not count."""
    follow: tuple[State, ...] = ()
    """The hands that one more card makes of it, kind by kind, once drawn."""


Hits = frozenset[State]
"""The hands that take another card."""


@dataclass(frozen=True, eq=False)
class OwnHands:
    """The hands that a player may reach, and what is followed of them."""

    question: DealQuestion
    side: Party
    need: str
    """How far they are followed: `hand`, `third` or `two`."""

    def played(self, act: Callable[[State], str]) -> list[EndedHands]:
        """Every way in which a hand played this way ends.

        A hand whose line is certain is not followed further: its cards so far represent all that
        may follow.
        """
        ended: dict[tuple[Held, Hashable, int | None], tuple[int, Path]] = {}

        def add(state: State, orders: int, line: int | None) -> None:
            hand = state.hand
            key = (hand.held, None if line is not None else self.mark(hand.path), line)
            before = ended.get(key)
            ended[key] = (orders + before[0], before[1]) if before else (orders, hand.path)

        layer = {self._start: 1}
        while layer:
            after: dict[State, int] = {}
            for state, orders in layer.items():
                do = act(state)
                if do == "stand":
                    add(state, orders, state.hand.line)
                    continue
                sure: dict[int, list[State]] = {}
                going: list[State] = []
                for longer in self.follow(state):
                    line = longer.hand.line if do == "double" else longer.sure
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
        layer = dict.fromkeys(self.follow(self._start))
        while layer:
            layer = dict.fromkeys(longer for each in layer for longer in self.follow(each))
            found += layer
        return tuple(found)

    @cached_property
    def short(self) -> Hits:
        """Hands of fewer than two cards."""
        return frozenset({self._start, *self.follow(self._start)})

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
    def _start(self) -> State:
        return self._state((0,) * len(self.side.kinds.members), ())

    def follow(self, state: State) -> tuple[State, ...]:
        """The hands that one more card makes, none if it would not count."""
        if not state.follow and not state.ends:
            held, path = state.hand.held, state.hand.path
            state.follow = tuple(
                self._state((*held[:kind], held[kind] + 1, *held[kind + 1 :]), (*path, kind))
                for kind in range(len(held))
            )
        return state.follow

    def _state(self, held: Held, path: Path) -> State:
        """A hand: one for all equivalent orders of its cards."""
        key = (held, self.mark(path))
        if key not in self._states:
            sure = self.verdict(path, ended=False)
            line = self.verdict(path, ended=True) if sure is None else sure
            ends = len(path) >= 2 and (sure is not None or self.is_over(path))
            self._states[key] = State(EndedHands(held, 1, path, line), sure, ends)
        return self._states[key]

    @cached_property
    def _states(self) -> dict[tuple[Held, Hashable], State]:
        return {}

    def is_over(self, path: Path) -> bool:
        """The player is not asked again, or no further card is examined."""
        most = {"two": 2, "third": 3}.get(self.need)
        return len(path) == most or self.value(path).points >= 21

    def value(self, path: Path) -> Total:
        points = self.side.kinds.points
        return total_of([points[kind] for kind in path])

    @cached_property
    def double_counts(self) -> bool:
        """The card of a double is one of the cards that the wager looks at."""
        handled = self.question.offer.terms
        return handled.double_card_extends and handled.double_card_is_third

    def third_comes(self, path: Path) -> bool:
        """A third card is dealt even if the dealer has a natural (58 Pa. Code § 633c.9(d)(4))."""
        after = self.question.offer.wager.third_card_after.split()
        ranks = [RANK_SYMBOLS[self.side.kinds.members[kind][0].rank] for kind in path]
        return self.need == "third" and len(path) == 2 and sorted(ranks) == sorted(after)

    @cached_property
    def _order_words(self) -> tuple[Say, ...]:
        return tuple(w for w in self.side.words if WORDS[w.word].tells & Tells.ORDER)

    @cached_property
    def _told(self) -> frozenset[str]:
        """Groups of the player's cards that depend on their order."""
        words = self.question.offer.wager.sees
        told = {s for w in self.side.words for s in scopes(w)} & {"first", "second", "third"}
        two = {"two"} if "player.first_two" in words and self.need in ("hand", "third") else set()
        return frozenset(told | two)

    def mark(self, path: Path) -> Hashable:
        """What matters about the order of the cards."""
        if not path or (not self._order_words and not self._told):
            return None
        marks = self._memory.marks
        if path not in marks:
            marks[path] = self._mark(path)
        return marks[path]

    def _mark(self, path: Path) -> Hashable:
        made: list[object] = [self.read(word, path) for word in self._order_words]
        made += [path[0:1] if "first" in self._told else None]
        made += [path[1:2] if "second" in self._told else None]
        made += [path[2:3] if "third" in self._told else None]
        made += [tuple(sorted(path[:2])) if "two" in self._told else None]
        return tuple(made)

    def read(self, word: Say, path: Path) -> object:
        """What a word says of a hand."""
        cards = plain(self.side.kinds, path)
        return reader(word, self.question.offer.hand)(self.side.seen(cards))

    def verdict(self, path: Path, ended: bool) -> int | None:
        """The line that a hand is certain to be; `None` if that is open."""
        if len(path) < 2 or not self.side.sees or not (ended or self._order_words):
            return None
        verdicts = self._memory.verdicts
        if (path, ended) not in verdicts:
            verdicts[path, ended] = self._verdict(path, ended)
        return verdicts[path, ended]

    def _verdict(self, path: Path, ended: bool) -> int | None:
        if not ended and len(path) == self._runs(path):
            return None
        said = self._known(path, ended)
        if said not in self._verdicts:
            known = dict(zip(self.side.words, said, strict=True))
            line = sure_line(self.question.offer, {ALWAYS: True, **known})
            paid_once = not self.question.offer.multipliers or line == -1
            self._verdicts[said] = line if paid_once else None
        return self._verdicts[said]

    @cached_property
    def _memory(self) -> Memory:
        return memory(self.question, self.side, None)

    def _known(self, path: Path, ended: bool) -> tuple[object, ...]:
        """What each word says of a hand, now and whatever follows; `None` if that is open.

        A broken straight is as long as it will be: further cards do not count.
        """
        known = self._lasting if ended else self._order_words
        seen = self.side.seen(plain(self.side.kinds, path))
        return tuple(read(seen) if word in known else None for word, read in self._readers)

    @cached_property
    def _readers(self) -> tuple[tuple[Say, Reader], ...]:
        hand = self.question.offer.hand
        return tuple((word, reader(word, hand)) for word in self.side.words)

    @cached_property
    def _lasting(self) -> tuple[Say, ...]:
        """Words that kinds of card answer when a hand has ended: all but those about suits."""
        return tuple(w for w in self.side.words if not WORDS[w.word].tells & OF_SUITS)

    def _runs(self, path: Path) -> int:
        """How long a straight the cards still build."""
        return max(cast(int, self.read(word, path)) for word in self._order_words)

    @cached_property
    def _verdicts(self) -> dict[tuple[object, ...], int | None]:
        return {}


@lru_cache(maxsize=16)
def own_hands(question: DealQuestion, side: Party, need: str) -> OwnHands:
    """One for all shoes and upcards, and for all pay tables that ask the same."""
    return OwnHands(question, side, need)


@lru_cache(maxsize=16)
def with_third(question: DealQuestion, side: Party) -> frozenset[tuple[Key, Key]]:
    """The line of any two cards that win by themselves, and each that a third may make of it."""

    def key(*cards: Card) -> Key:
        seen = side.seen(cards)
        number = line_number(question.offer, seen)
        return number, multiplier(question.offer, seen) if number >= 0 else 1

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

    def act(self, own: OwnHands) -> Callable[[State], str]:
        """What the policy does with a hand."""

        def act(state: State) -> str:
            path = state.hand.path
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
def played(own: OwnHands, play: PolicyPlay | Hits) -> PlayedHands:
    """The hands that a player reaches by a policy, or by hitting exactly these hands."""
    if isinstance(play, PolicyPlay):
        return PlayedHands(own, own.played(play.act(own)))
    takes = play | own.short
    return PlayedHands(own, own.played(lambda state: "hit" if state in takes else "stand"))


@dataclass(frozen=True, eq=False)
class PlayedHands:
    """The hands that a player reaches, in parts that are dealt separately."""

    own: OwnHands
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


@lru_cache(maxsize=64)
def dealer_hands(
    side: Party, rule: DealerRule, how: str, by_upcard: bool, shown: bool, hole: bool
) -> list[EndedHands]:
    """Every hand of the dealer: the first two cards, or the finished hand."""
    points = side.kinds.points
    ordered = tuple(w for w in side.words if WORDS[w.word].tells & Tells.ORDER)

    def act(path: Path) -> bool:
        if len(path) < 2:
            return True
        return how == "finished" and rule.draws(total_of([points[kind] for kind in path]))

    def mark(path: Path) -> Hashable:
        up = path[0] if shown else points[path[0]] if by_upcard else None
        cards = plain(side.kinds, path)
        told = tuple(reader(word, PokerRule())(side.seen(cards)) for word in ordered)
        return (up, path[1:2] if hole else None, told)

    return grow(len(points), act, mark)
