"""The documents of a submission: what they say, and that they are the same for the same input."""

import json
from datetime import date
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.documents.submission_form import submission_form
from pitboss.documents.submission_pages import submission_html, submission_pdf
from pitboss.documents.typeset import typeset
from pitboss.rulebook.load import Rulebook
from pitboss.submission.check import CheckedSubmission, check
from pitboss.submission.read import read
from pitboss.submission.records import Submission
from tests.submission.forms import RIVERBEND, one_table

DAY = date(2027, 1, 15)


@pytest.fixture(scope="module")
def filed(book: Rulebook) -> tuple[Submission, CheckedSubmission]:
    submission, faults = read(book, RIVERBEND)
    return submission, check(book, submission, faults)


@pytest.fixture(scope="module")
def form(book: Rulebook, filed: tuple[Submission, CheckedSubmission]) -> dict[str, object]:
    return submission_form(book, *filed, DAY)


def test_the_page_says_what_is_filed_with_its_clauses(form: dict[str, object]) -> None:
    page = submission_html(form)
    for words in (
        "RIVERBEND-RS-03",
        "Revision 3, effective 1 February 2027",
        "NOT APPROVED",
        "58 Pa. Code § 633c.1(e)",  # Perfect Pairs, by the table that is filed
        "Perfect pair</td><td>25 to 1",
        "Royal flush—diamonds</td><td>100% of progressive",
        "Progressive form: progressive meter",
        "$50,000",  # the seed of P2, which the law fixes
        "hit 11 or less",  # the clock of the hybrid
        "The dealer draws to 16 and stands on every 17.",
        "Cards are dealt from the dealer&#39;s left clockwise: player, dealer, player, dealer.",
        "Not chosen: to 1.",
        "When something goes wrong",
    ):
        assert words in page, words
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")


def test_the_paper_is_the_same_to_the_byte(form: dict[str, object]) -> None:
    first = submission_pdf(form)
    assert first.startswith(b"%PDF-")
    assert submission_pdf(json.loads(json.dumps(form))) == first
    assert submission_pdf({**form, "drawn": "16 January 2027"}) != first


def test_every_page_has_its_number(form: dict[str, object]) -> None:
    pages = typeset("submission.typ", form, to="svg")
    assert 12 <= len(pages) <= 18
    assert all(page.startswith(b"<svg") for page in pages)


def test_write_makes_every_piece_and_says_their_digests(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(one_table('perfect_pairs = { paytable = "A", limits = "$1 to $100" }'))
    asked = ["submission", "write", str(file), "--date", "2027-01-15", "--out"]
    for folder in ("one", "two"):
        assert run([*asked, str(tmp_path / folder)]) == 0
    one, two = (
        {p.relative_to(tmp_path / f): p.read_bytes() for p in (tmp_path / f).rglob("*.*")}
        for f in ("one", "two")
    )
    assert one == two
    assert {str(path) for path in one} >= {
        "manifest.json",
        "submission.pdf",
        "submission.html",
        "submission.json",
        "submission.toml",
        "par/bj-01-perfect-pairs.pdf",
        "par/bj-01-perfect-pairs.json",
    }
    said = json.loads(one[Path("manifest.json")])
    assert {*said["sha256"]} == {str(path) for path in one} - {"manifest.json"}
    sheet = json.loads(one[Path("par/bj-01-perfect-pairs.json")])
    assert sheet["document"] == {
        "number": "RIVERBEND-RS-03-BJ-01-PERFECT-PAIRS",
        "revision": 3,
        "date": "2027-01-15",
    }


def test_write_makes_nothing_with_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(one_table('top_3 = { paytable = "A", limits = "$1 to $50" }'))
    assert run(["submission", "write", str(file), "--out", str(tmp_path / "out")]) == 1
    assert not (tmp_path / "out").exists()
