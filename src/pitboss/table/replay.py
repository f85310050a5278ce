"""Replaying a log: the same answers make the same events, or the log is not what happened."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitboss.errors import PitbossError
from pitboss.log import NOTHING, Difference, Event, Sink
from pitboss.money import Cents
from pitboss.procedure import AskStake
from pitboss.progressive.events import MeterChange
from pitboss.progressive.fund import Fund
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.table.awards import METERED, Meter, fund_of, open_link
from pitboss.table.events import LogOpened
from pitboss.table.filing import with_defaults
from pitboss.table.house import House
from pitboss.table.ledger import audit
from pitboss.table.opening import Open, open_house
from pitboss.table.reversing import audit_decision, decided_at
from pitboss.table.shoe_audit import audit_shoes
from pitboss.table.shoes import LoggedShoes, SealedShoes, Shoes
from pitboss.table.table import Table

WHOLE: Final = "boxes, numbers and cents that are whole numbers"
"""What a line of a log lacks that says something else there."""


def replay(
    book: Rulebook,
    events: Sequence[Event],
    shoes: Shoes | None = None,
    meters: Mapping[str, Meter] | None = None,
) -> Table:
    """A table in the state that the log leads to, from its first line.

    Without the sealed shoes and the meters it was dealt from, both come from the log itself.
    """
    opened = opened_by(book, events)
    _check_version(opened, events)
    events = events[: decided_at(events)]
    table = Table(
        opened,
        shoes or LoggedShoes(events),
        book.digest,
        meters=meters or logged_meters(opened, events),
    )
    if found := _follow(table, events):
        raise PitbossError(str(found))
    return table


def resume(
    book: Rulebook,
    events: Sequence[Event],
    shoes: SealedShoes,
    meters: Mapping[str, Meter],
    sink: Sink | None = None,
) -> Table:
    """The table of a log as it was when it stopped, from its last round on.

    Cards come from the sealed shoes at the place that the round carried over. Meters are asked
    again under the same keys and give the same entries, so nothing is fed or claimed twice.
    """
    opened = opened_by(book, events)
    _check_version(opened, events)
    table = Table(opened, shoes, book.digest, meters=meters)
    at = resume_shoes(shoes, events)
    if at:
        fresh = events[at - 1].kind == "shoe"
        table.take_up(events[at], fresh, chain_before(events, at))
        at += 1
    else:
        at = len(table.log)
    if found := _follow(table, events, at):
        raise PitbossError(str(found))
    table.attach(sink)
    return table


def resume_shoes(shoes: SealedShoes, events: Sequence[Event]) -> int:
    """Take up the shoes as the last round of a log began; where it began, 0 if none did."""
    committed = max((int(e.get("number")) for e in events if e.kind == "shoe"), default=0)
    begun = last_round(events)
    shoe, dealt = (int(events[begun].get(name, "0")) for name in ("shoe", "dealt"))
    shoes.resume(shoe, dealt, committed)
    return begun


def last_round(events: Sequence[Event]) -> int:
    """Where the last round of a log begins; 0 if none does."""
    return max((at for at, each in enumerate(events) if each.kind == "round"), default=0)


def is_over(events: Sequence[Event]) -> bool:
    """No round of a log is in play: the last one has ended, or none began."""
    begun = last_round(events)
    return not begun or has_ended(events[begun:])


def has_ended(this_round: Sequence[Event]) -> bool:
    """The events of one round tell of its end."""
    return any(each.kind == "end" for each in this_round)


def verify(book: Rulebook, events: Sequence[Event]) -> list[Difference]:
    """Refold the log, open every shoe that was opened, and play it again line by line.

    A log of another version of the procedure is only refolded; one of another rulebook, or no
    log at all, is refused. What a decision added to a log that it ended follows from the lines
    before.
    """
    opened = opened_by(book, events)
    found = refold(opened, events)
    at = decided_at(events)
    played = events[:at]
    meters: Mapping[str, Meter] = {name: _told(name, events[at:]) for name in opened.meters}
    if is_executable(opened, events):
        meters = logged_meters(opened, events)
        table = Table(opened, LoggedShoes(played), book.digest, meters=meters)
        if differs := _follow(table, played):
            return sorted([*found, differs], key=lambda each: each.line)
        if len(table.log) > at:
            said = str(events[at]) if events[at:] else NOTHING
            found.append(Difference(at + 1, said, str(table.log[at])))
    if at < len(events):
        begun = 0 if is_over(played) else last_round(played)
        before = chain_before(played, begun)
        found += audit_decision(opened.house, events, begun, before, meters)
    return sorted(found, key=lambda each: each.line)


def is_executable(opened: Open, events: Sequence[Event]) -> bool:
    """The procedure that made the log is the one at hand."""
    return events[0].get("procedure") == opened.procedure.version


def refold(opened: Open, events: Sequence[Event]) -> list[Difference]:
    """What can be told of a log without its procedure: books, chain and shoes."""
    found: list[Difference] = []
    try:
        found += audit(events)
    except ValueError:
        found.append(Difference(len(events), "books", "amounts in whole cents"))
    found += _chain(events)
    found += audit_shoes(events, opened.delivery)
    return found


def unfinished(table: Table) -> str:
    """What a replayed log still lacks; empty where its table was closed."""
    if table.pending:
        return f"round {table.rounds} waits for an answer of {table.pending.step.of}"
    if table.waits_for_dealer:
        return f"round {table.rounds} waits for the dealer"
    if table.slips:
        return f"round {table.rounds} waits for a floor supervisor"
    if table.betting:
        return f"round {table.rounds} is open for bets"
    return "" if table.closed else f"it was not closed after round {table.rounds}"


# -- following a log -----------------------------------------------------------------------------


def _follow(table: Table, events: Sequence[Event], first: int = 0) -> Difference | None:
    """Give the table what came from outside and compare all that it makes of it.

    The table of a log that is followed from a later line has as many lines as it took to get there.
    """
    ahead = len(table.log) - first if first else 0
    for line, event in enumerate(events[first:], first + 1):
        at = line - 1 + ahead
        if at >= len(table.log):
            try:
                feed(table, event)
            except PitbossError as error:
                return Difference(line, str(event), str(error))
            except (ValueError, ArithmeticError):
                return Difference(line, str(event), WHOLE)
        made = str(table.log[at]) if at < len(table.log) else NOTHING
        if made != str(event):
            return Difference(line, str(event), made)
    return None


def feed(table: Table, event: Event) -> None:
    """Give the table what a logged event says came from outside."""
    get = event.get
    match event.kind:
        case "buy-in":
            table.buy_in(get("player"), int(get("cents")))
        case "cash-out":
            table.cash_out(get("player"), int(get("cents")))
        case "close":
            table.close()
        case "opened" | "shoe" | "round":
            table.open_round()
        case "bet":
            position = int(get("position", "0"))
            table.bet(int(get("box")), get("player"), get("wager"), int(get("cents")), position)
        case "tip":
            table.tip(int(get("box")), get("wager"), int(get("cents")))
        case "closed":
            table.deal()
        case "go":
            table.go()
        case "answer":
            number, word = int(get("ask")), get("word")
            step = table.asked[number].step if number in table.asked else None
            if isinstance(step, AskStake):
                table.answer_stake(number, int(word))
            else:
                table.answer(number, word)
        case "expired":
            table.expire(int(get("ask")), get("word"))
        case "irregular":
            box = int(get("box")) if get("box") else None
            table.irregular(get("kind"), box, get("decision"), get("by"), get("why"))
        case "validated":
            table.validate(int(get("slip")), get("by"))
        case "retired":
            table.awards.retire(get("meter"))
        case "transferred":
            words = (get(each) for each in ("meter", "to", "by", "clause", "why", "permission"))
            table.awards.transfer(*words)
        case "received":
            meter = table.meters.get(get("meter"))
            to = meter.name if isinstance(meter, Link) else ""
            table.awards.receive(get("meter"), fund_of(event, to))


def opened_by(book: Rulebook, events: Sequence[Event]) -> Open:
    """The house of a log, refused where it was made under other rules."""
    if not events or events[0].kind != "log":
        raise PitbossError("This is not a log: its first line must say what table it is of.")
    header = events[0]
    if header.get("rulebook") != book.digest:
        raise PitbossError(
            f"The log was made under rulebook {header.get('rulebook')[:12]}…; this one is "
            f"{book.digest[:12]}…. Replay it with the rulebook it was made under."
        )
    house = House.from_json(header.get("house"))
    return replace(open_house(book, with_defaults(book, house), logged=True), house=house)


def header(events: Sequence[Event]) -> LogOpened:
    """The first line of a log; refuses what is none."""
    if not events or not isinstance(events[0], LogOpened):
        raise PitbossError("This is not a log: its first line must say what table it is of.")
    return events[0]


def _check_version(opened: Open, events: Sequence[Event]) -> None:
    if not is_executable(opened, events):
        raise PitbossError(
            f"The log was made by procedure {events[0].get('procedure')}; this is "
            f"{opened.procedure.version}. Supersede it: a round in play is voided by a decision."
        )


# -- the chain of rounds -------------------------------------------------------------------------


def _chain(events: Sequence[Event]) -> Iterator[Difference]:
    """Each round ends with a hash of all its lines and of the round before."""
    made = hashlib.sha256()
    for line, event in enumerate(events, 1):
        if event.kind == "end":
            chain = made.hexdigest()
            if event.get("chain") != chain:
                yield Difference(line, event.line, f"chain={chain}")
                return
            made = hashlib.sha256(chain.encode())
        made.update(event.line.encode())


def chain_before(events: Sequence[Event], at: int) -> str:
    """The lines that the chain of a round already holds when the round begins."""
    ended = max((i for i in range(at) if events[i].kind == "end"), default=-1)
    before = events[ended].get("chain") if ended >= 0 else ""
    return before + "".join(each.line for each in events[max(ended, 0) : at])


# -- meters from the log -------------------------------------------------------------------------


@dataclass(slots=True)
class LoggedMeter:
    """A meter as the log of a table has it: a linked one, or a mystery whose value is sealed."""

    entries: Iterator[Event]

    def contribute(self, key: str, stake: Cents) -> MeterChange:
        return self._next("feed", key)

    def withdraw(self, key: str) -> MeterChange:
        return self._next("unfeed", key)

    def claim(self, key: str, share: object) -> MeterChange:
        return self._next("award", key)

    def retire(self) -> MeterChange:
        return self._next("retired", "")

    def transfer(self, to: str, by: str, clause: str, permission: str = "") -> Fund:
        return fund_of(self._event("transferred"), to)

    def receive(self, fund: Fund) -> MeterChange:
        return self._next("received", "")

    def _event(self, kind: str) -> Event:
        found = next(self.entries, None)
        if found is None or found.kind != kind:
            raise PitbossError("The log does not say what the meter gave.")
        return found

    def _next(self, kind: str, key: str) -> MeterChange:
        get = self._event(kind).get
        won = int(get("won", "0"))
        return MeterChange(
            sequence=int(get("sequence")),
            key=key,
            cents=won if kind == "award" else 0,
            shows=int(get("shows")),
            adds=int(get("adds")),
            keeps=int(get("keeps")),
            from_house=int(get("house", "0")),
            hit=won if kind == "feed" else 0,
        )


def logged_meters(opened: Open, events: Sequence[Event]) -> dict[str, Meter]:
    """The table's own meters afresh, and what the log says of the others."""
    made: dict[str, Meter] = {}
    for name, metered in opened.meters.items():
        if metered.link or metered.is_mystery:
            made[name] = _told(name, events)
        else:
            link = open_link(opened, metered)
            link.join(opened.house.table)
            made[name] = link
    return made


def _told(name: str, events: Sequence[Event]) -> LoggedMeter:
    named = (each for each in events if each.kind in METERED and each.get("meter") == name)
    return LoggedMeter(named)
