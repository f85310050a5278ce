"""Passwords: stored as Argon2 hashes; short and trivial ones are refused, wrong ones counted."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from string import ascii_lowercase
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import delete, insert, select, update

from pitboss.errors import NotAllowed, PitbossError
from pitboss.store.database import Database
from pitboss.store.queries import stamp
from pitboss.store.schema import guesses

SHORTEST: Final = 12
"""The fewest characters of a password."""
FEWEST_SIGNS: Final = 5
"""The fewest different characters."""
LEAST_BESIDE: Final = 8
"""The fewest characters besides the person's own name."""
LETTERS: Final[tuple[dict[int, int], ...]] = (
    {},
    str.maketrans("01345789@$!|", "oleastbgasil"),
    str.maketrans("01345789@$!|", "oieastbgasil"),
)
"""How signs stand for letters: not at all, or in one of two ways."""
HASHER: Final = PasswordHasher()


def hashed(password: str, name: str = "") -> str:
    """The hash of a password that is allowed for this person."""
    if len(password) < SHORTEST:
        raise NotAllowed(f"A password must have {SHORTEST} characters or more.")
    if is_trivial(password, name):
        raise NotAllowed(
            "This password is easy to guess. Avoid common words with digits, rows of keys and "
            "names; use four unrelated words."
        )
    return HASHER.hash(password)


def is_trivial(password: str, name: str = "") -> bool:
    """Whether it is made of listed words, repeats itself, is a number, or is mostly the name.

    >>> [is_trivial(each) for each in ("Passw0rd1234", "qwertyuiop12", "abc123abc123")]
    [True, True, True]
    >>> is_trivial("seven suited sevens")
    False
    """
    said = password.casefold()
    core = said.strip("".join({*said} - {*ascii_lowercase}))  # without digits and signs at its ends
    mine = name.casefold().replace(" ", "")
    rest = "".join(said.split()).replace(mine, "") if len(mine) > 2 else said
    return (
        len(set(said)) < FEWEST_SIGNS
        or not any(sign.isalpha() for sign in said)
        or said in (said + said)[1:-1]  # a part of it, repeated
        or (rest != said and len(rest) < LEAST_BESIDE)
        or any(_of_words(word.translate(each)) for word in (said, core) for each in LETTERS)
    )


def _of_words(said: str) -> bool:
    """Whether its letters are nothing but listed words, one after the other."""
    letters = "".join(filter(str.isalpha, said))
    ends = {0}
    for start in range(len(letters)):
        if start in ends:
            ends |= {start + n for n in LENGTHS if letters[start : start + n] in _words()}
    return bool(letters) and len(letters) in ends


LENGTHS: Final = range(1, 30)


@cache
def _words() -> frozenset[str]:
    """Words of which trivial passwords are made."""
    text = (files("pitboss") / "store" / "trivial_words.txt").read_text(encoding="ascii")
    return frozenset(text.split())


def matches(known: str, password: str) -> bool:
    """Whether a hash is this password's."""
    try:
        return HASHER.verify(known, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


def needs_new_hash(known: str) -> bool:
    """Whether a hash was made more cheaply than hashes are now."""
    return HASHER.check_needs_rehash(known)


@cache
def nobodys() -> str:
    """A hash that takes as long to refuse as a real one, so that names cannot be probed."""
    return HASHER.hash(secrets.token_hex(16))


# -- wrong passwords, counted in the database, so that a restart forgives none ---------------------
# A guesser is a name at an address, a browser that has logged in as that person before, or a
# session: a stranger who guesses at a supervisor's name does not lock the supervisor's own browser
# out.


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
        """The password was wrong; one wrong password too many locks out."""
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
