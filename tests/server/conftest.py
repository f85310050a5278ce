"""Servers that several tests of a module share."""

from collections.abc import Iterator

import pytest

from pitboss.rulebook.load import Rulebook
from tests.passwords import QUICK
from tests.server.house import Serving, serving
from tests.server.read_once import read_once


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    """Hashes that take no time: nobody guesses at these passwords."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.store.passwords.HASHER", QUICK)
        yield


@pytest.fixture(scope="session", autouse=True)
def _read_once() -> Iterator[None]:
    with read_once():
        yield


@pytest.fixture(scope="module")
def house(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Blackjack without a dealer, in Pennsylvania."""
    with serving(book, tmp_path_factory.mktemp("house")) as served:
        yield served
