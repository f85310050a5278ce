"""A table and its meters: it feeds them, claims awards and writes slips; and the meters as its log
records them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeVar

from pitboss.errors import NotAllowed, PitbossError, UnknownName, either, sentence
from pitboss.log import Event, Sink
from pitboss.money import Cents
from pitboss.procedure.round import Box
from pitboss.progressive.events import MeterChange
from pitboss.progressive.link import Link
from pitboss.progressive.meter import Fund, meter_named, share_equally
from pitboss.progressive.secret import DrawnSecrets, Mystery, Secrets
from pitboss.table.events.rounds import SlipValidated, SlipWritten
from pitboss.table.events.table import (
    MeterAwarded,
    MeterFed,
    MeterMoved,
    MeterReceived,
    MeterRetired,
    MeterSent,
    MeterStarted,
    MeterUnfed,
)
from pitboss.table.houses.filed_meters import Metered, largest_stake
from pitboss.table.houses.opening import Open
from pitboss.table.progressive_system import ProgressiveSystem
from pitboss.wagers.offer import Offer, Price

Change = MeterChange | MeterMoved
"""A change to a meter, from its own log or from that of a table."""


class TableMeter(Protocol):
    """What a table needs of a meter: the link itself, or what a log records of it."""

    def contribute(self, key: str, stake: Cents) -> Change: ...

    def withdraw(self, key: str) -> Change: ...

    def claim(self, key: str, share: Fraction) -> Change: ...

    def retire(self) -> Change: ...

    def transfer(self, to: str, by: str, clause: str, permission: str = "") -> Fund: ...

    def receive(self, fund: Fund) -> Change: ...


class Awards:
    """The meters of one table, and its waiting slips."""

    def __init__(
        self,
        opened: Open,
        meters: Mapping[str, TableMeter],
        system: ProgressiveSystem,
        log: Sink,
    ) -> None:
        self.opened, self.meters, self.system = opened, meters, system
        self._log = log
        self.waiting: dict[int, SlipWritten] = {}
        self.written = 0
        self._round = ""
        self._shown: dict[str, Cents] = {}

    def new_round(self, number: int) -> None:
        """Keys in the meters' logs name the round."""
        self._round = f"{self.opened.house.table}/{number}"

    # -- meters ----------------------------------------------------------------------------------

    def feed(self, name: str, box: Box, key: str, stake: Cents) -> None:
        """A stake adds to a meter, and may hit a mystery (58 Pa. Code § 633c.14(c)(3))."""
        entry = self.meters[name].contribute(self._key(box, key), stake)
        self._shown[name] = entry.shows
        self._log(MeterFed(meter=name, box=box.number, wager=key, cents=stake, **_amounts(entry)))
        if entry.won:
            metered = self.opened.meters[name]
            by_slip = metered.terms.paid_from != "rack"
            self.system.illuminate(metered.wager, [box])
            self._write(box, metered.wager.key, entry.won, "slip" if by_slip else "rack", "meter")

    def claim(
        self, key: str, offered: Offer, boxes: Sequence[Box], dues: Sequence[Price]
    ) -> dict[int, Cents]:
        """What the meters award each box; equal awards are shared (reading G-1)."""
        wager = offered.wager
        shared = wager.shared or offered.terms.shares_equally
        claims: dict[tuple[str, Fraction, int], list[Box]] = {}
        for box, found in zip(boxes, dues, strict=True):
            if found.share:
                alone = 0 if shared else box.number
                claims.setdefault((found.meter, found.share, alone), []).append(box)
        order = list(claims)
        if wager.award_order == "lower share first":
            order.sort(key=lambda each: each[1])
        given: dict[int, Cents] = {}
        for meter, share, alone in order:
            winners = claims[meter, share, alone]
            amount = self._claim_one(f"{key} {meter}", key, share, winners)
            parts = share_equally(amount, len(winners))
            given |= {box.number: part for box, part in zip(winners, parts, strict=True)}
        return given

    def _claim_one(self, name: str, key: str, share: Fraction, sharing: list[Box]) -> Cents:
        entry = self.meters[name].claim(f"{self._key(sharing[0], key)}/{share}", share)
        self._log(MeterAwarded(meter=name, winners=len(sharing), **_amounts(entry)))
        return entry.won

    def retire(self, name: str) -> None:
        """End one of the table's own meters, once it holds only its seed."""
        self._log(retired(name, self._meter(name).retire()))

    def transfer(
        self, name: str, to: str, by: str, clause: str, why: str, permission: str = ""
    ) -> Fund:
        """Transfer the liability of one of the table's own meters to another, with its fund."""
        fund = self._meter(name).transfer(to, by, clause, permission)
        self._log(transferred(name, fund, why))
        return fund

    def receive(self, name: str, fund: Fund) -> None:
        """Let a meter take over the fund of another."""
        entry = self._meter(name).receive(fund)
        self._shown[name] = entry.shows
        said: dict[str, Any] = {**fund.parts, **fund.word, **_amounts(entry)}
        self._log(MeterReceived(meter=name, of=fund.of, line_of=fund.sequence, **said))

    def _meter(self, name: str) -> TableMeter:
        if name not in self.meters:
            raise UnknownName("meter", name, self.meters)
        return self.meters[name]

    def _key(self, box: Box, wager: str) -> str:
        return f"{self._round}/{box.number}/{wager}"

    # -- slips -----------------------------------------------------------------------------------

    def slip(
        self, box: Box, key: str, offered: Offer, found: Price, won: Cents, award: Cents
    ) -> tuple[int, Cents]:
        """The number of the slip that an award needs and how much of the odds it holds, or 0, 0."""
        if not offered.table.meters:
            return 0, 0
        slip = bool(award) or self._is_large(key, offered, won)
        if not (slip or self._needs_floor(offered, found, won)):
            return 0, 0
        if award:  # odds paid with a share come from the rack (30-2110(4))
            return self._write(box, key, award, "slip", "meter"), 0
        return self._write(box, key, won, "slip" if slip else "rack", "house"), won

    def _is_large(self, key: str, offered: Offer, won: Cents) -> bool:
        """Whether this much of the meter is not paid from the rack (58 Pa. Code § 633c.9(e)(3),
        G-3).
        """
        least = offered.wager.slips_from
        if least is None or offered.terms.large_awards == "percentage awards only":
            return False
        shown = max((self._shown.get(name, 0) for name in self.opened.fed[key]), default=0)
        return bool(shown) and won >= least * shown

    def _needs_floor(self, offered: Offer, found: Price, won: Cents) -> bool:
        """Whether a floor supervisor validates it even though the rack pays it (reading G-2)."""
        wager = offered.wager
        match wager.floor:
            case "every win":
                return True
            case "shares and large awards":
                every = offered.terms.floor_validates == "every win"
                return every or won >= self.opened.house.validate_from
        above = wager.floor_above
        return above is not None and found.ratio + found.returned > above.ratio + above.returned

    def _write(self, box: Box, wager: str, cents: Cents, source: str, fund: str) -> int:
        self.written += 1
        slip = SlipWritten(self.written, box.number, box.player, wager, cents, source, fund)
        self.waiting[slip.number] = slip
        self._log(slip)
        self.system.award(wager, slip)
        return slip.number

    def validate(self, number: int, by: str) -> None:
        """Let a floor supervisor, never the dealer, validate a slip, and pay it."""
        if number not in self.waiting:
            waiting = either([str(n) for n in self.waiting]) or "none"
            raise NotAllowed(f"Slip {number} is not waiting; these are: {waiting}.")
        check_supervisor(by, "validates a slip")
        self.system.check_slip(number)
        self._log(validated(self.waiting.pop(number), by))


