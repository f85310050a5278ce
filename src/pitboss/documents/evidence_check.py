"""What an archive of evidence proves, and what it cannot."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pitboss.documents.evidence import (
    LEDGER,
    LOG,
    MANIFEST,
    METERS,
    PROOFS,
    SCHEMA,
    SIGNATURE,
    SLIPS,
    SUBMISSION,
    ledger_csv,
    slips_json,
)
from pitboss.documents.save import sha256
from pitboss.errors import PitbossError
from pitboss.log import Event
from pitboss.package_data import shipped
from pitboss.progressive.events import METER_LOG
from pitboss.progressive.replay import verify_link
from pitboss.rulebook.load import Rulebook
from pitboss.store.keys import is_signed
from pitboss.table.events import TABLE_LOG, RoundEnded, ShoeOpened
from pitboss.table.log.replay import is_executable, opened_by
from pitboss.table.log.verification import verify

MOST: Final = 200_000_000
"""The largest archive, unpacked, that is read: a house's year is far smaller."""
Verdict = Literal["proved", "false", "not proved"]


@dataclass(frozen=True, slots=True)
class EvidenceFinding:
    """One thing that was checked."""

    verdict: Verdict
    says: str


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of an archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as found:
            if sum(each.file_size for each in found.infolist()) > MOST:
                raise PitbossError("the archive is larger than any evidence of a table.")
            return {name: found.read(name) for name in found.namelist()}
    except zipfile.BadZipFile:
        raise PitbossError("this is not an archive of evidence: it is not a ZIP file.") from None


def check_evidence(book: Rulebook, content: bytes) -> list[EvidenceFinding]:
    """Everything that can be checked with pitboss alone, the most important first."""
    files = unpacked(content)
    try:
        facts = json.loads(files[MANIFEST])
    except (KeyError, ValueError):
        raise PitbossError("this is not an archive of evidence: it has no manifest.") from None
    if not isinstance(facts, dict) or facts.get("schema") != SCHEMA:
        raise PitbossError(f"the manifest is not of {SCHEMA}, which this pitboss reads.")
    found = [*_signed(files, facts), *_files(files, facts)]
    try:
        events = TABLE_LOG.parse_log(files[LOG].decode())
    except (KeyError, PitbossError, UnicodeDecodeError) as error:
        return [*found, EvidenceFinding("false", f"the log cannot be read: {error}")]
    found += _log(book, events, facts)
    found += _derived(files, events)
    found += _meters(files)
    found += _submission(files, facts, events)
    found += _proofs(files, str(getattr(events[0], "house", "")))
    return found


def _signed(files: Mapping[str, bytes], facts: Mapping[str, Any]) -> Iterator[EvidenceFinding]:
    public = str(facts.get("key", {}).get("public", ""))
    signature = files.get(SIGNATURE, b"").decode("ascii", "replace")
    if is_signed(public, files[MANIFEST].decode(), signature):
        yield EvidenceFinding(
            "proved", "the manifest was signed with the key that it names (Ed25519)."
        )
        yield EvidenceFinding(
            "not proved",
            f"whose key it is: compare {public[:16]}… with the key that the house registered.",
        )
    else:
        yield EvidenceFinding("false", "the manifest was not signed with the key that it names.")


def _files(files: Mapping[str, bytes], facts: Mapping[str, Any]) -> Iterator[EvidenceFinding]:
    named = facts.get("files", {})
    wrong = [name for name, digest in named.items() if sha256(files.get(name, b"")) != digest]
    extra = [name for name in files if name not in named and name not in (MANIFEST, SIGNATURE)]
    for name in wrong:
        what = "is missing" if name not in files else "has changed since it was signed"
        yield EvidenceFinding("false", f"{name} {what}.")
    for name in extra:
        yield EvidenceFinding("false", f"{name} is not in the manifest.")
    if not wrong and not extra:
        yield EvidenceFinding(
            "proved", f"all {len(named)} files are unchanged since they were signed."
        )


