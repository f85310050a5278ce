"""The regulator's bundle: one signed archive of what a table dealt, paid and was dealt under, and
what such an archive proves.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, Final, Literal

from pitboss import __version__
from pitboss.documents.output_file import plain_json, rows_csv, sha256
from pitboss.documents.typeset import html_page
from pitboss.errors import NotAllowed, PitbossError, count
from pitboss.log import Event
from pitboss.package_data import shipped
from pitboss.progressive.events import METER_LOG
from pitboss.progressive.link_replay import verify_link
from pitboss.rulebook.load import Rulebook
from pitboss.store.keys import is_signed
from pitboss.store.meters import meter_name
from pitboss.store.store import Store
from pitboss.table.events import TABLE_LOG, as_members
from pitboss.table.events.rounds import RoundEnded, SlipValidated, SlipWritten
from pitboss.table.events.shoes import ShoeOpened
from pitboss.table.houses.house import logged_settings
from pitboss.table.log.ledger import moves
from pitboss.table.log.replay import is_executable, judged_by, other_rules
from pitboss.table.log.verification import doubt, verify

SCHEMA: Final = "pitboss.evidence/1"
MANIFEST, SIGNATURE, LOG = "manifest.json", "manifest.sig", "log.txt"
LEDGER, SLIPS, SUBMISSION, PAGE = "ledger.csv", "slips.json", "submission.toml", "index.html"
METERS, PROOFS = "meters/", "proofs/"
FILED: Final = "submission"
"""The note of the audit trail that holds the text of a submission."""
EPOCH: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Period:
    """The requested days, first and last included."""

    first: date
    last: date

    def has(self, at: str) -> bool:
        """Whether a moment of the books is within it, by its day in UTC."""
        return self.first.isoformat() <= at[:10] <= self.last.isoformat()


def evidence(book: Rulebook, store: Store, table: str, period: Period, made: str) -> bytes:
    """The archive of a table: its log up to the last round of a period, and everything that goes
    with it.

    A log is proved from its first line, so the archive includes the rounds before the period. It
    does not include a round in play, whose cards nobody may see yet.
    """
    lines = store.timed_lines(table)
    ended = [
        n
        for n, (line, at) in enumerate(lines, 1)
        if line.partition(" ")[0] == RoundEnded.kind and at[:10] <= str(period.last)
    ]
    if not any(period.has(lines[n - 1][1]) for n in ended):
        raise NotAllowed(
            f"{table} has no finished round from {period.first} to {period.last}: name another "
            "table or other days."
        )
    text = "".join(f"{line}\n" for line, _ in lines[: ended[-1]])
    events = TABLE_LOG.parse_log(text)
    house = logged_settings(events[0].house)  # type: ignore[attr-defined]
    files: dict[str, bytes] = {
        LOG: text.encode(),
        LEDGER: ledger_csv(events).encode(),
        SLIPS: slips_json(events),
    }
    for link in store.links():
        if meter_name(house, link):
            said = "".join(f"{event}\n" for event in store.link_events(link))
            name = "-".join(re.findall(r"[\w.]+", link)) or "meter"
            files[f"{METERS}{name}.log"] = said.encode()
    for key in house.wagers:
        proof = shipped("proofs") / house.jurisdiction / f"{key}.txt"
        if proof.is_file():
            files[f"{PROOFS}{key}.txt"] = proof.read_bytes()
    if filed := submission_of(store, house.revision):
        files[SUBMISSION] = filed.encode()
    rounds = [n for n in ended if period.has(lines[n - 1][1])]
    facts = {
        "schema": SCHEMA,
        "table": table,
        "from": str(period.first),
        "to": str(period.last),
        "rounds": len(ended),
        "rounds_in_period": len(rounds),
        "revision": house.revision,
        "rulebook": book.digest,
        "version": __version__,
        "made": made,
    }
    page = html_page("evidence.html.jinja", facts=facts, files=sorted(files), about=about)
    files[PAGE] = page.encode()
    facts["files"] = {name: sha256(content) for name, content in sorted(files.items())}
    facts["key"] = {"number": store.keys.current, "public": store.keys.public}
    manifest = json.dumps(facts, ensure_ascii=False, indent=1, sort_keys=True)
    files[MANIFEST] = manifest.encode()
    files[SIGNATURE] = store.keys.sign(manifest).encode()
    return archive(files)


def ledger_csv(events: Sequence[Event]) -> str:
    """Every entry of a log: its line, the two accounts, and cents."""
    rows = (
        (number, move.source, move.to, move.cents)
        for number, event in enumerate(events, 1)
        for move in moves(event)
    )
    return rows_csv(("line", "from", "to", "cents"), rows)


def slips_json(events: Sequence[Event]) -> bytes:
    """Every jackpot slip of a log, as written and as validated."""
    found = [
        {"line": number, **as_members(event)}
        for number, event in enumerate(events, 1)
        if isinstance(event, SlipWritten | SlipValidated)
    ]
    return plain_json(found)


def submission_of(store: Store, revision: str) -> str:
    """The text of a submission that the books hold; empty if they do not."""
    digest = revision.rpartition("sha256 ")[2]
    texts = [note.details for note in store.noted(FILED)]
    return next((t for t in texts if digest and sha256(t.encode()).startswith(digest)), "")


ABOUT: Final[Mapping[str, str]] = {
    LOG: "every event of the table from its first line, with the shoes that were opened",
    LEDGER: "every movement of money, derived from the log",
    SLIPS: "jackpot slips, written and validated",
    SUBMISSION: "the Rules Submission that the table was dealt under",
    METERS: "the log of a meter that the table feeds",
    PROOFS: "exact counts of a wager",
}
"""File, or folder → what is in it."""


def about(name: str) -> str:
    """What is in a file."""
    return ABOUT.get(name) or ABOUT.get(f"{name.partition('/')[0]}/", "")


def archive(files: Mapping[str, bytes]) -> bytes:
    """A ZIP file, which is always the same for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


