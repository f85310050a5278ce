"""`pitboss submission write`: the document of a house and everything that it is filed with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from pitboss.analysis.pool import worked
from pitboss.cli.files import make_folder
from pitboss.cli.new_submission import read_day
from pitboss.cli.progress import progress
from pitboss.cli.screen import count, tell
from pitboss.cli.status import DONE, FAULTS
from pitboss.cli.submission import checked_file, show_checked
from pitboss.documents.save import save, sha256
from pitboss.rulebook.load import Rulebook


def write_submission(
    book: Rulebook,
    file: Path,
    out: Path,
    day: str,
    *,
    jobs: int,
    own: Sequence[Path],
    as_json: bool,
) -> int:
    """Write every piece, and a manifest with their digests; with a fault nothing is written."""
    from pitboss.documents.bundle import house_pieces, manifest, table_files, table_requests

    drawn = read_day(day) if day else date.today()
    submission, checked = checked_file(book, file, quiet=as_json)
    if not checked.may_be_filed:
        show_checked(submission, checked, as_json=as_json)
        return FAULTS
    digests: dict[str, str] = {}
    requests = table_requests(submission, checked, drawn)
    with progress("Writing documents", quiet=as_json) as begin:
        step = begin(1 + len(requests))
        for piece in house_pieces(book, submission, checked, drawn):
            digests[piece.path] = _save(out / piece.path, piece.make())
        step(1)
        for _, files in worked(book, own, table_files, requests, jobs):
            digests |= {path: _save(out / path, content) for path, content in files.items()}
            step(1)
    digests = dict(sorted(digests.items()))
    save(out / "manifest.json", manifest(submission, digests))
    words = f"Wrote {count(len(digests) + 1, 'file')} to {out}."
    tell({"folder": str(out), "files": digests}, words, as_json=as_json)
    return DONE


def _save(path: Path, content: bytes) -> str:
    """Write a file, with the folders above it; its digest."""
    make_folder(path.parent)
    save(path, content)
    return sha256(content)
