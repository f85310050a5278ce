"""Who gets in: names, lock-outs, second factors, disabled accounts, passwords and sessions."""

from __future__ import annotations

import os
from base64 import b32encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from pitboss.cli import run
from pitboss.errors import NotAllowed, UnknownName
from pitboss.store import totp
from pitboss.store.passwords import LOCKED_FOR, TRIES, LockedOut, hashed, is_trivial
from pitboss.store.people import CodeNeeded, WrongPassword, check_name, fold
from pitboss.store.sessions import IDLE
from pitboss.store.store import Store
from tests.store.backends import sqlite_first
from tests.store.test_people import SECRET, Clock
from tests.table.floor import book


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(url: str, clock: Clock) -> Iterator[Store]:
    with Store.open(url, write=True, clock=clock) as made:
        yield made


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "An\u200bn",  # zero width space
        "Ann\u3164",  # Hangul filler: printable, and shows nothing
        "A\u2800nn",  # Braille blank
        "Ann\ufe0f",  # variation selector
        "Ann\u034f",  # combining grapheme joiner
        "\u0410nn",  # Cyrillic A before Latin letters
        "Ann\u0000",
        "Supervisor",
        "PITBOSS",
        "ad\u2061min",
    ],
)
def test_a_name_that_shows_something_else_is_refused(name: str) -> None:
    with pytest.raises(NotAllowed):
        check_name(name)


def test_names_have_one_form() -> None:
    assert check_name("\uff21\uff2e\uff2e \u2460") == "ANN 1"  # full width letters, circled digit
    assert check_name("Zo\u0065\u0308") == "Zoë"
    assert check_name("Анна") == "Анна"
    assert check_name("田中さん") == "田中さん"
    assert fold("Stra\u00dfe") == fold("STRASSE")


def test_a_log_that_is_written_is_for_its_owner_alone(tmp_path: Path) -> None:
    before, log = os.umask(0), tmp_path / "night.log"
    try:
        assert run(["play", "--auto", "1", "--log", str(log)]) == 0
    finally:
        os.umask(before)
    assert log.stat().st_mode & 0o777 == 0o600


# -- lock-outs -------------------------------------------------------------------------------------


def guess(house: Store, address: str, times: int = TRIES, device: str = "") -> None:
    for _ in range(times):
        with pytest.raises(WrongPassword):
            house.people.log_in("sam", "wrong", address, device=device)


@sqlite_first
def test_a_lock_out_lasts_over_a_restart(url: str, clock: Clock) -> None:
    with Store.open(url, write=True, clock=clock) as first:
        first.people.add("sam", "floor", SECRET)
        guess(first, "10.0.0.9")
    with Store.open(url, write=True, clock=clock) as again:
        with pytest.raises(LockedOut):
            again.people.log_in("sam", SECRET, "10.0.0.9")
        clock.go(LOCKED_FOR)
        assert again.people.log_in("sam", SECRET, "10.0.0.9").name == "sam"


def test_guesses_from_a_shared_address_do_not_lock_the_supervisors_browser_out(
    house: Store,
) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    known = house.people.know_device(sam, "")
    guess(house, "10.0.0.9")
    with pytest.raises(LockedOut):
        house.people.log_in("sam", SECRET, "10.0.0.9")
    assert house.people.log_in("sam", SECRET, "10.0.0.9", device=known) == sam
    guess(house, "10.0.0.9", device=known)  # but it does not guess for ever
    with pytest.raises(LockedOut):
        house.people.log_in("sam", SECRET, "10.0.0.9", device=known)
    ann = house.people.add("ann", "floor", SECRET)
    other = house.people.know_device(ann, "")
    with pytest.raises(LockedOut):  # somebody else's browser is a stranger's
        house.people.log_in("sam", SECRET, "10.0.0.9", device=other)


@sqlite_first
def test_a_name_that_nobody_has_is_locked_out_alike(house: Store) -> None:
    house.people.add("sam", "floor", SECRET)

    def answers(name: str) -> list[str]:
        said = []
        for _ in range(TRIES + 1):
            with pytest.raises((WrongPassword, LockedOut)) as raised:
                house.people.log_in(name, "wrong", "10.0.0.9")
            said.append(str(raised.value).replace(name, "X"))
        return said

    assert answers("sam") == answers("pat")


# -- second factors --------------------------------------------------------------------------------


