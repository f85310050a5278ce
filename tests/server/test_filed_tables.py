"""A house that serves its submission opens exactly the tables that are filed."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, time
from functools import partial
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.documents.evidence import FILED, submission_of
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.server.api.submission import put_in_force as effect_now
from pitboss.server.api.tables import read_house
from pitboss.server.audit_trail import note_words
from pitboss.server.floor import Floor
from pitboss.server.revisions import (
    approve,
    check_effective,
    check_floor,
    checked_revision,
    draft,
    due,
    file_text,
    gaming_day,
    is_waiting,
    keep_text,
    may_file,
    revisions,
    start_filed,
)
from pitboss.server.serve import open_house
from pitboss.server.tables.filed_tables import (
    IN_FORCE,
    open_filed,
    put_in_force,
    take_effect,
)
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.tables.open_tables import load, open_new
from pitboss.store.books import Books
from pitboss.store.store import Store
from pitboss.submission.file import read, written
from pitboss.submission.records import Approval, Submission
from pitboss.table.events.table import LogOpened
from pitboss.table.houses.house import logged_settings
from tests.migrated import migrated
from tests.submission.forms import RIVERBEND


@pytest.fixture
def filed(book: Rulebook) -> Submission:
    return read(book, RIVERBEND)[0]


@pytest.fixture
def floor(book: Rulebook, filed: Submission, tmp_path: Path) -> Iterator[Floor]:
    with Store.open(migrated(tmp_path / "house.sqlite3"), write=True) as store:
        made = Floor(book, store)
        made.filed = filed
        asyncio.run(open_filed(made, filed, "test"))
        yield made


def test_the_tables_are_those_filed_and_their_logs_name_the_revision(
    floor: Floor, filed: Submission
) -> None:
    assert [*floor.tables] == ["BJ-01", "BJ-02", "HY-03"]
    for table in filed.tables:
        first = floor.store.events_of_last_round(table.id)[0]
        assert isinstance(first, LogOpened)
        house = logged_settings(first.house)
        assert house.revision == f"Riverbend, revision 3, 2027-02-01, sha256 {filed.digest[:16]}"
        assert replace(house, revision="") == table.house


def test_a_log_from_before_revisions_is_read(filed: Submission) -> None:
    text = filed.tables[0].house.to_json()
    assert "revision" not in text
    assert logged_settings(text) == filed.tables[0].house


def test_nothing_is_opened_that_was_not_filed(floor: Floor, filed: Submission) -> None:
    house = replace(filed.tables[0].house, table="BJ-09")
    with pytest.raises(NotAllowed, match="revision 3 has no table BJ-09"):
        asyncio.run(open_new(floor, house, "BJ-09", "test"))
    with pytest.raises(NotAllowed, match="revision 3 files BJ-01 differently"):
        asyncio.run(open_new(floor, replace(house, seconds=10), "BJ-01", "test"))


def test_a_floor_with_another_table_is_refused(floor: Floor, filed: Submission) -> None:
    check_floor(floor, filed, "close it.")
    less = replace(filed, tables=filed.tables[1:])
    with pytest.raises(
        NotAllowed, match=r"BJ-01 is open but not filed this way in .*, revision 3: close it\."
    ):
        check_floor(floor, less, "close it.")
    first = filed.tables[0]
    other = replace(first, house=replace(first.house, seconds=10))
    with pytest.raises(NotAllowed, match="BJ-01 is open but not filed this way"):
        check_floor(floor, replace(filed, tables=(other, *filed.tables[1:])), "close it.")


def test_many_tables_in_the_way_are_counted_not_listed(
    floor: Floor, filed: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.server.revisions.NAMED", 1)
    with pytest.raises(NotAllowed, match=r"^BJ-01 and 2 others are open but not filed this way"):
        check_floor(floor, replace(filed, tables=()), "close them.")


def test_a_start_that_is_refused_is_in_the_audit_trail(
    floor: Floor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor.store.close()
    file, data = tmp_path / "other.toml", tmp_path / "house.sqlite3"
    file.write_text(RIVERBEND.replace("Riverbend", "Other").replace("BJ-01", "BJ-11"))
    asked = ["serve", "--port", "0", "--submission", str(file), "--trial"]
    assert run([*asked, "--database", f"sqlite:///{data}"]) == 2
    assert "BJ-01 is open but not filed this way in Other" in capsys.readouterr().err
    with Store.open(f"sqlite:///{data}") as store:
        refused = store.noted("start refused")
    assert [note.who for note in refused] == ["pitboss"]
    assert "BJ-01 is open but not filed this way in Other" in refused[0].details


def test_a_revision_is_served_from_its_date(filed: Submission) -> None:
    check_effective(filed, date(2027, 2, 1))
    with pytest.raises(NotAllowed, match="effective from 2027-02-01"):
        check_effective(filed, date(2027, 1, 31))


def test_serve_refuses_a_submission_with_all_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(RIVERBEND.replace("perfect_pairs", "perfect_pair").replace('"P2"', '"P5"'))
    data = tmp_path / "books"
    assert run(["serve", "--submission", str(file), "--data", str(data)]) == 2
    said = capsys.readouterr().err
    assert "house.toml:11: `perfect_pair`: did you mean `perfect_pairs`?" in said
    assert "house.toml:12: 58 Pa. Code § 633c.2(i): P5 of Jackpot Party is for 8 decks" in said
    assert not data.exists()


def test_the_text_that_was_filed_is_kept_once_for_whoever_checks(
    floor: Floor, filed: Submission
) -> None:
    for _ in range(2):
        keep_text(floor.store, filed)
    assert [note.details for note in floor.store.noted(FILED)] == [RIVERBEND]
    assert submission_of(floor.store, filed.reference) == RIVERBEND
    assert submission_of(floor.store, "") == ""


def test_a_running_house_is_written_as_its_next_revision(
    book: Rulebook, floor: Floor, filed: Submission, tmp_path: Path
) -> None:
    file = tmp_path / "next.toml"
    asked = ["submission", "new", str(file), "--effective", "2027-03-01", "--from"]
    assert run([*asked, f"sqlite:///{tmp_path / 'house.sqlite3'}"]) == 0
    made, faults = read(book, file.read_text("utf-8"))
    assert not faults
    assert (made.name, made.revision, made.effective) == ("Riverbend", 4, date(2027, 3, 1))
    assert [table.house for table in made.tables] == [table.house for table in filed.tables]


def test_a_running_house_keeps_what_it_acknowledged(book: Rulebook, tmp_path: Path) -> None:
    names = '"BJ-01 perfect_pairs: return over 100%", "BJ-09 perfect_pairs: return over 100%"'
    text = RIVERBEND.replace("\n\n", f"\nacknowledge = [{names}]\n\n", 1)
    filed, file = read(book, text)[0], tmp_path / "next.toml"
    with Store.open(migrated(tmp_path / "house.sqlite3"), write=True) as store:
        floor = Floor(book, store)
        floor.filed = filed
        keep_text(store, filed)
        asyncio.run(open_filed(floor, filed, "test"))
    source = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    assert run(["submission", "new", str(file), "--from", source]) == 0
    made, _ = read(book, file.read_text("utf-8"))
    assert made.acknowledged == filed.acknowledged[:1]  # no BJ-09 is open


def test_a_form_cannot_name_a_revision() -> None:
    _, house = read_house({"jurisdiction": "pennsylvania", "revision": "Riverbend, revision 9"})
    assert house.revision == ""


# -- revisions -------------------------------------------------------------------------------------

NEXT = (
    RIVERBEND.replace("revision = 3", "revision = 4")
    .replace("2027-02-01", "2027-03-01")
    .replace('limits = "$10 to $500"', 'limits = "$15 to $500"')
)


def test_a_revision_is_filed_approved_and_in_force_from_its_date(
    floor: Floor, filed: Submission
) -> None:
    keep_text(floor.store, filed)
    may_file(floor, NEXT)
    file_text(floor, NEXT, "Flora")
    digest = revisions(floor)[-1].submission.digest
    assert not asyncio.run(take_effect(floor, date(2027, 3, 1), "Flora"))  # not approved
    early = Approval("Bureau", date(2027, 3, 2), "PGCB 27-118")
    with pytest.raises(NotAllowed, match="effective on 2027-03-01, before it is approved"):
        approve(floor, digest, early, "Flora")
    approve(floor, digest, Approval("Bureau", date(2027, 2, 20), "PGCB 27-118"), "Flora")
    with pytest.raises(NotAllowed, match="already approved by Bureau"):
        approve(floor, digest, Approval("Bureau", date(2027, 2, 21), "PGCB 27-119"), "Flora")
    found = revisions(floor)
    assert due(found, date(2027, 2, 28)) is None
    assert not asyncio.run(take_effect(floor, date(2027, 2, 28), "Flora"))
    assert floor.filed is filed
    assert asyncio.run(take_effect(floor, date(2027, 3, 1), "Flora"))  # limits may change openly
    assert floor.filed.revision == 4
    assert found[-1].filed_by == "Flora"


def test_a_table_in_the_way_of_a_revision_is_named(floor: Floor, filed: Submission) -> None:
    keep_text(floor.store, filed)
    other = NEXT.replace("decks = 8", "decks = 6").replace('paytable = "B"', 'paytable = "A"')
    floor.store.note("Flora", FILED, other)
    digest = revisions(floor)[-1].submission.digest
    approve(floor, digest, Approval("Bureau", date(2027, 2, 20), "PGCB 27-118"), "Flora")
    with pytest.raises(NotAllowed, match=r"BJ-02 is open .*: close it at the desk first\."):
        asyncio.run(take_effect(floor, date(2027, 3, 1), "Flora"))
    assert floor.filed is filed


def test_what_may_not_be_filed_says_why(floor: Floor, filed: Submission) -> None:
    keep_text(floor.store, filed)
    with pytest.raises(NotAllowed, match="revision 3 is in force; the next must be 4 or higher"):
        may_file(floor, RIVERBEND.replace("2027-02-01", "2027-03-01"))
    with pytest.raises(NotAllowed, match="did you mean `perfect_pairs`"):
        may_file(floor, NEXT.replace("perfect_pairs", "perfect_pair"))
    _, checked, moved, why = checked_revision(floor, NEXT)
    assert not checked.faults
    assert not why
    assert [(each.table, each.says) for each in moved] == [
        ("BJ-01", "Limits $15 to $500, previously $10 to $500.")
    ]
    assert moved[0].notice


def test_the_form_for_a_table_writes_the_next_revision(
    book: Rulebook, floor: Floor, filed: Submission
) -> None:
    house = replace(filed.tables[2].house, table="HY-09")
    made, faults = read(book, draft(floor, house, "Pit 9", date(2027, 4, 1)))
    assert not faults
    assert (made.revision, made.effective, made.approved) == (4, date(2027, 4, 1), None)
    assert [table.name for table in made.tables] == ["BJ-01", "BJ-02", "HY-03", "Pit 9"]
    assert made.tables[-1].house == house
    assert made.history[-1].revision == 3


def test_the_house_that_comes_with_pitboss_files_what_it_opens(
    book: Rulebook, filed: Submission, tmp_path: Path
) -> None:
    """Nothing is open that was not filed: the log names a revision, and the books hold it."""
    with Store.open(migrated(tmp_path / "own.sqlite3"), write=True) as store:
        floor = Floor(book, store)
        start_filed(floor, None, date(2027, 1, 1))
        first = floor.filed.revision
        house = replace(filed.tables[0].house, table="pit-9", wagers={})
        asyncio.run(open_new(floor, house, "Pit 9", "Flora"))
        assert floor.filed.revision == first + 1
        event = store.events_of_last_round("pit-9")[0]
        assert isinstance(event, LogOpened)
        reference = logged_settings(event.house).revision
        assert reference == floor.filed.reference
        text = submission_of(store, reference)
        assert read(book, text)[0].tables[-1].name == "Pit 9"
        again = Floor(book, store)
        load(again)
        start_filed(again, None, date(2027, 1, 1))
        assert again.filed.digest == floor.filed.digest
        assert again.files_itself


def test_the_trail_names_a_revision_and_does_not_repeat_its_text(
    book: Rulebook, floor: Floor, filed: Submission
) -> None:
    keep_text(floor.store, filed)
    (note,) = floor.store.noted(FILED)
    assert note_words(note, {}, book) == "Riverbend, revision 3"
    commented = replace(note, details=f"# For the Bureau.\n{note.details}")
    assert note_words(commented, {}, book) == "Riverbend, revision 3"


# -- the next start --------------------------------------------------------------------------------

MARCH = date(2027, 3, 1)
MORE = NEXT + NEXT[NEXT.rindex("[[table]]") :].replace("HY-03", "HY-04")


def started(before: Floor, today: date, given: Submission | None = None) -> Floor:
    """The floor after its next start, in the order of `pitboss serve`."""
    floor = Floor(before.book, before.store)
    load(floor)
    start_filed(floor, given, today)
    asyncio.run(open_house(floor, given))
    return floor


def file_approved(floor: Floor, text: str) -> None:
    file_text(floor, text, "Flora")
    digest = revisions(floor)[-1].submission.digest
    approve(floor, digest, Approval("Bureau", date(2026, 2, 20), "PGCB 27-118"), "Flora")


@pytest.fixture
def empty(book: Rulebook, tmp_path: Path) -> Iterator[Floor]:
    with Store.open(migrated(tmp_path / "empty.sqlite3"), write=True) as store:
        yield Floor(book, store)


def test_a_house_first_served_with_its_submission_is_never_the_demonstration(
    empty: Floor, filed: Submission
) -> None:
    first = started(empty, MARCH, filed)
    again = started(first, MARCH)
    assert [*again.tables] == ["BJ-01", "BJ-02", "HY-03"]
    assert [each.submission.name for each in revisions(again)] == ["Riverbend"]
    assert again.filed.reference == filed.reference  # its logs name it
    assert not again.files_itself
    assert {person.role for person in empty.store.people.all()} == {
        "dealer",
        "floor",
        "auditor",
        "admin",
    }
    assert {note.who for note in empty.store.noted("open table")} == {"pitboss"}


def test_a_house_that_was_tried_is_not_served_before_its_date(
    empty: Floor, filed: Submission
) -> None:
    tried = started(empty, date(2027, 1, 31), replace(filed, name="Riverbend (trial)"))
    with pytest.raises(NotAllowed, match="Riverbend, revision 3 is effective from 2027-02-01"):
        started(tried, date(2027, 1, 31))
    assert started(tried, filed.effective).filed.name == "Riverbend"


def test_a_trial_needs_a_submission(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--trial", "--data", str(tmp_path / "books")]) == 2
    assert "give it with --submission" in capsys.readouterr().err
    assert not (tmp_path / "books").exists()


def test_nothing_is_put_in_force_that_is_not_due(floor: Floor, filed: Submission) -> None:
    keep_text(floor.store, filed)
    file_text(floor, MORE, "Flora")  # nobody has approved it
    with pytest.raises(NotAllowed, match="No other revision can take effect on"):
        asyncio.run(
            effect_now(floor.store.people.add("Flora", "floor", "a long pass phrase"), floor)
        )
    assert floor.filed.revision == 3


def test_a_revision_that_is_due_at_the_start_opens_its_tables(
    floor: Floor, filed: Submission
) -> None:
    keep_text(floor.store, filed)
    file_approved(floor, MORE)
    early = started(floor, date(2027, 2, 28))
    assert not asyncio.run(take_effect(early, date(2027, 2, 28), "pitboss"))
    assert early.filed.revision == 3
    again = started(floor, MARCH)
    assert asyncio.run(take_effect(again, MARCH, "pitboss"))
    assert again.filed.revision == 4
    assert "HY-04" in again.tables
    assert again.tables["HY-04"].filed.revision == again.filed.reference


def test_a_table_in_the_way_at_the_start_leaves_the_revision_waiting(
    floor: Floor, filed: Submission
) -> None:
    keep_text(floor.store, filed)
    file_approved(
        floor, MORE.replace("decks = 8", "decks = 6").replace('paytable = "B"', 'paytable = "A"')
    )
    again = started(floor, MARCH)
    with pytest.raises(NotAllowed, match="BJ-02 is open but not filed this way"):
        asyncio.run(take_effect(again, MARCH, "pitboss"))
    assert again.filed.revision == 3


def test_a_revision_whose_tables_could_not_all_be_opened_still_waits(
    floor: Floor, filed: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_text(floor.store, filed)
    file_approved(floor, MORE)

    async def fails(*_: object) -> str:
        raise NotAllowed("the disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr("pitboss.server.tables.filed_tables.open_new", fails)
        with pytest.raises(NotAllowed, match="disk"):
            asyncio.run(take_effect(floor, MARCH, "Flora"))
    wanted = due(revisions(floor), MARCH)
    assert wanted is not None
    assert is_waiting(floor, wanted)
    assert asyncio.run(take_effect(floor, MARCH, "Flora"))
    assert "HY-04" in floor.tables
    assert not is_waiting(floor, wanted)


@pytest.fixture
def own(empty: Floor, filed: Submission, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """A demonstration of three tables."""
    small = replace(read(empty.book, OWN)[0], file="demonstration.toml")
    for module in ("serve", "revisions"):
        monkeypatch.setattr(f"pitboss.server.{module}.demonstration", lambda book: small)
    return started(empty, date(2027, 2, 1))


OWN = RIVERBEND.replace("Riverbend", "Demonstration house").replace("revision = 3", "revision = 1")
OWN_NEXT = MORE.replace("Riverbend", "Demonstration house").replace("revision = 4", "revision = 2")


def test_the_demonstration_keeps_to_what_is_in_force(own: Floor) -> None:
    """A revision of the desk is in force when it is approved and due, and not before."""
    assert own.files_itself
    file_text(own, OWN_NEXT, "Flora")
    again = started(own, MARCH)
    assert (again.filed.revision, again.files_itself) == (1, True)  # it is not approved
    approve(
        own,
        revisions(own)[-1].submission.digest,
        Approval("Bureau", date(2027, 2, 20), "PGCB 27-118"),
        "Flora",
    )
    early = started(own, date(2027, 2, 28))
    assert (early.filed.revision, early.files_itself) == (1, True)
    late = started(own, MARCH)
    assert (late.filed.revision, late.files_itself) == (2, False)
    assert asyncio.run(take_effect(late, MARCH, "pitboss"))
    assert "HY-04" in late.tables


def test_no_number_is_given_to_two_revisions(own: Floor, filed: Submission) -> None:
    file_text(own, OWN_NEXT, "Flora")
    house = replace(filed.tables[2].house, table="pit-9")
    assert read(own.book, draft(own, house, "Pit 9", MARCH))[0].revision == 3
    asyncio.run(open_new(own, house, "Pit 9", "Flora"))
    assert own.filed.revision == 3
    numbers = [each.submission.revision for each in revisions(own)]
    assert numbers == [1, 2, 3]


def test_books_from_before_submissions_are_filed_as_they_stand(
    empty: Floor, filed: Submission
) -> None:
    """Their first revision has their tables; these go on, and nothing is opened unfiled."""
    books = Books(empty.store, empty.book)
    for table in filed.tables[1:]:
        books.open(table.house, table.name)
    books.commit()
    floor = started(empty, MARCH)
    (first,) = revisions(floor)
    assert (first.filed_by, first.submission.effective) == ("pitboss", MARCH)
    assert [t.house for t in first.submission.tables] == [t.house for t in filed.tables[1:]]
    assert [*floor.tables] == ["BJ-02", "HY-03"]  # nothing was opened for them
    assert floor.filed.digest == first.submission.digest
    again = started(floor, MARCH)
    assert [each.submission.digest for each in revisions(again)] == [first.submission.digest]
    asyncio.run(open_new(again, filed.tables[0].house, "BJ-01", "Flora"))
    assert revisions(again)[-1].submission.revision == 2
    assert again.tables["BJ-01"].filed.revision == again.filed.reference


def test_nothing_is_opened_where_nothing_is_filed(empty: Floor, filed: Submission) -> None:
    with pytest.raises(NotAllowed, match="No Rules Submission is in force"):
        asyncio.run(open_new(empty, filed.tables[0].house, "BJ-01", "Flora"))
    assert not empty.taken


# -- at its date -----------------------------------------------------------------------------------

CHANGED = NEXT.replace("decks = 8", "decks = 8\nseconds = 15")


def filed_for_march(floor: Floor, filed: Submission, text: str) -> None:
    """The books with a revision that is approved and effective on 1 March 2027."""
    keep_text(floor.store, filed)
    file_text(floor, text, "Flora")
    digest = revisions(floor)[-1].submission.digest
    approve(floor, digest, Approval("Bureau", date(2027, 2, 20), "PGCB 27-118"), "Flora")


def at_moment(floor: Floor, moment: str) -> None:
    floor.store.clock = lambda: datetime.fromisoformat(moment)


def test_a_revision_goes_into_force_by_itself_at_its_date(
    book: Rulebook, floor: Floor, filed: Submission
) -> None:
    filed_for_march(floor, filed, NEXT)
    at_moment(floor, "2027-02-28T23:59:59+00:00")
    assert not asyncio.run(put_in_force(floor))
    assert floor.filed is filed
    at_moment(floor, "2027-03-01T00:00:00+00:00")
    assert asyncio.run(put_in_force(floor))
    assert floor.filed.revision == 4
    (note,) = floor.store.noted(IN_FORCE)
    assert note.who == "pitboss"
    assert note_words(note, {}, book) == "Riverbend, revision 4, effective 2027-03-01"
    assert not asyncio.run(put_in_force(floor))  # it is
    assert len(floor.store.noted(IN_FORCE)) == 1


async def stepped(floor: Floor, at: LiveTable, act: Callable[[], None]) -> None:
    async with floor.locked(floor.group_at(at)):
        await floor.step(at, act)


def staked(at: LiveTable, *also: str) -> None:
    at.table.buy_in("Ann", 100_00)
    at.table.open_round()
    at.table.bet(1, "Ann", "blackjack", at.table.opened.house.least)
    for wager in also:
        at.table.bet(1, "Ann", wager, at.filed.wagers[wager].stake or 0)


def played_out(at: LiveTable) -> None:
    at.table.deal()
    while at.table.in_play:
        if at.table.asked:
            at.answer_for_silent(next(iter(at.table.asked)))
        else:
            at.table.go()


def test_a_table_that_a_revision_changes_closes_between_rounds_and_opens_as_it_is_filed(
    floor: Floor, filed: Submission
) -> None:
    filed_for_march(floor, filed, CHANGED)
    at_moment(floor, "2027-03-01T00:00:00+00:00")
    old = floor.tables["BJ-02"]
    assert old.table.opened.house.seconds != 15
    asyncio.run(stepped(floor, old, lambda: staked(old)))
    assert not asyncio.run(put_in_force(floor))  # a round is open
    assert (floor.filed, old.is_open) == (filed, True)
    asyncio.run(stepped(floor, old, lambda: played_out(old)))
    assert asyncio.run(put_in_force(floor))
    assert "BJ-02" not in floor.tables
    (new,) = (at for at in floor.tables.values() if at.name == "BJ-02")
    assert (new.table.opened.house.seconds, new.is_open) == (15, True)
    assert new.table.opened.house.revision == floor.filed.reference
    whys = [json.loads(note.details)["why"] for note in floor.store.noted("close table")]
    assert whys == ["Riverbend, revision 4 files it differently"]
    assert floor.tables["HY-03"].table.opened.house.revision == filed.reference  # untouched


@pytest.mark.parametrize("killed", ["take_effect", "reopen"])
def test_a_table_that_a_revision_closed_opens_at_the_next_start(
    floor: Floor, filed: Submission, killed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is killed once the table is closed, before the revision is in force or after."""
    filed_for_march(floor, filed, CHANGED)
    at_moment(floor, "2027-03-01T00:00:00+00:00")

    async def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(f"pitboss.server.tables.filed_tables.{killed}", kill)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(put_in_force(floor))
    again = started(floor, MARCH)
    assert not again.tables["BJ-02"].is_open
    asyncio.run(put_in_force(again))
    assert again.filed.revision == 4
    (new,) = (at for at in again.tables.values() if at.name == "BJ-02")
    assert (new.id, new.is_open, new.filed.seconds) == ("BJ-02-2", True, 15)
    assert new.filed.revision == again.filed.reference
    asyncio.run(put_in_force(again))
    assert [*again.tables] == ["BJ-01", "HY-03", "BJ-02-2"]  # it opens once


