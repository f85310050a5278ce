"""Replaying a log: the same answers make the same events, or the log is not what happened.

A round cannot be resumed by a script, or under a rulebook, other than the one that began it. A
floor supervisor voids it, and the log ends with what happened to every stake; the next log begins
under the current rules. The log contains everything needed from the old rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from pitboss.errors import NotAllowed, PitbossError
from pitboss.games.terms_in_force import procedure_of
from pitboss.log import LINE, NOTHING, Difference, Event, Sink
from pitboss.money import Cents
from pitboss.procedure.steps import AskStake
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.decks import SOFTWARE, Clock, Step, no_clock
from pitboss.table.cards.logged_shoes import LoggedShoes
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events import header_of, is_over, last_round
from pitboss.table.events.rounds import (
    Answered,
    AnswerExpired,
    Bet,
    BetsClosed,
    DealerReady,
    FloorCame,
    Irregular,
    RoundOpened,
    SlipValidated,
    SystemResolved,
    SystemUsed,
    Tip,
)
from pitboss.table.events.shoes import (
    CardsWashed,
    DecksInspected,
    DecksReceived,
    InspectionVerified,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeOpened,
    SideChosen,
)
from pitboss.table.events.table import (
    BuyIn,
    CashOut,
    LimitsChanged,
    LimitsPosted,
    LogOpened,
    LogSuperseded,
    MeterReceived,
    MeterRetired,
    MeterSent,
    TableClosed,
)
from pitboss.table.houses.house import House, logged_settings
from pitboss.table.houses.limits import Posted, TableLimits, with_limits
from pitboss.table.houses.offers import with_defaults
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.irregularities import decided_at, rounds_of, voided
from pitboss.table.log.chain import chain_before
from pitboss.table.money.awards import TableMeter, check_supervisor, logged_meters
from pitboss.table.table import NO_CHIPS, Table, parse_cents


def replay(
    book: Rulebook,
    events: Sequence[Event],
    meters: Mapping[str, TableMeter] | None = None,
) -> Table:
    """A table in the state that its log leads to from its first line.

    Its cards come from the log, and so do its meters if they are not given.
    """
    opened = opened_by(book, events)
    _check_version(opened, events)
    events = events[: decided_at(events)]
    table = Table(
        opened,
        LoggedShoes(events, opened.delivery.sides),
        book.digest,
        meters=meters or logged_meters(opened, events),
        header=header_of(events),
    )
    if found := follow(book, table, events)[0]:
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
        begin(book, table, events, at)
        at += 1
    else:
        at = len(table.log)
    if found := follow(book, table, events, at)[0]:
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


def begin(book: Rulebook, table: Table, events: Sequence[Event], at: int) -> RoundOpened:
    """Begin a table with the round that opens there, as the line itself carries it over."""
    begun = events[at]
    assert isinstance(begun, RoundOpened)
    delivery = table.opened.delivery
    fresh = isinstance(events[at - 1], ShoeCommitted) or delivery.after_bets
    _carry_limits(book, table, begun)
    table.take_up(begun, fresh, chain_before(events, at))
    return begun


def is_executable(opened: Open, events: Sequence[Event]) -> bool:
    """Whether the log was made by the current procedure."""
    return header_of(events).procedure == opened.procedure.version


# -- following a log -----------------------------------------------------------------------------


def follow(
    book: Rulebook, table: Table, events: Sequence[Event], first: int = 0
) -> tuple[Difference | None, Sequence[Event]]:
    """Give the table what came from outside and compare every event that results.

    Returns the first difference, or what the table has done beyond the last line of the log. A
    table that begins with a later line has done everything before that line.
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
                return Difference(at + 1, events[at].line, str(error), refused=True), ()
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
    if other := other_rules(book, events):
        raise PitbossError(other)
    return opened_under(book, header_of(events))


ITS_OWN_RULES: Final = "Verify it with the release, and the --rulebook folder, that made it"
"""What to do about a log that the current rulebook may not fit."""


def judged_by(book: Rulebook, events: Sequence[Event]) -> Open:
    """The house of a log under this rulebook, whichever it was made under."""
    try:
        return opened_under(book, header_of(events))
    except PitbossError as error:
        if other := other_rules(book, events):
            raise PitbossError(f"{other} {ITS_OWN_RULES}. {error}") from None
        raise


def other_rules(book: Rulebook, events: Sequence[Event]) -> str:
    """That a log was made under another rulebook than this one; empty if it was not."""
    made = header_of(events).rulebook
    if made == book.digest:
        return ""
    return f"The log was made under rulebook {made[:12]}…; the current one is {book.digest[:12]}…."


def opened_under(book: Rulebook, header: LogOpened) -> Open:
    """The house of a log under this rulebook; refused if it has no such game or wager."""
    house = logged_settings(header.house)
    return replace(open_house(book, with_defaults(book, house), logged=True), house=house)


def _check_version(opened: Open, events: Sequence[Event]) -> None:
    if not is_executable(opened, events):
        raise PitbossError(
            f"The log was made by procedure {header_of(events).procedure}; the current one is "
            f"{opened.procedure.version}. The log must be superseded; a supervisor's decision "
            "voids a round in play."
        )


# -- a log that stopped under other rules ----------------------------------------------------------


def supersede(
    book: Rulebook,
    events: Sequence[Event],
    shoes: SealedShoes,
    meters: Mapping[str, TableMeter],
    by: str,
    why: str = "",
) -> list[Event]:
    """The lines that end the round of a log made under other rules: the decision and reversing
    entries.

    `why` is for a log that cannot be resumed even though it is under the current rules.
    """
    header = header_of(events)
    house = logged_settings(header.house)
    version, cite = at_hand(book, house)
    rulebook = "" if header.rulebook == book.digest else book.digest
    if header.procedure == version and not rulebook and not why:
        raise NotAllowed("The log is under the current rules: resume it.")
    check_supervisor(by, "decides this")
    if any(isinstance(each, TableClosed) for each in events):
        raise NotAllowed("The table is already closed.")
    decided = LogSuperseded(was=header.procedure, now=version, rulebook=rulebook, by=by, why=why)
    begun = last_round(events)
    shoes.end(*_shoes_of(events, begun))
    if is_over(events):
        return [decided]
    before = chain_before(events, begun)
    salt = shoes.salt(rounds_of(events)) if header.version >= 3 else ""
    return voided(house, events[begun:], meters, decided, cite, before, salt)


def _shoes_of(events: Sequence[Event], begun: int) -> tuple[set[int], int]:
    """The shoes of a log, those made in its last round too; and one of the side that deals it."""
    used, last = {each.number for each in events if isinstance(each, ShoeCommitted)}, 0
    for each in events[begun:]:
        if isinstance(each, RoundOpened | SideChosen):
            last = each.shoe
        if isinstance(each, RoundOpened):
            used |= {each.shoe, int(each.beside.partition(" ")[0] or 0)}
    return used - {0}, last


def closing(
    events: Sequence[Event], shoes: SealedShoes, had: Mapping[str, Cents] = NO_CHIPS
) -> list[Event]:
    """The last lines of a log whose round is over: chips are paid out and the shoe is opened."""
    paid = [CashOut(name, cents) for name, cents in had.items()]
    return [*paid, TableClosed(rounds_of(events)), *shoes.last()]


def at_hand(book: Rulebook, house: House) -> tuple[str, str]:
    """The current version of the game's procedure, and its law; empty if it no longer exists."""
    try:
        game = book.game(f"{house.jurisdiction}/{house.game}")
        return procedure_of(book, game).version, game.cite
    except PitbossError:
        return "", ""
