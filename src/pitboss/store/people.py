"""People: who they are, what they may be, their passwords and their sessions.

Passwords are kept as Argon2 hashes and session tokens as SHA-256: the database holds nothing
that could be used to log in.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, Row, delete, insert, select, update

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.store.database import Database
from pitboss.store.guesses import LOCKED_FOR, Guesses, LockedOut
from pitboss.store.rows import stamp
from pitboss.store.schema import people, sessions
from pitboss.store.trail import add_notes, person_note

ROLES: Final = ("player", "dealer", "floor", "auditor", "admin")
RESERVED: Final = frozenset({"cage", "dealer", "floor", "house", "rule", "surveillance"})
"""Names with a special meaning in logs and views."""
BETWEEN: Final = frozenset("/,;:")
"""Characters that keys and logs put between names."""
TRIES_ANYWHERE: Final = 100
"""Wrong passwords in a row, from anywhere, that lock out a name."""
LASTS: Final = timedelta(hours=12)
SHORTEST: Final = 12
"""The fewest and the most characters of a password."""
MOST_KNOWN: Final = 10_000


class WrongPassword(PitbossError):
    """The name or the password is wrong."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with an account in the house."""

    id: int
    name: str
    role: str
    guest: bool
    """Without a password: plays as long as the session lasts."""
    session: str = field(default="", compare=False, repr=False)
    """The session in which this person acts, by the hash of its token."""


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is logged in."""

    person: Person
    csrf: str
    expires_at: str


class People:
    """The people of a database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock
        self._guesses = Guesses(clock)
        self._known: dict[str, Session] = {}
        """Hash of a token → its session; cached by the writer, which also ends sessions."""
        self._ended = 0
        self._lock = threading.Lock()

    def add(self, name: str, role: str, password: str | None = None, by: str = "pitboss") -> Person:
        """Add a person; a guest has no password and is a player."""
        shown = check_name(name)
        if role not in ROLES:
            raise UnknownName("role", role, ROLES)
        if password is None and role != "player":
            raise NotAllowed(f"A {role} logs in with a password.")
        row = {
            "name": shown,
            "folded": fold(shown),
            "role": role,
            "password": None if password is None else _hashed(password),
            "failed": 0,
            "locked_until": None,
            "created_at": self._now(),
        }
        with self._database.writing() as connection:
            taken = select(people.c.id).where(people.c.folded == row["folded"])
            if connection.scalar(taken) is not None:
                raise NotAllowed(f"The name {shown} is already taken.")
            made = connection.execute(insert(people).returning(people.c.id), row).scalar_one()
            if password is not None:
                self._tell(connection, made, by)
        return Person(made, shown, role, password is None)

    def all(self) -> list[Person]:
        """Everybody, including guests."""
        with self._database.reading() as connection:
            return [_person(row) for row in connection.execute(select(people).order_by("id"))]

    def names(self, role: str) -> list[str]:
        """Everybody who has a role."""
        wanted = select(people.c.name).where(people.c.role == role).order_by(people.c.name)
        with self._database.reading() as connection:
            return [*connection.scalars(wanted)]

    def get(self, person_id: int) -> Person | None:
        with self._database.reading() as connection:
            row = connection.execute(select(people).where(people.c.id == person_id)).first()
        return _person(row) if row else None

    def set_password(self, person_id: int, password: str, by: str = "pitboss") -> None:
        """Set a new password; it ends every session, and a lock-out too."""
        values = {"password": _hashed(password), "failed": 0, "locked_until": None}
        self._change(person_id, values, by, log_out=True)
        if person := self.get(person_id):
            self._guesses.forget(fold(person.name))

    def set_role(self, person_id: int, role: str, by: str = "pitboss") -> None:
        """Change a role; it ends every session."""
        if role not in ROLES:
            raise UnknownName("role", role, ROLES)
        self._change(person_id, {"role": role}, by, log_out=True)

    # -- logging in ------------------------------------------------------------------------------

    def log_in(self, name: str, password: str, address: str = "") -> Person:
        """The person with this name and password; five wrong ones lock it out there."""
        who = f"{fold(name)} at {address}"
        self._guesses.count(who, name)
        row = self._count_try(name)
        known = row.password if row is not None and row.password else _nobodys()
        right = _matches(known, password)
        if row is None or not row.password or not right:
            self._guesses.wrong(who)
            if row is not None:
                self._lock_if_last(row.id)
            raise WrongPassword("The name or the password is wrong.")
        self._guesses.right(who)
        fresh: dict[str, object] = {"failed": 0, "locked_until": None}
        if HASHER.check_needs_rehash(row.password):
            fresh["password"] = _hashed(password)
        self._change(row.id, fresh, row.name)
        return _person(row)

    def confirm(self, person: Person, password: str) -> None:
        """Check a session's password again; wrong ones count for that session only."""
        who = f"session {person.session or person.id}"
        self._guesses.count(who, person.name)
        with self._database.reading() as connection:
            known = connection.scalar(select(people.c.password).where(people.c.id == person.id))
        if not known or not _matches(known, password):
            self._guesses.wrong(who)
            raise WrongPassword("The password is wrong.")
        self._guesses.right(who)

    def _count_try(self, name: str) -> Row[Any] | None:
        """Count a try at a name, from anywhere, before the password is checked."""
        if not name.isprintable():
            return None
        with self._database.writing() as connection:
            wanted = select(people).where(people.c.folded == fold(name))
            row = connection.execute(wanted).first()
            if row is None:
                return None
            now = self._now()
            if row.locked_until and row.locked_until > now:
                raise LockedOut(row.name, row.locked_until, now)
            tried = 1 if row.locked_until else row.failed + 1
            late = tried > TRIES_ANYWHERE  # the others are being checked now
            until = stamp(self._clock() + LOCKED_FOR) if late else None
            connection.execute(
                update(people).where(people.c.id == row.id).values(failed=tried, locked_until=until)
            )
        if until:
            raise LockedOut(row.name, until, now)
        return row

    def _lock_if_last(self, person_id: int) -> None:
        until = stamp(self._clock() + LOCKED_FOR)
        with self._database.writing() as connection:
            connection.execute(
                update(people)
                .where(people.c.id == person_id, people.c.failed >= TRIES_ANYWHERE)
                .values(locked_until=until)
            )

    def _change(
        self, person_id: int, values: Mapping[str, object], by: str, log_out: bool = False
    ) -> None:
        with self._database.writing() as connection:
            connection.execute(update(people).where(people.c.id == person_id).values(values))
            if values.keys() & {"role", "password"}:
                self._tell(connection, person_id, by)
            if log_out:
                connection.execute(delete(sessions).where(sessions.c.person_id == person_id))
        if log_out:
            self._forget()

    def _tell(self, connection: Connection, person_id: int, by: str) -> None:
        """Say in the audit trail what somebody is from now on."""
        p = people.c
        wanted = select(p.id, p.name, p.role, p.password).where(p.id == person_id)
        said = person_note(by, *connection.execute(wanted).one())
        add_notes(connection, [said], self._now())

    # -- sessions --------------------------------------------------------------------------------

    def begin_session(self, person_id: int, lasts: timedelta = LASTS) -> tuple[str, Session]:
        """A new session and its token, which is not stored."""
        person = self.get(person_id)
        if person is None:
            raise NotAllowed(f"There is no person number {person_id}.")
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        until = stamp(self._clock() + lasts)
        hashed = _token_hash(token)
        row = {"token_hash": hashed, "person_id": person_id, "csrf": csrf}
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.expires_at <= self._now()))
            connection.execute(insert(sessions), {**row, "expires_at": until})
        return token, Session(replace(person, session=hashed), csrf, until)

    def known(self, token: str) -> Session | None:
        """The session of a token, if it is cached."""
        found = self._known.get(_token_hash(token))
        return found if found and found.expires_at > self._now() else None

    def session(self, token: str) -> Session | None:
        """The session of a token, while it lasts."""
        if found := self.known(token):
            return found
        ended = self._ended
        wanted = (
            select(people, sessions.c.csrf, sessions.c.expires_at)
            .join(sessions, sessions.c.person_id == people.c.id)
            .where(sessions.c.token_hash == _token_hash(token))
            .where(sessions.c.expires_at > self._now())
        )
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        if row is None:
            return None
        person = replace(_person(row), session=_token_hash(token))
        made = Session(person, row.csrf, row.expires_at)
        with self._lock:
            if self._database.is_ours and ended == self._ended:
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[_token_hash(token)] = made
        return made

    def end_session(self, token: str) -> None:
        """Log out."""
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.token_hash == _token_hash(token)))
        self._forget()

    def _forget(self) -> None:
        """Sessions were ended: drop what was read before from the cache."""
        with self._lock:
            self._ended += 1
            self._known.clear()

    def _now(self) -> str:
        return stamp(self._clock())


HASHER: Final = PasswordHasher()


def check_name(name: str) -> str:
    """A name as it is shown, if it is allowed.

    >>> check_name(" Ann ")
    'Ann'
    """
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(shown) <= 40 or not shown.isprintable():
        raise NotAllowed("A name must have 1 to 40 printable characters.")
    if found := BETWEEN & set(shown):
        raise NotAllowed(f"A name may not contain {' '.join(sorted(found))}.")
    if fold(shown) in RESERVED:
        raise NotAllowed(f"Nobody can be called {shown}: it has another meaning in a log.")
    return shown


def fold(name: str) -> str:
    """What names that look alike have in common.

    >>> fold("ANN ") == fold("ann")
    True
    """
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def _hashed(password: str) -> str:
    if len(password) < SHORTEST:
        raise NotAllowed(f"A password must have {SHORTEST} characters or more.")
    return HASHER.hash(password)


def _matches(known: str, password: str) -> bool:
    try:
        return HASHER.verify(known, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    """A hash that takes as long to refuse as a real one, so that names cannot be probed."""
    return HASHER.hash(secrets.token_hex(16))


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.role, row.password is None)
