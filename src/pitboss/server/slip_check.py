"""What a floor supervisor checks before an award is paid, and what the log says about it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from pitboss.errors import PitbossError, UnknownName, either
from pitboss.log import Event
from pitboss.money import show_money
from pitboss.progressive.meter import share_equally
from pitboss.server.floor import Floor
from pitboss.server.live_table import LiveTable
from pitboss.server.messages.record_messages import CheckView, MeterMoveView, SlipCheckView
from pitboss.server.views.fixed_view import fixed
from pitboss.store.books import Books
from pitboss.table.equipment import COUNT, LIGHTS
from pitboss.table.events import (
    Bet,
    MeterAwarded,
    MeterFed,
    MeterMoved,
    Settled,
    SlipWritten,
    StakeAdded,
    SystemUsed,
)
from pitboss.table.log.narrator import named


async def slip_check(floor: Floor, ident: str, number: int) -> SlipCheckView:
    """The checks of a waiting slip, each with what the log says."""
    at = floor.find(ident)
    async with floor.group_at(at).lock:
        slip = at.table.awards.waiting.get(number)
        if slip is None:
            raise UnknownName("slip", str(number), map(str, at.table.awards.waiting))
        events = [*at.this_round]
    again = await asyncio.to_thread(_dealt_again, floor, at, slip)
    meter = _meter_move(events, slip)
    checks = [
        _hand(events, slip, again),
        _accepted(events, slip),
        _chips(at, events, slip),
        _frozen(meter, slip),
    ]
    return SlipCheckView(
        checks=checks,
        meter=None
        if meter is None
        else MeterMoveView(
            before=meter.shows - meter.adds,
            award=meter.won,
            kept=-meter.keeps,
            house=meter.house,
            after=meter.shows,
            line=meter.sequence,
            winners=meter.winners if isinstance(meter, MeterAwarded) else 1,
        ),
    )


def _dealt_again(floor: Floor, at: LiveTable, slip: SlipWritten) -> str:
    """Deal the round again from its sealed shoe; if that does not lead to the slip, why."""
    try:
        table, _ = Books(floor.store, floor.book).take_up(at.id)
    except PitbossError as error:
        return str(error)
    return (
        "" if table.awards.waiting.get(slip.number) == slip else "the slip is not among its lines"
    )


def _hand(events: Sequence[Event], slip: SlipWritten, wrong: str) -> CheckView:
    if wrong:
        return CheckView(
            what="The hand wins", how=f"Dealt again, it does not: {wrong}", holds=False
        )
    won = (e for e in events if isinstance(e, Settled) and e.slip == slip.number)
    why = next((e.why for e in won), "the meter reached its sealed value")
    return CheckView(what="The hand wins", how=f"Dealt again from the sealed shoe: {why}")


def _accepted(events: Sequence[Event], slip: SlipWritten) -> CheckView:
    """The wager was made at the box before the cards."""
    what = "The wager was accepted"
    placed = sum(
        e.cents
        for e in events
        if isinstance(e, Bet | StakeAdded) and (e.box, e.wager) == (slip.box, slip.wager)
    )
    lit = [e for e in events if isinstance(e, SystemUsed) and e.step == LIGHTS]
    seen = [e for e in lit if e.wager == slip.wager]
    if seen:
        on = slip.box in seen[-1].boxes
        light = f"Light {'on' if on else 'off'} at box {slip.box} before the deal"
        return CheckView(what=what, how=f"{light}, {seen[-1].clause}", holds=on)
    how = f"{show_money(placed)} at box {slip.box} before the deal"
    return CheckView(what=what, how=how, holds=placed > 0)


def _chips(at: LiveTable, events: Sequence[Event], slip: SlipWritten) -> CheckView:
    """What was counted, or what was staked and fed, is the same."""
    name = named(slip.wager, fixed(at.table.opened).names)
    counts = [
        e for e in events if isinstance(e, SystemUsed) and (e.step, e.wager) == (COUNT, slip.wager)
    ]
    bets = [e for e in events if isinstance(e, Bet | StakeAdded) and e.wager == slip.wager]
    boxes = sorted({e.box for e in bets})
    if counts:
        count = counts[-1].chips
        how = f"{count} chips counted by the dealer, {len(boxes)} wagers on {name}"
        return CheckView(what="Chips agree", how=how, holds=count == len(boxes))
    meters = sorted({e.meter for e in events if isinstance(e, MeterFed) and e.wager == slip.wager})
    staked = sum(e.cents for e in bets)
    fed = {
        meter: sum(e.cents for e in events if isinstance(e, MeterFed) and e.meter == meter)
        for meter in meters
    }
    at_boxes = f"box{'es' * (len(boxes) > 1)} {either(map(str, boxes), 'and')}"
    how = f"{show_money(staked)} on {name} at {at_boxes}, all of it counted by the meter"
    return CheckView(
        what="Chips agree", how=how, holds=all(cents == staked for cents in fed.values())
    )


def _meter_move(events: Sequence[Event], slip: SlipWritten) -> MeterMoved | None:
    """The line at which the meter gave this award; none if the house pays it at fixed odds."""
    if slip.fund != "meter":
        return None
    before = events[: events.index(slip)]
    moves = [
        e
        for e in before
        if isinstance(e, MeterAwarded | MeterFed) and e.won and e.meter.split()[0] == slip.wager
    ]
    parts = [
        e
        for e in moves
        if slip.cents in share_equally(e.won, e.winners if isinstance(e, MeterAwarded) else 1)
    ]
    found = parts or moves
    return found[-1] if found else None


def _frozen(meter: MeterMoved | None, slip: SlipWritten) -> CheckView:
    what = "Meter frozen"
    if meter is None:
        how = "Fixed odds, paid by the house: the meter stays as it is"
        return CheckView(what=what, how=how, holds=slip.fund != "meter")
    return CheckView(what=what, how=f"Line {meter.sequence:,} of its log, awards in order")
