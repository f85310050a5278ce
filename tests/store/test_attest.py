"""What was printed is checked on its own: without a database, without keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.progressive.events import ValueCommitted, ValueOpened
from pitboss.progressive.secret import SealedValue
from pitboss.store.keys import Keys
from pitboss.store.trail import Head, SignedHead
from pitboss.table.events.shoes import ShoeOpened
from tests.conftest import Ask

KEYS = Keys({1: bytes(32)})
HEAD = Head(41, "5f" * 32)
PRINTED = f"{HEAD}\nsigned with key 1, {KEYS.public}: {KEYS.sign(str(HEAD))}\n"
CLOSED = f"The books stand at {SignedHead(HEAD, 1, KEYS.sign(str(HEAD)))}\n"
VALUE = SealedValue(12_000, "5a17", "system")
COMMIT = str(ValueCommitted(sequence=2, commitment=VALUE.commitment, source="system"))
OPENED = str(ValueOpened(sequence=9, salt="5a17", value=12_000))
LOG = f"{COMMIT}\n{OPENED}"
SHOE = str(ShoeOpened(number=1, seed="5eed"))


@pytest.mark.parametrize(
    ("text", "public", "status"),
    [
        (PRINTED, "", 0),
        (PRINTED, KEYS.public, 0),
        (PRINTED, Keys({1: b"x" * 32}).public, 1),
        (PRINTED.replace("41-", "42-"), "", 1),
        (CLOSED, KEYS.public, 0),
        (CLOSED, "", 2),
        (PRINTED, "zz", 2),
        (PRINTED, "5f0c…", 2),
        (LOG, "", 0),
        (LOG.replace("value=12000", "value=12001"), "", 1),
        (LOG.replace("salt=5a17", "salt=5a18"), "", 1),
        ("nothing of it", "", 2),
    ],
)
def test_a_printed_head_and_an_opened_value(
    ask: Ask, tmp_path: Path, text: str, public: str, status: int
) -> None:
    file = tmp_path / "printed.txt"
    file.write_text(text)
    said = ["--public", public] if public else []
    found, out, err = ask("db", "attest", str(file), "--json", *said)
    assert found == status, err
    if status < 2:
        (attested,) = json.loads(out)["attested"]
        assert attested["holds"] == (status == 0)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        (OPENED, [False]),
        (f"{OPENED}\n{COMMIT}", [False]),
        (f"{LOG}\n{OPENED}", [True, False]),
        (f"{LOG}\n{OPENED.replace('value=12000', 'value=')}", [True, False]),
        (f"{LOG}\n{COMMIT.replace('commitment=', 'hash=')}", [True, False]),
        (f"{PRINTED}{OPENED}", [True, False]),
        (f"{SHOE}\n{LOG}", [True]),  # of a table's log, which commits no value
    ],
)
def test_what_cannot_be_checked_does_not_hold(
    ask: Ask, tmp_path: Path, text: str, holds: list[bool]
) -> None:
    file = tmp_path / "printed.txt"
    file.write_text(text)
    status, out, _ = ask("db", "attest", str(file), "--json")
    assert [each["holds"] for each in json.loads(out)["attested"]] == holds
    assert status == (0 if all(holds) else 1)
