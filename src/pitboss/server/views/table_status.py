"""Where a table stands: its phase, what comes next, and what somebody may do now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pitboss.errors import sentence
from pitboss.procedure import Draw, Result, Settle, Turn
from pitboss.server.commands import MAY
from pitboss.server.live_table import LiveTable
from pitboss.server.messages import layout_messages, table_messages
from pitboss.table.cards.decks import MUST
from pitboss.table.events import SlipValidated, SlipWritten


def head_of(at: LiveTable) -> dict[str, Any]:
    """Which table it is: the members of a `TableHead`."""
    opened = at.table.opened
    return {
        "id": at.id,
        "name": at.name,
        "game": opened.house.game,
        "game_name": opened.game.name,
        "jurisdiction": opened.house.jurisdiction,
        "jurisdiction_name": at.law,
        "cite": opened.game.cite,
    }


def slip_view(said: SlipWritten | SlipValidated) -> table_messages.SlipView:
    """A slip as the log has it, written or validated."""
    number = said.number if isinstance(said, SlipWritten) else said.slip
    return table_messages.SlipView.from_record(said, number=number)


def system_of(at: LiveTable) -> table_messages.SystemStepView | None:
    """What is due at the progressive system: a disputed step first."""
    step = at.table.system.disputed or at.table.system.next
    return table_messages.SystemStepView.from_record(step) if step else None


def posted_at(at: LiveTable) -> table_messages.PostedLimits | None:
    """Limits that hold from a later time on."""
    posted = at.table.posted
    if posted is None:
        return None
    limits = posted.limits
    return table_messages.PostedLimits(
        least=limits.table[0],
        most=limits.table[1],
        wagers=dict(limits.wagers),
        holds_from=posted.holds_from,
    )


def with_meters(at: LiveTable, wager: layout_messages.WagerView) -> layout_messages.WagerView:
    """A spot with what its meters show now."""
    fed = at.table.opened.fed.get(wager.key, ())
    return wager.model_copy(update={"meters": meters_of(at, fed)}) if fed else wager


def meters_of(at: LiveTable, names: Iterable[str]) -> list[layout_messages.MeterView]:
    """What each meter shows."""
    made = []
    for name in names:
        meter = at.links[name].meter
        mystery = {"minimum": meter.seed, "maximum": meter.limit} if meter.limit else {}
        made.append(layout_messages.MeterView(name=name, shows=at.shows(name), **mystery))
    return made


def phase_of(at: LiveTable) -> table_messages.Phase:
    """The phase of the table."""
    table = at.table
    if table.in_play:
        waits = table.floor_called or (table.slips and table.driver.finished)
        return "floor" if waits else "playing"
    if table.betting and at.is_open:
        return "betting"
    return "idle" if at.is_open and not table.closed else "closed"


def called_for(at: LiveTable) -> str:
    """Why a floor supervisor is called: by the law, by the dealer, or by a difference at the
    progressive system.
    """
    if stopped := at.table.floor_called:
        return f"box {stopped.box} has {stopped.why}"
    step = at.table.system.disputed
    return at.called or (f"{sentence(step.wrong)}." if step else "")


def next_of(at: LiveTable) -> str:
    """What the dealer does next."""
    table, step = at.table, at.table.system.next
    match phase_of(at):
        case "closed":
            return "The table is closed."
        case "idle" if table.opened.house.has_dealer and table.decks.todo:
            must = MUST[table.decks.todo[0]]
            return f"{must[0].upper()}{must[1:]}."
        case "idle":
            return "Open the next round."
        case "betting":
            return "Deal, once the bets are down." if table.boxes else "Wait for bets."
        case "floor" if table.floor_called:
            return f"Wait for a floor supervisor: {called_for(at)}."
        case "floor":
            numbers = ", ".join(map(str, table.slips))
            return f"Wait for a floor supervisor: slip {numbers}."
    if step:
        first = f"{sentence(step.step)} for {step.name}."
        return first if not table.system.disputed else "Wait for a floor supervisor."
    match table.driver.paused:
        case Draw(to=to):
            return f"Deal the next card: {to}."
        case Turn():
            return "The dealer turns the hole card."
        case Settle() | Result():
            return "The dealer takes and pays."
    waits = dict.fromkeys(pending.step.of for pending in table.asked.values())
    return f"Wait for {', '.join(waits)}."


def next_for_player(at: LiveTable) -> str:
    """What a player waits for, if no player is asked."""
    dealt = at.table.opened.house.has_dealer
    match phase_of(at):
        case "closed":
            return "This table is closed."
        case "idle":
            return "The dealer opens the next round." if dealt else "Lay your chips."
        case "betting":
            return "The dealer deals once the bets are down." if dealt else "Lay your chips."
        case "floor":
            return "The floor is called. Cards stay while the floor checks."
    return "The dealer is dealing."


class Standing(NamedTuple):
    """What decides which commands a person may give, besides the state of the table."""

    role: str
    seated: bool
    asked: bool
    deals: bool
    """A floor supervisor has assigned this dealer to the table."""
    mixed: bool
    """This player has added words to the shoe."""
    may_cut: bool
    """The cut is offered to this player, or to any."""


def may_now(at: LiveTable, who: Standing) -> list[str]:
    """Commands that somebody who stands like this may give now."""
    table, phase, seated, dealing = at.table, phase_of(at), who.seated, who.deals
    floor, has_dealer = who.role == "floor", table.opened.house.has_dealer
    there = seated and not has_dealer
    now = {
        "sit": phase != "closed",
        "leave": seated,
        "bet": seated and phase == "betting",
        "tip": seated and phase == "betting" and table.boxes,
        "stakes": seated and (phase == "betting" or (phase == "idle" and there)),
        "session": True,
        "answer": who.asked,
        "answer_stake": who.asked,
        "decks": phase == "idle" and (dealing or floor),
        "open_round": (dealing or there) and phase == "idle",
        "mix": seated and table.betting and table.decks.may_be_mixed and not who.mixed,
        "cut": table.decks.uncut and (dealing or (seated and who.may_cut)),
        "deal": (dealing or there) and phase == "betting" and table.boxes,
        "go": dealing and table.waits_for_dealer,
        "press": dealing and table.system.next and not table.system.disputed,
        "resolve": table.system.disputed,
        "irregular": (floor or (dealing and has_dealer)) and table.may_go_wrong,
        "call": called_for(at) if floor else dealing and at.is_open,
        "assign": at.is_open,
        "validate": table.slips,
        "refuse": table.slips,
        "limits": at.is_open,
        "open": phase == "closed",
        "close": phase == "idle" or (phase == "betting" and not table.boxes),
    }
    return [do for do, roles in MAY.items() if who.role in roles and now[do]]
