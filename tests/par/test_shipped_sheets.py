"""A sheet that comes worked out is the one that would be worked out, or it is not used."""

import json
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.analysis.proof_files import write_text
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.analysis.shipped_sheets import (
    left_over_sheets,
    sheet_file,
    sheet_text,
    shipped_sheet,
    takes_long,
    why_sheet_stale,
)
from pitboss.sheets.game_sheet import (
    game_form,
    game_sheet_file,
    game_sheet_text,
    shipped_game,
    why_game_sheet_stale,
)
from pitboss.sheets.par_form import form
from pitboss.sheets.sheet_comparisons import signed_comparisons
from pitboss.solvers.proofs import SolvedDefaults, solved_game
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game
from tests.conftest import Ask

WAGER = "pennsylvania/buster-bonus"


@pytest.fixture(scope="module")
def text(book: pitboss.Rulebook) -> str:
    """The file of a sheet."""
    sheet = prove(setting(book, WAGER))
    return sheet_text(book, sheet, signed_comparisons(book, sheet))


@pytest.fixture
def kept(
    book: pitboss.Rulebook, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The folder of proofs, with that file."""
    write_text(sheet_file(tmp_path, book.wager(WAGER)), text)
    monkeypatch.setattr("pitboss.analysis.shipped_sheets.shipped", lambda _: tmp_path)
    return tmp_path


def test_prove_writes_the_sheet_beside_the_proof(
    book: pitboss.Rulebook, ask: Ask, tmp_path: Path
) -> None:
    asked = ("prove", "colorado/21-hold-em-poker", "--folder", str(tmp_path), "--jobs", "1")
    path = sheet_file(tmp_path, book.wager("colorado/21-hold-em-poker"))
    status, said, _ = ask(*asked, "--all-readings")
    assert status == 0
    assert "1 sheet in" in said
    assert why_sheet_stale(book, book.wager("colorado/21-hold-em-poker"), path.read_text()) == ""
    assert ask(*asked, "--all-readings", "--check")[0] == 0
    path.unlink()
    status, said, _ = ask(*asked, "--all-readings", "--check")
    assert (status, "missing" in said) == (1, True)


def test_a_kept_sheet_is_what_is_worked_out(
    book: pitboss.Rulebook, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = prove(setting(book, WAGER))
    path = sheet_file(kept, sheet.setting.wager)
    found = shipped_sheet(book, sheet.setting)
    assert found is not None
    assert found.sheet == sheet
    made = form(book, sheet, "full")
    worked: list[Any] = []

    def noted(*given: Any) -> dict[str, Any]:
        worked.append(given)
        return signed_comparisons(*given)

    monkeypatch.setattr("pitboss.sheets.par_form.signed_comparisons", noted)
    assert form(book, sheet, "full") == made
    assert not worked
    path.write_text(path.read_text("utf-8").replace("must_cancel", "cancels"), "utf-8")
    assert why_sheet_stale(book, sheet.setting.wager, path.read_text("utf-8"))
    assert form(book, sheet, "full") == made
    assert len(worked) == 1


def test_a_kept_sheet_is_for_its_own_setting(book: pitboss.Rulebook, kept: Path) -> None:
    usual = setting(book, WAGER)
    assert shipped_sheet(book, usual) is not None
    for other in (
        setting(book, WAGER, decks=8 if usual.decks == 6 else 6),
        setting(book, WAGER, stake="$7"),
        setting(book, WAGER, terms={"soft_17": "hit" if usual.soft_17 == "stand" else "stand"}),
        usual.without(pitboss.Card.parse("As")),
    ):
        assert shipped_sheet(book, other) is None


def test_a_rule_that_changed_is_worked_out_again(
    book: pitboss.Rulebook, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.analysis.shipped_sheets.comparing_version", lambda: "another")
    assert why_sheet_stale(book, book.wager(WAGER), text) == "the rule or the engine changed"


def test_a_sheet_that_takes_no_time_is_not_kept(book: pitboss.Rulebook, tmp_path: Path) -> None:
    quick = book.wager("colorado/21-plus-3")
    assert not takes_long(setting(book, quick.id))
    assert takes_long(setting(book, WAGER))
    path = sheet_file(tmp_path, quick)
    write_text(path, "a sheet")
    assert left_over_sheets(book, tmp_path) == [path]


def test_a_game_is_kept_at_its_default_terms(
    book: pitboss.Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures that follow from the strategy are exact where it is."""
    asked = StrategyRequest("south_dakota/blackjack")
    made = solve_game(book, asked)
    solved = {"expectation": "-1/8", "element_of_risk": "1/16", "standard_deviation": "1.25"}
    monkeypatch.setattr("pitboss.sheets.game_sheet.shipped", lambda _: tmp_path)
    path = game_sheet_file(tmp_path, made.game)
    write_text(path, game_sheet_text(book, SolvedDefaults(made, solved, [])))
    form = game_form(book, asked)
    assert (form["house_edge"], form["return"], form["options"]) == ("1/8", "15/16", [])
    assert form["rounds_house_ahead"] == 385  # (1.96 · 1.25 / 0.125)² = 384.1, rounded up
    other = StrategyRequest(made.game.id, decks=8)
    assert shipped_game(book, other, solve_game(book, other)) is None
    text = path.read_text("utf-8")
    path.write_text(text.replace("1.25", "1.50"), "utf-8")
    assert shipped_game(book, asked, made) is None
    monkeypatch.setattr("pitboss.sheets.game_sheet.PRINTS", {"solvers/strategy_sheet.py"})
    assert why_game_sheet_stale(book, made, text) == "the rule or the engine changed"


def test_strategy_prints_what_was_kept_and_works_out_the_rest(
    book: pitboss.Rulebook, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole sheet, worked out again, is the one that was kept; a hand is added to it."""
    asked = ("strategy", "south_dakota/blackjack", "--options", "--json")
    monkeypatch.setattr("pitboss.sheets.game_sheet.shipped", lambda _: tmp_path)
    fresh = json.loads(ask(*asked)[1])
    found = solved_game(book, book.game("south_dakota/blackjack"))
    write_text(game_sheet_file(tmp_path, found.made.game), game_sheet_text(book, found))

    def worked_out(*_: object) -> None:
        raise AssertionError("the sheet was worked out again")

    monkeypatch.setattr("pitboss.solvers.strategy_sheet._sheet", worked_out)
    monkeypatch.setattr("pitboss.cli.strategy.by_play", worked_out)
    monkeypatch.setattr("pitboss.cli.strategy.option_effects", worked_out)
    assert json.loads(ask(*asked)[1]) == fresh
    hand = json.loads(ask(*asked, "--hand", "10 6", "--up", "10")[1])
    assert hand["standard_deviation"] == fresh["standard_deviation"]
    values = {each["word"]: float(each["value"]) for each in hand["choices"]}
    assert values == pytest.approx(found.made.choices("10 6", "10"), abs=1e-15)
    with pytest.raises(AssertionError, match="worked out again"):
        ask(*asked, "--decks", "8")


def test_a_game_is_worked_out_again_if_one_of_its_wagers_changed(
    book: pitboss.Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = solve_game(book, StrategyRequest("pennsylvania/blackjack"))
    text = game_sheet_text(book, SolvedDefaults(made, {}, []))
    assert why_game_sheet_stale(book, made, text) == ""
    for changed in ("comparing_version", "engine_version"):
        with monkeypatch.context() as patched:
            patched.setattr(f"pitboss.sheets.game_sheet.{changed}", lambda: "another")
            assert why_game_sheet_stale(book, made, text) == "the rule or the engine changed"
    monkeypatch.setattr("pitboss.sheets.game_sheet.rule_digest", lambda *_: "another")
    assert why_game_sheet_stale(book, made, text) == "the rule or the engine changed"
