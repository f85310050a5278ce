"""The audit trail of the floor: what supervisors do, and every line of it in words and dollars.

Lines are stored as they were written; the words are derived from them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pitboss.documents.evidence import FILED
from pitboss.documents.output_file import rows_csv
from pitboss.errors import count
from pitboss.money import show_money, show_range
from pitboss.rulebook.load import Rulebook
from pitboss.server.messages import orders
from pitboss.server.messages.record_messages import NoteView
from pitboss.server.tables.live_table import Call
from pitboss.store.journal import Note
from pitboss.store.people import Person
from pitboss.store.store import Store
from pitboss.store.trail import KEYS, PERSON, SEALED, TrailLine
from pitboss.table.log.narrator import mishap, resolution

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


def notes_of(who: Person, table: str, command: orders.Command) -> tuple[Note, ...]:
    """What the trail records about a command: a supervisor's command, a call or an irregularity."""
    told = isinstance(command, orders.CallOrder | orders.IrregularityOrder)
    if who.role != "floor" and not told:
        return ()
    what = NOTED.get(command.do, f"{command.do} table")
    if who.role != "floor" and isinstance(command, orders.CallOrder):
        what = CALL
    details = command.model_dump(exclude={"do"}, exclude_none=True)
    return (Note(who.name, what, json.dumps({"table": table, **details}, ensure_ascii=False)),)


def note_told(note: TrailLine, tables: Mapping[str, str], book: Rulebook) -> NoteView:
    """A line of the trail as it is sent, without a hash of logs with hidden cards."""
    said = note_words(note, tables, book)
    details = said if note.what == SEALED else note.details
    return NoteView.from_record(note, details=details, says=said)


def calls(store: Store) -> dict[str, Call]:
    """Tables to which a supervisor has been called but has not yet come."""
    called: dict[str, Call] = {}
    for note in store.noted(CALL, CAME):
        said = json.loads(note.details)
        before = called.pop(said["table"], None)
        if note.what == CALL:
            stops = "kind" in said or (before is not None and before.stops)
            called[said["table"]] = Call(words_of(said["why"]), stops)
    return called


def assigned(by: str, table: str, dealer: str) -> Note:
    """The line that lets a dealer deal at a table."""
    return Note(by, ASSIGNED, json.dumps({"table": table, "dealer": dealer}, ensure_ascii=False))


def dealers(store: Store, names: Mapping[str, str]) -> dict[str, str]:
    """Name of a table → its dealer; `names` has the name of every table, past or present, by its
    id.
    """
    deals: dict[str, str] = {}
    for note in store.noted(ASSIGNED):
        said = json.loads(note.details)
        dealer, place = said["dealer"], names.get(said["table"], said["table"])
        deals = {at: who for at, who in deals.items() if at != place and who != dealer}
        if dealer:
            deals[place] = dealer
    return deals


def refusals(store: Store) -> dict[str, dict[int, str]]:
    """Table → slip → who last refused it and why, even if it has been validated since."""
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
    """Why a supervisor is called."""
    return why.strip() or "The dealer calls."


# -- in words --------------------------------------------------------------------------------------

Said = Mapping[str, Any]
Names = Mapping[str, str]
"""Table → its name."""
SHORT: Final = 12
"""The first characters of a digest are enough to distinguish it from others."""
ROLES: Final = {
    "player": "a player",
    "dealer": "a dealer",
    "floor": "a floor supervisor",
    "auditor": "an auditor",
    "admin": "an administrator",
}
MONEY: Final = frozenset({"cents", "least", "most", "aggregate", "validate_from", "stake"})


def note_words(note: TrailLine, tables: Names, book: Rulebook) -> str:
    """A line of the trail in words."""
    if note.what == FILED:
        house = tomllib.loads(note.details)["house"]
        return f"{house['name']}, revision {house['revision']}"
    if not note.details.startswith("{"):
        return f"Tried to {note.details}" if note.what in TRIED else note.details
    said = json.loads(note.details)
    if note.what in TOLD:
        return TOLD[note.what](said, tables)
    if note.what == "open table" and "jurisdiction" in said:
        return _opened(said, tables, book)
    at = [_at(said, tables)] if "table" in said else []
    rest = [_pair(key, value) for key, value in said.items() if key != "table" and value]
    return "; ".join([*at, *rest])


def export(notes: Iterable[TrailLine], tables: Names, book: Rulebook) -> str:
    """Lines of the trail as a table that a spreadsheet opens."""
    said = (
        (each.id, each.at, _plain(each.who), each.what, _plain(note_words(each, tables, book)))
        for each in notes
    )
    return rows_csv(("line", "when", "who", "what", "details"), said, "\r\n")


