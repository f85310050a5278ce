"""A submission that is written, compared and opened: the floor that comes with pitboss first."""

import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import date, time
from io import StringIO
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.errors import PitbossError
from pitboss.games import PROCEDURES
from pitboss.rulebook.load import Rulebook
from pitboss.submission.changes import changes
from pitboss.submission.file import read, written
from pitboss.submission.first_submission import NAME, demonstration
from pitboss.submission.records import Approval, Permission, Submission, Superseded
from pitboss.table.houses.opening import open_house
from tests.soak import soak
from tests.submission.forms import RIVERBEND, checked


@pytest.fixture(scope="module")
def floor(book: Rulebook) -> Submission:
    return demonstration(book)


def test_the_floor_has_a_table_of_every_game_that_may_open(
    book: Rulebook, floor: Submission
) -> None:
    games = {f"{table.house.jurisdiction}/{table.house.game}" for table in floor.tables}
    assert games == {game.id for game in book.games}
    assert {table.house.game for table in floor.tables} >= {*PROCEDURES}
    assert floor.name == NAME
    assert len(floor.tables) == 24  # one of them again, with a dealer
    for table in floor.tables:
        assert open_house(book, table.house).house.wagers == table.house.wagers


@pytest.mark.parametrize(
    ("zone", "day_starts", "said"),
    [
        ("UTC", time(0), "effective = 2027-02-01 }"),
        ("America/Denver", time(6), 'zone = "America/Denver", day_starts = 06:00:00 }'),
    ],
)
def test_the_gaming_day_is_written_only_if_it_is_not_the_usual_one(
    book: Rulebook, zone: str, day_starts: time, said: str
) -> None:
    house = replace(read(book, RIVERBEND)[0], zone=zone, day_starts=day_starts)
    first, *_ = written(book, house).splitlines()
    assert first.startswith("house = {")
    assert first.endswith(said)


@pytest.mark.parametrize(
    "law",
    ["new_hampshire", "south_dakota", soak("colorado"), soak("pennsylvania")],
)
def test_the_floor_may_be_filed(book: Rulebook, floor: Submission, law: str) -> None:
    tables = tuple(table for table in floor.tables if table.house.jurisdiction == law)
    part = replace(floor, tables=tables, acknowledged=())
    found = checked(book, written(book, part))
    assert not found.faults
    assert {each.name for each in found.due} <= {*floor.acknowledged}


def test_what_is_written_reads_as_it_was(book: Rulebook, floor: Submission) -> None:
    whole = replace(
        floor,
        approved=Approval("Bureau", date(2026, 10, 20), 'RS "1"'),
        history=(Superseded(0, date(2026, 1, 1), "The first."),),
        permissions=(Permission("co-blackjack", "straight-jack-progressive", "Division"),),
    )
    back, faults = read(book, written(book, whole))
    assert not faults
    assert [(t.id, t.name, t.house) for t in back.tables] == [
        (t.id, t.name, t.house) for t in whole.tables
    ]
    assert (back.approved, back.history, back.permissions) == (
        whole.approved,
        whole.history,
        whole.permissions,
    )
    again, _ = read(book, written(book, read(book, RIVERBEND)[0]))
    assert [t.house for t in again.tables] == [t.house for t in read(book, RIVERBEND)[0].tables]


# -- what changes ----------------------------------------------------------------------------------


def said(book: Rulebook, old: str, new: str) -> list[tuple[str, str, tuple[str, ...]]]:
    found = changes(book, read(book, old)[0], read(book, new)[0])
    return [(each.table, each.says, each.notice) for each in found]


NEXT = RIVERBEND.replace("revision = 3", "revision = 4")
FILED = "58 Pa. Code § 601a.2: approved or filed beforehand"


def test_nothing_changes_between_equal_files(book: Rulebook) -> None:
    assert said(book, RIVERBEND, NEXT) == []


