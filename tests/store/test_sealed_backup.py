"""Backups that only the house's keys open, and what an upgrade keeps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from pitboss.cli import db
from pitboss.cli.parameters import HouseBooks
from pitboss.store import backup
from pitboss.store.backup import KEEP, back_up_into, is_sealed, open_file, restore, seal_file
from pitboss.store.database import Database, StoreError
from pitboss.store.keys import Keys, NoKeys, key_file
from pitboss.store.migration import kept_before
from pitboss.store.schema import REVISIONS
from pitboss.store.store import Store
from tests.store.backends import sqlite_first
from tests.store.houses import open_tables, play
from tests.store.test_migrate import older_schema
from tests.table.floor import book

KEYS, OTHERS = Keys({1: bytes(32)}), Keys({1: bytes(31) + b"x"})


def test_a_sealed_file_opens_with_its_keys_alone_and_whole(tmp_path: Path) -> None:
    plain, sealed = tmp_path / "plain", tmp_path / "sealed"
    for size in (0, 1, backup.PIECE, 2 * backup.PIECE + 5):
        said = Random(size).randbytes(size)
        plain.write_bytes(said)
        seal_file(plain, sealed, KEYS)
        assert said[:64] not in sealed.read_bytes() or not size > 64
        assert sealed.stat().st_mode & 0o777 == 0o600
        with pytest.raises(StoreError, match="already exists"):
            seal_file(plain, sealed, KEYS)
        open_file(sealed, tmp_path / f"again {size}", KEYS)
        assert (tmp_path / f"again {size}").read_bytes() == said
        with pytest.raises(NoKeys):
            open_file(sealed, tmp_path / f"others {size}", OTHERS)
        whole = sealed.read_bytes()
        for n, wrong in enumerate((whole[:-1], whole[: 1 << 20], _flipped(whole))):
            sealed.write_bytes(wrong)
            if wrong != whole:
                with pytest.raises(NoKeys):
                    open_file(sealed, tmp_path / f"wrong {size} {n}", KEYS)
        sealed.unlink()


def _flipped(said: bytes) -> bytes:
    return said[:-1] + bytes([said[-1] ^ 1])


@sqlite_first
def test_a_backup_is_sealed_rehearsed_and_restored(
    store: Store, new_url: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(open_tables(store, 5), Random(5), 40)
    store.people.add("sam", "floor", "seven suited sevens")
    folder = tmp_path / "backups"
    made = store.back_up_into(folder)
    assert is_sealed(made)
    assert b"seven suited" not in made.read_bytes()
    assert [*folder.iterdir()] == [made]  # nothing lies about in the clear
    url = new_url()
    other = Database(url)
    key_file(other).parent.mkdir(parents=True, exist_ok=True)
    key_file(other).write_bytes(key_file(store.database).read_bytes())
    key_file(other).chmod(0o600)
    other.close()
    db.restore(made, books=HouseBooks(database=url), json=True)
    with Store.open(url, write=True) as again:
        assert again.check(book(), store.head().head) == []
        assert again.people.log_in("sam", "seven suited sevens").role == "floor"

    def damaged(path: Path, to: Path, keys: Keys) -> None:
        open_file(path, to, keys)
        to.write_bytes(to.read_bytes()[:-4096] + bytes(4096))

    monkeypatch.setattr(backup, "open_file", damaged)
    with pytest.raises(StoreError):
        store.back_up_into(tmp_path / "other")
    assert [*(tmp_path / "other").iterdir()] == []  # one that cannot be restored is no backup


@sqlite_first
def test_a_schedule_keeps_the_latest(store: Store, tmp_path: Path) -> None:
    for day in range(1, KEEP + 1):
        (tmp_path / f"2026-07-{day:02}T000000Z.pitboss-backup").touch()
    at = datetime(2026, 8, 1, tzinfo=UTC)
    made = back_up_into(store.database, store.keys, tmp_path, at)
    left = sorted(each.name for each in tmp_path.glob("*.pitboss-backup"))
    assert (len(left), left[0][:10], left[-1]) == (KEEP, "2026-07-02", made.name)


def test_an_upgrade_keeps_the_house_as_it_was(
    store: Store, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(open_tables(store, 3), Random(3), 20)
    url = new_url()
    older_schema(store, url, monkeypatch, "1")
    assert Store.migrate(url) == ("1", REVISIONS[-1])
    database = Database(url)
    kept = kept_before(database, "1")
    database.close()
    assert kept.stat().st_mode & 0o777 == 0o600
    before = Database(f"sqlite:///{kept}")
    with before.reading() as old, store.database.reading() as now:
        for table in ("events", "entries", "link_events"):
            wanted = f"SELECT count(*) FROM {table}"
            assert old.exec_driver_sql(wanted).scalar() == now.exec_driver_sql(wanted).scalar()
        assert old.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == "1"
    before.close()
    with pytest.raises(StoreError):
        restore(kept, new_url())  # the older pitboss reads it
    kept.unlink()
