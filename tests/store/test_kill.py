"""Failures caused by `tools/kill`, one of each kind: nothing that was acknowledged is lost."""

from __future__ import annotations

import pytest

from tests import kill
from tests.needs import missing
from tests.soak import soak

SEED = 4


@pytest.mark.parametrize("strikes", [4, soak(12)])
@pytest.mark.parametrize("books", ["sqlite", soak("postgresql")])
def test_a_house_that_dies_keeps_what_it_said(
    books: str, strikes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every way that it may die, at moments of a seeded sequence; `db check` comes last."""
    monkeypatch.setattr(kill, "LASTS", 0.3)
    try:
        struck, acknowledged, faults = kill.run(books, strikes, SEED)
    except OSError as error:
        missing(f"PostgreSQL does not start here: {error}.")
    assert faults == []
    assert {*struck} == {*kill.WAYS[books]}
    assert acknowledged