@pytest.mark.parametrize(
    ("old", "new", "table", "says", "notice"),
    [
        ('"$10 to $500"', '"$15 to $500"', "BJ-01", "Limits $15 to $500, previously $10 to $500.",
         ("posted 30 minutes before (the house's own period)",)),
        ('paytable = "A"', 'paytable = "B"', "BJ-01",
         "Perfect Pairs is paid by Paytable B, previously Paytable A.", (FILED,)),
        ('paid_from = "slip"', 'paid_from = "rack"', "BJ-01",
         "Must-Hit-By: paid-from is 'rack', previously 'jackpot slip'.",
         (FILED, "58 Pa. Code § 633c.14(b): pay tables posted")),
        ("hands = 4", "hands = 3", "BJ-01", "Term split_hands is '3', previously '4'.", (FILED,)),
        ('D-19 = "late surrender"', 'D-19 = "early"', "HY-03",
         "Reading D-19 is 'early', previously 'late'.", (FILED,)),
    ],
)  # fmt: skip
def test_a_change_is_said_in_words_with_the_clause_of_notice(
    book: Rulebook, old: str, new: str, table: str, says: str, notice: tuple[str, ...]
) -> None:
    assert said(book, RIVERBEND, NEXT.replace(old, new)) == [(table, says, notice)]


def test_a_table_and_a_wager_come_and_go(book: Rulebook) -> None:
    less = NEXT.replace('perfect_pairs = { paytable = "A", limits = "$1 to $100" }\n', "")
    less = less[: less.rindex("[[table]]")]
    (gone, table) = said(book, RIVERBEND, less)
    assert gone[:2] == ("BJ-01", "Perfect Pairs is no longer offered.")
    assert table[:2] == ("HY-03", "HY-03 is no longer offered.")
    back = [
        each[:2] for each in said(book, less, RIVERBEND.replace("revision = 3", "revision = 5"))
    ]
    assert back == [
        ("BJ-01", "Perfect Pairs is offered: Paytable A, $1 to $100."),
        ("HY-03", "New: HY-03, Hybrid Blackjack, no hole card, 6 decks."),
    ]


def test_a_reading_goes_with_the_wagers_that_it_bears_on(book: Rulebook) -> None:
    lines = NEXT.splitlines(keepends=True)
    less = "".join(x for x in lines if not x.startswith(("jackpot_party", "must_hit_by")))
    of_table = [says for table, says, _ in said(book, RIVERBEND, less) if table == "BJ-01"]
    assert of_table == [
        "Jackpot Party is no longer offered.",
        "Must-Hit-By is no longer offered.",
    ]


def test_a_reading_that_is_its_default_is_no_change(book: Rulebook) -> None:
    old = RIVERBEND.replace('D-19 = "late surrender"', f'D-19 = "{book.readings["D-19"].default}"')
    new = NEXT.replace(', D-19 = "late surrender"', "")
    assert said(book, old, new) == []


def test_a_revision_has_a_higher_number_than_the_one_before(book: Rulebook) -> None:
    with pytest.raises(PitbossError, match="revision 3 is in force; the next must be 4 or higher"):
        said(book, RIVERBEND, RIVERBEND)


# -- a first one -----------------------------------------------------------------------------------


def test_new_writes_the_demonstration_floor_without_asking(book: Rulebook, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    out = StringIO()
    with redirect_stdout(out):
        asked = ["submission", "new", str(file), "--from", "demo", "--name", "Riverbend"]
        assert run([*asked, "--effective", "2027-02-01", "--json"]) == 0
    assert json.loads(out.getvalue())["tables"][0] == "co-blackjack"
    made, faults = read(book, file.read_text("utf-8"))
    assert not faults
    assert (made.name, made.effective, len(made.tables)) == ("Riverbend", date(2027, 2, 1), 24)
    assert run(["submission", "new", str(file), "--from", "demo"]) == 2  # it is not overwritten


def test_new_asks_until_it_can_be_filed(
    book: Rulebook,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    house = ["Mill", "utah", "co", "soon", "2027-01-01"]
    table = ["blackjack-switch", "", "five", "5", "8", "$20 to $1,000", "nobody", "super-match"]
    answers: Iterator[str] = iter([*house, *table, "no"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    file = tmp_path / "house.toml"
    assert run(["submission", "new", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Enter 6 or 8, not 'five'." in said
    assert "No wager of Colorado is called 'nobody'." in said
    assert "pitboss.load()" not in said
    made, faults = read(book, file.read_text("utf-8"))
    assert not faults
    (filed,) = made.tables
    assert (made.name, made.jurisdiction) == ("Mill", "colorado")
    assert (filed.house.decks, filed.house.least, filed.house.most) == (8, 2_000, 100_000)
    assert [*filed.house.wagers] == ["super-match"]
    assert next(answers, "all answered") == "all answered"