def validated(slip: SlipWritten, by: str) -> SlipValidated:
    """Pay a slip on a floor supervisor's word."""
    paid = slip.box, slip.player, slip.wager, slip.cents, slip.source
    return SlipValidated(slip.number, by, *paid)


def check_supervisor(by: str, does: str) -> None:
    """Refuse a floor supervisor's command from a dealer or from nobody."""
    if by.strip().casefold() in ("", "dealer"):
        raise NotAllowed(f"A floor supervisor {does}, not the dealer.")


def taken_back(
    meters: Mapping[str, TableMeter], name: str, table_round: str, box: int, key: str
) -> MeterUnfed:
    """What happens to a contribution when its stake is void."""
    entry = meters[name].withdraw(f"{table_round}/{box}/{key}")
    return MeterUnfed(meter=name, box=box, wager=key, **_amounts(entry))


def retired(name: str, entry: Change) -> MeterRetired:
    """What a table's log says when one of its own meters ends."""
    return MeterRetired(meter=name, **_amounts(entry))


def transferred(name: str, fund: Fund, why: str) -> MeterSent:
    """What a table's log says when its meter hands over its fund."""
    said: dict[str, Any] = {"sequence": fund.sequence, **fund.parts, **fund.word}
    said |= {"adds": -fund.display, "keeps": -fund.kept, "shows": 0}
    return MeterSent(meter=name, to=fund.to, why=why, **said)


