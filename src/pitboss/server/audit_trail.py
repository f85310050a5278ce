"""The audit trail of the floor: what supervisors do, and who called one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from pitboss.rulebook.load import Rulebook
from pitboss.server.audit_words import note_words
from pitboss.server.messages import orders
from pitboss.server.messages.record_messages import NoteView
from pitboss.server.views.viewer import Viewer
from pitboss.store.journal import Note
from pitboss.store.store import Store
from pitboss.store.trail import SEALED, Noted

CALL: Final = "floor called"
CAME: Final = "call table"
ASSIGNED: Final = "dealer assigned"
REFUSED: Final = "slip refused"
NOTED: Final[Mapping[str, str]] = {
    "irregular": "irregularity",
    "validate": "slip validated",
    "refuse": REFUSED,
    "resolve": "difference resolved",
    "limits": "limits posted",
    "call": CAME,
    "assign": ASSIGNED,
}


def notes_of(who: Viewer, table: str, command: orders.Command) -> tuple[Note, ...]:
    """What the trail records of a command: a supervisor's, and any call or irregularity."""
    told = isinstance(command, orders.CallOrder | orders.IrregularityOrder)
    if who.role != "floor" and not told:
        return ()
    what = NOTED.get(command.do, f"{command.do} table")
    if who.role != "floor" and isinstance(command, orders.CallOrder):
        what = CALL
    details = command.model_dump(exclude={"do"}, exclude_none=True)
    return (Note(who.name, what, json.dumps({"table": table, **details}, ensure_ascii=False)),)


def note_told(note: Noted, tables: Mapping[str, str], book: Rulebook) -> NoteView:
    """A line of the trail as it goes over the wire, without a hash of logs with hidden cards."""
    said = note_words(note, tables, book)
    details = said if note.what == SEALED else note.details
    return NoteView.from_record(note, details=details, says=said)


def calls(store: Store) -> dict[str, str]:
    """Tables to which a supervisor has been called but has not yet come, and why."""
    called: dict[str, str] = {}
    for note in store.noted(CALL, CAME):
        said = json.loads(note.details)
        called.pop(said["table"], None)
        if note.what == CALL:
            called[said["table"]] = words_of(said["why"])
    return called


def assigned(by: str, table: str, dealer: str) -> Note:
    """The line that lets a dealer deal at a table."""
    return Note(by, ASSIGNED, json.dumps({"table": table, "dealer": dealer}, ensure_ascii=False))


def dealers(store: Store, names: Mapping[str, str]) -> dict[str, str]:
    """Name of a table → its dealer; `names` are those of all tables that have been, by their id."""
    deals: dict[str, str] = {}
    for note in store.noted(ASSIGNED):
        said = json.loads(note.details)
        dealer, place = said["dealer"], names.get(said["table"], said["table"])
        deals = {at: who for at, who in deals.items() if at != place and who != dealer}
        if dealer:
            deals[place] = dealer
    return deals


def refusals(store: Store) -> dict[str, dict[int, str]]:
    """Table → slip → who last refused it and why, validated since or not."""
    found: dict[str, dict[int, str]] = {}
    for note in store.noted(REFUSED):
        said = json.loads(note.details)
        words = refusal_words(note.who, said["why"])
        found.setdefault(said["table"], {})[said["slip"]] = words
    return found


def refusal_words(who: str, why: str) -> str:
    """Who refused a slip, and why."""
    return f"{who}: {why.strip()}"


def words_of(why: str) -> str:
    """What a supervisor is called for."""
    return why.strip() or "The dealer calls."
