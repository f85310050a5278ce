"""The documents of a submission: what they say, and that they are the same for the same input."""

import json
from datetime import date
from pathlib import Path

import pytest

from pitboss.analysis.numbers import Form
from pitboss.cli import run
from pitboss.documents import submission_bundle
from pitboss.documents.submission_bundle import exposure
from pitboss.documents.submission_form import submission_form
from pitboss.documents.table_pieces import pieces_form, rules_icon
from pitboss.documents.typeset import html_page, pdf, typeset
from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.sheets.par_form import form as par_form
from pitboss.sheets.sheet_words import title
from pitboss.submission.check import CheckedSubmission, check
from pitboss.submission.file import read
from pitboss.submission.records import Submission
from tests.soak import soak
from tests.submission.forms import RIVERBEND, checked, one_table

DAY = date(2027, 1, 15)


@pytest.fixture(scope="module")
def filed(book: Rulebook) -> tuple[Submission, CheckedSubmission]:
    submission, faults = read(book, RIVERBEND)
    return submission, check(book, submission, faults)


@pytest.fixture(scope="module")
def form(book: Rulebook, filed: tuple[Submission, CheckedSubmission]) -> dict[str, object]:
    return submission_form(book, *filed, DAY)


def test_the_page_says_what_is_filed_with_its_clauses(form: dict[str, object]) -> None:
    page = html_page("submission.html.jinja", s=form)
    for words in (
        "RIVERBEND-RS-03",
        "Revision 3, effective 1 February 2027",
        "NOT APPROVED",
        "58 Pa. Code § 633c.1(e)",  # Perfect Pairs, by the table that is filed
        "Perfect pair</td><td>25 to 1",
        "Royal flush—diamonds</td><td>100% of progressive",
        "Three-of-a-kind</td><td>150 to 1",
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


def test_the_page_contradicts_nothing_that_is_filed(form: dict[str, object]) -> None:
    """BJ-01 files P2 and its mystery on Jackpot Party; no reserve is kept for that meter."""
    page = html_page("submission.html.jinja", s=form)
    assert "Jackpot Party" in page
    assert "blazing-7s" not in page
    assert "Odds are printed “to 1” although" in page
    assert "*to 1*" not in page
    shown = str(form["tables"])
    assert "'reserve': 'none', 'reset': 'starts at this amount again'" in shown
    assert not {"D-3", "D-4", "D-6", "D-7", "D-7-b"} & {
        reading["key"] for reading in submission_readings(form) if "BJ-01" in reading["tables"]
    }


def submission_readings(form: Form) -> list[Form]:
    readings: list[Form] = form["readings"]
    return readings


def test_the_paper_is_the_same_to_the_byte(form: dict[str, object]) -> None:
    first = pdf("submission.typ", form)
    assert first.startswith(b"%PDF-")
    assert pdf("submission.typ", json.loads(json.dumps(form))) == first
    assert pdf("submission.typ", {**form, "drawn": "16 January 2027"}) != first


def test_every_page_has_its_number(form: dict[str, object]) -> None:
    pages = typeset("submission.typ", form, to="svg")
    assert 12 <= len(pages) <= 18
    assert all(page.startswith(b"<svg") for page in pages)


@pytest.mark.parametrize("jobs", [["2"], soak(["1", "2"])])
def test_write_makes_every_piece_and_says_their_digests(tmp_path: Path, jobs: list[str]) -> None:
    """In two other processes, and the same in this one."""
    file = tmp_path / "house.toml"
    wagers = 'perfect_pairs = { paytable = "A", limits = "$1 to $100" }'
    second = one_table().partition("[[table]]")[2].replace("BJ-01", "BJ-02")
    file.write_text(one_table(wagers, more=f"[[table]]{second}"))
    asked = ["submission", "write", str(file), "--date", "2027-01-15", "--out"]
    for many in jobs:
        assert run([*asked, str(tmp_path / many), "--jobs", many]) == 0
    one, *others = (
        {p.relative_to(tmp_path / f): p.read_bytes() for p in (tmp_path / f).rglob("*.*")}
        for f in jobs
    )
    assert all(each == one for each in others)
    assert {str(path) for path in one} >= {
        "manifest.json",
        "submission.pdf",
        "submission.html",
        "submission.json",
        "submission.toml",
        "par/bj-01-perfect-pairs.pdf",
        "par/bj-01-perfect-pairs.json",
        *(
            f"tables/{table}/{name}"
            for table in ("bj-01", "bj-02")
            for name in (
                "layout.svg",
                "layout.pdf",
                "sign.pdf",
                "player-card.pdf",
                "dealer-card.pdf",
                "forms.pdf",
            )
        ),
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


def test_a_name_that_no_layout_has_room_for_is_a_fault_of_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check and write say the same, and nothing is written."""
    file, out = tmp_path / "house.toml", tmp_path / "out"
    long = RIVERBEND.replace("Riverbend", "Casino Resort and Spa at the Bend of the River")
    file.write_text(long.replace("hybrid, no hole card", "hybrid-blackjack"))
    for asked in (["check", str(file)], ["write", str(file), "--out", str(out)]):
        assert run(["submission", *asked]) == 1
        said = capsys.readouterr().out
        assert f"{file}:24: the layout of HY-03 cannot be drawn: CASINO RESORT AND SPA" in said
    assert not out.exists()


def test_nothing_is_written_before_every_document_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(book: Rulebook, request: submission_bundle.TableRequest) -> dict[str, bytes]:
        raise PitbossError("a table cannot be printed.")

    monkeypatch.setattr(submission_bundle, "table_files", broken)
    file = tmp_path / "house.toml"
    file.write_text(one_table())
    assert run(["submission", "write", str(file), "--out", str(tmp_path / "out")]) == 2
    assert not (tmp_path / "out").exists()


# -- what hangs, lies or stands at the table -------------------------------------------------------


@pytest.fixture(scope="module")
def pieces(book: Rulebook, filed: tuple[Submission, CheckedSubmission]) -> dict[str, Form]:
    submission, checked = filed
    return {
        table.id: pieces_form(
            book, submission, table, checked.opened[table.id], checked.sheets[table.id], DAY
        )
        for table in submission.tables
    }


def test_a_sign_prints_odds_in_the_laws_words(pieces: dict[str, Form]) -> None:
    """The wager is collected and read *for 1*; the table of § 633c.2(i) still says *to 1*."""
    party = next(w for w in pieces["BJ-01"]["wagers"] if w["key"] == "jackpot-party")
    assert ["Three-of-a-kind", "150 to 1", ""] in party["rows"]
    assert (
        "Jackpot Party: the wager is collected before the deal and is not returned with an award."
        in pieces["BJ-01"]["notices"]
    )


def test_a_sign_has_the_base_rules_and_what_a_mystery_hits_between(
    pieces: dict[str, Form],
) -> None:
    form = pieces["BJ-01"]
    assert form["base"] == [
        "Blackjack pays 3 to 2",
        "Insurance pays 2 to 1",
        "Dealer stands on all 17s",
    ]
    assert "Must-Hit-By: hits between $250 and $500." in form["notices"]  # C at $5
    assert form["help"]


def test_a_sign_has_the_laws_maximum_and_no_notice_for_hands_that_never_overlap(
    book: Rulebook,
) -> None:
    """New Hampshire house procedure, side bets: from $2 up to the ante; classes are disjoint."""
    wagers = 'match_the_dealer = { paytable = "Pay table", limits = "$2 to $100" }'
    text = one_table(wagers, law="new_hampshire", readings='F-6 = "as the first ante"')
    submission, _ = read(book, text)
    (table,) = submission.tables
    form = pieces_form(book, submission, table, checked(book, text).opened[table.id], {}, DAY)
    assert form["wagers"][0]["stake"] == "$2 to $100, at most the blackjack ante stake"
    assert not any("Highest hand only" in each for each in form["notices"])


def test_the_rules_icon_says_what_633c_5_c_2_asks(pieces: dict[str, Form]) -> None:
    text = rules_icon(pieces["HY-03"])
    for words in (
        "Blackjack pays 3 to 2",
        "Dealer stands on all 17s",
        "Insurance pays 2 to 1",
        "When the clock runs out: hit 11 or less",
    ):
        assert words in text


def test_the_dealers_card_says_what_is_done_when_something_goes_wrong(
    pieces: dict[str, Form],
) -> None:
    wrong = {each["kind"]: each["decided"] for each in pieces["BJ-01"]["irregularities"]}
    assert wrong["exposed card"] == "dealt on"
    assert wrong["card found face up"] == "discarded"
    (pairs,) = [e for e in pieces["BJ-01"]["settling"] if "Perfect Pairs" in e["what"]]
    assert pairs["when"].startswith("after the deal, before the card reader")


def test_an_example_is_in_dollars(pieces: dict[str, Form]) -> None:
    assert pieces["BJ-01"]["examples"]["perfect-pairs"] == [
        "$1 on Perfect Pairs with Perfect pair: it wins $25, and the wager is returned."
    ]


@pytest.mark.parametrize(
    ("template", "sides"), [("sign", 1), ("player_card", 2), ("dealer_card", 2), ("forms", 5)]
)
def test_every_piece_is_typeset_on_its_own_sides(
    pieces: dict[str, Form], template: str, sides: int
) -> None:
    """Two meters, opener, closer and the inspection of cards make five forms."""
    made = typeset(f"{template}.typ", pieces["BJ-01"], to="svg")
    assert len(made) == sides
    assert typeset(f"{template}.typ", pieces["BJ-01"]) == typeset(
        f"{template}.typ", pieces["BJ-01"]
    )


# -- the sheets ------------------------------------------------------------------------------------


def test_a_sheet_has_the_exposure_at_the_maximum_over_all_boxes(
    filed: tuple[Submission, CheckedSubmission],
) -> None:
    """Perfect Pairs, Paytable A: at most 25 to 1 on $100, at seven boxes."""
    _, checked = filed
    rows = dict(
        exposure(checked.opened["BJ-01"], "perfect-pairs", checked.sheets["BJ-01"]["perfect-pairs"])
    )
    assert rows == {
        "limits as filed": "$1 to $100",
        "one box at the maximum": "$2,500",
        "all 7 boxes, at most": "$17,500",
    }


def test_a_mystery_costs_its_meter_once_and_has_no_limits(
    filed: tuple[Submission, CheckedSubmission],
) -> None:
    """Must-Hit-By, configuration C at $5: the meter stays below $500 (§ 633c.14(c)(4), (5))."""
    _, checked = filed
    opened, sheet = checked.opened["BJ-01"], checked.sheets["BJ-01"]["must-hit-by"]
    assert [*exposure(opened, "must-hit-by", sheet)] == [
        ("stakes that it comes with", "$5"),
        ("one award, at most", "$499.98"),
    ]
    assert title(sheet.setting) == "Paytable C, $5 · with a $5 stake"


def test_a_sheet_names_the_stake_that_is_filed(book: Rulebook) -> None:
    _, made = read(book, RIVERBEND)
    assert not made
    request = submission_bundle.TableRequest(RIVERBEND, "BJ-01", ("jackpot-party",), DAY)
    par = json.loads(submission_bundle.table_files(book, request)["par/bj-01-jackpot-party.json"])
    assert par["facts"]["Stake"] == "$5"


def test_a_sheet_has_the_spread_with_and_without_the_jackpot(
    book: Rulebook, filed: tuple[Submission, CheckedSubmission]
) -> None:
    """Without the meter, Jackpot Party P2 pays at most 150 for 1 (§ 633c.2(i))."""
    _, checked = filed
    sheet = checked.sheets["BJ-01"]["jackpot-party"]
    shown = par_form(book, sheet, "bare")["show"]
    plain = [o for o in sheet.outcomes if not o.shares]
    mean = sum(o.probability * o.gross for o in plain)
    square = sum(o.probability * o.gross**2 for o in plain)
    assert shown["sd_without_meters"] == f"{float(square - mean**2) ** 0.5:.6f}"
    assert float(shown["sd_without_meters"]) < float(shown["sd"])
