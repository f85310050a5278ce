"""A table that stopped under another version of its procedure: voided by decision, never resumed.

The round in play cannot be gone on with by a script that did not begin it. A floor supervisor
voids it, the log ends with what became of every stake, and the next one begins with the new
version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from pitboss.errors import NotAllowed
from pitboss.log import Event, event
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.table.awards import Meter, check_supervisor, taken_back
from pitboss.table.opening import Open
from pitboss.table.replay import chain_before, is_executable, opened_by, resume_shoes
from pitboss.table.shoes import SealedShoes

Held = dict[tuple[str, str, str], Cents]
"""What lies at a box, by its number, its player and the wager."""


def supersede(
    book: Rulebook,
    events: Sequence[Event],
    shoes: SealedShoes,
    meters: Mapping[str, Meter],
    by: str,
) -> list[Event]:
    """The lines that end a log of another version: the decision, reversing entries, the close."""
    opened = opened_by(book, events)
    if is_executable(opened, events):
        raise NotAllowed("The log is of the procedure at hand: resume it.")
    check_supervisor(by, "decides this")
    if any(each.kind == "close" for each in events):
        raise NotAllowed("The table is closed already.")
    was, now = events[0].get("procedure"), opened.procedure.version
    made = [event("superseded", was=was, now=now, by=by)]
    begun = resume_shoes(shoes, events)
    this_round = events[begun:] if begun else []
    if this_round and not any(each.kind == "end" for each in this_round):
        number = this_round[0].get("number")
        why = "the procedure changed in the middle of the round"
        made.append(event("void", box="", clause=opened.game.cite, why=why))
        made += _stakes_back(this_round)
        made += _contributions_back(opened, this_round, meters)
        made += _slips_paid(this_round, by)
        lines = "".join(each.line for each in (*this_round, *made))
        chain = hashlib.sha256((chain_before(events, begun) + lines).encode()).hexdigest()
        made.append(event("end", number=number, chain=chain))
    rounds = this_round[0].get("number") if this_round else "0"
    made.append(event("close", rounds=rounds))
    return made + shoes.last()


def _stakes_back(this_round: Sequence[Event]) -> list[Event]:
    """Reversing entries for all that no result has settled yet."""
    lying: Held = {}
    racked: Held = {}
    tips: Held = {}
    owners = {e.get("box"): e.get("player") for e in this_round if e.kind == "bet"}
    for each in this_round:
        wager = each.get("wager") or each.get("on")
        at = (each.get("box"), owners.get(each.get("box"), ""), wager)
        match each.kind:
            case "stake" if each.get("to"):
                tips[at] = int(each.get("cents"))
            case "bet" | "stake":
                lying[at] = lying.get(at, 0) + int(each.get("cents"))
            case "tip":
                tips[at] = int(each.get("cents"))
            case "collect":
                racked[at] = lying.pop(at)
            case "result" if each.get("to"):
                tips[at] = tips.get(at, 0) - int(each.get("cents"))
            case "result" if at in racked:
                del racked[at]
            case "result":
                lying[at] = lying.get(at, 0) - int(each.get("held"))
    back = [*_reversed(racked, held=False), *_reversed(lying, held=True)]
    return back + [Event(e.kind, (*e.fields, ("to", "player"))) for e in _reversed(tips, held=True)]


def _reversed(stakes: Held, held: bool) -> list[Event]:
    return [
        event(
            "result",
            box=box,
            player=player,
            on=wager,
            cents=cents,
            held=cents if held else 0,
            pays="push",
            why="void",
            back=cents,
        )
        for (box, player, wager), cents in stakes.items()
        if cents
    ]


def _contributions_back(
    opened: Open, this_round: Sequence[Event], meters: Mapping[str, Meter]
) -> list[Event]:
    """What voided stakes have fed goes back, but where a meter keeps it (reading G-9)."""
    key = f"{opened.house.table}/{this_round[0].get('number')}"
    settled = {(e.get("box"), e.get("on")) for e in this_round if e.kind == "result"}
    return [
        taken_back(meters, each.get("meter"), key, int(each.get("box")), each.get("wager"))
        for each in this_round
        if each.kind == "feed" and (each.get("box"), each.get("wager")) not in settled
        if opened.meters[each.get("meter")].choices.get("G-9") != "kept"
    ]


def _slips_paid(this_round: Sequence[Event], by: str) -> list[Event]:
    """An award already written stands: it is validated with the decision."""
    paid = {e.get("slip") for e in this_round if e.kind == "validated"}
    return [
        event(
            "validated",
            slip=e.get("number"),
            by=by,
            **{k: e.get(k) for k in ("box", "player", "wager", "cents", "from")},
        )
        for e in this_round
        if e.kind == "slip" and e.get("number") not in paid
    ]
