"""The limits of a table, which may change while it stays open.

The laws here require limits to be posted (30-2107 Start of game (3), ARSD 20:18:12.01:08.01) and
name no period of notice. The house files one, or 30 minutes if it files nothing, as in Maryland's
COMAR 36.05.03.21C. As there, a change applies at once at a table where nobody sits. A round in
progress ends under the limits it began with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pitboss.errors import NotAllowed, UnknownName
from pitboss.log import Event
from pitboss.money import Cents, show_range
from pitboss.rulebook.load import Rulebook
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.table import LimitsChanged
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open, open_house

Range = tuple[Cents, Cents]
"""The least and the most."""


@dataclass(frozen=True, slots=True)
class TableLimits:
    """The least and the most of a table, and of wagers with limits of their own.

    >>> limits = TableLimits((1000, 50000), {"perfect-pairs": (100, 5000)})
    >>> str(limits)
    '1000-50000 perfect-pairs:100-5000'
    >>> TableLimits.parse(str(limits)) == limits
    True
    """

    table: Range
    wagers: Mapping[str, Range] = field(default_factory=dict)

    def __str__(self) -> str:
        own = (f"{key}:{least}-{most}" for key, (least, most) in self.wagers.items())
        return " ".join((f"{self.table[0]}-{self.table[1]}", *own))

    @staticmethod
    def parse(text: str) -> TableLimits:
        """Read the limits that a line of a log has."""
        first, *rest = text.split(" ")
        wagers = {}
        for each in rest:
            key, _, said = each.rpartition(":")
            wagers[key] = _range(said)
        return TableLimits(_range(first), wagers)

    @staticmethod
    def of(house: House) -> TableLimits:
        """The limits of a house."""
        own = {key: (each.least, each.most) for key, each in house.wagers.items()}
        return TableLimits((house.least, house.most), own)

    def applied(self, house: House) -> House:
        """The house with these limits."""
        wagers = dict(house.wagers)
        for key, (least, most) in self.wagers.items():
            if key not in wagers:
                raise UnknownName("wager with limits of its own", key, wagers)
            wagers[key] = replace(wagers[key], least=least, most=most)
        return replace(house, least=self.table[0], most=self.table[1], wagers=wagers)

    def changed_from(self, before: TableLimits) -> dict[str, Range]:
        """Wagers whose limits differ from those before."""
        return {key: said for key, said in self.wagers.items() if before.wagers[key] != said}

    @property
    def words(self) -> str:
        """The limits as a sign has them."""
        own = [f"{key} {show_range(*said)}" for key, said in self.wagers.items()]
        return ", ".join((show_range(*self.table), *own))


@dataclass(frozen=True, slots=True)
class Posted:
    """Limits that are posted and not yet in force."""

    opened: Open
    holds_from: int
    """When they take effect, in seconds since 1970."""

    @property
    def limits(self) -> TableLimits:
        return TableLimits.of(self.opened.house)


def with_limits(book: Rulebook, opened: Open, limits: TableLimits, *, logged: bool = False) -> Open:
    """The table under other limits, if the law and its meters allow them."""
    house = opened.house
    before = TableLimits.of(house)
    checked = open_house(book, limits.applied(house), logged=logged)
    now = TableLimits.of(checked.house)
    fixed = [key for key in now.changed_from(before) if house.wagers[key].stake is not None]
    fed = [key for key in now.changed_from(before) if opened.fed.get(key)]
    if opened.fed.get(opened.procedure.main) and now.table != before.table:
        fed.append(opened.procedure.main)
    for key in fixed:
        raise NotAllowed(
            f"{key} has a fixed stake, which limits cannot change: close the table first."
        )
    for key in fed:
        raise NotAllowed(
            f"{key} feeds a meter, whose terms cannot change while it is in operation: close "
            "the table first."
        )
    return replace(opened, house=checked.house, play=checked.play)


def in_force(house: House, events: Iterable[Event]) -> House:
    """The house of a log, with the limits in force at its end."""
    for event in events:
        if isinstance(event, RoundOpened | LimitsChanged) and event.limits:
            house = TableLimits.parse(event.limits).applied(house)
    return house


def holds_from(house: House, now: int, empty: bool) -> int:
    """When limits posted now take effect: after the notice, or at once if nobody is seated."""
    return now if empty else now + 60 * house.notice


def _range(text: str) -> Range:
    least, _, most = text.partition("-")
    return int(least), int(most)