def test_codes_are_those_of_rfc_6238() -> None:
    """Appendix B, SHA-1, the last six of its eight digits."""
    secret = b32encode(b"12345678901234567890").decode()
    for seconds, code in (
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ):
        assert totp.code_at(secret, seconds // 30) == code[2:]
        assert totp.period_of(secret, code[2:], seconds) == seconds // 30
        assert totp.period_of(secret, code[2:], seconds + 90) == 0
        assert totp.period_of(secret, code[2:], seconds, used=seconds // 30) == 0


def test_a_second_factor_is_asked_for_and_each_code_is_good_once(
    house: Store, clock: Clock
) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    secret = house.people.new_factor(sam, SECRET)

    def code() -> str:
        return totp.code_at(secret, int(clock().timestamp()) // 30)

    with pytest.raises(NotAllowed, match="not the code"):
        house.people.set_factor(sam, secret, "000000" if code() != "000000" else "000001")
    house.people.set_factor(sam, secret, code())
    with pytest.raises(CodeNeeded):
        house.people.log_in("sam", SECRET)
    with pytest.raises(WrongPassword):  # the one that set it up
        house.people.log_in("sam", SECRET, code=code())
    clock.go(timedelta(seconds=30))
    with pytest.raises(WrongPassword):
        house.people.log_in("sam", "wrong", code=code())
    assert house.people.log_in("sam", SECRET, code=code()).factor
    with pytest.raises(WrongPassword):  # read over a shoulder
        house.people.log_in("sam", SECRET, code=code())
    with house.database.reading() as connection:
        kept = connection.scalar(text("SELECT factor FROM people"))
    assert secret not in kept
    house.rotate_keys("pitboss")
    clock.go(timedelta(seconds=30))
    assert house.people.log_in("sam", SECRET, code=code()).factor
    assert house.check(book()) == []
    house.people.remove_factor(sam.id, "ada")
    assert not house.people.log_in("sam", SECRET).factor


# -- accounts --------------------------------------------------------------------------------------


def test_a_disabled_account_is_out_and_an_edit_that_enables_it_is_found(house: Store) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    token, _ = house.sessions.begin(sam.id)
    assert house.sessions.find(token)
    house.people.disable(sam.id, "ada")
    assert house.sessions.find(token) is None
    with pytest.raises(WrongPassword):
        house.people.log_in("sam", SECRET)
    with pytest.raises(NotAllowed):
        house.sessions.begin(sam.id)
    assert house.check(book()) == []
    with house.database.writing() as connection:
        connection.execute(text("UPDATE people SET disabled_at = NULL"))
    (found,) = house.check(book())
    assert "disabled" in str(found)
    house.people.disable(sam.id, "ada", False)
    assert house.people.log_in("sam", SECRET).name == "sam"
    assert house.check(book()) == []


@sqlite_first
def test_a_password_that_somebody_else_set_signs_nothing(house: Store) -> None:
    sam = house.people.add("sam", "floor", SECRET)
    house.people.set_password(sam.id, "what the desk gave me", "ada", temporary=True)
    sam = house.people.log_in("sam", "what the desk gave me")
    assert sam.temporary
    with pytest.raises(NotAllowed, match="change it before you sign"):
        house.people.confirm(sam, "what the desk gave me")
    with pytest.raises(WrongPassword):
        house.people.change_password(sam, "wrong", "otter teapot lanterns")
    with pytest.raises(NotAllowed, match="the old one"):
        house.people.change_password(sam, *["what the desk gave me"] * 2)
    house.people.change_password(sam, "what the desk gave me", "otter teapot lanterns")
    sam = house.people.log_in("sam", "otter teapot lanterns")
    assert not sam.temporary
    house.people.confirm(sam, "otter teapot lanterns")


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "P@ssw0rd2026!",
        "Welcome12345",
        "qwertyuiop123",
        "aaaaaaaaaaaa",
        "123456789012",
        "abc123abc123",
        "letmeinletmein",
        "CasinoDealer1",
        "blackjack2121",
        "admin!admin!2",
        "samantha99!!",
    ],
)
def test_passwords_that_are_tried_first_are_refused(password: str) -> None:
    with pytest.raises(NotAllowed, match="easy to guess"):
        hashed(password, "Samantha")


def test_others_are_not() -> None:
    for password in (SECRET, "correct horse battery", "tr0ub4dor&3 lamp", "Zürich im Regen 9"):
        assert not is_trivial(password, "sam")


# -- sessions --------------------------------------------------------------------------------------


@sqlite_first
def test_staff_who_do_nothing_are_logged_out_and_players_are_not(
    house: Store, clock: Clock
) -> None:
    sam, ann = house.people.add("sam", "floor", SECRET), house.people.add("ann", "player")
    token, session = house.sessions.begin(sam.id)
    guest, _ = house.sessions.begin(ann.id)
    for _ in range(3):
        clock.go(IDLE - timedelta(seconds=1))
        assert house.sessions.find(token)
        house.sessions.touch(session)
    house.sessions.keep_seen()
    clock.go(IDLE)
    assert house.sessions.find(token) is house.sessions.known(token) is None
    assert house.sessions.find(guest)


def test_being_idle_is_remembered_over_a_restart(url: str, clock: Clock) -> None:
    with Store.open(url, write=True, clock=clock) as first:
        sam = first.people.add("sam", "floor", SECRET)
        token, session = first.sessions.begin(sam.id)
        clock.go(IDLE / 2)
        first.sessions.touch(session)
        first.sessions.keep_seen()
    with Store.open(url, write=True, clock=clock) as again:
        clock.go(IDLE / 2)
        assert again.sessions.find(token)
        clock.go(IDLE / 2)
        assert again.sessions.find(token) is None


def test_sessions_are_listed_and_ended_one_by_one(house: Store, clock: Clock) -> None:
    sam, pat = (house.people.add(name, "floor", SECRET) for name in ("sam", "pat"))
    one, _ = house.sessions.begin(sam.id, "10.0.0.1")
    clock.go(timedelta(minutes=1))
    two, _ = house.sessions.begin(sam.id, "10.0.0.2")
    assert [row.address for row in house.sessions.all(sam.id)] == ["10.0.0.2", "10.0.0.1"]
    last = house.sessions.all(sam.id)[-1]
    with pytest.raises(UnknownName):
        house.sessions.revoke(last.id, pat.id)
    assert house.sessions.revoke(last.id, sam.id) == last
    assert house.sessions.find(one) is None
    assert house.sessions.find(two)
    assert datetime.fromisoformat(last.begun_at).tzinfo == UTC
