"""Results cached on this machine, in files that cannot be mistaken for one another.

The name of a file contains a digest of everything that it was made from. The file contains a digest
of itself and is written whole or not at all, so several processes may write it at the same time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

SEAL: Final = hashlib.sha256().digest_size


def digest_of(folder: Path, paths: Iterable[Path]) -> str:
    """A digest of the contents of these files and their places in a folder."""
    made = hashlib.sha256()
    for path in sorted(paths):
        made.update(os.path.relpath(path, folder).encode() + b"\0" + path.read_bytes() + b"\0")
    return made.hexdigest()[:16]


def keep(file: Path, data: bytes, *, replaces: str = "") -> None:
    """Cache something, replacing the files that match a pattern.

    A full disk, or a folder that cannot be written to, is not an error.
    """
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(exist_ok=True)
        unfinished.write_bytes(hashlib.sha256(data).digest() + data)
        unfinished.replace(file)
        for other in file.parent.glob(replaces) if replaces else ():
            if other != file:
                other.unlink(missing_ok=True)


def kept(file: Path) -> bytes | None:
    """What was cached; `None` if it is missing or damaged."""
    try:
        whole = file.read_bytes()
    except OSError:
        return None
    seal, data = whole[:SEAL], whole[SEAL:]
    return data if hashlib.sha256(data).digest() == seal else None
