"""Everything that a submission is filed with, one file after another."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from typing import Any

from pitboss.analysis.form import form as par_form
from pitboss.analysis.par import Sheet
from pitboss.documents.par_pdf import par_pdf
from pitboss.documents.submission_form import number_of, submission_form
from pitboss.documents.submission_pages import submission_html, submission_pdf
from pitboss.rulebook.load import Rulebook
from pitboss.submission.check import CheckedSubmission
from pitboss.submission.records import Submission

Form = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A file to be written: its path, and what makes its content."""

    path: str
    make: Callable[[], bytes]


def pieces(
    book: Rulebook, text: str, submission: Submission, checked: CheckedSubmission, drawn: date
) -> list[Piece]:
    """Every file; the same text on the same date makes the same bytes."""
    whole = submission_form(book, submission, checked, drawn)
    made = [
        Piece("submission.toml", text.encode),
        Piece("submission.json", lambda: plain_json(whole)),
        Piece("submission.html", lambda: submission_html(whole).encode()),
        Piece("submission.pdf", lambda: submission_pdf(whole)),
    ]
    made += _sheets(book, submission, checked, drawn)
    return made


def _sheets(
    book: Rulebook, submission: Submission, checked: CheckedSubmission, drawn: date
) -> Iterator[Piece]:
    """The PAR sheet of every wager, once for all tables where it is the same."""
    seen: dict[tuple[object, ...], str] = {}
    for ident, sheets in checked.sheets.items():
        for key, sheet in sheets.items():
            same = (sheet.setting.offer.digest, sheet.setting.decides, sheet.setting.stake)
            if same in seen:
                continue
            seen[same] = f"par/{plain_name(ident)}-{key}"
            number = f"{number_of(submission)}-{ident}-{key}".upper()
            document: Form = {"number": number, "revision": submission.revision, "date": str(drawn)}
            form = cache(partial(_par, book, sheet, document))
            yield Piece(f"{seen[same]}.json", partial(_json_of, form))
            yield Piece(f"{seen[same]}.pdf", partial(_pdf_of, form, drawn))


def _par(book: Rulebook, sheet: Sheet, document: Form) -> Form:
    return par_form(book, sheet, "bare") | {"document": document}


def _json_of(form: Callable[[], Form]) -> bytes:
    return plain_json(form())


def _pdf_of(form: Callable[[], Form], drawn: date) -> bytes:
    return par_pdf(form(), drawn)


def plain_name(text: str) -> str:
    """A name that every file system takes.

    >>> plain_name("High limit / 2")
    'high-limit-2'
    """
    return "-".join(re.findall(r"[\w.]+", text.casefold())) or "table"


def plain_json(form: Mapping[str, Any]) -> bytes:
    return (json.dumps(form, ensure_ascii=False, indent=1) + "\n").encode()


def manifest(submission: Submission, digests: Mapping[str, str]) -> bytes:
    """The digest of every file of a bundle."""
    return plain_json({"submission": submission.reference, "sha256": dict(sorted(digests.items()))})


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
