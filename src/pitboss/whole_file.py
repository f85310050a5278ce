"""A file is written whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def write_whole(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file by way of a new one next to it, so that no reader sees half of it."""
    begun = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    begun.unlink(missing_ok=True)
    try:
        with open(begun, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(begun, path)
    finally:
        begun.unlink(missing_ok=True)
