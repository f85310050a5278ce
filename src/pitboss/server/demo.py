"""The first start: the house that comes with pitboss, and a person in every role."""

from __future__ import annotations

import secrets
from typing import Final

from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.server.audit_trail import assigned
from pitboss.server.filing.revisions import open_filed
from pitboss.server.floor import Floor
from pitboss.server.messages.message import Role
from pitboss.store.journal import Batch
from pitboss.submission.demonstration import demonstration
from pitboss.submission.records import Submission
from pitboss.table.houses.house import House

BY: Final = "demo"
STAFF: Final[tuple[tuple[str, Role], ...]] = (
    ("Dana", "dealer"),
    ("Flora", "floor"),
    ("Otto", "auditor"),
    ("Ada", "admin"),
)
PLAYER: Final[tuple[str, Role]] = ("Ann", "player")
"""Plays at the house that comes with pitboss; any other house adds its own players."""
Made = list[tuple[str, Role, str]]
"""People who were created: name, role and password."""


def lawful(book: Rulebook, game: Game) -> House:
    """The demonstration table of a game."""
    filed = (table.house for table in demonstration(book).tables)
    return next(each for each in filed if f"{each.jurisdiction}/{each.game}" == game.id)


async def open_house(floor: Floor, submission: Submission | None = None) -> Made:
    """Open what is filed but not open yet; returns the people created, each with a password.

    Without a submission these are the tables that come with pitboss, while that house files itself.
    """
    first = not floor.taken
    by, people = "pitboss", STAFF
    if submission is None:
        if not floor.files_itself or not (first or _began_here(floor)):
            return []
        submission = demonstration(floor.book)
        by, people = BY, (*STAFF, PLAYER)
    await open_filed(floor, submission, by)
    made: Made = []
    for name, role in people if first else ():
        password = secrets.token_urlsafe(12)
        floor.store.people.add(name, role, password, by)
        made.append((name, role, password))
        for ident in [*floor.tables] if role == "dealer" else ():
            at = floor.tables[ident]
            if at.filed.has_dealer:
                at.dealer = name
                floor.store.commit(Batch(notes=(assigned(by, ident, name),)))
    return made


def _began_here(floor: Floor) -> bool:
    """Whether the first table of these books came with pitboss."""
    return any(note.who == BY for note in floor.store.noted("open table")[:1])
