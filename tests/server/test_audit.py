"""The audit trail can be read, the newest line first."""

from __future__ import annotations

import json

from tests.server.house import Serving
from tests.trail import trail

TABLE = "pennsylvania-blackjack"


def test_the_audit_trail_says_who_did_what_and_when(house: Serving) -> None:
    readers = [house.people[role] for role in ("auditor", "floor", "admin")]
    house.people["dealer"].done(TABLE, "call", why="a dispute")
    house.people["floor"].done(TABLE, "call")
    for reader in readers:
        told = reader.get("/audit")
        came, called = told["notes"][:2]
        assert (came["who"], came["what"]) == ("floor 1", "call table")
        assert (called["who"], called["what"]) == ("dealer 1", "floor called")
        assert json.loads(called["details"]) == {"table": TABLE, "why": "a dispute"}
        assert came["at"] >= called["at"]
        assert told["before"] is None


def test_the_audit_trail_is_read_by_pages(house: Serving) -> None:
    store = house.floor.store
    for n in range(150):
        store.note("test", f"line {n}")
    auditor, read = house.people["auditor"], []
    page = auditor.get("/audit")
    assert page["notes"][0]["what"] == "line 149"
    while True:
        read += [each["id"] for each in page["notes"]]
        if page["before"] is None:
            break
        page = auditor.get(f"/audit?before={page['before']}")
    assert read == [each.id for each in reversed(trail(store))]


def test_the_wire_has_no_hash_of_a_log_with_hidden_cards(house: Serving) -> None:
    """A hash over a hole card and lines that are known would be enough to guess the card."""
    sealed = house.floor.store.seal_books("sam")
    (told, *_) = house.people["auditor"].get("/audit")["notes"]
    assert told["what"] == "books sealed"
    answer = json.dumps(house.people["auditor"].get("/audit"))
    assert sealed.head.chain not in answer
    assert not [row.chain for row in house.floor.store.tables() if row.chain in answer]
