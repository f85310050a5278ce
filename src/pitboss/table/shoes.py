"""How cards come to the table: from sealed shoes, or from a replayed log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Protocol

from pitboss.cards import Card, Rank, Shoe
from pitboss.errors import NotationError, PitbossError, UnknownName
from pitboss.log import Event
from pitboss.table.events import (
    CardDealt,
    Irregular,
    RoundEnded,
    RoundOpened,
    ShoeCommitted,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
    TableClosed,
)
from pitboss.table.seeds import SealedShoe, SeedSource, Vault, cut_after, salt_of, shuffled

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

    def next(self) -> Card:
        """The next card; `ShoeEmpty` when there is none."""

    def mix(self, added: str) -> None:
        """Move the shoe in use, before its cut and first card, to the order that players make it.

        `added` is a hash of everything they have added.
        """

    def cut(self, at: int) -> None:
        """Cut the shoe in use before its first card: so many cards go from front to back."""

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        """Reshuffle, in a round, all but the cards on the layout, and continue dealing.

        `ShoeEmpty` if every card is on the layout.
        """

    def salt(self, number: int) -> str:
        """What hides the lines of a round in its chain."""

    def last(self) -> list[Event]:
        """When the table closes, the events that open what is still sealed."""


class UnsealedShoes:
    """What shoes have in common whose cards are laid by hand: no seed, and so nothing to hide."""

    number = 0

    def before_round(self) -> list[Event]:
        """No shoe is ever new."""
        return []

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


BATCHES: Final = "two alternating batches"
SHUFFLER: Final = "continuous shuffler"
MACHINES: Final = (SHUFFLER, "dealing shuffler")
DELIVERIES: Final = ("shoe", "hand", *MACHINES, BATCHES)
NOT_CUT: Final = range(0)


@dataclass(frozen=True, slots=True)
class Delivery:
    """How the cards come to the table, and so when a new shoe is due."""

    decks: int
    """In each batch, if there are two."""
    cut: int
    """Cards behind the cut card; 0 if none is used."""
    every_round: bool = False
    batches: bool = False
    without: Rank | None = None
    """The rank removed from the decks."""
    after_bets: bool = False
    """A new shoe comes once the wagers of its round are placed (1 CCR 207-1, 30-2104(4))."""
    cuts: range = NOT_CUT
    """How many cards may be in front of a cut after the shuffle; none if the shoe is not cut."""

    @classmethod
    def of(
        cls,
        delivery: str,
        decks: int,
        cut: int,
        every_round: bool = False,
        without: Rank | None = None,
        after_bets: bool = False,
        least_cut: int = 0,
    ) -> Delivery:
        """The delivery that a term names; a continuous shuffler gets all its cards back each round.

        A cut leaves at least so many cards at either end; a machine that deals is not cut.

        >>> Delivery.of("continuous shuffler", 6, 52, least_cut=52).every_round
        True
        >>> Delivery.of("shoe", 6, 78, least_cut=52).cuts
        range(52, 261)
        """
        if delivery not in DELIVERIES:
            raise UnknownName("delivery", delivery, DELIVERIES)
        again = every_round or delivery == SHUFFLER
        is_cut = least_cut and delivery not in MACHINES
        cuts = range(least_cut, _size(decks, without) - least_cut + 1) if is_cut else NOT_CUT
        return cls(decks, cut, again, delivery == BATCHES, without, after_bets, cuts)

    @property
    def size(self) -> int:
        """Cards in a whole shoe."""
        return _size(self.decks, self.without)

    def is_due(self, dealt: int, reshuffled: bool) -> bool:
        """A new shoe comes before the next round."""
        if reshuffled or (self.every_round and dealt):
            return True
        return self.size - dealt <= self.cut

    def batch_after(self, batch: str) -> str:
        """The batch of the next whole shoe: `A`, `B`, `A` …"""
        if not self.batches:
            return ""
        return "B" if batch == "A" else "A"


@lru_cache
def _size(decks: int, without: Rank | None) -> int:
    return Shoe.of(decks, without).size


class SealedShoes:
    """Shuffled shoes, each committed before its first card and opened after its last round.

    >>> from pitboss.table.seeds import Lesson
    >>> shoes = SealedShoes(Delivery.of("two alternating batches", 6, 52), Lesson(7))
    >>> [each.batch for each in shoes.before_round()], str(shoes.next())
    (['A'], '10s')
    """

    def __init__(self, delivery: Delivery, source: SeedSource, vault: Vault | None = None) -> None:
        self._delivery, self._source, self._vault = delivery, source, vault
        self._sealed: list[SealedShoe] = []  # not opened yet; the last is in use
        self._order: Iterator[Card] = iter(())
        self._dealt = 0
        self._new_decks = False
        self._committed: int | None = None  # the last shoe of the log that is resumed

    @property
    def number(self) -> int:
        return self._sealed[-1].number if self._sealed else 0

    @property
    def dealt(self) -> int:
        return self._dealt

    def before_round(self) -> list[Event]:
        batch = ""
        if self._sealed:
            used = self._sealed[-1]
            due = self._new_decks or self._delivery.is_due(self._dealt, used.out is not None)
            if not due:
                return []
            batch = used.batch
        self._new_decks = False
        events = self.last()
        made = self._seal(self._delivery.batch_after(batch), None)
        self._sealed = [made]
        return [*events, made.committed]

    def next(self) -> Card:
        card = next(self._order, None)
        if card is None:
            raise ShoeEmpty
        self._dealt += 1
        return card

    def change_decks(self) -> None:
        self._new_decks = True

    def mix(self, added: str) -> None:
        self._deal_from(self._sealed[-1], added)

    def cut(self, at: int) -> None:
        self._order = cut_after(at, self._order)

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        if len(staying) == self._delivery.size:
            raise ShoeEmpty
        made = self._seal(self._sealed[-1].batch, tuple(staying))
        self._sealed.append(made)
        return [made.committed]

    def salt(self, number: int) -> str:
        return salt_of(self._sealed[-1].seed, number) if self._sealed else ""

    def last(self) -> list[Event]:
        return [sealed.opened for sealed in self._sealed]

    def resume(
        self, number: int, dealt: int, committed: int = 0, cut: int = 0, added: str = ""
    ) -> None:
        """Resume after a crash: in this shoe, cut there, with that many cards dealt.

        If the log continues from there, it is repeated: shoes up to the last one committed come
        from the vault. Later ones are newly made.
        """
        self._committed = max(number, committed)
        if number:
            self._sealed = [self._kept(number)]
            while self._sealed[0].out is not None:  # what a reshuffle replaced is sealed too
                self._sealed.insert(0, self._kept(self._sealed[0].number - 1))
            self._deal_from(self._sealed[-1], added)
            self.cut(cut)
            for _ in range(dealt):
                self.next()

    def _seal(self, batch: str, out: tuple[Card, ...] | None) -> SealedShoe:
        number = self.number + 1
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
        self._deal_from(made)
        return made

    def _keep(self, made: SealedShoe) -> None:
        if self._vault is not None:
            if self._committed is None and made.number == 1 and self._vault.get(1):
                raise PitbossError(
                    "The vault holds another table's shoes. Resume that table from its log, or "
                    "open this one with a new vault."
                )
            self._vault.put(made.number, str(made))

    def _deal_from(self, sealed: SealedShoe, added: str = "") -> None:
        self._order, self._dealt = shuffled(sealed.seed, sealed.pack, added), 0

    def _kept(self, number: int) -> SealedShoe:
        text = self._vault.get(number) if self._vault is not None else None
        if text is None:
            raise PitbossError(
                f"Shoe {number} is not in the vault. Without it the table cannot be resumed: close "
                "the log as it is and open a new table."
            )
        return SealedShoe.parse(text)


class LoggedShoes:
    """The cards of a log, in the order they came, round by round."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._rounds: list[_Logged] = []
        self._last: list[Event] = []
        for line, event in enumerate(events, 1):
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
        self._begun = self._number = self._dealt = 0

    @property
    def number(self) -> int:
        return self._number

    @property
    def dealt(self) -> int:
        return self._dealt

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
                self._dealt += 1
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
            case Card() | None if not self._number:
                return []  # cards laid by hand come in the order they were laid
            case Card():
                raise PitbossError("The log deals on where the cards should be reshuffled.")
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
            self._number, self._dealt = event.number, 0


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
        """No card of the round has come: a shoe made after the bets is new."""
        return not self.over and not self.came

    def peek(self) -> Card | ShoeCommitted | None:
        """What comes next; `None` if the log of the round ends."""
        return self.came[self.at] if self.at < len(self.came) else None


def _card(dealt: CardDealt, line: int) -> Card:
    if dealt.card is None:
        raise NotationError(f"line {line}: a log that hides a card cannot be replayed.")
    return dealt.card
