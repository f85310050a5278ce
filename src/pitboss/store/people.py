"""People: who they are, what they may be, and how they prove it.

Passwords are stored as Argon2 hashes, and second factors sealed with the house's keys, so the
database holds nothing that could be used to log in.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.store import totp
from pitboss.store.database import Database
from pitboss.store.keys import Keys, factor_place
from pitboss.store.passwords import (
    TRIES_ANYWHERE,
    Guesser,
    Guesses,
    hashed,
    matches,
    needs_new_hash,
    nobodys,
)
from pitboss.store.queries import stamp
from pitboss.store.schema import devices, people, sessions
from pitboss.store.trail import add_notes, person_note

ROLES: Final = ("player", "dealer", "floor", "auditor", "admin")
KNOWN_FOR: Final = timedelta(days=90)
"""How long a browser stays known after its last log-in."""


class WrongPassword(PitbossError):
    """The name, the password or the code is wrong."""


class CodeNeeded(PitbossError):
    """The password is right; the code of the second factor is missing."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with an account in the house."""

    id: int
    name: str
    role: str
    guest: bool = False
    """Without a password: plays as long as the session lasts."""
    temporary: bool = False
    """The password was set by someone else: its owner must change it before anything else."""
    factor: bool = False
    """A code is required at each log-in."""
    disabled: bool = False
    session: str = field(default="", compare=False, repr=False)
    """The session in which this person acts, by the hash of its token."""

    @property
    def player(self) -> str:
        """The player whose boxes are this person's own; empty if the person is not a player."""
        return self.name if self.role == "player" else ""


