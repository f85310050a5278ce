"""The seeds of shoes: every shuffle is made from a seed committed before its first card.

A seed from the system's cryptographic source is the number of an order, drawn evenly from all of
them, and a salt: six decks have 312! orders, a number of 2,141 bits, and 256 bits cannot reach them
all. Until the shoe is done it is sealed in a vault outside the log, and only its hash is in the
log; then it is opened, and anybody can shuffle the same pack again. Players may add words of their
own before the first card. A lesson's seeds are known beforehand, and it says so; they, and seeds of
older logs, are 64 digits from which a stream of numbers is made.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count, islice
from math import factorial
from struct import Struct
from typing import Any, Final, Protocol, TypeVar

from pitboss.cards import DECK, Card, Rank, Shoe
from pitboss.log import Event, Notation
from pitboss.table.events.shoes import ShoeOpened, ShoeReshuffled, ShoeSealed

SYSTEM: Final = "system"
"""What a log calls the cryptographic source."""


class SeedSource(Protocol):
    """Who makes the seeds."""

    @property
    def name(self) -> str:
        """Its name in the log."""

    def seed_for(self, number: int, cards: int) -> str:
        """The seed of a shoe of this many cards that has not been shuffled before."""


@dataclass(frozen=True, slots=True)
class System:
    """The system's cryptographic source: a new seed every time, which nobody can predict."""

    name: str = SYSTEM

    def seed_for(self, number: int, cards: int) -> str:
        orders = factorial(cards)
        digits = (orders.bit_length() + 3) // 4
        return f"{OF_ORDER}{secrets.randbelow(orders):0{digits}x}-{secrets.token_hex(16)}"


@dataclass(frozen=True, slots=True)
class Lesson:
    """The same shoes again, for training and tests only.

    >>> Lesson(7).name, Lesson(7).seed_for(1)[:16]
    ('seed 7', '100f1dda8a3b7921')
    """

    seed: int
    before: int = 0
    """How many of the shoes are left out."""

    @property
    def name(self) -> str:
        return f"seed {self.seed}"

    def seed_for(self, number: int, cards: int = 0) -> str:
        shoe = self.before + number
        return hashlib.sha256(f"lesson {self.seed} shoe {shoe}".encode()).hexdigest()


def commitment(seed: str) -> str:
    """SHA-256 of a seed: what the log says before the first card."""
    return hashlib.sha256(seed.encode()).hexdigest()


def salt_of(seed: str, number: int) -> str:
    """What hides the lines of a round in its chain until the shoe is opened: 128 bits."""
    return hashlib.sha256(f"{seed} chain {number}".encode()).hexdigest()[:32]


# -- from a seed to an order ------------------------------------------------------------------

T = TypeVar("T")
OF_ORDER: Final = "n"
"""How a seed begins that is the number of an order."""
_OF_ORDER: Final = re.compile(r"n([0-9a-f]{1,2000})-[0-9a-f]{32}")
_BLOCK: Final = Struct("<34I")
_MANY: Final = 1 << 32


def numbers(seed: str) -> Iterator[int]:
    """Numbers below 2³² without end: 34 from each block, the SHAKE-256 of `seed 0`, `seed 1` …

    A block is 136 bytes, every four of them a number, the lowest byte first.
    """
    blocks = (hashlib.shake_256(f"{seed} {block}".encode()).digest(136) for block in count())
    return chain.from_iterable(map(_BLOCK.unpack, blocks))


def places(seed: str, cards: int, added: str = "") -> Iterator[int]:
    """For each place of a shuffle, how many of the cards from there on are skipped.

    They are the digits of the order's number, in the base of how many cards are left. What players
    have added moves the number round the circle of all orders, so that each is as likely as before;
    to the older seeds it is written behind.
    """
    if not seed.startswith(OF_ORDER):
        return below_each(cards, numbers(seed + added))
    number = int(seed[len(OF_ORDER) :].partition("-")[0], 16)
    if added:
        size = factorial(cards).bit_length() // 8 + 9
        number += int.from_bytes(hashlib.shake_256(added.encode()).digest(size), "little")
        number %= factorial(cards)
    return _digits(number, cards)


