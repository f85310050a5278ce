"""The shoes of a table, sealed or from a replayed log, and when a new one is due."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Final, Generic, Protocol, TypeVar

from pitboss.cards import Card, Rank, Shoe
from pitboss.errors import PitbossError, UnknownName
from pitboss.log import Event
from pitboss.table.cards.seeds import SealedShoe, SeedSource, Vault, cut_after, salt_of, shuffled

RAN_OUT: Final = "shoe ran out"
"""The irregularity when no card is left for a round."""


class ShoeEmpty(PitbossError):
    """No card is left in the shoe."""

    def __init__(self) -> None:
        super().__init__("The shoe has run out of cards.")


class Shoes(Protocol):
    """Where the driver gets its cards."""

    @property
    def number(self) -> int:
        """The shoe in use, counted from 1; every shuffle makes another."""

    @property
    def dealt(self) -> int:
        """Cards dealt from the shoe in use."""

    def before_round(self) -> list[Event]:
        """If a new shoe is due, the events that open the old one and commit the new one.

        Nothing is opened during a round: it would reveal the hole card.
        """

    def change_decks(self) -> None:
        """New decks are at the table: a new shoe is due before the next round."""

    @property
    def beside(self) -> str:
        """The other side of a double shoe: its shoe, and how many cards were dealt from it."""

    def choose(self, side: str) -> tuple[int, bool]:
        """Deal from this side of a double shoe: its shoe, and whether no round has begun in it."""

    def next(self) -> Card:
        """The next card; `ShoeEmpty` when there is none."""

    def mix(self, added: str) -> None:
        """Move the shoe in use, before its cut and first card, to the order that players make it.

        `added` is a hash of everything they have added.
        """

    def cut(self, at: int) -> None:
        """Cut the shoe in use before its first card: this many cards go from front to back."""

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        """Reshuffle, in a round, all but the cards on the layout, and continue dealing.

        `ShoeEmpty` if every card is on the layout.
        """

    def salt(self, number: int) -> str:
        """What hides the lines of a round in its chain."""

    def last(self) -> list[Event]:
        """When the table closes, the events that open what is still sealed."""


class UnsealedShoes:
    """Shoes whose cards are laid by hand: they have no seed, and so nothing to hide."""

    number = 0
    beside = ""

    def before_round(self) -> list[Event]:
        """No shoe is ever new."""
        return []

    def choose(self, side: str) -> tuple[int, bool]:
        """There are no sides, and nothing is burned."""
        return self.number, False

    def change_decks(self) -> None:
        """New decks change nothing."""

    def mix(self, added: str) -> None:
        """There is no seed to add to."""

    def cut(self, at: int) -> None:
        """A cut changes nothing."""

    def salt(self, number: int) -> str:
        """The chain of the round has no salt."""
        return ""

    def last(self) -> list[Event]:
        """Nothing is sealed."""
        return []


@dataclass(slots=True)
class DealtSide:
    """How far one side has been dealt."""

    number: int = 0
    dealt: int = 0

    @property
    def is_fresh(self) -> bool:
        """Whether at most a determinant card has come from it: no round has."""
        return self.number > 0 and self.dealt <= 1


@dataclass(slots=True)
class _Side(DealtSide):
    """One side of a double shoe, or the whole of another, with its cards."""

    name: str = ""
    sealed: list[SealedShoe] = field(default_factory=list)
    """Not opened yet; the last is in use."""
    order: Iterator[Card] = field(default_factory=lambda: iter(()))

    def deal_from(self, sealed: SealedShoe, added: str = "") -> None:
        self.order = shuffled(sealed.seed, sealed.pack, added)
        self.number, self.dealt = sealed.number, 0


D = TypeVar("D", bound=DealtSide)


class SidedShoe(Generic[D]):
    """The sides of a shoe, one of which deals."""

    def __init__(self, sides: Mapping[str, D]) -> None:
        self._sides = sides
        self._side = next(iter(sides.values()))

    @property
    def number(self) -> int:
        return self._side.number

    @property
    def dealt(self) -> int:
        return self._side.dealt

    @property
    def beside(self) -> str:
        if len(self._sides) == 1:
            return ""
        others = (each for each in self._sides.values() if each is not self._side and each.number)
        return " ".join(f"{each.number} {each.dealt}" for each in others)

    def choose(self, side: str) -> tuple[int, bool]:
        if self._side.number:  # cards laid by hand have no sides
            self._side = self._sides[side]
        return self._side.number, self._side.is_fresh


class SealedShoes(SidedShoe[_Side]):
    """Shuffled shoes, each committed before its first card and opened after its last round.

    >>> from pitboss.table.cards.seeds import Lesson
    >>> shoes = SealedShoes(Delivery("two alternating batches", 6, 52), Lesson(7))
    >>> [each.batch for each in shoes.before_round()], str(shoes.next())
    (['A'], '10s')
    """

    def __init__(self, delivery: Delivery, source: SeedSource, vault: Vault | None = None) -> None:
        super().__init__({name: _Side(name=name) for name in delivery.sides})
        self._delivery, self._source, self._vault = delivery, source, vault
        self._made = 0  # the last shoe made
        self._new_decks = False
        self._committed: int | None = None  # the last shoe of the log that is resumed

    def before_round(self) -> list[Event]:
        new_decks, self._new_decks = self._new_decks, False
        return [event for side in self._sides.values() for event in self._renew(side, new_decks)]

    def _renew(self, side: _Side, new_decks: bool) -> list[Event]:
        if side.sealed:
            used = side.sealed[-1]
            if not new_decks and not self._delivery.is_due(side.dealt, used.out is not None):
                return []
        batch = self._delivery.batch_after(side.sealed[-1].batch if side.sealed else side.name)
        opened: list[Event] = [each.opened for each in side.sealed]
        made = self._seal(side, batch, None)
        side.sealed = [made]
        return [*opened, made.committed]

    def next(self) -> Card:
        card = next(self._side.order, None)
        if card is None:
            raise ShoeEmpty
        self._side.dealt += 1
        return card

    def change_decks(self) -> None:
        self._new_decks = True

    def mix(self, added: str) -> None:
        self._side.deal_from(self._side.sealed[-1], added)

    def cut(self, at: int) -> None:
        self._side.order = cut_after(at, self._side.order)

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        if len(staying) == self._delivery.size:
            raise ShoeEmpty
        made = self._seal(self._side, self._side.sealed[-1].batch, tuple(staying))
        self._side.sealed.append(made)
        return [made.committed]

    def salt(self, number: int) -> str:
        sealed = self._side.sealed
        return salt_of(sealed[-1].seed, number) if sealed else ""

    def last(self) -> list[Event]:
        return [sealed.opened for side in self._sides.values() for sealed in side.sealed]

    def resume(
        self,
        number: int,
        dealt: int,
        committed: int = 0,
        cut: int = 0,
        added: str = "",
        beside: str = "",
    ) -> None:
        """Resume after a crash: in this shoe, cut there, with that many cards dealt.

        `beside` is what the other side of a double shoe carried over. If the log continues from
        there, it is repeated: shoes up to the last one committed come from the vault. Later ones
        are newly made.
        """
        self._committed = max(number, committed)
        if not number:
            return
        self._side = self._resume(number, dealt, cut, added)
        if beside:
            other, gone = map(int, beside.split(" "))
            self._resume(other, gone)
            number = max(number, other)
        self._made = number

    def end(self, numbers: Collection[int], last: int) -> None:
        """Keep the shoes of a log that cannot continue until it is closed: the last of each side.

        `last` is one of the side that deals; 0 if none was chosen yet.
        """
        for number in sorted(numbers):
            self._resume(number, 0)
        if last:
            self._side = self._side_of(self._kept(last))
        self._committed = self._made = max(numbers, default=0)

    def _side_of(self, used: SealedShoe) -> _Side:
        return self._sides[used.batch if self._delivery.double else ""]

    def _resume(self, number: int, dealt: int, cut: int = 0, added: str = "") -> _Side:
        """A side whose shoe is this one, cut there, with that many cards dealt."""
        used = self._kept(number)
        side = self._side_of(used)
        side.sealed = [used]
        while side.sealed[0].out is not None:  # what a reshuffle replaced is sealed too
            number -= 1
            if (kept := self._kept(number)).batch == used.batch:
                side.sealed.insert(0, kept)
        side.deal_from(used, added)
        side.order, side.dealt = islice(cut_after(cut, side.order), dealt, None), dealt
        return side

    def _seal(self, side: _Side, batch: str, out: tuple[Card, ...] | None) -> SealedShoe:
        self._made += 1
        number = self._made
        if self._committed and number <= self._committed:
            made = self._kept(number)
            if (made.batch, made.out) != (batch, out):
                raise PitbossError(
                    f"Shoe {number} in the vault does not belong to this table's log."
                )
        else:
            of = self._delivery
            seed = self._source.seed_for(number, of.size - len(out or ()))
            made = SealedShoe(
                number=number,
                decks=of.decks,
                out=out,
                without=of.without,
                batch=batch,
                seed=seed,
                source=self._source.name,
            )
            self._keep(made)
        side.deal_from(made)
        return made

    def _keep(self, made: SealedShoe) -> None:
        if self._vault is not None:
            if self._committed is None and made.number == 1 and self._vault.get(1):
                raise PitbossError(
                    "The vault holds another table's shoes. Resume that table from its log, or "
                    "open this one with a new vault."
                )
            self._vault.put(made.number, str(made))

    def _kept(self, number: int) -> SealedShoe:
        text = self._vault.get(number) if self._vault is not None else None
        if text is None:
            raise PitbossError(
                f"Shoe {number} is not in the vault. Without it the table cannot be resumed: close "
                "the log as it is and open a new table."
            )
        return SealedShoe.parse(text)


# -- when a new shoe is due ------------------------------------------------------------------------


BATCHES: Final = "two alternating batches"
SHUFFLER: Final = "continuous shuffler"
MACHINES: Final = (SHUFFLER, "dealing shuffler")
DELIVERIES: Final = ("shoe", "hand", *MACHINES, BATCHES)
SIDES: Final = ("A", "B")
"""The sides of a double shoe, with different backs; the first deals until a card names another."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How the cards come to the table, and so when a new shoe is due.

    >>> Delivery("continuous shuffler", 6, 52, least_cut=52).every_round
    True
    >>> Delivery("shoe", 6, 78, least_cut=52).cuts
    range(52, 261)
    """

    kind: str
    """As a term names it."""
    decks: int
    """In each batch or side, if there are two."""
    cut: int
    """Cards behind the cut card; 0 if none is used."""
    renewed: bool = False
    """A new shoe is filed for every round."""
    without: Rank | None = None
    """The rank removed from the decks."""
    after_bets: bool = False
    """A new shoe comes once the wagers of its round are placed (1 CCR 207-1, 30-2104(4))."""
    least_cut: int = 0
    """The fewest cards at either end of a cut after the shuffle; 0 if the law has none."""
    double: bool = False
    """A double shoe: each round is dealt from one of two sides (58 Pa. Code § 633a.3(c))."""

    def __post_init__(self) -> None:
        if self.kind not in DELIVERIES:
            raise UnknownName("delivery", self.kind, DELIVERIES)

    @property
    def every_round(self) -> bool:
        """Whether a continuous shuffler, too, gets all its cards back each round."""
        return self.renewed or self.kind == SHUFFLER

    @property
    def cuts(self) -> range:
        """How many cards may be in front of a cut after the shuffle; a machine is not cut."""
        least = 0 if self.kind in MACHINES else self.least_cut
        return range(least, self.size - least + 1) if least else range(0)

    @property
    def size(self) -> int:
        """Cards in a whole shoe."""
        return _size(self.decks, self.without)

    def is_due(self, dealt: int, reshuffled: bool) -> bool:
        """Whether a new shoe comes before the next round."""
        if reshuffled or (self.every_round and dealt):
            return True
        return self.size - dealt <= self.cut

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that are dealt from; one without a name unless the shoe is double."""
        return SIDES if self.double else ("",)

    @property
    def all_decks(self) -> int:
        """Decks at the table."""
        return self.decks * (2 if self.kind == BATCHES or self.double else 1)

    def batch_after(self, batch: str) -> str:
        """The batch of the next whole shoe: `A`, `B`, `A` …"""
        if self.kind != BATCHES:
            return batch
        return "B" if batch == "A" else "A"


@lru_cache
def _size(decks: int, without: Rank | None) -> int:
    return Shoe.of(decks, without).size
