"""A floor goes on from the store exactly as it was."""

from __future__ import annotations

from random import Random

import pytest

from pitboss.errors import NotAllowed, SettingsError
from pitboss.store.meters import link_name
from pitboss.store.store import Store
from pitboss.table.houses.filed_meters import Metered
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from tests.soak import first
from tests.store.backends import sqlite_first
from tests.store.houses import act, open_tables, play, stands, with_meters
from tests.store.whole_house import WholeHouse
from tests.table.floor import book


@pytest.mark.parametrize("seed", first(1, range(20)))
@sqlite_first
def test_it_resumes_to_the_same_question_whenever_it_stops(url: str, seed: int) -> None:
    random = Random(seed)
    with Store.open(url, write=True) as store:
        open_tables(store, seed)
    for _ in range(3):
        with Store.open(url, write=True) as store:
            floor = WholeHouse(store, book())
            play(floor, random, random.randint(5, 60))
            before = {name: stands(table) for name, table in floor.tables.items()}
            meters = {name: link.meter for name, link in floor.links.items()}
        with Store.open(url) as store:
            again = WholeHouse(store, book())
            assert {name: stands(table) for name, table in again.tables.items()} == before
            assert {name: link.meter for name, link in again.links.items()} == meters
            assert store.check(book()) == []


@sqlite_first
def test_tables_that_share_a_meter_feed_the_same_one(store: Store) -> None:
    floor = open_tables(store, 8)
    shared = [link for name, link in floor.links.items() if name.startswith("party ")]
    assert shared
    assert all(link.tables == ["left", "right"] for link in shared)
    assert all(linked for name, linked in store.links().items() if name.startswith("party "))


@sqlite_first
def test_a_meter_of_another_rate_is_refused_and_nothing_is_written(store: Store) -> None:
    floor = open_tables(store, 8)
    houses = (with_meters(seed, "third", link="party") for seed in range(9, 200))
    other = next(house for house in houses if differs(floor, house))
    with pytest.raises(NotAllowed, match="a different seed or rate"):
        floor.open(other)
    assert not floor.journal.take()
    play(floor, Random(8), 30)
    assert store.check(book()) == []


def links_of(house: House) -> dict[str, Metered]:
    meters = open_house(book(), house).meters
    return {link_name(house, name): metered for name, metered in meters.items()}


def differs(floor: WholeHouse, house: House) -> bool:
    """A meter that is running runs at another rate."""
    return any(
        floor.links[name].meter.rate != metered.state.rate
        for name, metered in links_of(house).items()
        if name in floor.links
    )


@sqlite_first
def test_a_name_is_never_used_twice(store: Store) -> None:
    floor = open_tables(store, 3)
    floor.tables["own"].close()
    floor.commit()
    assert store.table("own").state == "closed"
    for again in (floor, WholeHouse(store, book())):
        with pytest.raises(NotAllowed, match="The table name 'own' has already been used"):
            again.open(with_meters(3, "own"))
    with pytest.raises(SettingsError, match="none of them a slash"):
        floor.open(with_meters(3, "a/b"))
    assert "own" not in WholeHouse(store, book()).tables


def test_logs_come_by_the_page_with_the_newest_first(store: Store) -> None:
    floor = open_tables(store, 3)
    floor.tables["left"].close()
    floor.commit()
    own = floor.tables["own"]
    while own.rounds < 3:
        act(own, Random(3))
    floor.commit()
    rows = {each.id: each for each in store.logs()}
    when = sorted(((each.opened_at, each.id) for each in rows.values()), reverse=True)
    assert list(rows) == [ident for _, ident in when]
    assert {*rows} == {"own", "left", "right"}
    assert (rows["own"].rounds, rows["left"].rounds) == (3, 0)
    assert {ident: each.lines for ident, each in rows.items()} == store.last_seqs()
    pages = [store.logs(skip=skip, limit=1) for skip in range(4)]
    assert [each.id for page in pages for each in page] == list(rows)
    assert [each.id for each in store.logs("closed")] == ["left"]
    assert {each.id for each in store.logs("open")} == {"own", "right"}
    assert [each.id for each in store.logs("open", {"own"})] == ["right"]
    assert [each.id for each in store.logs("waiting", {"own"})] == ["own"]
    assert store.logs("waiting") == []
