"""What the house has filed for one table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.errors import NotationError
from pitboss.money import Cents


@dataclass(frozen=True, slots=True)
class Choice:
    """A wager as the house offers it."""

    paytable: str | None = None
    least: Cents = 100
    most: Cents = 10_000
    stake: Cents | None = None
    """The fixed stake of a progressive."""
    seeds: Mapping[str, Cents] = field(default_factory=dict)
    """Meter → what it starts at, where the law leaves that to the house."""
    rates: Mapping[str, Fraction] = field(default_factory=dict)
    """Meter → the part of each stake that feeds it, where the law leaves that to the house."""
    reserves: Mapping[str, Fraction] = field(default_factory=dict)
    """Meter → the part that its reserve keeps, where the law leaves the meter to the house."""
    link: str = ""
    """The name of the meters that several tables share; empty for the table's own."""
    aggregate: Cents | None = None
    """The most that all winners of a round are paid together, where the house posts it."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Readings and options."""


@dataclass(frozen=True, slots=True)
class House:
    """The filed settings of one table."""

    jurisdiction: str
    game: str = "blackjack"
    table: str = "table 1"
    """Its name, unique among tables that share a meter."""
    decks: int = 6
    least: Cents = 1_000
    most: Cents = 50_000
    boxes: int = 7
    cut: int | None = None
    """Cards behind the cut card; by the law's own rule, or the usual place, if not filed."""
    pace: str = "automatic"
    """`dealer` where a dealer presses for every card."""
    seconds: int = 20
    """How long players who decide at the same time have."""
    tips: bool = True
    """Players may bet for the dealer where the law lets them."""
    validate_from: Cents = 20_000
    """Fixed awards of progressives from here up wait for a floor supervisor (reading G-2)."""
    odd_cents: str = "down"
    """What becomes of a fraction of the smallest unit that is paid: `down` or `up`."""
    unit: Cents = 1
    """The smallest unit that is paid."""
    automated: bool = False
    """Software deals and settles, no dealer (58 Pa. Code § 633c.8(a))."""
    terms: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    wagers: Mapping[str, Choice] = field(default_factory=dict)

    def in_force(self, choice: Choice) -> dict[str, str]:
        """Readings and options of a wager: what is filed for it, else for the whole table."""
        return {**self.readings, **choice.choices}

    def to_json(self) -> str:
        """One line, for the head of a log; side wagers keep their order, in which they settle."""
        return json.dumps(asdict(self), separators=(",", ":"), default=str)

    @classmethod
    def from_json(cls, text: str) -> House:
        """Read what `to_json` wrote."""
        try:
            raw = json.loads(text)
            for name in _WHOLE:
                if type(raw[name]) is not int:
                    raise ValueError(f"{name} must be a whole number")
            if raw["cut"] is not None and type(raw["cut"]) is not int:
                raise ValueError("cut must be a whole number")
            wagers = {key: _choice(each) for key, each in raw.pop("wagers").items()}
            return cls(**raw, wagers=wagers)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise NotationError(f"The house's settings cannot be read: {error}.") from None


_WHOLE = ("decks", "least", "most", "boxes", "seconds", "validate_from", "unit")


def _choice(raw: dict[str, Any]) -> Choice:
    parts = {
        kind: {name: Fraction(part) for name, part in raw.get(kind, {}).items()}
        for kind in ("rates", "reserves")
    }
    return Choice(**{**raw, **parts})
