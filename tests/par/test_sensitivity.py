"""What another reading does to a sheet: changes it, does not change it and why, or is not worked
out.
"""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.analysis.proof_files import proof_file, prove_wagers, write_text
from pitboss.analysis.proof_text import show_proof
from pitboss.analysis.sensitivity import by_choice, edge_of, sheets_compared
from pitboss.analysis.setting import Setting, setting, under_choice
from pitboss.analysis.sheet import Sheet, prove
from pitboss.sheets.par_form import form
from pitboss.sheets.sheet_comparisons import sensitivity
from tests.conftest import Ask
from tests.soak import soak_only

Form = dict[str, Any]


def reasons(entries: list[Form]) -> dict[str, str]:
    return {each["key"]: each["reason"] for each in entries}


def test_a_reading_that_moves_nothing_says_why(book: pitboss.Rulebook) -> None:
    made = sensitivity(book, prove(setting(book, "new_hampshire/perfect-pair")))
    assert reasons(made["no_effect"])["F-9"] == "decides the order of settlement only"


def test_30_2110_14_a_reading_that_shows_only_on_the_meter(book: pitboss.Rulebook) -> None:
    """SJP1 pays 100% for six cards with an ace of spades and 10% with another (reading B-34).

    At no meter both pay the same odds, so that the edge stands still. Of six-card straights a
    quarter has the ace of spades; the rest of what was first falls to the second line.
    """
    sheet = prove(setting(book, "colorado/straight-jack-progressive"))
    six, other_six = (o for o in sheet.outcomes if o.name.startswith(("6 cards", "6 Cards")))
    assert other_six.ways == 3 * six.ways
    (moved,) = (o for o in by_choice(book, sheet).moved if o.key == "B-34")
    assert moved.change == 0
    choices = {"B-34": "suit of all six"}
    all_six = prove(setting(book, "colorado/straight-jack-progressive", choices=choices))
    spades = next(o for o in all_six.outcomes if o.key == six.key)
    (_, first), (_, second) = six.shares[0], other_six.shares[0]
    fewer = six.probability - spades.probability
    per_thousand = -fewer * (first - second) * 1000 * 100 / Fraction(sheet.setting.stake) * 100
    assert moved.note == (
        "moves the return only as the meter grows: "
        f"−{abs(float(per_thousand)):.4f} points per $1,000"
    )


def test_30_2115_1_a_wager_placed_before_the_deal_meets_naturals(book: pitboss.Rulebook) -> None:
    """Reading B-57."""
    sheet = prove(setting(book, "bust-bonanza", table="Pay Table 1"))
    (moved,) = by_choice(book, sheet).moved
    always = prove(setting(book, "bust-bonanza", table="Pay Table 1", choices=WITH_BLACKJACK))
    assert moved.edge == always.edge


@soak_only("tests/agreement/test_figures_by_hand.py::test_bust_bonus_before_and_after_the_peek")
def test_30_2114_a_wager_placed_before_the_peek_meets_naturals(book: pitboss.Rulebook) -> None:
    """Reading B-54: of 312 × 311 first two cards 2 × 24 × 96 are a natural: no bust."""
    any_hand = setting(book, "buffalo-3-bust-bonus", decks=6)  # no hand need be live there
    before = prove(under_choice(book, any_hand, "B-54", "before the peek"))
    natural = Fraction(2 * 24 * 96, 312 * 311)
    assert before.edge == 1 - (1 - natural) * prove(any_hand).returns


WITH_BLACKJACK = {"B-57": "with the blackjack wager"}


def test_what_no_sheet_follows_is_not_called_without_effect(book: pitboss.Rulebook) -> None:
    """A split straight (B-33) would move the figures: no policy of a sheet splits."""
    jack = by_choice(book, prove(setting(book, "colorado/straight-jack")))
    assert jack.left_out["B-33"] == "a sheet does not follow it"
    assert "B-33" not in jack.idle
    assert {"B-33-b"} == {other.key for other in jack.moved} & {"B-33", "B-33-b"}


def test_a_reading_of_other_tables(book: pitboss.Rulebook) -> None:
    """Reading A-5 is about tables 02, 05 and 08."""
    sheet = prove(setting(book, "colorado/21-plus-3-progressive", table="PT-BJS-213-01"))
    assert by_choice(book, sheet).idle["A-5"] == "concerns other pay tables of this wager"


def test_every_reading_of_a_wager_is_accounted_for(book: pitboss.Rulebook) -> None:
    for name in ("must-hit-by", "super-4-mystery", "pennsylvania/jackpot-party", "trilux-deluxe"):
        sheet = prove(setting(book, name))
        found = by_choice(book, sheet)
        said = {o.key for o in found.moved} | found.idle.keys() | found.left_out.keys()
        options = {o.key for o in sheet.setting.wager.options if o.one_of}
        assert said == {*sheet.setting.wager.readings, *options}
        assert not found.idle.keys() & found.left_out.keys()


