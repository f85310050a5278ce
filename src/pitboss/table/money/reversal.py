"""The lines that void a round by decision: stakes are returned, and slips are paid.

They follow from the lines of the round alone, so that a log can be checked against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from pitboss.errors import PitbossError
from pitboss.log import NOTHING, Difference, Event
from pitboss.rulebook.term_fields import fill
from pitboss.table.events import (
    Bet,
    CashOut,
    LogSuperseded,
    MeterFed,
    MeterRetired,
    MeterSent,
    MeterUnfed,
    RoundEnded,
    RoundOpened,
    Settled,
    ShoeOpened,
    SlipValidated,
    SlipWritten,
    StakeAdded,
    StakeCollected,
    TableClosed,
    Tip,
    Voided,
    header_of,
)
from pitboss.table.houses.house import House
from pitboss.table.houses.offers import wager_of
from pitboss.table.log.chain import chain_of
from pitboss.table.log.ledger import Layout, reversing_entries, spot
from pitboss.table.money.awards import TableMeter, retired, taken_back, transferred, validated
from pitboss.wagers.terms import WagerTerms


def voided(
    house: House,
    this_round: Sequence[Event],
    meters: Mapping[str, TableMeter],
    decided: LogSuperseded,
    cite: str,
    before: str,
    salt: str,
    why: str = "the round could not be resumed",
) -> list[Event]:
    """The lines from the decision to the end of the round, which it voids.

    `before` is what the chain of the round already holds when it begins, `salt` what hides it.
    `why` is the reason if the rules are the same as before.
    """
    if decided.was != decided.now or decided.rulebook:
        why = "the rules changed in the middle of the round"
    layout = Layout(this_round)
    back = _stakes_back(layout)
    made: list[Event] = [decided, Voided(None, cite, why)]
    made += [*back, *unfed(house, layout, meters, *back)]
    made += [validated(slip, decided.by) for slip in slips_waiting(this_round)]  # it stands
    chain = chain_of(salt, [before, *(each.line for each in (*this_round, *made))])
    return [*made, RoundEnded(rounds_of(this_round), chain, salt)]


def audit_decision(
    house: House, events: Sequence[Event], begun: int, before: str, meters: Mapping[str, TableMeter]
) -> Iterator[Difference]:
    """Check the lines from a decision on against what the log before it implies.

    `begun` is where the round in play begins, 0 if none is.
    """
    at = decided_at(events)
    decided = events[at]
    assert isinstance(decided, LogSuperseded)
    made: list[Event | None] = [replace(decided, was=header_of(events).procedure)]
    try:
        if begun:
            cite, why = next(
                ((e.clause, e.why) for e in events[at:] if isinstance(e, Voided)), ("", "")
            )
            salt = next((e.salt for e in events[at:] if isinstance(e, RoundEnded)), "")
            made += voided(house, events[begun:at], meters, decided, cite, before, salt, why)[1:]
        rounds = rounds_of(events)
        made += [_after(each, meters, rounds) for each in events[at + len(made) :]]
    except (PitbossError, KeyError) as error:
        yield Difference(at + 1, decided.line, f"a decision that can be carried out: {error}")
        return
    for line, (logged, should) in enumerate(zip_longest(events[at:], made), at + 1):
        if logged != should:
            yield Difference(line, str(logged or NOTHING), str(should or NOTHING))
            return


def decided_at(events: Sequence[Event]) -> int:
    """Where a decision ends a log; its length if none does."""
    kinds = [*map(type, events)]
    return kinds.index(LogSuperseded) if LogSuperseded in kinds else len(kinds)


def rounds_of(events: Sequence[Event]) -> int:
    """The number of a log's last round; 0 if none began."""
    return max((each.number for each in events if isinstance(each, RoundOpened)), default=0)


def _after(said: Event, meters: Mapping[str, TableMeter], rounds: int) -> Event | None:
    """A line after the round, as it should be; the ledger and the shoes check the others."""
    match said:
        case MeterSent(meter=meter, to=to, by=by, clause=clause, permission=permission):
            fund = meters[meter].transfer(to, by, clause, permission)
            return transferred(meter, fund, said.why)
        case MeterRetired(meter=meter):
            return retired(meter, meters[meter].retire())
        case TableClosed():
            return TableClosed(rounds)
        case CashOut() | ShoeOpened():
            return said
    return None


def _stakes_back(layout: Layout) -> list[Settled]:
    """Reversing entries for everything unsettled, in the order it was placed:
    what was racked, the other stakes, and bets for the dealer.
    """
    back = {spot(each): each for box in layout.boxes.values() for each in reversing_entries(box)}
    racked = [spot(each) for each in layout.events if isinstance(each, StakeCollected)]
    put = [spot(each) for each in layout.events if isinstance(each, Bet | StakeAdded | Tip)]
    put.sort(key=lambda at: at[2])
    return [back.pop(at) for at in (*racked, *put) if at in back]


def unfed(
    house: House, layout: Layout, meters: Mapping[str, TableMeter], *back: Settled
) -> Iterator[MeterUnfed]:
    """Contributions of voided stakes are returned, unless a meter keeps them (reading G-9)."""
    key, gone = f"{house.table}/{rounds_of(layout.events)}", {spot(each) for each in back}
    fed = [each for each in layout.events if isinstance(each, MeterFed) and spot(each) in gone]
    for each in fed:
        if not _keeps(house, each.meter):
            yield taken_back(meters, each.meter, key, each.box, each.wager)


def _keeps(house: House, meter: str) -> bool:
    """The house has filed that a meter keeps the contribution of a voided stake."""
    choice = house.wagers.get(wager_of(meter))
    return choice is not None and fill(WagerTerms, house.in_force(choice)).contributions_kept


def slips_waiting(this_round: Sequence[Event]) -> list[SlipWritten]:
    """Slips of a round not yet validated by a floor supervisor."""
    paid = {each.slip for each in this_round if isinstance(each, SlipValidated)}
    written = (each for each in this_round if isinstance(each, SlipWritten))
    return [slip for slip in written if slip.number not in paid]
