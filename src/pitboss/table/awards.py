"""What a table has to do with meters: it feeds them, claims awards, and writes slips.

An award that may not leave the rack, or that a floor supervisor must see, waits as a slip; the
player is paid, and the cards go, when it is validated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from pitboss.errors import NotAllowed, UnknownName, either, sentence
from pitboss.log import Event, Sink, event, repeated
from pitboss.money import Cents
from pitboss.procedure import Box
from pitboss.progressive.events import MeterChange
from pitboss.progressive.fund import PARTS, Fund
from pitboss.progressive.link import Link
from pitboss.progressive.meter import meter_named, share_equally
from pitboss.progressive.secret import Drawn, Mystery, Secrets
from pitboss.table.metering import Metered, largest_stake
from pitboss.table.opening import Open
from pitboss.wagers.offer import Offer
from pitboss.wagers.pricing import Price

METERED: Final = {
    "feed": "contribute",
    "unfeed": "withdraw",
    "award": "claim",
    "transferred": "transfer",
    "received": "receive",
    "retired": "retire",
}
"""What a table's log calls a change of a meter → what the meter's own does."""


class Meter(Protocol):
    """What a table needs of a meter: the link itself, or what a log says of it."""

    def contribute(self, key: str, stake: Cents) -> MeterChange: ...

    def withdraw(self, key: str) -> MeterChange: ...

    def claim(self, key: str, share: Fraction) -> MeterChange: ...

    def retire(self) -> MeterChange: ...

    def transfer(self, to: str, by: str, clause: str, permission: str = "") -> Fund: ...

    def receive(self, fund: Fund) -> MeterChange: ...


@dataclass(frozen=True, slots=True)
class Slip:
    """An award that waits for a floor supervisor."""

    number: int
    box: int
    player: str
    wager: str
    cents: Cents
    source: str
    """`slip` for a jackpot slip, `rack` for one that is paid from the rack once validated."""


class Awards:
    """The meters of one table, and the slips that wait."""

    def __init__(self, opened: Open, meters: Mapping[str, Meter], log: Sink) -> None:
        self.opened, self.meters = opened, meters
        self._log = log
        self.waiting: dict[int, Slip] = {}
        self.written = 0
        self._round = ""
        self._shown: dict[str, Cents] = {}

    def new_round(self, number: int) -> None:
        """Keys of the meters' logs name the round."""
        self._round = f"{self.opened.house.table}/{number}"

    # -- meters ----------------------------------------------------------------------------------

    def feed(self, name: str, box: Box, key: str, stake: Cents) -> None:
        """A stake adds to a meter, and may hit a mystery (58 Pa. Code § 633c.14(c)(3))."""
        entry = self.meters[name].contribute(self._key(box, key), stake)
        self._shown[name] = entry.shows
        self._log(
            event(
                "feed",
                meter=name,
                box=box.number,
                wager=key,
                cents=stake,
                **_entered(entry, entry.hit),
            )
        )
        if entry.hit:
            metered = self.opened.meters[name]
            by_slip = metered.terms.paid_from != "rack"
            self._write(box, metered.wager.key, entry.hit, "slip" if by_slip else "rack", "meter")

    def claim(
        self, key: str, offered: Offer, boxes: Sequence[Box], dues: Sequence[Price]
    ) -> dict[int, Cents]:
        """What each box gets out of the meters; equal awards are shared (reading G-1)."""
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
        won = entry.cents
        self._log(event("award", meter=name, winners=len(sharing), **_entered(entry, won)))
        return won

    def retire(self, name: str) -> None:
        """A meter of the table's own ends, once nothing is in it but its seed."""
        self._log(retired(name, self._meter(name).retire()))

    def transfer(
        self, name: str, to: str, by: str, clause: str, why: str, permission: str = ""
    ) -> Fund:
        """A meter of the table's own hands its liability over to another, with its fund."""
        fund = self._meter(name).transfer(to, by, clause, permission)
        self._log(transferred(name, fund, why))
        return fund

    def receive(self, name: str, fund: Fund) -> None:
        """A meter takes over the fund of another."""
        entry = self._meter(name).receive(fund)
        self._shown[name] = entry.shows
        said = {**fund.parts, **_entered(entry, 0), **fund.word}
        self._log(event("received", meter=name, of=fund.of, line=fund.sequence, **said))

    def _meter(self, name: str) -> Meter:
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
        if award:  # odds beside a share are paid from the rack (30-2110(4))
            return self._write(box, key, award, "slip", "meter"), 0
        return self._write(box, key, won, "slip" if slip else "rack", "house"), won

    def _is_large(self, key: str, offered: Offer, won: Cents) -> bool:
        """So much of the meter does not leave the rack (58 Pa. Code § 633c.9(e)(3), G-3)."""
        least = offered.wager.slips_from
        if least is None or offered.terms.large_awards == "percentage awards only":
            return False
        shown = max((self._shown.get(name, 0) for name in self.opened.fed[key]), default=0)
        return bool(shown) and won >= least * shown

    def _needs_floor(self, offered: Offer, found: Price, won: Cents) -> bool:
        """A floor supervisor validates it though it is paid from the rack (reading G-2)."""
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
        slip = Slip(self.written, box.number, box.player, wager, cents, source)
        self.waiting[slip.number] = slip
        self._log(
            event(
                "slip",
                number=slip.number,
                box=box.number,
                player=box.player,
                wager=wager,
                cents=cents,
                **{"from": source, "fund": fund},
            )
        )
        return slip.number

    def validate(self, number: int, by: str) -> None:
        """A floor supervisor, never the dealer, validates a slip, and it is paid."""
        if number not in self.waiting:
            waiting = either([str(n) for n in self.waiting]) or "none"
            raise NotAllowed(f"Slip {number} does not wait; waiting: {waiting}.")
        check_supervisor(by, "validates a slip")
        slip = self.waiting.pop(number)
        self._log(
            event(
                "validated",
                slip=number,
                by=by,
                box=slip.box,
                player=slip.player,
                wager=slip.wager,
                cents=slip.cents,
                **{"from": slip.source},
            )
        )