def test_a_table_that_was_closed_at_the_desk_stays_closed(floor: Floor, filed: Submission) -> None:
    at = floor.tables["HY-03"]
    asyncio.run(stepped(floor, at, lambda: at.table.close()))
    filed_for_march(floor, filed, CHANGED)
    at_moment(floor, "2027-03-01T00:00:00+00:00")
    assert asyncio.run(put_in_force(floor))
    assert not floor.tables["HY-03"].is_open


def test_a_revision_waits_for_a_meter_that_is_owed(floor: Floor, filed: Submission) -> None:
    """The jackpot of BJ-01 is unwon: nobody may end it unasked, so no table is closed."""
    filed_for_march(floor, filed, CHANGED.replace("decks = 6", "decks = 6\nseconds = 15", 1))
    at_moment(floor, "2027-03-01T00:00:00+00:00")
    at = floor.tables["BJ-01"]
    asyncio.run(stepped(floor, at, lambda: staked(at, "jackpot-party")))
    asyncio.run(stepped(floor, at, lambda: played_out(at)))
    with pytest.raises(NotAllowed, match="revision 4 waits for BJ-01: close it at the desk"):
        asyncio.run(put_in_force(floor))
    assert floor.filed is filed
    assert all(each.is_open for each in floor.tables.values())


