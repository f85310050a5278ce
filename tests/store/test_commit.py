"""One commit for each command, with everything it produced; and only one process that writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, RootTransaction, func, select, text
from sqlalchemy.exc import OperationalError

from pitboss.errors import UnknownName
from pitboss.progressive.events import TableJoined
from pitboss.store import batch_rows, history, schema
from pitboss.store.database import Busy, Database, OutOfStep, StoreError, Undecided, Unreachable
from pitboss.store.journal import Batch, Command, Note
from pitboss.store.store import Store
from pitboss.table.events.rounds import BetsClosed, RoundOpened
from pitboss.table.events.table import BuyIn
from pitboss.table.log.ledger import balances
from tests.store.backends import sqlite_first
from tests.store.houses import act, open_tables, play
from tests.store.whole_house import WholeHouse
from tests.table.floor import book
from tests.trail import trail


def counts(store: Store) -> dict[str, int]:
    """Rows in every table."""
    with store.database.reading() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in schema.metadata.sorted_tables
        }


def test_a_command_is_kept_whole_or_not_at_all(store: Store) -> None:
    floor = open_tables(store, 8)
    ann = store.people.add("ann", "player")
    play(floor, Random(1), 40)
    before = counts(store)
    random = Random(2)
    while not dealt(batch := taken(floor, random)):
        store.commit(batch)
        before = counts(store)
    command = Command(ann.id, "k1", "deal", "{}")
    whole = replace(batch, command=command, notes=(Note("ann", "deal"),))
    bad = replace(whole, command=replace(command, person_id=ann.id + 99))
    with pytest.raises(OutOfStep):
        store.commit(bad)
    assert counts(store) == before
    store.commit(whole)
    added = {name: n - before[name] for name, n in counts(store).items()}
    assert added["events"] == len(batch.events) > 1
    assert added["commands"] == added["audit"] == 1
    assert added["link_events"] == len(batch.link_events)


@sqlite_first
def test_several_commands_are_kept_in_one_commit_or_none(store: Store) -> None:
    floor = open_tables(store, 8)
    ann = store.people.add("ann", "player")
    before, batches = counts(store), []
    for number in range(3):
        floor.tables["own"].buy_in("ann", 100)
        done = Command(ann.id, f"k{number}", "buy in", "{}")
        batches.append(replace(floor.journal.take(), command=done))
    with pytest.raises(OutOfStep):
        store.commit(*batches[:2], batches[1])
    with pytest.raises(OutOfStep):
        store.commit(batches[1], batches[0])
    assert counts(store) == before
    store.commit(*batches)
    assert store.balance("player ann") == 300
    assert counts(store)["commands"] == 3
    assert store.check(book()) == []


def test_more_rows_than_one_statement_takes_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_rows, "TOGETHER", 3)
    floor = open_tables(store, 8)
    before = counts(store)
    for number in range(10):
        floor.tables["own"].buy_in(f"player {number}", 100 + number)
    floor.commit()
    added = {name: n - before[name] for name, n in counts(store).items()}
    assert (added["events"], added["entries"]) == (10, 10)
    assert [store.balance(f"player player {n}") for n in range(10)] == [*range(100, 110)]
    assert store.check(book()) == []


def dealt(batch: Batch) -> bool:
    return any(isinstance(each, BetsClosed) for _, _, each in batch.events)


def taken(floor: WholeHouse, random: Random) -> Batch:
    act(floor.tables["own"], random)
    return floor.journal.take()


@sqlite_first
def test_a_log_goes_on_where_it_ended(store: Store) -> None:
    floor = open_tables(store, 8)
    last = store.last_seqs()["own"]
    line = BuyIn("ann", 100)
    for seq in (last, last + 2):
        with pytest.raises(OutOfStep, match=f"ends with line {last}"):
            store.commit(Batch(events=(("own", seq, line),)))
    with pytest.raises(OutOfStep):
        store.commit(Batch(events=(("nowhere", 1, line),)))
    link, joined = next(iter(store.links())), TableJoined(sequence=99, key="own", shows=0)
    with pytest.raises(OutOfStep, match="reload the tables"):
        store.commit(Batch(link_events=((link, 99, joined),)))
    assert store.last_seqs()["own"] == last
    assert floor.journal.last["own"] == last


@sqlite_first
def test_a_floor_that_lost_a_commit_is_loaded_anew(store: Store) -> None:
    floor = open_tables(store, 8)
    floor.tables["own"].buy_in("ann", 100)
    floor.journal.take()  # lost
    floor.tables["own"].buy_in("ann", 200)
    with pytest.raises(OutOfStep):
        floor.commit()
    again = WholeHouse(store, book())
    again.tables["own"].buy_in("ann", 300)
    again.commit()
    assert store.balance("player ann") == 300


def test_the_same_key_gets_the_same_answer(store: Store) -> None:
    ann, bob = store.people.add("ann", "player"), store.people.add("bob", "player")
    assert store.command(ann.id, "k") is None
    done = Command(ann.id, "k", "bet", '{"seq":7}')
    store.commit(Batch(command=done))
    assert store.command(ann.id, "k") == done
    assert store.command(bob.id, "k") is None
    with pytest.raises(OutOfStep):
        store.commit(Batch(command=replace(done, answer="{}")))
    assert store.command(ann.id, "k") == done


@sqlite_first
def test_entries_and_balances_follow_the_log(store: Store) -> None:
    floor = open_tables(store, 10)
    play(floor, Random(10), 80)
    total = 0
    for name in floor.tables:
        kept = {account: cents for account, cents in store.balances(name).items() if cents}
        made = balances(store.events(name))
        assert kept == {account: cents for account, cents in made.items() if cents}
        assert sum(kept.values()) == 0
        total += kept.get("player ann", 0)
    assert store.balance("player ann") == total


@sqlite_first
def test_rounds_and_their_events_are_found(store: Store) -> None:
    floor = open_tables(store, 4)
    play(floor, Random(4), 80)
    spans = store.rounds("own", limit=1_000)
    assert [span.number for span in spans] == list(range(1, floor.tables["own"].rounds + 1))
    assert len(spans) > 2
    for span in spans:
        (begun,) = store.events("own", span.first, span.first)
        assert isinstance(begun, RoundOpened)
        assert begun.number == span.number
    assert store.rounds("own", after=1, limit=1) == spans[1:2]
    assert spans[-1].last == store.last_seqs()["own"]
    with pytest.raises(UnknownName, match=r"No table is called 'owm'\. Did you mean own\?"):
        store.events("owm")


def test_logs_only_grow(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "LINES", 20)
    play(open_tables(store, 8), Random(8), 30)
    store.note("sam", "looked")
    for table in schema.GROWING:
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {CHANGED[table]}"):
            with (
                pytest.raises(StoreError, match="none is changed"),
                store.database.writing() as connection,
            ):
                connection.execute(text(statement))


CHANGED = {
    "events": "line = 'x'",
    "entries": "cents = 1",
    "link_events": "line = 'x'",
    "audit": "who = 'x'",
    "packs": "first = 1",
}


def test_only_one_writes_and_others_read(url: str, store: Store) -> None:
    with pytest.raises(Busy, match="Another pitboss is writing"):
        Store.open(url, write=True)
    with pytest.raises(Busy):
        Store.migrate(url)
    with Store.open(url) as reader:
        store.note("sam", "looked")
        assert [note.who for note in trail(reader)[1:]] == ["sam"]
        with pytest.raises(StoreError, match="read-only"):
            reader.note("eve", "looked")
    store.close()
    with Store.open(url, write=True) as again:
        assert len(trail(again)[1:]) == 1


def test_a_reader_sees_one_moment(url: str, store: Store) -> None:
    other = Database(url)
    with other.reading() as connection:
        wanted = select(func.count()).select_from(schema.audit)
        before = connection.scalar(wanted)
        store.note("sam", "looked")
        assert connection.scalar(wanted) == before
    other.close()
    assert len(trail(store)[1:]) == 1


def test_sqlite_syncs_every_commit(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    Store.migrate(url)
    with Store.open(url, write=True) as store, store.database.writing() as connection:
        said = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert said == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert (tmp_path / "house.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_postgresql_that_drops_the_writer_is_found_again(url: str, store: Store) -> None:
    """The lock goes with the connection; the next commit takes it again."""
    if store.database.path:
        return
    other = Database(url)
    kill = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    with other.reading() as connection:
        connection.execute(text(kill))
    with pytest.raises(StoreError):
        store.note("sam", "lost")
    store.note("sam", "kept")
    assert [note.what for note in trail(store)[1:]] == ["kept"]
    with pytest.raises(Busy):
        other.claim()
    other.close()


def test_odd_words_come_back_as_they_were(store: Store) -> None:
    floor = open_tables(store, 8)
    name = 'zoë "七" \\ \u2028\x07'
    floor.tables["own"].buy_in(name, 100)
    floor.commit()
    found = store.events("own")[-1]
    assert found == BuyIn(name, 100)


@sqlite_first
def test_a_key_is_forgotten_once_nobody_can_repeat_it(url: str) -> None:
    """A session lasts twelve hours: a day later no client is still repeating its command."""
    now = datetime(2026, 7, 4, 12, tzinfo=UTC)
    Store.migrate(url)
    with Store.open(url, write=True, clock=lambda: now) as store:
        ann = store.people.add("ann", "player").id
        for hour, keys in ((0, range(1_500)), (12, range(1_500, 1_510))):
            now = datetime(2026, 7, 4, 12, tzinfo=UTC) + timedelta(hours=hour)
            said = [Batch(command=Command(ann, f"key-{n}", "deal", "{}")) for n in keys]
            store.commit(*said)
        assert store.forget_commands() == 0
        now += timedelta(hours=12, seconds=1)
        assert store.forget_commands() == 1_500
        assert store.command(ann, "key-7") is None
        assert store.command(ann, "key-1500") is not None


# -- an answer that is lost ------------------------------------------------------------------------


@contextmanager
def cut(kept: bool, back: bool = True) -> Iterator[None]:
    """The connection is lost once, during a commit that was kept or was not; then it is back."""
    lost = iter([True])
    commit, connect = RootTransaction.commit, Database._connect

    def lose(transaction: RootTransaction) -> None:
        options = transaction.connection.get_execution_options()
        if not options.get("writes") or not next(lost, False):
            return commit(transaction)
        if kept:
            commit(transaction)
        if not back:
            patch.setattr(Database, "_connect", unreachable)
        raise OperationalError("COMMIT", {}, Exception("server closed the connection"))

    def unreachable(database: Database) -> Connection:
        raise OperationalError("", {}, Exception("connection refused"))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RootTransaction, "commit", lose)
        yield
        patch.setattr(Database, "_connect", connect)


MADE = (
    lambda floor, ann: replace(taken(floor, Random(1)), command=Command(ann, "k1", "deal", "{}")),
    lambda floor, ann: Batch(command=Command(ann, "k1", "deal", "{}")),
    lambda floor, ann: Batch(notes=(Note("ann", "deal"),)),
)


@pytest.mark.parametrize("made", MADE, ids=["events", "command", "note"])
def test_a_commit_that_was_kept_although_its_answer_was_lost_is_no_failure(
    store: Store, made: Callable[[WholeHouse, int], Batch]
) -> None:
    batch = made(open_tables(store, 1), store.people.add("ann", "player").id)
    before = counts(store)
    with cut(kept=False), pytest.raises(Unreachable, match="server closed the connection"):
        store.commit(batch)
    assert counts(store) == before
    with cut(kept=True):
        store.commit(batch)
    after = counts(store)
    assert after != before
    if not batch.notes:
        with pytest.raises(OutOfStep):
            store.commit(batch)
        assert counts(store) == after


@pytest.mark.parametrize("kept", [True, False])
def test_an_unknown_outcome_is_reported_as_unknown(store: Store, kept: bool) -> None:
    ann = store.people.add("ann", "player").id
    batch = Batch(command=Command(ann, "k1", "deal", "{}"))
    with cut(kept, back=False), pytest.raises(Undecided, match=r"not known whether.*refused"):
        store.commit(batch)
    assert (store.command(ann, "k1") is not None) == kept