class People:
    """The people of a database."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        keys: Callable[[], Keys],
        ended: Callable[[], None],
    ) -> None:
        self._database, self._clock, self._keys = database, clock, keys
        self._ended = ended
        """Called when sessions have ended."""
        self._guesses = Guesses(database, clock)

    def add(
        self,
        name: str,
        role: str,
        password: str | None = None,
        by: str = "pitboss",
        temporary: bool = False,
    ) -> Person:
        """Add a person; a guest has no password and is a player."""
        shown = check_name(name)
        _check_role(role)
        if password is None and role != "player":
            raise NotAllowed(f"A {role} logs in with a password.")
        row = {
            "name": shown,
            "folded": fold(shown),
            "role": role,
            "password": None if password is None else hashed(password, shown),
            "temporary": temporary,
            "created_at": self._now(),
        }
        with self._database.writing() as connection:
            taken = select(people.c.id).where(people.c.folded == row["folded"])
            if connection.scalar(taken) is not None:
                raise NotAllowed(f"The name {shown} is already taken.")
            made = connection.execute(insert(people).returning(people.c.id), row).scalar_one()
            if password is not None:
                self._tell(connection, made, by)
        return Person(made, shown, role, password is None, temporary)

    def introduce(self, person: Person) -> None:
        """Add a player of another house under the same number, without a password."""
        row = {
            "id": person.id,
            "name": person.name,
            "folded": f"{fold(person.name)} {person.id}",
            "role": "player",
            "created_at": self._now(),
        }
        with self._database.writing() as connection:
            if connection.scalar(select(people.c.id).where(people.c.id == person.id)) is None:
                connection.execute(insert(people), row)

    def all(self) -> list[Person]:
        """Everyone, including guests."""
        return [person_of(row) for row in self._database.rows(select(people).order_by("id"))]

    def names(self, role: str) -> list[str]:
        """Everybody who has a role."""
        wanted = select(people.c.name).where(people.c.role == role).order_by(people.c.name)
        return [row.name for row in self._database.rows(wanted)]

    def last_id(self) -> int:
        """The number of the newest person; 0 if there is none."""
        ((last,),) = self._database.rows(select(func.max(people.c.id)))
        return last or 0

    def get(self, person_id: int) -> Person | None:
        row = self._row(people.c.id == person_id)
        return person_of(row) if row else None

    def set_password(
        self, person_id: int, password: str, by: str = "pitboss", temporary: bool = False
    ) -> None:
        """Set a new password; it ends every session, and a lock-out too."""
        person = self.get(person_id)
        name = person.name if person else ""
        values = {"password": hashed(password, name), "temporary": temporary}
        self._change(person_id, values, by, log_out=True)
        self._guesses.forget(fold(name))

    def change_password(self, person: Person, old: str, new: str) -> None:
        """A person's own new password, in place of the old one."""
        self._check_again(person, old)
        if old == new:
            raise NotAllowed("The new password is the same as the old one: choose another.")
        self.set_password(person.id, new, person.name)

    def set_role(self, person_id: int, role: str, by: str) -> None:
        """Change a role; it ends every session."""
        _check_role(role)
        self._change(person_id, {"role": role}, by, log_out=True)

    def disable(self, person_id: int, by: str, disabled: bool = True) -> None:
        """Disable or re-enable an account; either ends all its sessions."""
        values = {"disabled_at": self._now() if disabled else None}
        self._change(person_id, values, by, log_out=True)

    # -- second factors --------------------------------------------------------------------------

    def new_factor(self, person: Person, password: str) -> str:
        """A secret for a device; codes are required only once the first one has shown that it
        works.
        """
        self._check_again(person, password)
        if person.factor:
            raise NotAllowed("You already have a second factor: an administrator can remove it.")
        return totp.new_secret()

    def set_factor(self, person: Person, secret: str, code: str) -> None:
        """Require a code at each log-in from now on, if this one is right."""
        if person.factor:
            raise NotAllowed("You already have a second factor: an administrator can remove it.")
        period = totp.period_of(secret, code, self._clock().timestamp())
        if not period:
            raise NotAllowed("That is not the code your device shows now.")
        sealed = self._keys().seal(secret, factor_place(person.id))
        self._change(person.id, {"factor": sealed, "factor_period": period}, person.name)
        self._ended()

    def remove_factor(self, person_id: int, by: str) -> None:
        """Stop asking for a code, as when a device is lost; ends every session."""
        self._change(person_id, {"factor": None, "factor_period": 0}, by, log_out=True)

    # -- logging in ------------------------------------------------------------------------------

    def log_in(
        self, name: str, password: str, address: str = "", code: str = "", device: str = ""
    ) -> Person:
        """The person with this name and password, and the code if one is required.

        Five wrong ones lock this browser, if it is known, or else the name at this address.
        """
        shown = fold(name) if name.isprintable() else ""  # which is nobody's name
        row = self._row(people.c.folded == shown)
        guessers = [Guesser(f"{shown} at {address}"), Guesser(f"{shown} at any", TRIES_ANYWHERE)]
        if row is not None and self._is_known(device, row.id):
            guessers = [Guesser(f"{shown} with {token_hash(device)}")]
        for each in guessers:
            self._guesses.count(each, name)
        usable = row is not None and row.password and not row.disabled_at
        right = matches(row.password if row is not None and usable else nobodys(), password)
        period = 0
        if right and row is not None and row.factor:
            if not code:
                raise CodeNeeded("Enter the code your device shows.")
            secret = self._keys().open(row.factor, factor_place(row.id))
            period = totp.period_of(secret, code, self._clock().timestamp(), row.factor_period)
            right = bool(period)
        if not usable or not right or row is None:
            for each in guessers:
                self._guesses.wrong(each)
            what = "The name, the password or the code" if code else "The name or the password"
            raise WrongPassword(f"{what} is wrong.")
        for each in guessers:
            self._guesses.right(each)
        fresh: dict[str, object] = {"factor_period": period} if period else {}
        if needs_new_hash(row.password):
            fresh["password"] = hashed(password, row.name)
        if fresh:
            self._change(row.id, fresh, row.name)
        return person_of(row)

    def confirm(self, person: Person, password: str) -> None:
        """Check a session's password again, for a signature: a temporary one signs nothing."""
        self._check_again(person, password)
        if person.temporary:
            raise NotAllowed("This password was set by someone else: change it before you sign.")

    def _check_again(self, person: Person, password: str) -> None:
        """Check a session's password again; wrong ones count for that session only."""
        guesser = Guesser(f"session {person.session or person.id}")
        self._guesses.count(guesser, person.name)
        row = self._row(people.c.id == person.id)
        if row is None or not row.password or not matches(row.password, password):
            self._guesses.wrong(guesser)
            raise WrongPassword("The password is wrong.")
        self._guesses.right(guesser)

    def _row(self, of: ColumnElement[bool]) -> Row[Any] | None:
        return next(iter(self._database.rows(select(people).where(of))), None)

    # -- browsers --------------------------------------------------------------------------------

    def know_device(self, person: Person, device: str) -> str:
        """Remember the browser a person logged in from: its token, made now if it has none."""
        token, d = device or secrets.token_urlsafe(32), devices.c
        now = self._clock()
        mine = (d.token_hash == token_hash(token)) & (d.person_id == person.id)
        row = {"token_hash": token_hash(token), "person_id": person.id, "seen_at": stamp(now)}
        with self._database.writing() as connection:
            connection.execute(delete(devices).where(mine | (d.seen_at <= stamp(now - KNOWN_FOR))))
            connection.execute(insert(devices), row)
        return token

    def _is_known(self, device: str, person_id: int) -> bool:
        d = devices.c
        mine = (d.token_hash == token_hash(device)) & (d.person_id == person_id)
        return bool(self._database.rows(select(d.person_id).where(mine)))

    # -- changes ---------------------------------------------------------------------------------

    def _change(
        self, person_id: int, values: Mapping[str, object], by: str, log_out: bool = False
    ) -> None:
        with self._database.writing() as connection:
            connection.execute(update(people).where(people.c.id == person_id).values(values))
            if values.keys() & {"role", "password", "disabled_at", "factor"}:
                self._tell(connection, person_id, by)
            if log_out:
                connection.execute(delete(sessions).where(sessions.c.person_id == person_id))
        if log_out:
            self._ended()

    def _tell(self, connection: Connection, person_id: int, by: str) -> None:
        """Record a person's new role and password digest in the audit trail."""
        row = connection.execute(select(people).where(people.c.id == person_id)).one()
        add_notes(connection, [person_note(by, row)], self._now())

    def _now(self) -> str:
        return stamp(self._clock())


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise UnknownName("role", role, ROLES)


