"""A table that stopped under other rules: its round is voided by decision, and never resumed.

A round cannot be gone on with by a script, or under a rulebook, that did not begin it. A floor
supervisor voids it, and the log ends with what became of every stake; the next one begins with the
rules at hand. What is needed of the old rules stands in the log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from pitboss.errors import NotAllowed, PitbossError
from pitboss.log import Event, event
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.table.awards import Meter, check_supervisor, taken_back
from pitboss.table.house import House
from pitboss.table.opening import procedure_of
from pitboss.table.replay import chain_before, resume_shoes
from pitboss.table.shoes import SealedShoes

Held = dict[tuple[str, str, str], Cents]
"""What lies at a box, by its number, its player and the wager."""


def supersede(
    book: Rulebook,
    events: Sequence[Event],
    shoes: SealedShoes,
    meters: Mapping[str, Meter],
    by: str,
    why: str = "",
) -> list[Event]:
    """The lines that end the round of a log of other rules: the decision and reversing entries.

    `why` is for a log that cannot be gone on with though the rules are those at hand.
    """
    header = events[0]
    house = House.from_json(header.get("house"))
    version, cite = at_hand(book, house)
    same = (header.get("procedure"), header.get("rulebook")) == (version, book.digest)
    if same and not why:
        raise NotAllowed("The log is of the rules at hand: resume it.")
    check_supervisor(by, "decides this")
    if any(each.kind == "close" for each in events):
        raise NotAllowed("The table is closed already.")
    said = {"was": header.get("procedure"), "now": version}
    if header.get("rulebook") != book.digest:
        said["rulebook"] = book.digest
    made = [event("superseded", **said, by=by, **({"why": why} if why else {}))]
    begun = resume_shoes(shoes, events)
    this_round = events[begun:] if begun else []
    if this_round and not any(each.kind == "end" for each in this_round):
        number = this_round[0].get("number")
        changed = "the rules changed in the middle of the round"
        made.append(event("void", box="", clause=cite, why=changed))
        made += _stakes_back(this_round)
        made += _contributions_back(house, this_round, meters)
        made += _slips_paid(this_round, by)
        lines = "".join(each.line for each in (*this_round, *made))
        chain = hashlib.sha256((chain_before(events, begun) + lines).encode()).hexdigest()
        made.append(event("end", number=number, chain=chain))
    return made


def closing(events: Sequence[Event], shoes: SealedShoes) -> list[Event]:
    """The last lines of a log whose round is over: the close, and the shoe that was in use."""
    rounds = [each.get("number") for each in events if each.kind == "round"]
    return [event("close", rounds=rounds[-1] if rounds else 0), *shoes.last()]


def at_hand(book: Rulebook, house: House) -> tuple[str, str]:
    """The version of the game's procedure now, and its law; nothing where it is no more."""
    try:
        game = book.game(f"{house.jurisdiction}/{house.game}")
        return procedure_of(book, game).version, game.cite
    except PitbossError:
        return "", ""


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
    house: House, this_round: Sequence[Event], meters: Mapping[str, Meter]
) -> list[Event]:
    """What voided stakes have fed goes back, but where a meter keeps it (reading G-9)."""
    key = f"{house.table}/{this_round[0].get('number')}"
    settled = {(e.get("box"), e.get("on")) for e in this_round if e.kind == "result"}
    return [
        taken_back(meters, each.get("meter"), key, int(each.get("box")), each.get("wager"))
        for each in this_round
        if each.kind == "feed" and (each.get("box"), each.get("wager")) not in settled
        if not _keeps(house, each.get("meter"))
    ]


def _keeps(house: House, meter: str) -> bool:
    """The house has filed that a meter keeps what a voided stake has fed."""
    choice = house.wagers.get(meter.partition(" ")[0])
    return bool(choice and choice.choices.get("G-9") == "kept")


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