def _plain(said: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{said}" if said[:1] in ("=", "+", "-", "@") else said


def _at(said: Said, tables: Names) -> str:
    return tables.get(said["table"], said["table"])


def _pair(key: str, value: Any) -> str:
    words = key.replace("_", " ").replace("-", " ")
    if key in MONEY and isinstance(value, int):
        return f"{words} {show_money(value)}"
    if isinstance(value, Mapping):
        return f"{words}: " + ", ".join(_pair(k, v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return f"{words} " + ", ".join(map(str, value))
    return f"{words} {value}"


def _because(said: Said) -> str:
    return f": {said['why']}" if said.get("why") else ""


def _person(said: Said, tables: Names) -> str:
    role = ROLES.get(said["role"], said["role"])
    digest = said.get("digest_of_password_hash")
    return f"{said['name']} is {role}" + (f"; password on record {digest}" if digest else "")


def _validated(said: Said, tables: Names) -> str:
    amount = f", {show_money(said['cents'])}" if said.get("cents") else ""
    return f"Slip {said['slip']}{amount}, at {_at(said, tables)}"


def _refused(said: Said, tables: Names) -> str:
    return f"Slip {said['slip']}, at {_at(said, tables)}{_because(said)}"


def _irregular(said: Said, tables: Names) -> str:
    decided = f": {said['decision']}" if said.get("decision") else ""
    went = mishap(said["kind"], said.get("box"), said.get("why"))
    return f"{_at(said, tables)}: {went}{decided}"


def _limits(said: Said, tables: Names) -> str:
    """`Pit 1: $10 to $500; royal match 21 $1 to $100`; unchanged limits are left out."""
    least, most = said.get("least"), said.get("most")
    main = show_range(least, most) if least and most else ""
    if bool(least) != bool(most):
        main = f"from {show_money(least)}" if least else f"up to {show_money(most or 0)}"
    sides = [
        f"{key.replace('-', ' ')} {show_range(least, most)}"
        for key, (least, most) in (said.get("wagers") or {}).items()
    ]
    return f"{_at(said, tables)}: " + "; ".join(filter(None, (main, *sides)))


def _resolved(said: Said, tables: Names) -> str:
    what = resolution(said.get("box"), said.get("boxes", ()), said.get("chips"))
    return f"{_at(said, tables)}: {what}{_because(said)}"


def _closed(said: Said, tables: Names) -> str:
    goes = [f"{k} goes to {v}" for k, v in (said.get("transfers") or {}).items()]
    permitted = f", permitted by {said['permission']}" if said.get("permission") else ""
    decided = f"{said['decision']} " if said.get("decision") else ""
    return "; ".join([f"{decided}{_at(said, tables)}{permitted}{_because(said)}", *goes])


def _opened(said: Said, tables: Names, book: Rulebook) -> str:
    """`Blackjack, Pennsylvania: $10 to $500, 6 decks, 7 boxes; Royal Match 21, King's Bounty`."""
    law = said["jurisdiction"]
    names = {wager.key: wager.name for wager in book.wagers if wager.jurisdiction == law}
    limits = show_range(said["least"], said["most"])
    sides = ", ".join(names.get(key, key) for key in said.get("wagers", {}))
    decks, boxes = count(said["decks"], "deck"), f"{said['boxes']} boxes"
    table = f"{_at(said, tables)}: {limits}, {decks}, {boxes}"
    return f"{table}; {sides}" if sides else table


def _own_limits(said: Said, tables: Names) -> str:
    """`Stops after 30 minutes, and at a loss of $20`."""
    time = f"after {said['minutes']} minutes" if said["minutes"] else ""
    loss = f"at a loss of {show_money(said['loss'])}" if said["loss"] else ""
    return "Stops " + ", and ".join(filter(None, (time, loss)))


TRIED: Final = frozenset({"wrong password", "locked out"})
TOLD: Final[Mapping[str, Callable[[Said, Names], str]]] = {
    PERSON: _person,
    KEYS: lambda said, tables: f"Key {said['number']}, {str(said['public'])[:SHORT]}…",
    SEALED: lambda said, tables: f"{len(said['tables'])} tables, {len(said['meters'])} meters",
    "started": lambda said, tables: (
        f"Version {said['version']}, software {said['software'][:SHORT]}…, "
        f"rulebook {said['rulebook'][:SHORT]}…"
    ),
    "slip validated": _validated,
    REFUSED: _refused,
    "irregularity": _irregular,
    "limits posted": _limits,
    "session limits": _own_limits,
    "difference resolved": _resolved,
    CALL: lambda said, tables: f"{_at(said, tables)}{_because(said)}",
    CAME: lambda said, tables: f"Arrived at {_at(said, tables)}",
    "close table": _closed,
    "decision": _closed,
    "in force": lambda said, tables: f"{said['revision']}, effective {said['effective']}",
    "reopened": lambda said, tables: f"{_at(said, tables)}{_because(said)}",
}
"""What happened → how its details are put into words."""