def _amounts(entry: Change) -> dict[str, Cents]:
    """A change to a meter, as the table's log records it."""
    moved = {"adds": entry.adds, "keeps": entry.keeps, "shows": entry.shows}
    return {"sequence": entry.sequence, **moved, "won": entry.won, "from_house": entry.from_house}


def own_links(
    opened: Open, secrets: Secrets | None = None, shared: Mapping[str, Link] | None = None
) -> dict[str, Link]:
    """The meters of a table: new ones of its own, and those it shares with other tables.

    `shared` holds the linked meters by `link name` and meter: `party jackpot-party mega`.
    """
    links: dict[str, Link] = {}
    for name, metered in opened.meters.items():
        if metered.link:
            found = (shared or {}).get(f"{metered.link} {name}")
            if found is None:
                raise NotAllowed(f"The linked meter {name!r} of {metered.link!r} is not running.")
            _check_alike(found, metered, name)
            links[name] = found
        else:
            links[name] = open_link(opened, metered, secrets)
        links[name].join(opened.house.table)
    return links


def open_link(opened: Open, metered: Metered, secrets: Secrets | None = None) -> Link:
    """A new meter under this table's rules, for its own use or to be shared."""
    mystery = None
    if metered.is_mystery:
        mystery = Mystery(
            largest_stake(metered, opened.house.wagers, opened.house.most),
            metered.terms.hits,
            metered.terms.kept_below,
        )
    linked = bool(metered.link)
    return Link(metered.state, linked=linked, mystery=mystery, secrets=secrets or DrawnSecrets())


def _check_alike(link: Link, metered: Metered, name: str) -> None:
    """Linked tables have one seed and one rate."""
    meter, mine = link.meter, metered.state
    if (meter.seed, meter.rate, meter.reserve_rate) != (mine.seed, mine.rate, mine.reserve_rate):
        called = sentence(meter_named(name))
        raise NotAllowed(f"{called} runs with a different seed or rate from this table's.")


def opening_events(opened: Open) -> list[MeterStarted]:
    """The table's own meters when its log begins."""
    return [
        MeterStarted(name, metered.state.display)
        for name, metered in opened.meters.items()
        if not metered.link
    ]


# -- meters as a log records them ------------------------------------------------------------------


M = TypeVar("M", bound=MeterMoved)


@dataclass(slots=True)
class LoggedMeter:
    """A meter as a table's log records it: a linked one, or a mystery whose value is sealed."""

    entries: Iterator[MeterMoved]

    def contribute(self, key: str, stake: Cents) -> MeterFed:
        return self._next(MeterFed)

    def withdraw(self, key: str) -> MeterUnfed:
        return self._next(MeterUnfed)

    def claim(self, key: str, share: object) -> MeterAwarded:
        return self._next(MeterAwarded)

    def retire(self) -> MeterRetired:
        return self._next(MeterRetired)

    def transfer(self, to: str, by: str, clause: str, permission: str = "") -> Fund:
        said = self._next(MeterSent)
        return said.fund("", said.sequence, to)

    def receive(self, fund: Fund) -> MeterReceived:
        return self._next(MeterReceived)

    def _next(self, kind: type[M]) -> M:
        found = next(self.entries, None)
        if not isinstance(found, kind):
            raise PitbossError("The log does not say what the meter gave.")
        return found


def logged_meters(opened: Open, events: Sequence[Event]) -> dict[str, TableMeter]:
    """New meters of the table's own, and what the log says of the others."""
    made: dict[str, TableMeter] = {}
    for name, metered in opened.meters.items():
        if metered.link or metered.is_mystery:
            made[name] = _told(name, events)
        else:
            link = open_link(opened, metered)
            link.join(opened.house.table)
            made[name] = link
    return made


def told_meters(opened: Open, events: Sequence[Event]) -> dict[str, TableMeter]:
    """What the log says of every meter."""
    return {name: _told(name, events) for name in opened.meters}


def _told(name: str, events: Sequence[Event]) -> LoggedMeter:
    moved = (each for each in events if isinstance(each, MeterMoved))
    return LoggedMeter(each for each in moved if each.meter == name)