def token_hash(token: str) -> str:
    """The token of a session or a browser as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def person_of(row: Row[Any]) -> Person:
    """A person as the database has them."""
    guest, factor = row.password is None, row.factor is not None
    disabled = row.disabled_at is not None
    return Person(row.id, row.name, row.role, guest, row.temporary, factor, disabled)


# -- names: one form for each, so that no two look alike -------------------------------------------


RESERVED: Final = frozenset(
    {
        *("cage", "dealer", "floor", "house", "rule", "surveillance"),
        *("admin", "administrator", "auditor", "manager", "pitboss", "security", "staff"),
        *("supervisor", "system"),
    }
)
"""Names with a meaning of their own in logs and views, and those of the house's offices."""
BETWEEN: Final = frozenset("/,;:")
"""Characters that keys and logs put between names."""
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""Characters that show nothing although Unicode counts them as printable."""
SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Variation selectors, which show nothing either."""
LOOKALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""Scripts whose letters look alike; a word may use only one of them."""


def check_name(name: str) -> str:
    """A name as it is shown, if it is allowed.

    >>> check_name(" \uff21nn ")
    'Ann'
    """
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(shown) <= 40 or not shown.isprintable() or any(map(_is_invisible, shown)):
        raise NotAllowed("A name must have 1 to 40 printable characters.")
    if found := BETWEEN & set(shown):
        raise NotAllowed(f"A name may not contain {' '.join(sorted(found))}.")
    if any(len(_scripts(word)) > 1 for word in shown.split()):
        raise NotAllowed("A name may not mix letters of scripts that look alike.")
    if fold(shown) in RESERVED:
        raise NotAllowed(f"The name {shown} is reserved: it has another meaning in a log.")
    return shown


def fold(name: str) -> str:
    """What names that look alike have in common.

    >>> fold("ANN ") == fold("ann") == fold("\u24b6nn")
    True
    """
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", shown.casefold())


def _is_invisible(sign: str) -> bool:
    return sign in INVISIBLE or any(ord(sign) in each for each in SELECTORS)


def _scripts(word: str) -> set[str]:
    """The scripts of a word's letters, of those that look alike."""
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in word} & LOOKALIKE
