"""Anyone who can write to the file can change a row, but the change will be found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import select

from pitboss.errors import NotationError
from pitboss.store.books import Ending
from pitboss.store.check import check
from pitboss.store.keys import is_signed
from pitboss.store.schema import audit
from pitboss.store.store import Store
from pitboss.store.trail import Head, chained
from tests.conftest import Ask
from tests.store.backends import sqlite_first
from tests.store.houses import made_once, open_tables, play
from tests.store.tamper import tamper
from tests.table.floor import book

INSIDERS = {
    "a line of the trail": (
        "UPDATE audit SET who = 'eve' WHERE id = 3",
        "audit trail, line 3: stored another line",
    ),
    "a deleted line": ("DELETE FROM audit WHERE id = 3", "audit trail, line 4"),
    "the time of a line": (
        "UPDATE audit SET at = '2020-01-01T00:00:00.000Z' WHERE id = 3",
        "audit trail, line 3: stored at 2020",
    ),
    "a guest made administrator": (
        "UPDATE people SET role = 'admin' WHERE name = 'gus'",
        "stored gus, admin, derived a guest",
    ),
    "somebody else's password": (
        "UPDATE people SET password = 'x' WHERE name = 'sam'",
        "with the password of the audit trail",
    ),
    "a person who is gone": ("DELETE FROM people WHERE name = 'sam'", "stored nobody, derived sam"),
    "the time of a bet": (
        "UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE table_id = 'own' AND seq = 5",
        "own, up to line .*: stored other lines or times",
    ),
    "a table that is gone": ("DELETE FROM tables WHERE id = 'right'", "right: stored no log"),
}
"""What was done → what the check says, with nothing but the last head that was printed."""


class Undone(Exception):
    """What was tampered with is taken back."""


@pytest.fixture
def sealed(url: str) -> Iterator[Store]:
    """A house that has been played in, whose books are sealed."""
    with made_once(url, "sealed", seal) as store:
        yield store


def seal(store: Store) -> None:
    floor = open_tables(store, 14)
    store.people.add("sam", "floor", "seven suited sevens", by="ada")
    store.people.add("gus", "player")
    store.note("sam", "opened the house")
    play(floor, Random(14), 60)
    store.seal_books("sam")


@sqlite_first
def test_what_an_insider_changes_is_found(sealed: Store) -> None:
    head, missed = sealed.head().head, []
    assert sealed.check(book(), head) == []
    for what, (statement, expected) in INSIDERS.items():
        with suppress(Undone), sealed.database.writing() as connection:
            if sealed.database.path:
                connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
            elif "tables" in statement:
                connection.exec_driver_sql("SET session_replication_role = replica")
            tamper(connection, statement)
            found = [str(each) for each in check(connection, book(), sealed.keys, head).differences]
            missed += [] if any(re.search(expected, each) for each in found) else [(what, found)]
            raise Undone
    assert missed == []


@sqlite_first
def test_a_chain_made_again_is_found_by_the_printed_head_alone(sealed: Store) -> None:
    """The insider knows how chains are made, and rewrites every hash that follows."""
    head = sealed.head().head
    with suppress(Undone), sealed.database.writing() as connection:
        tamper(connection, "UPDATE audit SET who = 'eve' WHERE what = 'opened the house'")
        chain = ""
        for note in connection.execute(select(audit).order_by(audit.c.id)).all():
            chain = chained(chain, str(note.id), note.at, note.who, note.what, note.details)
            tamper(connection, "UPDATE audit SET chain = :c WHERE id = :i", c=chain, i=note.id)
        assert check(connection, book(), sealed.keys).differences == []
        (found,) = check(connection, book(), sealed.keys, head).differences
        assert str(found).startswith(f"audit trail, line {head.line}: stored head ")
        raise Undone


@sqlite_first
def test_lines_cut_off_the_end_are_found(sealed: Store) -> None:
    sealed.note("sam", "took a chip")
    head = sealed.head().head
    with suppress(Undone), sealed.database.writing() as connection:
        tamper(connection, "DELETE FROM audit WHERE id = :last", last=head.line)
        assert check(connection, book(), sealed.keys).differences == []
        (found,) = check(connection, book(), sealed.keys, head).differences
        assert "no such line" in str(found)
        raise Undone


@sqlite_first
def test_a_close_seals_the_books(store: Store) -> None:
    floor = open_tables(store, 14)
    play(floor, Random(14), 20)
    floor.commit()
    assert not store.noted("books sealed")
    Ending(floor, "left", "sam", "the night is over").close()
    floor.commit()
    (note,) = store.noted("books sealed")
    places = {row.id: row.chain for row in store.tables()}
    sealed = json.loads(note.details)["tables"]
    assert {name: chain for name, (_, chain) in sealed.items()} == places
    assert set(places) == {"own", "left", "right"}


@sqlite_first
def test_a_head_is_signed_and_read(sealed: Store, ask: Ask, url: str) -> None:
    signed = sealed.head()
    public = sealed.keys.public
    assert is_signed(public, str(signed.head), signed.signature)
    assert not is_signed(public, str(signed.head), "00" * 64)
    status, out, _ = ask("db", "head", "--database", url, "--json")
    said = json.loads(out)
    assert (status, said["head"], said["public"]) == (0, str(signed.head), public)
    assert ask("db", "check", "--head", said["head"], "--database", url)[0] == 0
    other = f"{signed.head.line}-{'0' * 64}"
    status, out, _ = ask("db", "check", "--head", other, "--database", url)
    assert (status, "stored head" in out) == (1, True)
    status, _, err = ask("db", "check", "--head", "41", "--database", url)
    assert (status, "is not a head" in err) == (2, True)
    with pytest.raises(NotationError, match="64 hexadecimal digits"):
        Head.parse("41-xyz")
