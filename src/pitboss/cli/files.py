"""Files that a command reads and writes, with one message for whatever is wrong with them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TextIO

from pitboss.errors import PitbossError, file_refused


def new_file(path: Path, *, private: bool = False) -> TextIO:
    """Create a text file, never overwriting another; only its owner can read a private one."""
    mode = 0o600 if private else 0o666
    try:
        return open(
            path,
            "x",
            encoding="utf-8",
            newline="\n",
            opener=lambda name, flags: os.open(name, flags, mode),
        )
    except FileExistsError:
        raise PitbossError(f"{path} already exists; choose another name.") from None
    except OSError as error:
        raise PitbossError(f"{path} cannot be written: {error.strerror}.") from None


def check_folder(path: Path) -> None:
    """Refuse a file where a folder is wanted, before any work for it is done."""
    if path.exists() and not path.is_dir():
        raise PitbossError(f"{path} is a file: name a folder.")


def make_folder(path: Path) -> None:
    """A folder, with those above it."""
    check_folder(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PitbossError(f"{path} cannot be written: {error.strerror}.") from None


def check_there(folder: Path) -> None:
    """Refuse a folder that does not exist."""
    if not folder.is_dir():
        raise PitbossError(f"There is no folder {folder}.")


def read_bytes(path: Path) -> bytes:
    """What a file contains."""
    with file_refused(path, "read"):
        return path.read_bytes()
