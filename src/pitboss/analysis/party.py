"""The two parties to a round, the cards that each holds, and what is known about their hands."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pitboss.hands import Total
from pitboss.rulebook.when import Say
from pitboss.wagers.card_reader import groups
from pitboss.wagers.count import Key
from pitboss.wagers.growth import Path
from pitboss.wagers.kinds import Held, Kinds
from pitboss.wagers.offer import DealQuestion
from pitboss.wagers.suits import Cards, Flush


@dataclass(frozen=True, slots=True)
class Party:
    """One party to the round: its words, and the kinds of card that they distinguish."""

    name: str
    words: tuple[Say, ...]
    kinds: Kinds
    sees: tuple[str, ...]

    counts: tuple[int, ...] = field(compare=False)
    """Cards of each kind in the pack; hands are the same whatever the counts."""

    def seen(self, cards: Cards) -> Mapping[str, Cards]:
        """The groups of its cards that words name."""
        return groups(self.sees, places(self.name, cards))


def places(name: str, cards: Cards) -> dict[str, Cards]:
    """The cards at each place of one party, in the order in which they came."""
    if name == "dealer":
        upcard, two = cards[:1], cards[:2]
        return {"dealer.upcard": upcard, "dealer.first_two": two, "dealer.hand": cards}
    return {
        "player.first_two": cards[:2],
        "player.third_card": cards[2:3],
        "player.hand": cards,
    }


@dataclass(slots=True)
class Memory:
    """What is known about hands, whatever the shoe: it is the same for all deck counts."""

    names: dict[tuple[str, Path | Held, Hashable], Hashable] = field(default_factory=dict)
    """Hand, by its cards in order if that matters, and case → its name."""
    examples: dict[Hashable, Cards] = field(default_factory=dict)
    """Name of a hand → cards of one."""
    lines: dict[tuple[Hashable, Hashable], Key] = field(default_factory=dict)
    sure: dict[Path, int | None] = field(default_factory=dict)
    by_words: dict[tuple[object, ...], int | None] = field(default_factory=dict)
    verdicts: dict[tuple[Path, bool], int | None] = field(default_factory=dict)
    of_five: dict[tuple[Held, tuple[tuple[int, ...], ...]], list[tuple[int, tuple[Flush, ...]]]] = (
        field(default_factory=dict)
    )
    """Hand and cards of its kinds in the shoe → ways by suits."""
    marks: dict[Path, Hashable] = field(default_factory=dict)


@lru_cache(maxsize=32)
def memory(question: DealQuestion, first: Party, second: Party | None) -> Memory:
    """One cache for all shoes that ask the same of the same kinds of card."""
    return Memory()


def total_of(points: Sequence[int]) -> Total:
    """The blackjack total of cards of these points, an ace being 1."""
    hard = sum(points)
    soft = 1 in points and hard <= 11
    return Total(hard + 10 * soft, soft)
