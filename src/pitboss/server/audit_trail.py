"""The audit trail of the floor: what supervisors do, and every line of it in words and dollars.

Lines are stored as they were written; the words are derived from them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from pitboss.documents.evidence import FILED
from pitboss.documents.output_file import rows_csv
from pitboss.errors import count
from pitboss.money import show_money, show_range
from pitboss.rulebook.load import Rulebook
from pitboss.server.messages import orders
from pitboss.server.messages.record_messages import NoteView
from pitboss.server.tables.live_table import Call
from pitboss.server.tables.player_session import LIMITED, SessionLimits
from pitboss.store.journal import Note
from pitboss.store.people import Person
from pitboss.store.store import Store
from pitboss.store.trail import KEYS, PERSON, SEALED, TrailLine
from pitboss.table.houses.house import House, logged_settings, show_limits
from pitboss.table.log.narrator import mishap, resolution

CALL: Final = "floor called"
CAME: Final = "call table"
ASSIGNED: Final = "dealer assigned"
REFUSED: Final = "slip refused"
CLOSED: Final = "close table"
OPENED: Final = "open table"
NOTED: Final[Mapping[type[orders.Order], str]] = {
    orders.DecksOrder: "decks table",
    orders.IrregularityOrder: "irregularity",
    orders.ValidateOrder: "slip validated",
    orders.RefuseOrder: REFUSED,
    orders.ResolveOrder: "difference resolved",
    orders.LimitsOrder: "limits posted",
    orders.CallOrder: CAME,
    orders.AssignOrder: ASSIGNED,
    orders.OpenOrder: OPENED,
    orders.CloseOrder: CLOSED,
    orders.DecisionOrder: "decision",
}
"""What a supervisor orders → the kind of its line."""
ORDERED: Final = {what: kind for kind, what in NOTED.items()} | {CALL: orders.CallOrder}
"""Kind of line → the order that its details are."""
OrderT = TypeVar("OrderT", bound=orders.Order)


def notes_of(who: Person, table: str, command: orders.Command) -> tuple[Note, ...]:
    """What the trail records about a command: a supervisor's command, a call or an irregularity."""
    if who.role == "floor" or isinstance(command, orders.IrregularityOrder):
        return (order_note(who.name, table, command),)
    if isinstance(command, orders.CallOrder):
        return (replace(order_note(who.name, table, command), what=CALL),)
    return ()


def order_note(by: str, table: str, order: orders.Order) -> Note:
    """The line about an order: its details are the order itself, without a password."""
    details = order.model_dump(exclude={"do"}, exclude_none=True)
    said = json.dumps({"table": table, **details}, ensure_ascii=False)
    return Note(by, NOTED[type(order)], said)


def read_order(kind: type[OrderT], note: TrailLine) -> tuple[str, OrderT]:
    """The table of a line, and the order there, which was checked before it was written."""
    said = json.loads(note.details)
    return said["table"], kind.model_construct(**said)


def note_told(note: TrailLine, tables: Mapping[str, str], book: Rulebook) -> NoteView:
    """A line of the trail as it is sent, without a hash of logs with hidden cards."""
    said = note_words(note, tables, book)
    details = said if note.what == SEALED else note.details
    return NoteView.from_record(note, details=details, says=said)


def calls(store: Store) -> dict[str, Call]:
    """Tables to which a supervisor has been called but has not yet come."""
    called: dict[str, Call] = {}
    for note in store.noted(CALL, CAME):
        table, order = read_order(orders.CallOrder, note)
        before = called.pop(table, None)
        if note.what == CALL:
            stops = order.kind is not None or (before is not None and before.stops)
            called[table] = Call(words_of(order.why), stops)
    return called


def assigned(by: str, table: str, dealer: str) -> Note:
    """The line that lets a dealer deal at a table."""
    return order_note(by, table, orders.AssignOrder(do="assign", dealer=dealer))


def dealers(store: Store, names: Mapping[str, str]) -> dict[str, str]:
    """Name of a table → its dealer; `names` has the name of every table, past or present, by its
    id.
    """
    deals: dict[str, str] = {}
    for note in store.noted(ASSIGNED):
        table, order = read_order(orders.AssignOrder, note)
        dealer, place = order.dealer, names.get(table, table)
        deals = {at: who for at, who in deals.items() if at != place and who != dealer}
        if dealer:
            deals[place] = dealer
    return deals


def refusals(store: Store) -> dict[str, dict[int, str]]:
    """Table → slip → who last refused it and why, even if it has been validated since."""
    found: dict[str, dict[int, str]] = {}
    for note in store.noted(REFUSED):
        table, order = read_order(orders.RefuseOrder, note)
        found.setdefault(table, {})[order.slip] = refusal_words(note.who, order.why)
    return found


def refusal_words(who: str, why: str) -> str:
    """Who refused a slip, and why."""
    return f"{who}: {why.strip()}"


