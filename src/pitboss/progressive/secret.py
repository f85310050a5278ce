"""The secret value of a mystery meter: drawn, sealed, and opened when it is hit (§ 633c.14(c)(3)).

Its hash is in the meter's log before the first contribution it can affect; value and salt are kept
outside the log until it is hit, or the meter ends or takes over the fund of another. A seeded
value, for lessons and tests, says so.
"""

from __future__ import annotations

import hashlib
import math
import random
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Protocol

from pitboss.errors import UnknownName, cited
from pitboss.log import Event, Notation
from pitboss.money import Cents, show_money
from pitboss.progressive.events import ValueCommitted, ValueOpened
from pitboss.progressive.meter import MeterState

ABOVE: Final = "above"
REACHED: Final = "reached"
DRAWN_LOWER: Final = "value drawn lower"
CAPPED: Final = "award capped"


@dataclass(frozen=True, slots=True)
class SealedValue(Event):
    """A secret value, with the salt that keeps its hash from being guessed.

    >>> str(SealedValue(12_000, "5a17", "system"))
    'sealed value=12000 salt=5a17 source=system'
    """

    kind = "sealed"
    value: Cents = field(repr=False)
    salt: str = field(repr=False)
    source: str
    """`system` for the cryptographic source, `seed N` for a lesson."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the salt and the value."""
        return hashlib.sha256(f"{self.salt}\n{self.value}".encode()).hexdigest()

    @classmethod
    def parse(cls, text: str) -> SealedValue:
        """Read a secret value's one line."""
        return _SECRETS.parse_event(text)


_SECRETS: Final = Notation(SealedValue)


@dataclass(frozen=True, slots=True)
class UnopenedValue:
    """What a log by itself reveals of a value that has not been hit."""

    commitment: str
    source: str


class Secrets(Protocol):
    """Where secret values come from, in the order that the meter's log commits them."""

    def next(self, low: Cents, high: Cents) -> SealedValue:
        """The next value, in whole cents, both bounds included."""


class DrawnSecrets:
    """Values that nobody can predict: unbiased draws from the cryptographic source."""

    def next(self, low: Cents, high: Cents) -> SealedValue:
        """A fresh value."""
        return SealedValue(low + secrets.randbelow(high - low + 1), secrets.token_hex(16), "system")


class SeededSecrets:
    """A reproducible source of values, for training and tests only."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = random.Random(seed)

    def next(self, low: Cents, high: Cents) -> SealedValue:
        """The next value of this seed."""
        value = self._random.randint(low, high)
        return SealedValue(value, f"{self._random.getrandbits(128):032x}", f"seed {self.seed}")


class KeptSecrets:
    """Values of a source, each kept before its hash is logged, so that a meter can resume.

    Those already kept come first, in their order.
    """

    def __init__(
        self,
        source: Secrets,
        sealed: Iterable[SealedValue] = (),
        keep: Callable[[SealedValue], object] | None = None,
    ) -> None:
        self._source, self._keep = source, keep
        self._earlier = iter(tuple(sealed))

    def next(self, low: Cents, high: Cents) -> SealedValue:
        """The value that was kept, or a fresh one."""
        if earlier := next(self._earlier, None):
            return earlier
        drawn = self._source.next(low, high)
        if self._keep:
            self._keep(drawn)
        return drawn


class LoggedSecrets:
    """The values of a replayed log; those not yet opened stay unknown."""

    def __init__(self, events: Iterable[Event]) -> None:
        logged = tuple(events)
        self._commits = iter([each for each in logged if isinstance(each, ValueCommitted)])
        self._opened = iter([each for each in logged if isinstance(each, ValueOpened)])

    def next(self, _low: Cents, _high: Cents) -> SealedValue | UnopenedValue | None:
        """What the log says about its next value, if it has one."""
        if not (commit := next(self._commits, None)):
            return None
        if opened := next(self._opened, None):
            return SealedValue(opened.value, opened.salt, commit.source)
        return UnopenedValue(commit.commitment, commit.source)


@dataclass(frozen=True, slots=True)
class Mystery:
    """How a mystery meter is read: when it is hit, and how it is kept within its maximum."""

    largest: Cents
    """The largest single stake that feeds it."""
    struck: str = ABOVE
    """Reading D-40."""
    within: str = DRAWN_LOWER
    """Reading D-40-b."""

    def __post_init__(self) -> None:
        if self.struck not in (ABOVE, REACHED):
            raise UnknownName("choice of reading D-40", self.struck, (ABOVE, REACHED))
        if self.within not in (DRAWN_LOWER, CAPPED):
            raise UnknownName("choice of reading D-40-b", self.within, (DRAWN_LOWER, CAPPED))

    def span(self, meter: MeterState) -> tuple[Cents, Cents]:
        """The least and the most that the secret value may be, given the meter.

        What it holds beyond its seed, from another meter or above its maximum, has hit nothing: the
        value is above that. A full meter is won by the next stake.

        >>> from fractions import Fraction
        >>> from pitboss.progressive.meter import open_meter
        >>> meter = open_meter("mystery", 10_000, Fraction(2, 100), limit=20_000)
        >>> Mystery(500).span(meter), Mystery(500, within=CAPPED).span(meter)
        ((10000, 19990), (10000, 20000))
        >>> fund = [Fraction(n) for n in (5_000, 0, 0)]
        >>> Mystery(500).span(meter.receive(*fund))
        (15000, 19990)
        """
        if meter.limit is None:
            raise cited(meter.clause, f"{meter.called} needs a maximum.")
        high = meter.limit
        if self.within == DRAWN_LOWER:
            high = math.floor(meter.limit - meter.contribution(self.largest))
        if high < meter.seed:
            lifts = f"a stake of {show_money(self.largest)} alone lifts {meter.called} past its"
            limit = f"{lifts} maximum of {show_money(meter.limit)}."
            raise cited(meter.clause, limit)
        amount = meter.shown + meter.overflow
        low = meter.seed if amount <= meter.seed else self.highest_hit(amount) + 1
        return min(low, high), high

    def highest_hit(self, amount: Fraction | int, parts: int = 1) -> Cents:
        """The highest value that a meter lifted to this amount, in parts of a cent, has hit."""
        return -(-amount // parts) - 1 if self.struck == ABOVE else amount // parts

    def is_hit(self, meter: MeterState, value: Cents) -> bool:
        """Whether a contribution has lifted the meter past the value."""
        return value <= self.highest_hit(meter.shown + meter.overflow)
