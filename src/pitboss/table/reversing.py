"""The lines that void a round by decision: what lies on the layout goes back, and slips are paid.

They follow from the lines of the round alone, so that a log can be held against them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from pitboss.errors import PitbossError
from pitboss.log import NOTHING, Difference, Event, event
from pitboss.rulebook.named import fill
from pitboss.table.awards import Meter, retired, taken_back, transferred
from pitboss.table.house import House
from pitboss.table.layout import Layout, reversing_entries
from pitboss.table.metering import wager_of
from pitboss.wagers.terms import WagerTerms


def voided(
    house: House,
    this_round: Sequence[Event],
    meters: Mapping[str, Meter],
    decided: Event,
    cite: str,
    before: str,
) -> list[Event]:
    """The lines from the decision to the end of the round, which it voids.

    `before` is what the chain of the round holds already when it begins.
    """
    get = decided.get
    why = "the round could not be gone on with"
    if get("was") != get("now") or get("rulebook"):
        why = "the rules changed in the middle of the round"
    made = [decided, event("void", box="", clause=cite, why=why)]
    layout = Layout(this_round)
    back = _stakes_back(layout)
    made += [*back, *unfed(house, layout, meters, *back)]
    made += _slips_paid(this_round, get("by"))
    lines = "".join(each.line for each in (*this_round, *made))
    chain = hashlib.sha256((before + lines).encode()).hexdigest()
    return [*made, event("end", number=this_round[0].get("number"), chain=chain)]


def audit_decision(
    house: House, events: Sequence[Event], begun: int, before: str, meters: Mapping[str, Meter]
) -> Iterator[Difference]:
    """The lines from a decision on, against what the log before it makes of them.

    `begun` is where the round in play begins, 0 if none is.
    """
    at = decided_at(events)
    made: list[Event | None] = [_from(events[at], events[0])]
    try:
        if begun:
            cite = next((e.get("clause") for e in events[at:] if e.kind == "void"), "")
            made += voided(house, events[begun:at], meters, events[at], cite, before)[1:]
        rounds = max((e.get("number") for e in events if e.kind == "round"), key=int, default="0")
        made += [_after(each, meters, rounds) for each in events[at + len(made) :]]
    except (PitbossError, ValueError, ArithmeticError, KeyError) as error:
        yield Difference(at + 1, events[at].line, f"a decision that can be carried out: {error}")
        return
    for line, (logged, should) in enumerate(zip_longest(events[at:], made), at + 1):
        if logged != should:
            yield Difference(line, str(logged or NOTHING), str(should or NOTHING))
            return


def decided_at(events: Sequence[Event]) -> int:
    """Where a decision ends a log; its length where none does."""
    ends = (at for at, each in enumerate(events) if each.kind == "superseded")
    return next(ends, len(events))


def _from(decided: Event, header: Event) -> Event:
    """A decision names the procedure that the log was made by."""
    return replace(decided, was=header.get("procedure"))


def _after(said: Event, meters: Mapping[str, Meter], rounds: str) -> Event | None:
    """A line that comes after the round, as it should be; the ledger and the shoes judge others."""
    get = said.get
    match said.kind:
        case "transferred":
            word = get("to"), get("by"), get("clause"), get("permission")
            return transferred(get("meter"), meters[get("meter")].transfer(*word), get("why"))
        case "retired":
            return retired(get("meter"), meters[get("meter")].retire())
        case "close":
            return event("close", rounds=rounds)
        case "cash-out" | "opened":
            return said
    return None


def _stakes_back(layout: Layout) -> list[Event]:
    """Reversing entries for all that no result has settled yet, in the order it was put there:
    what was racked, the other stakes, and bets for the dealer.
    """
    back = {_at(each): each for box in layout.boxes.values() for each in reversing_entries(box)}
    put = [each for each in layout.events if each.kind in ("collect", "bet", "stake", "tip")]
    put.sort(key=lambda each: (each.kind != "collect", _at(each)[2]))
    return [back.pop(at) for at in map(_at, put) if at in back]


def _at(said: Event) -> tuple[str, str, bool]:
    """The box, the wager, and whether it is a bet for the dealer."""
    get = said.get
    return get("box"), get("wager") or get("on"), said.kind == "tip" or bool(get("to"))


def unfed(
    house: House, layout: Layout, meters: Mapping[str, Meter], *back: Event
) -> Iterator[Event]:
    """What voided stakes have fed goes back, but where a meter keeps it (reading G-9)."""
    key, gone = f"{house.table}/{layout.events[0].get('number')}", {_at(each) for each in back}
    fed = [each for each in layout.events if each.kind == "feed" and _at(each) in gone]
    for each in fed:
        if not _keeps(house, each.get("meter")):
            meter, box = each.get("meter"), int(each.get("box"))
            yield taken_back(meters, meter, key, box, each.get("wager"))


def _keeps(house: House, meter: str) -> bool:
    """The house has filed that a meter keeps what a voided stake has fed."""
    choice = house.wagers.get(wager_of(meter))
    return choice is not None and fill(WagerTerms, house.in_force(choice)).contributions_kept


def slips_waiting(this_round: Sequence[Event]) -> list[Event]:
    """Slips of a round that no floor supervisor has validated yet."""
    paid = {e.get("slip") for e in this_round if e.kind == "validated"}
    return [e for e in this_round if e.kind == "slip" and e.get("number") not in paid]


def _slips_paid(this_round: Sequence[Event], by: str) -> list[Event]:
    """An award already written stands: it is validated with the decision."""
    return [
        event(
            "validated",
            slip=e.get("number"),
            by=by,
            **{k: e.get(k) for k in ("box", "player", "wager", "cents", "from")},
        )
        for e in slips_waiting(this_round)
    ]
