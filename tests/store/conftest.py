"""Tests of the store run on SQLite and on a PostgreSQL, some there with `--soak` only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from pitboss.store.database import Database
from pitboss.store.keys import Keys, keep_keys, load_keys
from pitboss.store.store import Store
from tests.migrated import migrated
from tests.needs import missing
from tests.passwords import QUICK
from tests.store import postgres

NUMBERS = count(1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test with several cases on both, PostgreSQL has the first; the others with `--soak`."""
    every = {item.nodeid for item in items}
    seen: set[str] = set()
    for item in items:
        elsewhere = item.nodeid.replace("postgresql", "sqlite")
        if elsewhere != item.nodeid and elsewhere in every:
            name = item.nodeid.partition("[")[0]
            if name in seen:
                item.add_marker(pytest.mark.soak)
            seen.add(name)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server."""
    with ExitStack() as started:
        try:
            url = started.enter_context(postgres.running())
        except OSError as error:
            missing(f"PostgreSQL does not start here: {error}.")
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """What keeps the books."""
    return str(request.param)


@pytest.fixture
def new_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """URLs of databases with nothing in them, a new one each time."""

    def make() -> str:
        name = f"house_{next(NUMBERS)}"
        if backend == "sqlite":
            return f"sqlite:///{tmp_path / 'a house' / f'{name}.sqlite3'}"
        return created(request.getfixturevalue("server"), name)

    return make


def created(server: str, name: str, template: str = "template1") -> str:
    """The URL of a new database of PostgreSQL, a copy of another."""
    engine = create_engine(
        server.format("postgres").replace("postgresql:", "postgresql+psycopg:"),
        isolation_level="AUTOCOMMIT",
    )
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    engine.dispose()
    return server.format(name)


@pytest.fixture(scope="session")
def empty_house(server: str) -> Keys:
    """A database of PostgreSQL with the schema and nothing in it, to be copied; its keys."""
    Store.migrate(url := created(server, "empty_house"))
    return load_keys(Database(url))


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 at its cheapest: it is slow on purpose."""
    monkeypatch.setattr("pitboss.store.passwords.HASHER", QUICK)


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database with the schema and nothing in it."""
    name = f"house_{next(NUMBERS)}"
    if backend == "sqlite":
        return migrated(tmp_path / "a house" / f"{name}.sqlite3")
    keys = request.getfixturevalue("empty_house")
    made = created(request.getfixturevalue("server"), name, "empty_house")
    keep_keys(Database(made), keys)
    return made


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store to write to."""
    with Store.open(url, write=True) as made:
        yield made
