"""People, their passwords and their sessions; nothing in the database lets anybody in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.store.passwords import LOCKED_FOR, TRIES, TRIES_ANYWHERE, LockedOut
from pitboss.store.people import Person, WrongPassword
from pitboss.store.sessions import LASTS
from pitboss.store.store import Store
from tests.conftest import Ask
from tests.store.backends import sqlite_first

SECRET = "seven suited sevens"


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 7, 4, 21, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def go(self, by: timedelta) -> None:
        self.moment += by


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(url: str, clock: Clock) -> Iterator[Store]:
    with Store.open(url, write=True, clock=clock) as made:
        yield made


def everything(store: Store) -> str:
    """All that the database says of people."""
    said = []
    with store.database.reading() as connection:
        for table in ("people", "sessions"):
            said += [str(row) for row in connection.execute(text(f"SELECT * FROM {table}"))]
    return "\n".join(said)


@sqlite_first
def test_a_person_is_known_by_name_and_password(house: Store) -> None:
    sam = house.people.add("Sam", "floor", SECRET)
    assert house.people.log_in("sam ", SECRET) == sam == Person(sam.id, "Sam", "floor", False)
    for name, password in (("Sam", "wrong"), ("Pat", SECRET), ("", ""), ("Sam\x00", SECRET)):
        with pytest.raises(WrongPassword):
            house.people.log_in(name, password)
    assert SECRET not in everything(house)
    assert "$argon2id$" in everything(house)
    assert house.people.all() == [sam]
    assert house.people.get(sam.id + 1) is None


@pytest.mark.parametrize("name", ["SAM", " sam", "\uff53am"])
def test_no_two_names_look_alike(house: Store, name: str) -> None:
    house.people.add("Sam", "player")
    with pytest.raises(NotAllowed, match="already"):
        house.people.add(name, "player")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "x" * 41,
        "a/b",
        "a,b",
        "a;b",
        "a:b",
        "a\nb\x07",
        "Dealer",
        "surveillance",
        "\u202eann",
    ],
)
@sqlite_first
def test_some_names_are_refused(house: Store, name: str) -> None:
    with pytest.raises(NotAllowed):
        house.people.add(name, "player")
    assert house.people.all() == []


@sqlite_first
def test_roles_and_passwords_are_checked(house: Store) -> None:
    with pytest.raises(UnknownName, match="role"):
        house.people.add("ann", "dealr", SECRET)
    with pytest.raises(NotAllowed, match="12 characters"):
        house.people.add("ann", "dealer", "short")
    with pytest.raises(NotAllowed, match="with a password"):
        house.people.add("ann", "dealer")


def test_a_guest_plays_without_a_password_and_cannot_log_in(house: Store) -> None:
    guest = house.people.add("Guest 7", "player")
    assert guest.guest
    with pytest.raises(WrongPassword):
        house.people.log_in("Guest 7", "")
    token, session = house.sessions.begin(guest.id)
    assert house.sessions.find(token) == session
    assert session.person == guest


@sqlite_first
def test_five_wrong_passwords_lock_out(house: Store, clock: Clock) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    for _ in range(TRIES - 1):
        with pytest.raises(WrongPassword):
            house.people.log_in("sam", "wrong")
    assert house.people.log_in("sam", SECRET) == sam
    for _ in range(TRIES):
        with pytest.raises(WrongPassword):
            house.people.log_in("sam", "wrong")
    with pytest.raises(LockedOut, match="until 2026-07-04T21:15"):
        house.people.log_in("sam", SECRET)
    clock.go(LOCKED_FOR)
    assert house.people.log_in("sam", SECRET) == sam


@sqlite_first
def test_a_stranger_locks_nobody_else_out(house: Store, clock: Clock) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    token, _ = house.sessions.begin(sam.id)
    session = house.sessions.find(token)
    assert session
    for _ in range(TRIES):
        with pytest.raises(WrongPassword):
            house.people.log_in("sam", "wrong", "10.0.0.9")
    with pytest.raises(LockedOut):
        house.people.log_in("SAM ", SECRET, "10.0.0.9")
    assert house.people.log_in("sam", SECRET, "10.0.0.1") == sam
    for _ in range(TRIES):  # in this session alone
        with pytest.raises(WrongPassword):
            house.people.confirm(session.person, "wrong")
    with pytest.raises(LockedOut):
        house.people.confirm(session.person, SECRET)
    _, other = house.sessions.begin(sam.id)
    house.people.confirm(other.person, SECRET)
    assert house.people.log_in("sam", SECRET, "10.0.0.1") == sam
    clock.go(LOCKED_FOR)
    house.people.confirm(session.person, SECRET)


@sqlite_first
def test_guesses_from_many_addresses_lock_a_name_but_no_session(house: Store) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    _, session = house.sessions.begin(sam.id)
    for at in range(TRIES_ANYWHERE):
        with pytest.raises(WrongPassword):
            house.people.log_in("sam", "wrong", f"10.0.0.{at}")
    with pytest.raises(LockedOut):
        house.people.log_in("sam", SECRET, "10.9.9.9")
    house.people.confirm(session.person, SECRET)
    house.people.set_password(sam.id, "another good one")
    assert house.people.log_in("sam", "another good one", "10.0.0.1") == sam


@sqlite_first
def test_a_lock_out_that_is_over_counts_anew(house: Store, clock: Clock) -> None:
    house.people.add("sam", "floor", SECRET)
    for _ in range(2):
        for _ in range(TRIES):
            with pytest.raises(WrongPassword):
                house.people.log_in("sam", "wrong")
        with pytest.raises(LockedOut):
            house.people.log_in("sam", SECRET)
        clock.go(LOCKED_FOR)


def test_many_tries_at_once_are_counted(house: Store) -> None:
    house.people.add("sam", "floor", SECRET)

    def attempt(_: int) -> str:
        try:
            house.people.log_in("sam", "wrong")
        except PitbossError as error:
            return type(error).__name__
        return "in"

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(attempt, range(12)))
    assert answers.count("WrongPassword") <= TRIES
    assert answers.count("LockedOut") == 12 - answers.count("WrongPassword")


def test_a_session_lasts_and_ends(house: Store, clock: Clock) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    token, session = house.sessions.begin(sam.id)
    other, _ = house.sessions.begin(sam.id)
    assert token not in everything(house)
    assert house.sessions.find(token) == session
    assert house.sessions.find(token + "x") is None
    assert house.sessions.find(session.csrf) is None
    house.sessions.end(other)
    assert house.sessions.find(other) is None
    clock.go(LASTS)
    assert house.sessions.find(token) is None
    house.sessions.begin(sam.id)
    assert token not in everything(house)
    with pytest.raises(NotAllowed):
        house.sessions.begin(sam.id + 1)


def test_a_new_password_or_role_ends_every_session(house: Store) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    for change in (
        lambda: house.people.set_password(sam.id, "another good one"),
        lambda: house.people.set_role(sam.id, "auditor", "Ann"),
    ):
        token, _ = house.sessions.begin(sam.id)
        change()
        assert house.sessions.find(token) is None
    assert house.people.log_in("sam", "another good one").role == "auditor"
    with pytest.raises(WrongPassword):
        house.people.log_in("sam", SECRET)
    with pytest.raises(UnknownName):
        house.people.set_role(sam.id, "king", "Ann")


def test_a_session_that_was_ended_is_not_remembered(house: Store, clock: Clock) -> None:
    sam = house.people.add("Sam", "floor", SECRET)
    tokens = [house.sessions.begin(sam.id)[0] for _ in range(2)]
    assert [house.sessions.find(token) for token in tokens] == [
        house.sessions.known(token) for token in tokens
    ]
    house.sessions.end(tokens[0])
    assert house.sessions.known(tokens[0]) is house.sessions.find(tokens[0]) is None
    assert house.sessions.find(tokens[1])
    clock.go(LASTS)
    assert house.sessions.known(tokens[1]) is house.sessions.find(tokens[1]) is None


@sqlite_first
def test_a_lost_password_is_reset_in_the_terminal(ask: Ask, url: str) -> None:
    with Store.open(url, write=True) as store:
        ada = store.people.add("Ada", "admin", SECRET)
        store.people.add("Guest 7", "player")
    assert ask("people", "--database", url)[1] == "Ada  admin\n"
    status, out, _ = ask("people", "reset", "ADA", "--database", url)
    said = re.fullmatch(
        r"Ada, admin, now has the password (\S{16})\nIt is shown only once\.\n", out
    )
    assert status == 0
    assert said
    with Store.open(url, write=True) as store:
        assert store.people.log_in("Ada", said[1]) == ada
        with pytest.raises(WrongPassword):
            store.people.log_in("Ada", SECRET)
    status, _, err = ask("people", "reset", "Guest 7", "--database", url)
    assert (status, err) == (2, "pitboss: No person is called 'Guest 7'. The only one is Ada.\n")
