"""What the house has filed for one table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Literal

from pitboss.errors import either
from pitboss.money import Cents, show_money
from pitboss.table.bounds import (
    MOST_CENTS,
    Bound,
    Filed,
    Share,
    between,
    cents,
    from_up,
    named,
    not_below,
)

STRICT: Final[Mapping[str, Any]] = {"extra": "forbid", "strict": True}
"""How pydantic reads settings: no other key, and no text for a number."""
Stake = Annotated[Cents, cents(1, MOST_CENTS, "no stake can be more, and none can be nothing")]
Amount = Annotated[Cents, cents(0, MOST_CENTS, "no amount at a table is more")]
Part = Annotated[Fraction, Share()]
Pace = Literal["automatic", "dealer"]
OddCents = Literal["down", "up"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A wager as the house offers it."""

    __pydantic_config__: ClassVar = STRICT

    paytable: str | None = None
    least: Stake = 100
    most: Annotated[Stake, not_below("least")] = 10_000
    stake: Stake | None = None
    """The fixed stake of a progressive."""
    seeds: Mapping[str, Amount] = field(default_factory=dict)
    """Meter → what it starts at, where the law leaves that to the house."""
    rates: Mapping[str, Part] = field(default_factory=dict)
    """Meter → the part of each stake that feeds it, where the law leaves that to the house."""
    reserves: Mapping[str, Part] = field(default_factory=dict)
    """Meter → the part that its reserve keeps, where the law leaves the meter to the house."""
    link: Annotated[str, named(least=0)] = ""
    """The name of the meters that several tables share; empty for the table's own."""
    aggregate: Amount | None = None
    """The most that all winners of a round are paid together, where the house posts it."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Readings and options."""


def _unit_fits(unit: Cents, filed: Filed) -> str:
    least = filed.get("least", unit)
    return "" if unit <= least else f"must be least, {show_money(least)}, or less: {ROUNDED_AWAY}"


def _units_fit(wagers: Mapping[str, Choice], filed: Filed) -> str:
    unit = filed.get("unit", 1)
    low = [key for key, each in wagers.items() if (each.stake or each.least) < unit]
    takes = f"must take the unit, {show_money(unit)}, or more, unlike {either(low, 'and')}"
    return f"{takes}: {ROUNDED_AWAY}" if low else ""


ROUNDED_AWAY: Final = "a win at even money would be rounded away"
MOST_BOXES: Final = 250
BOXES: Final = "a hybrid table has no more terminals; the game's own terms say how many a felt has"
SECONDS: Final = "players need time to read their cards, and all wait for the slowest"
REPORTED: Final = (
    "a casino reports more than $10,000 of cash (31 CFR § 1021.311), "
    "so a floor supervisor sees every award from there up"
)
COINS: Final = "what is paid is rounded to a coin or to a $1 chip, never to more"


@dataclass(frozen=True, slots=True)
class House:
    """The filed settings of one table."""

    __pydantic_config__: ClassVar = STRICT

    jurisdiction: str
    game: str = "blackjack"
    table: Annotated[str, named()] = "table 1"
    """Its name, unique among tables that share a meter."""
    decks: int = 6
    """As many as the section of the game allows."""
    least: Annotated[Stake, from_up(1)] = 1_000
    most: Annotated[Stake, not_below("least", logs=True)] = 50_000
    boxes: Annotated[int, between(1, MOST_BOXES, BOXES, logs=True)] = 7
    cut: int | None = None
    """Cards behind the cut card; by the law's own rule, or the usual place, if not filed."""
    pace: Pace = "automatic"
    """`dealer` where a dealer presses for every card."""
    seconds: Annotated[int, between(5, 300, SECONDS), from_up(1)] = 20
    """How long players who decide at the same time have."""
    tips: bool = True
    """Players may bet for the dealer where the law lets them."""
    validate_from: Annotated[Cents, cents(0, 1_000_000, REPORTED), from_up(0)] = 20_000
    """Fixed awards of progressives from here up wait for a floor supervisor (reading G-2)."""
    odd_cents: OddCents = "down"
    """What becomes of a fraction of the smallest unit that is paid: `down` or `up`."""
    unit: Annotated[Cents, cents(1, 100, COINS), from_up(1), Bound(_unit_fits)] = 1
    """The smallest unit that is paid."""
    automated: bool = False
    """Software deals and settles, no dealer (58 Pa. Code § 633c.8(a))."""
    terms: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    wagers: Annotated[Mapping[str, Choice], Bound(_units_fit)] = field(default_factory=dict)

    def in_force(self, choice: Choice) -> dict[str, str]:
        """Readings and options of a wager: what is filed for it, else for the whole table."""
        return {**self.readings, **choice.choices}

    def to_json(self) -> str:
        """One line, for the head of a log; side wagers keep their order, in which they settle."""
        return json.dumps(asdict(self), separators=(",", ":"), default=str)

    @classmethod
    def from_json(cls, text: str) -> House:
        """Read what `to_json` wrote."""
        from pitboss.table.settings import read_settings  # pydantic is slow to import

        return read_settings(text, logged=True)
