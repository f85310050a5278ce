"""The database: where it is, how it is reached, and who may write to it.

One process writes at a time; any number may read meanwhile, each from one snapshot.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Concatenate, Final, ParamSpec, TypeVar, TypeVarTuple

from sqlalchemy import Connection, Engine, Row, Select, Transaction, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ResourceClosedError,
    SQLAlchemyError,
)

from pitboss.errors import PitbossError

FILE: Final = "pitboss.sqlite3"
OLDEST: Final = (3, 33, 0)
"""The oldest version of SQLite that takes all rows of a commit in one statement."""
WRITER: Final = 0x7069_7462_6F73_73
"""The advisory lock that PostgreSQL keeps for the writer."""


NOTICES: Final = 2.0
"""Seconds within which PostgreSQL notices that a connection is closed."""

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class StoreError(PitbossError):
    """The database cannot do what was asked; nothing was changed, unless it is `Undecided`.

    StoreError
    ├── Unreachable      no such file, or no server that answers
    ├── OtherSchema      not a pitboss database, or one of another version
    ├── Busy             another process is writing to it
    ├── NoKeys           the keys of the house are missing, or another's
    ├── Undecided        the answer to a commit was lost: whether it was kept is not known
    ├── Damaged          the integrity test found a fault
    ├── Unreadable       a stored line cannot be read
    └── OutOfStep        what is to be committed does not follow what is stored
    """


class Unreachable(StoreError):
    """There is no such file, or no server that answers."""


class OtherSchema(StoreError):
    """Not a pitboss database, or one of an older or newer version."""


class Busy(StoreError):
    """Another process is writing to it."""


class Undecided(StoreError):
    """The connection was lost during a commit: it is not known whether it took effect."""


class Damaged(StoreError):
    """The integrity test found a fault: the house is not opened."""


class Unreadable(StoreError):
    """A stored line cannot be read: its log cannot be resumed."""


class OutOfStep(StoreError):
    """What is to be committed does not follow what is stored: reload the tables."""


def data_folder() -> Path:
    """Where a user's data is stored by default."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pitboss"
    named = os.environ.get("XDG_DATA_HOME", "")
    return (Path(named) if named.startswith("/") else Path.home() / ".local" / "share") / "pitboss"


def address(database: str | None = None, data: Path | None = None) -> str:
    """The URL of the database that the options name.

    >>> address(data=Path("/srv/house"))
    'sqlite:////srv/house/pitboss.sqlite3'
    """
    if database and data:
        raise StoreError("Give --database or --data, not both.")
    if not database and not data:
        database = os.environ.get("PITBOSS_DATABASE")
    if database:
        return database
    folder = (data or data_folder()).expanduser().absolute()
    if folder.is_file():
        raise StoreError(f"{data or folder} is a file: --data takes a folder.")
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string()


def parse_url(said: str) -> URL:
    """Read a URL: SQLite in a file, or PostgreSQL.

    >>> str(parse_url("postgres://pit@db/house"))
    'postgresql+psycopg://pit@db/house'
    """
    try:
        url = make_url(said)
    except (ArgumentError, ValueError):
        raise StoreError(f"{said[:60]!r} is not the URL of a database. {ALLOWED}") from None
    backend = url.get_backend_name()
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite":
        raise StoreError(f"pitboss cannot use {backend} as its database. {ALLOWED}")
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StoreError(f"The books need a permanent file. {ALLOWED}")
    return url.set(drivername="sqlite")


ALLOWED: Final = "Use sqlite:///FILE or postgresql://USER@HOST/NAME."


