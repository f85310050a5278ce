"""The shoes of a log: their cards in a replay, and the check of opened shoes.

An opened shoe must be the one that was committed, and must have given the cards that came from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from pitboss.cards import Card, Shoe
from pitboss.errors import NotationError, PitbossError
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
from pitboss.table.cards.shoes import RAN_OUT, DealtSide, ShoeEmpty, SidedShoe
from pitboss.table.events import classes_of
from pitboss.table.events.rounds import Irregular, RoundEnded, RoundOpened
from pitboss.table.events.shoes import (
    CardDealt,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
)
from pitboss.table.events.table import LogOpened, TableClosed

DEALING: Final = classes_of(
    CardDealt, RoundOpened, ShoeOpened, ShoeCommitted, Irregular, RoundEnded, TableClosed
)
"""The events that say which cards and shoes come in a round."""


class LoggedShoes(SidedShoe[DealtSide]):
    """The cards of a log, in the order they came, round by round."""

    def __init__(self, events: Iterable[Event], sides: Sequence[str] = ("",)) -> None:
        super().__init__({name: DealtSide() for name in sides})
        self._rounds: list[_Logged] = []
        self._last: list[Event] = []
        for line, event in enumerate(events, 1):
            if type(event) not in DEALING:
                continue
            playing = self._rounds[-1] if self._rounds else None
            match event:
                case CardDealt() if playing:
                    playing.came.append(_card(event, line))
                case RoundOpened():
                    self._rounds.append(_Logged(self._last))
                    self._last = []
                case ShoeOpened() | ShoeSealed() if playing and playing.is_undealt:
                    playing.before.append(event)
                case ShoeCommitted() if playing and not playing.over:
                    playing.came.append(event)
                    playing.ran_out = False
                case ShoeOpened() | ShoeCommitted():
                    self._last.append(event)
                case Irregular() if playing and event.what == RAN_OUT:
                    playing.ran_out = True
                case RoundEnded() if playing:
                    playing.over, playing.salt = True, event.salt
                case TableClosed() if playing:
                    playing.over = True
        self._playing = _Logged([])
        self._begun = 0

    def resume(self, begun: RoundOpened, side: str, after_bets: bool) -> None:
        """Continue in the first round of these events, which that side deals.

        Its shoe has been changed already if it is due, unless that comes after the bets.
        """
        if not after_bets:
            self.before_round()
        self._side = self._sides[side]
        self._side.number, self._side.dealt = begun.shoe, begun.dealt
        if begun.beside:
            (other,) = (each for each in self._sides.values() if each is not self._side)
            other.number, other.dealt = map(int, begun.beside.split(" "))

    def before_round(self) -> list[Event]:
        begun = self._rounds[self._begun : self._begun + 1]
        self._playing = begun[0] if begun else _Logged(self._last)
        self._begun += 1
        for event in self._playing.before:
            self._commit(event)
        return self._playing.before

    def next(self) -> Card:
        match self._playing.peek():
            case Card() as card:
                self._playing.at += 1
                self._side.dealt += 1
                return card
            case ShoeCommitted():  # the cards were shuffled again
                raise ShoeEmpty
        if self._playing.ran_out:
            raise ShoeEmpty
        raise PitbossError(ENDS)

    def change_decks(self) -> None:
        """The log says which shoe comes next."""

    def mix(self, added: str) -> None:
        """The cards of a log are already in the order that players made."""

    def cut(self, at: int) -> None:
        """The cards of a log are already in the order of the cut."""

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        match self._playing.peek():
            case Card() | None if not self._side.number:
                return []  # cards laid by hand come in the order they were laid
            case Card():
                raise PitbossError(
                    "The log deals a card where the shoe should have been reshuffled."
                )
            case ShoeReshuffled() as event:
                self._playing.at += 1
                self._commit(event)
                return [replace(event, out=tuple(staying))]
            case ShoeCommitted():
                raise PitbossError("The log has a whole shoe where cards should be reshuffled.")
        raise PitbossError(ENDS)

    def salt(self, number: int) -> str:
        return self._playing.salt

    def last(self) -> list[Event]:
        return self._last

    def _commit(self, event: Event) -> None:
        if isinstance(event, ShoeCommitted):
            side = self._sides.get(event.batch, self._side)
            side.number, side.dealt = event.number, 0


ENDS: Final = "The log ends before the round does."


@dataclass(slots=True)
class _Logged:
    """What a log says about the shoes in one round."""

    before: list[Event]
    came: list[Card | ShoeCommitted] = field(default_factory=list)
    """Its cards, and each shoe made of them in the round."""
    ran_out: bool = False
    over: bool = False
    salt: str = ""
    at: int = 0

    @property
    def is_undealt(self) -> bool:
        """Whether no card of the round has come: a shoe made after the bets is new."""
        return not self.over and not self.came

    def peek(self) -> Card | ShoeCommitted | None:
        """What comes next; `None` if the log of the round ends."""
        return self.came[self.at] if self.at < len(self.came) else None


def _card(dealt: CardDealt, line: int) -> Card:
    if dealt.card is None:
        raise NotationError(f"line {line}: a log that hides a card cannot be replayed.")
    return dealt.card


# -- opened shoes ----------------------------------------------------------------------------------


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
        """The shoes that are not opened, with the cards that came from each."""
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
        """The state so far, in a form that JSON can hold."""
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
        """Continue from the state of another."""
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
    """Whether a seed is valid: the number of an order, except in lessons and old logs."""
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