def test_no_reason_is_left_to_a_reading_that_decides(book: pitboss.Rulebook) -> None:
    """A reading of order or procedure has its sentence; one that decides a row has none."""
    said = {r.key for r in book.readings.values() if r.moves_no_figure}
    assert {"B-29", "B-51", "B-67", "D-16", "F-9", "G-2", "G-3", "G-9"} <= said
    assert not said & {"A-1", "A-2", "A-6", "A-7", "B-33", "B-54", "B-57", "D-38", "D-40"}


@pytest.mark.parametrize(
    ("wager", "rules", "says"),
    [
        ("bust-bonanza", {"policy": "on upcard 7"}, "Conditional: only rounds in which the dealer"),
        ("bust-bonanza", {}, "Conditional: only rounds in which the peek finds no natural and"),
        ("colorado/straight-jack", {}, "Depends on a policy, the main game's basic strategy"),
        ("21-hold-em-poker", {}, "Depends on a policy, the player never folds"),
    ],
)
def test_the_head_says_what_the_figures_rest_on(
    book: pitboss.Rulebook, wager: str, rules: dict[str, str], says: str
) -> None:
    made = form(book, prove(setting(book, wager, terms=rules)), "bare")
    assert any(note.startswith(says) for note in made["notes"])


def test_the_screen_gives_reasons(ask: Ask) -> None:
    _, out, _ = ask("par", "new_hampshire/perfect-pair")
    assert "decides the order of settlement only" in out
    assert "not worked out" in out  # decks without tens


def test_without_the_solvers_a_sheet_says_what_is_missing(
    book: pitboss.Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*given: Any) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("pitboss.solvers.returns_by_play.returns_by_play", missing)
    monkeypatch.setattr("pitboss.analysis.shipped_sheets.shipped", lambda _: tmp_path)
    made = form(book, prove(setting(book, "pennsylvania/blazing-7s")), "full")["by_play"]
    assert "not solved here. numba is not installed. Install the strategy extra: " in made["why"]
    assert made["returns"] == []


def test_a_proved_reading_is_not_counted_again(
    book: pitboss.Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edge that an up-to-date proof keeps is the one that counting gives; a stale one is not
    used."""
    wager = book.wager("colorado/buster-blackjack")
    ((_, proof),) = prove_wagers(book, (), [(wager, True)], jobs=1)
    path = proof_file(tmp_path, wager)
    write_text(path, show_proof(proof))
    monkeypatch.setattr("pitboss.analysis.sensitivity.shipped", lambda _: tmp_path)
    sheet = prove(setting(book, wager.id, decks=6))
    counted = prove(under_choice(book, sheet.setting, "B-11", "no bust"))
    again: list[object] = []

    def noted(setting: Setting) -> Sheet:
        again.append(setting)
        return prove(setting)

    monkeypatch.setattr("pitboss.analysis.sensitivity.prove", noted)
    (moved,) = by_choice(book, sheet).moved
    assert (moved.choice, moved.edge) == ("no bust", counted.edge)
    assert moved.change == counted.edge - sheet.edge != 0
    assert again == []
    path.write_text(path.read_text("utf-8").replace("no bust", "no  bust"), "utf-8")
    assert by_choice(book, sheet).moved == [moved]
    assert len(again) == 1


def test_a_kept_edge_is_for_its_own_setting(book: pitboss.Rulebook) -> None:
    """Another stake, dealer's rule or meter is not the setting that was proved."""
    there = setting(book, "colorado/buster-blackjack", decks=6)
    kept = [(there, Fraction(1, 7))]
    assert edge_of(there, kept) == Fraction(1, 7)
    assert edge_of(replace(there, stake=2 * there.stake), kept) is None
    assert edge_of(replace(there, meters={}), kept) is None
    assert edge_of(setting(book, "colorado/buster-blackjack", decks=8), kept) is None
    other = "stand" if there.soft_17 == "hit" else "hit"
    rules = {"soft_17": other}
    there = setting(book, "colorado/buster-blackjack", decks=6, terms=rules)
    assert edge_of(there, kept) is None


@pytest.mark.parametrize(
    "wager", ["colorado/buster-blackjack", "colorado/21-plus-3", "pennsylvania/must-hit-by"]
)
def test_progress_ends_where_it_said_it_would(book: pitboss.Rulebook, wager: str) -> None:
    """Also where a reading is refused, or taken from a proof."""
    sheet = prove(setting(book, wager))
    told: list[int] = []
    form(book, sheet, "full", told.append)
    assert sum(told) == sheets_compared(book, sheet) > 0
