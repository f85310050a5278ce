"""The audit trail: each line is chained to the one before, and a head fixes all of them.

A line that seals the books names the last line of every table's and meter's log, so a head fixes
those logs too, and the people: every role comes from a line of the trail.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Column, Connection, Row, Select, func, insert, select

from pitboss.errors import NotationError
from pitboss.store.journal import Note
from pitboss.store.keys import Keys
from pitboss.store.schema import audit, events, link_events, links, people, tables

SEALED: Final = "books sealed"
PERSON: Final = "person"
"""What a person is from now on: role, and a digest of the password's hash."""
KEYS: Final = "keys"
"""The key with which heads are signed from now on."""


@dataclass(frozen=True, slots=True)
class TrailLine:
    """A line of the audit trail as it is stored."""

    id: int
    at: str
    who: str
    what: str
    details: str
    chain: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last line of the trail at some moment, and the hash that its chain had reached.

    >>> str(Head.parse(f"41-{'0' * 64}"))[:6]
    '41-000'
    """

    line: int
    chain: str

    @classmethod
    def parse(cls, said: str) -> Head:
        """Read a head as it was printed."""
        number, _, chain = said.strip().partition("-")
        if not number.isdecimal() or len(chain) != 64 or set(chain) - set("0123456789abcdef"):
            raise NotationError(
                f"{said[:80]!r} is not a head: a head is a line number, a hyphen, and 64 "
                "hexadecimal digits."
            )
        return cls(int(number), chain)

    def __str__(self) -> str:
        return f"{self.line}-{self.chain}"


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A head as it is printed, with the signature of the house."""

    head: Head
    key: int
    signature: str

    def __str__(self) -> str:
        return f"{self.head}, signed with key {self.key}: {self.signature}"


def chained(before: str, *parts: str) -> str:
    """The hash that a chain reaches with one more line."""
    return hashlib.sha256(json.dumps([before, *parts]).encode()).hexdigest()


def note_chain(before: str, note: TrailLine) -> str:
    """The hash that the trail's chain reaches with one more line."""
    return chained(before, str(note.id), note.at, note.who, note.what, note.details)


def add_notes(connection: Connection, notes: Sequence[Note], at: str) -> None:
    """Add lines to the trail, whose times never go back."""
    if not notes:
        return
    made = []
    last = last_head(connection)
    at = max(at, connection.scalar(select(audit.c.at).where(audit.c.id == last.line)) or at)
    for note in notes:
        line = TrailLine(last.line + 1, at, note.who, note.what, note.details, "")
        last = Head(line.id, note_chain(last.chain, line))
        made.append(asdict(replace(line, chain=last.chain)))
    connection.execute(insert(audit), made)


def last_head(connection: Connection) -> Head:
    """The last line of the trail."""
    last = select(audit.c.id, audit.c.chain).order_by(audit.c.id.desc()).limit(1)
    found = connection.execute(last).first()
    return Head(found.id, found.chain) if found else Head(0, "")


def noted(connection: Connection, *what: str) -> list[TrailLine]:
    """Every line of the trail that is about one of these."""
    wanted = select(audit).where(audit.c.what.in_(what)).order_by(audit.c.id)
    return [TrailLine(*row) for row in connection.execute(wanted)]


# -- sealing the books -----------------------------------------------------------------------------


def books_sealed(connection: Connection, who: str) -> Note:
    """A line that records how far the log of every table and meter has come, if any has grown."""
    sealed: dict[str, dict[str, list[int | str]]] = {"tables": {}, "meters": {}}
    before = seals(connection)
    for kind, wanted in PLACES.items():
        for name, place, chain in connection.execute(wanted):
            if before.get(kind, {}).get(name, {}).get(place) is None:
                sealed[kind][name] = [place, chain]
    return Note(who, SEALED, json.dumps(sealed, ensure_ascii=False))


def _places(name: Column[str], of: Column[str], seq: Column[int]) -> Select[Any]:
    """The last line and chain of each log whose lines `of` and `seq` number, by its name."""
    last = select(func.max(seq)).where(of == name).scalar_subquery()
    return select(name, last, name.table.c.chain)


PLACES: Final = {
    "tables": _places(tables.c.id, events.c.table_id, events.c.seq),
    "meters": _places(links.c.name, link_events.c.link, link_events.c.seq),
}
"""What is sealed → how far each of its logs has come."""

Seals = dict[str, dict[str, dict[int, str]]]
"""Tables or meters → name → place in its log → the hash its chain had there."""


def seals(connection: Connection) -> Seals:
    """Everything that lines of the trail say of the logs."""
    found: Seals = {"tables": {}, "meters": {}}
    for note in noted(connection, SEALED):
        for kind, logs in json.loads(note.details).items():
            for name, (place, chain) in logs.items():
                found[kind].setdefault(name, {})[place] = chain
    return found


