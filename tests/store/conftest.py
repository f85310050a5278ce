"""Every test of the store runs on SQLite and on a PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from pitboss.store.store import Store
from tests.needs import missing
from tests.passwords import QUICK
from tests.store import postgres

NUMBERS = count(1)


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
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """URLs of databases with nothing in them, a new one each time."""

    def make() -> str:
        number = next(NUMBERS)
        if request.param == "sqlite":
            return f"sqlite:///{tmp_path / 'a house' / f'{number}.sqlite3'}"
        server: str = request.getfixturevalue("server")
        engine = create_engine(
            server.format("postgres").replace("postgresql:", "postgresql+psycopg:"),
            isolation_level="AUTOCOMMIT",
        )
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE house_{number}"))
        engine.dispose()
        return server.format(f"house_{number}")

    return make


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 at its cheapest: it is slow on purpose."""
    monkeypatch.setattr("pitboss.store.passwords.HASHER", QUICK)


@pytest.fixture
def url(new_url: Callable[[], str]) -> str:
    """A database with the schema and nothing in it."""
    made = new_url()
    Store.migrate(made)
    return made


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store to write to."""
    with Store.open(url, write=True) as made:
        yield made
