"""A line of every kind that the audit trail holds, as it is stored, and its words."""

from __future__ import annotations

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server.audit_trail import note_words
from pitboss.store.trail import TrailLine
from pitboss.table.houses.house import House

NAMES = {"pit-1": "Pit 1"}
OPENED = House(
    "pennsylvania", table="pit-1", decks=6, least=1_000, most=50_000, boxes=7, revision="R, 3"
).to_json()
WITH_WAGER = OPENED.replace(
    '"wagers":{}',
    '"wagers":{"perfect-pairs":{"paytable":null,"least":100,"most":10000,"stake":null,"seeds":{},'
    '"rates":{},"reserves":{},"link":"","aggregate":null,"choices":{}},"unknown":{"paytable":"A"}}',
)
SOFTWARE = (
    '"version": "0.1.0", "software": "0123456789abcdef0123", "rulebook": "fedcba98765432100123"'
)
SUBMISSION = '[house]\nname = "Riverbend"\nrevision = 3\n'
ORDERED = [
    ("slip validated", '{"table": "pit-1", "slip": 3}', "Slip 3, at Pit 1"),
    ("slip validated", '{"table": "pit-1", "slip": 3, "cents": 5}', "Slip 3, $0.05, at Pit 1"),
    ("slip refused", '{"table": "pit-1", "slip": 3, "why": "é"}', "Slip 3, at Pit 1: é"),
    ("irregularity", '{"table": "pit-1", "kind": "k", "decision": "", "why": ""}', "Pit 1: k"),
    (
        "irregularity",
        '{"table": "pit-1", "kind": "fallen card", "box": 2, "decision": "void", "why": "sleeve"}',
        "Pit 1: fallen card at box 2 (sleeve): void",
    ),
    (
        "limits posted",
        '{"table": "pit-1", "least": 1000, "most": 50000, "wagers": {"royal-match-21": [100, 5]}}',
        "Pit 1: $10 to $500; royal match 21 $1 to $0.05",
    ),
    ("limits posted", '{"table": "pit-1", "least": 1000, "wagers": {}}', "Pit 1: from $10"),
    ("limits posted", '{"table": "pit-1", "most": 5000, "wagers": {}}', "Pit 1: up to $50"),
    ("limits posted", '{"table": "pit-1", "wagers": {}}', "Pit 1: "),
    (
        "difference resolved",
        '{"table": "pit-1", "boxes": [1, 3], "why": "seen"}',
        "Pit 1: lit at boxes 1 and 3: seen",
    ),
    (
        "difference resolved",
        '{"table": "pit-1", "box": 2, "boxes": [], "why": ""}',
        "Pit 1: the wager of box 2 is returned",
    ),
    (
        "difference resolved",
        '{"table": "pit-1", "boxes": [], "chips": 2, "why": ""}',
        "Pit 1: 2 chips",
    ),
    ("floor called", '{"table": "pit-1", "why": ""}', "Pit 1"),
    ("floor called", '{"table": "gone", "why": "why", "kind": "misdeal"}', "gone: why"),
    ("call table", '{"table": "pit-1", "why": ""}', "Arrived at Pit 1"),
    ("dealer assigned", '{"table": "pit-1", "dealer": "Dana"}', "Pit 1; dealer Dana"),
    ("dealer assigned", '{"table": "pit-1", "dealer": ""}', "Pit 1"),
    ("decks table", '{"table": "pit-1", "step": "verify"}', "Pit 1; step verify"),
    ("close table", '{"table": "pit-1", "why": "late"}', "Pit 1: late"),
    ("close table", '{"table": "pit-1", "transfers": {}, "why": "", "permission": ""}', "Pit 1"),
    (
        "close table",
        '{"table": "pit-1", "transfers": {"a": "pit 2", "b": "pit 3/c"}, "why": "late", '
        '"permission": "Bureau 7"}',
        "Pit 1, permitted by Bureau 7: late; a goes to pit 2; b goes to pit 3/c",
    ),
    (
        "decision",
        '{"table": "pit-1", "decision": "reopen", "why": "late", "transfers": {}, '
        '"permission": ""}',
        "reopen Pit 1: late",
    ),
    (
        "decision",
        '{"table": "pit-1", "decision": "close", "why": "late", "transfers": {"a": "pit 2"}, '
        '"permission": ""}',
        "close Pit 1: late; a goes to pit 2",
    ),
]
"""What happened at a table: the kind of the line, its details and its words."""
OTHERS = [
    ("reopened", '{"table": "pit-1", "why": "Rules changed."}', "Pit 1: Rules changed."),
    ("open table", OPENED, "Pit 1: $10 to $500, 6 decks, 7 boxes"),
    (
        "open table",
        WITH_WAGER,
        "Pit 1: $10 to $500, 6 decks, 7 boxes; Perfect Pairs, unknown",
    ),
    ("open table", '{"table": "pit-1"}', "Pit 1"),
    (
        "session limits",
        '{"minutes": 30, "loss": 2000, "since": "2026-07-04T21:05:00.000Z"}',
        "Stops after 30 minutes, and at a loss of $20",
    ),
    ("session limits", '{"minutes": null, "loss": 2000, "since": "x"}', "Stops at a loss of $20"),
    ("signed too", '{"for": "close pit-1", "by": "Flora"}', "for close pit-1; by Flora"),
    ("wrong password", "log in", "Tried to log in"),
    ("locked out", "close pit-1", "Tried to close pit-1"),
    (
        "person",
        '{"id": 1, "name": "Ann", "role": "player", "digest_of_password_hash": null}',
        "Ann is a player",
    ),
    (
        "person",
        '{"id": 2, "name": "Flora", "role": "floor", "digest_of_password_hash": "0123", '
        '"second_factor": true, "disabled": true}',
        "Flora is a floor supervisor; password on record 0123",
    ),
    ("keys", '{"number": 2, "public": "abcdefghijklmnop"}', "Key 2, abcdefghijkl…"),
    (
        "books sealed",
        '{"tables": {"pit-1": [12, "ab"], "pit-2": [3, "cd"]}, "meters": {"m": [1, "ef"]}}',
        "2 tables, 1 meters",
    ),
    (
        "started",
        f"{{{SOFTWARE}}}",
        "Version 0.1.0, software 0123456789ab…, rulebook fedcba987654…",
    ),
    (
        "integrity tested",
        f'{{{SOFTWARE}, "faults": 0}}',
        "version 0.1.0; software 0123456789abcdef0123; rulebook fedcba98765432100123",
    ),
    (
        "integrity tested",
        f'{{{SOFTWARE}, "faults": 2}}',
        "version 0.1.0; software 0123456789abcdef0123; rulebook fedcba98765432100123; faults 2",
    ),
    ("snapshot wrong", "meter m: stored 1, derived 2", "meter m: stored 1, derived 2"),
    ("start refused", "Nothing is filed.", "Nothing is filed."),
    ("backup", "house-1.backup", "house-1.backup"),
    ("backup failed", "No space left.", "No space left."),
    ("clock jumped", "The clock jumped back by 7 s.", "The clock jumped back by 7 s."),
    ("submission", SUBMISSION, "Riverbend, revision 3"),
    (
        "approve submission",
        '{"sha256": "0f", "revision": 3, "by": "Bureau", "on": "2026-11-01", "document": "B-7"}',
        "sha256 0f; revision 3; by Bureau; on 2026-11-01; document B-7",
    ),
    (
        "in force",
        '{"revision": "Caf\\u00e9, revision 4", "effective": "2027-03-01", "sha256": "0f"}',
        "Café, revision 4, effective 2027-03-01",
    ),
    (
        "in force",
        '{"revision": "Café", "effective": "2027-03-01", "sha256": "0f"}',
        "Café, effective 2027-03-01",
    ),
]


@pytest.mark.parametrize(("what", "details", "words"), [*ORDERED, *OTHERS])
def test_a_line_of_each_kind_is_told(what: str, details: str, words: str, book: Rulebook) -> None:
    line = TrailLine(1, "2026-07-04T21:05:00.000Z", "Flora", what, details, "")
    assert note_words(line, NAMES, book) == words