def words_of(why: str) -> str:
    """Why a supervisor is called."""
    return why.strip() or "The dealer calls."


# -- in words --------------------------------------------------------------------------------------

Names = Mapping[str, str]
"""Table → its name."""
ROLES: Final = {
    "player": "a player",
    "dealer": "a dealer",
    "floor": "a floor supervisor",
    "auditor": "an auditor",
    "admin": "an administrator",
}
TRIED: Final = frozenset({"wrong password", "locked out"})


def note_words(note: TrailLine, tables: Names, book: Rulebook) -> str:
    """A line of the trail in words."""
    if note.what == FILED:
        house = tomllib.loads(note.details)["house"]
        return f"{house['name']}, revision {house['revision']}"
    if not note.details.startswith("{"):
        return f"Tried to {note.details}" if note.what in TRIED else note.details
    said = json.loads(note.details)
    if "table" in said:
        said["table"] = tables.get(said["table"], said["table"])
    at = said.get("table", "")
    if note.what == CAME:
        return f"Arrived at {at}"
    if note.what == OPENED and "jurisdiction" in said:
        return _opened(logged_settings(note.details), at, book)
    if note.what in TOLD:
        return TOLD[note.what](**said)
    order = read_order(ORDERED[note.what], note)[1] if note.what in ORDERED else None
    rest = (f"{key} {value}" for key, value in said.items() if value and key != "table")
    return _ordered(order, at) or "; ".join(filter(None, (at, *rest)))


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


def _ordered(order: orders.Order | None, at: str) -> str:
    """What was done at a table; empty if the parts of the order are words enough."""
    match order:
        case orders.ValidateOrder():
            amount = f", {show_money(order.cents)}" if order.cents else ""
            return f"Slip {order.slip}{amount}, at {at}"
        case orders.RefuseOrder():
            return f"Slip {order.slip}, at {at}{_because(order.why)}"
        case orders.IrregularityOrder():
            went = mishap(order.kind, order.box, order.why)
            return f"{at}: {went}{_because(order.decision)}"
        case orders.LimitsOrder():
            return f"{at}: {_limits(order)}"
        case orders.ResolveOrder():
            what = resolution(order.box, order.boxes, order.chips)
            return f"{at}: {what}{_because(order.why)}"
        case orders.CallOrder():
            return f"{at}{_because(order.why)}"
        case orders.CloseOrder() | orders.DecisionOrder():
            goes = [f"{k} goes to {v}" for k, v in order.transfers.items()]
            permitted = f", permitted by {order.permission}" if order.permission else ""
            decided = f"{order.decision} " if isinstance(order, orders.DecisionOrder) else ""
            return "; ".join([f"{decided}{at}{permitted}{_because(order.why)}", *goes])
    return ""


def _because(why: str) -> str:
    return f": {why}" if why else ""


def _limits(order: orders.LimitsOrder) -> str:
    """`$10 to $500; royal match 21 $1 to $100`; unchanged limits are left out."""
    least, most = order.least, order.most
    main = show_range(least, most) if least and most else ""
    if bool(least) != bool(most):
        main = f"from {show_money(least)}" if least else f"up to {show_money(most or 0)}"
    sides = [
        f"{key.replace('-', ' ')} {show_range(least, most)}"
        for key, (least, most) in order.wagers.items()
    ]
    return "; ".join(filter(None, (main, *sides)))


def _opened(house: House, at: str, book: Rulebook) -> str:
    """`Pit 1: $10 to $500, 6 decks, 7 boxes; Royal Match 21, King's Bounty`."""
    names = {w.key: w.name for w in book.wagers if w.jurisdiction == house.jurisdiction}
    sides = ", ".join(names.get(key, key) for key in house.wagers)
    decks, boxes = count(house.decks, "deck"), f"{house.boxes} boxes"
    table = f"{at}: {show_limits(house)}, {decks}, {boxes}"
    return f"{table}; {sides}" if sides else table


def _person(name: str, role: str, digest_of_password_hash: str | None, **more: object) -> str:
    digest = digest_of_password_hash
    on_record = f"; password on record {digest}" if digest else ""
    return f"{name} is {ROLES.get(role, role)}{on_record}"


TOLD: Final[Mapping[str, Callable[..., str]]] = {
    PERSON: _person,
    LIMITED: lambda **said: str(SessionLimits(**said)),
    SEALED: lambda tables, meters: f"{len(tables)} tables, {len(meters)} meters",
    KEYS: "Key {number}, {public:.12}…".format,
    "started": "Version {version}, software {software:.12}…, rulebook {rulebook:.12}…".format,
    "in force": "{revision}, effective {effective}".format,
    "reopened": "{table}: {why}".format,
}
"""Kind of line → the words for its details; twelve characters distinguish a digest from others."""