def check_supervisor(by: str, does: str) -> None:
    """Refuse what a dealer, or nobody, says in a floor supervisor's place."""
    if by.strip().casefold() in ("", "dealer"):
        raise NotAllowed(f"A floor supervisor {does}, not the dealer.")


def taken_back(
    meters: Mapping[str, Meter], name: str, table_round: str, box: int, key: str
) -> Event:
    """What becomes of a contribution when its stake is void."""
    entry = meters[name].withdraw(f"{table_round}/{box}/{key}")
    return event("unfeed", meter=name, box=box, wager=key, **_entered(entry, 0))


def _entered(entry: MeterChange, won: Cents) -> dict[str, object]:
    """What the meter's own log says of a change, for the log of the table."""
    fields: dict[str, object] = {"sequence": entry.sequence, "adds": entry.adds}
    fields |= {"keeps": entry.keeps, "shows": entry.shows}
    extra = {"won": won, "house": entry.from_house}
    return fields | {name: value for name, value in extra.items() if value}


def retired(name: str, entry: MeterChange) -> Event:
    """What the log of a table says of a meter of its own that ended."""
    return event("retired", meter=name, **_entered(entry, 0))


def transferred(name: str, fund: Fund, why: str) -> Event:
    """What the log of the table says whose meter hands its fund over."""
    moved = {"adds": -fund.display, "keeps": -fund.kept, "shows": 0}
    said = {"sequence": fund.sequence, **fund.parts, **moved, **fund.word}
    return event("transferred", meter=name, to=fund.to, **said, why=why)


def fund_of(said: Event, to: str) -> Fund:
    """The fund that a line of a log speaks of, on its way to a meter."""
    get = said.get
    sequence = int(get("line") or get("sequence"))
    word = get("by"), get("clause")
    shown, reserve, overflow = (Fraction(get(part)) for part in PARTS)
    return Fund(get("of"), sequence, to, *word, shown, reserve, overflow, get("permission"))


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
                raise NotAllowed(
                    f"The meters {metered.link!r} are not running: no link {metered.link} {name}."
                )
            _check_alike(found, metered, name)
            links[name] = found
        else:
            links[name] = open_link(opened, metered, secrets)
        links[name].join(opened.house.table)
    return links


def open_link(opened: Open, metered: Metered, secrets: Secrets | None = None) -> Link:
    """A new meter as this table's rules have it, to be its own or to be shared."""
    mystery = None
    if metered.is_mystery:
        mystery = Mystery(
            largest_stake(metered, opened.house.wagers, opened.house.most),
            metered.terms.hits,
            metered.terms.kept_below,
        )
    linked = bool(metered.link)
    return Link(metered.state, linked=linked, mystery=mystery, secrets=secrets or Drawn())


def _check_alike(link: Link, metered: Metered, name: str) -> None:
    """Linked tables have one seed and one rate (P9, P13)."""
    meter, mine = link.meter, metered.state
    if (meter.seed, meter.rate, meter.reserve_rate) != (mine.seed, mine.rate, mine.reserve_rate):
        called = sentence(meter_named(name))
        raise NotAllowed(f"{called} runs with another seed or rate than this table files.")


def opening_events(opened: Open) -> list[Event]:
    """The meters of the table's own, as its log begins."""
    return [
        repeated("meter", name=name, cents=metered.state.display)
        for name, metered in opened.meters.items()
        if not metered.link
    ]
