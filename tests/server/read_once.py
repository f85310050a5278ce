"""What comes with pitboss, read once and not by each server: its house, its pages, its modules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.toml_values import Fault
from pitboss.server.health import software
from pitboss.server.openapi import Api
from pitboss.server.pages import assets
from pitboss.submission.file import read
from pitboss.submission.first_submission import demonstration
from pitboss.submission.records import Submission

PAGES = cache(assets)


@contextmanager
def read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in ("serve", "revisions"):
            patch.setattr(f"pitboss.server.{module}.demonstration", by_digest(demonstration))
        for module in ("health", "serve"):
            patch.setattr(f"pitboss.server.{module}.software", by_digest(software))
        for module in ("tables.open_tables", "revisions"):
            patch.setattr(f"pitboss.server.{module}.read", read_known)
        patch.setattr("pitboss.server.app.assets", PAGES)
        patch.setattr(Api, "openapi", described_once)
        yield


DESCRIBE = Api.openapi
SCHEMAS: dict[str, Any] = {}
"""The schema of every server of a rulebook, by its digest."""


def described_once(api: Api) -> Any:
    digest = api.state.floor.book.digest
    if digest not in SCHEMAS:
        SCHEMAS[digest] = DESCRIBE(api)
    return SCHEMAS[digest]


READ: dict[tuple[int, str], tuple[Rulebook, Submission]] = {}
"""What submissions say: by the rulebook, which is kept too, and the text."""


def read_known(
    book: Rulebook, text: str, file: str = "submission.toml"
) -> tuple[Submission, list[Fault]]:
    """The submission of a text, read once if it has no fault, whose place would name the file."""
    if known := READ.get((id(book), text)):
        return replace(known[1], file=file), []
    made, faults = read(book, text, file)
    if not faults:
        READ[id(book), text] = book, made
    return made, faults


@cache
def by_digest(read: Callable[[Rulebook], Any]) -> Callable[[Rulebook], Any]:
    """The same, once for each rulebook."""
    found: dict[str, Any] = {}

    def kept(book: Rulebook) -> Any:
        if book.digest not in found:
            found[book.digest] = read(book)
        return found[book.digest]

    return kept
