"""`pitboss db attest`: checks what was printed, without the house's books."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Final

from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.screen import tell
from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event, Notation
from pitboss.progressive.events import ValueCommitted, ValueOpened
from pitboss.progressive.secret import SealedValue
from pitboss.store.keys import is_signed
from pitboss.table.events.shoes import ShoeOpened

SIGNED: Final = re.compile(
    r"\b(?P<head>\d+-[0-9a-f]{64})[,\s]+signed with key (?P<key>\d+)"
    r"(?:, (?P<public>[0-9a-f]{64}))?: (?P<signature>[0-9a-f]{128})\b"
)
"""A head as `db head` prints it, or as a close does, without the public key."""

VALUES: Final = Notation[Event](ValueCommitted, ValueOpened, ShoeOpened)
"""The lines of values, and those of shoes, which begin with the same word."""


@dataclass(frozen=True, slots=True)
class Attestation:
    """A statement that was printed, and whether it is true."""

    what: str
    holds: bool


def attest(text: str, public: str, *, as_json: bool) -> int:
    """Check every signed head and every opened value in a text; status 1 if one is false."""
    if public and not re.fullmatch("[0-9a-fA-F]{64}", public):
        raise NotationError(f"--public takes a key of 64 hexadecimal digits, not {public!r}.")
    found = [*_heads(text, public), *_values(text)]
    if not found:
        raise PitbossError(
            "There is nothing to check: give a text with a printed, signed head, or with the "
            "`commit …` and `opened …` lines of a meter's log."
        )
    words = (f"{each.what}: {'yes' if each.holds else 'NO'}" for each in found)
    tell({"attested": [asdict(each) for each in found]}, "\n".join(words), as_json=as_json)
    return DONE if all(each.holds for each in found) else FAULTS


def _heads(text: str, public: str) -> Iterator[Attestation]:
    for said in SIGNED.finditer(text):
        known = public or said["public"] or ""
        if not known:
            raise PitbossError(
                "The head was printed without a public key: give the house's key with --public."
            )
        what = f"head {said['head'][:20]}… is signed by {known[:16]}…"
        yield Attestation(what, is_signed(known, said["head"], said["signature"]))


def _values(text: str) -> Iterator[Attestation]:
    """Each opened value against the commitment before it; what cannot be checked is false."""
    committed: ValueCommitted | None = None
    for line in map(str.strip, text.splitlines()):
        if not line.startswith((f"{ValueCommitted.kind} ", f"{ValueOpened.kind} ")):
            continue
        try:
            event = VALUES.parse_event(line)
        except NotationError:
            yield Attestation(f"{line[:60]!r} can be read as a line of a log", False)
            continue
        if isinstance(event, ValueCommitted):
            committed = event
        elif isinstance(event, ValueOpened):
            what = f"{event.value} cents, opened in line {event.sequence}, was committed before"
            commitment = SealedValue(event.value, event.salt, "").commitment
            yield Attestation(what, committed is not None and commitment == committed.commitment)
            committed = None
