"""Sessions: who is logged in, since when and from where; each expires or is ended.

Tokens are stored as SHA-256 hashes, so the database holds nothing that could be used to act in a
session.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, bindparam, delete, insert, select, update

from pitboss.errors import NotAllowed, UnknownName
from pitboss.store.database import Database
from pitboss.store.people import Person, person_of, token_hash
from pitboss.store.queries import stamp
from pitboss.store.schema import people, sessions

LASTS: Final = timedelta(hours=12)
IDLE: Final = timedelta(minutes=30)
"""How long staff may be inactive before they are logged out."""
MOST_KNOWN: Final = 10_000
SHOWN: Final = 16
"""Digits of a token's hash by which a session is named in lists."""


@dataclass(frozen=True, slots=True)
class Session:
    """A login: the person, the CSRF token and how long it lasts."""

    person: Person
    csrf: str
    expires_at: str
    begun_at: str


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as it is listed."""

    id: str
    name: str
    role: str
    begun_at: str
    seen_at: str
    expires_at: str
    address: str


class Sessions:
    """The sessions of a database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock
        self._known: dict[str, Session] = {}
        """Hash of a token → its session; cached by the writer, which also ends sessions."""
        self._seen: dict[str, str] = {}
        """Hash of a token → when something was last done in its session."""
        self._unkept: set[str] = set()
        self._ended = 0
        self._lock = threading.Lock()

    def begin(
        self, person_id: int, address: str = "", lasts: timedelta = LASTS
    ) -> tuple[str, Session]:
        """A new session and its token, which is not stored."""
        now, until = self._now(), stamp(self._clock() + lasts)
        token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(24)
        s, hashed = sessions.c, token_hash(token)
        row = {"token_hash": hashed, "person_id": person_id, "csrf": csrf, "address": address}
        times = {"expires_at": until, "begun_at": now, "seen_at": now}
        with self._database.writing() as connection:
            found = connection.execute(select(people).where(people.c.id == person_id)).first()
            if found is None or found.disabled_at:
                raise NotAllowed(f"Account {person_id} does not exist or is disabled.")
            connection.execute(delete(sessions).where(s.expires_at <= now))
            connection.execute(insert(sessions), row | times)
        made = Session(replace(person_of(found), session=hashed), csrf, until, now)
        self._know(hashed, made, now, self._ended)
        return token, made

    def known(self, token: str) -> Session | None:
        """The session of a token, if it is cached and still open."""
        hashed = token_hash(token)
        found = self._known.get(hashed)
        lasts = found and self._lasts(found.person, found.expires_at, self._seen.get(hashed, ""))
        return found if lasts else None

    def find(self, token: str) -> Session | None:
        """The session of a token, if it is still open."""
        if found := self.known(token):
            return found
        ended, hashed, s = self._ended, token_hash(token), sessions.c
        wanted = (
            select(people, s.csrf, s.expires_at, s.begun_at, s.seen_at)
            .join(sessions, s.person_id == people.c.id)
            .where(s.token_hash == hashed, people.c.disabled_at.is_(None))
        )
        row = next(iter(self._database.rows(wanted)), None)
        if row is None:
            return None
        seen = max(row.seen_at, self._seen.get(hashed, ""))
        person = replace(person_of(row), session=hashed)
        if not self._lasts(person, row.expires_at, seen):
            return None
        made = Session(person, row.csrf, row.expires_at, row.begun_at)
        self._know(hashed, made, seen, ended)
        return made

    def _know(self, hashed: str, made: Session, seen: str, ended: int) -> None:
        """Remember a session, unless some were ended since it was read."""
        with self._lock:
            if self._database.is_ours and ended == self._ended:
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                    self._seen = {each: self._seen[each] for each in self._unkept}
                self._known[hashed], self._seen[hashed] = made, seen

    def touch(self, session: Session) -> None:
        """Record that something was done in a session: it is not idle."""
        hashed = session.person.session
        self._seen[hashed] = self._now()
        self._unkept.add(hashed)

    def keep_seen(self) -> None:
        """Write down when sessions were last used, so that a restart does not prolong them."""
        with self._lock:
            used, self._unkept = self._unkept, set()
        seen = [{"hash": each, "at": self._seen[each]} for each in used if each in self._seen]
        if seen:
            used_at = update(sessions).where(sessions.c.token_hash == bindparam("hash"))
            with self._database.writing() as connection:
                connection.execute(used_at.values(seen_at=bindparam("at")), seen)

    def end(self, token: str) -> None:
        """Log out."""
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.token_hash == token_hash(token)))
        self.forget()

    def all(self, person_id: int | None = None) -> list[SessionRow]:
        """Open sessions, newest first: of one person, or of everybody with a password."""
        s, p = sessions.c, people.c
        whose = p.password.is_not(None) if person_id is None else p.id == person_id
        wanted = select(sessions, p.name, p.role).join(people, s.person_id == p.id)
        wanted = wanted.where(whose, s.expires_at > self._now()).order_by(s.begun_at.desc())
        return [self._row(each) for each in self._database.rows(wanted)]

    def revoke(self, ident: str, person_id: int | None = None) -> SessionRow:
        """End a listed session; if a person is named, only one of that person's own."""
        rows = self.all(person_id)
        listed = {each.id: each for each in rows}
        if ident not in listed:
            raise UnknownName("session", ident, listed)
        named = sessions.c.token_hash.startswith(ident, autoescape=True)
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(named))
        self.forget()
        return listed[ident]

    def forget(self) -> None:
        """Sessions were ended: drop what was read before from the cache."""
        with self._lock:
            self._ended += 1
            self._known.clear()

    def _lasts(self, person: Person, expires_at: str, seen_at: str) -> bool:
        now = self._clock()
        idle = person.role != "player" and seen_at <= stamp(now - IDLE)
        return expires_at > stamp(now) and not idle

    def _row(self, row: Row[Any]) -> SessionRow:
        seen = max(row.seen_at, self._seen.get(row.token_hash, ""))
        times = (row.begun_at, seen, row.expires_at)
        return SessionRow(row.token_hash[:SHOWN], row.name, row.role, *times, row.address)

    def _now(self) -> str:
        return stamp(self._clock())
