"""A start reads a snapshot and the lines after it; a check that was done is not done again."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pitboss.progressive.link_replay import LinkReplay
from pitboss.progressive.secret import LoggedSecrets, SealedValue
from pitboss.server.health import check_at_start, check_books
from pitboss.store import history, journal, table_check
from pitboss.store.check import check, checked_file
from pitboss.store.database import Damaged
from pitboss.store.meters import Step
from pitboss.store.store import Store
from tests.migrated import migrated
from tests.store.backends import postgresql_first
from tests.store.houses import made_once, open_tables, play, stands, with_mystery
from tests.store.tamper import tamper
from tests.store.test_check import Undone
from tests.store.whole_house import WholeHouse
from tests.table.floor import book


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch, known_shoes: None) -> None:
    """Snapshots come often, logs are checked in short parts, and the rounds are the same."""
    monkeypatch.setattr(journal, "EVERY", 5)
    monkeypatch.setattr(table_check, "PART", 40)


@pytest.fixture
def played_file(tmp_path: Path) -> Iterator[Store]:
    """A store with snapshots in SQLite, for what does not depend on the database."""
    with made_once(migrated(tmp_path / "house.sqlite3"), "snapshots", some_rounds) as store:
        yield store


@pytest.fixture
def played(url: str) -> Iterator[Store]:
    """A store with snapshots."""
    with made_once(url, "snapshots", some_rounds) as store:
        yield store


def some_rounds(store: Store) -> None:
    play(open_tables(store, with_mystery()), Random(14), 60)


def states(floor: WholeHouse) -> dict[str, object]:
    """Every meter as it stands, but for what it remembers of rounds that are over."""
    found = {name: link.state() for name, link in floor.links.items()}
    return {n: {k: v for k, v in s.items() if k not in ("done", "fed")} for n, s in found.items()}


def test_a_meter_goes_on_from_any_line_of_its_log(played_file: Store) -> None:
    for name in played_file.links():
        events = played_file.link_events(name)
        values = [*played_file.secrets(name)]
        whole = LinkReplay(LoggedSecrets(events), name)
        for at, event in enumerate(events, 1):
            assert whole.take(event) is None
            if whole.made:
                continue
            state = json.loads(json.dumps(whole.link.state()))
            used, sealed = state["committed"], state["sealed"]
            seal: SealedValue | None = values[used - 1] if sealed else None
            again = LinkReplay.resumed(events[0], state, seal, LoggedSecrets(events[at:]), name)
            assert again.link.state() == state
            for later in events[at:][:6]:
                assert again.take(later) is None


@postgresql_first
def test_a_house_is_resumed_from_snapshots(played: Store) -> None:
    for name in played.links():
        said, events = played.link_since(name)
        assert said is not None
        assert said.line + len(events) - 1 == len(played.link_events(name))
        assert len(events) < said.line
    from_snapshots = WholeHouse(played, book())
    with suppress(Undone), played.database.writing() as connection:
        tamper(connection, "UPDATE snapshots SET text = replace(text, '1:', '1:AA')")
        with pytest.raises(Damaged, match="was not made by this house"):
            history.snapshot_of(connection, name, played.keys)
        found = check(connection, book(), played.keys).differences
        assert {each.where for each in found} == {f"meter {n}, snapshot" for n in played.links()}
        raise Undone
    with played.database.writing() as connection:
        tamper(connection, "DELETE FROM snapshots")
    from_logs = WholeHouse(played, book())
    assert states(from_snapshots) == states(from_logs)
    for name, table in from_logs.tables.items():
        assert stands(from_snapshots.tables[name]) == stands(table)
    play(from_snapshots, Random(2), 20)
    assert played.check(book()) == []
    assert played.snapshot_faults() == []


def test_a_log_that_does_not_go_on_from_its_snapshot_stops_the_house(played_file: Store) -> None:
    with played_file.database.writing() as connection:
        last = (
            "(SELECT max(e.seq) FROM link_events e WHERE e.link = link_events.link) AND seq > "
            "(SELECT s.seq FROM snapshots s WHERE s.link = link_events.link)"
        )
        tamper(connection, f"UPDATE link_events SET at = '2001' WHERE seq = {last}")
    with pytest.raises(Damaged, match="does not continue from its snapshot"):
        WholeHouse(played_file, book())


def test_a_wrong_snapshot_is_an_alert_and_nothing_more_is_written(
    played_file: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Even if it was made with the house's own keys."""
    link = next(iter(played_file.links()))
    said, _ = played_file.link_since(link)
    assert said is not None
    wrong = history.Snapshot(said.line, said.chain, {**said.state, "hits": 99})
    with played_file.database.writing() as connection:
        history.keep_snapshot(connection, played_file.keys, link, wrong)
    with pytest.raises(Damaged, match=f"snapshot at line {said.line}"):
        check_at_start(book(), played_file)
    with caplog.at_level(logging.ERROR):
        check_books(book(), played_file)
    assert {record.message for record in caplog.records} == {"a meter was resumed wrongly"}
    assert played_file.noted("snapshot wrong")[-1].details.startswith(f"meter {link}, snapshot")
    for attempt in (played_file.beat, lambda: played_file.note("sam", "looked")):
        with pytest.raises(Damaged, match="The server stopped writing"):
            attempt()


OLD = "UPDATE events SET line = replace(line, 'cents=', 'cents=1') WHERE kind = 'bet' AND seq < 12"
NEW = (
    "UPDATE events SET line = replace(line, 'cents=', 'cents=1') WHERE kind = 'bet' AND seq = "
    "(SELECT max(seq) FROM events e WHERE e.table_id = events.table_id AND e.kind = 'bet')"
)


def test_a_check_goes_on_where_the_last_one_ended(played_file: Store) -> None:
    path = checked_file(played_file.database)
    path.unlink(missing_ok=True)
    total = sum(played_file.last_seqs().values())
    first = played_file.checked(book(), full=False)
    assert (first.differences, first.before, first.events) == ([], 0, total)
    assert path.stat().st_mode & 0o777 == 0o600
    play(WholeHouse(played_file, book()), Random(5), 30)
    steps: list[int] = []
    told: list[int] = []

    def progress(lines: int) -> Step:
        told.append(lines)
        return steps.append

    again = played_file.checked(book(), full=False, progress=progress)
    assert again.differences == []
    assert 0 < again.before < total
    assert again.before + again.events == sum(played_file.last_seqs().values())
    assert told == [sum(steps)]
    whole = played_file.checked(book())
    assert (whole.differences, whole.before) == ([], 0)
    said = path.read_text()
    path.write_text(said[:60] + ("A" if said[60] != "A" else "B") + said[61:])
    assert played_file.checked(book(), full=False).before == 0  # nobody else's memory counts
    for change, found_at_once in ((OLD, False), (NEW, True)):
        with played_file.database.writing() as connection:
            tamper(connection, change)
        assert bool(played_file.checked(book(), full=False).differences) == found_at_once, change
        assert played_file.checked(book(), full=True).differences
    with played_file.database.writing() as connection:  # no such line is in the trail
        tamper(connection, "UPDATE audit SET chain = 'x' || chain")
    assert played_file.checked(book(), full=False).before == 0
