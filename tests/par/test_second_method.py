"""A full sheet is counted a second time, card by card, and played at the table."""

from dataclasses import replace

import pytest

import pitboss
from pitboss.analysis.second_method import SecondCount, checks_form, second_count
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.sheets.par_form import form


@pytest.mark.parametrize(
    ("wager", "judged"),
    [
        ("colorado/21-plus-3", 13**3 * 5),  # three cards, five ways to share suits
        ("pennsylvania/perfect-pairs", 52**2),  # colors: every order
        ("pennsylvania/royal-match-21", 13**2 * 2),  # of one suit, or of two
    ],
)
def test_every_line_agrees(book: pitboss.Rulebook, wager: str, judged: int) -> None:
    sheet = prove(setting(book, wager))
    found = second_count(sheet)
    assert found == SecondCount(judged, len(sheet.outcomes), len(sheet.outcomes))


def test_a_line_that_was_counted_wrongly_is_noticed(book: pitboss.Rulebook) -> None:
    sheet = prove(setting(book, "new_hampshire/perfect-pair"))
    first, *others = sheet.outcomes
    wrong = replace(first, probability=first.probability * 2)
    found = second_count(replace(sheet, outcomes=(wrong, *others)))
    assert isinstance(found, SecondCount)
    assert found.agree == found.lines - 1


def test_what_is_not_counted_again_says_why(book: pitboss.Rulebook) -> None:
    assert second_count(prove(setting(book, "pennsylvania/kings-bounty"))) == (
        "7,311,616 orders of 4 cards are too many to judge one by one"
    )
    must_hit = prove(setting(book, "pennsylvania/must-hit-by", table="Paytable A, $1"))
    made = checks_form(book, must_hit)
    assert made["second"]["agree"] is None
    assert made["simulation"]["rounds"] == 0
    assert "is not decided by cards" in made["simulation"]["show"]


def test_a_stake_that_follows_another_is_not_simulated(book: pitboss.Rulebook) -> None:
    """21-Hold 'em's third wager is staked like the first, after cards are seen (30-2104(10))."""
    poker = prove(setting(book, "colorado/21-hold-em-poker"))
    third = book.wager("colorado/21-hold-em-third")
    bound = replace(poker.setting.offer, wager=third)
    made = checks_form(book, replace(poker, setting=replace(poker.setting, offer=bound)))
    assert "staked like 21-hold-em-poker" in made["simulation"]["show"]


def test_the_usual_sheet_is_not_kept_waiting(book: pitboss.Rulebook) -> None:
    sheet = prove(setting(book, "new_hampshire/perfect-pair"))
    assert "checks" not in form(book, sheet)
    full = form(book, sheet, "full")
    assert full["checks"]["simulation"]["rounds"] == 500
    assert abs(float(full["checks"]["simulation"]["z"])) < 3
    assert full["by_play"] is None  # no play affects it
