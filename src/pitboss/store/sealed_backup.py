"""Backups that only the house's keys open, each restored once to see that it can be.

A file is cut into pieces, each sealed with its place and with whether it is the last, so that none
can be left out, exchanged or cut off unnoticed.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from sqlalchemy import Connection, func, select, text

from pitboss.store.backup import backup, url_of
from pitboss.store.database import Database, StoreError, for_owner_only
from pitboss.store.keys import Keys, NoKeys
from pitboss.store.schema import metadata
from pitboss.store.trail import check_trail, last_head

MAGIC: Final = b"pitboss sealed backup 1\n"
PIECE: Final = 1 << 20
PREFIX: Final = 7
"""Random bytes of a file, before the number of a piece and whether it is the last."""
KEEP: Final = 14
"""Backups that a schedule keeps."""
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
    """Compare what a backup gives back with what went into it, and check its audit trail."""
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
        raise StoreError("The backup does not restore what was written to it.")


def _counts(connection: Connection) -> dict[str, int]:
    wanted = {each.name: select(func.count()).select_from(each) for each in metadata.sorted_tables}
    return {name: connection.scalar(each) or 0 for name, each in wanted.items()}
