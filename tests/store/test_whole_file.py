"""A file is written whole or not at all, and nobody who prepared its place reads it."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from pitboss.whole_file import write_whole


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    write_whole(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.json", b"new")]


def test_a_link_in_the_place_of_the_unfinished_file_is_not_followed(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "key", tmp_path / "elsewhere"
    elsewhere.write_bytes(b"theirs")
    beside = tmp_path / f".key.{os.getpid()}.{threading.get_ident()}"
    beside.symlink_to(elsewhere)
    write_whole(path, b"secret", mode=0o600)
    assert elsewhere.read_bytes() == b"theirs"
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"secret", 0o600)


def test_the_unfinished_file_is_always_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that somebody else made in its place would keep its own mode and owner."""
    opened, real = [], os.open

    def watched(name: str, flags: int, mode: int) -> int:
        opened.append(flags)
        return real(name, flags, mode)

    monkeypatch.setattr("pitboss.whole_file.os.open", watched)
    write_whole(tmp_path / "key", b"secret", mode=0o600)
    assert [flags & os.O_EXCL for flags in opened] == [os.O_EXCL]


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pitboss.whole_file.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a", b"old")]
