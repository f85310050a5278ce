"""The regulator's bundle: made from the books, checked with nothing but pitboss."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from pitboss.documents.evidence import Period, archive, check_evidence, evidence, unpacked
from pitboss.errors import NotAllowed, PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.store.store import Store
from pitboss.table.events.rounds import RoundEnded
from tests.conftest import Ask
from tests.passwords import QUICK
from tests.store.houses import open_tables, play

TODAY = datetime.now(UTC).date()
SWITCH = Path(__file__).parents[1] / "table" / "old_logs" / "colorado-blackjack-switch.log"
PERIOD = Period(TODAY - timedelta(1), TODAY + timedelta(1))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.sqlite3'}"


@pytest.fixture(scope="module")
def store(url: str) -> Iterator[Store]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pitboss.store.passwords.HASHER", QUICK)
        Store.migrate(url)
        with Store.open(url, write=True) as store:
            play(open_tables(store, 8), Random(8), 70)
            yield store


@pytest.fixture(scope="module")
def bundle(book: Rulebook, store: Store) -> bytes:
    return evidence(book, store, "own", PERIOD, "2027-02-08T00:00:00+00:00")


def verdicts(book: Rulebook, content: bytes) -> dict[str, list[str]]:
    made: dict[str, list[str]] = {"proved": [], "false": [], "not proved": []}
    for each in check_evidence(book, content):
        made[each.verdict].append(each.says)
    return made


def test_everything_in_a_bundle_is_proved_but_whose_key_it_is(
    book: Rulebook, bundle: bytes
) -> None:
    found = verdicts(book, bundle)
    assert found["false"] == []
    proved = " ".join(found["proved"])
    for words in (
        "signed with the key that it names",
        "files are unchanged since they were signed",
        "follows from the rules",
        "ledger.csv is what the log says",
        "slips.json is what the log says",
        "what it shows is its seed, contributions and awards",
    ):
        assert words in proved, words
    unproved = " ".join(found["not proved"])
    assert "whose key it is" in unproved
    assert "under which Rules Submission: the log names none" in unproved


def test_it_holds_no_round_in_play_and_explains_itself(bundle: bytes) -> None:
    files = unpacked(bundle)
    last = files["log.txt"].decode().splitlines()[-1]
    assert last.split(" ")[0] == RoundEnded.kind
    assert b"pitboss evidence verify" in files["index.html"]
    assert {"manifest.json", "manifest.sig", "log.txt", "ledger.csv", "slips.json"} <= {*files}


def test_a_log_of_another_rulebook_is_judged_by_this_one_which_the_bundle_says(
    book: Rulebook, bundle: bytes
) -> None:
    found = verdicts(replace(book, digest="0" * 64), bundle)
    assert found["false"] == []
    assert any("follows from the rules" in each for each in found["proved"])
    (said,) = [each for each in found["not proved"] if "these very rules" in each]
    assert book.digest[:12] in said


def test_what_a_changed_rule_may_explain_is_neither_proved_nor_false(
    book: Rulebook, bundle: bytes
) -> None:
    files = unpacked(bundle)
    files["log.txt"] = SWITCH.read_bytes()  # whose shoe was not cut, as it must be since
    found = verdicts(book, archive(files))
    assert "books and the chain of 3 rounds are consistent" in " ".join(found["proved"])
    (said,) = [each for each in found["not proved"] if "the play itself" in each]
    assert "the rules say 'shoe 1 to be cut first'" in said
    assert "in case a rule has changed" in said
    first, end, rest = SWITCH.read_text().partition("\nend ")
    files["log.txt"] = f"{first}{end}{rest.splitlines()[0]}\n".encode()
    proved = " ".join(verdicts(book, archive(files))["proved"])
    assert "books and the chain of 1 round are consistent" in proved
    assert not [each for each in found["false"] if each.startswith("the log, ")]
    files["log.txt"] = files["log.txt"].replace(b"rulebook=3", b"rulebook=4", 1)
    found = verdicts(book, archive(files))  # no rule decides a chain
    assert [each for each in found["false"] if each.startswith("the log, ")]


Change = Callable[[dict[str, bytes]], None]


def changed(name: str, old: bytes, new: bytes) -> Change:
    def change(files: dict[str, bytes]) -> None:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)

    return change


def signed_again(files: dict[str, bytes]) -> None:
    """Whoever changes a file can change its digest, but cannot sign the manifest."""
    facts = json.loads(files["manifest.json"])
    facts["rounds"] = 1
    files["manifest.json"] = json.dumps(facts).encode()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (changed("ledger.csv", b"house", b"horse"), "ledger.csv has changed since it was signed"),
        (changed("log.txt", b" cents=", b" cents=1"), "log.txt has changed since it was signed"),
        (lambda files: files.pop("slips.json"), "slips.json is missing"),
        (lambda files: files.update({"more.txt": b""}), "more.txt is not in the manifest"),
        (signed_again, "the manifest was not signed with the key that it names"),
    ],
)
def test_what_is_changed_is_false(book: Rulebook, bundle: bytes, change: Change, says: str) -> None:
    files = unpacked(bundle)
    change(files)
    found = verdicts(book, archive(files))
    assert any(says in each for each in found["false"]), found


def test_a_bundle_is_made_only_of_rounds_that_were_dealt(book: Rulebook, store: Store) -> None:
    before = Period(TODAY - timedelta(20), TODAY - timedelta(10))
    with pytest.raises(NotAllowed, match="own has no finished round from"):
        evidence(book, store, "own", before, "")


def test_something_else_is_no_evidence(book: Rulebook) -> None:
    with pytest.raises(PitbossError, match="it is not a ZIP file"):
        check_evidence(book, b"not a zip")
    out = io.BytesIO()
    zipfile.ZipFile(out, "w").close()
    with pytest.raises(PitbossError, match="it has no manifest"):
        check_evidence(book, out.getvalue())


def test_the_commands(ask: Ask, store: Store, url: str, tmp_path: Path) -> None:
    file = tmp_path / "own.zip"
    days = ("--from", str(PERIOD.first), "--to", str(PERIOD.last))
    asked = ("evidence", "--table", "own", *days, "--out", str(file), "--database", url)
    status, out, err = ask(*asked, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["file"] == str(file)
    status, out, _ = ask("evidence", "verify", str(file))
    assert status == 0
    assert "Nothing is false." in out
    said = json.loads(ask("evidence", "verify", str(file), "--json")[1])
    assert {each["verdict"] for each in said["findings"]} == {"proved", "not proved"}
    file.write_bytes(archive({**unpacked(file.read_bytes()), "more.txt": b""}))
    status, out, _ = ask("evidence", "verify", str(file))
    assert status == 1
    assert "Something is false." in out
