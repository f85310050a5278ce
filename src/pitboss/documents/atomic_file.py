"""Files are written whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError


def check_folder(path: Path) -> None:
    """Refuse a path that cannot be written to, before any work is done."""
    folder = path.parent
    if path.is_dir():
        raise PitbossError(f"{path} is a folder: name a file in it.")
    if not folder.is_dir():
        raise PitbossError(f"{path} cannot be written: there is no folder {folder}.")
    if not os.access(folder, os.W_OK):
        raise PitbossError(f"{path} cannot be written: {folder} does not allow it.")


def save(path: Path, content: bytes) -> None:
    """Write a file through a temporary one beside it, so that no reader sees half of it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise PitbossError(f"{path} cannot be written: {error.strerror}.") from None


def sha256(content: bytes) -> str:
    """The digest of a file, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def plain_json(form: Any) -> bytes:
    """The content of a file of JSON."""
    return (json.dumps(form, ensure_ascii=False, indent=1) + "\n").encode()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