class Database:
    """A database that can be read, and written to by the process that has claimed it."""

    def __init__(self, said: str) -> None:
        self.url = parse_url(said)
        if self.path and sqlite3.sqlite_version_info < OLDEST:
            raise StoreError(
                f"SQLite {OLDEST[0]}.{OLDEST[1]} or newer is needed; this Python has "
                f"{sqlite3.sqlite_version}. Use another Python, or PostgreSQL."
            )
        self.engine = _engine(self.url)
        self._lock = threading.RLock()
        self._writer: Connection | None = None
        self._claim: IO[str] | None = None
        self._claimed: tuple[int, int] | None = None
        """Which file was claimed."""
        self._refused = ""

    @property
    def name(self) -> str:
        """Its name in messages, without the password."""
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)

    @property
    def path(self) -> Path | None:
        """The file of an SQLite database."""
        is_file = self.url.get_backend_name() == "sqlite"
        return Path(self.url.database).resolve() if is_file and self.url.database else None

    @property
    def options(self) -> list[str]:
        """How a command names it."""
        if self.path is None:
            return ["--database", self.name]
        if self.path.name == FILE:
            return ["--data", str(self.path.parent)]
        return ["--database", f"sqlite:///{self.path}"]

    @property
    def is_usual(self) -> bool:
        """Whether it is the one that a command uses if none is named."""
        return self.url == parse_url(address())

    @property
    def is_ours(self) -> bool:
        """Whether this process has claimed it, so that nobody else writes."""
        return self._writer is not None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One snapshot, without what is committed meanwhile."""
        with self._spoken(), self.engine.connect() as connection, connection.begin():
            yield connection

    def read(
        self, query: Callable[Concatenate[Connection, P], T], *asked: P.args, **said: P.kwargs
    ) -> T:
        """What one query finds in a snapshot."""
        with self.reading() as connection:
            return query(connection, *asked, **said)

    def rows(self, wanted: Select[*Ts]) -> Sequence[Row[*Ts]]:
        """The rows of one query."""
        with self.reading() as connection:
            return connection.execute(wanted).all()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction of the only writer: everything in it is committed, or nothing."""
        with self._lock, self._spoken():
            if self._refused:
                raise Damaged(self._refused)
            if self._writer is None:
                raise StoreError(f"{self.name} was opened read-only.")
            if self._writer.invalidated or self._writer.closed:
                self._reconnect()
            transaction = self._writer.begin()
            try:
                yield self._writer
            except BaseException:
                with suppress(DBAPIError, ResourceClosedError):
                    transaction.rollback()
                raise
            self._commit(transaction)

    def _commit(self, transaction: Transaction) -> None:
        """Commit; if the answer is lost, the connection is given up and the outcome is unknown."""
        assert self._writer is not None
        try:
            transaction.commit()
        except (OperationalError, InterfaceError) as error:
            self._writer.invalidate()
            raise Undecided(f"{self.name} did not answer: {_reason(error)}.") from error

    def claim(self) -> None:
        """Claim the database: from here on only this process writes."""
        with self._lock, self._spoken():
            if self._writer is None:
                self._claim_file()
                try:
                    self._writer = self._connect()
                    self._claimed = _identity(self.path) if self.path else None
                except BaseException:
                    self._release_file()
                    raise

    def check_claim(self) -> None:
        """Refuse to continue if the file is no longer the one that was claimed."""
        if self.path and self._claimed != _identity(self.path):
            raise Unreachable(f"{self.name} was replaced while it was being written to.")

    def refuse(self, why: str) -> None:
        """Write nothing more: what is in it is wrong."""
        self._refused = why

    def close(self) -> None:
        """Release everything."""
        with self._lock:
            if self._writer is not None:
                if self.path is None:
                    with suppress(SQLAlchemyError), self._writer.begin():
                        self._writer.execute(text("SELECT pg_advisory_unlock_all()"))
                with suppress(DBAPIError, ResourceClosedError):
                    self._writer.invalidate()  # an advisory lock lasts as long as its connection
                    self._writer.close()
                self._writer = None
            self._release_file()
            self.engine.dispose()

    def _reconnect(self) -> None:
        assert self._writer is not None
        with suppress(DBAPIError, ResourceClosedError):
            self._writer.close()
        until = time.monotonic() + NOTICES
        while True:
            try:
                self._writer = self._connect()
            except Busy:  # perhaps by the connection that was lost
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
            else:
                return

    def _connect(self) -> Connection:
        connection = self.engine.connect().execution_options(writes=True)
        if self.path:  # readers continue during a write; the file itself remembers this mode
            driver = connection.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA journal_mode=WAL").close()
        else:
            with connection.begin():
                ours = connection.scalar(text("SELECT pg_try_advisory_lock(:n)"), {"n": WRITER})
            if not ours:
                connection.close()
                raise self._busy()
        return connection

    def _claim_file(self) -> None:
        if self.path is None:
            return
        self._check_names(self.path)
        try:  # its own file: closing a second handle on the database would drop SQLite's locks
            self._claim = open(f"{self.path}-writer", "a", opener=for_owner_only)  # noqa: SIM115
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._release_file()
            raise self._busy() from None
        except OSError as error:
            self._release_file()
            raise Unreachable(f"{self.name} cannot be written: {error.strerror}.") from None

    def _check_names(self, path: Path) -> None:
        """Refuse a file that has several names: SQLite finds its unwritten changes by the name."""
        names = path.stat().st_nlink if path.exists() else 1
        if names > 1:
            raise Unreachable(
                f"{self.name} has {names} names (hard links), and what is written under one is not "
                "seen under another. Keep only one of them."
            )

    def _release_file(self) -> None:
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def _busy(self) -> Busy:
        return Busy(f"Another pitboss is writing to {self.name}. Stop it first.")

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        """Turn what the driver reports into one of our errors, in one line."""
        try:
            yield
        except IntegrityError as error:
            raise OutOfStep(f"{self.name} refused the entry: {_reason(error)}.") from error
        except (OperationalError, InterfaceError) as error:
            reason = _reason(error)
            if "locked" in reason:
                raise self._busy() from error
            raise Unreachable(f"{self.name} cannot be reached: {reason}.") from error
        except DBAPIError as error:
            reason = _reason(error)
            if "not a database" in reason:
                raise OtherSchema(f"{self.name} is not a pitboss database.") from error
            raise StoreError(f"{self.name}: {reason}.") from error


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    said: Mapping[str, Any] = {
        "connect_timeout": 10,
        "application_name": "pitboss",
        "options": "-c synchronous_commit=on -c timezone=UTC",
    }
    return create_engine(
        url, connect_args=dict(said), isolation_level="REPEATABLE READ", pool_pre_ping=True
    )


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin explicitly
    for said in ("synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
        connection.execute(f"PRAGMA {said}").close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def for_owner_only(path: str, flags: int) -> int:
    """Open a file that only its owner may read."""
    return os.open(path, flags, 0o600)


def make_file(path: Path) -> bool:
    """Make an empty file for a new database, in its folder; returns whether it was made now."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    except OSError as error:
        raise Unreachable(f"{path} cannot be created: {error.strerror}.") from None
    return True


def _reason(error: DBAPIError) -> str:
    """The first line of the driver's message, without the full stop."""
    lines = str(error.orig).strip().splitlines() or ["no reason given"]
    return lines[0].rstrip(".")
