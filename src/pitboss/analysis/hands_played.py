"""The hands that the player and the dealer come to: the one by a policy, the other by a rule."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import cast

from pitboss.analysis.party import Memory, Party, memory, total_of
from pitboss.analysis.play import decision
from pitboss.cards import DECK, RANK_SYMBOLS, Card
from pitboss.hands import Total
from pitboss.rulebook.when import ALWAYS, Say, scopes
from pitboss.rulebook.word_list import WORDS, Tells
from pitboss.wagers.count import LOST, Key
from pitboss.wagers.dealing import DealerRule
from pitboss.wagers.growth import Act, Drawn, Path, grow
from pitboss.wagers.kinds import Held
from pitboss.wagers.offer import Hand, Question
from pitboss.wagers.real import Reader, line_number, multiplier, reader
from pitboss.wagers.suits import OF_SUITS, held_of, plain
from pitboss.wagers.sure import sure_line


@dataclass(frozen=True)
class OwnPlay:
    """How the player's hand is played beside one upcard, and what is followed of it."""

    question: Question
    side: Party
    need: str
    policy: str
    """Empty where the dealer's natural is found before anyone acts."""
    hits_soft_17: bool
    doubles: bool
    up: int

    def hands(self, act: Act) -> list[Drawn]:
        return grow(len(self.side.kinds.members), act, self.mark, self.verdict)

    def value(self, path: Path) -> Total:
        points = self.side.kinds.points
        return total_of([points[kind] for kind in path])

    def act(self, path: Path) -> str:
        """What the policy does with a hand."""
        drawn = len(path)
        if drawn < 2:
            return "hit"
        if self.need == "two" or (self.need == "third" and drawn == 3):
            return "stand"
        if not self.policy:
            return "hit" if self._third_comes(path) else "stand"
        value = self.value(path)
        if value.points >= 21:
            return "stand"
        does = decision(self.policy, self.hits_soft_17)(value, drawn == 2 and self.doubles, self.up)
        return "stand" if does == "double" and not self._double_counts else does

    @cached_property
    def _double_counts(self) -> bool:
        """The card of a double is one of the cards that the wager looks at."""
        handled = self.question.offer.terms
        return handled.double_card_extends and handled.double_card_is_third

    def _third_comes(self, path: Path) -> bool:
        """A third card is dealt though the dealer has a natural (58 Pa. Code § 633c.9(d)(4))."""
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
        """What matters of the order of the cards."""
        if not self._order_words and not self._told:
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
        """The line that a hand is sure to be; `None` where that is open."""
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
        """What each word says of a hand, now and whatever follows; `None` where that is open.

        A straight that broke is as long as it will be: nothing that follows counts.
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
        """Words that kinds of card answer when a hand has ended: all but those of suits."""
        return tuple(w for w in self.side.words if not WORDS[w.word].tells & OF_SUITS)

    def _runs(self, path: Path) -> int:
        """How long a straight the cards still build."""
        return max(cast(int, self.read(word, path)) for word in self._order_words)

    @cached_property
    def _verdicts(self) -> dict[tuple[object, ...], int | None]:
        return {}

    # -- for this wager --------------------------------------------------------------------------

    def states(self) -> list[dict[tuple[Held, Hashable], State]]:
        """Every hand that the player may come to, by its number of cards."""
        kinds = len(self.side.kinds.members)
        nothing = self._state((0,) * kinds, ())
        layers = [{((0,) * kinds, cast(Hashable, None)): nothing}]
        while layers[-1]:
            after: dict[tuple[Held, Hashable], State] = {}
            for state in layers[-1].values():
                for kind, key in enumerate(state.follow):
                    if key not in after:
                        after[key] = self._state(key[0], (*state.hand.path, kind))
            layers.append(after)
        return layers[2:-1]

    def _state(self, held: Held, path: Path) -> State:
        sure = self.verdict(path, ended=False)
        line = self.verdict(path, ended=True) if sure is None else sure
        ends = len(path) >= 2 and (sure is not None or self.is_over(path))
        kinds = () if ends else range(len(held))
        follow = tuple((_plus(held, kind), self.mark((*path, kind))) for kind in kinds)
        return State(Drawn(held, 1, path, line), follow)

    def is_over(self, path: Path) -> bool:
        """The player is not asked again, or nothing more would count."""
        whole = self.need == "third" and len(path) == 3
        return whole or self.value(path).points >= 21

    def best_act(
        self,
        states: Sequence[Mapping[tuple[Held, Hashable], State]],
        standing: Mapping[Path, int],
    ) -> Act:
        """The better of standing and hitting, from the longest hands back."""
        best: dict[tuple[Held, Hashable], tuple[int, str]] = {}
        kinds = range(len(self.side.kinds.members))
        for layer in reversed(states):
            for key, state in layer.items():
                hand = state.hand
                best[key] = (standing.get(hand.path, 0), "stand")
                if state.follow:
                    hit = sum([best[each][0] for each in state.follow])
                    best[key] = max(best[key], (hit, "hit"), key=lambda each: each[0])

        def act(path: Path) -> str:
            return best[held_of(path, len(kinds)), self.mark(path)][1] if len(path) > 1 else "hit"

        return act


@dataclass(frozen=True, slots=True)
class State:
    """A hand that the player has come to; its line if the player stands."""

    hand: Drawn
    follow: tuple[tuple[Held, Hashable], ...]
    """The hands that one card more makes of it, kind by kind; none where no more would count."""


def _plus(held: Held, kind: int) -> Held:
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])


@lru_cache(maxsize=16)
def states(spec: OwnPlay) -> list[dict[tuple[Held, Hashable], State]]:
    return spec.states()


def with_third(spec: OwnPlay) -> frozenset[tuple[Key, Key]]:
    """The line of any two cards that win something alone, and each that a third may make of it."""
    return _with_third(spec.question, spec.side)


@lru_cache(maxsize=16)
def _with_third(question: Question, side: Party) -> frozenset[tuple[Key, Key]]:
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


@lru_cache(maxsize=1024)
def player_hands(spec: OwnPlay) -> list[Drawn]:
    return spec.hands(spec.act)


@lru_cache(maxsize=64)
def dealer_hands(
    side: Party, rule: DealerRule, how: str, by_upcard: bool, shown: bool, hole: bool
) -> list[Drawn]:
    """Every hand of the dealer: the first two cards, or the finished hand."""
    points = side.kinds.points
    ordered = tuple(w for w in side.words if WORDS[w.word].tells & Tells.ORDER)

    def act(path: Path) -> str:
        if len(path) < 2:
            return "hit"
        draws = how == "finished" and rule.draws(total_of([points[kind] for kind in path]))
        return "hit" if draws else "stand"

    def mark(path: Path) -> Hashable:
        up = path[0] if shown else points[path[0]] if by_upcard else None
        cards = plain(side.kinds, path)
        told = tuple(reader(word, Hand())(side.seen(cards)) for word in ordered)
        return (up, path[1:2] if hole else None, told)

    return grow(len(points), act, mark)
