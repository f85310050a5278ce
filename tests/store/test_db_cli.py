"""`pitboss db` in one sentence each, and in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from pitboss.store import table_check
from pitboss.store.database import address
from pitboss.store.schema import REVISIONS
from pitboss.store.store import Store
from tests.conftest import Ask
from tests.store.backends import sqlite_first
from tests.store.houses import open_tables, play


@pytest.fixture(autouse=True)
def no_database_of_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PITBOSS_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@sqlite_first
def test_a_house_from_nothing_to_a_log(
    ask: Ask, new_url: Callable[[], str], tmp_path: Path
) -> None:
    url = new_url()
    status, out, err = ask("db", "check", "--database", url)
    assert (status, out) == (2, "")
    assert "db migrate" in err
    status, out, _ = ask("db", "migrate", "--database", url)
    assert status == 0
    assert f"schema {REVISIONS[-1]}, new." in out
    assert "already" in ask("db", "migrate", "--database", url)[1]
    assert ask("db", "export", "--database", url)[1] == "No table has been opened yet.\n"
    with Store.open(url, write=True) as store:
        play(open_tables(store, 8), Random(8), 60)
        lines = store.log_text("own").splitlines()
        # all of it goes on while the house writes
        status, out, _ = ask("db", "check", "--database", url, "--json")
        said = json.loads(out)
        assert (status, said["tables"], said["differences"]) == (0, 3, [])
        log, copy = tmp_path / "own.log", tmp_path / "copy.sqlite3"
        assert ask("db", "export", "own", "--out", str(log), "--database", url)[0] == 0
        assert ask("db", "backup", str(copy), "--database", url)[0] == 0
    assert log.read_text().splitlines() == lines
    assert ask("db", "export", "own", "--database", url)[1].splitlines() == lines
    said = json.loads(ask("db", "export", "own", "--database", url, "--json")[1])
    assert said == {"table": "own", "events": len(lines), "log": lines}
    listed = json.loads(ask("db", "export", "--database", url, "--json")[1])
    assert [each["id"] for each in listed["tables"]] == ["own", "left", "right"]
    status, out, _ = ask("verify", str(log))  # of a table that is still open
    assert status == 0
    assert "the log ends with an open table: " in out
    assert json.loads(ask("verify", str(log), "--json")[1])["open"] is True
    assert ask("db", "check", "--database", f"sqlite:///{copy}")[0] == 0
    assert ask("db", "export", "own", "--out", str(log), "--database", url)[0] == 2
    assert ask("db", "export", "owm", "--database", url)[0] == 2
    status, out, _ = ask("db", "restore", str(copy), "--data", str(tmp_path / "new"), "--json")
    assert status == 0
    assert json.loads(out)["rows"]["tables"] == 3
    status, out, _ = ask("db", "restore", str(copy), "--data", str(tmp_path / "newer"))
    into = tmp_path / "newer" / "pitboss.sqlite3"
    keys, out = out.splitlines()
    assert f"put the house's keys at {into}.keys" in keys
    assert out.startswith(f"Restored {copy} into {into}: 3 tables, {said_events(url)} events, ")
    status, _, err = ask("db", "restore", str(copy), "--data", str(tmp_path / "newer"))
    assert (status, "is not empty" in err) == (2, True)
    status, _, err = ask("db", "restore", str(tmp_path / "no"), "--data", str(tmp_path / "none"))
    assert (status, err) == (2, f"pitboss: There is no backup at {tmp_path / 'no'}.\n")
    assert not (tmp_path / "none").exists()


def test_a_backup_into_a_folder_that_is_not_there(ask: Ask, url: str, tmp_path: Path) -> None:
    """A file of that name would be a backup that is not sealed."""
    status, _, err = ask("db", "backup", f"{tmp_path}/none/", "--database", url)
    assert (status, err) == (2, f"pitboss: There is no folder {tmp_path}/none.\n")
    assert not (tmp_path / "none").exists()


def test_a_file_is_not_the_folder_of_a_house(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, _, err = ask("db", "check", "--data", f"{tmp_path}/file")
    assert (status, err) == (2, f"pitboss: {tmp_path}/file is a file: --data takes a folder.\n")


def test_the_audit_trail_is_printed(ask: Ask, url: str) -> None:
    said = "The audit trail has no such line.\n"
    assert ask("db", "audit", "--before", "1", "--database", url)[1] == said
    with Store.open(url, write=True) as store:
        store.note("Flora", "slip validated", "slip 1")
        store.note("Ada", "log in")
        newest, oldest, _ = store.latest_notes()
    out = ask("db", "audit", "--limit", "2", "--database", url)[1]
    assert out == f"3: {newest.at} Ada, log in\n2: {oldest.at} Flora, slip validated: slip 1\n"
    asked = ("--before", "3", "--limit", "1", "--json", "--database", url)
    told = json.loads(ask("db", "audit", *asked)[1])
    assert [(n["id"], n["who"], n["details"]) for n in told["notes"]] == [(2, "Flora", "slip 1")]
    assert ask("db", "audit", "--limit", "0", "--database", url)[0] == 2


def said_events(url: str) -> int:
    with Store.open(url) as store:
        return sum(store.last_seqs().values())


@sqlite_first
def test_a_check_that_fails_says_where(ask: Ask, url: str) -> None:
    with Store.open(url, write=True) as store:
        play(open_tables(store, 8), Random(8), 60)
        with store.database.writing() as connection:
            connection.execute(text("UPDATE balances SET cents = cents + 1"))
    status, out, _ = ask("db", "check", "--database", url)
    assert status == 1
    assert "balance of" in out
    assert out.splitlines()[-1].endswith("differences.")
    status, out, _ = ask("db", "check", "--database", url, "--json")
    assert status == 1
    assert {"where", "stored", "derived"} == set(json.loads(out)["differences"][0])


@sqlite_first
def test_a_check_says_what_was_checked_before(
    ask: Ask, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_check, "PART", 40)
    with Store.open(url, write=True) as store:
        play(open_tables(store, 8), Random(8), 60)
        head = str(store.head().head)
    whole = json.loads(ask("db", "check", "--database", url, "--json")[1])
    assert (whole["checked_before"], whole["differences"]) == (0, [])
    again = json.loads(ask("db", "check", "--database", url, "--json")[1])
    assert 0 < again["checked_before"] == whole["events"] - again["events"]
    said = f"after {again['checked_before']:,} already checked"
    assert said in ask("db", "check", "--database", url)[1]
    for option in (["--full"], ["--head", head]):
        told = json.loads(ask("db", "check", "--database", url, "--json", *option)[1])
        assert (told["checked_before"], told["events"]) == (0, whole["events"])


def test_options_name_the_database(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask("db", "migrate", "--data", str(tmp_path / "a house"))[0] == 0
    assert (tmp_path / "a house" / "pitboss.sqlite3").is_file()
    assert ask("db", "check", "--data", str(tmp_path / "a house"))[0] == 0
    status, _, err = ask("db", "check", "--data", str(tmp_path), "--database", "sqlite:///x")
    assert (status, err) == (2, "pitboss: Give --database or --data, not both.\n")
    monkeypatch.setenv("PITBOSS_DATABASE", f"sqlite:///{tmp_path}/named.sqlite3")
    assert ask("db", "migrate")[0] == 0
    assert (tmp_path / "named.sqlite3").is_file()
    monkeypatch.delenv("PITBOSS_DATABASE")
    assert str(tmp_path) in address()


def test_help_shows_the_commands(ask: Ask) -> None:
    status, out, _ = ask("db", "--help")
    assert status == 0
    assert all(word in out for word in ("migrate", "check", "backup", "restore", "audit", "export"))
