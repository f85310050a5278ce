"""Replaying a log: the same answers make the same events, or the log is not what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from pitboss.errors import PitbossError
from pitboss.log import LINE, NOTHING, Difference, Event, Sink
from pitboss.procedure import AskStake
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.decks import SOFTWARE, Clock, Step, no_clock
from pitboss.table.cards.logged_shoes import LoggedShoes
from pitboss.table.cards.shoe_audit import audit_shoes
from pitboss.table.cards.shoes import SealedShoes, Shoes
from pitboss.table.events import (
    Answered,
    AnswerExpired,
    Bet,
    BetsClosed,
    BuyIn,
    CardsWashed,
    CashOut,
    DealerReady,
    DecksInspected,
    DecksReceived,
    FloorCame,
    InspectionVerified,
    Irregular,
    LimitsChanged,
    LimitsPosted,
    MeterReceived,
    MeterRetired,
    MeterSent,
    RoundEnded,
    RoundOpened,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
    SideChosen,
    SlipValidated,
    SystemResolved,
    SystemUsed,
    TableClosed,
    Tip,
    header_of,
)
from pitboss.table.houses.filing import with_defaults
from pitboss.table.houses.house import logged_settings
from pitboss.table.houses.limits import Posted, TableLimits, with_limits
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.chain import audit_chain, chain_before
from pitboss.table.log.ledger import audit
from pitboss.table.money.awards import TableMeter, logged_meters, told_meters
from pitboss.table.money.reversal import audit_decision, decided_at
from pitboss.table.table import Table, parse_cents


def replay(
    book: Rulebook,
    events: Sequence[Event],
    shoes: Shoes | None = None,
    meters: Mapping[str, TableMeter] | None = None,
) -> Table:
    """A table in the state that its log leads to from its first line.

    If the sealed shoes and the meters are not given, both come from the log itself.
    """
    opened = opened_by(book, events)
    _check_version(opened, events)
    events = events[: decided_at(events)]
    table = Table(
        opened,
        shoes or LoggedShoes(events, opened.delivery.sides),
        book.digest,
        meters=meters or logged_meters(opened, events),
        header=header_of(events),
    )
    if found := _follow(book, table, events)[0]:
        raise PitbossError(str(found))
    return table


def resume(
    book: Rulebook,
    opened: Open,
    events: Sequence[Event],
    shoes: SealedShoes,
    meters: Mapping[str, TableMeter],
    sink: Sink | None = None,
    clock: Clock = no_clock,
) -> Table:
    """The table of a log as it was when it stopped, resumed from its last round; `opened_by` it.

    Cards come from the sealed shoes at the place that the round carried over. Meters are asked
    again under the same keys and give the same entries, so nothing is fed or claimed twice.
    """
    _check_version(opened, events)
    table = Table(opened, shoes, book.digest, meters=meters, header=header_of(events))
    at = resume_shoes(shoes, events)
    if isinstance(events[at], RoundOpened):
        _begin(book, table, events, at)
        at += 1
    else:
        at = len(table.log)
    if found := _follow(book, table, events, at)[0]:
        raise PitbossError(str(found))
    table.attach(sink, clock)
    return table


def resume_shoes(shoes: SealedShoes, events: Sequence[Event]) -> int:
    """Resume the shoes at the last round of a log; where that round began, 0 if none did."""
    committed = max((e.number for e in events if isinstance(e, ShoeCommitted)), default=0)
    at = last_round(events)
    match events[at]:
        case RoundOpened() as begun:
            shoes.resume(begun.shoe, begun.dealt, committed, begun.cut, begun.mixed, begun.beside)
        case _:
            shoes.resume(0, 0, committed)
    return at


def last_round(events: Sequence[Event]) -> int:
    """Where the last round of a log begins; 0 if none does."""
    return _last(RoundOpened, events)


def _last(kind: type[Event], events: Sequence[Event]) -> int:
    """Where the last event of a class is; 0 if there is none."""
    places = range(len(events) - 1, 0, -1)
    return next((at for at in places if isinstance(events[at], kind)), 0)


def is_over(events: Sequence[Event]) -> bool:
    """No round of a log is in play: the last one has ended, or none began."""
    begun = last_round(events)
    return not begun or has_ended(events[begun:])


def has_ended(this_round: Sequence[Event]) -> bool:
    """The events of one round include its end."""
    return any(isinstance(each, RoundEnded) for each in this_round)


def verify(book: Rulebook, events: Sequence[Event]) -> list[Difference]:
    """Refold the log, open every shoe that was opened, and replay it line by line.

    A log of another version of the procedure is only refolded; one of another rulebook, or no
    log at all, is refused. What a decision added to a log that it ended follows from the lines
    before.
    """
    opened = opened_by(book, events)
    if is_executable(opened, events):
        meters = logged_meters(opened, events)
    else:
        meters = told_meters(opened, events[decided_at(events) :])
    found = replay_faults(book, opened, events, meters)
    is_chained = not found and is_executable(opened, events) and decided_at(events) == len(events)
    return sorted([*refold(opened, events, is_chained), *found], key=lambda each: each.line)


def verify_part(
    book: Rulebook, opened: Open, events: Sequence[Event], begun: int, side: str, is_last: bool
) -> list[Difference]:
    """Replay a part of a log: its header, the end of a round, and what came after it.

    `begun` is where among them the first round begins, and `side` the side of a double shoe that
    deals then; 0 for the part with which the log begins. What meters do is taken from the log.
    """
    first = begun if is_executable(opened, events) else decided_at(events)
    meters = told_meters(opened, events[first:])
    return replay_faults(book, opened, events, meters, begun, side, is_last)


def replay_faults(
    book: Rulebook,
    opened: Open,
    events: Sequence[Event],
    meters: Mapping[str, TableMeter],
    begun: int = 0,
    side: str = "",
    is_last: bool = True,
) -> list[Difference]:
    """The first line that a replay does not give, and what is wrong with a decision."""
    at, found = decided_at(events), list[Difference]()
    played = events[:at]
    if is_executable(opened, events):
        _, differs, more = _replay_from(book, opened, played, meters, begun, side)
        if differs:
            return [differs]
        if is_last and more:
            said = events[at].line if events[at:] else NOTHING
            found.append(Difference(at + 1, said, more[0].line))
    if at < len(events):
        in_play = 0 if is_over(played) else last_round(played)
        before = chain_before(played, in_play)
        found += audit_decision(opened.house, events, in_play, before, meters)
    return found


def _replay_from(
    book: Rulebook,
    opened: Open,
    events: Sequence[Event],
    meters: Mapping[str, TableMeter],
    begun: int,
    side: str,
) -> tuple[Table, Difference | None, Sequence[Event]]:
    """The table that follows a log from the round that begins there, and what `_follow` finds."""
    shoes = LoggedShoes(events, opened.delivery.sides)
    header = header_of(events)
    table = Table(opened, shoes, book.digest, meters=meters, keep=False, header=header)
    if begun:
        shoes.resume(_begin(book, table, events, begun), side, opened.delivery.after_bets)
    return table, *_follow(book, table, events, begun and begun + 1)


def _begin(book: Rulebook, table: Table, events: Sequence[Event], at: int) -> RoundOpened:
    """Begin a table with the round that opens there, as the line itself carries it over."""
    begun = events[at]
    assert isinstance(begun, RoundOpened)
    delivery = table.opened.delivery
    fresh = isinstance(events[at - 1], ShoeCommitted) or delivery.after_bets
    _carry_limits(book, table, begun)
    table.take_up(begun, fresh, chain_before(events, at))
    return begun


def is_executable(opened: Open, events: Sequence[Event]) -> bool:
    """The log was made by the current procedure."""
    return header_of(events).procedure == opened.procedure.version


def refold(opened: Open, events: Sequence[Event], is_chained: bool = False) -> list[Difference]:
    """What can be checked in a log without its procedure: books, chain and shoes.

    A replay that gave every line has made the chain again: then `is_chained`.
    """
    shoes = audit_shoes(events, opened.delivery)
    return [*audit(events), *(() if is_chained else audit_chain(events)), *shoes]


def missing_end(book: Rulebook, events: Sequence[Event]) -> str:
    """What a log without a fault is still missing, by its last round; empty if nothing is, or if
    it is not executable.
    """
    opened = opened_by(book, events)
    if not is_executable(opened, events):
        return ""
    played, begun, side = events[: decided_at(events)], 0, ""
    first = last_round(played)
    if ended := _last(RoundEnded, played[:first]):
        begun, side = first - ended + 1, dealing_side(opened, played[:first])
        played = (played[0], *played[ended:])
    meters = told_meters(opened, played[begun:])
    return unfinished(_replay_from(book, opened, played, meters, begun, side)[0])


def dealing_side(opened: Open, before: Sequence[Event]) -> str:
    """The side of a double shoe that deals after these events."""
    sides = opened.delivery.sides
    chosen = [each.name for each in before if isinstance(each, SideChosen) and each.name in sides]
    return chosen[-1] if chosen else sides[0]


def unfinished(table: Table) -> str:
    """What a replayed log is still missing; empty if its table was closed."""
    if table.pending:
        return f"round {table.rounds} is waiting for {table.pending.step.of} to answer"
    if table.waits_for_dealer:
        return f"round {table.rounds} is waiting for the dealer"
    if table.slips or table.floor_called or table.system.disputed:
        return f"round {table.rounds} is waiting for a floor supervisor"
    if step := table.system.next:
        return f"round {table.rounds} is waiting for the dealer: {step.step}"
    if table.betting:
        return f"round {table.rounds} is open for bets"
    return "" if table.closed else f"the table was not closed after round {table.rounds}"


# -- following a log -----------------------------------------------------------------------------


def _follow(
    book: Rulebook, table: Table, events: Sequence[Event], first: int = 0
) -> tuple[Difference | None, Sequence[Event]]:
    """Give the table what came from outside and compare every event that results.

    What differs first, or what the table has done beyond the last line of the log. A table that
    begins with a later line has done everything before it.
    """
    at, made = first, [] if first else [*table.log]

    def logged_time() -> datetime | None:
        """The time that the log says it was when something was done that has a time."""
        later = (events[n] for n in range(at, len(events)))
        return next((each.at for each in later if isinstance(each, TIMED)), None)

    table.attach(made.append, logged_time)
    while at < len(events):
        if not made:
            try:
                feed(book, table, events[at])
            except PitbossError as error:
                return Difference(at + 1, events[at].line, str(error)), ()
        lines = [*map(LINE, made)] or [NOTHING]
        logged = [*map(LINE, events[at : at + len(lines)])]
        if lines[: len(logged)] != logged:
            wrong = next(n for n, line in enumerate(logged) if line != lines[n])
            return Difference(at + wrong + 1, logged[wrong], lines[wrong]), ()
        at += len(logged)
        del made[: len(logged)]
    table.attach(None)
    return None, made


STEP_OF: Final[Mapping[type[Event], Step]] = {
    DecksReceived: "receive",
    DecksInspected: "inspect",
    InspectionVerified: "verify",
    CardsWashed: "wash",
}
TIMED: Final = (DecksReceived, DecksInspected, RoundOpened)


def feed(book: Rulebook, table: Table, event: Event) -> None:
    """Give the table what a logged event says came from outside."""
    match event:
        case Bet():
            table.bet(event.box, event.player, event.wager, event.cents, event.position)
        case Answered(number, word):
            step = table.asked[number].step if number in table.asked else None
            if isinstance(step, AskStake):
                table.answer_stake(number, parse_cents(word))
            else:
                table.answer(number, word)
        case BetsClosed():
            table.deal()
        case BuyIn():
            table.buy_in(event.player, event.cents)
        case CashOut():
            table.cash_out(event.player, event.cents)
        case LimitsPosted():
            new = limited(book, table.opened, event.limits)
            table.post_limits(new, event.by, event.at, bool(event.empty))
        case LimitsChanged():
            table.change_limits(event.at)
        case TableClosed():
            table.close()
        case DecksReceived() | DecksInspected() | InspectionVerified() | CardsWashed() if (
            event.by != SOFTWARE
        ):
            table.prepare(STEP_OF[type(event)], event.by)
        case ShoeMixed():
            table.mix(event.by, event.words)
        case ShoeCut():
            table.cut(event.by, event.at, bool(event.passed))
        case DecksReceived() | DecksInspected() | ShoeOpened() | ShoeCommitted() | RoundOpened():
            table.open_round()
        case Tip():
            table.tip(event.box, event.wager, event.cents)
        case DealerReady():
            table.go()
        case AnswerExpired():
            table.expire(event.number, event.word)
        case Irregular(what=what, box=box, decision=decision, by=by, why=why):
            table.irregular(what, box, decision, by, why or "")
        case FloorCame():
            table.attend(event.by)
        case SystemUsed():
            table.press(event.step, event.boxes, event.chips, event.slip)
        case SystemResolved(box=box, boxes=boxes, chips=chips):
            table.resolve(event.by, box=box, boxes=boxes, chips=chips, why=event.why)
        case SlipValidated():
            table.validate(event.slip, event.by)
        case MeterRetired():
            table.awards.retire(event.meter)
        case MeterSent(meter=meter, to=to, by=by, clause=clause, permission=permission):
            table.awards.transfer(meter, to, by, clause, event.why, permission)
        case MeterReceived(meter=name):
            link = table.meters.get(name)
            to = link.name if isinstance(link, Link) else ""
            table.awards.receive(name, event.fund(event.of, event.line_of, to))


def limited(book: Rulebook, opened: Open, said: str) -> Open:
    """A table under the limits that a line of its log has."""
    return with_limits(book, opened, TableLimits.parse(said), logged=True)


def _carry_limits(book: Rulebook, table: Table, begun: RoundOpened) -> None:
    """The limits that a round carried over: those in force, and those posted."""
    opened, posted = table.opened, None
    if begun.limits:
        opened = limited(book, opened, begun.limits)
    if begun.posted:
        since, _, said = begun.posted.partition(" ")
        posted = Posted(limited(book, opened, said), int(since))
    table.restrict(opened, posted)


def opened_by(book: Rulebook, events: Sequence[Event]) -> Open:
    """The house of a log; refused if it was made under other rules."""
    header = header_of(events)
    if header.rulebook != book.digest:
        raise PitbossError(
            f"The log was made under rulebook {header.rulebook[:12]}…; the current one is "
            f"{book.digest[:12]}…. Verify it with the pitboss it was made with."
        )
    house = logged_settings(header.house)
    return replace(open_house(book, with_defaults(book, house), logged=True), house=house)


def _check_version(opened: Open, events: Sequence[Event]) -> None:
    if not is_executable(opened, events):
        raise PitbossError(
            f"The log was made by procedure {header_of(events).procedure}; the current one is "
            f"{opened.procedure.version}. Supersede it: a round in play is voided by a decision."
        )