def _log(
    book: Rulebook, events: tuple[Event, ...], facts: Mapping[str, Any]
) -> Iterator[EvidenceFinding]:
    try:
        opened = opened_by(book, events)
        differences = verify(book, events)
    except PitbossError as error:
        yield EvidenceFinding("not proved", f"the log by the rules of this pitboss: {error}")
        return
    rounds = sum(isinstance(event, RoundEnded) for event in events)
    shoes = sum(isinstance(event, ShoeOpened) for event in events)
    for difference in differences:
        yield EvidenceFinding("false", f"the log, {difference}")
    if differences:
        return
    if is_executable(opened, events):
        yield EvidenceFinding(
            "proved",
            f"every line of {rounds} rounds follows from the rules, the cards and the players' "
            "choices; every payout is what the pay tables say; chips and money balance.",
        )
    else:
        yield EvidenceFinding(
            "proved", f"the books, chain and shoes of {rounds} rounds are consistent."
        )
        yield EvidenceFinding("not proved", "the play itself: it was dealt by another procedure.")
    if shoes:
        yield EvidenceFinding(
            "proved", f"{shoes} shoes were opened and hold the cards they were sealed with."
        )
    else:
        yield EvidenceFinding("not proved", "the order of the cards: no shoe has been opened yet.")
    if facts.get("rounds") != rounds:
        yield EvidenceFinding(
            "false", f"the manifest names {facts.get('rounds')} rounds, not {rounds}."
        )


def _derived(files: Mapping[str, bytes], events: tuple[Event, ...]) -> Iterator[EvidenceFinding]:
    for name, made in ((LEDGER, ledger_csv(events).encode()), (SLIPS, slips_json(events))):
        if files.get(name) == made:
            yield EvidenceFinding("proved", f"{name} is what the log says.")
        else:
            yield EvidenceFinding("false", f"{name} is not what the log says.")


def _meters(files: Mapping[str, bytes]) -> Iterator[EvidenceFinding]:
    for name in sorted(each for each in files if each.startswith(METERS)):
        try:
            wrong = verify_link(METER_LOG.parse_log(files[name].decode()))
        except (PitbossError, UnicodeDecodeError) as error:
            yield EvidenceFinding("false", f"{name} cannot be read: {error}")
            continue
        for difference in wrong:
            yield EvidenceFinding("false", f"{name}, {difference}")
        if not wrong:
            yield EvidenceFinding(
                "proved", f"{name}: what it shows is its seed, contributions and awards."
            )


def _submission(
    files: Mapping[str, bytes], facts: Mapping[str, Any], events: tuple[Event, ...]
) -> Iterator[EvidenceFinding]:
    revision = str(facts.get("revision", ""))
    if not revision:
        yield EvidenceFinding("not proved", "under which Rules Submission: the log names none.")
    elif revision not in str(events[0]):
        yield EvidenceFinding("false", f"the log does not name {revision}.")
    elif SUBMISSION not in files:
        yield EvidenceFinding("not proved", f"what {revision} says: its text is not in the books.")
    elif sha256(files[SUBMISSION]).startswith(revision.rpartition("sha256 ")[2]):
        yield EvidenceFinding("proved", f"submission.toml is {revision}, which the log names.")
    else:
        yield EvidenceFinding("false", f"submission.toml is not {revision}, which the log names.")


def _proofs(files: Mapping[str, bytes], house: str) -> Iterator[EvidenceFinding]:
    law = json.loads(house).get("jurisdiction", "") if house else ""
    for name in sorted(each for each in files if each.startswith(PROOFS)):
        own = shipped("proofs") / law / name.removeprefix(PROOFS)
        if own.is_file() and own.read_bytes() == files[name]:
            yield EvidenceFinding("proved", f"{name} is the proof that comes with this pitboss.")
        else:
            yield EvidenceFinding("not proved", f"{name}: this pitboss comes with another proof.")
