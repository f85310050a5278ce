"""Logs from before events were types, one of every procedure, are still read and verified.

They are version 2 of a log, dealt by `play --auto 3 --seed 7` under an earlier rulebook. They are
judged by the current one, which since then asks four games for more when a shoe is begun.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.games import PROCEDURES
from pitboss.log import Event, print_log
from pitboss.rulebook.load import Rulebook, load
from pitboss.table.events import TABLE_LOG, header_of
from pitboss.table.events.rounds import RoundOpened, Settled
from pitboss.table.houses.opening import Open
from pitboss.table.log.narrator import names_of, narrate
from pitboss.table.log.replay import opened_under, other_rules
from pitboss.table.log.verification import verify
from pitboss.table.table_view import seen_round, with_reasons

LOGS = sorted((Path(__file__).parent / "old_logs").glob("*.log"))
BEGUN_OTHERWISE = {
    "colorado-21-hold-em": {"a new shoe only after the bets of a round"},
    "colorado-3-card-shine": {
        "shoe 1 to be cut first",
        "shoe 2 to be cut first",
        "shoe 3 to be cut first",
    },
    "colorado-blackjack-switch": {"shoe 1 to be cut first"},
    "pennsylvania-hybrid-blackjack": {'inspected by=software clause="58 Pa. Code § 633c.5(i)"'},
}
"""Log → what is asked for when a shoe is begun, and was not then."""
every_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


def read(path: Path) -> tuple[Rulebook, tuple[Event, ...]]:
    """A log, and the current rulebook."""
    return load(), TABLE_LOG.parse_log(path.read_text(encoding="utf-8"))


def opened_of(path: Path) -> Open:
    """The house of a log under the current rulebook."""
    book, events = read(path)
    return opened_under(book, header_of(events))


def test_there_is_one_of_every_procedure() -> None:
    assert {opened_of(path).procedure for path in LOGS} == {*PROCEDURES.values()}


@every_log
def test_it_is_printed_as_it_was_read(path: Path) -> None:
    assert print_log(read(path)[1]) == path.read_text(encoding="utf-8")


@every_log
def test_it_verifies(path: Path) -> None:
    book, events = read(path)
    assert header_of(events).version == 2
    found = {each.expected for each in verify(book, events)}
    assert found == BEGUN_OTHERWISE.get(path.stem, set())


@every_log
def test_the_command_verifies_it_and_names_its_rulebook(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    differs = path.stem in BEGUN_OTHERWISE
    assert run(["verify", str(path), "--json"]) == int(differs)
    said = json.loads(capsys.readouterr().out)
    made = header_of(read(path)[1]).rulebook
    assert (said["made_under"], said["judged_by"]) == (made, load().digest)
    assert run(["verify", str(path)]) == int(differs)
    out = capsys.readouterr().out
    assert other_rules(*read(path)) in out
    assert ("in case a rule has changed" in out) == differs
    run(["replay", str(path), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert (said["made_under"], said["judged_by"]) == (made, load().digest)


@every_log
def test_a_changed_amount_is_found(path: Path) -> None:
    book, events = read(path)
    changed = [
        replace(event, back=event.back + 100) if isinstance(event, Settled) else event
        for event in events
    ]
    assert len(verify(book, changed)) > len(verify(book, events))


@every_log
def test_it_can_be_viewed_and_narrated(path: Path) -> None:
    _, events = read(path)
    opened = opened_of(path)
    begun = max(n for n, event in enumerate(events) if isinstance(event, RoundOpened))
    seen = seen_round(opened, events[begun:], "surveillance")
    assert [card.card for card in seen.dealer if card.card]
    names, told = names_of(opened), list(with_reasons(opened, events))
    settled = [(event, why) for event, why in told if isinstance(event, Settled)]
    assert settled
    assert all(narrate(event, names, why=why).endswith(".") for event, why in settled)
    assert [bool(why) for _, why in told] == [isinstance(event, Settled) for event, _ in told]
