"""Every kind of document, read from its PDF: required words, pages, and nothing out of its place.

A drawing is checked by its own rules (tests/submission/test_layouts.py); of its paper, the words.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from pypdf import PageObject

from pitboss.analysis.numbers import Form
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.documents.par_sheet import par_pdf
from pitboss.documents.submission_bundle import house_files, table_files, table_requests
from pitboss.documents.table_pieces import pieces_form
from pitboss.documents.typeset import typeset
from pitboss.rulebook.load import Rulebook
from pitboss.sheets.par_form import form as par_form
from pitboss.submission.check import CheckedSubmission, check
from pitboss.submission.file import read
from pitboss.submission.records import Submission
from tests.submission.forms import RIVERBEND
from tests.submission.paper import misplaced, pages, text_of

DAY = date(2027, 1, 15)
Filed = tuple[Submission, CheckedSubmission]


@pytest.fixture(scope="module")
def filed(book: Rulebook) -> Filed:
    submission, faults = read(book, RIVERBEND)
    return submission, check(book, submission, faults)


@pytest.fixture(scope="module")
def files(book: Rulebook, filed: Filed) -> dict[str, bytes]:
    """Those of the house and of its first table, without PAR sheets."""
    submission, checked = filed
    request = replace(table_requests(submission, checked, DAY)[0], sheets=())
    return house_files(book, submission, checked, DAY) | table_files(book, request)


WANTED = {
    "submission.pdf": (
        range(12, 19),
        ("RIVERBEND-RS-03", "Contents", "Perfect pair", "25 to 1", "§ 633c.2(i)", "Signature"),
    ),
    "tables/bj-01/sign.pdf": (range(1, 2), ("Perfect Pairs", "$10", "$500", "Must-Hit-By")),
    "tables/bj-01/player-card.pdf": (range(2, 3), ("How it is played", "An example", "$25")),
    "tables/bj-01/dealer-card.pdf": (range(2, 3), ("Take and pay", "When something goes wrong")),
    "tables/bj-01/forms.pdf": (range(5, 6), ("Meter form", "Opener", "Closer", "Inspection")),
}


@pytest.mark.parametrize("path", WANTED)
def test_a_document_has_its_words_on_its_pages(files: dict[str, bytes], path: str) -> None:
    expected, words = WANTED[path]
    found = pages(files[path])
    assert len(found) in expected
    text = " ".join(map(text_of, found)).casefold()
    for word in words:
        assert word.casefold() in text, word
    for number, page in enumerate(found, 1):
        assert misplaced(page) == [], number


def test_a_drawing_has_the_laws_inscriptions(files: dict[str, bytes]) -> None:
    (page,) = pages(files["tables/bj-01/layout.pdf"])
    assert (float(page.mediabox.width), float(page.mediabox.height)) == (22 * 72, 17 * 72)
    letters = text_of(page).replace(" ", "").casefold()
    for words in ("Blackjack pays 3 to 2", "Insurance pays 2 to 1", "Perfect Pairs", "Jackpot"):
        assert words.replace(" ", "").casefold() in letters, words


def test_a_long_name_stays_in_the_head_of_the_dealers_card(book: Rulebook, filed: Filed) -> None:
    submission, checked = filed
    table = submission.tables[0]
    form = pieces_form(
        book, submission, table, checked.opened[table.id], checked.sheets[table.id], DAY
    )
    long = {
        "game": "Blackjack with Straight Jack Progressive",
        "id": "co-straight-jack-progressive-blackjack",
    }
    (made,) = typeset("dealer_card.typ", form | long)
    assert misplaced(pages(made)[0]) == []


SHEETS = ("colorado/21-plus-3", "colorado/straight-jack", "pennsylvania/super-4")
Sheets = dict[str, tuple[Form, list[PageObject]]]


@pytest.fixture(scope="module")
def sheets(book: Rulebook) -> Sheets:
    """Sheets with all their parts, and their pages."""
    forms = {wager: par_form(book, prove(setting(book, wager)), "full") for wager in SHEETS}
    return {wager: (form, pages(par_pdf(form, DAY))) for wager, form in forms.items()}


@pytest.mark.parametrize("wager", SHEETS)
def test_a_sheet_is_signed_under_its_evidence(sheets: Sheets, wager: str) -> None:
    """The signatures never stand alone: the page has what they are put to."""
    sheet, found = sheets[wager]
    assert len(found) in (1, 2)
    for page in found:
        assert misplaced(page) == []
    last = text_of(found[-1])
    for words in ("Method and evidence", "Second", "Simulation", "Prepared by", "Sensitivity"):
        assert words in last, words
    text = " ".join(map(text_of, found))
    for effect in sheet["removal"]["effects"]:
        assert effect["show"] in text
    for reading in sheet["sensitivity"]["readings"]:
        assert reading["show"]["house_edge"] in text, reading["key"]


def test_a_sheet_of_play_prints_three_returns(sheets: Sheets) -> None:
    """Straight Jack: by the main game's best play, for itself, and for both together."""
    made, found = sheets["colorado/straight-jack"]
    plays = [each["play"] for each in made["by_play"]["returns"]]
    assert plays == ["best for the main game", "for itself", "for both together"]
    text = " ".join(map(text_of, found))
    for each in made["by_play"]["returns"]:
        assert each["show"]["wager"] in text
        assert each["show"]["per_unit_risked"] in text


def test_several_meters_have_their_break_even_by_decks(sheets: Sheets) -> None:
    """Super 4 has three meters: of each the break-even with every number of decks (§ 633c.6)."""
    made, found = sheets["pennsylvania/super-4"]
    text = " ".join(map(text_of, found))
    rows = made["sensitivity"]["decks"]
    assert [row["decks"] for row in rows] == [1, 2, 4, 6, 8]
    for row in rows:
        assert {*row["show_break_even"]} == {"star", "heart", "spade"}
        assert all(amount in text for amount in row["show_break_even"].values())
