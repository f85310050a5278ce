"""Files that a user requests: whether they can be written, and what they contain."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from pitboss.errors import PitbossError, file_refused
from pitboss.whole_file import write_whole


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
    """Write a file, whole or not at all; refused if it cannot be written."""
    with file_refused(path, "written"):
        write_whole(path, content)


def sha256(content: bytes) -> str:
    """The digest of a file, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def plain_json(form: object) -> bytes:
    """The content of a file of JSON."""
    return (json.dumps(form, ensure_ascii=False, indent=1) + "\n").encode()


def rows_csv(heads: Sequence[str], rows: Iterable[Sequence[object]], ends: str = "\n") -> str:
    """Lines under their headings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=ends)
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()