# -- keys and people -------------------------------------------------------------------------------


def keys_note(by: str, keys: Keys) -> Note:
    """The key in use from now on, as the public part that anybody needs to check its signatures."""
    return Note(by, KEYS, json.dumps({"number": keys.current, "public": keys.public}))


def public_keys(connection: Connection) -> dict[int, str]:
    """The house's keys by number: what anybody needs to check their signatures."""
    said = (json.loads(note.details) for note in noted(connection, KEYS))
    return {each["number"]: each["public"] for each in said}


def person_note(by: str, row: Row[Any]) -> Note:
    """A person's role and password from now on; the password is a digest of its hash."""
    digest = hashlib.sha256(row.password.encode()).hexdigest()[:16] if row.password else None
    said = {"id": row.id, "name": row.name, "role": row.role, "digest_of_password_hash": digest}
    if row.factor:
        said["second_factor"] = True
    if row.disabled_at:
        said["disabled"] = True
    return Note(by, PERSON, json.dumps(said, ensure_ascii=False))


def people_notes(connection: Connection, by: str) -> list[Note]:
    """What everybody with a password is."""
    wanted = select(people).where(people.c.password.is_not(None)).order_by(people.c.id)
    return [person_note(by, row) for row in connection.execute(wanted)]


# -- the check -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoredDifference:
    """Something stored that does not follow from the logs."""

    where: str
    """`table 1, line 12`, `meter party, line 3`."""
    stored: str
    derived: str

    def __str__(self) -> str:
        return f"{self.where}: stored {self.stored}, derived {self.derived}"


@dataclass(slots=True)
class ChainCheck:
    """One log's chain as it is read, line by line, against what was sealed."""

    where: str
    sealed: Mapping[int, str] = field(default_factory=dict)
    chain: str = ""
    line: int = 0

    def add(self, at: str, line: str) -> Iterator[StoredDifference]:
        """The next line of the log."""
        self.line += 1
        self.chain = chained(self.chain, at, line)
        should = self.sealed.get(self.line)
        if should not in (None, self.chain):
            where = f"{self.where}, up to line {self.line}"
            yield StoredDifference(where, "other lines or times", "those the audit trail sealed")

    def end(self, stored: str) -> Iterator[StoredDifference]:
        """Nothing more was read."""
        if stored != self.chain:
            where = f"{self.where}, line {self.line}"
            yield StoredDifference(where, "a log with another end", "the one that was written")
        if late := [place for place in self.sealed if place > self.line]:
            said = f"{max(late)} lines, as the audit trail sealed them"
            yield StoredDifference(self.where, f"{self.line} lines", said)


def check_trail(connection: Connection, head: Head | None) -> Iterator[StoredDifference]:
    """The trail's own chain, up to and including a head that was printed."""
    chain, at = "", ""
    printed = {head.line: head.chain} if head else {}
    wanted = select(audit).order_by(audit.c.id).execution_options(yield_per=1_000)
    for row in connection.execute(wanted):
        note = TrailLine(*row)
        where = f"audit trail, line {note.id}"
        if note.at < at:
            yield StoredDifference(where, f"at {note.at}", f"not before {at}")
        if note.chain != note_chain(chain, note):
            yield StoredDifference(where, "another line", "the one that was chained")
        if (should := printed.pop(note.id, note.chain)) != note.chain:
            yield StoredDifference(where, f"head {note.chain[:16]}…", f"head {should[:16]}…")
        chain, at = note.chain, note.at
    for line in printed:
        yield StoredDifference("audit trail", "no such line", f"line {line}, printed as its head")
    yield from _people_faults(connection)


def _people_faults(connection: Connection) -> Iterator[StoredDifference]:
    """Everyone who may do more than play as a guest must have a line of the trail that says so."""
    lines = noted(connection, PERSON)
    said: dict[int, str] = {json.loads(note.details)["id"]: note.details for note in lines}
    for row in connection.execute(select(people).order_by(people.c.id)):
        is_guest = row.role == "player" and row.password is None
        due = said.pop(row.id, None)
        note = person_note("", row)
        if due != note.details and not (is_guest and due is None):
            shown = ", ".join(_traits(json.loads(note.details)))
            yield StoredDifference(f"person {row.id}", shown, _person(due))
    for person, details in said.items():
        yield StoredDifference(f"person {person}", "nobody", _person(details))


def _person(details: str | None) -> str:
    if details is None:
        return "a guest: the audit trail gives no role"
    traits = _traits(json.loads(details))
    return f"{', '.join(traits)}, with the password of the audit trail"


def _traits(said: Mapping[str, Any]) -> list[str]:
    more = [word.replace("_", " ") for word in ("second_factor", "disabled") if said.get(word)]
    return [said["name"], said["role"], *more]