def below_each(cards: int, drawn: Iterator[int]) -> Iterator[int]:
    """Uniform numbers below ever fewer cards: draws that would bias one are rejected.

    >>> [*below_each(3, iter([2**32 - 1, 106, 5, 7]))]
    [1, 1, 0]
    """
    for left in range(cards, 0, -1):
        fair = _MANY - _MANY % left
        while (number := next(drawn)) >= fair:
            pass
        yield number % left


def _digits(number: int, cards: int) -> Iterator[int]:
    for left in range(cards, 0, -1):
        number, skipped = divmod(number, left)
        yield skipped


def shuffled(seed: str, pack: Shoe, added: str = "") -> Iterator[Card]:
    """The cards of a pack one by one: Fisher–Yates from the front, one swap per card drawn.

    >>> from pitboss.cards import show_cards
    >>> show_cards(islice(shuffled("0" * 64, Shoe.of(1)), 8))
    '2h Kh Js 5c Qc 8d Jh Ah'
    """
    cards = list(_cards(pack))
    for place, skipped in enumerate(places(seed, len(cards), added)):
        other = place + skipped
        card, cards[other] = cards[other], cards[place]
        yield card


def is_fair(seed: str, cards: int) -> bool:
    """Whether a seed is the number of one of all orders, with the salt that hides it."""
    found = _OF_ORDER.fullmatch(seed)
    return found is not None and int(found[1], 16) < factorial(cards)


def mixed(before: str, words: str) -> str:
    """A hash of everything that players have added to a shoe, including the latest words."""
    return hashlib.sha256(f"{before} {words}".encode()).hexdigest()


def cut_after(many: int, cards: Iterator[T]) -> Iterator[T]:
    """The cards as they come after a cut: those in front of it go to the back.

    >>> "".join(cut_after(2, iter("abcde")))
    'cdeab'
    """
    front = list(islice(cards, many))
    yield from cards
    yield from front


@lru_cache(maxsize=16)
def _cards(pack: Shoe) -> tuple[Card, ...]:
    return tuple(card for card, n in zip(DECK, pack.counts, strict=True) for _ in range(n))


# -- sealed, outside the log ------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedShoe(Event):
    """A shuffled shoe that nobody may look into yet, as the vault stores it.

    >>> shoe = SealedShoe(number=3, decks=6, batch="A", seed="5eed", source="system")
    >>> str(shoe), SealedShoe.parse(str(shoe)) == shoe
    ('sealed number=3 decks=6 batch=A seed=5eed source=system', True)
    """

    kind = "sealed"
    number: int
    decks: int
    out: tuple[Card, ...] | None = None
    """The cards that stayed on the layout, if the others were reshuffled in a round."""
    without: Rank | None = None
    """The rank removed from the decks."""
    batch: str = ""
    """`A` or `B` if two batches take turns."""
    seed: str
    source: str

    @property
    def pack(self) -> Shoe:
        """What was shuffled."""
        return Shoe.of(self.decks, self.without).without(self.out or ())

    @property
    def committed(self) -> ShoeSealed | ShoeReshuffled:
        """What the log says before the first card."""
        said: dict[str, Any] = {"without": self.without, "batch": self.batch}
        said |= {"number": self.number, "commit": commitment(self.seed), "source": self.source}
        if self.out is None:
            return ShoeSealed(decks=self.decks, **said)
        return ShoeReshuffled(cards=self.pack.size, out=self.out, **said)

    @property
    def opened(self) -> ShoeOpened:
        """What the log says when the shoe is done."""
        return ShoeOpened(self.number, self.seed)

    @classmethod
    def parse(cls, text: str) -> SealedShoe:
        """Read a sealed shoe's one line."""
        return _VAULT.parse_event(text)


_VAULT: Final = Notation(SealedShoe)


class Vault(Protocol):
    """Where sealed shoes are stored, so that a table can be resumed after a crash."""

    def put(self, number: int, text: str) -> None:
        """Store a shoe; a later one of the same number replaces it."""

    def get(self, number: int) -> str | None:
        """A shoe that was stored."""