# -- what an archive proves, and what it cannot ----------------------------------------------------


MOST: Final = 200_000_000
"""The largest archive, unpacked, that is read: a house's year is far smaller."""
Verdict = Literal["proved", "false", "not proved"]


@dataclass(frozen=True, slots=True)
class EvidenceFinding:
    """One thing that was checked."""

    verdict: Verdict
    says: str


proved = partial(EvidenceFinding, "proved")
unproved = partial(EvidenceFinding, "not proved")
false = partial(EvidenceFinding, "false")


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of an archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as found:
            if sum(each.file_size for each in found.infolist()) > MOST:
                raise PitbossError("the archive is too large to be the evidence of a table.")
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
        raise PitbossError(
            f"the manifest does not have the schema {SCHEMA}, the only one that this version of "
            "pitboss reads."
        )
    found = [*_signed(files, facts), *_files(files, facts)]
    try:
        events = TABLE_LOG.parse_log(files[LOG].decode())
    except (KeyError, PitbossError, UnicodeDecodeError) as error:
        return [*found, false(f"the log cannot be read: {error}")]
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
        yield proved("the manifest was signed with the key that it names (Ed25519).")
        yield unproved(
            f"whose key it is: compare {public[:16]}… with the key that the house registered."
        )
    else:
        yield false("the manifest was not signed with the key that it names.")


def _files(files: Mapping[str, bytes], facts: Mapping[str, Any]) -> Iterator[EvidenceFinding]:
    named = facts.get("files", {})
    wrong = [name for name, digest in named.items() if sha256(files.get(name, b"")) != digest]
    extra = [name for name in files if name not in named and name not in (MANIFEST, SIGNATURE)]
    for name in wrong:
        what = "is missing" if name not in files else "has changed since it was signed"
        yield false(f"{name} {what}.")
    for name in extra:
        yield false(f"{name} is not in the manifest.")
    if not wrong and not extra:
        yield proved(f"all {len(named)} files are unchanged since they were signed.")


