"""Wrong passwords, counted in the database by whoever enters them, so that a restart forgives none.

A guesser is a name at an address, a browser that has logged in as that person before, or a session:
a stranger who guesses at a supervisor's name does not lock the supervisor's own browser out.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, insert, select, update

from pitboss.errors import PitbossError
from pitboss.store.database import Database
from pitboss.store.rows import stamp
from pitboss.store.schema import guesses

TRIES: Final = 5
TRIES_ANYWHERE: Final = 100
"""Wrong passwords in a row, from anywhere unknown, that lock out a name for strangers."""
LOCKED_FOR: Final = timedelta(minutes=15)


class LockedOut(PitbossError):
    """Too many wrong passwords."""

    def __init__(self, name: str, until: str, now: str) -> None:
        super().__init__(f"Too many wrong passwords: {name} is locked out until {until}.")
        left = datetime.fromisoformat(until) - datetime.fromisoformat(now)
        self.wait = math.ceil(left.total_seconds())
        """Seconds until then."""


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who tries, and how many wrong passwords in a row lock them out for a quarter of an hour."""

    who: str
    tries: int = TRIES


@dataclass(frozen=True, slots=True)
class Guesses:
    """The wrong passwords of a database."""

    database: Database
    clock: Callable[[], datetime]

    def count(self, guesser: Guesser, name: str) -> None:
        """Count a try before the password is checked, so that simultaneous tries count too."""
        now, g = self.clock(), guesses.c
        with self.database.writing() as connection:
            connection.execute(delete(guesses).where(g.last <= stamp(now - LOCKED_FOR)))
            mine = g.who == guesser.who
            found = connection.execute(select(g.tries, g.locked_until).where(mine)).first()
            until = found.locked_until if found else None
            if until is None:
                tried = found.tries + 1 if found else 1
                if tried > guesser.tries:  # the others are being checked now
                    until = stamp(now + LOCKED_FOR)
                said = {"tries": tried, "last": stamp(now), "locked_until": until}
                if found:
                    connection.execute(update(guesses).where(mine).values(said))
                else:
                    connection.execute(insert(guesses), {"who": guesser.who, **said})
        if until:
            raise LockedOut(name, until, stamp(now))

    def wrong(self, guesser: Guesser) -> None:
        """The password was wrong; the last of them locks out."""
        now = self.clock()
        last = (guesses.c.who == guesser.who) & (guesses.c.tries >= guesser.tries)
        locked = {"last": stamp(now), "locked_until": stamp(now + LOCKED_FOR)}
        with self.database.writing() as connection:
            connection.execute(update(guesses).where(last).values(locked))

    def right(self, guesser: Guesser) -> None:
        """The password was right: clear the count."""
        with self.database.writing() as connection:
            connection.execute(delete(guesses).where(guesses.c.who == guesser.who))

    def forget(self, name: str) -> None:
        """Let a name be tried again from everywhere."""
        at = guesses.c.who.startswith(f"{name} at ", autoescape=True)
        known = guesses.c.who.startswith(f"{name} with ", autoescape=True)
        with self.database.writing() as connection:
            connection.execute(delete(guesses).where(at | known))
