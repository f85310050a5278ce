"""Houses with meters of every kind, and people who play at them until they are stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from random import Random

from pitboss.errors import NotAllowed
from pitboss.store.database import Database
from pitboss.store.store import Store
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.table import Table
from tests.store.whole_house import WholeHouse
from tests.table.floor import book, place_bets, random_house, step_on


def with_meters(seed: int, table: str, link: str = "") -> House:
    """A lawful house of that seed with meters; with a link it shares those that may be shared."""
    return replace(metered(seed, link), table=table)


@cache
def metered(seed: int, link: str) -> House:
    """The same, whatever its table is called."""
    random = Random(seed)
    while True:
        house = random_house(random, "pennsylvania/blackjack", 8)
        for key, choice in house.wagers.items() if link else ():
            with suppress(NotAllowed):
                shared = replace(house, wagers={**house.wagers, key: replace(choice, link=link)})
                open_house(book(), shared)
                house = shared
        meters = open_house(book(), house).meters.values()
        if any(metered.link == link for metered in meters):
            return house


@cache
def with_mystery() -> int:
    """The first seed whose house has a mystery among its meters."""

    def has_mystery(seed: int) -> bool:
        meters = open_house(book(), with_meters(seed, "own")).meters.values()
        return any(each.is_mystery for each in meters)

    return next(seed for seed in range(100) if has_mystery(seed))


def open_tables(store: Store, seed: int) -> WholeHouse:
    """Three tables: one with meters of its own, two that share theirs."""
    floor = WholeHouse(store, book())
    floor.open(with_meters(seed, "own"), "Its own meters")
    floor.commit()
    for table in ("left", "right"):
        floor.open(with_meters(seed, table, link="party"), source=f"seed {seed}")
        floor.commit()
    return floor


MADE: dict[str, bytes] = {}
"""Houses in SQLite that were played in, by name."""


@contextmanager
def made_once(url: str, name: str, make: Callable[[Store], object]) -> Iterator[Store]:
    """A store in which this was done; on SQLite it is done once and copied from then on."""
    path = Database(url).path
    if path and name in MADE:
        path.write_bytes(MADE[name])
    else:
        with Store.open(url, write=True) as store:
            make(store)
        if path:
            MADE[name] = path.read_bytes()
    with Store.open(url, write=True) as store:
        yield store


def act(table: Table, random: Random) -> None:
    """The next thing that somebody does at a table."""
    if table.in_play:
        step_on(table, random, voids=0.05)
    elif table.boxes and table.betting:
        table.deal()
    elif table.betting:
        place_bets(table, random)
    elif random.random() < 0.2:
        table.buy_in(random.choice(("ann", "bob")), 50_000)
    else:
        table.open_round()


def play(floor: WholeHouse, random: Random, acts: int) -> None:
    """This many commands, each committed."""
    for _ in range(acts):
        act(random.choice(list(floor.tables.values())), random)
        floor.commit()


def stands(table: Table) -> tuple[object, ...]:
    """Everything that people see a table waiting for."""
    asked = {number: pending.step for number, pending in table.asked.items()}
    return (
        table.rounds,
        asked,
        table.slips,
        table.betting,
        table.in_play,
        table.waits_for_dealer,
        table.closed,
        {n: (box.player, dict(box.stakes)) for n, box in table.boxes.items()},
        table.shoes.number,
        table.shoes.dealt,
    )