def _log(
    book: Rulebook, events: tuple[Event, ...], facts: Mapping[str, Any]
) -> Iterator[EvidenceFinding]:
    try:
        opened, other = judged_by(book, events), other_rules(book, events)
        differences = verify(book, events)
    except PitbossError as error:
        yield unproved(f"the log by the rules of this version of pitboss: {error}")
        return
    rounds = sum(isinstance(event, RoundEnded) for event in events)
    shoes = sum(isinstance(event, ShoeOpened) for event in events)
    dealt = count(rounds, "round")
    changed = doubt(book, events) if differences else ""
    if differences and not changed:
        for difference in differences:
            yield false(f"the log, {difference}")
        return
    if changed:
        yield proved(f"the books and the chain of {dealt} are consistent.")
        yield unproved(f"the play itself: {differences[0]}. {changed}")
    elif is_executable(opened, events):
        yield proved(
            f"every line of {dealt} follows from the rules, the cards and the players' "
            "choices; every payout is what the pay tables say; chips and money balance."
        )
    else:
        yield proved(f"the books, chain and shoes of {dealt} are consistent.")
        yield unproved("the play itself: it was dealt by another procedure.")
    if other and not changed:
        yield unproved(f"that the house dealt by these very rules: {other}")
    if shoes:
        yield proved(
            f"the order of the cards in {count(shoes, 'shoe')}: it is the one that was sealed."
        )
    else:
        yield unproved("the order of the cards: no shoe has been opened yet.")
    if facts.get("rounds") != rounds:
        yield false(f"the number of rounds in the manifest is {facts.get('rounds')}, not {rounds}.")


def _derived(files: Mapping[str, bytes], events: tuple[Event, ...]) -> Iterator[EvidenceFinding]:
    for name, made in ((LEDGER, ledger_csv(events).encode()), (SLIPS, slips_json(events))):
        if files.get(name) == made:
            yield proved(f"{name} is what the log says.")
        else:
            yield false(f"{name} is not what the log says.")


def _meters(files: Mapping[str, bytes]) -> Iterator[EvidenceFinding]:
    for name in sorted(each for each in files if each.startswith(METERS)):
        try:
            wrong = verify_link(METER_LOG.parse_log(files[name].decode()))
        except (PitbossError, UnicodeDecodeError) as error:
            yield false(f"{name} cannot be read: {error}")
            continue
        for difference in wrong:
            yield false(f"{name}, {difference}")
        if not wrong:
            yield proved(f"{name}: what it shows is its seed, contributions and awards.")


def _submission(
    files: Mapping[str, bytes], facts: Mapping[str, Any], events: tuple[Event, ...]
) -> Iterator[EvidenceFinding]:
    revision = str(facts.get("revision", ""))
    if not revision:
        yield unproved("under which Rules Submission: the log names none.")
    elif revision not in str(events[0]):
        yield false(f"the log does not name {revision}.")
    elif SUBMISSION not in files:
        yield unproved(f"what {revision} says: its text is not in the books.")
    elif sha256(files[SUBMISSION]).startswith(revision.rpartition("sha256 ")[2]):
        yield proved(f"submission.toml is {revision}, which the log names.")
    else:
        yield false(f"submission.toml is not {revision}, which the log names.")


def _proofs(files: Mapping[str, bytes], house: str) -> Iterator[EvidenceFinding]:
    law = json.loads(house).get("jurisdiction", "") if house else ""
    for name in sorted(each for each in files if each.startswith(PROOFS)):
        own = shipped("proofs") / law / name.removeprefix(PROOFS)
        if own.is_file() and own.read_bytes() == files[name]:
            yield proved(f"{name} is the proof that comes with this version of pitboss.")
        else:
            yield unproved(f"{name}: this version of pitboss comes with a different proof.")
