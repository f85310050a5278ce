"""Finished rounds are packed, and everything that is read of them stays the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from sqlalchemy import create_engine, func, select, text

from pitboss.store import history, queries, schema
from pitboss.store.check import check, integrity_faults
from pitboss.store.database import StoreError, Unreadable
from pitboss.store.keys import TEXT_VARIABLE
from pitboss.store.store import Store
from pitboss.table.events.rounds import RoundOpened, SlipValidated
from tests.soak import soak
from tests.store.backends import postgresql_first, sqlite_first
from tests.store.houses import open_tables, play, stands
from tests.store.tamper import tamper
from tests.store.test_check import Undone
from tests.store.test_migrate import older_schema
from tests.store.whole_house import WholeHouse
from tests.table.floor import book

FEW = 25
TABLES = ("own", "left", "right")


def read(store: Store) -> dict[str, object]:
    """Everything that is read of logs, in every way that they are read."""
    found: dict[str, object] = {"validated": store.validated(), "logs": store.logs()}
    for table in TABLES:
        lines = store.timed_lines(table)
        found[table] = [
            lines,
            store.log_text(table),
            store.events(table, 20, 60),
            store.log_text(table, 30, 31),
            store.events_of_last_round(table),
            store.last_round_at(table),
            [store.events_since(at) for _, at in lines[::20]],
            [store.rounds(table, after, 3) for after in range(0, len(lines) // 10, 2)],
        ]
    return {**found, "last": store.last_seqs(), "head": store.head().head}


def pack_all(store: Store) -> int:
    """Pack what can be packed; the number of packs."""
    with store.database.writing() as connection:
        for table in TABLES:
            while history.pack_rounds(connection, table, store.last_round_at(table)):
                pass
        return connection.scalar(select(func.count()).select_from(schema.packs)) or 0


@sqlite_first
def test_packing_changes_nothing_that_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, known_shoes: None
) -> None:
    monkeypatch.setattr(history, "LINES", 1 << 30)
    floor = open_tables(store, 3)
    play(floor, Random(3), 70)
    assert any(isinstance(e, SlipValidated) for t in TABLES for e in store.events(t))
    before = read(store)
    kept = {name: stands(table) for name, table in floor.tables.items()}
    monkeypatch.setattr(history, "LINES", FEW)
    monkeypatch.setattr(history, "AT_ONCE", 12)
    assert pack_all(store) > 5
    assert read(store) == before
    assert store.check(book()) == []
    assert store.integrity_faults() == []
    again = WholeHouse(store, book())
    assert {name: stands(table) for name, table in again.tables.items()} == kept
    play(again, Random(4), 40)  # packs are made with the commits
    assert store.check(book()) == []
    with store.database.reading() as connection:
        rows = connection.execute(
            select(schema.events.c.table_id, schema.events.c.seq, schema.packs.c.last)
            .join(schema.packs, schema.packs.c.table_id == schema.events.c.table_id)
            .where(schema.events.c.kind == RoundOpened.kind)
            .where(schema.events.c.seq <= schema.packs.c.last)
        ).all()
    assert rows == []


@sqlite_first
def test_events_since_a_moment_are_those_of_the_logs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "LINES", FEW)
    play(open_tables(store, 3), Random(3), 100)
    logs = [(table, at, line) for table in sorted(TABLES) for line, at in store.timed_lines(table)]
    times = sorted({at for _, at, _ in logs})
    for since in (times[0], times[len(times) // 3], times[-20], times[-1], "9"):
        found = [(table, at, event.line) for table, at, event in store.events_since(since)]
        assert found == [(table, at, line) for table, at, line in logs if at >= since]


def test_a_line_goes_only_into_a_pack(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LINES", FEW)
    play(open_tables(store, 3), Random(3), 60)
    for statement in ("DELETE FROM events", "DELETE FROM packs", "UPDATE packs SET first = 1"):
        with (
            pytest.raises(StoreError, match="none is changed"),
            store.database.writing() as connection,
        ):
            connection.execute(text(statement))


SAID = history.pack([history.KeptLine(1, "closed", "closed", "2026")])
CHANGES: list[tuple[str, bytes | None, str]] = [
    ("UPDATE packs SET lines = :lines WHERE table_id = 'own'", SAID, "own, lines 1 to"),
    ("UPDATE packs SET lines = :lines WHERE table_id = 'own'", SAID[:-3], "own, lines 1 to"),
    ("DELETE FROM packs WHERE table_id = 'own'", None, "own, "),
    ("UPDATE packs SET rounds = rounds + 1 WHERE table_id = 'own'", None, "own, pack of lines 1"),
    (
        "UPDATE events SET line = replace(line, 'cents=', 'cents=9') WHERE kind = 'validated'",
        None,
        "beside its pack",
    ),
]


@pytest.mark.usefixtures("known_shoes")
@pytest.mark.parametrize("acts", [70, soak(100)])
@sqlite_first
def test_a_changed_pack_is_found(store: Store, monkeypatch: pytest.MonkeyPatch, acts: int) -> None:
    monkeypatch.setattr(history, "LINES", FEW)
    play(open_tables(store, 3), Random(3), acts)
    assert store.check(book()) == []
    for statement, lines, says in CHANGES:
        with suppress(Undone), store.database.writing() as connection:
            tamper(connection, statement, **({"lines": lines} if lines else {}))
            for found in (
                check(connection, book(), store.keys).differences,
                integrity_faults(connection),
            ):
                assert any(says in str(each) for each in found), statement
            if lines:
                with pytest.raises(Unreadable, match=r"own, lines 1 to .* cannot be read"):
                    list(queries.lines(connection, "own"))
            raise Undone


@pytest.mark.parametrize("acts", [30, soak(80)])
@postgresql_first
def test_a_house_of_the_third_schema_is_packed(
    store: Store, new_url: Callable[[], str], monkeypatch: pytest.MonkeyPatch, acts: int
) -> None:
    monkeypatch.setattr(history, "LINES", 1 << 30)
    play(open_tables(store, 3), Random(3), acts)
    url = new_url()
    older_schema(store, url, monkeypatch, "3")
    monkeypatch.setattr(history, "LINES", FEW)
    monkeypatch.setenv(TEXT_VARIABLE, str(store.keys))
    assert Store.migrate(url) == ("3", schema.REVISIONS[-1])
    with Store.open(url, write=True) as again:
        assert read(again) == read(store)
        assert again.check(book(), again.seal_books("sam").head) == []
        with again.database.reading() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.packs))
        play(WholeHouse(again, book()), Random(1), 20)
        assert again.check(book()) == []


@pytest.mark.parametrize("asked", ["the first line", "the last pack"])
def test_what_a_start_reads_of_a_log_takes_no_longer_after_many_rounds(asked: str) -> None:
    def work(number: int) -> int:
        """The steps that SQLite takes, in tens, with so many packs."""
        line = history.pack([history.KeptLine(1, "closed", "closed", "2026")])
        made = [
            {"table_id": "t", "first": n, "last": n, "before": n - 1, "rounds": 1, "lines": line}
            for n in range(1, number + 1)
        ]
        steps = 0

        def step() -> None:
            nonlocal steps
            steps += 1

        with create_engine("sqlite://").connect() as connection:
            schema.packs.create(connection)
            connection.execute(schema.packs.insert(), made)
            connection.connection.set_progress_handler(step, 10)
            if asked == "the last pack":
                assert history.last_pack(connection, "t") == (number, number)
            else:
                assert [each.seq for each in history.packed_lines(connection, "t", 1, 1)] == [1]
        return steps

    assert work(2_000) < 2 * work(20)
