"""A backup: every row as of one moment, in a new SQLite file, which is itself a database.

A sealed backup can be opened only with the house's keys.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.engine import URL

from pitboss.errors import file_refused
from pitboss.store.database import Database, StoreError, for_owner_only
from pitboss.store.keys import Keys, NoKeys
from pitboss.store.migration import check_current, copy_rows, migrate
from pitboss.store.schema import metadata
from pitboss.store.trail import check_trail, last_head


def backup(source: Database, path: Path) -> dict[str, int]:
    """Copy everything into a file, which appears only when complete; returns the rows of each
    table.
    """
    path = path.expanduser().absolute()
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be written: there is no folder {path.parent}.")
    _check_free(path)
    begun = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with file_refused(path, "written", StoreError):
            copied = _copy(source, url_of(begun))
            with closing(sqlite3.connect(begun)) as connection:  # one file, no others next to it
                connection.execute("PRAGMA journal_mode=DELETE")
            _check_free(path)
            os.replace(begun, path)
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    finally:
        for end in ("", "-journal", "-wal", "-shm", "-writer"):
            Path(f"{begun}{end}").unlink(missing_ok=True)
    return copied


def restore(path: Path, url: str) -> dict[str, int]:
    """Fill a new or empty database with a backup; returns the rows of each table."""
    path = path.expanduser().absolute()
    if not path.is_file():
        raise StoreError(f"There is no backup at {path}.")
    source = Database(url_of(path))
    try:
        check_current(source)
        return _copy(source, url)
    finally:
        source.close()


def _copy(source: Database, url: str) -> dict[str, int]:
    migrate(url, copy=True)
    target = Database(url)
    try:
        target.claim()
        with source.reading() as reader, target.writing() as writer:
            for table in metadata.sorted_tables:
                if writer.scalar(select(func.count()).select_from(table)):
                    raise StoreError(
                        f"{target.name} is not empty. A backup is restored into a "
                        "new database: name another with --data or --database."
                    )
            return {
                table.name: _copy_rows(reader, writer, table) for table in metadata.sorted_tables
            }
    finally:
        target.close()


def _copy_rows(reader: Connection, writer: Connection, table: Table) -> int:
    count = copy_rows(reader, writer, table)
    if writer.dialect.name == "postgresql" and table.autoincrement_column is not None and count:
        named = f"pg_get_serial_sequence('{table.name}', 'id')"
        writer.execute(text(f"SELECT setval({named}, (SELECT max(id) FROM {table.name}))"))
    return count


def url_of(path: Path) -> str:
    """The URL of a database in a file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


def _check_free(path: Path) -> None:
    if path.exists():
        raise StoreError(f"{path} already exists. Choose another name.")


# -- sealed, and restored once as a test -----------------------------------------------------------
# A file is cut into pieces, each sealed with its place and with whether it is the last, so that
# none can be left out, exchanged or cut off unnoticed.


MAGIC: Final = b"pitboss sealed backup 1\n"
PIECE: Final = 1 << 20
PREFIX: Final = 7
"""Random bytes of a file, before the number of a piece and whether it is the last."""
KEEP: Final = 14
"""How many scheduled backups are retained."""
ENDS: Final = ".pitboss-backup"


def seal_file(source: Path, path: Path, keys: Keys) -> None:
    """Seal a file with the key in use, into a new file that appears only when complete."""
    begun = path.with_name(f".{path.name}.{os.getpid()}")
    number, prefix = keys.current, secrets.token_bytes(PREFIX)
    cipher = ChaCha20Poly1305(keys.for_backups(number))
    try:
        with source.open("rb") as plain, open(begun, "xb", opener=for_owner_only) as file:
            file.write(MAGIC + number.to_bytes(4, "big") + prefix)
            for n, (piece, is_last) in enumerate(_pieces(plain)):
                file.write(cipher.encrypt(_nonce(prefix, n, is_last), piece, MAGIC))
            file.flush()
            os.fsync(file.fileno())
        os.link(begun, path)  # never over another
    except FileExistsError:
        raise StoreError(f"{path} already exists. Choose another name.") from None
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        begun.unlink(missing_ok=True)


def open_file(path: Path, to: Path, keys: Keys) -> None:
    """Open a sealed file into another."""
    with path.open("rb") as file, open(to, "xb", opener=for_owner_only) as plain:
        if not file.read(len(MAGIC)) == MAGIC:
            raise StoreError(f"{path} is not a sealed backup.")
        number, prefix = int.from_bytes(file.read(4), "big"), file.read(PREFIX)
        if number not in keys.secret:
            raise NoKeys(f"{path} is sealed with key {number}, which is not among the keys.")
        cipher = ChaCha20Poly1305(keys.for_backups(number))
        for n, (piece, is_last) in enumerate(_pieces(file, PIECE + 16)):
            try:
                plain.write(cipher.decrypt(_nonce(prefix, n, is_last), piece, MAGIC))
            except InvalidTag:
                raise NoKeys(
                    f"{path} cannot be opened: it was sealed with other keys, damaged or truncated."
                ) from None


def is_sealed(path: Path) -> bool:
    """Whether a backup needs keys to be opened."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def _pieces(file: IO[bytes], size: int = PIECE) -> Iterator[tuple[bytes, bool]]:
    """The pieces of a file, and whether each is the last."""
    piece = file.read(size)
    while True:
        after = file.read(size)
        yield piece, not after
        if not after:
            return
        piece = after


def _nonce(prefix: bytes, number: int, is_last: bool) -> bytes:
    return prefix + number.to_bytes(4, "big") + bytes([is_last])


# -- a schedule ------------------------------------------------------------------------------------


def back_up_into(source: Database, keys: Keys, folder: Path, now: datetime) -> Path:
    """Seal a backup into a folder, restore it once to compare it, and drop the oldest ones."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{now:%Y-%m-%dT%H%M%S}Z{ENDS}"
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as aside:
        plain, again = Path(aside) / "plain.sqlite3", Path(aside) / "again.sqlite3"
        backup(source, plain)
        seal_file(plain, path, keys)
        try:
            open_file(path, again, keys)
            rehearse(plain, again)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    for old in sorted(folder.glob(f"*{ENDS}"))[:-KEEP]:
        old.unlink()
    return path


def rehearse(plain: Path, again: Path) -> None:
    """Compare what a backup restores with what went into it, and check its audit trail."""
    seen = []
    for each in (plain, again):
        database = Database(url_of(each))
        with closing(database), database.reading() as connection:
            if connection.scalar(text("PRAGMA integrity_check")) != "ok":
                raise StoreError(f"{each} is damaged.")
            if wrong := next(check_trail(connection, None), None):
                raise StoreError(f"The backup differs from the audit trail: {wrong}.")
            seen.append((_counts(connection), last_head(connection)))
    if seen[0] != seen[1]:
        raise StoreError("What was restored from the backup is not what was written to it.")


def _counts(connection: Connection) -> dict[str, int]:
    wanted = {each.name: select(func.count()).select_from(each) for each in metadata.sorted_tables}
    return {name: connection.scalar(each) or 0 for name, each in wanted.items()}
