"""Servers that several tests of a module share."""

from collections.abc import Iterator
from functools import cache

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server.web_assets import assets
from pitboss.submission.demonstration import demonstration
from pitboss.submission.records import Submission
from tests.passwords import QUICK
from tests.server.house import Serving, serving


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Hashes that take no time: nobody guesses at these passwords."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.store.passwords.HASHER", QUICK)
        yield


@pytest.fixture(scope="session", autouse=True)
def _read_once() -> Iterator[None]:
    """The house and the pages that come with pitboss are read once, not by each server."""
    houses: dict[str, Submission] = {}

    def house(book: Rulebook) -> Submission:
        if book.digest not in houses:
            houses[book.digest] = demonstration(book)
        return houses[book.digest]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.server.demo.demonstration", house)
        patch.setattr("pitboss.server.filing.revisions.demonstration", house)
        patch.setattr("pitboss.server.app.assets", cache(assets))
        yield


@pytest.fixture(scope="module")
def house(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Blackjack without a dealer, in Pennsylvania."""
    with serving(book, tmp_path_factory.mktemp("house")) as served:
        yield served
