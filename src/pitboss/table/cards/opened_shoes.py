"""Opened shoes: each is the one that was committed, and gave the cards that came from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pitboss.cards import Card, Shoe
from pitboss.errors import NotationError
from pitboss.log import Difference, Event, Notation
from pitboss.table.cards.seeds import (
    OF_ORDER,
    SYSTEM,
    commitment,
    cut_after,
    is_fair,
    salt_of,
    shuffled,
)
from pitboss.table.events import (
    CardDealt,
    LogOpened,
    RoundEnded,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
    classes_of,
)

NOTED: Final = classes_of(
    CardDealt, LogOpened, ShoeCut, ShoeMixed, ShoeCommitted, RoundEnded, ShoeOpened
)
"""The events that tell what an opened shoe must have given."""


class OpenedShoes:
    """Whether every opened shoe is the one that was committed, and gave the cards that came."""

    def __init__(self, whole: Shoe) -> None:
        self._whole = whole
        self._salted = False
        self._shoes: dict[int, tuple[ShoeCommitted, list[tuple[int, CardDealt]]]] = {}
        """Those that are not opened, with the cards that came from each."""
        self._used = 0
        self._dealt: list[tuple[int, CardDealt]] = []
        self._cuts: dict[int, int] = {}
        self._added: dict[int, str] = {}
        self._ends: dict[int, list[tuple[int, RoundEnded]]] = {}

    def take(self, line: int, event: Event) -> Iterable[Difference]:
        """The next line."""
        match event:
            case CardDealt():
                self._dealt.append((line, event))
            case LogOpened():
                self._salted = event.version >= 3
            case ShoeCut():
                self._cuts[event.shoe] = event.at
            case ShoeMixed():
                self._added[event.shoe] = event.mixed
            case ShoeCommitted():
                self._dealt, self._used = [], event.number
                self._shoes[event.number] = event, self._dealt
            case RoundEnded() if self._salted:
                self._ends.setdefault(self._used, []).append((line, event))
            case ShoeOpened() if event.number in self._shoes:
                return self._open(line, event)
        return ()

    def _open(self, line: int, event: ShoeOpened) -> Iterator[Difference]:
        number, seed = event.number, event.seed
        shoe, drawn = self._shoes.pop(number)
        cut, added = self._cuts.pop(number, 0), self._added.pop(number, "")
        ends = self._ends.pop(number, ())
        if commitment(seed) != shoe.commit:
            expected = "the seed that was committed before the first card"
            yield Difference(line, event.line[:60], expected)
        elif not _may_be(seed, shoe, self._whole, self._salted):
            expected = "a seed drawn from all orders of the shoe"
            yield Difference(line, event.line[:60], expected)
        else:
            yield from _cards_of(shoe, drawn, self._whole, partial(_order, seed, cut, added))
            yield from _salts_of(seed, ends)

    def state(self) -> dict[str, Any]:
        """Where it stands, as JSON takes it."""
        return {
            "salted": self._salted,
            "used": self._used,
            "shoes": [
                [shoe.line, [[line, card.line] for line, card in dealt]]
                for shoe, dealt in self._shoes.values()
            ],
            "cuts": [*self._cuts.items()],
            "added": [*self._added.items()],
            "ends": [
                [number, [[line, end.line] for line, end in ends]]
                for number, ends in self._ends.items()
            ],
        }

    def take_up(self, state: Mapping[str, Any]) -> None:
        """Go on where another stood."""
        self._salted, self._used = state["salted"], state["used"]
        self._cuts, self._added = dict(state["cuts"]), dict(state["added"])
        for said, cards in state["shoes"]:
            shoe = _SHOES.parse_event(said)
            dealt = [(line, _CARDS.parse_event(card)) for line, card in cards]
            self._shoes[shoe.number] = shoe, dealt
        for number, ends in state["ends"]:
            self._ends[number] = [(line, _ENDS.parse_event(end)) for line, end in ends]
        if self._used in self._shoes:
            self._dealt = self._shoes[self._used][1]


_SHOES: Final[Notation[ShoeCommitted]] = Notation(ShoeSealed, ShoeReshuffled)
_CARDS: Final = Notation(CardDealt)
_ENDS: Final = Notation(RoundEnded)


def _may_be(seed: str, shoe: ShoeCommitted, whole: Shoe, new: bool) -> bool:
    """The system draws every order; lessons, and logs from before, have other seeds."""
    if seed.startswith(OF_ORDER) or (new and shoe.source == SYSTEM):
        return is_fair(seed, whole.size - len(_out(shoe)))
    return True


def _out(shoe: ShoeCommitted) -> tuple[Card, ...]:
    return shoe.out or () if isinstance(shoe, ShoeReshuffled) else ()


def _order(seed: str, cut: int, added: str, pack: Shoe) -> Iterator[Card]:
    return cut_after(max(0, cut), shuffled(seed, pack, added))


def _cards_of(
    shoe: ShoeCommitted,
    dealt: Sequence[tuple[int, CardDealt]],
    whole: Shoe,
    order: Callable[[Shoe], Iterator[Card]],
) -> Iterator[Difference]:
    """The first card that did not come from the shoe."""
    try:
        shuffling = whole.without(_out(shoe))
    except NotationError:
        return  # its pack is wrong, which is reported where it was shuffled
    for (line, event), card in zip(dealt, order(shuffling), strict=False):
        if event.card != card:
            yield Difference(line, event.line, f"{card}, the next in the shoe")
            return


def _salts_of(seed: str, ends: Iterable[tuple[int, RoundEnded]]) -> Iterator[Difference]:
    """The first round whose chain was not salted by the shoe."""
    for line, event in ends:
        if event.salt != (salt := salt_of(seed, event.number)):
            yield Difference(line, event.line, f"salt={salt}")
            return