def test_the_gaming_day_is_that_of_the_houses_zone(book: Rulebook, floor: Floor) -> None:
    """Midnight in Denver is seven hours after that in Greenwich; or the day begins as filed."""
    at = 'effective = 2027-02-01, zone = "America/Denver"'
    denver, faults = read(book, RIVERBEND.replace("effective = 2027-02-01", at))
    assert not faults
    early, late = (datetime.fromisoformat(f"2027-03-01T0{n}:30:00+00:00") for n in (6, 7))
    assert (denver.day_at(early), denver.day_at(late)) == (date(2027, 2, 28), date(2027, 3, 1))
    at_six, faults = read(
        book, RIVERBEND.replace("effective = 2027-02-01", f"{at}, day_starts = 06:00:00")
    )
    assert not faults
    moments = [datetime.fromisoformat(f"2027-03-01T{n}:00+00:00") for n in ("12:59", "13:00")]
    assert [at_six.day_at(each).day for each in moments] == [28, 1]
    again, faults = read(book, written(book, at_six))
    assert (again.zone, again.day_starts, faults) == ("America/Denver", time(6), [])
    floor.filed = denver
    floor.store.clock = lambda: early
    assert gaming_day(floor) == date(2027, 2, 28)
    _, (fault,) = read(book, RIVERBEND.replace("effective = 2027-02-01", at.replace("Den", "Dun")))
    assert "no time zone is called 'America/Dunver'" in fault.message


def test_two_people_cannot_file_the_same_number(floor: Floor, filed: Submission) -> None:
    """Both were told that 4 is free; the second to file it is refused, and nothing is kept."""
    keep_text(floor.store, filed)
    other = NEXT.replace("2027-03-01", "2027-04-01")
    may_file(floor, NEXT)
    may_file(floor, other)

    async def both() -> list[object]:
        filings = ((NEXT, "Flora"), (other, "Finn"))
        works = [floor.writes(partial(file_text, floor, *filing)) for filing in filings]
        return list(await asyncio.gather(*works, return_exceptions=True))

    first, second = asyncio.run(both())
    assert first is None
    assert str(second) == "revision 4 is already filed; the next must be 5 or higher."
    assert [each.filed_by for each in revisions(floor)][1:] == ["Flora"]
